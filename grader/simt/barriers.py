"""__syncthreads as a real wait: who has arrived, when a block continues, and whether all its threads arrived."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.listing import runs
from grader.simt.lanes import Lanes
from grader.simt.layout import Layout
from grader.simt.patterns import WARP

Array = NDArray[Any]
Ids = NDArray[np.intp]


@dataclass
class BarrierDivergence:
    """Not all threads of a block reached the same barrier. severity: "warning" if the missing ones had exited.

    came: the threads that arrived, as ranges (first, last).
    """

    line: int | None
    other_line: int | None
    severity: str
    lane: int
    arrived: int
    expected: int
    came: list[tuple[int, int]]
    count: int = 1


@dataclass(frozen=True, slots=True)
class Where:
    """A barrier in the code. index: where those continue that waited; line: the student's."""

    index: int
    line: int | None


@dataclass(frozen=True)
class Arrival:
    """Lanes that wait at a barrier. along: others of their warps, for which its predicate does not hold: a warp waits
    as a whole."""

    lanes: Lanes
    where: Where
    along: Lanes | None = None

    @property
    def everyone(self) -> list[Lanes]:
        """All that wait."""
        return [self.lanes] if self.along is None else [self.lanes, self.along]

    def part(self, blocks: NDArray[np.bool_], block_of_lane: Ids) -> Arrival:
        """Those in some of the blocks."""
        lanes, *along = (each.scattered(blocks[block_of_lane[each.ids]]) for each in self.everyone)
        return Arrival(lanes, self.where, along[0] if along and along[0].count else None)


