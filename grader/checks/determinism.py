"""Check: the same results in every order of blocks and warps, bit for bit."""

from __future__ import annotations

from grader.checks.base import CaseRun, Check, Context, Verdict, passed_if
from grader.checks.counts import NOT_RUN
from grader.course.check_specs import DeterminismSpec
from grader.launch import LaunchResult, OtherOrder


def determinism(context: Context, rule: DeterminismSpec) -> Verdict:
    """Every order of blocks and warps gives the same results, bit for bit."""
    seen = context.emulated
    if seen.missing is not None:
        return context.not_judged(seen.missing, 0).by(seen, context)
    counted = context.counted(rule.case, seen)
    if counted is None or not counted[1].orders:
        return Verdict(NOT_RUN, context.say("checks.counts.not_run"), target=0).by(seen, context)
    return _judged(context, *counted).by(seen, context)


def _judged(context: Context, run: CaseRun, result: LaunchResult) -> Verdict:
    case = context.name_of(run)
    others = [each for each in result.orders if not each.ended or each.differing]
    orders = ", ".join(context.say(f"checks.order.{each.name}") for each in others or result.orders)
    if not others:
        return Verdict(passed_if(True), context.say("checks.determinism.pass", orders=orders, case=case), 0, 0)
    key, facts = _first(context, run, others)
    message = context.say(f"checks.determinism.{key}", orders=orders, case=case, **facts)
    return Verdict(passed_if(False), message, len(others), 0)


def _first(context: Context, run: CaseRun, others: list[OtherOrder]) -> tuple[str, dict[str, object]]:
    """The text for the first order that is unlike the others, and what fills it."""
    differing = next((each for each in others if each.ended), None)
    if differing is None or run.prepared is None:
        return "no_end", {}
    buffer = run.prepared.arguments[differing.parameter].name
    return "fail", {"buffer": buffer, "index": differing.index, "value": differing.value, "other": differing.other,
                    "count": differing.differing, "order": context.say(f"checks.order.{differing.name}")}  # fmt: skip


CHECK = Check("determinism", DeterminismSpec, determinism)
