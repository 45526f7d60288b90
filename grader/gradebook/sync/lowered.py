"""The scores in the gradebook that a sync would lower, for confirmation before anything is written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from nbgrader.api import Assignment, BaseCell, Grade, SubmittedAssignment, SubmittedNotebook
from sqlalchemy import select

from grader.classroom.summary import Standing
from grader.gradebook.sync.classwork import ClassWork, students_of
from grader.gradebook.sync.layout import QUIZ_CELL, mark_cell
from grader.gradebook.sync.marks import mark_of


def lowered(connection: Any, work: ClassWork, lang: str) -> Iterator[str]:
    """`STUDENT MODULE/EXERCISE: 85 -> 0` for each exercise, and each quiz, whose score the grader would lower.

    Cells with manual points are left out, as these stay anyway.
    """
    rows = (
        select(SubmittedAssignment.student_id, Assignment.name, BaseCell.name, Grade.__table__.c.auto_score)
        .select_from(Grade.__table__)
        .join(BaseCell.__table__, BaseCell.__table__.c.id == Grade.__table__.c.cell_id)
        .join(SubmittedNotebook.__table__, SubmittedNotebook.__table__.c.id == Grade.__table__.c.notebook_id)
        .join(SubmittedAssignment.__table__)
        .join(Assignment.__table__, Assignment.id == SubmittedAssignment.assignment_id)
        .where(Grade.__table__.c.manual_score.is_(None))
    )
    before: dict[tuple[str, str], dict[str, float]] = defaultdict(dict)
    for student, module, cell, score in connection.execute(rows):
        before[student, module][cell] = score or 0.0
    for info, standing in students_of(work):
        for module in work.modules:
            cells = before.get((info.id, module), {})
            for item, wanted in _wanted(work, info.id, standing, module, lang):
                kept = {cell: score for cell, score in wanted.items() if cell in cells}
                was, now = sum(cells[cell] for cell in kept), sum(kept.values())
                if now < was - 0.005:
                    yield f"{info.id} {item}: {was:g} -> {now:g}"


def _wanted(
    work: ClassWork, student: str, standing: Standing, module: str, lang: str
) -> Iterator[tuple[str, dict[str, float]]]:
    """The grader's scores by cell for each exercise, and the quiz, of a module; 0 where a person has to judge."""
    content = work.modules[module]
    for exercise in content.exercises:
        one, withheld = work.judged[student, exercise.id], standing.exercises[exercise.id].withheld
        yield exercise.id, {mark_cell(exercise.id, check.id): mark_of(check, one, withheld, lang).score or 0.0
                            for check in content.checks[exercise.id]}  # fmt: skip
    quiz = work.quizzes.get((student, content.module.number))
    if quiz is not None:
        yield f"{module}/quiz", {QUIZ_CELL: quiz.score or 0.0}
