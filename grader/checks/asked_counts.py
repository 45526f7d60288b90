"""The numbers that answer a predict-it exercise, and other numbers of the same accesses that a prediction may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from grader.checks.base import CaseRun, Observations
from grader.checks.room import Room, room_of
from grader.course.check_specs import Ask, PredictionsSpec
from grader.dataclass import dataclass
from grader.launch import AccessLine, Executed, LaunchResult, WarpAccess
from grader.toolchain.program import Program

if TYPE_CHECKING:
    from grader.course.models import ExerciseSpec

_BANKS, _LANES, _WORD = 32, 32, 4
_SPACE = {"wavefronts": "shared", "sectors": "global", "bank": "shared"}
_COST = {"shared": "wavefronts", "global": "sectors", "constant": "passes"}
_OF_THE_LAUNCH = ("blocks", "warps", "waves", "tail")
_OTHER = {"load": "store", "store": "load"}


class Uncounted(Exception):
    """The device did not count that, or not exactly."""


@dataclass(frozen=True)
class Counted:
    """What the numbers are taken from: the launch, its requests lane by lane, the lines of the source, and its room."""

    result: LaunchResult
    samples: Sequence[WarpAccess]
    lines: Sequence[str]
    room: Room


def truths(spec: ExerciseSpec, rule: PredictionsSpec, source: str, seen: Observations) -> list[int]:
    """The number that answers each question. Raises Uncounted."""
    counted = _counted(spec, rule, source, seen)
    return [number_of(ask, counted) for ask in rule.asks]


def confusions(
    spec: ExerciseSpec, rule: PredictionsSpec, source: str, seen: Observations, truth: Sequence[int],
    given: Mapping[int, int | None],
) -> dict[int, str]:  # fmt: skip
    """What a wrong prediction would be right for, by the question's number; nothing where that is not one thing.

    Nothing either where it would give away another question's answer, not yet found. truth: as counted, in the order of
    the questions. given: by the question's number.
    """
    counted = _counted(spec, rule, source, seen)
    open_ones = {number for n, number in enumerate(truth, start=1) if given.get(n) != number}
    found = {}
    for n, (ask, number) in enumerate(zip(rule.asks, truth, strict=True), start=1):
        said = given.get(n)
        if said is None or said == number or said in open_ones:
            continue
        keys = {key for key, other in neighbours(ask, number, counted) if other == said}
        if len(keys) == 1:
            found[n] = keys.pop()
    return found


def _counted(spec: ExerciseSpec, rule: PredictionsSpec, source: str, seen: Observations) -> Counted:
    """The launch of the rule's case. Raises Uncounted."""
    counts = seen.counts or seen.own
    run = next((run for run in counts.runs if run.index == rule.case), None)
    if run is None or run.result is None or run.result.faults or not isinstance(seen.compiled, Program):
        raise Uncounted
    runs: Sequence[CaseRun] = (*counts.runs, *seen.runs, *seen.drawn)
    samples = next((r.result.samples for r in runs if r.index == rule.case and r.result and r.result.samples), ())
    return Counted(run.result, samples, source.split("\n"), room_of(spec, rule.case, seen.compiled))


def neighbours(ask: Ask, truth: int, counted: Counted) -> Iterator[tuple[str, int]]:
    """Numbers that are easily taken for the one that is asked for, each with what it is."""

    def other(**changes: Any) -> int | None:
        try:
            return number_of(replace(ask, **changes), counted)
        except Uncounted:
            return None

    if ask.what in _OF_THE_LAUNCH:
        if ask.what == "warps":
            yield "threads", truth * _LANES
        elif ask.what == "tail":
            yield "free", counted.room.at_once - truth
        return
    if ask.what == "bank":
        word = _word(ask, counted)
        yield from (("word", word), ("byte", word * _WORD))
        return
    if ask.what == "barriers":
        yield "threads", truth * _LANES
        return
    if ask.what == "instructions":
        rows = _executed_rows(ask, counted)
        yield from (("lanes", sum(row.thread_inst_executed for row in rows)), ("once", len(rows)))
        return
    if ask.what == "divergent":
        yield "lanes", truth * _LANES
        return
    space = ask.space or _SPACE[ask.what]
    cost = _COST[space]
    numbers = {what: other(what=what, space=space) for what in ("requests", "excess", cost) if what != ask.what}
    requests = truth if ask.what == "requests" else numbers["requests"]
    if ask.what == "requests":
        numbers["threads"] = truth * _LANES
    elif requests and requests > 1 and truth % requests == 0:
        numbers["one_request"] = truth // requests
    if ask.operation in _OTHER:
        numbers[f"{_OTHER[ask.operation]}s"] = other(operation=_OTHER[ask.operation])
    yield from ((key, number) for key, number in numbers.items() if number is not None)


def number_of(ask: Ask, counted: Counted) -> int:
    """The number that answers a question. Raises Uncounted."""
    if ask.what in _OF_THE_LAUNCH:
        return int(getattr(counted.room, ask.what))
    if ask.what == "barriers":
        if counted.result.barriers is None:
            raise Uncounted
        return counted.result.barriers
    if ask.what == "bank":
        return _word(ask, counted) % _BANKS
    if ask.what in ("divergent", "instructions"):
        done = _executed_rows(ask, counted)
        if not done or not all(row.runs_exact for row in done):
            raise Uncounted
        if ask.what == "instructions":
            return sum(row.inst_executed for row in done)
        if sum(row.divergent for row in counted.result.executed) != counted.result.divergent_branches:
            raise Uncounted  # a GPU tells of a launch only
        return sum(row.divergent for row in done)
    rows = [row for row in counted.result.accesses if _asked_for(ask, row, counted.lines)]
    if not rows or not all(row.exact for row in rows):
        raise Uncounted
    if ask.what in ("passes", "most") and ask.space != "constant":
        if not all(row.most for row in rows):
            raise Uncounted
        return max(row.most for row in rows) if ask.what == "most" else sum(row.passes for row in rows)
    if ask.what == "requests":
        return sum(row.requests for row in rows)
    return sum(row.excess if ask.what == "excess" else row.cost for row in rows)


def _executed_rows(ask: Ask, counted: Counted) -> list[Executed]:
    return [row for row in counted.result.executed if _is_at(ask, row.line, counted.lines)]


def _word(ask: Ask, counted: Counted) -> int:
    """The word of shared memory that the lane asks for in the first request. Raises Uncounted."""
    there = (each for each in counted.samples if _asked_for(ask, each, counted.lines))
    first = min(there, key=lambda each: (each.block[::-1], each.warp), default=None)
    if first is None or ask.lane is None or not first.active >> ask.lane & 1:
        raise Uncounted
    return first.addresses[ask.lane] // _WORD


def _asked_for(ask: Ask, access: AccessLine | WarpAccess, lines: Sequence[str]) -> bool:
    atomic = ask.what not in ("passes", "most") or ask.space == "constant" or access.operation == "atomic"
    space = ask.space or _SPACE[ask.what]
    wanted = access.space == space and ask.operation in (None, access.operation)
    return atomic and wanted and _is_at(ask, access.line, lines)


def _is_at(ask: Ask, line: int, lines: Sequence[str]) -> bool:
    return ask.at in lines[line - 1] if 0 < line <= len(lines) else not ask.at
