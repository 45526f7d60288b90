"""The lanes of a batch of blocks, and the sets of them that the running code divides them into."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from grader.launch import Dim3
from grader.simt.lanes import Indices, Lanes, Mask, ProductLanes, ScatteredLanes, Shape
from grader.simt.patterns import WARP
from grader.simt.warp_masks import Masks, members_of


class Layout:
    """The lanes of a batch: y rows of x threads in each of its blocks."""

    def __init__(self, x: int, y: int, blocks: int) -> None:
        self.x, self.y, self.blocks = x, y, blocks
        self.threads = x * y
        self.padded = -(-self.threads // WARP) * WARP
        self.shape: Shape = (y, x, blocks)

    @cached_property
    def everyone(self) -> Lanes:
        """All lanes."""
        return ProductLanes(self, None, None)

    @cached_property
    def all_threads(self) -> Indices:
        """Thread numbers of a block."""
        return np.arange(self.threads)

    @cached_property
    def all_blocks(self) -> Indices:
        """Blocks of the batch."""
        return np.arange(self.blocks)

    def chosen(self, threads: Indices, blocks: Indices, mask: Mask) -> Lanes:
        """Of threads times blocks, the lanes for which mask is true; mask: shape [threads, blocks]."""
        member = np.ascontiguousarray(mask.T)
        whole = self._as_product(threads, blocks, member)
        if whole is not None:
            return whole
        at = np.flatnonzero(member)
        if len(threads) < self.padded or len(blocks) < self.blocks:
            at = (blocks[:, None] * self.padded + threads).reshape(-1)[at]
        return ScatteredLanes(self, at)

    def _as_product(self, threads: Indices, blocks: Indices, member: Mask) -> Lanes | None:
        """The members among blocks times threads, if all blocks of some have the same threads."""
        count, some_thread = int(np.count_nonzero(member)), member.any(axis=0)
        in_each = count // max(int(np.count_nonzero(some_thread)), 1)
        if in_each * int(np.count_nonzero(some_thread)) == count:
            some_block = member.any(axis=1)
            if int(np.count_nonzero(some_block)) == in_each:
                return self.product(threads[some_thread], blocks[some_block])
        return None

    def product(self, threads: Indices, blocks: Indices) -> Lanes:
        """All lanes with one of these threads in one of these blocks."""
        every_thread, every_block = len(threads) == self.threads, len(blocks) == self.blocks
        if every_thread and every_block:
            return self.everyone
        return ProductLanes(self, None if every_thread else threads, None if every_block else blocks)

    def numbered(self, ids: Indices) -> Lanes:
        """The lanes with these numbers."""
        member = np.zeros((self.blocks, self.padded), np.bool_)
        member.reshape(-1)[ids] = True
        return self._of_members(member)

    def _of_members(self, member: Mask) -> Lanes:
        whole = self._as_product(self.all_threads, self.all_blocks, member[:, : self.threads])
        return whole or ScatteredLanes(self, np.flatnonzero(member))

    def of_masks(self, warps: Indices, masks: Masks) -> Lanes | None:
        """Those in the masks of these warps, which ascend; None if there are none."""
        some = masks != 0
        if not some.all():
            warps, masks = warps[some], masks[some]
        if not len(warps):
            return None
        member = np.zeros((self.padded * self.blocks // WARP, WARP), np.bool_)
        member[warps] = members_of(masks)
        lanes = self._of_members(member.reshape(self.blocks, self.padded))
        lanes.__dict__ |= {"warp_list": warps, "masks": masks, "_full_mask": member}
        return lanes

    def join(self, parts: list[Lanes]) -> Lanes:
        """The union of disjoint sets."""
        if len(parts) == 1:
            return parts[0]
        products = [p for p in parts if isinstance(p, ProductLanes)]
        if len(products) == len(parts):
            first = products[0]
            if all(np.array_equal(p.block_list, first.block_list) for p in products):
                return self.product(np.sort(np.concatenate([p.thread_list for p in products])), first.block_list)
            if all(np.array_equal(p.thread_list, first.thread_list) for p in products):
                return self.product(first.thread_list, np.sort(np.concatenate([p.block_list for p in products])))
        return self.numbered(np.concatenate([part.ids for part in parts]))


def unravel(linear: int, extent: Dim3) -> Dim3:
    """(x, y, z) of a linear number."""
    return linear % extent[0], linear // extent[0] % extent[1], linear // (extent[0] * extent[1])
