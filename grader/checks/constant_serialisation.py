"""Check: passes of constant loads, one for each address that lanes of a warp have."""

from __future__ import annotations

from functools import partial

from grader.checks.base import CaseRun, Check, Context, Verdict
from grader.checks.counts import Counter, held_to, judge_case
from grader.course.check_specs import ConstantSerialisationSpec
from grader.launch import LaunchResult
from grader.verdicts import Status

_VARIABLES = "c[0x3]"  # the bank of `__constant__` variables, in machine code
_EXCESS = Counter("constant_serialisation", "constant", value=lambda total: total.excess,
                  worst=lambda row: row.excess,
                  bound=lambda total: None if total.upper is None else total.upper - total.ideal)  # fmt: skip


def constant_serialisation(context: Context, rule: ConstantSerialisationSpec) -> Verdict:
    """Lanes of a warp read constant memory at one address: each further address costs a pass."""
    judge = partial(_judged, context, rule)
    return judge_case(context, context.emulated, rule.case, judge, rule.at_most, lambda result: result.executed)


def _judged(context: Context, rule: ConstantSerialisationSpec, run: CaseRun, result: LaunchResult) -> Verdict:
    reads = _reads(result)
    if rule.reads_at_least is not None and reads < rule.reads_at_least:
        message = context.say("checks.constant_serialisation.too_few_reads", reads=reads, at_least=rule.reads_at_least)
        return Verdict(Status.FAIL, message, reads, rule.at_most)
    return held_to(context, _EXCESS, rule.at_most, None, run, result)


def _reads(result: LaunchResult) -> int:
    """Instructions of warps that read `__constant__` variables: loads, or operands of others."""
    return sum(row.inst_executed for row in result.executed if _VARIABLES in row.text)


CHECK = Check("constant_serialisation", ConstantSerialisationSpec, constant_serialisation, space=_EXCESS.space)
