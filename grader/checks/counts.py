"""Shared by the counting checks: judging a total that may be inexact, and naming the lines that cause it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from grader.checks.base import CaseRun, Context, Seen, Verdict
from grader.dataclass import dataclass
from grader.launch import AccessLine, AccessTotal, LaunchResult
from grader.texts import known
from grader.verdicts import LineNote, Status

NOT_RUN = Status.NOT_RUN
_WORST_LINES = 3
_BANK_WORD = 4


@dataclass(frozen=True)
class Counter:
    """One total of one memory space. value: the measured number; bound: its upper bound, None: unknown.

    key: of the texts `checks.<key>.pass`, `.fail`, `.too_few_loads` and, if there is one, `.fail_without_excess`.
    worst: sort key of the lines to show.
    """

    key: str
    space: str
    value: Callable[[AccessTotal], int]
    bound: Callable[[AccessTotal], int | None]
    worst: Callable[[AccessLine], int]


def judge_case(
    context: Context, seen: Seen, case: int, judge: Callable[[CaseRun, LaunchResult], Verdict], target: object = None,
    asked: Callable[[LaunchResult], object] = lambda _: True,
) -> Verdict:  # fmt: skip
    """The verdict on one case, if a device has run it to its end. asked: whether the result has what the launch was
    asked for.
    """
    if seen.missing is not None:
        return context.not_judged(seen.missing, target).by(seen, context)
    counted = context.counted(case, seen)
    if counted is None or not asked(counted[1]):
        return Verdict(Status.NOT_RUN, context.say("checks.counts.not_run"), target=target).by(seen, context)
    return judge(*counted).by(seen, context)


def judge_total(
    context: Context, counter: Counter, case: int, at_most: int, loads_at_least: int | None
) -> Verdict:  # fmt: skip
    """Hold the total of one case to its limit, on the device that counts."""
    judge = partial(held_to, context, counter, at_most, loads_at_least)
    return judge_case(context, context.counts, case, judge, at_most)


def held_to(
    context: Context, counter: Counter, at_most: int, loads_at_least: int | None, run: CaseRun, result: LaunchResult
) -> Verdict:
    """Whether a total keeps its limit, and there were at least `loads_at_least` loads."""
    total = result.total(counter.space)
    value, bound = counter.value(total), counter.bound(total)
    rows = [row for row in result.accesses if row.space == counter.space]
    facts = {"value": value, "at_most": at_most, "case": context.name_of(run), "bound": bound}
    loads = load_requests(result, counter.space)
    if loads_at_least is not None and loads < loads_at_least:
        message = context.say(f"checks.{counter.key}.too_few_loads", loads=loads, at_least=loads_at_least)
        return Verdict(Status.FAIL, message, value, at_most)
    if not total.exact and (bound is None or bound > at_most):
        notes = line_notes(context, counter, [row for row in rows if not row.exact])
        key = "checks.counts.unbounded" if bound is None else "checks.counts.inconclusive"
        return Verdict(Status.INCONCLUSIVE, context.say(key, **facts), value, at_most, notes)
    if (bound if bound is not None else value) <= at_most:
        return Verdict(Status.PASS, context.say(f"checks.{counter.key}.pass", **facts), value, at_most)
    no_excess = f"checks.{counter.key}.fail_without_excess"
    key = no_excess if known(no_excess) and not any(row.excess for row in rows) else f"checks.{counter.key}.fail"
    return Verdict(Status.FAIL, context.say(key, **facts), value, at_most, line_notes(context, counter, rows))


def uncertain(context: Context, measured: object, target: object, case: str, lines: Iterable[int]) -> Verdict:
    """The verdict on a number that hangs on the order of warps, at these lines."""
    worst = sorted({line for line in lines if line > 0})[:_WORST_LINES]
    notes = tuple(LineNote(line, context.say("checks.counts.by_order")) for line in worst)
    return Verdict(Status.INCONCLUSIVE, context.say("checks.counts.doubtful", case=case), measured, target, notes)


def load_requests(result: LaunchResult, space: str) -> int:
    """Load requests to a memory space."""
    return sum(a.requests for a in result.accesses if a.space == space and a.operation == "load")


def line_notes(context: Context, counter: Counter, rows: Sequence[AccessLine]) -> tuple[LineNote, ...]:
    """A sentence for each of the most expensive lines."""
    worst = sorted(rows, key=lambda row: (-counter.worst(row), -row.cost, row.line))
    if any(counter.worst(row) for row in worst):
        worst = [row for row in worst if counter.worst(row)]
    return tuple(LineNote(row.line, _line(context, row)) for row in worst[:_WORST_LINES] if row.line > 0)


def _line(context: Context, row: AccessLine) -> str:
    key = f"checks.line.{row.space}"
    if row.excess > 0:
        plain = row.operation in ("load", "store") and row.width == _BANK_WORD
        conflict = "_conflict" if row.cost % max(1, row.requests) == 0 else "_conflict_average"
        key += conflict if row.space == "shared" and plain else "_excess"
    text = context.say(
        key, operation=context.say(f"checks.operation.{row.operation}"), cost=row.cost, ideal=row.ideal,
        requests=row.requests, width=row.width, each=row.cost / max(1, row.requests),
        useful=100 * row.ideal / max(1, row.cost),
    )  # fmt: skip
    return text if row.exact else context.say("checks.line.inexact", what=text)
