"""Check: how often warps execute block-wide barriers."""

from __future__ import annotations

from grader.checks.base import Check, Context, Verdict, passed_if
from grader.course.check_specs import BarriersSpec
from grader.verdicts import Status


def barriers(context: Context, rule: BarriersSpec) -> Verdict:
    """Warps wait for each other no more often than the exercise allows."""
    seen = context.counts
    if seen.missing is not None:
        return context.not_judged(seen.missing, rule.at_most).by(seen, context)
    return _judged(context, rule).by(seen, context)


def _judged(context: Context, rule: BarriersSpec) -> Verdict:
    counted = context.counted(rule.case)
    value = counted[1].barriers if counted else None
    if counted is None or value is None:
        return Verdict(Status.NOT_RUN, context.say("checks.counts.not_run"), target=rule.at_most)
    status = passed_if(value <= rule.at_most)
    case = context.name_of(counted[0])
    message = context.say(f"checks.barriers.{status.value}", value=value, at_most=rule.at_most, case=case)
    return Verdict(status, message, value, rule.at_most)


CHECK = Check("barriers", BarriersSpec, barriers)
