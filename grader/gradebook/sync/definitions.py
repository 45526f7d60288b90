"""Creates, updates and removes assignments, notebooks and cells in nbgrader's database.

A cell that the course no longer has is removed with the grader's own data. One with a person's work stays
(`layout.ByHand`).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import field
from datetime import datetime
from typing import Any

from nbgrader.api import (
    Assignment,
    BaseCell,
    Comment,
    Course,
    Grade,
    GradeCell,
    Notebook,
    SolutionCell,
    SourceCell,
    Student,
    new_uuid,
)
from sqlalchemy import and_, delete, insert, select, update

from grader.dataclass import dataclass
from grader.gradebook.sync.looked_up import GRADE, SOLUTION
from grader.gradebook.sync.notebooks import KERNELSPEC
from grader.gradebook.sync.people import Person
from grader.gradebook.sync.release import CellRow


@dataclass
class Changes:
    """Changes to existing notebooks. Names are `notebook/cell`."""

    maxima: list[tuple[str, float, float]] = field(default_factory=list)  # of the cell, before and now
    gone: list[str] = field(default_factory=list)
    added: list[str] = field(default_factory=list)


def define_assignment(
    connection: Any, course: str, name: str, duedate: datetime | None, notebooks: Mapping[str, Collection[CellRow]]
) -> Changes:
    """Update the database to the notebooks of an assignment. duedate: None keeps the old one."""
    if not connection.execute(select(Course.id).where(Course.id == course)).all():
        connection.execute(insert(Course), {"id": course})
    found = connection.execute(select(Assignment.id, Assignment.duedate).where(Assignment.name == name)).one_or_none()
    if found is None:
        own = new_uuid()
        connection.execute(insert(Assignment), {"id": own, "name": name, "course_id": course, "duedate": duedate})
    else:
        own, before = found
        if duedate is not None and duedate != before:
            connection.execute(update(Assignment).where(Assignment.id == own).values(duedate=duedate))
    changes = Changes()
    for notebook, rows in notebooks.items():
        _define_notebook(connection, own, notebook, rows, changes)
    return changes


def _define_notebook(connection: Any, assignment: str, name: str, rows: Collection[CellRow], changes: Changes) -> None:
    kernelspec = json.dumps(KERNELSPEC)
    wanted = select(Notebook.id).where(Notebook.assignment_id == assignment, Notebook.name == name)
    own = connection.execute(wanted).scalar_one_or_none()
    is_new = own is None
    if is_new:
        own = new_uuid()
        row = {"id": own, "name": name, "assignment_id": assignment, "kernelspec": kernelspec}
        connection.execute(insert(Notebook), row)
    else:
        connection.execute(update(Notebook).where(Notebook.id == own).values(kernelspec=kernelspec))
    told = Changes()
    _grade_cells(connection, own, name, [row for row in rows if row.is_grade], told)
    _solution_cells(connection, own, {row.name for row in rows if row.is_solution})
    _source_cells(connection, own, rows)
    if not is_new:
        changes.maxima += told.maxima
        changes.gone += told.gone
        changes.added += told.added


def _grade_cells(connection: Any, notebook: str, name: str, rows: Iterable[CellRow], told: Changes) -> None:
    base, cells = BaseCell.__table__, GradeCell.__table__
    known = select(base.c.name, base.c.id, cells.c.max_score).join(cells).where(base.c.notebook_id == notebook)
    there = {cell: (own, most) for cell, own, most in connection.execute(known)}
    for row in rows:
        own, most = there.pop(row.name, (None, None))
        if own is None:
            own = _base_cell(connection, notebook, row.name, GRADE)
            values = {"id": own, "max_score": row.max_score, "cell_type": row.cell_type}
            connection.execute(insert(cells), values)
            told.added.append(f"{name}/{row.name}")
        elif most != row.max_score:
            connection.execute(update(cells).where(cells.c.id == own).values(max_score=row.max_score))
            told.maxima.append((f"{name}/{row.name}", most, row.max_score or 0.0))
    for gone, (own, _) in there.items():
        _remove(connection, own, Grade, cells)
        told.gone.append(f"{name}/{gone}")


def _solution_cells(connection: Any, notebook: str, wanted: set[str]) -> None:
    base, cells = BaseCell.__table__, SolutionCell.__table__
    known = select(base.c.name, base.c.id).join(cells).where(base.c.notebook_id == notebook)
    there = dict(connection.execute(known).all())
    for cell in wanted - there.keys():
        connection.execute(insert(cells), {"id": _base_cell(connection, notebook, cell, SOLUTION)})
    for gone in there.keys() - wanted:
        _remove(connection, there[gone], Comment, cells)


def _base_cell(connection: Any, notebook: str, name: str, kind: str) -> str:
    own: str = new_uuid()
    values = {"id": own, "name": name, "notebook_id": notebook, "type": kind}
    connection.execute(insert(BaseCell.__table__), values)
    return own


def _remove(connection: Any, cell: str, rows: Any, cells: Any) -> None:
    connection.execute(delete(rows.__table__).where(rows.__table__.c.cell_id == cell))
    connection.execute(delete(cells).where(cells.c.id == cell))
    connection.execute(delete(BaseCell.__table__).where(BaseCell.__table__.c.id == cell))


def _source_cells(connection: Any, notebook: str, rows: Iterable[CellRow]) -> None:
    cells = SourceCell.__table__
    columns = (cells.c.cell_type, cells.c.locked, cells.c.source, cells.c.checksum)
    there = {name: tuple(values) for name, *values in connection.execute(
        select(cells.c.name, *columns).where(cells.c.notebook_id == notebook))}  # fmt: skip
    for row in rows:
        values = {"cell_type": row.cell_type, "locked": row.is_locked, "source": row.source, "checksum": row.checksum}
        before = there.pop(row.name, None)
        if before is None:
            connection.execute(insert(cells), {"id": new_uuid(), "name": row.name, "notebook_id": notebook, **values})
        elif before != tuple(values.values()):
            of_this = and_(cells.c.notebook_id == notebook, cells.c.name == row.name)
            connection.execute(update(cells).where(of_this).values(**values))
    for gone in there:
        connection.execute(delete(cells).where(cells.c.notebook_id == notebook, cells.c.name == gone))


def define_students(connection: Any, people: Iterable[Person]) -> None:
    """Add students and update names and addresses given by the roster; others stay."""
    columns = ("first_name", "last_name", "email", "lms_user_id")
    there = {own: dict(zip(columns, values, strict=True)) for own, *values in connection.execute(
        select(Student.id, *(getattr(Student, column) for column in columns)))}  # fmt: skip
    for person in people:
        given = {column: value for column in columns if (value := getattr(person, column)) is not None}
        if person.id not in there:
            connection.execute(insert(Student), {"id": person.id, **given})
        elif given.items() - there[person.id].items():
            connection.execute(update(Student).where(Student.id == person.id).values(**given))
