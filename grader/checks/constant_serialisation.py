"""Check: passes of constant loads, one for each address that lanes of a warp have."""

from __future__ import annotations

from grader.checks.base import Check, Context, Verdict
from grader.checks.counts import NOT_RUN, Counter, judge_total
from grader.course.check_specs import ConstantSerialisationSpec
from grader.launch import LaunchResult
from grader.verdicts import Status

_VARIABLES = "c[0x3]"  # the bank of `__constant__` variables, in machine code
_EXCESS = Counter("constant_serialisation", "constant", value=lambda total: total.excess,
                  worst=lambda row: row.excess,
                  bound=lambda total: None if total.upper is None else total.upper - total.ideal)  # fmt: skip


def constant_serialisation(context: Context, rule: ConstantSerialisationSpec) -> Verdict:
    """Lanes of a warp read constant memory at one address: each further address costs a pass."""
    seen = context.emulated
    if seen.missing is not None:
        return context.not_judged(seen.missing, rule.at_most).by(seen, context)
    counted = context.counted(rule.case, seen)
    if counted is None or not counted[1].executed:
        return Verdict(NOT_RUN, context.say("checks.counts.not_run"), target=rule.at_most).by(seen, context)
    reads = _reads(counted[1])
    if rule.reads_at_least is not None and reads < rule.reads_at_least:
        message = context.say("checks.constant_serialisation.too_few_reads", reads=reads, at_least=rule.reads_at_least)
        return Verdict(Status.FAIL, message, reads, rule.at_most).by(seen, context)
    return judge_total(context, _EXCESS, rule.case, rule.at_most, None, seen)


def _reads(result: LaunchResult) -> int:
    """Instructions of warps that read `__constant__` variables: loads, or operands of others."""
    return sum(row.inst_executed for row in result.executed if _VARIABLES in row.text)


CHECK = Check("constant_serialisation", ConstantSerialisationSpec, constant_serialisation, space=_EXCESS.space)
