"""Results on disk: a file for each student and exercise, so that a run which was killed goes on where it was."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from grader.course.skeleton import write_atomically

_FOLDER = "results"


class State(StrEnum):
    """What became of one file."""

    GRADED = "graded"
    MISSING = "missing"
    REFUSED = "refused"  # there is something, but nothing that is graded
    ERROR = "error"  # the grader failed; tried again by the next run


@dataclass(frozen=True)
class Result:
    """One student's result for one exercise. key: of what was graded and what with. report: the report JSON, if any.

    message: why it is refused or an error.
    """

    student: str
    exercise: str
    state: State
    key: str
    report: Mapping[str, Any] | None = None
    message: str = ""

    @property
    def score(self) -> float:
        """Points; none where nothing was graded."""
        return float(self.report["score"]) if self.report is not None else 0.0


class Busy(Exception):
    """Another run is writing into the same folder."""


class Results:
    """The results in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, student: str, exercise: str) -> Path:
        """Where a result lies."""
        return self._folder / _FOLDER / student / f"{exercise}.json"

    def kept(self, student: str, exercise: str, key: str) -> Result | None:
        """What an earlier run found for the same key; None where there is none, or it is an error or damaged."""
        try:
            found = json.loads(self.path(student, exercise).read_bytes())
            result = Result(**{**found, "state": State(found["state"])})
            _ = result.score
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return None
        same = (result.student, result.exercise, result.key) == (student, exercise, key)
        return result if same and result.state is not State.ERROR else None

    def keep(self, result: Result) -> None:
        """Write a result, in one step. Raises OSError."""
        text = json.dumps(asdict(result), ensure_ascii=False, indent=1)
        write_atomically(self.path(result.student, result.exercise), text + "\n")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Only one run writes into a folder at a time. Raises Busy, OSError."""
        self._folder.mkdir(parents=True, exist_ok=True)
        file = os.open(self._folder / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            with suppress(ImportError):  # a system without such locks goes on without
                import fcntl

                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    raise Busy from None
            yield
        finally:
            os.close(file)
