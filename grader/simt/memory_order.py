"""Happens-before in global memory: fences, and release and acquire accesses.

The memory model of PTX, per warp. A warp publishes its work, and all that it knows, by a release write, or by a strong
write (volatile, relaxed, atomic) after a fence. A reader of that value knows it at once, if the read acquires, else
after its own next fence; until then it has heard of it, which is enough for its strong accesses. A fence of the block
publishes to that block, and learns from it, alone. A barrier shares the knowledge of the warps that meet there. Where
the model demands more than hardware, the emulator is lenient: a fence before a barrier also counts after it.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Times = NDArray[np.int32]
MOST_WARPS = 2048  # of a launch: memory grows with the square


class _Note(NamedTuple):
    """Published knowledge: for everybody, and for warps of the block that published it."""

    for_all: Times
    for_block: Times
    block: int

    def told(self, block: int) -> Times:
        """What readers of this block learn."""
        return self.for_block if block == self.block else self.for_all


class MemoryOrder:
    """The warps of a launch. known: by warp, up to which time it knows each warp's work; its own time, on the diagonal,
    advances when it publishes."""

    def __init__(self, warps: int, per_block: int) -> None:
        self._per_block = per_block
        self.known: Times = np.eye(warps, dtype=np.int32)
        # Knowledge at the last fence; after the next fence. The same for fences of any scope.
        self._fenced, self._seen, self._fenced_here, self._seen_here = (np.zeros_like(self.known) for _ in range(4))
        self._tables = (self.known, self._fenced, self._seen, self._fenced_here, self._seen_here)
        self._met: dict[tuple[int, int], list[Times]] = {}  # by number and block: what those who came to a barrier know
        self._told: dict[Hashable, list[Times]] = {}
        self._notes: list[_Note] = []

    def times(self, warps: Ints) -> Times:
        """The current time of each warp."""
        return self.known[warps, warps]

    def _go_on(self, warps: Ints) -> None:
        self.known[warps, warps] += 1

    def fence(self, warps: Ints, of_block: bool) -> None:
        """__threadfence(), or __threadfence_block(), by these distinct warps."""
        self.known[warps] = np.maximum(self.known[warps], (self._seen_here if of_block else self._seen)[warps])
        for table in (self._fenced_here,) if of_block else (self._fenced_here, self._fenced):
            table[warps] = self.known[warps]
        self._go_on(warps)

    def barrier(self, blocks: Ints, together: int = 1) -> None:
        """__syncthreads() of these blocks, or a barrier of clusters of so many of them."""
        warps = (blocks[:, None] * self._per_block + np.arange(self._per_block)).ravel()
        for table in self._tables:
            most = table[warps].reshape(len(blocks) // together, self._per_block * together, -1).max(axis=1)
            table[warps] = np.repeat(most, self._per_block * together, axis=0)
        self._go_on(warps)

    def tell(self, place: Hashable, warps: Ints) -> None:
        """These distinct warps release what they know, at a place in shared memory."""
        for warp in warps.tolist():
            rows = [table[warp] for table in self._tables]
            self._told[place] = list(map(np.maximum, self._told.get(place, rows), rows))
        self._go_on(warps)

    def learn(self, place: Hashable, warps: Ints) -> None:
        """These distinct warps acquire what was released at a place."""
        for table, told in zip(self._tables, self._told.get(place, ()), strict=False):
            table[warps] = np.maximum(table[warps], told)

    def arrive(self, number: int, warps: Ints) -> None:
        """These distinct warps come to a barrier of some warps."""
        for warp in warps.tolist():
            rows = [table[warp] for table in self._tables]
            before = self._met.get((number, warp // self._per_block), rows)
            self._met[number, warp // self._per_block] = list(map(np.maximum, before, rows))
        self._go_on(warps)

    def meet(self, number: int, blocks: Ints, warps: Ints) -> None:
        """The barrier is complete in these blocks, and these warps, which waited, continue."""
        for warp in warps.tolist():
            for table, most in zip(self._tables, self._met[number, warp // self._per_block], strict=True):
                np.maximum(table[warp], most, out=table[warp])
        for block in blocks.tolist():
            self._met.pop((number, block), None)

    def read(self, notes: Times, warps: Ints, acquires: bool) -> None:
        """Strong reads, lane by lane. notes: of the places (see write), 0: none."""
        there = notes > 0
        for warp, number in {*zip(warps[there].tolist(), notes[there].tolist(), strict=True)}:
            note, block = self._notes[number - 1], warp // self._per_block
            here = [self._seen_here] if block == note.block else []
            tables = [self._seen, *here, *([self.known] if acquires else [])]
            for table in tables:
                np.maximum(table[warp], note.told(block), out=table[warp])

    def write(
        self, notes: Times, places: Ints, warps: Ints, releases: bool, atomic: bool, acquires: bool = False
    ) -> None:
        """Strong writes, lane by lane. notes: by place, the number of the published knowledge; modified."""
        needed = (notes[places] > 0) | releases | self._fenced_here[warps, warps].astype(np.bool_)
        for place, warp in dict.fromkeys(zip(places[needed].tolist(), warps[needed].tolist(), strict=True)):
            block, number = warp // self._per_block, int(notes[place])
            old = self._notes[number - 1] if number else None
            if old is not None and atomic:
                here = [self._seen_here] if block == old.block else []
                for table in [self._seen, *here, *([self.known] if acquires else [])]:
                    np.maximum(table[warp], old.told(block), out=table[warp])
            tables = (self.known, self.known) if releases else (self._fenced, self._fenced_here)
            for_all, for_block = (table[warp].copy() for table in tables)
            if old is None:
                self._notes.append(_Note(for_all, for_block, block))
                notes[place] = len(self._notes)
                continue
            if atomic:
                for_all, for_block = np.maximum(for_all, old.for_all), np.maximum(for_block, old.told(block))
            self._notes[number - 1] = _Note(for_all, for_block, block)
        if releases:
            self._go_on(np.unique(warps))

    def knows(self, warps: Ints, others: Ints, times: Ints) -> NDArray[np.bool_]:
        """Whether each warp knows what another one did at a time."""
        return np.asarray(self.known[warps, others] >= times)

    def heard(self, warps: Ints, others: Ints, times: Ints) -> NDArray[np.bool_]:
        """Whether each warp has at least heard of it."""
        tables = (self.known, self._seen, self._seen_here)
        return np.asarray(np.logical_or.reduce([table[warps, others] >= times for table in tables]))
