"""What the student has done so far: a name in a folder beside the course for each source that passed.

An exercise is done with the very source that passed: once its file changes, it has to be checked again, and when it is
as it was, it is done again. There is no file of state that could be damaged, or written by two processes at once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from grader.course.catalog import Exercise
from grader.course.state import FOLDER
from grader.toolchain.source import SourceError, read_source_bytes

PASSED = FOLDER / "passed"  # MODULE/EXERCISE/SHA-256 of the source: an empty file


@dataclass(frozen=True)
class Progress:
    """What has passed in the course folder `root`, as it is whenever somebody asks."""

    root: Path

    def is_done(self, exercise: Exercise) -> bool:
        """Whether the student's file, as it is now, has passed. One that is missing or unreadable is not done."""
        sha256 = source_sha256(exercise.source_path)
        return sha256 is not None and (self.root / PASSED / exercise.id / sha256).exists()

    def current(self, exercises: Sequence[Exercise]) -> Exercise | None:
        """The first exercise that is not done, or None when all are."""
        return next((exercise for exercise in exercises if not self.is_done(exercise)), None)

    def record(self, exercise_id: str, sha256: str) -> None:
        """Remember that this source passed. Raises OSError if that cannot be written."""
        folder = self.root / PASSED / exercise_id
        folder.mkdir(parents=True, exist_ok=True)
        (folder / sha256).touch()


def source_sha256(path: Path) -> str | None:
    """SHA-256 of a source file's bytes in hexadecimal, None if there is no such file or it cannot be read."""
    with suppress(SourceError):
        return hashlib.sha256(read_source_bytes(path)).hexdigest()
    return None
