"""Barriers with a number or a thread count (bar.sync a, b; bar.arrive a, b): for some of a block's warps.

A warp counts as 32 threads, however many of its lanes live. bar.arrive is counted, too, but does not wait.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from grader.simt.barriers import Arrival
from grader.simt.lanes import Layout
from grader.simt.patterns import WARP

Mask = NDArray[np.bool_]


@dataclass
class _Barrier:
    """State of one barrier number. arrived, expected: threads, by block; came: by warp; members: by lane."""

    arrived: NDArray[np.int64]
    expected: NDArray[np.int64]
    came: Mask
    members: Mask
    waiting: list[Arrival] = field(default_factory=list)


class NamedBarriers:
    """The numbered barriers of a batch."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._barriers: dict[int, _Barrier] = {}

    @property
    def waiting(self) -> list[Arrival]:
        """All who wait."""
        return [arrival for barrier in self._barriers.values() for arrival in barrier.waiting]

    def arrive(self, number: int, threads: int, arrival: Arrival, waits: bool) -> None:
        """Lanes come to a barrier for so many threads."""
        layout = self._layout
        barrier = self._barriers.get(number)
        if barrier is None:
            lanes = layout.padded * layout.blocks
            barrier = self._barriers[number] = _Barrier(
                np.zeros(layout.blocks, np.int64), np.zeros(layout.blocks, np.int64), np.zeros(lanes // WARP, np.bool_),
                np.zeros(lanes, np.bool_),
            )  # fmt: skip
        warps = np.unique(arrival.lanes.ids // WARP)
        new = warps[~barrier.came[warps]]
        barrier.came[new] = True
        blocks = new * WARP // layout.padded
        np.add.at(barrier.arrived, blocks, WARP)
        barrier.expected[blocks] = threads
        barrier.members[arrival.lanes.ids] = True
        if waits:
            barrier.waiting.append(arrival)

    def complete(self) -> tuple[list[Arrival], Mask | None]:
        """(those who may go on, the lanes that met); the barriers that are complete begin anew."""
        released: list[Arrival] = []
        met: Mask | None = None
        for barrier in self._barriers.values():
            full = (barrier.arrived >= barrier.expected) & (barrier.arrived > 0)
            if not full.any():
                continue
            of_lane = np.repeat(full, self._layout.padded)
            staying: list[Arrival] = []
            for arrival in barrier.waiting:
                go = of_lane[arrival.lanes.ids]
                if go.any():
                    released.append(Arrival(arrival.lanes.scattered(go), arrival.block, arrival.frame))
                if not go.all():
                    staying.append(Arrival(arrival.lanes.scattered(~go), arrival.block, arrival.frame))
            here = barrier.members & of_lane
            met = here if met is None else met | here
            barrier.waiting, barrier.arrived[full] = staying, 0
            barrier.came[np.repeat(full, self._layout.padded // WARP)] = False
            barrier.members[of_lane] = False
        return released, met
