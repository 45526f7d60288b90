"""Recounts the accesses of unrolled loops once the iterations of each lane are known.

A loop runs and is counted iteration by iteration. If all lanes of the batch do the same number of iterations, that is
right: every copy makes the same requests. Otherwise the requests are computed anew, according to `unrolling`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.simt.accesses import Group, Request
from grader.simt.counters import Counter, Entry
from grader.simt.lanes import Lanes, Layout
from grader.simt.patterns import WARP, Cost
from grader.simt.sectors import global_cost
from grader.simt.unrolling import places
from grader.simt.wavefronts import shared_cost

Array = NDArray[Any]
Ints = NDArray[np.int64]
_MOST_BYTES = 128 << 20  # of addresses kept for a loop


@dataclass
class _Use:
    """The accesses of one group in every iteration: addresses, and their counts."""

    group: Group
    space: str
    addresses: list[Array] = field(default_factory=list)
    counted: list[list[Entry]] = field(default_factory=list)


@dataclass
class _Loop:
    """One execution of a loop by all lanes in it. rounds: the lanes of each iteration, and those that leave after it.

    even: whether all lanes do all iterations. kept: bytes of addresses.
    """

    uses: dict[int, _Use] = field(default_factory=dict)
    rounds: list[tuple[Lanes, Ints | None]] = field(default_factory=list)
    even: bool = True
    kept: int = 0


class UnrolledCounts:
    """The running unrolled loops of one batch. counter_of: the counter of a request; doubt: called with groups that
    cannot be counted."""

    def __init__(
        self, layout: Layout, counter_of: Callable[[Request, str], Counter], doubt: Callable[[list[Group]], None]
    ) -> None:
        self._layout, self._counter_of, self._doubt = layout, counter_of, doubt
        self._loops: dict[int, _Loop] = {}

    def note(self, group: Group, space: str, address: Array, counted: list[Entry]) -> None:
        """Keep the accesses of a group in one iteration."""
        loop = self._loops.get(group.block)
        if loop is None:
            loop = self._loops[group.block] = _Loop()
        if loop.kept > _MOST_BYTES:
            loop.uses.setdefault(group.index, _Use(group, space))
            return
        loop.kept += address.nbytes
        use = loop.uses.get(group.index)
        if use is None:
            use = loop.uses[group.index] = _Use(group, space)
        use.addresses.append(address)
        use.counted.append(counted)
        if loop.kept > _MOST_BYTES:
            for each in loop.uses.values():
                each.addresses, each.counted = [], []

    def end(self, block: int, lanes: Lanes, stays: NDArray[np.bool_]) -> None:
        """The end of an iteration. stays: the lanes that do another one."""
        loop = self._loops.get(block)
        if loop is None:
            return
        staying = int(np.count_nonzero(stays))
        if loop.rounds and lanes is not loop.rounds[0][0]:
            loop.even = False
        leaving = None if staying == stays.size else lanes.ids[~lanes.flat(stays)]
        loop.rounds.append((lanes, leaving))
        if staying:
            loop.even = loop.even and leaving is None
            return
        del self._loops[block]
        if not loop.even:
            self._count_again(loop)

    def _count_again(self, loop: _Loop) -> None:
        uses = list(loop.uses.values())
        passes = None if loop.kept > _MOST_BYTES else self._passes(loop)
        if passes is None or any(len(use.addresses) != len(loop.rounds) for use in uses):
            self._doubt([use.group for use in uses])
            return
        first, rounds = passes
        for use in uses:
            table = np.zeros((len(loop.rounds), len(first)), np.int64)
            for row, (lanes, _), address in zip(table, loop.rounds, use.addresses, strict=True):
                row[lanes.ids] = lanes.flat(address)
            self._replace(use, table, first, rounds)

    def _passes(self, loop: _Loop) -> tuple[Ints, Ints] | None:
        """(first iteration of each lane, number of iterations); None if a lane re-enters after leaving."""
        size = self._layout.padded * self._layout.blocks
        first, rounds, gone = np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size, np.bool_)
        for number, (lanes, leaving) in enumerate(loop.rounds):
            ids = lanes.ids
            first[ids] = np.where(rounds[ids] == 0, number, first[ids])
            rounds[ids] += 1
            if gone[ids].any() or (first[ids] + rounds[ids] != number + 1).any():
                return None
            if leaving is not None:
                gone[leaving] = True
        return first, rounds

    def _replace(self, use: _Use, table: Ints, first: Ints, rounds: Ints) -> None:
        """Replace the counts by those of the machine's copies."""
        everyone = np.arange(len(first))
        for entry in (entry for counted in use.counted for entry in counted):
            entry.counter.add(-entry.requests, -entry.cost, -entry.ideal, None if entry.upper is None else -entry.upper)
        for turn in places(rounds):
            active = (turn >= 0).reshape(-1, WARP)
            some = active.any(axis=1)
            if not some.any():
                continue
            address = table[np.where(turn >= 0, first + turn, 0), everyone].reshape(-1, WARP)[some]
            for request in use.group.requests:
                cost = cost_of(use.space, address + request.offset, active[some], request.width, request.pattern)
                self._counter_of(request, use.space).add(len(address), cost.cost, cost.ideal, cost.cost)


def cost_of(space: str, addresses: Ints, active: NDArray[np.bool_] | None, width: int, pattern: str) -> Cost:
    """The cost of a request of these warps in shared or in global memory; see `shared_cost` and `global_cost`."""
    if space == "shared":
        return shared_cost(addresses, active, width, pattern)
    return global_cost(addresses, active, width)
