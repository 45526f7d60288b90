"""The tables of `grader selftest` and `grader calibrate`."""

from __future__ import annotations

from typing import Literal

from rich.table import Table
from rich.text import Text

from grader.grading.calibration import Frozen
from grader.grading.selftest import Kind, Outcome, Specimen
from grader.report.style import plain_table
from grader.report.values import value_text
from grader.texts import say

EXPECTATIONS = {
    Kind.SKELETON: "cli.expect_fails", Kind.SOLUTION: "cli.expect_pass", Kind.WRONG: "cli.expect_exactly",
    Kind.CHEAT: "cli.expect_refused",
}  # fmt: skip


def selftest_tables(outcomes: list[Outcome], lang: str) -> list[Table]:
    """One table per exercise: every kernel, what its report says, and what was expected instead."""
    tables: list[Table] = []
    for exercise in dict.fromkeys(outcome.specimen.exercise.id for outcome in outcomes):
        table = plain_table(title=exercise)
        for column in ("kernel", "got", "verdict"):
            table.add_column(say(f"cli.column_{column}", lang), no_wrap=column == "verdict", overflow="fold")
        for outcome in outcomes:
            specimen = outcome.specimen
            if specimen.exercise.id == exercise:
                word = "cli.selftest_ok" if outcome.as_expected else "cli.selftest_bad"
                style = "green" if outcome.as_expected else "bold red"
                name = f"{specimen.kind.value}/{specimen.path.stem}"
                got = _got(outcome, lang)
                if outcome.stale:
                    got += "\n" + _stale(outcome, lang)
                if not outcome.as_expected and not _only_stale(outcome):
                    got += "\n" + say("cli.expected", lang, expected=_expected(specimen, lang))
                table.add_row(name, got, Text(say(word, lang), style=style))
        tables.append(table)
    return tables


def calibration_tables(found: dict[str, Frozen], lang: str) -> list[Table]:
    """One table per exercise: limits before and after with the solution's measurements, and the skeleton's values."""
    tables: list[Table] = []
    for exercise, frozen in found.items():
        table = plain_table(title=exercise)
        for column in ("key", "measured", "before", "after"):
            justify: Literal["left", "right"] = "left" if column == "key" else "right"
            table.add_column(say(f"cli.column_{column}", lang), justify=justify, overflow="fold")
        for limit in frozen.limits:
            numbers = (f"{n:,}" for n in (limit.measured, limit.before, limit.after))
            table.add_row(f"{limit.check}.{limit.key}", *numbers)
        for name in {**frozen.starter_before, **frozen.starter}:
            before, after = (value_text(values.get(name)) for values in (frozen.starter_before, frozen.starter))
            table.add_row(f"starter.{name}", "", before, after)
        tables.append(table)
    return tables


def _got(outcome: Outcome, lang: str) -> str:
    if outcome.error is not None:
        return say("cli.got_error", lang, message=outcome.error)
    for word, checks in (("fails", outcome.failed), ("beyond", outcome.beyond), ("unjudged", outcome.unjudged),
                         ("tight", outcome.tight)):  # fmt: skip
        if checks:
            return say(f"cli.got_{word}", lang, checks=", ".join(checks))
    return say("cli.got_pass", lang)


def _only_stale(outcome: Outcome) -> bool:
    """Whether the skeleton fails as it should and only its frozen values are wrong."""
    return bool(outcome.stale) and (outcome.specimen.expected or frozenset()) <= set(outcome.failed)


def _stale(outcome: Outcome, lang: str) -> str:
    values = (say("cli.stale_value", lang, check=s.check, frozen=value_text(s.frozen), measured=value_text(s.measured))
              for s in outcome.stale)  # fmt: skip
    return say("cli.got_stale", lang, values="; ".join(values))


def _expected(specimen: Specimen, lang: str) -> str:
    if specimen.expected is None:
        return say("cli.no_expectation", lang)
    return say(EXPECTATIONS[specimen.kind], lang, checks=", ".join(sorted(specimen.expected)))
