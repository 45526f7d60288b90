"""`grader selftest` and `grader calibrate`: how authors keep the course true."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grader.cli.failure import Failure
from grader.cli.options import Ids, JsonOut, Lang, chosen, help_text
from grader.cli.output import STDOUT, show, shown_path, write_json
from grader.texts import say

if TYPE_CHECKING:
    from grader.checks.calibration import Limit
    from grader.checks.selftest import Outcome, Specimen
    from grader.course.catalog import Exercise

FAILED = 1
MARGIN = 0.1


def selftest(ids: Ids = None, json: JsonOut = None, lang: Lang = None) -> int:
    """Regenerate skeletons and grade every kernel the course keeps. Exit status 1 if one is judged wrongly."""
    from rich.text import Text

    from grader.checks.selftest import examine, specimens
    from grader.cli.opening import everything_or, open_here
    from grader.cli.submissions import grade_file
    from grader.report.model import Report
    from grader.sandbox import Session

    speech = chosen(lang)
    exercises = everything_or(open_here(speech), ids)
    notes = [note for exercise in exercises for note in _regenerate(exercise, speech)]

    def grade(exercise: Exercise, path: Path) -> Report:
        return grade_file(exercise, path, Session, speech).report

    outcomes = [examine(specimen, grade) for exercise in exercises for specimen in specimens(exercise)]
    missing = [_without_wrong_kernels(e, speech) for e in exercises if not any(e.wrong_dir.glob("*.cu"))]
    bad = sum(not outcome.as_expected for outcome in outcomes)
    if json is not None:
        write_json({"passed": not bad and not missing, "kernels": [_json(o, speech) for o in outcomes]}, json)
    verdict = "cli.selftest_failed" if bad else "cli.selftest_passed"
    summary = say(verdict, speech, bad=bad, count=len(outcomes))
    words = [Text(line) for line in (*notes, *missing)]
    show(*words, *_tables(outcomes, speech), Text(summary, style="bold"), quiet=json == STDOUT)
    return FAILED if bad or missing else 0


def calibrate(
    ids: Ids = None,
    margin: Annotated[
        float, typer.Option("--margin", min=0.0, max=1.0, help=help_text("calibrate_margin"))
    ] = MARGIN,
    dry_run: Annotated[bool, typer.Option("--dry-run", help=help_text("calibrate_dry_run"))] = False,
    json: JsonOut = None,
    lang: Lang = None,
) -> int:
    """Freeze the counts of the solutions into the exercise files. Exit status 1 if one could not be frozen."""
    from rich.text import Text

    from grader.cli.opening import everything_or, open_here

    speech = chosen(lang)
    found: dict[str, list[Limit]] = {}
    problems: list[str] = []
    for exercise in everything_or(open_here(speech), ids):
        measured, problem = _measured(exercise, margin, speech)
        problems += [problem] if problem else []
        if measured:
            found[exercise.id] = measured
            if not dry_run:
                _freeze(exercise, measured, speech)
    if json is not None:
        document = {name: [_limit_json(limit) for limit in limits] for name, limits in found.items()}
        write_json({"margin": margin, "written": not dry_run, "limits": document, "problems": problems}, json)
    note = Text(say("cli.calibrated", speech, percent=f"{margin * 100:g}"), style="dim")
    show(*_limit_tables(found, speech), *map(Text, problems), note, quiet=json == STDOUT)
    return FAILED if problems else 0


def _regenerate(exercise: Exercise, lang: str) -> list[str]:
    """Bring the skeleton in line with its solution; an edited one is kept as a backup. Returns what was done."""
    from grader.cli.restart import is_untouched, pristine, replace_file

    skeleton, path = pristine(exercise, lang), exercise.source_path
    if is_untouched(path, skeleton):
        return []
    backup = replace_file(path, skeleton)
    if backup is None:
        return [say("cli.selftest_written", lang, path=shown_path(path))]
    return [say("cli.selftest_kept", lang, path=shown_path(path), backup=backup.name)]


def _without_wrong_kernels(exercise: Exercise, lang: str) -> str:
    return say("cli.no_wrong_kernels", lang, exercise=exercise.id, path=shown_path(exercise.wrong_dir))


def _expected(specimen: Specimen, lang: str) -> str:
    from grader.checks.selftest import Kind

    if specimen.expected is None:
        return say("cli.no_expectation", lang)
    checks = ", ".join(sorted(specimen.expected))
    keys = {
        Kind.SKELETON: "cli.expect_fails",
        Kind.SOLUTION: "cli.expect_pass",
        Kind.WRONG: "cli.expect_exactly",
        Kind.CHEAT: "cli.expect_refused",
    }
    return say(keys[specimen.kind], lang, checks=checks)


def _got(outcome: Outcome, lang: str) -> str:
    if outcome.error is not None:
        return say("cli.got_error", lang, message=outcome.error)
    if outcome.failed:
        return say("cli.got_fails", lang, checks=", ".join(outcome.failed))
    if outcome.unjudged:
        return say("cli.got_unjudged", lang, checks=", ".join(outcome.unjudged))
    if outcome.tight:
        return say("cli.got_tight", lang, checks=", ".join(outcome.tight))
    return say("cli.got_pass", lang)


def _json(outcome: Outcome, lang: str) -> dict[str, object]:
    specimen = outcome.specimen
    return {
        "exercise": specimen.exercise.id,
        "kind": specimen.kind.value,
        "file": shown_path(specimen.path),
        "expected": None if specimen.expected is None else sorted(specimen.expected),
        "failed": list(outcome.failed),
        "unjudged": list(outcome.unjudged),
        "tight": list(outcome.tight),
        "as_expected": outcome.as_expected,
        "error": outcome.error,
    }


def _tables(outcomes: list[Outcome], lang: str) -> list[object]:
    from rich.text import Text

    from grader.report.style import plain_table

    tables: list[object] = []
    for exercise in dict.fromkeys(outcome.specimen.exercise.id for outcome in outcomes):
        table = plain_table(title=exercise)
        for column in ("kernel", "expected", "got", "verdict"):
            table.add_column(say(f"cli.column_{column}", lang), overflow="fold", no_wrap=column == "verdict")
        for outcome in outcomes:
            specimen = outcome.specimen
            if specimen.exercise.id == exercise:
                word = "cli.selftest_ok" if outcome.as_expected else "cli.selftest_bad"
                style = "green" if outcome.as_expected else "bold red"
                name = f"{specimen.kind.value}/{specimen.path.stem}"
                row = (name, _expected(specimen, lang), _got(outcome, lang))
                table.add_row(*row, Text(say(word, lang), style=style))
        tables.append(table)
    return tables


def _measured(exercise: Exercise, margin: float, lang: str) -> tuple[list[Limit], str | None]:
    """The solution's limits, or why there are none."""
    from grader.checks.calibration import COUNTED, inexact, limits
    from grader.cli.submissions import grade_file
    from grader.report.model import Status
    from grader.sandbox import Session

    graded = grade_file(exercise, exercise.solution_path, Session, lang)
    wrong = [c.id for c in graded.report.checks if c.status is not Status.PASS and c.judgeable_here]
    if blocking := [name for name in wrong if name not in COUNTED]:
        return [], say("cli.calibrate_failed", lang, exercise=exercise.id, checks=", ".join(blocking))
    if unsure := list(inexact(exercise.spec, graded.accesses)):
        return [], say("cli.calibrate_inexact", lang, exercise=exercise.id, check=", ".join(unsure))
    found = list(limits(exercise.spec, graded.accesses, margin))
    return found, None if found else say("cli.calibrate_nothing", lang, exercise=exercise.id)


