"""Check: branches at which the lanes of a warp part, and how many lanes are in step.

A lane in step is at the instruction that its warp executes; it need not do anything useful there. See DivergenceSpec.
"""

from __future__ import annotations

from grader.checks.base import Check, Context, Verdict, passed_if
from grader.checks.counts import NOT_RUN, uncertain
from grader.checks.executed import by_line, executed
from grader.course.check_specs import DivergenceSpec
from grader.launch import Executed, Instructions
from grader.verdicts import LineNote

_WORST_LINES = 3
_LANES = 32


def divergence(context: Context, rule: DivergenceSpec) -> Verdict:
    """The lanes of a warp go the same way at branches, so that few of them are idle."""
    seen = context.counts
    if seen.missing is not None:
        return context.not_judged(seen.missing).by(seen, context)
    found, counted = executed(context, rule.case), context.counted(rule.case)
    if found is None or counted is None or counted[1].divergent_branches is None:
        return Verdict(NOT_RUN, context.say("checks.counts.not_run")).by(seen, context)
    return _judged(context, rule, *found, counted[1].divergent_branches).by(seen, context)


def _judged(
    context: Context, rule: DivergenceSpec, case: str, rows: tuple[Executed, ...], branches: int
) -> Verdict:  # fmt: skip
    total = Instructions.of(rows)
    percent = round(100 * total.efficiency, 1)
    measured = {"branches": branches, "efficiency": percent}
    limits = {"branches_at_most": rule.branches_at_most, "efficiency_at_least": rule.efficiency_at_least}
    target = {name: limit for name, limit in limits.items() if limit is not None}
    if not total.exact:
        return uncertain(context, measured, target, case, [row.line for row in rows if not row.runs_exact])
    breaches, notes = [], []
    if rule.branches_at_most is not None and branches > rule.branches_at_most:
        given = {"value": branches, "at_most": rule.branches_at_most, "case": case}
        breaches.append(context.say("checks.divergence.branches", **given))
        notes += _where_they_part(context, rows)
    if rule.efficiency_at_least is not None and 100 * total.efficiency < rule.efficiency_at_least:
        given = {"percent": percent, "at_least": rule.efficiency_at_least, "case": case}
        breaches.append(context.say("checks.divergence.efficiency", lanes=_LANES * total.efficiency, **given))
        notes += _where_lanes_are_idle(context, rows)
    message = " ".join(breaches) or context.say(
        "checks.divergence.pass", branches=branches, lanes=_LANES * total.efficiency, case=case
    )
    return Verdict(passed_if(not breaches), message, measured, target, tuple(notes))


def _where_they_part(context: Context, rows: tuple[Executed, ...]) -> list[LineNote]:
    sums = {line: total.divergent for line, total in by_line(rows).items() if total.divergent and line > 0}
    worst = sorted(sums, key=lambda line: (-sums[line], line))[:_WORST_LINES]
    return [LineNote(line, context.say("checks.divergence.line_parts", times=sums[line])) for line in worst]


def _where_lanes_are_idle(context: Context, rows: tuple[Executed, ...]) -> list[LineNote]:
    sums = {line: total for line, total in by_line(rows).items() if line > 0 and total.active < _LANES * total.warp}
    worst = sorted(sums, key=lambda line: (sums[line].active - _LANES * sums[line].warp, line))[:_WORST_LINES]
    return [LineNote(line, context.say("checks.divergence.line_idle", lanes=_LANES * sums[line].efficiency,
                                       warp=sums[line].warp)) for line in worst]  # fmt: skip


CHECK = Check("divergence", DivergenceSpec, divergence)
