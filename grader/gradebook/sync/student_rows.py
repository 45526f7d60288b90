"""The rows of one student in nbgrader's database: missing ones are created, others changed only in the grader's part.

What people enter (manual points and comments, extra credit, flags, extensions) is never overwritten.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import field
from datetime import datetime, timedelta
from typing import Any

from nbgrader.api import Comment, Grade, SubmittedAssignment, SubmittedNotebook, new_uuid
from sqlalchemy import bindparam, insert, select, update

from grader.dataclass import dataclass
from grader.gradebook.sync.looked_up import AssignmentIds, NotebookIds

NO_RESPONSE = "No response."  # as in nbgrader's autograder
Penalty = Callable[[str, float, float], float | None]  # (student, score, seconds late) -> points

_SUBMISSIONS, _NOTEBOOKS = SubmittedAssignment.__table__, SubmittedNotebook.__table__
_GRADES, _COMMENTS = Grade.__table__, Comment.__table__


@dataclass(frozen=True)
class WantedNotebook:
    """The wanted rows of a notebook, by cell name.

    scores: None where a person has to judge. answered: cells with a student's text. look_again: cells with a new
    answer, so that points for the old one must be reviewed.
    """

    scores: Mapping[str, float | None]
    answered: Collection[str] = ()
    look_again: Collection[str] = ()


@dataclass(frozen=True)
class WantedSubmission:
    """The wanted rows of a submission. timestamp: UTC; notebooks: the grader's, by name."""

    timestamp: datetime | None
    notebooks: Mapping[str, WantedNotebook]


Wanted = Mapping[str, WantedSubmission]  # by assignment
Ids = Mapping[str, AssignmentIds]  # by assignment


@dataclass
class Written:
    """Changes to the rows. submissions: new ones; changed: number of changed scores and penalties.

    waiting: cells, `assignment/cell`, that nobody has judged, without answers.
    """

    submissions: int = 0
    changed: int = 0
    waiting: list[str] = field(default_factory=list)


@dataclass
class _Batch:
    """Rows to be written together."""

    new_grades: list[dict[str, Any]] = field(default_factory=list)
    grades: list[dict[str, Any]] = field(default_factory=list)
    new_comments: list[dict[str, Any]] = field(default_factory=list)
    comments: list[dict[str, Any]] = field(default_factory=list)


def submitted_before(connection: Any, student: str) -> frozenset[str]:
    """The ids of the assignments that a student has submitted."""
    own = select(_SUBMISSIONS.c.assignment_id).where(_SUBMISSIONS.c.student_id == student)
    return frozenset(assignment for (assignment,) in connection.execute(own))


def write_student(connection: Any, student: str, wanted: Wanted, ids: Ids, penalty: Penalty) -> Written:
    """Update the rows of a student to what is wanted, within a transaction."""
    written = Written()
    submissions = _submissions(connection, student, wanted, ids, written)
    there = _notebooks(connection, student, submissions, ids)
    before = _Before(connection, student)
    batch = _Batch()
    for assignment, submission in wanted.items():
        for name, notebook in ids[assignment].notebooks.items():
            own = there[submissions[assignment], notebook.id]
            mine = submission.notebooks.get(name)
            _rows(before, batch, own, notebook, mine)
            written.waiting += (f"{assignment}/{cell}" for cell in _waiting(before, own, notebook, mine))
    _write(connection, batch)
    written.changed = len(batch.grades) + _penalties(connection, student, wanted, ids, penalty)
    return written


def _submissions(connection: Any, student: str, wanted: Wanted, ids: Ids, written: Written) -> dict[str, str]:
    """The id of each submission, created if missing, its timestamp updated."""
    columns = (_SUBMISSIONS.c.assignment_id, _SUBMISSIONS.c.id, _SUBMISSIONS.c.timestamp)
    rows = connection.execute(select(*columns).where(_SUBMISSIONS.c.student_id == student))
    there = {assignment: (own, stamp) for assignment, own, stamp in rows}
    found = {}
    for name, submission in wanted.items():
        own, stamp = there.get(ids[name].id, (None, None))
        if own is None:
            own = new_uuid()
            values = {"id": own, "assignment_id": ids[name].id, "student_id": student}
            connection.execute(insert(_SUBMISSIONS), {**values, "timestamp": submission.timestamp})
            written.submissions += 1
        elif stamp != submission.timestamp:
            of_this = update(_SUBMISSIONS).where(_SUBMISSIONS.c.id == own)
            connection.execute(of_this.values(timestamp=submission.timestamp))
        found[name] = own
    return found


def _notebooks(connection: Any, student: str, submissions: Mapping[str, str], ids: Ids) -> dict[tuple[str, str], str]:
    """The id of every notebook of the submissions by (submission, notebook), created if missing."""
    columns = (_NOTEBOOKS.c.assignment_id, _NOTEBOOKS.c.notebook_id, _NOTEBOOKS.c.id)
    rows = connection.execute(select(*columns).join(_SUBMISSIONS).where(_SUBMISSIONS.c.student_id == student))
    there = {(submission, notebook): own for submission, notebook, own in rows}
    pairs = [(own, notebook.id) for name, own in submissions.items() for notebook in ids[name].notebooks.values()]
    new = {pair: new_uuid() for pair in pairs if pair not in there}
    if new:
        values = [{"id": own, "assignment_id": s, "notebook_id": n} for (s, n), own in new.items()]
        connection.execute(insert(_NOTEBOOKS), values)
    return there | new


