"""`grader solution --diff`: a student's file beside the course's own, by what both measure and where they differ."""

from __future__ import annotations

from difflib import unified_diff
from typing import TYPE_CHECKING

from grader.cli.output import show, show_unwrapped
from grader.cli.wishes import sessions
from grader.files import shown_path
from grader.texts import say

if TYPE_CHECKING:
    from rich.table import Table

    from grader.course.catalog import Course, Exercise
    from grader.grading.grade import Open
    from grader.verdicts import Report


def beside_solution(course: Course, exercise: Exercise, solution: str, head: Open | None, lang: str) -> None:
    """Grade and show both. solution: as it is shown. Raises Failure for a file that cannot be read."""
    from rich.syntax import Syntax

    from grader.course.cuda_tokens import code_of
    from grader.grading.grade import Devices
    from grader.grading.submissions import grade_file

    devices = Devices(sessions(head))
    own, theirs = (grade_file(course, exercise, path, devices, lang).report
                   for path in (exercise.source_path, exercise.solution_path))  # fmt: skip
    show(_table(own, theirs, lang))
    text = exercise.source_path.read_text("utf-8-sig")
    if code_of(text) == code_of(solution):
        show_unwrapped(say("cli.solution_same", lang))
        return
    lines = unified_diff(text.splitlines(), solution.splitlines(), shown_path(exercise.source_path),
                         shown_path(exercise.solution_path), lineterm="")  # fmt: skip
    show(Syntax("\n".join(lines), "diff", theme="ansi_dark", word_wrap=True))


def _table(own: Report, theirs: Report, lang: str) -> Table:
    """check | you | solution | target, for all that is measured."""
    from grader.report.style import plain_table
    from grader.report.values import value_text

    table = plain_table()
    table.add_column(say("report.column_check", lang), no_wrap=True)
    for key in ("report.column_you", "cli.solution_column_solution", "report.column_target"):
        table.add_column(say(key, lang), justify="right", overflow="fold")
    for mine, other in zip(own.checks, theirs.checks, strict=True):
        if mine.measured is not None:
            table.add_row(mine.id, value_text(mine.measured), value_text(other.measured), value_text(mine.target))
    return table
