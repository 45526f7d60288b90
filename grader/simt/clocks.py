"""Who knows of whose work: a vector clock for every warp, for barriers at which only some warps of a block meet.

A warp's time goes on when it comes to such a barrier. What it did before is known to those who waited there, with all
that it knew itself; bar.arrive tells, but does not learn.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.simt.lanes import Lanes, Layout
from grader.simt.patterns import WARP

Array = NDArray[Any]
Ints = NDArray[np.int64]
_TIME_BITS = 32


class Clocks:
    """The warps of a batch. known: by warp, how far it knows the time of each warp of its block, its own included."""

    def __init__(self, layout: Layout) -> None:
        self._per_block = layout.padded // WARP
        warps = self._per_block * layout.blocks
        self.known: Ints = np.zeros((warps, self._per_block), np.int64)
        self.known[np.arange(warps), np.arange(warps) % self._per_block] = 1
        self._told: dict[int, Ints] = {}  # by number, block and warp

    def arrive(self, number: int, lanes: Lanes) -> None:
        """The warps of these lanes come to a barrier."""
        warps = np.unique(lanes.ids // WARP)
        told = self._told.setdefault(number, np.zeros((len(self.known) // self._per_block, self._per_block), np.int64))
        np.maximum.at(told, warps // self._per_block, self.known[warps])
        self.known = self.known.copy()  # events look at it as it was
        self.known[warps, warps % self._per_block] += 1

    def meet(self, number: int, blocks: NDArray[np.intp], waited: list[Lanes]) -> None:
        """It is complete in these blocks."""
        warps = np.unique(np.concatenate([lanes.ids // WARP for lanes in waited])) if waited else np.empty(0, np.int64)
        self.known = self.known.copy()
        self.known[warps] = np.maximum(self.known[warps], self._told[number][warps // self._per_block])
        self._told[number][blocks] = 0

    def moments(self, known: Ints, lanes: Ints) -> Ints:
        """When lanes did something, one number a warp and time. known: as it was then."""
        warps = lanes // WARP
        return np.asarray(warps << _TIME_BITS | known[warps, warps % self._per_block])

    def settled(self, moments: Ints) -> NDArray[np.bool_]:
        """Do all warps of the block know of what was done at these moments?"""
        warps, times = moments >> _TIME_BITS, moments & ((1 << _TIME_BITS) - 1)
        everyone = self.known.reshape(-1, self._per_block, self._per_block).min(axis=1)
        return np.asarray(everyone[warps // self._per_block, warps % self._per_block] >= times)

    def ordered(self, earlier: Ints, knew: Ints) -> NDArray[np.bool_]:
        """Were these moments known to those who knew so much?"""
        warps, times = earlier >> _TIME_BITS, earlier & ((1 << _TIME_BITS) - 1)
        return np.asarray(knew[np.arange(len(knew)), warps % self._per_block] >= times)
