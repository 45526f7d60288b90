"""Special registers of the machine in one batch of blocks."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.launch import Dim3
from grader.simt.layout import Layout
from grader.simt.memory import LOCAL_WINDOW, SHARED_WINDOW
from grader.simt.patterns import WARP
from grader.simt.unsupported import Unsupported

Array = NDArray[Any]
Ints = NDArray[np.int64]
_FIXED = {
    "SR_SWINHI": SHARED_WINDOW >> 32, "SR_SWINLO": 0, "SR_LWINHI": LOCAL_WINDOW >> 32, "SR_LWINLO": 0,
    "SR_VIRTCFG": 64 << 8, "SR_VIRTUALSMID": 0, "SRZ": 0,
}  # fmt: skip
_MASKS = {"SR_EQMASK": (0, 1), "SR_LTMASK": (-1, 0), "SR_LEMASK": (-1, 1), "SR_GTMASK": (1, 0), "SR_GEMASK": (1, 1)}
# which lanes: before (-1), after (1) or neither, and the lane itself
_WARPS_OF_AN_SM = 64
_FEW_BLOCKS = 24  # in a batch


class Special:
    """Those of the batch whose blocks have these linear numbers."""

    def __init__(
        self, layout: Layout, blocks: Ints, block: Dim3, grid: Dim3, shared_bytes: int, cluster: int
    ) -> None:
        """cluster: blocks of one; those of the batch are whole clusters, by rank."""
        self._layout, self._blocks, self._block, self._grid = layout, blocks, block, grid
        self._shared_bytes, self._ranks = shared_bytes, np.arange(len(blocks)) % cluster
        self._known: dict[str, Array] = {}

    def value(self, name: str) -> Array:
        """A register, other than a timer, in every lane, as unsigned words. Raises Unsupported."""
        if name not in self._known:
            self._known[name] = self._value(name)
        return self._known[name]

    def _value(self, name: str) -> Array:
        if name in _FIXED:
            return np.array([_FIXED[name]], np.uint32)
        if name == "SR_SMEMSZ":
            return np.array([self._shared_bytes], np.uint32)
        if name == "SR_CgaCtaId":
            return self._spread(self._ranks.reshape(1, 1, -1)) if self._ranks.any() else np.zeros(1, np.uint32)
        base, _, axis = name.partition(".")
        layout, (x, y, _) = self._layout, self._block
        if base == "SR_TID" and axis:
            row = np.arange(layout.y).reshape(-1, 1, 1)
            return self._spread({"X": np.arange(x).reshape(1, -1, 1), "Y": row % y, "Z": row // y}[axis])
        if base == "SR_CTAID" and axis:
            below = {"X": 1, "Y": self._grid[0], "Z": self._grid[0] * self._grid[1]}[axis]
            return self._spread((self._blocks // below % self._grid["XYZ".index(axis)]).reshape(1, 1, -1))
        thread = np.arange(layout.threads).reshape(layout.y, x, 1)
        lane = (thread if x % WARP else thread[:1]) % WARP  # every row of whole warps has the same
        if base == "SR_LANEID":
            return self._spread(lane)
        if base in _MASKS:
            return self._spread(_lanes(lane, *_MASKS[base]))
        if base == "SR_VIRTID":  # bits 8 to 14: the warp on its multiprocessor; above: the multiprocessor, here 0
            warp = self._blocks.reshape(1, 1, -1) * -(-layout.threads // WARP) + thread // WARP
            return self._spread(warp % _WARPS_OF_AN_SM << 8)
        raise Unsupported(f"the special register {name}")

    def _spread(self, values: Ints) -> Array:
        """The values along the axes on which they depend; with few blocks along all, as short rows do not pay off."""
        if self._layout.blocks < _FEW_BLOCKS:
            values = np.broadcast_to(values, self._layout.shape)
        return np.ascontiguousarray(values.astype(np.uint32))


def _lanes(lane: Ints, side: int, itself: int) -> Ints:
    """A mask of the lanes on one side of each lane, and perhaps of the lane."""
    bit = np.int64(1) << lane
    below, all_lanes = bit - 1, (1 << WARP) - 1
    return np.asarray((below if side < 0 else all_lanes & ~(below | bit) if side > 0 else 0) | bit * itself)
