"""Check: numbers that a student wrote down before the kernel ran, against what was counted."""

from __future__ import annotations

from collections.abc import Sequence

from grader.checks.base import CaseRun, Check, Context, Observations, Verdict
from grader.course.models import Ask, PredictionsSpec
from grader.course.predictions import Prediction, not_asked_about
from grader.course.predictions import predictions as written
from grader.launch import AccessLine, LaunchResult, WarpAccess
from grader.verdicts import LineNote, Status

_BANKS, _WORD = 32, 4
_SPACE = {"wavefronts": "shared", "sectors": "global", "bank": "shared"}


class Uncounted(Exception):
    """The device did not count that, or not exactly."""


def predictions(context: Context, rule: PredictionsSpec) -> Verdict:
    """What the kernel costs is written down before it is counted."""
    seen = context.counts
    if seen.missing is not None:
        return context.not_judged(seen.missing, len(rule.asks)).by(seen, context)
    return _judged(context, rule).by(seen, context)


def _judged(context: Context, rule: PredictionsSpec) -> Verdict:
    for name, value in not_asked_about(context.program.source, rule.vary).items():
        allowed = ", ".join(map(str, rule.vary[name]))
        message = context.say("checks.predictions.not_asked_about", name=name, value=value, allowed=allowed)
        return Verdict(Status.FAIL, message, 0, len(rule.asks))
    if context.counted(rule.case) is None:
        return Verdict(Status.NOT_RUN, context.say("checks.counts.not_run"), target=len(rule.asks))
    try:
        truth = truths(rule, context.program.source, context.observations)
    except Uncounted:
        return Verdict(Status.INCONCLUSIVE, context.say("checks.predictions.uncounted"), target=len(rule.asks))
    given = {each.number: each for each in written(context.program.source)}
    wrong = [n for n, number in enumerate(truth, start=1) if n not in given or given[n].value != number]
    right = len(truth) - len(wrong)
    if not wrong:
        whys = (ask.why.in_language(context.lang) for ask in rule.asks)
        told = "\n".join(f"({n}) {number:,}. {why}" for n, (number, why) in enumerate(zip(truth, whys, strict=True), 1))
        return Verdict(Status.PASS, context.say("checks.predictions.pass", why=told), right, len(truth))
    notes = tuple(_note(context, rule.asks[n - 1], given[n]) for n in wrong if n in given)
    message = context.say("checks.predictions.fail", right=right, asked=len(truth))
    return Verdict(Status.FAIL, message, right, len(truth), notes, share=right / len(truth))


def _note(context: Context, ask: Ask, given: Prediction) -> LineNote:
    key = "wrong" if given.value is not None else "no_number" if given.given.strip("? ") else "open"
    text = context.say(f"checks.predictions.{key}", given=given.given, question=ask.question.in_language(context.lang))
    return LineNote(given.line, text)


def truths(rule: PredictionsSpec, source: str, seen: Observations) -> list[int]:
    """The number that answers each question. Raises Uncounted."""
    counts = seen.counts or seen.own
    lines = source.split("\n")
    run = next((run for run in counts.runs if run.index == rule.case), None)
    if run is None or run.result is None or run.result.faults:
        raise Uncounted
    runs: Sequence[CaseRun] = (*counts.runs, *seen.runs, *seen.drawn)
    samples = next((r.result.samples for r in runs if r.index == rule.case and r.result and r.result.samples), ())
    return [counted_as(ask, run.result, samples, lines) for ask in rule.asks]


def counted_as(ask: Ask, result: LaunchResult, samples: Sequence[WarpAccess], lines: Sequence[str]) -> int:
    """The number that answers a question. samples: requests lane by lane. lines: of the source. Raises Uncounted."""
    if ask.what == "barriers":
        if result.barriers is None:
            raise Uncounted
        return result.barriers
    space = ask.space or _SPACE[ask.what]

    def asked_for(access: AccessLine | WarpAccess) -> bool:
        there = 0 < access.line <= len(lines) and ask.at in lines[access.line - 1]
        return access.space == space and there and ask.operation in (None, access.operation)

    if ask.what == "bank":
        found = min(filter(asked_for, samples), key=lambda each: (each.block[::-1], each.warp), default=None)
        if found is None or ask.lane is None or not found.active >> ask.lane & 1:
            raise Uncounted
        return found.addresses[ask.lane] // _WORD % _BANKS
    rows = [row for row in result.accesses if asked_for(row)]
    if not rows or not all(row.exact for row in rows):
        raise Uncounted
    if ask.what == "requests":
        return sum(row.requests for row in rows)
    return sum(row.excess if ask.what == "excess" else row.cost for row in rows)


CHECK = Check("predictions", PredictionsSpec, predictions, independent=True)
