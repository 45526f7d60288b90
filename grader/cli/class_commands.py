"""`grader class`: what instructors do with a whole class."""

from __future__ import annotations

import os
import statistics
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grader.cli.devices import GradeOn
from grader.cli.failure import Failure
from grader.cli.options import JsonOut, Lang, chosen, help_text
from grader.cli.output import STDOUT, complain, show, shown_path, write_json
from grader.texts import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.table import Table

    from grader.classroom.grading import Plan
    from grader.classroom.results import Result, Results
    from grader.classroom.roster import Student
    from grader.classroom.tables import Found
    from grader.course.catalog import Exercise

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

_STRANGERS_SHOWN, _ERRORS_SHOWN = 10, 20


@app.callback()
def of_a_class() -> None:
    """Keeps `grade` a command of its own while it is the only one."""


@app.command("grade", help=help_text("class_grade"))
def grade_class(
    submissions: Annotated[Path, typer.Argument(metavar="SUBMISSIONS", help=help_text("class_submissions"))],
    roster: Annotated[Path, typer.Option("--roster", metavar="ROSTER.csv", help=help_text("class_roster"))],
    out: Annotated[Path, typer.Option("--out", metavar="RESULTS", help=help_text("class_out"))],
    only: Annotated[list[str] | None, typer.Option("--only", metavar="ID", help=help_text("class_only"))] = None,
    backend: Annotated[GradeOn, typer.Option("--backend", help=help_text("check_backend"))] = GradeOn.emulated,
    jobs: Annotated[int | None, typer.Option("--jobs", min=1, max=256, help=help_text("class_jobs"))] = None,
    json: JsonOut = None,
    lang: Lang = None,
) -> int:
    """Grade every file of every student. Exit status 0, or 2 if the grader failed on one of them."""
    from grader.classroom.grading import plan
    from grader.classroom.results import Busy, Results
    from grader.classroom.tables import write_tables
    from grader.cli.opening import everything_or, open_here

    speech = chosen(lang)
    course = open_here(speech)
    exercises = everything_or(course, only)
    students = _students(roster)
    if out.resolve().is_relative_to(submissions.resolve()):
        raise Failure("bad_argument", "class.inside", out=shown_path(out), submissions=shown_path(submissions))
    results = Results(out)
    try:
        with results.alone():
            try:
                todo = plan(course, submissions, students, exercises, results, backend.value, speech)
            except OSError as error:
                reason = error.strerror or error
                raise Failure("unreadable_file", "class.no_folder", path=error.filename or submissions,
                              reason=reason) from None  # fmt: skip
            found = {(r.student, r.exercise): r for r in _all_results(todo, results, _workers(jobs, backend), speech)}
            write_tables(out, students, exercises, found)
    except Busy:
        raise Failure("busy", "class.busy", out=shown_path(out)) from None
    except OSError as error:
        reason = error.strerror or error
        raise Failure("unwritable_file", "class.unwritable", out=shown_path(out), reason=reason) from None
    errors = _errors(found)
    if json is not None:
        write_json(_json(students, exercises, found, todo), json)
    if json != STDOUT:
        _tell(students, exercises, found, todo, out, speech)
    return 2 if errors else 0


def _students(roster: Path) -> tuple[Student, ...]:
    from grader.classroom.roster import RosterError, read_roster
    from grader.cli.sources import require_file

    require_file(roster)
    try:
        return read_roster(roster)
    except RosterError as error:
        raise Failure("roster", f"class.roster_{error.key}", path=shown_path(roster), **error.details) from None


def _workers(jobs: int | None, backend: GradeOn) -> int:
    """How many files are graded at once: one for each processor; on a GPU one, which times nobody beside another."""
    if jobs is not None:
        return jobs
    here = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return here if backend is GradeOn.emulated else 1


def _all_results(todo: Plan, results: Results, workers: int, lang: str) -> Iterator[Result]:
    """Those that are there, then the others as they are graded; each is kept before the next is waited for."""
    from concurrent.futures import ThreadPoolExecutor

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from grader.classroom.grading import graded
    from grader.cli.class_worker import grade_job

    yield from todo.kept
    for result in todo.fresh:
        results.keep(result)
        yield result
    if not todo.jobs:
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # Threads are enough: what takes time happens in the child process that each job has.
    with Progress(*columns, console=Console(stderr=True)) as bar, ThreadPoolExecutor(workers) as pool:
        task = bar.add_task(say("class.progress", lang), total=len(todo.jobs))
        for result in graded(todo.jobs, grade_job, pool, workers):
            results.keep(result)
            bar.advance(task)
            yield result


def _errors(found: Found) -> list[Result]:
    from grader.classroom.results import State

    return [result for result in found.values() if result.state is State.ERROR]


def _tell(
    students: Sequence[Student], exercises: Sequence[Exercise], found: Found, todo: Plan, out: Path, lang: str
) -> None:
    from rich.text import Text

    show(_table(students, exercises, found, lang))
    for name in todo.strangers[:_STRANGERS_SHOWN]:
        complain(say("class.stranger", lang, name=name))
    if len(todo.strangers) > _STRANGERS_SHOWN:
        complain(say("class.strangers_more", lang, count=len(todo.strangers) - _STRANGERS_SHOWN))
    errors = _errors(found)
    if errors:
        lines = [say("class.error_line", lang, student=e.student, exercise=e.exercise, message=e.message)
                 for e in errors[:_ERRORS_SHOWN]]  # fmt: skip
        complain("\n".join([say("class.errors", lang, count=len(errors)), *lines]))
    if not todo.jobs:
        show(Text(say("class.nothing_left", lang)))
    files = sum(result.report is not None for result in found.values())
    show(Text(say("class.done", lang, students=len(students), files=files, graded=len(todo.jobs),
                  scores=shown_path(out / "scores.csv"))))  # fmt: skip


def _table(students: Sequence[Student], exercises: Sequence[Exercise], found: Found, lang: str) -> Table:
    from grader.report.style import plain_table

    table = plain_table()
    for column in ("exercise", "handed_in", "full", "mean", "errors"):
        table.add_column(say(f"class.column_{column}", lang), justify="left" if column == "exercise" else "right")
    for exercise in exercises:
        row = _figures(students, exercise, found)
        mean = "" if row["mean"] is None else f"{row['mean']:.1f}"
        table.add_row(exercise.id, str(row["handed_in"]), str(row["full"]), mean, str(row["errors"] or ""))
    return table


def _figures(students: Sequence[Student], exercise: Exercise, found: Found) -> dict[str, float | int | None]:
    """Of one exercise: files handed in, those with all points that can be had here, the mean score, errors."""
    from grader.classroom.results import State

    own = [found[student.id, exercise.id] for student in students]
    reports = [result.report for result in own if result.state is State.GRADED and result.report is not None]
    return {
        "handed_in": sum(result.state is not State.MISSING for result in own),
        "full": sum(report["score"] == report["max_score_here"] for report in reports),
        "mean": statistics.fmean(float(report["score"]) for report in reports) if reports else None,
        "errors": sum(result.state in (State.ERROR, State.REFUSED) for result in own),
    }


def _json(students: Sequence[Student], exercises: Sequence[Exercise], found: Found, todo: Plan) -> dict[str, object]:
    return {
        "students": len(students),
        "graded": len(todo.jobs),
        "strangers": list(todo.strangers),
        "exercises": {exercise.id: _figures(students, exercise, found) for exercise in exercises},
        "errors": [{"student": e.student, "exercise": e.exercise, "message": e.message} for e in _errors(found)],
    }
