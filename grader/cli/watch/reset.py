"""Resets an exercise from `grader watch`, and undoes that as long as the file is unchanged since."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from grader.cli.watch.saves import looks
from grader.course.restart import Outcome, restart
from grader.files import shown_path
from grader.texts import say

if TYPE_CHECKING:
    from grader.course.catalog import Exercise


class Reset:
    """The latest reset of the watched exercise."""

    def __init__(self) -> None:
        self._backup: Path | None = None
        self._left: object = None

    def is_own_write(self, path: Path) -> bool:
        """Whether the file is unchanged since a reset."""
        return self._left is not None and looks(path) == self._left

    def can_undo(self, path: Path) -> bool:
        """Whether there is a backup to restore and no newer work that it would overwrite."""
        return self._backup is not None and self._backup.exists() and self.is_own_write(path)

    def do(self, exercise: Exercise, lang: str) -> str:
        """Restore the skeleton; returns a sentence about the file. Raises Failure, CourseError."""
        path = exercise.source_path
        outcome, backup = restart(exercise, lang)
        if outcome is not Outcome.UNTOUCHED:
            self._backup, self._left = backup, looks(path)
        return say(f"watch.reset_{outcome}", lang, file=shown_path(path), backup=backup and backup.name)

    def undo(self, exercise: Exercise, lang: str) -> str:
        """Restore the file from before the reset; returns a sentence about it. Raises OSError."""
        path = exercise.source_path
        if self._backup is None or not self.can_undo(path):
            return say("watch.no_undo", lang)
        self._backup.replace(path)
        self._backup, self._left = None, looks(path)
        return say("watch.undone", lang, file=shown_path(path))
