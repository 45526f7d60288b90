"""Check: how often warps execute block-wide barriers."""

from __future__ import annotations

from functools import partial

from grader.checks.base import CaseRun, Check, Context, Verdict, passed_if
from grader.checks.counts import judge_case
from grader.course.check_specs import BarriersSpec
from grader.launch import LaunchResult


def barriers(context: Context, rule: BarriersSpec) -> Verdict:
    """Warps wait for each other no more often than the exercise allows."""
    judge = partial(_judged, context, rule)
    return judge_case(context, context.counts, rule.case, judge, rule.at_most, _counted)


def _counted(result: LaunchResult) -> bool:
    return result.barriers is not None


def _judged(context: Context, rule: BarriersSpec, run: CaseRun, result: LaunchResult) -> Verdict:
    value = result.barriers
    assert value is not None  # as _counted says
    status = passed_if(value <= rule.at_most)
    case = context.name_of(run)
    message = context.say(f"checks.barriers.{status.value}", value=value, at_most=rule.at_most, case=case)
    return Verdict(status, message, value, rule.at_most)


CHECK = Check("barriers", BarriersSpec, barriers)
