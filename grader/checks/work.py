"""Check: how many instructions the warps execute, in all and on each pipe of a multiprocessor."""

from __future__ import annotations

from collections.abc import Callable

from grader.checks.base import Check, Context, Verdict, passed_if
from grader.checks.counts import NOT_RUN, uncertain
from grader.checks.executed import by_line, executed
from grader.course.check_specs import WorkSpec
from grader.launch import Executed
from grader.verdicts import LineNote

_WORST_LINES = 3


def work(context: Context, rule: WorkSpec) -> Verdict:
    """The warps execute no more instructions than the exercise allows, whatever their lanes do."""
    seen = context.counts
    if seen.missing is not None:
        return context.not_judged(seen.missing, rule.at_most).by(seen, context)
    found = executed(context, rule.case)
    if found is None:
        return Verdict(NOT_RUN, context.say("checks.counts.not_run"), target=rule.at_most).by(seen, context)
    return _judged(context, rule, *found).by(seen, context)


def _judged(context: Context, rule: WorkSpec, case: str, rows: tuple[Executed, ...]) -> Verdict:
    value = sum(row.inst_executed for row in rows)
    on_pipes = {pipe: sum(row.inst_executed for row in rows if row.pipe == pipe) for pipe in rule.pipes}
    if not all(row.runs_exact for row in rows):
        return uncertain(context, value, rule.at_most, case, [row.line for row in rows if not row.runs_exact])
    crowded = [pipe for pipe, count in on_pipes.items() if count > rule.pipes[pipe]]
    facts = {"value": value, "at_most": rule.at_most, "case": case}
    breaches = [context.say("checks.work.fail", **facts)] if value > rule.at_most else []
    breaches += [context.say("checks.work.pipe", pipe=pipe, value=on_pipes[pipe], at_most=rule.pipes[pipe], case=case)
                 for pipe in crowded]  # fmt: skip
    if not breaches:
        return Verdict(passed_if(True), context.say("checks.work.pass", **facts), value, rule.at_most)
    blamed = (lambda _: True) if value > rule.at_most else (lambda row: row.pipe in crowded)
    return Verdict(passed_if(False), " ".join(breaches), value, rule.at_most, _notes(context, rows, blamed))


def _notes(
    context: Context, rows: tuple[Executed, ...], blamed: Callable[[Executed], bool]
) -> tuple[LineNote, ...]:  # fmt: skip
    sums = {line: total for line, total in by_line(filter(blamed, rows)).items() if line > 0}
    worst = sorted(sums, key=lambda line: (-sums[line].warp, line))[:_WORST_LINES]
    return tuple(LineNote(line, context.say("checks.work.line", value=sums[line].warp,
                                            lanes=sums[line].active / sums[line].warp)) for line in worst)  # fmt: skip


CHECK = Check("work", WorkSpec, work)
