"""Queries of nbgrader's database before anything is changed: ids, people's manual work, other content."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import datetime
from typing import Any

from nbgrader.api import (
    Assignment,
    BaseCell,
    Comment,
    Grade,
    GradeCell,
    Notebook,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
)
from sqlalchemy import and_, or_, select

from grader.dataclass import dataclass
from grader.gradebook.sync.layout import ByHand

SOLUTION = "SolutionCell"  # type of a cell with a comment and no points
GRADE = "GradeCell"  # type of a cell with points and no comment


@dataclass(frozen=True)
class NotebookIds:
    """A notebook in the database. grades, solutions: ids of cells by name."""

    id: str
    grades: Mapping[str, str]
    solutions: Mapping[str, str]


@dataclass(frozen=True)
class AssignmentIds:
    """An assignment in the database. duedate: UTC; notebooks: by name, including the instructor's own."""

    id: str
    duedate: datetime | None
    notebooks: Mapping[str, NotebookIds]


def by_hand(connection: Any, assignment: str, notebook: str) -> ByHand:
    """The cells of a notebook in which a person entered points or a comment."""
    of_notebook = and_(Assignment.name == assignment, Notebook.name == notebook)
    joined = BaseCell.__table__.join(Notebook.__table__).join(Assignment.__table__)
    points = select(BaseCell.name, GradeCell.__table__.c.cell_type).distinct().select_from(
        joined.join(GradeCell.__table__).join(Grade.__table__)
    ).where(of_notebook, or_(Grade.manual_score.is_not(None), Grade.extra_credit.is_not(None)))  # fmt: skip
    comments = select(BaseCell.name).distinct().select_from(joined.join(Comment.__table__)).where(
        of_notebook, Comment.manual_comment.is_not(None), Comment.manual_comment != ""
    )  # fmt: skip
    graded = connection.execute(points).all()
    commented = {name for (name,) in connection.execute(comments)}
    answers = _names(connection, of_notebook, joined, "markdown")
    return ByHand(marks={name for name, kind in graded if kind == "code"},
                  answers={name for name, kind in graded if kind == "markdown"} | commented & answers,
                  kernels=commented - answers)  # fmt: skip


def _names(connection: Any, of_notebook: Any, joined: Any, cell_type: str) -> set[str]:
    cells = GradeCell.__table__
    wanted = select(BaseCell.name).select_from(joined.join(cells)).where(of_notebook, cells.c.cell_type == cell_type)
    return {name for (name,) in connection.execute(wanted)}


def ids_of(connection: Any, assignments: Collection[str]) -> dict[str, AssignmentIds]:
    """The ids that rows of students refer to, by the name of the assignment."""
    found = {}
    for name in assignments:
        own, due = connection.execute(select(Assignment.id, Assignment.duedate).where(Assignment.name == name)).one()
        of_notebooks = select(Notebook.name, Notebook.id).where(Notebook.assignment_id == own)
        notebooks = {n: _notebook_ids(connection, i) for n, i in connection.execute(of_notebooks).all()}
        found[name] = AssignmentIds(own, due, notebooks)
    return found


def _notebook_ids(connection: Any, notebook: str) -> NotebookIds:
    cells = BaseCell.__table__
    rows = connection.execute(select(cells.c.name, cells.c.id, cells.c.type).where(cells.c.notebook_id == notebook))
    found = [(name, own, kind) for name, own, kind in rows]

    def of(is_wanted: Callable[[str], bool]) -> dict[str, str]:
        return {name: own for name, own, kind in found if is_wanted(kind)}

    # A task has both points and comments; only the instructor's own notebooks contain some.
    return NotebookIds(notebook, of(lambda kind: kind != SOLUTION), of(lambda kind: kind != GRADE))


def left_alone(connection: Any, students: Collection[str], assignments: Collection[str]) -> tuple[list[str], list[str]]:
    """Other students and assignments in the database."""
    people = {own for (own,) in connection.execute(select(Student.id))}
    works = {name for (name,) in connection.execute(select(Assignment.name))}
    return sorted(people - set(students)), sorted(works - set(assignments))


def too_many_points(connection: Any, assignments: Collection[str]) -> Iterator[tuple[str, str, float, float]]:
    """Manual points above a cell's maximum: (student, `assignment/notebook/cell`, points, maximum)."""
    cells, grades = GradeCell.__table__, Grade.__table__
    joined = (
        grades.join(BaseCell.__table__)
        .join(cells, cells.c.id == grades.c.cell_id)
        .join(SubmittedNotebook.__table__, SubmittedNotebook.id == grades.c.notebook_id)
        .join(SubmittedAssignment.__table__)
        .join(Notebook.__table__, Notebook.id == BaseCell.notebook_id)
        .join(Assignment.__table__, Assignment.id == Notebook.assignment_id)
    )
    columns = (SubmittedAssignment.student_id, Assignment.name, Notebook.name, BaseCell.name, grades.c.manual_score)
    too_many = and_(grades.c.manual_score > cells.c.max_score, cells.c.max_score > 0)  # 0: told as left over
    wanted = select(*columns, cells.c.max_score).select_from(joined).where(too_many)
    for student, assignment, notebook, cell, points, most in connection.execute(wanted.order_by(*columns)):
        if assignment in assignments:
            yield student, f"{assignment}/{notebook}/{cell}", points, most
