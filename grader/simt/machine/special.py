"""Special registers of the machine in one batch of blocks."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.launch import Dim3
from grader.simt.lanes import Layout
from grader.simt.memory import LOCAL_WINDOW, SHARED_WINDOW
from grader.simt.ptx import Unsupported
from grader.simt.special_registers import SpecialRegisters

Array = NDArray[Any]
_NAMES = {
    "SR_TID.X": "%tid.x", "SR_TID.Y": "%tid.y", "SR_TID.Z": "%tid.z", "SR_CTAID.X": "%ctaid.x",
    "SR_CTAID.Y": "%ctaid.y", "SR_CTAID.Z": "%ctaid.z", "SR_LANEID": "%laneid", "SR_EQMASK": "%lanemask_eq",
    "SR_LTMASK": "%lanemask_lt", "SR_LEMASK": "%lanemask_le", "SR_GTMASK": "%lanemask_gt",
    "SR_GEMASK": "%lanemask_ge",
}  # fmt: skip
_FIXED = {
    "SR_SWINHI": SHARED_WINDOW >> 32, "SR_SWINLO": 0, "SR_LWINHI": LOCAL_WINDOW >> 32, "SR_LWINLO": 0,
    "SR_VIRTCFG": 64 << 8, "SR_VIRTUALSMID": 0, "SRZ": 0,
}  # fmt: skip


class Special:
    """Those of the batch whose blocks have these linear numbers."""

    def __init__(
        self, layout: Layout, blocks: NDArray[np.int64], block: Dim3, grid: Dim3, shared_bytes: int, cluster: int
    ) -> None:
        """cluster: blocks of one; those of the batch are whole clusters, by rank."""
        self._of_ptx = SpecialRegisters(layout, blocks, block, grid, shared_bytes)
        self._shared_bytes, self._ranks = shared_bytes, np.arange(len(blocks), dtype=np.uint32) % cluster
        self._known: dict[str, Array] = {}

    def value(self, name: str) -> Array:
        """A register, other than a timer, in every lane, as unsigned words. Raises Unsupported."""
        if name not in self._known:
            self._known[name] = self._value(name)
        return self._known[name]

    def _value(self, name: str) -> Array:
        if name in _FIXED:
            return np.array([_FIXED[name]], np.uint32)
        if name == "SR_CgaCtaId":
            return self._ranks.reshape(1, 1, -1) if self._ranks.any() else np.zeros(1, np.uint32)
        if name == "SR_SMEMSZ":
            return np.array([self._shared_bytes], np.uint32)
        if name == "SR_VIRTID":  # bits 8 to 14: the warp on its multiprocessor; above: the multiprocessor
            return self._of_ptx.value("%warpid").view(np.uint32) << np.uint32(8)
        if name not in _NAMES:
            raise Unsupported(f"the special register {name}")
        return self._of_ptx.value(_NAMES[name]).view(np.uint32)
