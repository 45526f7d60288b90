"""The final output of `grader gradebook export`: a line for each item, and what was left blank."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from grader.classroom.results import State
from grader.classroom.roster import Student
from grader.cli.output import complain, show
from grader.files import shown_path
from grader.gradebook.errors import listed
from grader.gradebook.exports.options import Files
from grader.gradebook.sheet import Item, Sheet, shown
from grader.report.style import plain_table
from grader.texts import say

Excused = Sequence[tuple[Student, Item]]

_COLUMNS = ("item", "points", "scores", "blank", "mean")


def tell(sheet: Sheet, content: bytes | Files, out: Path, excused: Excused, lang: str) -> None:
    """Show what was written on stdout, and on stderr what the grader failed on and who is excused."""
    table = plain_table()
    for place, column in enumerate(_COLUMNS):
        table.add_column(say(f"gradebook.column_{column}", lang), justify="right" if place else "left")
    for item in sheet.items:
        scores = _scores(sheet, item)
        mean = f"{statistics.fmean(scores):.1f}" if scores else ""
        blank = len(sheet.students) - len(scores)
        table.add_row(item.title, shown(item.points), str(len(scores)), str(blank or ""), mean)
    show(table)
    failed = sum(cell.state is State.ERROR for cell in sheet.cells.values())
    if failed:
        complain(say("gradebook.ungraded", lang, count=failed))
    if excused:
        who = listed(f"{student.id}: {item.title}" for student, item in excused)
        complain(say("gradebook.excused", lang, count=len(excused), cells=who))
    students, where = len(sheet.students), shown_path(out)
    if isinstance(content, bytes):
        show(Text(say("gradebook.done", lang, students=students, items=len(sheet.items), out=where)))
    else:
        show(Text(say("gradebook.done_folder", lang, students=students, files=len(content), out=where)))


def as_json(name: str, sheet: Sheet, content: bytes | Files, out: Path, excused: Excused) -> dict[str, object]:
    """The same as JSON. files: below `out`, none if that is the file itself."""
    return {
        "format": name,
        "out": str(out),
        "files": [] if isinstance(content, bytes) else list(content),
        "students": len(sheet.students),
        "items": [{"id": item.id, "title": item.title, "points": item.points, "scores": len(_scores(sheet, item))}
                  for item in sheet.items],
        "excused": [{"student": student.id, "item": item.id} for student, item in excused],
        "failed": sum(cell.state is State.ERROR for cell in sheet.cells.values()),
    }  # fmt: skip


def _scores(sheet: Sheet, item: Item) -> list[float]:
    cells = (sheet.cell(student, item) for student in sheet.students)
    return [cell.score for cell in cells if cell.score is not None]
