"""The sheet of an nbgrader database: an item for each assignment. It imports no nbgrader; a Gradebook is passed in."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import isfinite
from typing import Any

from grader.classroom.results import State
from grader.classroom.roster import Student
from grader.gradebook.errors import ExportError
from grader.gradebook.sheet import Cell, Item, Part, Sheet, cents, names_of, shown, with_titles_apart
from grader.texts import say


def sheet_of_gradebook(
    gradebook: Any, students: Collection[str], assignments: Collection[str], *, missing_is_zero: bool, lang: str
) -> Sheet:
    """The sheet of an `nbgrader.api.Gradebook`. students, assignments: only these, all if empty.

    Scores are as in nbgrader's own export: automatic or manual points and extra credit, minus the late penalty, at
    least 0. Raises ExportError if nothing is left.
    """
    kept = [s for s in gradebook.students if not students or s.id in students]
    given = [a for a in gradebook.assignments if not assignments or a.name in assignments]
    if not given:
        raise ExportError("no_items")
    items = with_titles_apart([Item(a.name, a.name, cents(a.max_score), a.name, names_of([a.name])) for a in given])
    nothing = Cell(0.0 if missing_is_zero else None, say("gradebook.comment_missing", lang), State.MISSING)
    cells = {(student.id, assignment.name): nothing for student in kept for assignment in given}
    for assignment in given:
        for submission in gradebook.assignment_submissions(assignment.name):
            if (submission.student_id, assignment.name) in cells:
                cells[submission.student_id, assignment.name] = _cell(submission, lang)
    return Sheet(tuple(map(_student, kept)), items, cells)


def _student(student: Any) -> Student:
    name = f"{student.first_name or ''} {student.last_name or ''}".strip()
    other = {"lms_user_id": student.lms_user_id} if student.lms_user_id else {}
    return Student(id=student.id, name=name, email=student.email or "", other=other)


def _cell(submission: Any, lang: str) -> Cell:
    if not isfinite(submission.score):  # nbgrader stores whatever a cell or a plug-in returned
        raise ExportError("no_number", assignment=submission.name, student=submission.student_id)
    late = cents(submission.late_submission_penalty or 0.0)
    said = [
        *([say("gradebook.comment_late", lang, points=shown(late))] if late else []),
        *([say("gradebook.comment_manual", lang)] if submission.needs_manual_grade else []),
    ]
    return Cell(cents(max(0.0, submission.score - late)), " ".join(said), parts=tuple(_parts(submission.notebooks)))


def _parts(notebooks: Iterable[Any]) -> Iterable[Part]:
    for notebook in notebooks:
        for grade in notebook.grades:
            waits = grade.needs_manual_grade and grade.manual_score is None
            points = None if waits and not grade.score else cents(grade.score)
            yield Part(f"{notebook.name}: {grade.name}", points, cents(grade.max_score))
