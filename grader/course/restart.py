"""Brings an exercise's skeleton back without ever losing what a student wrote."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from grader.failure import Failure
from grader.files import backup_path, shown_path

if TYPE_CHECKING:
    from grader.course.catalog import Exercise


class Outcome(StrEnum):
    """What happened to a file: it was the skeleton already, it was missing, or it was replaced and backed up."""

    UNTOUCHED = "untouched"
    RESTORED = "restored"
    DONE = "done"


def pristine(exercise: Exercise, lang: str) -> str:
    """The exercise's skeleton as handed out. Raises Failure where there is nothing to make it from, CourseError."""
    from grader.course.skeleton import render_skeleton

    if exercise.kit is not None:
        return exercise.kit.skeleton
    try:
        solution = exercise.solution_path.read_bytes().decode("utf-8-sig")
    except OSError:
        raise Failure("no_solution", "cli.no_skeleton", exercise=exercise.id) from None
    return render_skeleton(solution, exercise.solution_path, lang)


def restart(exercise: Exercise, lang: str) -> tuple[Outcome, Path | None]:
    """Restore the skeleton; returns what happened and the backup, if any. Raises Failure, CourseError."""
    path, skeleton = exercise.source_path, pristine(exercise, lang)
    if is_untouched(path, skeleton):
        return Outcome.UNTOUCHED, None
    backup = _replace(path, skeleton)
    return Outcome.RESTORED if backup is None else Outcome.DONE, backup


def is_untouched(path: Path, skeleton: str) -> bool:
    """Whether the file exists and is byte for byte the skeleton."""
    return path.is_file() and path.read_bytes() == skeleton.encode()


def _replace(path: Path, skeleton: str) -> Path | None:
    """Write the skeleton and back up the file it replaces. Returns the backup, None where there was no file.

    Raises Failure, with everything left as it was, if a file cannot be written.
    """
    from grader.files import write_atomically

    try:
        backup = path.rename(backup_path(path)) if path.exists() else None
        try:
            write_atomically(path, skeleton)
        except BaseException:
            if backup is not None:
                backup.rename(path)
            raise
    except OSError as error:
        raise Failure("unwritable_file", "cli.reset_failed", file=shown_path(path),
                      reason=error.strerror or error) from None  # fmt: skip
    return backup
