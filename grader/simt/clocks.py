"""Happens-before between warps: a vector clock for each, for barriers at which only some warps of a block meet.

A warp's time advances at such a barrier. The warps that waited there then know its earlier work and all that it knew;
bar.arrive passes on knowledge but receives none.
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
    """The warps of a batch. known: by warp, up to which time it knows each warp of its block, itself included."""

    def __init__(self, layout: Layout) -> None:
        self._per_block = layout.padded // WARP
        warps = self._per_block * layout.blocks
        self.known: Ints = np.zeros((warps, self._per_block), np.int64)
        self.known[np.arange(warps), np.arange(warps) % self._per_block] = 1
        self._told: dict[int, Ints] = {}  # by number, block and warp

    def arrive(self, number: int, lanes: Lanes) -> None:
        """The warps of these lanes arrive at a barrier."""
        warps = np.unique(lanes.ids // WARP)
        told = self._told.setdefault(number, np.zeros((len(self.known) // self._per_block, self._per_block), np.int64))
        np.maximum.at(told, warps // self._per_block, self.known[warps])
        self.known = self.known.copy()  # events keep the old one
        self.known[warps, warps % self._per_block] += 1

    def meet(self, number: int, blocks: NDArray[np.intp], waited: list[Lanes]) -> None:
        """The barrier is complete in these blocks."""
        warps = np.unique(np.concatenate([lanes.ids // WARP for lanes in waited])) if waited else np.empty(0, np.int64)
        self.known = self.known.copy()
        self.known[warps] = np.maximum(self.known[warps], self._told[number][warps // self._per_block])
        self._told[number][blocks] = 0

    def moments(self, known: Ints, lanes: Ints) -> Ints:
        """The moment at which lanes did something, one number per warp and time. known: at that time."""
        warps = lanes // WARP
        return np.asarray(warps << _TIME_BITS | known[warps, warps % self._per_block])

    def settled(self, moments: Ints) -> NDArray[np.bool_]:
        """Whether all warps of the block know what was done at these moments."""
        warps, times = moments >> _TIME_BITS, moments & ((1 << _TIME_BITS) - 1)
        everyone = self.known.reshape(-1, self._per_block, self._per_block).min(axis=1)
        return np.asarray(everyone[warps // self._per_block, warps % self._per_block] >= times)

    def ordered(self, earlier: Ints, knew: Ints) -> NDArray[np.bool_]:
        """Whether these moments were known with this knowledge."""
        warps, times = earlier >> _TIME_BITS, earlier & ((1 << _TIME_BITS) - 1)
        return np.asarray(knew[np.arange(len(knew)), warps % self._per_block] >= times)
