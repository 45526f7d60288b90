"""`grader class report`: pages for the instructor and for each student, from what `grader class grade` left."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from grader.cli.output import complain, show
from grader.failure import Failure
from grader.files import shown_path, writing
from grader.texts import say

if TYPE_CHECKING:
    from grader.classroom.report.gather import ClassData

_SHOWN = 10  # unreadable files


def report(results: Path, out: Path, lang: str) -> int:
    """Write the pages. Exit status 0, or 2 if a file among the results cannot be read. Raises Failure."""
    from grader.classroom.report.writing import CLASS_PAGE, STUDENTS, write_pages

    data = _gathered(results)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with writing(shown_path(out)), Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(say("class_report.writing", lang), total=len(data.summary.students) + 1)
        written = write_pages(data, out, lang, lambda: bar.advance(task))
    _tell_doubts(data, lang)
    if written.matches is None:
        complain(say("class_report.similar_unknown", lang))
    else:
        show(say("class_report.found", lang, matches=written.matches))
    show(say("class_report.written", lang, page=shown_path(out / CLASS_PAGE), students=written.students,
             folder=shown_path(out / STUDENTS)))  # fmt: skip
    return 2 if data.unread else 0


def _gathered(results: Path) -> ClassData:
    from grader.classroom.report.gather import gather
    from grader.classroom.summary import FILE, NoClass

    try:
        return gather(results)
    except NoClass as none:
        path = results if none.key == "no_summary" else results / FILE
        raise Failure("no_class", f"class.{none.key}", path=shown_path(path), detail=none.detail) from None


def _tell_doubts(data: ClassData, lang: str) -> None:
    """Report what cannot be read and what is newer than the summary."""
    if data.unread:
        named = [shown_path(doubt.path) for doubt in data.unread[:_SHOWN]]
        more = len(data.unread) - len(named)
        lines = [*named, *([say("class_report.and_more", lang, count=more)] if more else [])]
        complain("\n  ".join([say("class_report.unread", lang, count=len(data.unread)), *lines]))
    if data.stale:
        complain(say("class_report.stale", lang, count=len(data.stale)))
