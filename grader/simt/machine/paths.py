"""The paths of each warp: one that runs, and those that wait until it blocks.

Where lanes of a warp part, the side with fewer lanes runs first, the side that falls through if both are equal. The
other waits on a stack, together with lanes of the warp that wait there for the same instruction. When the running
path ends, or waits for others, the newest one runs. Found by counting instructions on an H200, see docs/emulator.md.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grader.simt.lanes import Lanes
from grader.simt.layout import Layout
from grader.simt.patterns import WARP
from grader.simt.warp_masks import Mask, Masks

Ids = NDArray[np.intp]
_DEPTH = 33  # a path has at least one lane
_ALONE = 1  # added to an address: lanes that do not join others there


class Paths:
    """Those of one batch."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        warps = layout.padded * layout.blocks // WARP
        self._depth = np.zeros(warps, np.int64)
        self._address = np.zeros((warps, _DEPTH), np.int64)
        self._mask = np.zeros((warps, _DEPTH), np.uint32)
        self._fresh = np.zeros(warps, np.bool_)  # whether the newest path has not joined others yet
        self.busy = np.ones(warps, np.bool_)  # whether a path runs, or is ready to
        self.waiting = 0  # paths on all stacks
        self.joined = False  # whether waiting paths ever became one

    def part(self, lanes: Lanes, truth: Mask, taken: int, other: int) -> tuple[Lanes | None, Lanes | None]:
        """(lanes that go on at `taken`, lanes that go on at `other`) where a branch is true for some lanes only."""
        yes, every = lanes.masks_where(truth), lanes.masks
        no = every & ~yes
        mixed = (yes != 0) & (no != 0)
        jumps = np.where(mixed, np.bitwise_count(yes) < np.bitwise_count(no), yes != 0)
        warps = lanes.warp_list
        later = np.flatnonzero(mixed)
        self._push(warps[later], np.where(jumps[later], other, taken), np.where(jumps, no, yes)[later])
        first, second = np.where(jumps, yes, np.uint32(0)), np.where(jumps, np.uint32(0), no)
        return self._layout.of_masks(warps, first), self._layout.of_masks(warps, second)

    def _push(self, warps: Ids, address: NDArray[np.int64], masks: Masks) -> None:
        if not len(warps):
            return
        self._settle(warps[self._fresh[warps]])
        top = self._depth[warps]
        self._address[warps, top], self._mask[warps, top] = address, masks
        self._depth[warps] = top + 1
        self._fresh[warps] = True
        self.waiting += len(warps)

    def settle(self, lanes: Lanes) -> None:
        """The newest path of each warp joins those that wait at its address."""
        warps = lanes.warp_list
        self._settle(warps[self._fresh[warps]])

    def _settle(self, warps: Ids) -> None:
        if not len(warps):
            return
        self._fresh[warps] = False
        top = self._depth[warps] - 1
        address = self._address[warps, top]
        below = np.arange(top.max())
        same = (self._address[warps, : len(below)] == address[:, None]) & (below < top[:, None])
        same &= (address & _ALONE == 0)[:, None]
        joins = same.any(axis=1)
        if not joins.any():
            return
        self.joined = True
        warps, top, at = warps[joins], top[joins], same.argmax(axis=1)[joins]
        self._mask[warps, at] |= self._mask[warps, top]
        self._depth[warps] = top
        self.waiting -= len(warps)

    def push(self, address: int, lanes: Lanes, alone: bool = False) -> None:
        """Lanes wait on the stacks of their warps. alone: not together with others at this address."""
        self._push(lanes.warp_list, np.full(lanes.warps, address + (_ALONE if alone else 0), np.int64), lanes.masks)

    def pop_warps(self, warps: Ids) -> list[tuple[int, Lanes]]:
        """The running paths of these warps are no more: (address, lanes) of those that run now."""
        self.busy[warps] = False
        if not self.waiting:
            return []
        warps = warps[self._depth[warps] > 0]
        if not len(warps):
            return []
        top = self._depth[warps] - 1
        self._depth[warps] = top
        self._fresh[warps] = False
        self.waiting -= len(warps)
        self.busy[warps] = True
        addresses, masks = self._address[warps, top] & ~_ALONE, self._mask[warps, top]
        found = []
        for each in np.unique(addresses).tolist():
            own = addresses == each
            lanes = self._layout.of_masks(warps[own], masks[own])
            assert lanes is not None
            found.append((each, lanes))
        return found

    def rotate(self, address: int, lanes: Lanes) -> list[tuple[int, Lanes]]:
        """The running paths give way, at an address, to the oldest path of their warp that is elsewhere.

        Those that are at the same address become one. Returns all that run now, also the paths of warps without others.
        """
        warps = lanes.warp_list
        others = self._depth[warps] > 0
        if not others.any():
            return [(address, lanes)]
        moving = np.isin(lanes.ids // WARP, warps[others])
        found = [] if moving.all() else [(address, lanes.scattered(~moving))]
        part = lanes if moving.all() else lanes.scattered(moving)
        self.push(address, part)
        self.settle(part)
        warps = part.warp_list
        depth = self._depth[warps][:, None]
        elsewhere = (self._address[warps] & ~_ALONE != address) & (np.arange(_DEPTH) < depth)
        at = np.where(elsewhere.any(axis=1), elsewhere.argmax(axis=1), 0)
        addresses, masks = self._address[warps, at] & ~_ALONE, self._mask[warps, at]
        keep = np.arange(_DEPTH - 1) + (np.arange(_DEPTH - 1) >= at[:, None])
        for table in (self._address, self._mask):
            table[warps, :-1] = np.take_along_axis(table[warps], keep, axis=1)
        self._depth[warps] -= 1
        self._fresh[warps] = False
        self.waiting -= len(warps)
        for each in np.unique(addresses).tolist():
            own = addresses == each
            run = self._layout.of_masks(warps[own], masks[own])
            assert run is not None
            found.append((each, run))
        return found
