"""`grader report`: the page of one exercise, opened in the browser."""

from __future__ import annotations

import sys
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from grader.cli.options import Backend, Id, KernelFile, Lang, SandboxWish, Solution, help_text
from grader.cli.output import complain, show_unwrapped
from grader.cli.wishes import chosen, devices, isolate
from grader.failure import Failure
from grader.files import shown_path
from grader.grading.devices import GradeOn
from grader.texts import say

REPORTS = "reports"  # MODULE/NAME.html, among the student's state


def report(
    context: typer.Context,
    exercise: Id = None,
    file: KernelFile = None,
    solution: Solution = False,
    backend: Backend = GradeOn.auto,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help=help_text("report_out"))] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help=help_text("report_no_open"))] = False,
    sandbox: SandboxWish = None,
    lang: Lang = None,
) -> int:
    """Write the page and open it. Exit status 0 once it is written, whatever the verdicts are."""
    from grader.cli.check import graded_file, remember_own
    from grader.cli.meanwhile import Meanwhile
    from grader.cli.page import write_page
    from grader.cli.selecting import one_of, why_no_solution
    from grader.course.state import FOLDER
    from grader.grading.opening import open_here

    if file is not None and solution:
        raise Failure("bad_argument", "cli.file_and_solution")
    isolate(sandbox)
    speech = chosen(lang)
    course = open_here(speech)
    chosen_one = one_of(course, exercise, speech)
    if solution and why_no_solution(course, chosen_one, speech):
        raise Failure("no_solution", "cli.page_of_solution", exercise=chosen_one.id)
    path = file or (chosen_one.solution_path if solution else chosen_one.source_path)
    graded_on = replace(devices(context.obj, backend), sampled=True)
    written = out or course.root / FOLDER / REPORTS / f"{chosen_one.id}.html"
    with Meanwhile(course, chosen_one, graded_on) as ready:
        graded = graded_file(course, chosen_one, path, graded_on, speech)
        write_page(course, chosen_one, graded, path, written, ready, speech)
    remember_own(course, chosen_one, path, graded.report, speech)
    show_unwrapped(say("cli.page_written", speech, path=shown_path(written)))
    if not no_open and sys.stdout.isatty() and not _opened(written):
        complain(say("cli.page_not_opened", speech, path=written.resolve()))
    return 0


def _opened(path: Path) -> bool:
    try:
        return webbrowser.open(path.resolve().as_uri())
    except (webbrowser.Error, OSError):
        return False
