"""Results on disk: a file for each student and exercise, so that a killed run can be resumed."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.dataclass import dataclass
from grader.files import UNFINISHED, write_atomically
from grader.toolchain.source import SourceError, decode_source

if TYPE_CHECKING:
    from grader.classroom.quizzes import QuizRecord

_FOLDER, _QUIZZES = "results", "quizzes"


class State(StrEnum):
    """What happened to one file."""

    GRADED = "graded"
    MISSING = "missing"
    UNTOUCHED = "untouched"  # a skeleton: not begun and, like a missing file, not graded
    REFUSED = "refused"  # not a file that can be graded
    ERROR = "error"  # the grader failed; the next run tries again

    @property
    def is_work(self) -> bool:
        """Whether the student handed in something of their own."""
        return self not in (State.MISSING, State.UNTOUCHED)


@dataclass(frozen=True)
class Result:
    """One student's result for one exercise. key: a digest of what was graded, and by what. report: as JSON, if any.

    message: why it is not graded.
    """

    student: str
    exercise: str
    state: State
    key: str
    report: Mapping[str, Any] | None = None
    message: str = ""

    @property
    def score(self) -> float:
        """Points; 0 if nothing was graded."""
        return float(self.report["score"]) if self.report is not None else 0.0


class Busy(Exception):
    """Another run is writing into the same folder."""


class Results:
    """The results in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, student: str, exercise: str) -> Path:
        """The path of a result."""
        return self._folder / _FOLDER / student / f"{exercise}.json"

    def read(self, student: str, exercise: str) -> Result | None:
        """The result of an earlier run; None if it is missing or damaged."""
        try:
            found = json.loads(self.path(student, exercise).read_bytes())
            result = Result(**{**found, "state": State(found["state"])})
            if not _is_as_written(result):
                return None
        except (OSError, ValueError, TypeError, KeyError, OverflowError, RecursionError):
            return None
        return result if (result.student, result.exercise) == (student, exercise) else None

    def kept(self, student: str, exercise: str, key: str) -> Result | None:
        """The result of an earlier run with the same key, unless it is an error."""
        result = self.read(student, exercise)
        return result if result is not None and result.key == key and result.state is not State.ERROR else None

    def keep(self, result: Result, source: bytes | None = None) -> None:
        """Write a result atomically, after the source that it is about. Raises OSError."""
        if source is not None:
            write_atomically(self.source_path(result.student, result.exercise), _text(source))
        text = json.dumps(asdict(result), ensure_ascii=False, indent=1)
        write_atomically(self.path(result.student, result.exercise), text + "\n")

    def source_path(self, student: str, exercise: str) -> Path:
        """The path of the graded text, decoded; reports refer to its lines."""
        return self.path(student, exercise).with_suffix(".cu")

    def quiz_path(self, student: str, module: str) -> Path:
        """The path of a quiz's record. module: its number."""
        return self._folder / _QUIZZES / student / f"{module}.json"

    def keep_quiz(self, record: QuizRecord) -> None:
        """Write the record of a quiz atomically. Raises OSError."""
        write_atomically(self.quiz_path(record.student, record.module), record.model_dump_json(indent=1) + "\n")

    def tidy(self) -> None:
        """Remove unfinished files of a killed run. Only while `alone`. Raises OSError."""
        for pattern in (UNFINISHED, f"{_FOLDER}/**/{UNFINISHED}", f"{_QUIZZES}/**/{UNFINISHED}"):
            for path in self._folder.glob(pattern):
                path.unlink(missing_ok=True)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Lock the folder against other runs. Raises Busy, OSError."""
        self._folder.mkdir(parents=True, exist_ok=True)
        file = os.open(self._folder / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            with suppress(ImportError):  # no such locks on this system
                import fcntl

                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    raise Busy from None
            yield
        finally:
            os.close(file)


def _is_as_written(result: Result) -> bool:
    """Whether texts are strings, and the report has the numbers and checks that readers rely on."""
    report = result.report
    texts: list[object] = [result.student, result.exercise, result.key, result.message]
    numbers: list[object] = []
    if report is not None:
        numbers += [report["score"], report["max_score_here"]]
        for check in report["checks"]:
            texts += [check["id"], check["status"], check["message"]]
            numbers += [check["max_points"], 0 if check["points"] is None else check["points"]]
    return all(isinstance(text, str) for text in texts) and all(map(_is_a_number, numbers))


def _is_a_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _text(source: bytes) -> str:
    """A source as the compiler gets it; anything else decoded as far as possible."""
    try:
        return decode_source(source, "")
    except SourceError:
        return source.decode("utf-8-sig", "replace")
