"""Check: how often atomics are asked for, and how long lanes at one address wait for each other."""

from __future__ import annotations

from functools import partial

from grader.checks.base import CaseRun, Check, Context, Verdict, passed_if
from grader.checks.counts import judge_case, uncertain
from grader.course.check_specs import AtomicsSpec
from grader.launch import AccessLine, LaunchResult
from grader.verdicts import LineNote

_SPACES = ("global", "shared")
_WORST_LINES = 3


def atomics(context: Context, rule: AtomicsSpec) -> Verdict:
    """Atomics are few, and few lanes of a warp wait for each other at one address."""
    return judge_case(context, context.emulated, rule.case, partial(_judged, context, rule))


def _judged(context: Context, rule: AtomicsSpec, run: CaseRun, result: LaunchResult) -> Verdict:
    case = context.name_of(run)
    measured: dict[str, int] = {}
    target: dict[str, int] = {}
    breaches, blamed = [], []
    for space in _SPACES:
        rows = [row for row in result.accesses if (row.space, row.operation) == (space, "atomic")]
        for unit in ("requests", "passes"):
            limit = getattr(rule, f"{space}_{unit}_at_most")
            if limit is None:
                continue
            measured[f"{space}_{unit}"] = value = sum(getattr(row, unit) for row in rows)
            target[f"{space}_{unit}_at_most"] = limit
            if value > limit:
                breaches.append(context.say(f"checks.atomics.{space}_{unit}", value=value, at_most=limit, case=case))
                blamed += rows
    if rule.global_lanes_at_most is not None:
        limit = rule.global_lanes_at_most
        rows = [row for row in result.accesses if (row.space, row.operation) == ("global", "atomic")]
        measured["global_lanes"] = value = max((row.most for row in rows), default=0)
        target["global_lanes_at_most"] = limit
        if value > limit:
            crowded = [row for row in rows if row.most > limit]
            message = context.say("checks.atomics.global_lanes", value=value, at_most=limit, case=case)
            notes = _notes(context, crowded)
            return Verdict(passed_if(False), " ".join([message, *breaches]), measured, target, notes)
    doubtful = [row for row in result.accesses if row.operation == "atomic" and not row.exact]
    if doubtful:
        return uncertain(context, measured, target, case, [row.line for row in doubtful])
    message = " ".join(breaches) or context.say("checks.atomics.pass", case=case, what=_sums(context, measured))
    return Verdict(passed_if(not breaches), message, measured, target, _notes(context, blamed))


def _sums(context: Context, measured: dict[str, int]) -> str:
    return ", ".join(context.say(f"checks.atomics.sum_{name}", value=value) for name, value in measured.items())


def _notes(context: Context, rows: list[AccessLine]) -> tuple[LineNote, ...]:
    worst = sorted(dict.fromkeys(rows), key=lambda row: (-row.passes, -row.requests, row.line))
    return tuple(
        LineNote(row.line, context.say(f"checks.atomics.line_{row.space}", requests=row.requests, passes=row.passes,
                                       each=row.passes / row.requests, most=row.most))
        for row in worst[:_WORST_LINES] if row.line > 0
    )  # fmt: skip


CHECK = Check("atomics", AtomicsSpec, atomics)
