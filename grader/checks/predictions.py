"""Check: numbers that a student wrote down before the kernel ran, against what was counted."""

from __future__ import annotations

from grader.checks.asked_counts import Uncounted, confusions, truths
from grader.checks.base import Check, Context, Verdict
from grader.course.check_specs import Ask, PredictionsSpec
from grader.course.predictions import Prediction, not_asked_about
from grader.course.predictions import predictions as written
from grader.verdicts import LineNote, Status


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
        truth = truths(context.spec, rule, context.program.source, context.observations)
    except Uncounted:
        return Verdict(Status.INCONCLUSIVE, context.say("checks.predictions.uncounted"), target=len(rule.asks))
    given = {each.number: each for each in written(context.program.source)}
    wrong = [n for n, number in enumerate(truth, start=1) if n not in given or given[n].value != number]
    right = len(truth) - len(wrong)
    if not wrong:
        whys = (ask.why.in_language(context.lang) for ask in rule.asks)
        told = "\n".join(f"({n}) {number:,}. {why}" for n, (number, why) in enumerate(zip(truth, whys, strict=True), 1))
        return Verdict(Status.PASS, context.say("checks.predictions.pass", why=told), right, len(truth))
    values = {n: each.value for n, each in given.items()}
    taken_for = confusions(context.spec, rule, context.program.source, context.observations, truth, values)
    notes = tuple(_note(context, rule.asks[n - 1], given[n], taken_for.get(n)) for n in wrong if n in given)
    message = context.say("checks.predictions.fail", right=right, asked=len(truth))
    return Verdict(Status.FAIL, message, right, len(truth), notes, share=right / len(truth))


def _note(context: Context, ask: Ask, given: Prediction, taken_for: str | None) -> LineNote:
    key = "wrong" if given.value is not None else "no_number" if given.given.strip("? ") else "open"
    text = context.say(f"checks.predictions.{key}", given=given.given, question=ask.question.in_language(context.lang))
    if taken_for:
        text += " " + context.say(f"checks.predictions.is_{taken_for}", given=given.given)
    return LineNote(given.line, text)


CHECK = Check("predictions", PredictionsSpec, predictions, independent=True)
