"""Which mistake explains a wrong result: the one that, made in the reference, gives the student's numbers.

A mistake is reported only if it reproduces every element, right ones included, of every case that ran to its end,
passing ones included. If several do, the exercise's cases cannot tell them apart: the first two in the family's order
are reported, one as an alternative to the other. None is reported that speaks of what no wrong case has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np

from grader.problems.base import (
    UNKNOWN,
    UNTOUCHED,
    Buffer,
    Floats,
    Mask,
    Mistake,
    Possible,
    Ran,
    Region,
    all_zero,
    mistake,
)
from grader.problems.filling import POISON_BITS
from grader.problems.judging import compared, unchanged

_EVIDENCE = 3  # one or two small integers may agree by chance, more hardly ever do
_KNOWN = 0.6  # share of the wrong elements that a mistake has to predict
_ROUNDING, _LONGER_ROUNDING = 1e-6, 1e-4  # of a value; the latter after many additions of floats
_MANY, _FEW = 4096, np.s_[:, ::13, ::11]  # elements of which some are looked at first
_RUINED = 1e7  # rounding in a sum with a sentinel hides everything but its size
_SAME_FACTOR = 1e-5
_LONG = 8  # elements in a direction in which values may have moved; of fewer the edge is too large a part
_INFINITE = 1e300  # stands for infinity, which is in use for other things and which no mistake predicts
# These only restate what is visible: reported alone, never as an alternative.
_LITERAL = ("nothing_written", "all_zero", "part_of_chunks", "shifted", "shifted_elements")
_TOLD = 2
_TELLING = 32  # so many wrong elements rule out nearly every other mistake


class _Agreement(NamedTuple):
    """How many wrong elements a mistake explains, and whether one of them cannot agree by chance."""

    explained: int
    certain: bool


class View:
    """One region of one case: its values, which are wrong, and what a mistake would make of it."""

    def __init__(self, ran: Ran, number: int) -> None:
        self.region: Region = ran.prepared.regions[number]
        self.buffer: Buffer = next(b for b in ran.prepared.buffers if b.position == self.region.position)
        self._geometry = ran.geometry
        self.given = sum(buffer.original.size for buffer in ran.prepared.buffers)  # elements of all buffers
        after = np.ascontiguousarray(ran.outputs[self.region.position])
        got, self.wrong = compared(self.region, after)
        self.untouched: Mask = unchanged(self.buffer, after)[self.region.index]
        poisoned = (self.buffer.original.view(np.uint32) == POISON_BITS)[self.region.index]
        with np.errstate(invalid="ignore"):
            before = self.buffer.original[self.region.index].astype(np.float64)
        self._before: Floats = np.where(poisoned, UNTOUCHED, before)
        finite = np.where(np.isinf(got), np.copysign(_INFINITE, got), got)
        self.got: Floats = np.where(poisoned & self.untouched, UNTOUCHED, finite)

    @cached_property
    def by_mistake(self) -> dict[Mistake, Possible]:
        """The region after each mistake; of two variants of the same one, the first."""
        found: dict[Mistake, Possible] = {}
        for possible in self.possible():
            found.setdefault(possible[0], possible)
        return found

    def possible(self) -> Iterator[Possible]:
        """Every known mistake for the region, in order of preference."""
        yield mistake("nothing_written"), lambda: np.full((1, 1, 1), UNTOUCHED)
        yield from self.region.mistakes(self._geometry)
        yield all_zero()
        vector = self.buffer.leading is None
        height, width = self.region.expected.shape[1:]
        sides = [(0, 1), (0, -1)] * (width >= _LONG) + [(1, 0), (-1, 0)] * (height >= _LONG and not vector)
        for rows, cols in sides:
            name = mistake("shifted_elements", distance=cols) if vector else mistake("shifted", rows=rows, cols=cols)
            yield name, partial(_neighbours, self.region.expected, rows, cols)

    def times(self, factor: float) -> Possible:
        """The mistake of a constant factor."""
        return mistake("constant_factor", factor=factor), lambda: factor * self.region.expected

    def factor(self) -> float | None:
        """The factor between all elements and their expected values, if there is one."""
        expected, got = self.region.expected[self.wrong], self.got[self.wrong]
        got, expected = got[expected != 0], expected[expected != 0]
        if expected.size <= _EVIDENCE or np.ptp(np.abs(expected)) == 0:
            return None
        with np.errstate(invalid="ignore"):
            factor = float(np.median(got / expected))
        return factor if np.isfinite(factor) and factor != 0 and abs(factor - 1) > _SAME_FACTOR else None

    def agreement(self, made: Floats) -> _Agreement | None:
        """How far a mistake that gives `made` explains the region; None if it contradicts a single element."""
        made = np.broadcast_to(made, self.got.shape)
        with np.errstate(all="ignore"):
            if self.got.size > _MANY and not self._fits(made, _FEW):  # most mistakes contradict the first elements
                return None
            if not self._fits(made, ...):
                return None
            kept = made == UNTOUCHED
            made = np.where(kept, self._before, made)
            near = np.abs(made - self.region.expected) <= self.region.rounding.tolerance
        explained = self.wrong & (made != UNKNOWN) & ~near
        return _Agreement(int(explained.sum()), certain=bool(kept[explained].any()))

    def _fits(self, made: Floats, at: Any) -> bool:
        """Whether the values after a mistake contradict no element at these places."""
        tolerance = np.broadcast_to(self.region.rounding.tolerance, self.got.shape)[at]
        got, made, before = self.got[at], made[at], self._before[at]
        made = np.where(made == UNTOUCHED, before, made)
        room = 2.0 * tolerance + np.where(tolerance > 0, _LONGER_ROUNDING, _ROUNDING) * np.abs(made)
        ruined = (np.minimum(np.abs(got), np.abs(made)) > _RUINED) & (np.abs(got - made) <= np.abs(made) / 2)
        close = np.isfinite(made) & ((np.abs(got - made) <= room) | ruined)
        same = (got == made) | (np.isnan(got) & np.isnan(made)) | close
        return bool((same | (made == UNKNOWN)).all())


def diagnose(runs: Sequence[Ran], number: int) -> tuple[Mistake, ...]:
    """The mistakes that explain region `number` in all of `runs`, some of which are wrong there, the likeliest first.

    Empty if no known mistake does; two if no case tells them apart.
    """
    views = [view for view in (View(ran, number) for ran in runs) if view.got.size]
    views.sort(key=lambda view: (view.wrong.sum() < _TELLING, not view.wrong.any(), view.got.size, view.given))
    if not views or not (wrong := sum(int(view.wrong.sum()) for view in views)):
        return ()
    first, *others = views
    unsaid = frozenset.intersection(*(view.region.unsaid for view in views if view.wrong.any()))
    told: dict[str, Mistake] = {}
    for name, made in first.possible():
        idle = name.key in told or name.key in unsaid or (told and name.key in _LITERAL)
        found = None if idle else first.agreement(made())
        if found is not None and _enough([found, *_elsewhere(name, others)], len(views), wrong):
            told[name.key] = name
            if name.key in _LITERAL or len(told) == _TOLD:
                break
    return tuple(told.values()) or _factor(views, wrong)


def _elsewhere(name: Mistake, views: Sequence[View]) -> Iterator[_Agreement]:
    """How far the mistake explains further views, up to the first that contradicts it."""
    for view in views:
        possible = view.by_mistake.get(name)
        agreement = _Agreement(0, certain=False) if possible is None else view.agreement(possible[1]())
        if agreement is None:
            return
        yield agreement


def _factor(views: Sequence[View], wrong: int) -> tuple[Mistake, ...]:
    factor = views[0].factor()
    if factor is None:
        return ()
    name = views[0].times(factor)[0]
    found = (view.agreement(view.times(factor)[1]()) for view in views)
    return (name,) if _enough([agreement for agreement in found if agreement is not None], len(views), wrong) else ()


def _enough(found: Sequence[_Agreement], views: int, wrong: int) -> bool:
    """Whether no view contradicts the mistake, and it explains most wrong elements, not by chance."""
    explained = sum(agreement.explained for agreement in found)
    by_chance = explained < _EVIDENCE and not any(agreement.certain for agreement in found)
    return len(found) == views and explained >= _KNOWN * wrong and not by_chance


def _neighbours(values: Floats, rows: int, cols: int) -> Floats:
    """For each element, the one `rows` below and `cols` to the right; unknown beyond the edge."""
    height, width = values.shape[1:]
    result = np.full(values.shape, UNKNOWN)
    result[:, max(0, -rows) : height - max(0, rows), max(0, -cols) : width - max(0, cols)] = values[
        :, max(0, rows) : height + min(0, rows), max(0, cols) : width + min(0, cols)
    ]
    return result
