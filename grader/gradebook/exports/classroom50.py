"""`result.json` for Classroom 50 (classroom50/result/v1), one for each student with a submission there.

Rules: foundation50/classroom50, schemas/result-v1.schema.json and validate_result in collect_scores.py: classroom,
assignment, owner and submission are those of the repository, so they are taken from the scores.json that Classroom 50
collected; no other keys on top; scores are integers, none above its max-score. A point is 100 here: 7.25 is 725.
Bytes: JSON in UTF-8.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from grader.course.schema import first_complaint
from grader.gradebook.errors import ExportError, listed, named
from grader.gradebook.exports.names import folder_of
from grader.gradebook.exports.options import Files, Options
from grader.gradebook.exports.outcomes import Outcome, outcomes_of
from grader.gradebook.identity import IdField, required, values
from grader.gradebook.sheet import Sheet

FILE = "result.json"
FIELDS: Mapping[str, IdField] = {"github": IdField("GitHub username", ("github", "github_username", "username"))}
_SCHEMA = "classroom50/result/v1"
_ONE_POINT = 100


class _Part(BaseModel):
    """The used part of scores.json, which contains more."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class _Submission(_Part):
    """The keys that identify a submission."""

    classroom: str = Field(min_length=1)
    owner: str = Field(min_length=1)
    submission: str = Field(pattern=r"^submit/")
    commit: str = Field(min_length=1)
    release: str = Field(min_length=1)
    review: str = Field(min_length=1)
    datetime: str = Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
    submitted_by: dict[str, Any] | None = None


class _Entry(_Part):
    owner: str
    submissions: tuple[_Submission, ...] = Field(min_length=1)  # newest first


class _Bucket(_Part):
    type: str
    entries: tuple[_Entry, ...] = ()


class _Scores(_Part):
    schema_: str = Field(alias="schema", pattern="^classroom50/scores/v1$")
    assignments: dict[str, _Bucket]


def classroom50(sheet: Sheet, options: Options) -> Files:
    """`STUDENT/result.json` for the newest submission of each student; options.columns is needed. Raises ExportError.

    Students who submitted nothing there and have only blanks and zeros here get none.
    """
    if options.columns is None:
        raise ExportError("needs_columns", platform="Classroom 50")
    slug, bucket = _bucket(_read(options.columns), options.assignment, options.columns)
    entries = {entry.owner.casefold(): entry for entry in bucket.entries}
    logins = required(sheet.students, values(sheet.students, FIELDS["github"], options.id_column), "GitHub username")
    worked = [s for s in sheet.students if any(c.state.is_work for _, c in sheet.row(s))]
    strangers = [student for student in worked if logins[student.id].casefold() not in entries]
    if strangers:
        field = FIELDS["github"].heading
        raise ExportError("columns_no_student", path=options.columns, fields=field, students=named(strangers))
    files = {}
    for student in sheet.students:
        entry = entries.get(logins[student.id].casefold())
        if entry is not None and (outcomes := outcomes_of(sheet, student)):
            text = json.dumps(_document(slug, bucket.type, entry, outcomes), ensure_ascii=False, indent=1)
            files[f"{folder_of(student)}/{FILE}"] = f"{text}\n".encode()
    return files


def _read(path: Path) -> _Scores:
    try:
        return _Scores.model_validate_json(path.read_bytes())
    except OSError as error:
        raise ExportError("columns_unreadable", path=path, reason=error.strerror or error) from None
    except ValidationError as error:
        raise ExportError("scores_json", path=path, reason=first_complaint(error)) from None


def _bucket(scores: _Scores, wanted: str | None, path: Path) -> tuple[str, _Bucket]:
    """The named assignment, else the only one."""
    known = listed(scores.assignments) or "-"
    slug = wanted if wanted is not None else next(iter(scores.assignments)) if len(scores.assignments) == 1 else None
    if slug is None or slug not in scores.assignments:
        raise ExportError("which_assignment", path=path, known=known)
    if scores.assignments[slug].type != "individual":
        raise ExportError("group_assignment", assignment=slug)
    return slug, scores.assignments[slug]


def _document(slug: str, kind: str, entry: _Entry, outcomes: list[Outcome]) -> dict[str, object]:
    tests = [_test(outcome) for outcome in outcomes]
    newest = entry.submissions[0]
    by = {"submitted_by": newest.submitted_by} if newest.submitted_by is not None else {}
    return {
        "schema": _SCHEMA, "classroom": newest.classroom, "assignment": slug, "assignment_type": kind,
        "owner": newest.owner, "submission": newest.submission, "commit": newest.commit, "release": newest.release,
        "review": newest.review, "datetime": newest.datetime, "score": sum(_score(outcome) for outcome in outcomes),
        "max-score": sum(_hundredths(outcome.max_score) for outcome in outcomes), "tests": tests, **by,
    }  # fmt: skip


def _test(outcome: Outcome) -> dict[str, object]:
    return {
        "test-name": outcome.name, "passed": outcome.passed is True, "score": _score(outcome),
        "max-score": _hundredths(outcome.max_score), "output": outcome.output,
    }  # fmt: skip


def _score(outcome: Outcome) -> int:
    """At most the maximum: Classroom 50 refuses extra credit."""
    return _hundredths(min(outcome.score, outcome.max_score))


def _hundredths(points: float) -> int:
    return round(points * _ONE_POINT)
