"""What the student has done so far: an empty file beside the course for each source that passed or failed.

An exercise that passed once stays done; that its current file fails is shown in addition. There is no state file that
could be damaged or written by two processes at once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from grader.course.catalog import Exercise
from grader.course.state import FOLDER
from grader.dataclass import dataclass
from grader.toolchain.source import SourceError, read_source_bytes

PASSED, FAILED = FOLDER / "passed", FOLDER / "failed"  # MODULE/EXERCISE/SHA-256 of the source: an empty file


@dataclass(frozen=True)
class Progress:
    """What has passed in the course folder `root`, read anew by each call."""

    root: Path

    def is_done(self, exercise: Exercise) -> bool:
        """Whether the student's file has ever passed."""
        with suppress(OSError):
            return any((self.root / PASSED / exercise.id).iterdir())
        return False

    def fails_now(self, exercise: Exercise) -> bool:
        """Whether it is done but the student's current file was checked and failed."""
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
