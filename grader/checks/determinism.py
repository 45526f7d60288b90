"""Check: the same results in every order of blocks and warps, bit for bit."""

from __future__ import annotations

from functools import partial

from grader.checks.base import CaseRun, Check, Context, Verdict, passed_if
from grader.checks.counts import judge_case
from grader.course.check_specs import DeterminismSpec, StableSpec
from grader.launch import LaunchResult, OtherOrder


def determinism(context: Context, rule: DeterminismSpec) -> Verdict:
    """Every order of blocks and warps gives the same results, bit for bit."""
    return alike(context, rule, "determinism")


def alike(context: Context, rule: DeterminismSpec | StableSpec, check: str) -> Verdict:
    """Whether all orders give the same results, in the words of a check."""
    judge = partial(_judged, context, check)
    return judge_case(context, context.emulated, rule.case, judge, 0, lambda result: result.orders)


def named(context: Context, orders: tuple[OtherOrder, ...] | list[OtherOrder]) -> str:
    """The orders, in words."""
    return ", ".join(context.say(f"checks.order.{each.name}") for each in orders)


def _judged(context: Context, check: str, run: CaseRun, result: LaunchResult) -> Verdict:
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
