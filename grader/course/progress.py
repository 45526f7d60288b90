"""What the student has done so far: a name in a folder beside the course for each source that passed or failed.

An exercise that passed once is done and stays so. If its file has changed and fails now, that is told beside it. There
is no file of state that could be damaged, or written by two processes at once.
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

PASSED, FAILED = FOLDER / "passed", FOLDER / "failed"  # MODULE/EXERCISE/SHA-256 of the source: an empty file


@dataclass(frozen=True)
class Progress:
    """What has passed in the course folder `root`, as it is whenever somebody asks."""

    root: Path

    def is_done(self, exercise: Exercise) -> bool:
        """Whether the student's file has passed, as it is or as it once was."""
        with suppress(OSError):
            return any((self.root / PASSED / exercise.id).iterdir())
        return False

    def fails_now(self, exercise: Exercise) -> bool:
        """Whether it is done, and the student's file as it is now was checked and failed."""
        sha256 = source_sha256(exercise.source_path) if self.is_done(exercise) else None
        passed, failed = (self.root / folder / exercise.id / (sha256 or "") for folder in (PASSED, FAILED))
        return sha256 is not None and failed.exists() and not passed.exists()

    def current(self, exercises: Sequence[Exercise]) -> Exercise | None:
        """The first exercise that is not done, or None when all are."""
        return next((exercise for exercise in exercises if not self.is_done(exercise)), None)

    def record(self, exercise_id: str, sha256: str, *, passed: bool = True) -> None:
        """Remember that this source passed or failed. Raises OSError if that cannot be written."""
        folder = self.root / (PASSED if passed else FAILED) / exercise_id
        folder.mkdir(parents=True, exist_ok=True)
        (folder / sha256).touch()


def source_sha256(path: Path) -> str | None:
    """SHA-256 of a source file's bytes in hexadecimal, None if there is no such file or it cannot be read."""
    with suppress(SourceError):
        return hashlib.sha256(read_source_bytes(path)).hexdigest()
    return None
