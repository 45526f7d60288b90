"""`grader predict`: asks what a kernel will cost, writes the numbers into the student's file, and then counts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grader.cli.completion import ids
from grader.cli.options import JsonOut, Lang, SandboxWish, help_text
from grader.cli.output import complain, show, show_unwrapped
from grader.cli.wishes import chosen, isolate, sessions
from grader.failure import Failure
from grader.files import reading, shown_path, write_atomically, writing
from grader.texts import say

if TYPE_CHECKING:
    from rich.table import Table

    from grader.checks.base import Observations
    from grader.course.catalog import Course, Exercise
    from grader.course.check_specs import PredictionsSpec
    from grader.grading.grade import Open, Submission


def predict(
    context: typer.Context,
    exercise_id: Annotated[
        str | None, typer.Argument(metavar="[ID]", help=help_text("predict_id"), autocompletion=ids)
    ] = None,
    again: Annotated[bool, typer.Option("--again", help=help_text("predict_again"))] = False,
    json: JsonOut = None,
    sandbox: SandboxWish = None,
    lang: Lang = None,
) -> int:
    """Exit status: 0 if everything was predicted as counted, 1 if not, 2 if the grader could not count."""
    from grader.cli.selecting import one_of
    from grader.course.check_specs import PredictionsSpec
    from grader.grading.opening import open_here

    isolate(sandbox)
    speech = chosen(lang)
    course = open_here(speech, keep=True)
    exercise = one_of(course, exercise_id, speech)
    rule = exercise.spec.checks.get("predictions")
    short = f"{exercise.module.number}/{exercise.name}"
    if not isinstance(rule, PredictionsSpec):
        raise Failure("bad_argument", "cli.predict_no", exercise=exercise.id, short=short)
    path = exercise.source_path
    if again:
        _with_other_numbers(rule, path)
    _require_variant(rule, path)
    if not _asked(rule, path, speech):
        show_unwrapped(say("cli.predict_open", speech, file=shown_path(path)))
        return 1
    return _compared(course, exercise, rule, sessions(context.obj), short, json, speech)


def _require_variant(rule: PredictionsSpec, path: Path) -> None:
    """Raises Failure if the file does not say which variant it asks about."""
    from grader.course.predictions import undefined, unread

    with reading(shown_path(path)):
        text = path.read_text("utf-8")
    for name in (*unread(text, rule.vary), *undefined(text, rule.vary)):
        allowed = ", ".join(map(str, rule.vary[name]))
        raise Failure("bad_argument", "cli.predict_unread", file=shown_path(path), name=name, allowed=allowed)


def _asked(rule: PredictionsSpec, path: Path, lang: str) -> bool:
    """Ask everything that is still open; whether nothing is open any more. Each answer is written at once."""
    from rich.syntax import Syntax

    from grader.cli.quiz.line import NoText, PutAside, read_line
    from grader.course.predictions import answers, with_answers

    with reading(shown_path(path)):
        text = path.read_text("utf-8")
    given = answers(text)
    if len(given) < len(rule.asks):
        show(Syntax(text.rstrip(), "cuda", theme="ansi_dark", line_numbers=True, word_wrap=True))
    for number, ask in enumerate(rule.asks, start=1):
        if number in given:
            continue
        show_unwrapped(say("cli.predict_ask", lang, number=number, question=ask.question.in_language(lang)))
        try:
            answer = _number(lambda: read_line(say("cli.predict_prompt", lang)), lang)
        except (PutAside, NoText):
            return False
        if answer:
            given[number] = answer
            text = with_answers(text, given)
            with writing(shown_path(path)):
                write_atomically(path, text)
    return len(given) == len(rule.asks)


def _number(read: Callable[[], str], lang: str) -> str:
    """The next line that is a number, or empty."""
    from grader.course.predictions import as_number

    while (line := read()) and as_number(line) is None:
        complain(say("cli.predict_no_number", lang, given=line))
    return line


def _compared(
    course: Course, exercise: Exercise, rule: PredictionsSpec, head: Open, short: str, json: str | None, lang: str
) -> int:
    """Count, show both numbers side by side, and keep the verdict; a miss gets other numbers for the next time."""
    from grader.checks.asked_counts import Uncounted
    from grader.checks.evaluate import exit_status
    from grader.cli.check import remember_own
    from grader.cli.output import write_json
    from grader.course.lessons import slug
    from grader.course.predictions import next_variant
    from grader.grading.grade import EMULATOR, Devices, emulated, judged
    from grader.grading.submissions import submission_of
    from grader.report.json_report import reports_json

    path = exercise.source_path
    submission = submission_of(exercise, path.name, path.read_bytes())
    seen = emulated(submission, Devices(head))
    report = judged(submission, seen, EMULATOR, lang).report
    remember_own(course, exercise, path, report, lang)
    if json is not None:
        write_json(reports_json([report], []), json)
    try:
        show(_table(rule, submission, seen, lang), quiet=json == "-")
    except Uncounted as reason:
        complain(say("cli.predict_uncounted", lang, reason=reason))
        return 2
    status = exit_status(report)
    if json == "-":
        return status
    if status == 1:
        if section := exercise.spec.read.get("predictions"):
            section_name = slug(section.in_language(lang))
            show_unwrapped(say("cli.predict_read", lang, module=exercise.module.number, section=section_name))
        if shown := _with_other_numbers(rule, path):
            show_unwrapped(say("cli.predict_again", lang, variant=shown, short=short))
    elif other := next_variant(path.read_text("utf-8"), rule.vary):
        show_unwrapped(say("cli.predict_passed", lang, variant=_shown(other), short=short))
    return status


def _table(rule: PredictionsSpec, submission: Submission, seen: Observations, lang: str) -> Table:
    """Question, predicted and counted number of each, and why it is so. Raises Uncounted."""
    from rich.text import Text

    from grader.checks.asked_counts import truths
    from grader.course.predictions import predictions
    from grader.report.style import plain_table

    given = {each.number: each for each in predictions(submission.text)}
    table = plain_table()
    for key in ("question", "you", "counted"):
        table.add_column(say(f"cli.predict_{key}", lang), justify="left" if key == "question" else "right",
                         overflow="fold")  # fmt: skip
    counted = truths(submission.spec, rule, submission.text, seen)
    for number, (ask, truth) in enumerate(zip(rule.asks, counted, strict=True), start=1):
        right = given[number].value == truth
        asked, why = ask.question.in_language(lang), ask.why.in_language(lang)
        table.add_row(Text(f"({number}) {asked}\n    {why}"), given[number].given,
                      Text(f"{truth:,} {'✓' if right else '✗'}", style="green" if right else "red"))  # fmt: skip
    return table


def _with_other_numbers(rule: PredictionsSpec, path: Path) -> str:
    """Put the next variant into the file, with every question open again; the variant as shown, empty if none."""
    from grader.course.predictions import next_variant, with_answers, with_variant

    with reading(shown_path(path)):
        text = path.read_text("utf-8")
    other = next_variant(text, rule.vary)
    with writing(shown_path(path)):
        write_atomically(path, with_answers(with_variant(text, other), {}))
    return _shown(other)


def _shown(variant: dict[str, int]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in variant.items())
