"""Barriers with a number or a thread count (bar.sync a, b; bar.arrive a, b), for some of a block's warps.

A warp counts as 32 threads, even if lanes have exited, and again each time that it comes: an H200 does not ask who it
was. Lanes of a warp that come one after another count once. bar.arrive counts too, but does not wait.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.simt.barriers import Arrival
from grader.simt.lanes import Lanes
from grader.simt.layout import Layout
from grader.simt.patterns import WARP

Mask = NDArray[np.bool_]


@dataclass
class _Barrier:
    """State of one barrier number. arrived, expected: threads, by block; came: by lane."""

    arrived: NDArray[np.int64]
    expected: NDArray[np.int64]
    came: Mask
    waiting: list[Arrival] = field(default_factory=list)


class NamedBarriers:
    """The numbered barriers of a batch."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._barriers: dict[int, _Barrier] = {}

    @property
    def waiting(self) -> list[Arrival]:
        """All waiting lanes."""
        return [arrival for barrier in self._barriers.values() for arrival in barrier.waiting]

    def _barrier(self, number: int) -> _Barrier:
        if number not in self._barriers:
            blocks, lanes = self._layout.blocks, self._layout.padded * self._layout.blocks
            none = np.zeros((2, blocks), np.int64)
            self._barriers[number] = _Barrier(none[0], none[1], np.zeros(lanes, np.bool_))
        return self._barriers[number]

    def fitting(self, number: int, threads: int, lanes: Lanes) -> Mask:
        """Of lanes that arrive together, those of the warps that complete the barrier; the others arrive next."""
        barrier, warps = self._barrier(number), lanes.ids // WARP
        each = _counted(barrier, lanes)
        blocks = each * WARP // self._layout.padded
        rank = np.arange(len(each)) - np.searchsorted(blocks, blocks)
        late = each[(rank > 0) & (rank * WARP >= threads - barrier.arrived[blocks])]
        return ~np.isin(warps, late)

    def arrive(self, number: int, threads: int, arrival: Arrival, waits: bool) -> None:
        """Lanes arrive at a barrier for this number of threads."""
        layout, barrier = self._layout, self._barrier(number)
        new = _counted(barrier, arrival.lanes)
        barrier.came.reshape(-1, WARP)[new] = False
        barrier.came[arrival.lanes.ids] = True
        blocks = new * WARP // layout.padded
        np.add.at(barrier.arrived, blocks, WARP)
        barrier.expected[blocks] = threads
        if waits:
            barrier.waiting.append(arrival)

    def complete(self) -> Iterator[tuple[int, Mask, list[Arrival]]]:
        """(number, blocks, lanes that continue) of every complete barrier, which is reset."""
        for number, barrier in self._barriers.items():
            full = (barrier.arrived >= barrier.expected) & (barrier.arrived > 0)
            if not full.any():
                continue
            of_lane = np.repeat(full, self._layout.padded)
            released: list[Arrival] = []
            staying: list[Arrival] = []
            for arrival in barrier.waiting:
                go = of_lane[arrival.lanes.ids]
                if go.any():
                    released.append(Arrival(arrival.lanes.scattered(go), arrival.where))
                if not go.all():
                    staying.append(Arrival(arrival.lanes.scattered(~go), arrival.where))
            barrier.waiting, barrier.arrived[full] = staying, 0
            barrier.came[of_lane] = False
            yield number, full, released


def _counted(barrier: _Barrier, lanes: Lanes) -> NDArray[np.intp]:
    """The warps of lanes that come of which none is there yet, or which have come before."""
    warps = lanes.ids // WARP
    begun: Mask = np.asarray(barrier.came.reshape(-1, WARP).any(axis=1))
    return np.unique(warps[barrier.came[lanes.ids] | ~begun[warps]])
