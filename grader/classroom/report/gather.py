"""Reads the results of a class once; what cannot be read is listed and left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from grader.classroom.course_notes import CourseNotes, read_notes
from grader.classroom.quizzes import QuizRecord, read_record
from grader.classroom.results import Result, Results, State
from grader.classroom.roster import is_usable_id
from grader.classroom.summary import ClassSummary, NoClass, Standing, read_summary
from grader.dataclass import dataclass
from grader.toolchain.source import normalise
from grader.verdicts import Status

_MOST_BYTES = 1 << 21  # of a kernel; graded ones have at most 1 MiB, damaged files may have more


class Note(BaseModel, extra="ignore", frozen=True):
    """A sentence on a line of the kernel, counted from 1."""

    line: int
    message: str


class Verdict(BaseModel, extra="ignore", frozen=True, allow_inf_nan=False):
    """A check of a report. points: None if nothing was judged. instructor: not for students.

    endless: whether the kernel or its compilation was stopped because it did not terminate.
    """

    id: str
    status: Status
    points: float | None = None
    max_points: float = 0
    measured: Any = None
    target: Any = None
    message: str = ""
    instructor: str = ""
    lines: tuple[Note, ...] = ()
    endless: bool = False


class ReportRead(BaseModel, extra="ignore", frozen=True, allow_inf_nan=False):
    """The used part of a report's JSON."""

    checks: tuple[Verdict, ...]
    score: float
    max_score: float
    max_score_here: float
    device: str | None = None


@dataclass(frozen=True)
class Graded:
    """One student's result for one exercise. report: None if nothing was graded; message: why."""

    state: State
    report: ReportRead | None
    message: str

    @property
    def time_out(self) -> str | None:
        """The message about a kernel or compilation that was stopped for not terminating; else None."""
        checks = self.report.checks if self.report else ()
        return next((check.instructor or check.message for check in checks if check.endless), None)


@dataclass(frozen=True)
class Doubt:
    """A file that disagrees with the summary. what: the exercise or the quiz, as shown to people."""

    student: str
    what: str
    path: Path


@dataclass(frozen=True)
class ClassData:
    """A class. results: by (student, exercise); quizzes: by (student, number of the module).

    notes: None if missing. unread: files that should exist but cannot be read. stale: results whose score differs from
    the summary's, because an interrupted run has graded them since.
    """

    folder: Path
    summary: ClassSummary
    notes: CourseNotes | None
    results: Mapping[tuple[str, str], Graded]
    quizzes: Mapping[tuple[str, str], QuizRecord]
    unread: tuple[Doubt, ...]
    stale: tuple[Doubt, ...]

    @cached_property
    def standings(self) -> Mapping[str, Standing]:
        """Where each student stands, by id."""
        return {standing.student: standing for standing in self.summary.standings}

    def source(self, student: str, exercise: str) -> str | None:
        """The graded text with `\\n` line ends; None if there is none."""
        try:
            with Results(self.folder).source_path(student, exercise).open("rb") as file:
                return normalise(file.read(_MOST_BYTES).decode("utf-8", "replace"))
        except OSError:
            return None


def gather(folder: Path) -> ClassData:
    """Read the results in `folder`. Raises NoClass."""
    summary = read_summary(folder)
    for student in summary.students:
        if not is_usable_id(student.id):  # it becomes the name of a page
            raise NoClass("summary_other", f"students: {student.id!r}")
    if [student.id for student in summary.students] != [standing.student for standing in summary.standings]:
        raise NoClass("summary_other", "standings")
    reader = _Reader(folder, summary)
    results = {key: graded for key, graded in reader.results() if graded is not None}
    quizzes = {key: record for key, record in reader.quizzes() if record is not None}
    return ClassData(folder, summary, read_notes(folder), results, quizzes, tuple(reader.unread), tuple(reader.stale))


class _Reader:
    """Reads the files that a summary names."""

    def __init__(self, folder: Path, summary: ClassSummary) -> None:
        self.files = Results(folder)
        self.summary = summary
        self.unread: list[Doubt] = []
        self.stale: list[Doubt] = []

    def results(self) -> Iterator[tuple[tuple[str, str], Graded | None]]:
        for standing in self.summary.standings:
            for exercise in self.summary.exercises:
                if (own := standing.exercises.get(exercise.id)) is None:
                    continue
                doubt = Doubt(standing.student, exercise.short_id, self.files.path(standing.student, exercise.id))
                result = self.files.read(standing.student, exercise.id)
                graded = _graded(result) if result is not None else None
                if graded is None:
                    self.unread.append(doubt)
                elif graded.state is not own.state or (graded.report and graded.report.score) != own.score:
                    self.stale.append(doubt)
                yield (standing.student, exercise.id), graded

    def quizzes(self) -> Iterator[tuple[tuple[str, str], QuizRecord | None]]:
        for standing in self.summary.standings:
            for number in standing.quizzes:
                path = self.files.quiz_path(standing.student, number)
                record = read_record(path)
                if record is None or (record.student, record.module) != (standing.student, number):
                    self.unread.append(Doubt(standing.student, f"{number}/quiz", path))
                    record = None
                yield (standing.student, number), record


def _graded(result: Result) -> Graded | None:
    if result.state is not State.GRADED:
        return Graded(result.state, None, str(result.message))
    try:
        return Graded(result.state, ReportRead.model_validate(result.report), "")
    except ValidationError:
        return None
