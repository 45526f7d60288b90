"""Clusters of blocks: which blocks share one, and how they address each other's shared memory."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.launch import Dim3

Array = NDArray[Any]
Ints = NDArray[np.int64]
RANK_SHIFT = 24  # of a block's number in its cluster, in an address of shared memory
OFFSET_MASK = (1 << RANK_SHIFT) - 1
ONE: Dim3 = (1, 1, 1)


class Clusters:
    """The clusters of a launch. extent: blocks of one."""

    def __init__(self, grid: Dim3, extent: Dim3) -> None:
        self._grid, self._extent = grid, extent
        self.size = math.prod(extent)

    def blocks(self, first: int, end: int) -> Ints:
        """Linear numbers of the blocks from a place to another one, if they come cluster after cluster, in each by
        rank."""
        place = np.arange(first, end, dtype=np.int64)
        if self.size == 1:
            return place
        (gx, gy, _), (ex, ey, _) = self._grid, self._extent
        rank, cluster = place % self.size, place // self.size
        x = cluster % (gx // ex) * ex + rank % ex
        y = cluster // (gx // ex) % (gy // ey) * ey + rank // ex % ey
        z = cluster // (gx // ex * (gy // ey)) * self._extent[2] + rank // (ex * ey)
        return np.asarray(x + gx * (y + gy * z))

    def ranks(self, blocks: int) -> Ints:
        """The rank of each block of a batch, which has whole clusters."""
        return np.arange(blocks) % self.size

    def owner(self, block: Ints, rank: Ints) -> Ints:
        """The block of a batch with a rank in the cluster of another block of the batch."""
        return np.asarray(block - block % self.size + rank)

    def aimed(self, mask: int | None, *addresses: int) -> list[tuple[int, ...]]:
        """The same places of shared memory in every block that a multicast chooses, by bits; None: as addressed."""
        if mask is None:
            return [addresses]
        ranks = [rank for rank in range(self.size) if mask >> rank & 1]
        return [tuple(a & OFFSET_MASK | rank << RANK_SHIFT for a in addresses) for rank in ranks]
