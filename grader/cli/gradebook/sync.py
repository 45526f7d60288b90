"""`grader gradebook sync`: the results of a class into nbgrader."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, time
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grader.cli.options import JsonOut, Lang, help_text
from grader.cli.output import STDOUT, complain, passing_bar, show, write_json
from grader.cli.wishes import chosen
from grader.failure import Failure, Interrupted
from grader.files import shown_path
from grader.texts import say

if TYPE_CHECKING:
    from grader.classroom.summary import ClassSummary
    from grader.course.catalog import Course
    from grader.gradebook.sync.run import Outcome

_SHOWN = 20  # of the cells waiting for manual grading
_LAST_MINUTE = time(23, 59, 59)


def sync(
    results: Annotated[Path, typer.Argument(metavar="RESULTS", help=help_text("gradebook_results"))],
    course: Annotated[Path, typer.Option("--course", metavar="DIR", help=help_text("gradebook_course"))],
    course_id: Annotated[
        str | None, typer.Option("--course-id", metavar="ID", help=help_text("gradebook_course_id"))
    ] = None,
    due: Annotated[
        list[str] | None, typer.Option("--due", metavar="MODULE=DATE", help=help_text("gradebook_due"))
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help=help_text("gradebook_yes"))] = False,
    json: JsonOut = None,
    lang: Lang = None,
) -> int:
    """Update nbgrader's files and database to the results. Exit status 0, or 2 if it could not."""
    from grader.classroom.results import Busy, Results
    from grader.grading.opening import open_here

    speech = chosen(lang)
    if find_spec("nbgrader") is None:
        raise Failure("no_package", "gradebook.sync_no_nbgrader")
    here = open_here(speech)
    dates = dict(_due(text, here) for text in due or ())
    summary = summary_in(results)
    from grader.gradebook.errors import CannotSync

    try:
        with Results(results).alone(), Results(course).alone():
            outcome = _synced(results, course, course_id, here, dates, summary, yes, speech)
    except Busy:
        raise Failure("busy", "gradebook.sync_busy", path=f"{shown_path(results)}, {shown_path(course)}") from None
    except KeyboardInterrupt:
        raise Interrupted("gradebook.sync_interrupted", path=shown_path(course)) from None
    except CannotSync as error:
        raise Failure("gradebook", f"gradebook.sync_{error.key}", **with_paths_shown(error.details)) from None
    except OSError as error:
        path, reason = error.filename or course, error.strerror or error
        raise Failure("unwritable_file", "gradebook.sync_unwritable", path=path, reason=reason) from None
    if json is not None:
        write_json(_as_json(outcome, dates, speech), json)
    if json != STDOUT:
        _tell(outcome, dates, speech)
    return 0


def _synced(
    results: Path, folder: Path, course_id: str | None, course: Course, due: Mapping[str, datetime],
    summary: ClassSummary, yes: bool, lang: str,
) -> Outcome:  # fmt: skip
    from grader.cli.agreeing import agreed
    from grader.gradebook.sync.classwork import read_class
    from grader.gradebook.sync.course_folder import course_of, open_folder
    from grader.gradebook.sync.database import connected, courses_in
    from grader.gradebook.sync.lowered import lowered
    from grader.gradebook.sync.run import Job, sync

    work = read_class(results, summary, course, lang)
    opened = open_folder(folder)
    known = courses_in(opened.database)
    found = course_of(opened, course_id, known)
    if known:
        with connected(opened.database) as connection:
            losses = list(lowered(connection, work, lang))
        if losses and not agreed(losses, yes, lang):
            raise Failure("would_lower", "gradebook.sync_would_lower", path=shown_path(folder))
    with passing_bar() as bar:
        task = bar.add_task(say("gradebook.sync_progress", lang), total=len(summary.students))
        return sync(Job(work, opened, found, due, lang, lambda: bar.advance(task)))


def summary_in(results: Path) -> ClassSummary:
    """The summary of a class. Raises Failure if RESULTS contain none."""
    from grader.classroom.summary import FILE, NoClass, read_summary

    try:
        return read_summary(results)
    except NoClass as error:
        path = shown_path(results if error.key == "no_summary" else results / FILE)
        raise Failure("no_results", f"class.{error.key}", path=path, detail=error.detail) from None


def _due(text: str, course: Course) -> tuple[str, datetime]:
    """`06=2026-12-01T23:59+09:00`: a module and a time in UTC. A date alone ends with the day. Raises Failure."""
    name, _, date = text.partition("=")
    found = [m.name for m in course.modules if name in (m.number, m.name)]
    try:
        when = datetime.fromisoformat(date.strip())
    except ValueError:
        found = []
    if not found:
        raise Failure("bad_argument", "gradebook.sync_bad_due", text=text)
    if "T" not in date and ":" not in date:
        when = datetime.combine(when.date(), _LAST_MINUTE)
    return found[0], (when.astimezone(UTC) if when.tzinfo else when).replace(tzinfo=None)


def with_paths_shown(details: Mapping[str, object]) -> dict[str, object]:
    """Details of a message with their paths as shown to people."""
    return {name: shown_path(value) if isinstance(value, Path) else value for name, value in details.items()}


def _sentences(outcome: Outcome, lang: str) -> list[str]:
    return [say(f"gradebook.sync_note_{key}", lang, **with_paths_shown(details)) for key, details in outcome.notes]


def _tell(outcome: Outcome, due: Mapping[str, datetime], lang: str) -> None:
    from rich.text import Text

    for sentence in _sentences(outcome, lang):
        complain(sentence)
    if waiting := outcome.undecided:
        lines = [say("gradebook.sync_undecided", lang, count=len(waiting)), *(f"  {cell}" for cell in waiting[:_SHOWN])]
        if len(waiting) > _SHOWN:
            lines.append(say("gradebook.sync_more", lang, count=len(waiting) - _SHOWN))
        complain("\n".join(lines))
    for module, date in due.items():
        show(Text(say("gradebook.sync_due", lang, module=module, date=date)))
    key = "sync_done" if outcome.new or outcome.changed or outcome.files else "sync_nothing_changed"
    show(Text(say(f"gradebook.{key}", lang, course=outcome.course, students=outcome.students,
                  submissions=outcome.submissions, new=outcome.new, changed=outcome.changed,
                  files=outcome.files)))  # fmt: skip


def _as_json(outcome: Outcome, due: Mapping[str, datetime], lang: str) -> dict[str, object]:
    return {
        "course": outcome.course, "students": outcome.students, "submissions": outcome.submissions, "new": outcome.new,
        "changed": outcome.changed, "files": outcome.files,
        "due": {module: f"{date.isoformat()}Z" for module, date in due.items()}, "undecided": outcome.undecided,
        "notes": _sentences(outcome, lang),
    }  # fmt: skip