def _freeze(exercise: Exercise, changes: list[Limit], lang: str) -> None:
    from grader.checks.calibration import rewritten
    from grader.course.skeleton import write_atomically
    from grader.course.yaml_marks import parse

    path = exercise.spec_path
    try:
        text = path.read_bytes().decode("utf-8-sig")
        write_atomically(path, rewritten(text, parse(text, path, lang), changes))
    except ValueError as error:
        raise Failure("course_file", "cli.calibrate_place", place=error) from None
    except OSError as error:
        raise Failure("unwritable_file", "cli.unwritable", path=path, reason=error.strerror or error) from None


def _limit_json(limit: Limit) -> dict[str, object]:
    return {
        "check": limit.check,
        "key": limit.key,
        "measured": limit.measured,
        "before": limit.before,
        "after": limit.after,
    }


def _limit_tables(found: dict[str, list[Limit]], lang: str) -> list[object]:
    from grader.report.style import plain_table

    tables: list[object] = []
    for exercise, limits in found.items():
        table = plain_table(title=exercise)
        for column in ("key", "measured", "before", "after"):
            table.add_column(say(f"cli.column_{column}", lang), justify="left" if column == "key" else "right")
        for limit in limits:
            numbers = (f"{n:,}" for n in (limit.measured, limit.before, limit.after))
            table.add_row(f"{limit.check}.{limit.key}", *numbers)
        tables.append(table)
    return tables
