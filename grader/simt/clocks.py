"""Happens-before between warps: a vector clock for each, for barriers at which only some warps of a block meet.

A warp's time advances when it comes to such a barrier. The warps that waited there then know its earlier work and all
that it knew; one that only arrives passes on knowledge but receives none. In each cluster of blocks (a block, without
clusters) asynchronous copies have a clock of their own, as if a warp more did them. Flags in shared memory pass on
knowledge as those in global memory do, see `memory_order`.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.simt.layout import Layout
from grader.simt.patterns import WARP

Array = NDArray[Any]
Ints = NDArray[np.int64]
_TIME_BITS = 32


class Clocks:
    """The warps of a batch. known: by warp, up to which time it knows each warp of its cluster, itself included, and
    the copies; after the warps come the rows of each cluster's copies."""

    def __init__(self, layout: Layout, blocks_together: int = 1) -> None:
        self._together = layout.padded // WARP * blocks_together
        self._warps = layout.padded // WARP * layout.blocks
        groups = self._warps // self._together
        rows = np.arange(self._warps + groups)
        self._column = np.where(rows < self._warps, rows % self._together, self._together)
        self.known: Ints = np.zeros((len(rows), self._together + 1), np.int64)
        self.known[rows, self._column] = 1
        self._told: dict[Hashable, Ints] = {}  # by place, cluster and warp
        self._flags: dict[int, Ints] = {}  # what is published at a place
        self._fenced, self._seen = np.zeros_like(self.known), np.zeros_like(self.known)

    def _groups(self, warps: Ints) -> Ints:
        return np.where(warps < self._warps, warps // self._together, warps - self._warps)

    def copies_of(self, warps: Ints) -> Ints:
        """The rows of the copies in the clusters of these warps."""
        return np.asarray(self._warps + warps // self._together)

    def tell(self, place: Hashable, warps: Ints) -> None:
        """Distinct warps, or copies, leave at a place what they know. Time goes on for them."""
        np.maximum.at(self._at(place), self._groups(warps), self.known[warps])
        self._go_on(warps)

    def tell_of_copies(self, place: Hashable, groups: Ints) -> None:
        """Copies of distinct clusters are over, and say so at a place: no more than that."""
        self._at(place)[groups, self._together] = self.known[self._warps + groups, self._together]
        self._go_on(self._warps + groups)

    def _at(self, place: Hashable) -> Ints:
        """What was left there, for each cluster."""
        return self._told.setdefault(place, np.zeros((len(self.known) - self._warps, self._together + 1), np.int64))

    def _go_on(self, warps: Ints) -> None:
        self.known = self.known.copy()  # events keep the old one
        self.known[warps, self._column[warps]] += 1

    def learn(self, place: Hashable, warps: Ints) -> None:
        """Warps learn what was left at a place."""
        told = self._told.get(place)
        if told is not None:
            self.known = self.known.copy()
            self.known[warps] = np.maximum(self.known[warps], told[self._groups(warps)])

    def copy(self, place: Hashable, to: Hashable) -> None:
        """What was left at a place is at another one, too."""
        if place in self._told:
            self._told[to] = self._told[place].copy()

    def fence(self, warps: Ints) -> None:
        """Distinct warps learn what they have seen in flags, and publish with later ones what they know."""
        self.known = self.known.copy()
        self.known[warps] = self._fenced[warps] = np.maximum(self.known[warps], self._seen[warps])
        self._go_on(warps)

    def write_flag(self, place: int, warp: int, releases: bool, atomic: bool) -> None:
        """A strong write: its readers may learn what the warp knew at its last fence, or knows, if it releases."""
        row = (self.known if releases else self._fenced)[warp].copy()
        before = self._flags.get(place)
        self._flags[place] = np.maximum(row, before) if atomic and before is not None else row
        if releases:
            self._go_on(np.array([warp]))

    def read_flag(self, place: int, warp: int, acquires: bool) -> None:
        """A strong read: the warp learns what is published there, at once or with its next fence."""
        row = self._flags.get(place)
        if row is not None:
            self._seen[warp] = np.maximum(self._seen[warp], row)
            if acquires:
                self.known = self.known.copy()
                self.known[warp] = np.maximum(self.known[warp], row)

    def close_copies(self, warp: int) -> int:
        """Time goes on for the copies of a warp's cluster. Returns the time before."""
        rows = self.copies_of(np.array([warp]))
        time = int(self.known[rows[0], self._together])
        self._go_on(rows)
        return time

    def learn_of_copies(self, warp: int, time: int) -> None:
        """A warp learns that the copies of its cluster are over up to a time."""
        self.known = self.known.copy()
        self.known[warp, self._together] = max(self.known[warp, self._together], time)

    def begin_copies(self, warps: Ints) -> Ints:
        """Warps start copies: those know what the warps know. Returns the rows of the copies."""
        rows = self.copies_of(warps)
        self.known = self.known.copy()
        mine = self.known[warps]
        mine[:, self._together] = 0
        np.maximum.at(self.known, rows, mine)
        return rows

    def forget(self, place: Hashable, groups: Ints) -> None:
        """What was left at a place in these clusters is of no use any more."""
        if place in self._told:
            self._told[place][groups] = 0

    def moments(self, known: Ints, rows: Ints) -> Ints:
        """The moment at which warps, or copies, did something, one number per row and time. known: at that time."""
        return np.asarray(rows << _TIME_BITS | known[rows, self._column[rows]])

    def settled(self, moments: Ints) -> NDArray[np.bool_]:
        """Whether all warps of the cluster know what was done at these moments."""
        rows, times = moments >> _TIME_BITS, moments & ((1 << _TIME_BITS) - 1)
        everyone = self.known[: self._warps].reshape(-1, self._together, self._together + 1).min(axis=1)
        return np.asarray(everyone[self._groups(rows), self._column[rows]] >= times)

    def ordered(self, earlier: Ints, knew: Ints) -> NDArray[np.bool_]:
        """Whether these moments were known with this knowledge."""
        rows, times = earlier >> _TIME_BITS, earlier & ((1 << _TIME_BITS) - 1)
        return np.asarray(knew[np.arange(len(knew)), self._column[rows]] >= times)
