"""The results of a class as CSV: a line for each check, and a line for each student. For people and spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from grader.classroom.results import Result, State
from grader.classroom.roster import Student
from grader.course.catalog import Exercise
from grader.course.skeleton import write_atomically

_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_MARK = "\ufeff"  # without it Excel takes UTF-8 for something else

Found = Mapping[tuple[str, str], Result]  # (student, exercise)


def write_tables(folder: Path, students: Sequence[Student], exercises: Sequence[Exercise], found: Found) -> None:
    """`checks.csv` and `scores.csv` in `folder`. Raises OSError."""
    write_atomically(folder / "checks.csv", _csv(_checks(students, exercises, found)))
    write_atomically(folder / "scores.csv", _csv(_scores(students, exercises, found)))


def _checks(students: Sequence[Student], exercises: Sequence[Exercise], found: Found) -> list[list[object]]:
    rows: list[list[object]] = [["student", "exercise", "state", "check", "status", "points", "max_points", "message"]]
    for student in students:
        for exercise in exercises:
            result = found[student.id, exercise.id]
            head: list[object] = [student.id, exercise.id, result.state]
            checks = result.report["checks"] if result.report is not None else ()
            rows += [[*head, c["id"], c["status"], _points(c["points"]), c["max_points"], c["message"]] for c in checks]
            if not checks:
                rows.append([*head, "", "", "", "", result.message])
    return rows


def _scores(students: Sequence[Student], exercises: Sequence[Exercise], found: Found) -> list[list[object]]:
    """Scores are blank where nothing was handed in or the grader failed: that is no zero."""
    rows: list[list[object]] = [["student", "name", "section", *(e.id for e in exercises), "total"]]
    for student in students:
        own = [found[student.id, exercise.id] for exercise in exercises]
        scores = [result.score if result.state is State.GRADED else None for result in own]
        total = sum(score for score in scores if score is not None)
        cells = [_points(score) for score in scores]
        rows.append([student.id, student.name, student.section, *cells, _points(total)])
    return rows


def _points(points: float | None) -> str:
    return "" if points is None else f"{points:g}"


def _csv(rows: Sequence[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows([[_cell(cell) for cell in row] for row in rows])
    return _MARK + text.getvalue()


def _cell(cell: object) -> str:
    """As text that no spreadsheet takes for a formula."""
    text = str(cell)
    return f"'{text}" if isinstance(cell, str) and text.startswith(_STARTS_A_FORMULA) else text
