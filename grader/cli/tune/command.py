"""`grader tune`: searches the parameters of a kernel, with no GPU down to a short list, with one to the fastest."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grader.cli.options import Id, JsonOut, Lang, SandboxWish, help_text
from grader.cli.output import STDOUT, WIDE, complain, show, write_json
from grader.cli.wishes import chosen, isolate
from grader.cuda.availability import Unavailable, has_driver
from grader.failure import Failure
from grader.files import shown_path
from grader.grading.devices import GradeOn
from grader.texts import say

if TYPE_CHECKING:
    from grader.course.catalog import Exercise
    from grader.grading.tuning.search import Found

TOP = 8
NOTHING_LEFT = 1
_NARROW = 40  # columns: everything folds, and the ranking leaves columns out


def tune(
    context: typer.Context,
    exercise_id: Id = None,
    file: Annotated[Path | None, typer.Option("--file", metavar="F.cu", help=help_text("tune_file"))] = None,
    solution: Annotated[bool, typer.Option("--solution", help=help_text("tune_solution"))] = False,
    backend: Annotated[GradeOn, typer.Option("--backend", help=help_text("tune_backend"))] = GradeOn.auto,
    jobs: Annotated[int | None, typer.Option("--jobs", metavar="N", min=1, help=help_text("tune_jobs"))] = None,
    top: Annotated[int, typer.Option("--top", metavar="N", min=1, help=help_text("tune_top"))] = TOP,
    values: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=v,v", help=help_text("tune_set"))
    ] = None,
    resume: Annotated[bool, typer.Option("--resume/--fresh", help=help_text("tune_resume"))] = True,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE.svg", help=help_text("tune_plot"))] = None,
    json: JsonOut = None,
    sandbox: SandboxWish = None,
    lang: Lang = None,
) -> int:
    """Search a kernel's parameters. Exit status: 1 if no variant is right and within the limits, else 0."""
    from grader.cli.selecting import one_of
    from grader.cli.tune.asked import space_of, subject_of
    from grader.cli.tune.running import timed, weighed
    from grader.grading.opening import open_here
    from grader.grading.tuning.kept import Shelf
    from grader.grading.tuning.race import timed_size
    from grader.grading.tuning.search import Found, short_list
    from grader.processors import processors

    if file is not None and solution:
        raise Failure("bad_argument", "cli.file_and_solution")
    if plot is not None:
        _require_matplotlib()
    if backend is GradeOn.cuda and not has_driver():  # before minutes are spent on counting
        raise Unavailable("no_driver")
    isolate(sandbox)
    speech = chosen(lang)
    course = open_here(speech, keep=True)
    exercise = one_of(course, exercise_id, speech)
    subject, path = subject_of(course, exercise, file, solution, values or [], speech)
    space = space_of(subject, speech)
    shelf = Shelf(course.root, exercise.id, fresh=not resume)
    variants = weighed(subject, space, context.obj, shelf, jobs or processors(), speech)
    size = timed_size(subject.spec, subject.tune)
    found, note = timed(Found(subject, space, variants, short_list(variants, top), size), backend, shelf, speech)
    shelf.tidy()
    if shelf.refused is not None:
        complain(say("tune.not_kept", speech, reason=shelf.refused.strerror or shelf.refused))
    if json is not None:
        _write_json(found, exercise, path, json)
    if plot is not None and not _drawn(found, plot, speech):
        plot = None
    if json != STDOUT:
        _show(found, exercise, path, note, plot, speech)
    return 0 if found.counted else NOTHING_LEFT


def _require_matplotlib() -> None:
    from grader.report.plots import load

    try:
        load()
    except ImportError:
        raise Failure("no_package", "tune.no_matplotlib") from None


def _write_json(found: Found, exercise: Exercise, path: Path, out: str) -> None:
    from grader.report.tune_json import tune_json

    write_json(tune_json(found, exercise.id, shown_path(path)), out)


def _drawn(found: Found, path: Path, lang: str) -> bool:
    """Whether there was something to draw."""
    from grader.files import write_atomically, writing
    from grader.report.tune_plot import NothingToPlot, tune_plot

    try:
        svg = tune_plot(found, lang)
    except NothingToPlot:
        complain(say("tune.plot_nothing", lang))
        return False
    with writing(shown_path(path)):
        write_atomically(path.resolve(), svg)
    return True


def _show(found: Found, exercise: Exercise, path: Path, note: str, plot: Path | None, lang: str) -> None:
    from rich.text import Text

    from grader.report.tune_view import tune_view

    short = f"{exercise.module.number}/{exercise.name}"
    heading = Text(f"{exercise.id}  {exercise.spec.title.in_language(lang)}\n{shown_path(path)}", style="bold")
    told = [note] if note else []
    if plot is not None:
        told.append(say("tune.plot_written", lang, path=shown_path(plot)))
    if path == exercise.source_path and found.short:
        told.append(say("tune.next", lang, file=shown_path(path), short=short))
    show(heading, *tune_view(found, lang), *([Text("\n".join(told))] if told else []), narrow=_NARROW, piped=WIDE)
