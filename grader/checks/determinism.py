"""Check: the same results in every order of blocks and warps, bit for bit."""

from __future__ import annotations

from grader.checks.base import CaseRun, Check, Context, Verdict, passed_if
from grader.checks.counts import NOT_RUN
from grader.course.check_specs import DeterminismSpec, StableSpec
from grader.launch import LaunchResult, OtherOrder


def determinism(context: Context, rule: DeterminismSpec) -> Verdict:
    """Every order of blocks and warps gives the same results, bit for bit."""
    return alike(context, rule, "determinism")


def alike(context: Context, rule: DeterminismSpec | StableSpec, check: str) -> Verdict:
    """Whether all orders give the same results, in the words of a check."""
    seen = context.emulated
    if seen.missing is not None:
        return context.not_judged(seen.missing, 0).by(seen, context)
    counted = context.counted(rule.case, seen)
    if counted is None or not counted[1].orders:
        return Verdict(NOT_RUN, context.say("checks.counts.not_run"), target=0).by(seen, context)
    return _judged(context, *counted, check).by(seen, context)


def named(context: Context, orders: tuple[OtherOrder, ...] | list[OtherOrder]) -> str:
    """The orders, in words."""
    return ", ".join(context.say(f"checks.order.{each.name}") for each in orders)


def _judged(context: Context, run: CaseRun, result: LaunchResult, check: str) -> Verdict:
    case = context.name_of(run)
    others = [each for each in result.orders if not each.ended or each.differing]
    if not others:
        message = context.say(f"checks.{check}.pass", orders=named(context, result.orders), case=case)
        return Verdict(passed_if(True), message, 0, 0)
    differing = next((each for each in others if each.ended), None)
    key, facts = f"{check}.fail", _first(context, run, differing) if differing else {}
    if not facts:
        key = "determinism.no_end"
    message = context.say(f"checks.{key}", orders=named(context, others), case=case, **facts)
    return Verdict(passed_if(False), message, len(others), 0)


def _first(context: Context, run: CaseRun, order: OtherOrder) -> dict[str, object]:
    """What fills the text about an order that is unlike the others."""
    if run.prepared is None:
        return {}
    buffer = run.prepared.arguments[order.parameter].name
    return {"buffer": buffer, "index": order.index, "value": order.value, "other": order.other,
            "count": order.differing, "order": context.say(f"checks.order.{order.name}")}  # fmt: skip


CHECK = Check("determinism", DeterminismSpec, determinism)
