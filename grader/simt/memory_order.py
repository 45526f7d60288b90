"""Who may rely on whose work in global memory: fences, and the releasing and acquiring of what is passed on.

The memory model of PTX, warp by warp. A warp lets others know what it did, and what it knew itself, by a write that
releases, or by a strong write (volatile, relaxed, atomic) behind a fence. Who reads that value knows it at once, if the
read acquires or is one half of an atomic operation, else behind the next fence of its own. A barrier shares what the
warps of a block know. Where the model asks for more than hardware ever does, the author is believed: a fence before a
barrier holds behind it, and the scope of a fence is not looked at.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Times = NDArray[np.int32]
MOST_WARPS = 2048  # of a launch: what each knows of each other one is kept


class MemoryOrder:
    """The warps of a launch, of which a block has so many. known: by warp, up to which time it knows each warp's work;
    its own time on the diagonal goes on when others may come to know of it."""

    def __init__(self, warps: int, per_block: int) -> None:
        self._per_block = per_block
        self.known: Times = np.eye(warps, dtype=np.int32)
        self._fenced: Times = np.zeros_like(self.known)  # what was known at the last fence
        self._seen: Times = np.zeros_like(self.known)  # what will be known behind the next one
        self._passed_on: list[Times] = []

    def times(self, warps: Ints) -> Times:
        """Now, of each warp."""
        return self.known[warps, warps]

    def _go_on(self, warps: Ints) -> None:
        self.known[warps, warps] += 1

    def fence(self, warps: Ints) -> None:
        """__threadfence() by these warps, each named once."""
        self.known[warps] = np.maximum(self.known[warps], self._seen[warps])
        self._fenced[warps] = self.known[warps]
        self._go_on(warps)

    def barrier(self, blocks: Ints) -> None:
        """__syncthreads() of these blocks."""
        warps = (blocks[:, None] * self._per_block + np.arange(self._per_block)).ravel()
        for table in (self.known, self._fenced, self._seen):
            most = table[warps].reshape(len(blocks), self._per_block, -1).max(axis=1)
            table[warps] = np.repeat(most, self._per_block, axis=0)
        self._go_on(warps)

    def read(self, notes: Times, warps: Ints, acquires: bool) -> None:
        """Strong reads, lane by lane. notes: of the places (see write), 0 where there is none."""
        there = notes > 0
        for warp, note in {*zip(warps[there].tolist(), notes[there].tolist(), strict=True)}:
            for table in (self._seen, self.known) if acquires else (self._seen,):
                np.maximum(table[warp], self._passed_on[note - 1], out=table[warp])

    def write(self, notes: Times, places: Ints, warps: Ints, releases: bool, atomic: bool) -> None:
        """Strong writes, lane by lane. notes: for every place the number of what is passed on there; changed."""
        needed = (notes[places] > 0) | releases | self._fenced[warps, warps].astype(np.bool_)
        for place, warp in dict.fromkeys(zip(places[needed].tolist(), warps[needed].tolist(), strict=True)):
            told = (self.known if releases else self._fenced)[warp]
            note = int(notes[place])
            if not note:
                self._passed_on.append(told.copy())
                notes[place] = len(self._passed_on)
            elif atomic:
                np.maximum(self.known[warp], self._passed_on[note - 1], out=self.known[warp])
                np.maximum(self._passed_on[note - 1], told, out=self._passed_on[note - 1])
            else:
                self._passed_on[note - 1] = told.copy()
        if releases:
            self._go_on(np.unique(warps))

    def knows(self, warps: Ints, others: Ints, times: Ints) -> NDArray[np.bool_]:
        """Does each warp know of what another one did at a time?"""
        return np.asarray(self.known[warps, others] >= times)
