"""What the student has done so far: a small file beside the course, safe to lose.

An exercise is done with the very source that passed: once its file changes, it has to be checked again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from grader.course.catalog import Exercise
from grader.course.skeleton import write_atomically
from grader.course.state import FOLDER, one_writer, set_aside

STATE = FOLDER / "progress.json"


class _State(BaseModel):
    """The file. done: SHA-256 of the source that passed, by exercise id."""

    model_config = ConfigDict(extra="ignore", strict=True)

    version: int = 1
    done: dict[str, str] = {}


@dataclass(frozen=True)
class Progress:
    """SHA-256 of the sources that passed, by exercise id.

    set_aside: where a damaged file was moved to, if there was one.
    """

    root: Path
    done: Mapping[str, str] = field(default_factory=dict)
    set_aside: Path | None = None

    def is_done(self, exercise: Exercise) -> bool:
        """Whether the student's file, as it is now, has passed. A missing file is not done."""
        return exercise.id in self.done and self.done[exercise.id] == source_sha256(exercise.source_path)

    def current(self, exercises: Sequence[Exercise]) -> Exercise | None:
        """The first exercise that is not done, or None when all are."""
        return next((exercise for exercise in exercises if not self.is_done(exercise)), None)


def load_progress(root: Path) -> Progress:
    """The progress in the course folder `root`; none yet is empty progress.

    A file that cannot be understood is moved aside, never overwritten. Raises OSError if it cannot be read.
    """
    path = root / STATE
    try:
        state = _State.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return Progress(root)
    except ValidationError:
        return Progress(root, set_aside=set_aside(path))
    return Progress(root, state.done)


def record(progress: Progress, exercise_id: str, sha256: str) -> Progress:
    """Remember that this source passed, on disk too. Raises OSError if the file cannot be written.

    What another process has recorded meanwhile is kept.
    """
    with one_writer(progress.root):
        newest = load_progress(progress.root)
        done = {**progress.done, **newest.done, exercise_id: sha256}
        content = json.dumps({"version": 1, "done": dict(sorted(done.items()))}, indent=2)
        write_atomically(progress.root / STATE, content + "\n")
    return Progress(progress.root, done, newest.set_aside or progress.set_aside)


def source_sha256(path: Path) -> str | None:
    """SHA-256 of a source file's bytes in hexadecimal, None if there is no such file."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except (FileNotFoundError, NotADirectoryError):
        return None