class _Before:
    """A student's existing rows: (id, the grader's value, manual points) by (submitted notebook, cell)."""

    def __init__(self, connection: Any, student: str) -> None:
        def rows(table: Any, *columns: Any) -> Iterator[Any]:
            own = select(table.c.notebook_id, table.c.cell_id, table.c.id, *columns)
            joined = own.join(_NOTEBOOKS, _NOTEBOOKS.c.id == table.c.notebook_id).join(_SUBMISSIONS)
            return iter(connection.execute(joined.where(_SUBMISSIONS.c.student_id == student)))

        self.grades = {(n, c): rest for n, c, *rest in rows(_GRADES, _GRADES.c.auto_score, _GRADES.c.manual_score)}
        self.comments = {(n, c): rest for n, c, *rest in rows(_COMMENTS, _COMMENTS.c.auto_comment)}


def _rows(before: _Before, batch: _Batch, own: str, notebook: NotebookIds, wanted: WantedNotebook | None) -> None:
    """Collect what has to be written for one notebook. wanted: None for one of the instructor's own.

    Such a notebook gets no points until `nbgrader autograde` grades it, as missing ones do there.
    """
    for name, cell in notebook.grades.items():
        score = wanted.scores.get(name) if wanted else 0.0
        if (row := before.grades.get((own, cell))) is None:
            values = {"notebook_id": own, "cell_id": cell, "auto_score": score, "needs_manual_grade": score is None}
            batch.new_grades.append(values)
        elif wanted and (row[1] != score or name in wanted.look_again):
            grade, _, by_hand = row
            batch.grades.append({"row": grade, "score": score, "look": score is None or by_hand is not None})
    for name, cell in notebook.solutions.items():
        comment = None if wanted is None or name in wanted.answered else NO_RESPONSE
        if (row := before.comments.get((own, cell))) is None:
            batch.new_comments.append({"notebook_id": own, "cell_id": cell, "auto_comment": comment})
        elif wanted and row[1] != comment:
            batch.comments.append({"row": row[0], "comment": comment})


def _waiting(before: _Before, own: str, notebook: NotebookIds, wanted: WantedNotebook | None) -> Iterator[str]:
    """Cells judged neither by the grader nor by a person."""
    for name, score in (wanted.scores if wanted else {}).items():
        if score is None and wanted and name not in wanted.answered:
            row = before.grades.get((own, notebook.grades[name]))
            if row is None or row[2] is None:
                yield name


def _write(connection: Any, batch: _Batch) -> None:
    grade = update(_GRADES).where(_GRADES.c.id == bindparam("row"))
    comment = update(_COMMENTS).where(_COMMENTS.c.id == bindparam("row"))
    statements = (
        (insert(_GRADES), batch.new_grades),
        (grade.values(auto_score=bindparam("score"), needs_manual_grade=bindparam("look")), batch.grades),
        (insert(_COMMENTS), batch.new_comments),
        (comment.values(auto_comment=bindparam("comment")), batch.comments),
    )
    for statement, rows in statements:
        if rows:
            connection.execute(statement, rows)


def _penalties(connection: Any, student: str, wanted: Wanted, ids: Ids, penalty: Penalty) -> int:
    """Write late penalties as `nbgrader autograde` would; returns how many changed."""
    changed = 0
    ours = {notebook.id: name for name, own in ids.items() if name in wanted for n, notebook in own.notebooks.items()
            if n in wanted[name].notebooks}  # fmt: skip
    table = _NOTEBOOKS.c
    columns = (table.id, table.notebook_id, table.late_submission_penalty, _SUBMISSIONS.c.extension)
    rows = connection.execute(select(*columns).join(_SUBMISSIONS).where(_SUBMISSIONS.c.student_id == student)).all()
    for own, notebook, before, extension in rows:
        if notebook not in ours:
            continue
        name = ours[notebook]
        late = _seconds_late(wanted[name].timestamp, ids[name].duedate, extension)
        points = penalty(student, _score(connection, own), late) if late > 0 else None
        if points != before:
            of_this = update(_NOTEBOOKS).where(_NOTEBOOKS.c.id == own)
            connection.execute(of_this.values(late_submission_penalty=points))
            changed += 1
    return changed


def _seconds_late(timestamp: datetime | None, due: datetime | None, extension: timedelta | None) -> float:
    """Seconds as counted by nbgrader; 0 without a due date or timestamp."""
    if timestamp is None or due is None:
        return 0.0
    return max(0.0, (timestamp - due - (extension or timedelta())).total_seconds())


def _score(connection: Any, notebook: str) -> float:
    """The points of a submitted notebook, including manual ones, as summed by nbgrader."""
    score: float = connection.execute(select(SubmittedNotebook.score).where(_NOTEBOOKS.c.id == notebook)).scalar_one()
    return score
