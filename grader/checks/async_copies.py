"""Check: asynchronous copies travel while their warp does something else."""

from __future__ import annotations

from functools import partial

from grader.checks.base import CaseRun, Check, Context, Verdict, passed_if
from grader.checks.counts import judge_case
from grader.course.check_specs import AsyncCopiesSpec
from grader.launch import LaunchResult
from grader.verdicts import LineNote, Status


def async_copies(context: Context, rule: AsyncCopiesSpec) -> Verdict:
    """Asynchronous copies are under way while the warps that wait for them work on what has come before."""
    return judge_case(context, context.emulated, rule.case, partial(_judged, context, rule), rule.hidden_at_least)


def _judged(context: Context, rule: AsyncCopiesSpec, run: CaseRun, result: LaunchResult) -> Verdict:
    waited, at_once = sum(row.waited for row in result.copies), sum(row.at_once for row in result.copies)
    if waited < rule.copies_at_least:
        message = context.say("checks.async_copies.too_few", waited=waited, at_least=rule.copies_at_least)
        return Verdict(Status.FAIL, message, None, rule.hidden_at_least)
    hidden = round(100 * (waited - at_once) / waited, 1)
    status = passed_if(hidden >= rule.hidden_at_least)
    message = context.say(f"checks.async_copies.{status}", hidden=hidden, at_least=rule.hidden_at_least, waited=waited,
                          at_once=at_once, case=context.name_of(run))  # fmt: skip
    rows = [row for row in result.copies if row.line > 0 and row.at_once] if status is Status.FAIL else []
    lines = tuple(LineNote(row.line, context.say("checks.async_copies.line", waited=row.waited, at_once=row.at_once))
                  for row in rows)  # fmt: skip
    return Verdict(status, message, hidden, rule.hidden_at_least, lines)


CHECK = Check("async_copies", AsyncCopiesSpec, async_copies)
