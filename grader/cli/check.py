"""`grader check`: grade exercises and report, in the terminal and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from grader.cli.output import STDOUT, complain, show, show_unwrapped, write_json
from grader.cli.wishes import Language, chosen, devices, isolate
from grader.dataclass import dataclass
from grader.failure import Failure
from grader.files import shown_path
from grader.grading.devices import GradeOn
from grader.sandbox.isolation import Wish
from grader.texts import say

if TYPE_CHECKING:
    from grader.cli.meanwhile import Meanwhile
    from grader.course.catalog import Course, Exercise
    from grader.grading.grade import Devices, Graded, Open
    from grader.verdicts import Report

FAILED, NOT_JUDGED = 1, 2


class Form(StrEnum):
    """The `--format` of `check`: what is written to stdout."""

    terminal = "terminal"
    json = "json"
    junit = "junit"
    github = "github"
    gcc = "gcc"


@dataclass(frozen=True)
class Asked:
    """The parsed command line of `check`: arguments and options by name."""

    ids: Sequence[str] = ()
    file: Path | None = None
    solution: bool = False
    backend: GradeOn = GradeOn.auto
    json: str | None = None
    form: Form = Form.terminal
    html: Path | None = None
    sandbox: Wish | None = None
    lang: Language | None = None


def check(asked: Asked, head: Open | None) -> int:
    """Grade exercises. Exit status: 1 if a check fails, 2 if the grader could not judge, else 0.

    head: opens sandboxes, such as a `Headstart`.
    """
    from grader.cli.headstart import Headstart

    file, solution, form, json, html = asked.file, asked.solution, asked.form, asked.json, asked.html
    if file is not None and solution:
        raise Failure("bad_argument", "cli.file_and_solution")
    if form is not Form.terminal and json == STDOUT:
        raise Failure("bad_argument", "cli.one_way", first="--format", second="--json -")
    from grader.cli.selecting import selected, why_no_solution
    from grader.grading.opening import open_here

    isolate(asked.sandbox)
    speech = chosen(asked.lang)
    course = open_here(speech, keep=True)
    if asked.ids:
        exercises = selected(course, asked.ids)
    else:
        from grader.cli.next_step import current_exercise

        exercises = [current_exercise(course, speech)]
    if file is not None and len(exercises) != 1:
        raise Failure("bad_argument", "cli.file_needs_one", count=len(exercises))
    reports: list[Report] = []
    files: list[str] = []
    if isinstance(head, Headstart) and asked.backend is not GradeOn.cuda:  # which compiles on the GPU's side
        head.compile_ahead(exercises[0], file or _path(exercises[0], solution))
    graded_on = replace(devices(head, asked.backend), sampled=html is not None)
    for exercise in exercises:
        path = file or _path(exercise, solution)
        told = {report.error[1] for report in reports if report.error is not None}
        quiet = json == STDOUT or form is not Form.terminal
        veiled = why_no_solution(course, exercise, speech) if solution else ""
        if veiled and html is not None:
            raise Failure("no_solution", "cli.page_of_solution", exercise=exercise.id)
        page = html if html is None or len(exercises) == 1 else html / f"{exercise.id}.html"
        report = _check_one(course, exercise, path, graded_on, speech, quiet, told, veiled, page)
        reports.append(report)
        files.append(shown_path(path))
        remember_own(course, exercise, path, report, speech)
    if json is not None or form is Form.json:
        from grader.report.json_report import reports_json

        withheld = _withheld(course, speech) if len(reports) > 1 and not solution else []
        document = reports_json(reports, withheld)
        for place in filter(None, (json, STDOUT if form is Form.json else None)):
            write_json(document, place)
    _write(form, reports, files)
    status = overall(reports)
    if form is Form.terminal and json != STDOUT and status == 0 and file is None and not solution:
        _tell_next(course, exercises, speech)
    return status


def _path(exercise: Exercise, solution: bool) -> Path:
    return exercise.solution_path if solution else exercise.source_path


def _tell_next(course: Course, passed: Sequence[Exercise], lang: str) -> None:
    """Show what to do after a pass: look at the course's own, if that may be shown, and go on."""
    from rich.text import Text

    from grader.cli.course_commands import next_sentence
    from grader.cli.next_step import module_states
    from grader.cli.selecting import progress_of, why_no_solution

    told = [Text(next_sentence(module_states(course, lang), progress_of(course), lang))]
    if len(passed) == 1 and passed[0].solution_path.exists() and not why_no_solution(course, passed[0], lang):
        short = f"{passed[0].module.number}/{passed[0].name}"
        told.insert(0, Text(say("cli.compare", lang, short=short)))
    if len(passed) == 1 and (deeper := passed[0].spec.deeper):
        told.insert(0, Text(say("cli.deeper", lang, module=passed[0].module.number, section=deeper)))
    show(*told)