class Barriers:
    """The barrier of every block of threads in a batch."""

    def __init__(self, layout: Layout) -> None:
        blocks, threads, padded = layout.blocks, layout.threads, layout.padded
        self.findings: dict[tuple[int | None, int | None, str], BarrierDivergence] = {}
        self.waiting: list[Arrival] = []
        self._blocks, self._threads, self._padded, self._total = blocks, threads, padded, blocks * padded
        self._layout, self._block_of_lane = layout, np.repeat(np.arange(blocks), padded)
        self._alive = np.full(blocks, threads)
        self._arrived = np.zeros(blocks, np.int64)
        self._gone = np.tile(np.arange(padded) >= threads, blocks)  # lanes that exited or do not exist
        self._here = np.zeros(self._total, np.bool_)
        self._votes = np.zeros(self._total, np.bool_)  # predicates of a reducing barrier
        self._split = np.zeros(blocks, np.bool_)  # part of a warp waits while the rest runs
        self._passed: dict[int, NDArray[np.bool_]] = {}  # lanes that were at a barrier before, by its index

    def leave(self, lanes: Lanes) -> None:
        """Lanes exit: their blocks no longer wait for them."""
        if lanes is self._layout.everyone:
            self._gone[:], self._alive[:] = True, 0
            return
        self._gone[lanes.ids] = True
        self._alive -= np.bincount(self._block_of_lane[lanes.ids], minlength=self._blocks)

    def vote(self, lanes: Lanes, predicate: Array) -> None:
        """Record the lanes' predicates for a reducing barrier."""
        self._votes[lanes.ids] = lanes.flat(predicate)

    def passed(self, index: int, lanes: Lanes) -> None:
        """Lanes were at a barrier and go on."""
        passed = self._passed.setdefault(index, np.zeros(self._total, np.bool_))
        if lanes.count == self._total:
            passed[:] = True
        else:
            passed[lanes.ids] = True

    def left_behind(self, lanes: Lanes) -> None:
        """Lanes are about to arrive, but the rest of their warps has gone on elsewhere."""
        self._split[np.unique(self._block_of_lane[lanes.ids])] = True

    def arrive(self, arrival: Arrival) -> None:
        """Lanes arrive and wait."""
        ids = arrival.lanes.ids
        self._here[ids] = True
        warps = np.unique(ids // WARP)
        rest = ~(self._gone | self._here).reshape(-1, WARP)[warps].all(axis=1)
        self._split[np.unique(warps[rest] * WARP // self._padded)] = True
        self.waiting.append(arrival)
        for each in arrival.everyone:
            self._arrived += np.bincount(self._block_of_lane[each.ids], minlength=self._blocks)

    def complete(self) -> NDArray[np.bool_] | None:
        """The blocks whose threads all wait or have exited; None if there are none."""
        complete = (self._arrived == self._alive) & (self._arrived > 0)
        return complete if complete.any() else None

    def result(self, mode: str, lanes: Lanes, everyone: bool, among: Lanes | None = None) -> Array:
        """Result of a reducing barrier ("popc", "and", "or") for these lanes. everyone: all lanes of the batch came;
        among: those that came to a barrier with a number.
        """
        here = ~self._gone if everyone else self._here
        if among is not None:
            here = np.zeros(self._total, np.bool_)
            here[among.ids] = True
        there = np.bincount(self._block_of_lane[here], minlength=self._blocks)
        yes = np.bincount(self._block_of_lane[here & self._votes], minlength=self._blocks)
        results: dict[str, Array] = {"popc": yes.astype(np.int32), "and": yes == there, "or": yes > 0}
        return lanes.unflat(results[mode][self._block_of_lane[lanes.ids]])

    def release(self, complete: NDArray[np.bool_]) -> list[Arrival]:
        """The lanes that may continue."""
        points: dict[int, list[tuple[Where, Ids]]] = defaultdict(list)
        released: list[Arrival] = []
        staying: list[Arrival] = []
        for arrival in self.waiting:
            ids = arrival.lanes.ids
            go = complete[self._block_of_lane[ids]]
            if not go.any():
                staying.append(arrival)
                continue
            free = arrival if go.all() else arrival.part(complete, self._block_of_lane)
            released.append(free)
            if not go.all():
                staying.append(arrival.part(~complete, self._block_of_lane))
            points[arrival.where.index].append((arrival.where, free.lanes.ids))
            self._here[free.lanes.ids] = False
        for arrival in released:
            self.passed(arrival.where.index, arrival.lanes)
        self._check(points, np.flatnonzero(complete))
        self.waiting = staying
        self._arrived[complete] = 0
        self._split[complete] = False
        return released

    def _check(self, points: dict[int, list[tuple[Where, Ids]]], released: Ids) -> None:
        """Report blocks whose threads have not all arrived at the same barrier."""
        came = np.zeros((len(points), self._blocks), np.int64)
        for row, parts in enumerate(points.values()):
            for _, ids in parts:
                came[row] += np.bincount(self._block_of_lane[ids], minlength=self._blocks)
        for row, parts in enumerate(points.values()):
            bad = released[(came[row, released] > 0) & (came[row, released] < self._threads)]
            if not len(bad):
                continue
            at = int(bad[0])
            elsewhere = [p[0][0] for r, p in enumerate(points.values()) if r != row and came[r, at]]
            ids = np.concatenate([i for _, i in parts])
            ids = ids[self._block_of_lane[ids] == at]
            self._report(parts[0][0], [where.line for where in elsewhere], at, ids, len(bad))

    def _report(self, where: Where, elsewhere: list[int | None], block: int, ids: Ids, count: int) -> None:
        """ids: lanes of the block that came."""
        line = where.line
        other = elsewhere[0] if elsewhere else None
        if other is not None and (other, line, "error") in self.findings:
            return  # already reported for the other barrier
        missing = np.arange(block * self._padded, block * self._padded + self._threads)
        missing = missing[~np.isin(missing, ids)]
        again = self._passed[where.index][missing].any()  # they ended after an earlier round
        severity = "error" if elsewhere or self._split[block] or again else "warning"
        came, rest = (list(runs((np.sort(each) - block * self._padded).tolist())) for each in (ids, missing))
        for found in [f for f in self.findings.values() if f.other_line is None and f.came == rest]:
            if found.lane // self._padded == block:  # they waited along at the one, these come to another
                del self.findings[found.line, None, found.severity]
                found.other_line = line
                self.findings[found.line, line, found.severity] = found
                return
        known = self.findings.get((line, other, severity))
        if known is None:
            found = BarrierDivergence(line, other, severity, int(ids[0]), len(ids), self._threads, came, count)
            self.findings[line, other, severity] = found
        else:
            known.count += count
