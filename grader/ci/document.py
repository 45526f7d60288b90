"""The untrusted JSON file that the job running a student's code hands to the job that posts scores.

The first job may have been compromised, so the reader checks everything in the file against the course.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from grader.course.catalog import Course, Exercise
from grader.course.models import CHECK_SPECS
from grader.course.schema import first_complaint
from grader.listing import printable
from grader.verdicts import CheckResult, LineNote, Report, Status

FILE = "ci.json"
_MOST_BYTES = 8 << 20
_MOST_QUOTED = 200
_IN_PART = frozenset(name for name, spec in CHECK_SPECS.items() if spec.in_part)
_MOST_CHECKS, _MOST_NOTES, _MOST_LINES = 16, 200, 1 << 20

Text = Annotated[str, Field(max_length=20_000)]
Word = Annotated[str, Field(max_length=200)]
Points = Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)]


class State(StrEnum):
    """What happened to the student's file for an exercise."""

    GRADED = "graded"
    UNTOUCHED = "untouched"  # still the skeleton
    MISSING = "missing"
    REFUSED = "refused"  # not a readable file


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Note(_Strict):
    """A sentence on a line of the student's file."""

    line: Annotated[int, Field(ge=1, le=_MOST_LINES)]
    message: Text


class CheckMade(_Strict):
    """A verdict, with the keys of a report."""

    id: Word
    status: Literal["pass", "fail", "not_run", "inconclusive"]
    backend: Word | None
    points: Points | None
    max_points: Points
    measured: JsonValue
    target: JsonValue
    starter: JsonValue
    message: Text
    lines: Annotated[list[Note], Field(max_length=_MOST_NOTES)]


class ErrorMade(_Strict):
    """A failure of the grader itself."""

    kind: Word
    message: Text


class ReportMade(_Strict):
    """A report as `grader check --json` writes it."""

    exercise: Word
    source_sha256: Word | None
    device: Word | None
    toolchain: Word | None
    checks: Annotated[list[CheckMade], Field(max_length=_MOST_CHECKS)]
    score: Points
    max_score: Points
    max_score_here: Points
    grader_version: Word
    begun: bool = True
    error: ErrorMade | None = None


class Entry(_Strict):
    """One exercise. file: from the repository's root. changed: by the commits in question.

    withheld: its points do not count because a gate before it is closed.
    """

    exercise: Word
    file: Word
    state: State
    changed: bool
    message: Text = ""
    report: ReportMade | None = None
    withheld: bool = False


class Document(_Strict):
    """All exercises of the course, in its order. speed: whether a GPU could judge it."""

    version: Literal["warplings/ci/v1"] = "warplings/ci/v1"
    grader_version: Word
    commit: Annotated[str, Field(pattern=r"^[0-9a-f]{0,64}$")] = ""
    speed: bool = False
    entries: list[Entry]


class Untrusted(Exception):
    """The file is not what a grader writes for this course; the text says where."""


def read_document(path: Path, course: Course, commit: str | None = None) -> Document:
    """Read and check a document. commit: the one that must have been graded, None if unknown.

    Raises Untrusted, OSError, and CourseError for the course's own files.
    """
    with path.open("rb") as file:
        data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise Untrusted(f"larger than {_MOST_BYTES >> 20} MiB")
    try:
        document = Document.model_validate_json(data)
    except ValidationError as error:
        raise Untrusted(_quotable(first_complaint(error))) from None
    if commit is not None and document.commit != commit:
        raise Untrusted(f"commit {document.commit[:12] or '-'} instead of {commit[:12]}")
    if [entry.exercise for entry in document.entries] != [exercise.id for exercise in course.exercises]:
        raise Untrusted("other exercises than the course has")
    for entry, exercise in zip(document.entries, course.exercises, strict=True):
        _hold_against(entry, exercise)
    return document


def report_made(report: Mapping[str, Any]) -> ReportMade:
    """A report as `report_json` writes it, without what only other views of a check show."""
    checks = [{key: value for key, value in check.items() if key in CheckMade.model_fields}
              for check in report["checks"]]  # fmt: skip
    return ReportMade.model_validate({**report, "checks": checks})


def _quotable(text: str) -> str:
    """Text as one line of a log: keys in a document are whatever its author chose."""
    line = printable(" ".join(text.split()))
    return line if len(line) <= _MOST_QUOTED else f"{line[:_MOST_QUOTED]} ..."


def report_of(entry: Entry, titles: Mapping[str, str]) -> Report:
    """The report of a graded entry, for the views. titles: of checks by id, in the reader's language."""
    assert entry.report is not None
    made = entry.report
    checks = tuple(
        CheckResult(check.id, Status(check.status), check.backend or "", check.max_points, check.points, check.measured,
                    check.target, check.starter, titles.get(check.id, ""), check.message,
                    tuple(LineNote(note.line, note.message) for note in check.lines))
        for check in made.checks
    )  # fmt: skip
    error = (made.error.kind, made.error.message) if made.error is not None else None
    return Report(entry.exercise, made.source_sha256 or "", made.device or "", made.toolchain or "", checks,
                  made.grader_version, error)  # fmt: skip


def _hold_against(entry: Entry, exercise: Exercise) -> None:
    """Raise Untrusted unless these points are possible in the course."""

    def refuse(why: str) -> None:
        raise Untrusted(f"{exercise.id}: {why}")

    if entry.file != exercise.source_path.relative_to(exercise.root).as_posix():
        refuse("another file")
    if (entry.report is None) == (entry.state is State.GRADED):
        refuse("a report where nothing was graded, or none")
    if (report := entry.report) is None:
        return
    if report.error is not None and report.score:
        refuse("points although the grader failed")
    if report.error is not None:
        return
    worth = {name: rule.points for name, rule in exercise.spec.checks.items()}
    if report.exercise != exercise.id or sorted(check.id for check in report.checks) != sorted(["compiles", *worth]):
        refuse("other checks than the exercise has")
    for check in report.checks:
        if check.max_points != worth.get(check.id, 0):
            refuse(f"{check.id} is not worth {check.max_points:g} points")
        if check.points is not None and (check.points > check.max_points or check.status not in ("pass", "fail")):
            refuse(f"{check.id} cannot bring {check.points:g} points")
        if check.status == "fail" and check.points and check.id not in _IN_PART:
            refuse(f"{check.id} failed and brings points")
    score = sum(check.points or 0 for check in report.checks)
    bounds = report.score <= report.max_score_here <= report.max_score == sum(worth.values())
    if abs(score - report.score) > 0.02 or not bounds:
        refuse("the sums are wrong")
