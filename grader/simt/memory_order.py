"""Happens-before in global memory: fences, and release and acquire accesses.

The memory model of PTX, per warp. A warp publishes its work, and all that it knows, by a release write, or by a strong
write (volatile, relaxed, atomic) after a fence. A reader of that value knows it at once, if the read acquires or is
part of an atomic operation, else after its own next fence. A barrier shares the knowledge of a block's warps. Where the
model demands more than hardware, the emulator is lenient: a fence before a barrier also counts after it, and the scope
of a fence is ignored.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Times = NDArray[np.int32]
MOST_WARPS = 2048  # of a launch: memory grows with the square


class MemoryOrder:
    """The warps of a launch. known: by warp, up to which time it knows each warp's work; its own time, on the diagonal,
    advances when it publishes."""

    def __init__(self, warps: int, per_block: int) -> None:
        self._per_block = per_block
        self.known: Times = np.eye(warps, dtype=np.int32)
        self._fenced: Times = np.zeros_like(self.known)  # knowledge at the last fence
        self._seen: Times = np.zeros_like(self.known)  # knowledge after the next fence
        self._passed_on: list[Times] = []

    def times(self, warps: Ints) -> Times:
        """The current time of each warp."""
        return self.known[warps, warps]

    def _go_on(self, warps: Ints) -> None:
        self.known[warps, warps] += 1

    def fence(self, warps: Ints) -> None:
        """__threadfence() by these distinct warps."""
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
        """Strong reads, lane by lane. notes: of the places (see write), 0: none."""
        there = notes > 0
        for warp, note in {*zip(warps[there].tolist(), notes[there].tolist(), strict=True)}:
            for table in (self._seen, self.known) if acquires else (self._seen,):
                np.maximum(table[warp], self._passed_on[note - 1], out=table[warp])

    def write(self, notes: Times, places: Ints, warps: Ints, releases: bool, atomic: bool) -> None:
        """Strong writes, lane by lane. notes: by place, the number of the published knowledge; modified."""
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
        """Whether each warp knows what another one did at a time."""
        return np.asarray(self.known[warps, others] >= times)
