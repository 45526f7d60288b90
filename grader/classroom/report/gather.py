"""What lies among the results of a class, read once; what cannot be read is told and left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from grader.classroom.course_notes import CourseNotes, read_notes
from grader.classroom.quizzes import QuizRecord, read_record
from grader.classroom.results import Result, Results, State
from grader.classroom.roster import is_usable_id
from grader.classroom.summary import ClassSummary, NoClass, Standing, read_summary
from grader.toolchain.source import normalise
from grader.verdicts import Status

_MOST_BYTES = 1 << 21  # of a kernel; what is graded is no larger than 1 MiB, and damage may be


class Note(BaseModel):
    """A sentence on a line of the kernel, counted from 1."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    line: int
    message: str


class Verdict(BaseModel):
    """A check of a report. points: None where nothing was judged. instructor: what no student is told."""

    model_config = ConfigDict(extra="ignore", frozen=True, allow_inf_nan=False)

    id: str
    status: Status
    points: float | None = None
    max_points: float = 0
    measured: Any = None
    target: Any = None
    message: str = ""
    instructor: str = ""
    lines: tuple[Note, ...] = ()


class ReportRead(BaseModel):
    """What is used of a report's JSON."""

    model_config = ConfigDict(extra="ignore", frozen=True, allow_inf_nan=False)

    checks: tuple[Verdict, ...]
    score: float
    max_score: float
    max_score_here: float
    device: str | None = None


@dataclass(frozen=True)
class Graded:
    """One student's result for one exercise. report: None where nothing was graded; message: why."""

    state: State
    report: ReportRead | None
    message: str


@dataclass(frozen=True)
class Doubt:
    """A file that is not as the summary says. what: the exercise or the quiz, for people."""

    student: str
    what: str
    path: Path


@dataclass(frozen=True)
class ClassData:
    """A class. results: by (student, exercise); quizzes: by (student, number of the module).

    notes: None where the class was graded before there were any. unread: files that should be there and cannot be
    read. stale: results with another score than the summary has: a run that was stopped has graded them since.
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
        """The text that was graded, with `\\n` line ends; None where there is none."""
        try:
            with Results(self.folder).source_path(student, exercise).open("rb") as file:
                return normalise(file.read(_MOST_BYTES).decode("utf-8", "replace"))
        except OSError:
            return None


def gather(folder: Path) -> ClassData:
    """Everything that is among the results in `folder`. Raises NoClass."""
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
    """Reads the files that a summary speaks of."""

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
