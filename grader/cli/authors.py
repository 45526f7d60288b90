"""`grader selftest` and `grader calibrate`: how authors keep the course correct."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grader.cli.options import Backend, Ids, JsonOut, Lang, help_text
from grader.cli.output import STDOUT, show, write_json
from grader.cli.wishes import chosen, gpu_sessions
from grader.failure import Failure
from grader.files import shown_path, writing
from grader.grading.devices import GradeOn, devices_of
from grader.processors import processors
from grader.texts import say

if TYPE_CHECKING:
    from grader.course.catalog import Course, Exercise
    from grader.grading.calibration import Frozen
    from grader.grading.selftest import Outcome

FAILED = 1
MARGIN = 0.1


def selftest(
    context: typer.Context,
    ids: Ids = None,
    backend: Backend = GradeOn.auto,
    write: Annotated[Path | None, typer.Option("--write", metavar="FOLDER", help=help_text("selftest_write"))] = None,
    json: JsonOut = None,
    lang: Lang = None,
) -> int:
    """Regenerate skeletons and grade every kernel in the course. Exit status 1 if one is judged wrongly."""
    from rich.text import Text

    from grader.cli.author_tables import selftest_tables
    from grader.cli.selecting import everything_or
    from grader.grading.opening import open_here
    from grader.grading.selftest import Kind, Specimen, examine, specimens
    from grader.grading.submissions import grade_data, grade_skeleton
    from grader.sandbox.fork_server import warm_sessions
    from grader.verdicts import Report

    speech = chosen(lang)
    course = open_here(speech)
    exercises = everything_or(course, ids)
    for exercise in exercises:
        if exercise.kit is not None or not exercise.solution_path.exists():  # before a file is touched
            raise Failure("no_solution", "cli.selftest_no_solution", path=shown_path(exercise.solution_path))
    if write is not None:
        return _write_out(exercises, write, speech)
    graded_on = devices_of(backend, warm_sessions(), gpu_sessions(context.obj))
    notes = [note for exercise in exercises for note in _regenerate(exercise, speech)]

    def grade(specimen: Specimen, source: bytes) -> Report:
        if specimen.kind is Kind.SKELETON:
            return grade_skeleton(course, specimen.exercise, graded_on, speech).report
        private = specimen.kind is Kind.SOLUTION  # wrong kernels name the checks of the cases that students see
        return grade_data(
            course, specimen.exercise, specimen.path.name, source, graded_on, speech, private=private
        ).report

    kept = [specimen for exercise in exercises for specimen in specimens(exercise)]
    # The work is done in child processes, so threads keep all processors busy. A GPU takes one at a time.
    with ThreadPoolExecutor(processors() if graded_on.open_gpu is None else 1) as pool:
        outcomes = list(pool.map(lambda specimen: examine(specimen, grade), kept))
    missing = [say("cli.unfinished", speech, path=shown_path(path), line=line) for path, line in _unfinished(exercises)]
    without = [exercise for exercise in exercises if not any(exercise.wrong_dir.glob("*.cu"))]
    missing += [say("cli.no_wrong_kernels", speech, exercise=e.id, path=shown_path(e.wrong_dir)) for e in without]
    bad = sum(not outcome.as_expected for outcome in outcomes)
    if json is not None:
        write_json({"passed": not bad and not missing, "kernels": [_json(o) for o in outcomes]}, json)
    verdict = "failed" if bad else "unfinished" if missing else "passed"
    summary = say(f"cli.selftest_{verdict}", speech, bad=bad, count=len(outcomes))
    words = [Text("\n".join([*notes, *missing]))] if notes or missing else []
    show(*words, *selftest_tables(outcomes, speech), Text(summary, style="bold"), quiet=json == STDOUT)
    return FAILED if bad or missing else 0


def calibrate(
    ids: Ids = None,
    margin: Annotated[float, typer.Option("--margin", min=0.0, max=1.0, help=help_text("calibrate_margin"))] = MARGIN,
    dry_run: Annotated[bool, typer.Option("--dry-run", help=help_text("calibrate_dry_run"))] = False,
    json: JsonOut = None,
    lang: Lang = None,
) -> int:
    """Freeze the counts of solutions and skeletons into the exercise files. Exit status 1 if one could not be."""
    from rich.text import Text

    from grader.cli.author_tables import calibration_tables
    from grader.cli.selecting import everything_or
    from grader.grading.opening import open_here

    speech = chosen(lang)
    found: dict[str, Frozen] = {}
    problems: list[str] = []
    course = open_here(speech)
    for exercise in everything_or(course, ids):
        measured, problem = _measured(course, exercise, margin, speech)
        problems += [problem] if problem else []
        if measured:
            found[exercise.id] = measured
            if not dry_run:
                _freeze(exercise, measured, speech)
    if json is not None:
        documents = {
            "limits": {name: [asdict(limit) for limit in frozen.limits] for name, frozen in found.items()},
            "starters": {name: frozen.starter for name, frozen in found.items()},
        }
        write_json({"margin": margin, "written": not dry_run, **documents, "problems": problems}, json)
    note = Text(say("cli.calibrated", speech, percent=f"{margin * 100:g}"), style="dim")
    show(*calibration_tables(found, speech), *map(Text, problems), note, quiet=json == STDOUT)
    return FAILED if problems else 0


def _write_out(exercises: list[Exercise], folder: Path, lang: str) -> int:
    """Write all wrong kernels in full; exit status 1 if one does not match its solution."""
    from rich.text import Text

    from grader.course.composed import NotComposed
    from grader.files import write_atomically
    from grader.grading.selftest import Kind, specimens

    kept = [s for exercise in exercises for s in specimens(exercise) if s.kind in (Kind.WRONG, Kind.CHEAT)]
    written, broken = 0, []
    for specimen in kept:
        path = folder / specimen.exercise.id / specimen.kind / specimen.path.name
        try:
            with writing(path):
                write_atomically(path, specimen.source())
            written += 1
        except NotComposed as reason:
            broken.append(f"{shown_path(specimen.path)}: {reason}")
    show(*map(Text, broken), Text(say("cli.selftest_wrote", lang, count=written, folder=shown_path(folder))))
    return FAILED if broken else 0


def _regenerate(exercise: Exercise, lang: str) -> list[str]:
    """Regenerate the skeleton from its solution, backing up an edited one. Returns what was done."""
    from grader.course.restart import Outcome, restart

    outcome, backup = restart(exercise, lang)
    if outcome is Outcome.UNTOUCHED:
        return []
    path = shown_path(exercise.source_path)
    if backup is None:
        return [say("cli.selftest_written", lang, path=path)]
    return [say("cli.selftest_kept", lang, path=path, backup=backup.name)]


def _unfinished(exercises: list[Exercise]) -> dict[tuple[Path, int], None]:
    """Places that authors have yet to write, each once."""
    from grader.course.scaffold import unfinished

    return dict.fromkeys(place for exercise in exercises for place in unfinished(exercise))


def _json(outcome: Outcome) -> dict[str, object]:
    from grader.report.jsonable import jsonable

    specimen = outcome.specimen
    return {
        "exercise": specimen.exercise.id, "kind": specimen.kind.value, "file": shown_path(specimen.path),
        "expected": None if specimen.expected is None else sorted(specimen.expected), "failed": list(outcome.failed),
        "unjudged": list(outcome.unjudged), "beyond": list(outcome.beyond), "tight": list(outcome.tight),
        "stale": [{"check": s.check, "frozen": s.frozen, "measured": jsonable(s.measured)} for s in outcome.stale],
        "as_expected": outcome.as_expected, "error": outcome.error,
    }  # fmt: skip


def _measured(course: Course, exercise: Exercise, margin: float, lang: str) -> tuple[Frozen | None, str | None]:
    """The solution's limits and the skeleton's values, or the reason why there are none."""
    from grader.grading.calibration import Frozen, frozen_checks, inexact, limits
    from grader.grading.grade import Devices
    from grader.grading.starter_values import starter_values
    from grader.grading.submissions import grade_file, grade_skeleton
    from grader.report.jsonable import jsonable
    from grader.sandbox.fork_server import warm_sessions
    from grader.verdicts import Status

    emulator = Devices(warm_sessions())
    graded = grade_file(course, exercise, exercise.solution_path, emulator, lang)
    wrong = [c.id for c in graded.report.checks if c.status is not Status.PASS and c.judgeable_here]
    counted = {name for name, _ in frozen_checks(exercise.spec)}
    if blocking := [name for name in wrong if name not in counted]:
        return None, say("cli.calibrate_failed", lang, exercise=exercise.id, checks=", ".join(blocking))
    if unsure := list(inexact(exercise.spec, graded.accesses)):
        return None, say("cli.calibrate_inexact", lang, exercise=exercise.id, check=", ".join(unsure))
    found = tuple(limits(exercise.spec, graded.report.checks, graded.accesses, margin))
    values = starter_values(grade_skeleton(course, exercise, emulator, lang).report)
    if not found and not values:
        return None, say("cli.calibrate_nothing", lang, exercise=exercise.id)
    starter = {name: jsonable(value) for name, value in values.items()}
    return Frozen(found, exercise.spec.starter, starter), None


def _freeze(exercise: Exercise, frozen: Frozen, lang: str) -> None:
    from grader.course.yaml_marks import parse
    from grader.files import write_atomically
    from grader.grading.calibration import rewritten
    from grader.grading.starter_values import with_starter

    path = exercise.spec_path
    try:
        with writing(path):
            text = path.read_bytes().decode("utf-8-sig")
            text = rewritten(text, parse(text, path, lang), frozen.limits)
            if frozen.starter != frozen.starter_before:
                text = with_starter(text, path, frozen.starter)
            write_atomically(path, text)
    except ValueError as error:
        raise Failure("course_file", "cli.calibrate_place", place=error) from None
