"""`results.json` of a Gradescope autograder, one for each student who handed anything in.

Rules: gradescope-autograders.readthedocs.io, "Autograder Specifications": a score at the top level or on every test;
the former takes precedence. `extra_data` is only stored; here it identifies the student.
Bytes: JSON in UTF-8. All formats are "text", so that nothing is taken for HTML.
"""

from __future__ import annotations

import json

from grader.classroom.results import State
from grader.classroom.roster import Student
from grader.gradebook.exports.names import folder_of
from grader.gradebook.exports.options import Files, Options
from grader.gradebook.exports.outcomes import Outcome, outcomes_of
from grader.gradebook.sheet import Sheet, cents

FILE = "results.json"


def gradescope(sheet: Sheet, options: Options) -> Files:
    """`STUDENT/results.json`, except for students whose row is blank."""
    files = {}
    for student in sheet.students:
        if outcomes := outcomes_of(sheet, student):
            document = _document(sheet, student, outcomes)
            text = json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False)
            files[f"{folder_of(student)}/{FILE}"] = f"{text}\n".encode()
    return files


def _document(sheet: Sheet, student: Student, outcomes: list[Outcome]) -> dict[str, object]:
    blank = [f"{item.title}: {cell.comment}" for item, cell in sheet.row(student) if cell.state is not State.GRADED]
    return {
        "score": cents(sum(outcome.score for outcome in outcomes)), "output": "\n".join(blank), "output_format": "text",
        "test_output_format": "text", "test_name_format": "text",
        "extra_data": {"student": student.id, "email": student.email},
        "tests": [_test(outcome) for outcome in outcomes],
    }  # fmt: skip


def _test(outcome: Outcome) -> dict[str, object]:
    verdict = {} if outcome.passed is None else {"status": "passed" if outcome.passed else "failed"}
    return {
        "name": outcome.name, "score": outcome.score, "max_score": outcome.max_score, **verdict,
        "output": outcome.output, "tags": [outcome.group],
    }  # fmt: skip
