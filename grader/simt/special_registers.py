"""Special registers such as %tid, %ctaid and %laneid in one batch of blocks."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.launch import Dim3
from grader.simt.lanes import Layout
from grader.simt.patterns import WARP
from grader.simt.ptx import Unsupported

Array = NDArray[Any]
_WARPS_OF_AN_SM = 64  # %nwarpid on sm_80, sm_90 and sm_100
_FEW_BLOCKS = 24  # in a batch


@dataclass(frozen=True)
class SpecialRegisters:
    """Those of the batch whose blocks have these linear numbers. block, grid: extents; dynamic_shared: bytes."""

    layout: Layout
    blocks: NDArray[np.int64]
    block: Dim3
    grid: Dim3
    dynamic_shared: int

    def value(self, name: str) -> Array:
        """The value of a register, other than a timer, in every lane, as int32. Raises Unsupported."""
        base, _, axis = name[1:].partition(".")
        axis = axis or "x"
        if base in ("ntid", "nctaid"):
            return np.array([(self.block if base == "ntid" else self.grid)["xyz".index(axis)]], np.int32)
        layout, (x, y, _) = self.layout, self.block
        row = np.arange(layout.y).reshape(-1, 1, 1)
        if base == "tid":
            column = np.arange(layout.x).reshape(1, -1, 1)
            return self._spread({"x": column, "y": row % y, "z": row // y}[axis])
        if base == "ctaid":
            return self._spread(_coordinate(self.blocks, self.grid, axis).reshape(1, 1, -1))
        thread = np.arange(layout.threads).reshape(layout.y, x, 1)
        lane = (thread if x % WARP else thread[:1]) % WARP  # every row of whole warps has the same
        if base == "laneid":
            return self._spread(lane)
        if base == "warpid":  # the place on the SM, which blocks share here: not the number in the block
            before = self.blocks * -(-layout.threads // WARP)
            return self._spread((before.reshape(1, 1, -1) + thread // WARP) % _WARPS_OF_AN_SM)
        if base.startswith("lanemask_"):
            return self._spread(_lane_mask(base.removeprefix("lanemask_"), lane))
        if base == "nwarpid":
            return np.array([_WARPS_OF_AN_SM], np.int32)
        if base == "dynamic_smem_size":
            return np.array([self.dynamic_shared], np.int32)
        if base.startswith(("smid", "nsmid", "gridid", "total_smem", "envreg")):
            return np.array([1 if base.startswith("n") else 0], np.int32)
        raise Unsupported(f"the register {name}")

    def _spread(self, values: NDArray[np.int64]) -> Array:
        """The values along the axes on which they depend; with few blocks along all, as short rows do not pay off."""
        if self.layout.blocks < _FEW_BLOCKS:
            values = np.broadcast_to(values, self.layout.shape)
        return np.ascontiguousarray(values.astype(np.int32))


def _coordinate(linear: NDArray[np.int64], extent: Dim3, axis: str) -> NDArray[np.int64]:
    if axis == "x":
        return linear % extent[0]
    if axis == "y":
        return linear // extent[0] % extent[1]
    return linear // (extent[0] * extent[1])


def _lane_mask(kind: str, lane: NDArray[np.int64]) -> Array:
    bit = np.uint64(1) << lane.astype(np.uint64)
    below = bit - np.uint64(1)
    masks = {"eq": bit, "lt": below, "le": below | bit, "gt": ~(below | bit), "ge": ~below}
    if kind not in masks:
        raise Unsupported(f"the register %lanemask_{kind}")
    mask = masks[kind]
    return (mask & np.uint64(0xFFFFFFFF)).astype(np.uint32).view(np.int32)
