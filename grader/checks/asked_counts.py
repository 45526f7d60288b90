"""The numbers that answer a predict-it exercise, and other numbers of the same accesses that a prediction may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from grader.checks.base import CaseRun, Observations
from grader.course.models import Ask, PredictionsSpec
from grader.launch import AccessLine, LaunchResult, WarpAccess

_BANKS, _LANES, _WORD = 32, 32, 4
_SPACE = {"wavefronts": "shared", "sectors": "global", "bank": "shared"}
_OTHER = {"load": "store", "store": "load"}


class Uncounted(Exception):
    """The device did not count that, or not exactly."""


def truths(rule: PredictionsSpec, source: str, seen: Observations) -> list[int]:
    """The number that answers each question. Raises Uncounted."""
    result, samples = _counted(rule, seen)
    lines = source.split("\n")
    return [counted_as(ask, result, samples, lines) for ask in rule.asks]


def confusions(
    rule: PredictionsSpec, source: str, seen: Observations, truth: Sequence[int], given: Mapping[int, int | None]
) -> dict[int, str]:
    """What a wrong prediction would be right for, by the question's number; nothing where that is not one thing.

    Nothing either where it would give away another question's answer, not yet found. truth: as counted, in the order of
    the questions. given: by the question's number.
    """
    result, samples = _counted(rule, seen)
    lines = source.split("\n")
    open_ones = {number for n, number in enumerate(truth, start=1) if given.get(n) != number}
    found = {}
    for n, (ask, number) in enumerate(zip(rule.asks, truth, strict=True), start=1):
        said = given.get(n)
        if said is None or said == number or said in open_ones:
            continue
        keys = {key for key, other in _neighbours(ask, number, result, samples, lines) if other == said}
        if len(keys) == 1:
            found[n] = keys.pop()
    return found


def _counted(rule: PredictionsSpec, seen: Observations) -> tuple[LaunchResult, Sequence[WarpAccess]]:
    """The launch of the rule's case and its requests lane by lane. Raises Uncounted."""
    counts = seen.counts or seen.own
    run = next((run for run in counts.runs if run.index == rule.case), None)
    if run is None or run.result is None or run.result.faults:
        raise Uncounted
    runs: Sequence[CaseRun] = (*counts.runs, *seen.runs, *seen.drawn)
    samples = next((r.result.samples for r in runs if r.index == rule.case and r.result and r.result.samples), ())
    return run.result, samples


def _neighbours(
    ask: Ask, truth: int, result: LaunchResult, samples: Sequence[WarpAccess], lines: Sequence[str]
) -> Iterator[tuple[str, int]]:
    """Numbers that are easily taken for the one that is asked for, each with what it is."""

    def counted(**other: Any) -> int | None:
        try:
            return counted_as(replace(ask, **other), result, samples, lines)
        except Uncounted:
            return None

    if ask.what == "bank":
        word = _word(ask, samples, lines)
        yield from (("word", word), ("byte", word * _WORD))
        return
    if ask.what == "barriers":
        yield "threads", truth * _LANES
        return
    space = ask.space or _SPACE[ask.what]
    cost = "wavefronts" if space == "shared" else "sectors"
    numbers = {what: counted(what=what, space=space) for what in ("requests", "excess", cost) if what != ask.what}
    requests = truth if ask.what == "requests" else numbers["requests"]
    if ask.what == "requests":
        numbers["threads"] = truth * _LANES
    elif requests and requests > 1 and truth % requests == 0:
        numbers["one_request"] = truth // requests
    if ask.operation in _OTHER:
        numbers[f"{_OTHER[ask.operation]}s"] = counted(operation=_OTHER[ask.operation])
    yield from ((key, number) for key, number in numbers.items() if number is not None)


def counted_as(ask: Ask, result: LaunchResult, samples: Sequence[WarpAccess], lines: Sequence[str]) -> int:
    """The number that answers a question. samples: requests lane by lane. lines: of the source. Raises Uncounted."""
    if ask.what == "barriers":
        if result.barriers is None:
            raise Uncounted
        return result.barriers
    if ask.what == "bank":
        return _word(ask, samples, lines) % _BANKS
    rows = [row for row in result.accesses if _asked_for(ask, row, lines)]
    if not rows or not all(row.exact for row in rows):
        raise Uncounted
    if ask.what == "requests":
        return sum(row.requests for row in rows)
    return sum(row.excess if ask.what == "excess" else row.cost for row in rows)


def _word(ask: Ask, samples: Sequence[WarpAccess], lines: Sequence[str]) -> int:
    """The word of shared memory that the lane asks for in the first request. Raises Uncounted."""
    there = (each for each in samples if _asked_for(ask, each, lines))
    first = min(there, key=lambda each: (each.block[::-1], each.warp), default=None)
    if first is None or ask.lane is None or not first.active >> ask.lane & 1:
        raise Uncounted
    return first.addresses[ask.lane] // _WORD


def _asked_for(ask: Ask, access: AccessLine | WarpAccess, lines: Sequence[str]) -> bool:
    there = 0 < access.line <= len(lines) and ask.at in lines[access.line - 1]
    space = ask.space or _SPACE[ask.what]
    return access.space == space and there and ask.operation in (None, access.operation)
