"""The results of a class as CSV for people and spreadsheets: a line per check, and a line per student."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from grader.classroom.results import Result
from grader.classroom.summary import ClassSummary
from grader.files import write_atomically

_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_MARK = "\ufeff"  # without it Excel does not recognise UTF-8

Found = Mapping[tuple[str, str], Result]  # (student, exercise)


def write_tables(folder: Path, summary: ClassSummary, found: Found) -> None:
    """`checks.csv` and `scores.csv` in `folder`. Raises OSError."""
    write_atomically(folder / "checks.csv", csv_text(_checks(summary, found)))
    write_atomically(folder / "scores.csv", csv_text(_scores(summary)))


def _checks(summary: ClassSummary, found: Found) -> list[list[object]]:
    rows: list[list[object]] = [["student", "exercise", "state", "check", "status", "points", "max_points", "message"]]
    for student in summary.students:
        for exercise in summary.exercises:
            result = found[student.id, exercise.id]
            head: list[object] = [student.id, exercise.id, result.state]
            checks = result.report["checks"] if result.report is not None else ()
            rows += [[*head, c["id"], c["status"], points(c["points"]), c["max_points"], c["message"]] for c in checks]
            if not checks:
                rows.append([*head, "", "", "", "", result.message])
    return rows


def _scores(summary: ClassSummary) -> list[list[object]]:
    """Scores are blank, not 0, if nothing was handed in or begun, or if the grader failed.

    total: as defined by `grader.totals`, without quizzes, whose points are in quiz_total.
    """
    quizzes = [module for module in summary.modules if module.quiz_points is not None]
    ids = [exercise.id for exercise in summary.exercises]
    rows: list[list[object]] = [
        ["student", "name", "section", *ids, *(f"{module.name}/quiz" for module in quizzes), "locked", "total",
         "quiz_total"]
    ]
    for student, standing in zip(summary.students, summary.standings, strict=True):
        cells = [points(standing.exercises[name].score) for name in ids]
        of_quizzes = [points(standing.quizzes[module.number].score) for module in quizzes]
        locked = " ".join(standing.locked)
        totals = points(standing.total), points(standing.quiz_total)
        rows.append([student.id, student.name, student.section, *cells, *of_quizzes, locked, *totals])
    return rows


def points(number: float | None) -> str:
    """Points as shown in a table; "" for None."""
    return "" if number is None else f"{round(number, 2):g}"


def csv_text(rows: Sequence[Sequence[object]]) -> str:
    """Rows as CSV for spreadsheets: with a byte order mark, and no text that they would take for a formula."""
    text = io.StringIO()
    cells = ([as_text(cell) if isinstance(cell, str) else str(cell) for cell in row] for row in rows)
    csv.writer(text, lineterminator="\r\n").writerows(cells)
    return _MARK + text.getvalue()


def as_text(cell: str) -> str:
    """A cell that spreadsheets take for text and never for a formula."""
    return f"'{cell}" if cell.startswith(_STARTS_A_FORMULA) else cell
