"""Which lanes of a batch run together, and how their values spread over warps."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.simt.patterns import WARP

Array = NDArray[Any]
Indices = NDArray[np.intp]
_EVERYONE = np.uint32(0xFFFFFFFF)
_CACHED = 192  # gathered registers remembered for one set of lanes


class Lanes:
    """A set of lanes that executes one block together. indices is None when it is the whole batch."""

    def __init__(self, total: int, indices: Indices | None) -> None:
        self.total = total
        self.indices = indices
        self.count = total if indices is None else len(indices)
        self._gathered: dict[int, tuple[Array, Array]] = {}

    def gather(self, register: Array) -> Array:
        """The values of a register in these lanes; a uniform register (length 1) stays uniform."""
        if self.indices is None or register.size == 1:
            return register
        known = self._gathered.get(id(register))
        if known is not None:
            return known[1]
        if len(self._gathered) >= _CACHED:
            self._gathered.clear()
        values = register.take(self.indices)
        self._gathered[id(register)] = (register, values)
        return values

    def put(self, register: Array | None, values: Array) -> Array:
        """The register with `values` in these lanes; registers are never changed in place."""
        if self.indices is None:
            return values
        if register is None or register.dtype != values.dtype:
            full = np.zeros(self.total, values.dtype)
        elif register.size == 1:
            full = np.repeat(register, self.total)
        else:
            full = register.copy()
        full[self.indices] = values
        if values.size == self.count:
            if len(self._gathered) >= _CACHED:
                self._gathered.clear()
            self._gathered[id(full)] = (full, values)
        return full

    @cached_property
    def ids(self) -> Indices:
        """Lane numbers in the batch."""
        return np.arange(self.total) if self.indices is None else self.indices

    @cached_property
    def active(self) -> NDArray[np.bool_] | None:
        """Shape [active warps, 32]; None when every lane of every active warp runs."""
        if self.indices is None:
            return None
        bits = self._bits[self._warp_is_active]
        return None if (bits == _EVERYONE).all() else self._full_mask[self._warp_is_active]

    @cached_property
    def _full_mask(self) -> NDArray[np.bool_]:
        mask = np.zeros(self.total, np.bool_)
        mask[self.ids] = True
        return mask.reshape(-1, WARP)

    @cached_property
    def _bits(self) -> NDArray[np.uint32]:
        """The lanes of each warp as a bit mask (in some fixed order of bits)."""
        return np.packbits(self._full_mask, axis=None).view(np.uint32)

    @cached_property
    def _warp_is_active(self) -> NDArray[np.bool_]:
        return np.asarray(self._bits != 0)

    @cached_property
    def warps(self) -> int:
        """Warps with at least one active lane."""
        return self.total // WARP if self.indices is None else int(self._warp_is_active.sum())

    def rows(self, values: Array) -> Array:
        """Values by warp, shape [active warps, 32]; inactive lanes hold 0."""
        if values.size == 1 and self.count != 1:
            values = np.broadcast_to(values, self.count)
        if self.indices is None:
            return values.reshape(-1, WARP)
        full = np.zeros(self.total, values.dtype)
        full[self.indices] = values
        rows = full.reshape(-1, WARP)
        return rows if self.warps == len(rows) else rows[self._warp_is_active]

    def from_rows(self, rows: Array) -> Array:
        """The inverse of rows: values of the active lanes."""
        if self.indices is None:
            return rows.reshape(-1)
        full = np.zeros((self.total // WARP, WARP), rows.dtype)
        full[self._warp_is_active] = rows
        return full.reshape(-1)[self.indices]

    def mixed_warps(self, taken: NDArray[np.bool_]) -> int:
        """Warps in which `taken` holds for some active lanes and not for others."""
        flags = np.zeros(self.total, np.bool_)
        flags[self.ids] = taken
        some = np.packbits(flags).view(np.uint32)
        return int(np.count_nonzero((some != 0) & (some != self._bits)))