def _withheld(course: Course, lang: str) -> list[str]:
    """The exercises behind a closed gate, whose points do not count yet."""
    from grader.cli.next_step import module_states

    try:
        return [e.id for state in module_states(course, lang) if state.locked_by for e in state.module.exercises]
    except Failure as failure:  # attempts that cannot be read open nothing
        complain(failure.message(lang))
        return []


def _write(form: Form, reports: Sequence[Report], files: Sequence[str]) -> None:
    """Write the formats for other programs to stdout."""
    told = list(zip(reports, files, strict=True))
    if form is Form.junit:
        from grader.report.junit import junit_xml

        show_unwrapped(junit_xml(told).rstrip())
    elif form is Form.github:
        from grader.report.github import workflow_commands

        show_unwrapped(workflow_commands(told).rstrip())
    elif form is Form.gcc:
        from grader.report.annotations import gcc_lines

        show_unwrapped(gcc_lines(told).rstrip())


def overall(reports: Sequence[Report]) -> int:
    """The exit status of several reports: a grader failure outweighs a failed check, which outweighs a doubt."""
    from grader.checks.evaluate import exit_status

    if any(report.error is not None for report in reports):
        return NOT_JUDGED
    statuses = [exit_status(report) for report in reports]
    return FAILED if FAILED in statuses else max(statuses, default=0)


def _check_one(
    course: Course, exercise: Exercise, path: Path, graded_on: Devices, lang: str, quiet: bool, told: set[str],
    veiled: str, page: Path | None,
) -> Report:  # fmt: skip
    """Grade and show one exercise. Errors go into its report, so that the other exercises are still graded.

    told: sentences not to repeat. veiled: why no line of the file may be shown, or "". page: where to write one.
    """
    from grader.failure import as_failure
    from grader.grading.submissions import failed_report

    with nullcontext() if page is None else _meanwhile(course, exercise, graded_on) as ready:
        try:
            graded = graded_file(course, exercise, path, graded_on, lang)
        except Exception as error:
            failure = as_failure(error)
            if failure.message(lang) not in told:
                complain(failure.message(lang))
            return failed_report(exercise, failure, lang, "cuda" if graded_on.on_gpu_alone else "emulated")
        _show(graded, exercise, path, lang, quiet, veiled)
        if page is not None and ready is not None:
            from grader.cli.page import write_page

            write_page(course, exercise, graded, path, page, ready, lang)
            if not quiet:
                show_unwrapped(say("cli.page_written", lang, path=shown_path(page)))
        return graded.report


def _meanwhile(course: Course, exercise: Exercise, graded_on: Devices) -> Meanwhile:
    from grader.cli.meanwhile import Meanwhile

    return Meanwhile(course, exercise, graded_on)


def graded_file(course: Course, exercise: Exercise, path: Path, graded_on: Devices, lang: str) -> Graded:
    """Grade a file. Raises Failure, saying what to do, if it does not exist."""
    from grader.grading.submissions import grade_file

    if path == exercise.solution_path and not path.exists():
        raise Failure("no_solution", "cli.no_solution", exercise=exercise.id, path=shown_path(path))
    if path == exercise.source_path and not path.exists():
        raise Failure("unreadable_file", "cli.no_exercise_file", exercise=exercise.id, path=shown_path(path))
    return grade_file(course, exercise, path, graded_on, lang)


def _show(graded: Graded, exercise: Exercise, path: Path, lang: str, quiet: bool, veiled: str) -> None:
    if quiet:
        return
    from rich.text import Text

    from grader.report.terminal import Heading, report_view, verdicts_view

    heading = Heading(title=exercise.spec.title.in_language(lang), file=shown_path(path),
                      lesson=shown_path(exercise.lesson_path(lang)))  # fmt: skip
    if veiled:
        show(verdicts_view(graded.report, heading, lang), Text(veiled))
    else:
        show(report_view(graded.report, heading, lang, graded.diagnostics))


def remember_own(course: Course, exercise: Exercise, path: Path, report: Report, lang: str) -> None:
    """Remember the verdict on a student's own file."""
    from grader.grading.submissions import remember

    if path != exercise.source_path:
        return
    try:
        remember(course, exercise, report)
    except OSError as error:
        complain(say("cli.pass_not_kept", lang, reason=error.strerror or error))
