"""Plain tables for people, spreadsheets and scripts: one row per score, or one per student.

Bytes: UTF-8 with a byte order mark, CRLF, minimal quotes, as Excel writes "CSV UTF-8". Text that a spreadsheet would
take for a formula is prefixed with an apostrophe (OWASP, "CSV Injection").
"""

from __future__ import annotations

from collections.abc import Iterator

from grader.classroom.tables import csv_text
from grader.gradebook.exports.options import Options
from grader.gradebook.sheet import Cell, Item, Sheet, shown
from grader.totals import total

_STUDENT = ("student", "name", "email", "section")
_ITEM = ("item", "title")
_CHECK = ("check", "status")
_SCORE = ("score", "points", "comment")


def long_table(sheet: Sheet, options: Options) -> bytes:
    """A row for each student and item; with options.checks, one for each check (or for an item without any)."""
    rows: list[tuple[str, ...]] = [(*_STUDENT, *_ITEM, *(_CHECK if options.checks else ()), *_SCORE)]
    for student in sheet.students:
        head = (student.id, student.name, student.email, student.section)
        for item, cell in sheet.row(student):
            of_item = _by_check(item, cell) if options.checks else _of_item(item, cell)
            rows += [(*head, item.id, item.title, *row) for row in of_item]
    return csv_text(rows).encode()


def wide_table(sheet: Sheet, options: Options) -> bytes:
    """A row for each student, a column for each item, the total as in `grader.totals`, and that of the quizzes."""
    rows: list[tuple[str, ...]] = [(*_STUDENT, *(item.title for item in sheet.items), "total", "quiz_total")]
    for student in sheet.students:
        row = sheet.row(student)  # scores withheld by a gate are 0 in it
        totals = (total((cell.score, False) for item, cell in row if item.is_quiz is quiz) for quiz in (False, True))
        scores = (shown(cell.score) for _, cell in row)
        rows.append((student.id, student.name, student.email, student.section, *scores, *map(shown, totals)))
    return csv_text(rows).encode()


def _of_item(item: Item, cell: Cell) -> Iterator[tuple[str, ...]]:
    yield shown(cell.score), shown(item.points), cell.comment


def _by_check(item: Item, cell: Cell) -> Iterator[tuple[str, ...]]:
    if not cell.parts:
        yield "", str(cell.state), shown(cell.score), shown(item.points), cell.comment
    for part in cell.parts:
        yield part.id, part.status, shown(part.points), shown(part.max_points), part.message
