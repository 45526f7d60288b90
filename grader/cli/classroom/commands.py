"""The commands of `grader class`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grader.cli.options import Backend, JsonOut, Lang, SandboxWish, help_text
from grader.cli.output import STDOUT, warn_of_weak_walls, write_json
from grader.cli.wishes import chosen, isolate
from grader.failure import Failure, Interrupted
from grader.files import shown_path
from grader.grading.devices import GradeOn

if TYPE_CHECKING:
    from grader.classroom.roster import Student

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@app.command("grade", help=help_text("class_grade"))
def grade_class(
    submissions: Annotated[list[Path], typer.Argument(metavar="SUBMISSIONS...", help=help_text("class_submissions"))],
    roster: Annotated[Path, typer.Option("--roster", metavar="ROSTER.csv", help=help_text("class_roster"))],
    out: Annotated[Path, typer.Option("--out", metavar="RESULTS", help=help_text("class_out"))],
    only: Annotated[list[str] | None, typer.Option("--only", metavar="ID", help=help_text("class_only"))] = None,
    backend: Backend = GradeOn.emulated,
    jobs: Annotated[int | None, typer.Option("--jobs", min=1, max=256, help=help_text("class_jobs"))] = None,
    scheduler: Annotated[
        str | None, typer.Option("--scheduler", metavar="tcp://HOST:PORT", help=help_text("class_scheduler"))
    ] = None,
    personal: Annotated[bool, typer.Option("--personal-quizzes", help=help_text("class_personal"))] = False,
    yes: Annotated[bool, typer.Option("--yes", help=help_text("class_yes"))] = False,
    sandbox: SandboxWish = None,
    json: JsonOut = None,
    lang: Lang = None,
) -> int:
    """Grade every file and every quiz of every student. Exit status 0, or 2 if the grader failed on one of them."""
    from grader.classroom.executors import executor_on
    from grader.classroom.results import Busy, Results
    from grader.classroom.run import Class, run
    from grader.cli.agreeing import agreed
    from grader.cli.classroom.telling import as_json, tell, with_progress
    from grader.cli.selecting import everything_or
    from grader.grading.opening import open_here

    speech = chosen(lang)
    warn_of_weak_walls(isolate(sandbox), speech)
    course = open_here(speech)
    exercises = everything_or(course, only)
    students = read_students(roster)
    for folder in submissions:
        if out.resolve().is_relative_to(folder.resolve()):
            raise Failure("bad_argument", "class.inside", out=shown_path(out), submissions=shown_path(folder))
    if scheduler is not None and jobs is not None:
        raise Failure("bad_argument", "class.jobs_of_a_cluster")
    results = Results(out)
    asked = Class(course, tuple(submissions), students, tuple(exercises), backend.value, speech, personal,
                  lambda losses: agreed(losses, yes, speech), with_progress(speech))  # fmt: skip
    try:
        with results.alone(), executor_on(scheduler, jobs, on_gpu=backend is not GradeOn.emulated) as workers:
            graded = run(asked, results, out, workers)
    except Busy:
        raise Failure("busy", "class.busy", out=shown_path(out)) from None
    except KeyboardInterrupt:
        raise Interrupted("class.interrupted", out=shown_path(out)) from None
    except OSError as error:
        reason = error.strerror or error
        raise Failure("unwritable_file", "class.unwritable", out=shown_path(out), reason=reason) from None
    if json is not None:
        write_json(as_json(graded), json)
    if json != STDOUT:
        tell(graded, out, speech)
    return 2 if graded.errors else 0


@app.command("report", help=help_text("class_report"))
def report_class(
    results: Annotated[Path, typer.Argument(metavar="RESULTS", help=help_text("class_results"))],
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help=help_text("class_pages"))] = None,
    lang: Lang = None,
) -> int:
    """Write the pages of a graded class. Exit status 0, or 2 if a file among the results cannot be read."""
    from grader.cli.classroom.report import report

    return report(results, out or results / "report", chosen(lang))


def read_students(roster: Path) -> tuple[Student, ...]:
    """Read the roster. Raises Failure."""
    from grader.classroom.roster import RosterError, read_roster
    from grader.files import require_file

    require_file(roster)
    try:
        return read_roster(roster)
    except RosterError as error:
        raise Failure("roster", f"class.roster_{error.key}", path=shown_path(roster), **error.details) from None
