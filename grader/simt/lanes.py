"""Sets of lanes that run together, the layout of their values, and their distribution over warps.

A value has three axes: the threads of a block as (y, x), then the blocks. It is stored only along the axes on which it
depends: `threadIdx.x` has shape (1, X, 1), a block's number (1, 1, B), a value derived from both (1, X, B); NumPy's
broadcasting does the rest. A uniform value has one element and any number of axes.

Lanes are *numbered* block by block, and every block starts a new warp: number = block * padded + thread. `flat` and
`rows` return values in that order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from grader.simt.interleaved_memory import Owners, three_axes
from grader.simt.patterns import WARP
from grader.simt.warp_masks import FULL, Masks, masks_of

if TYPE_CHECKING:
    from grader.simt.layout import Layout

Array = NDArray[Any]
Indices = NDArray[np.intp]
Mask = NDArray[np.bool_]
Shape = tuple[int, int, int]
_CACHED = 192  # gathered registers remembered for one set of lanes


class Lanes(ABC):
    """A set of lanes that executes a basic block together. shape: of values that differ from lane to lane."""

    layout: Layout
    shape: Shape

    def __init__(self, layout: Layout, shape: Shape) -> None:
        self.layout, self.shape = layout, shape
        self.count = shape[0] * shape[1] * shape[2]
        self._gathered: dict[int, tuple[Array, Array]] = {}

    # Implemented by the two kinds of sets

    @property
    @abstractmethod
    def ids(self) -> Indices:
        """Numbers of the lanes, ascending."""

    @property
    @abstractmethod
    def key(self) -> object:
        """A key that differs for sets with another arrangement of lanes in warps."""

    @abstractmethod
    def _own(self, register: Array) -> Array: ...

    @abstractmethod
    def put(self, register: Array | None, values: Array) -> Array:
        """The register with `values` in these lanes; never modifies a register in place."""

    @abstractmethod
    def flat(self, values: Array) -> Array:
        """One value per lane, in the order of `ids`."""

    @abstractmethod
    def unflat(self, values: Array) -> Array:
        """The inverse of flat."""

    @abstractmethod
    def select(self, predicate: Mask) -> Lanes:
        """The lanes for which the mask is true (some, not all)."""

    @abstractmethod
    def rows(self, values: Array) -> Array:
        """Values by warp, shape [active warps, 32]; inactive lanes hold 0."""

    @abstractmethod
    def from_rows(self, rows: Array) -> Array:
        """The inverse of rows: values of the active lanes."""

    @property
    @abstractmethod
    def active(self) -> Mask | None:
        """Shape [active warps, 32]; None when every lane of every active warp runs."""

    @property
    @abstractmethod
    def warps(self) -> int:
        """Warps with at least one active lane."""

    @cached_property
    def masks(self) -> Masks:
        """The active lanes of each warp with one."""
        return np.full(self.warps, FULL) if self.active is None else masks_of(self.active)

    def masks_where(self, truth: Mask) -> Masks:
        """Those of them for which something is true."""
        if truth.size == 1:
            return self.masks if truth.item() else np.zeros_like(self.masks)
        return masks_of(self.rows(truth))

    @cached_property
    def row_of(self) -> Indices:
        """The row of each lane in `rows`, in the order of `ids`."""
        warps = self.ids // WARP
        return np.asarray(np.cumsum(np.diff(warps, prepend=warps[:1]) != 0))

    @property
    @abstractmethod
    def warp_list(self) -> Indices:
        """The warps with an active lane, ascending."""

    @property
    @abstractmethod
    def thread_of(self) -> NDArray[np.int16]:
        """The thread of every lane, along the axes on which it depends."""

    @property
    @abstractmethod
    def blocks_owned(self) -> Owners:
        """The owners of the lanes' shared memory."""

    @property
    @abstractmethod
    def position(self) -> Indices:
        """The position of every lane in a full register, shape as `shape`."""

    # Shared by both

    def by_warp(self, values: Array) -> Array | None:
        """Values as [warps, 32, blocks], if the set has whole warps, the same in every block."""
        return None

    def from_warps(self, values: Array) -> Array:
        """The inverse of by_warp; values may have one entry for all lanes of a warp."""
        full = _spread(values, (values.shape[0], WARP, values.shape[2]))
        return full.reshape(*self.shape[:2], values.shape[2])

    def gather(self, register: Array) -> Array:
        """The values of a register in these lanes; a uniform register stays uniform."""
        if register.size == 1 or self is self.layout.everyone:
            return register
        known = self._gathered.get(id(register))
        if known is not None:
            return known[1]
        values = self._own(register)
        self._remember(register, values)
        return values

    def take(self, registers: list[Array], numbers: tuple[int, ...]) -> list[Array]:
        """The values of registers in these lanes."""
        if self is self.layout.everyone:
            return [registers[n] for n in numbers]
        return [self.gather(registers[n]) for n in numbers]

    def give(self, registers: list[Array], numbers: tuple[int, ...], values: tuple[Array, ...]) -> None:
        """Set registers in these lanes."""
        everyone = self is self.layout.everyone
        for n, value in zip(numbers, values, strict=True):
            registers[n] = value if everyone else self.put(registers[n].view(value.dtype), value)

    def _remember(self, register: Array, values: Array) -> None:
        if len(self._gathered) >= _CACHED:
            self._gathered.clear()
        self._gathered[id(register)] = (register, values)

    def scattered(self, member: Mask) -> Lanes:
        """The lanes for which member, in the order of `ids`, is true."""
        return ScatteredLanes(self.layout, self.ids[member])

    def mixed_warps(self, taken: Mask) -> int:
        """Warps in which `taken` is true for some active lanes but not for all."""
        some = self.masks_where(taken)
        return int(np.count_nonzero((some != 0) & (some != self.masks)))

    def partings(self, values: Array) -> int:
        """How often warps part if lanes with different values go different ways: all their ways but the first."""
        rows = self.rows(values)
        if self.active is not None:
            first = rows[np.arange(len(rows)), self.active.argmax(axis=1)][:, None]
            rows = np.where(self.active, rows, first)
        return int(np.count_nonzero(np.diff(np.sort(rows, axis=1), axis=1)))


class ProductLanes(Lanes):
    """Some threads (None: all) in some blocks (None: all).

    Shape of values: (Y, X, blocks), and (1, threads, blocks) where it is not all threads.
    """

    def __init__(self, layout: Layout, threads: Indices | None, blocks: Indices | None) -> None:
        width = layout.blocks if blocks is None else len(blocks)
        super().__init__(layout, (layout.y, layout.x, width) if threads is None else (1, len(threads), width))
        self.threads, self.blocks = threads, blocks

    @property
    def thread_list(self) -> Indices:
        """Its threads, ascending."""
        return self.layout.all_threads if self.threads is None else self.threads

    @property
    def block_list(self) -> Indices:
        """Its blocks, ascending."""
        return self.layout.all_blocks if self.blocks is None else self.blocks

    @cached_property
    def ids(self) -> Indices:
        return (self.block_list[:, None] * self.layout.padded + self.thread_list).reshape(-1)

    @cached_property
    def key(self) -> object:
        return (None if self.threads is None else hash(self.threads.tobytes()), self.shape[2])

    def _own(self, register: Array) -> Array:
        y, x, _ = register.shape
        if self.threads is not None and (y > 1 or x > 1):
            register = self._own_threads(register, self.threads)
        if self.blocks is not None and register.shape[2] > 1:
            register = register.take(self.blocks, axis=2)
        return register

    def _own_threads(self, register: Array, threads: Indices) -> Array:
        y, x, blocks = register.shape
        if y == self.layout.y and x == self.layout.x:
            return register.reshape(1, -1, blocks).take(threads, axis=1)
        if x > 1:
            return register.take(threads % self.layout.x, axis=1)
        return register.take(threads // self.layout.x, axis=0).reshape(1, -1, blocks)

    def put(self, register: Array | None, values: Array) -> Array:
        if self.threads is None and self.blocks is None:
            return values
        old = np.zeros(1, values.dtype) if register is None or register.dtype != values.dtype else register
        before, new = three_axes(old), three_axes(values)
        layout = self.layout
        y, x, blocks = (max(a, b) for a, b in zip(before.shape, new.shape, strict=True))
        if self.blocks is not None:
            blocks = layout.blocks
        if self.threads is not None:
            y, x = layout.y, layout.x
        full = np.empty((y, x, blocks), values.dtype)
        full[...] = before
        if self.threads is None:
            full[:, :, self.blocks] = new
        elif self.blocks is None:
            full.reshape(layout.threads, blocks)[self.threads] = new[0]
        else:
            full.reshape(layout.threads, blocks)[np.ix_(self.threads, self.blocks)] = new[0]
        self._remember(full, values)
        return full

    def flat(self, values: Array) -> Array:
        return _spread(values, self.shape).reshape(-1, self.shape[2]).T.reshape(-1)

    def unflat(self, values: Array) -> Array:
        return np.ascontiguousarray(values.reshape(self.shape[2], -1).T).reshape(self.shape)

    def select(self, predicate: Mask) -> Lanes:
        y, x, blocks = predicate.shape
        if blocks == 1 and self.shape[2] > 1:
            return self.layout.product(self.thread_list[self.by_thread(predicate)], self.block_list)
        if y == x == 1:
            return self.layout.product(self.thread_list, self.block_list[predicate.reshape(-1)])
        mask = _spread(predicate, self.shape).reshape(-1, self.shape[2])
        return self.layout.chosen(self.thread_list, self.block_list, mask)

    def by_thread(self, values: Array) -> Array:
        """One value per thread, of values that do not depend on the block."""
        return _spread(values, (*self.shape[:2], 1)).reshape(-1)

    def by_warp(self, values: Array) -> Array | None:
        if self.active_of_a_block is not None:
            return None
        blocks = values.shape[2] if values.ndim == 3 else 1
        return _spread(values, (*self.shape[:2], blocks)).reshape(-1, WARP, blocks)

    def rows_of_a_block(self, values: Array) -> Array:
        """Rows of one block, of values that do not depend on the block."""
        return self._select_warps(self._rows_by_block(self.by_thread(values)[None, :])).reshape(-1, WARP)

    def rows(self, values: Array) -> Array:
        by_block = _spread(values, self.shape).reshape(-1, self.shape[2]).T
        return self._select_warps(self._rows_by_block(by_block)).reshape(-1, WARP)

    def _rows_by_block(self, by_block: Array) -> Array:
        """Shape [blocks, warps, 32] from [blocks, threads]."""
        layout = self.layout
        if self.threads is None and layout.threads == layout.padded:
            return np.ascontiguousarray(by_block).reshape(len(by_block), -1, WARP)
        full = np.zeros((len(by_block), layout.padded), by_block.dtype)
        full[:, self.thread_list] = by_block
        return full.reshape(len(by_block), -1, WARP)

    def _select_warps(self, rows: Array) -> Array:
        return rows if self._warp_is_active.all() else rows[:, self._warp_is_active]

    def from_rows(self, rows: Array) -> Array:
        layout, blocks = self.layout, self.shape[2]
        full = np.zeros((blocks, layout.padded // WARP, WARP), rows.dtype)
        full[:, self._warp_is_active] = rows.reshape(blocks, -1, WARP)
        own = full.reshape(blocks, -1)[:, self.thread_list]
        return np.ascontiguousarray(own.T).reshape(self.shape)

    @cached_property
    def _mask_of_a_block(self) -> Mask:
        mask = np.zeros(self.layout.padded, np.bool_)
        mask[self.thread_list] = True
        return mask.reshape(-1, WARP)

    @cached_property
    def _warp_is_active(self) -> Mask:
        return np.asarray(self._mask_of_a_block.any(axis=1))

    @cached_property
    def warp_list(self) -> Indices:
        first = self.block_list[:, None] * (self.layout.padded // WARP)
        return np.asarray(first + np.flatnonzero(self._warp_is_active)).reshape(-1)

    @cached_property
    def active_of_a_block(self) -> Mask | None:
        """Shape [active warps of a block, 32]; None when every lane of every active warp runs."""
        mask = self._mask_of_a_block[self._warp_is_active]
        return None if mask.all() else mask

    @cached_property
    def active(self) -> Mask | None:
        return None if self.active_of_a_block is None else np.tile(self.active_of_a_block, (self.shape[2], 1))

    @cached_property
    def warps(self) -> int:
        return int(np.count_nonzero(self._warp_is_active)) * self.shape[2]

    @cached_property
    def thread_of(self) -> NDArray[np.int16]:
        return self.thread_list.reshape(*self.shape[:2], 1).astype(np.int16)

    @cached_property
    def blocks_owned(self) -> Owners:
        every_block = (1, 1, self.layout.blocks) if self.blocks is None else None
        return Owners(self.block_list.reshape(1, 1, -1), every_block)

    @cached_property
    def position(self) -> Indices:
        return (self.thread_list[:, None] * self.layout.blocks + self.block_list).reshape(self.shape)

    def masks_where(self, truth: Mask) -> Masks:
        if truth.size > 1 and truth.shape[2] == 1:
            return np.tile(masks_of(self.rows_of_a_block(truth)), self.shape[2])
        return super().masks_where(truth)


class ScatteredLanes(Lanes):
    """Any lanes, by number (ascending). Shape of values: (1, 1, lanes)."""

    def __init__(self, layout: Layout, ids: Indices) -> None:
        super().__init__(layout, (1, 1, len(ids)))
        self._ids = ids
        self._positions: dict[Shape, Indices] = {}

    @property
    def ids(self) -> Indices:
        return self._ids

    @cached_property
    def key(self) -> object:
        return hash(self.masks.tobytes())

    @cached_property
    def _block(self) -> Indices:
        return self._ids // self.layout.padded

    @cached_property
    def _thread(self) -> Indices:
        return self._ids % self.layout.padded

    @cached_property
    def thread_of(self) -> NDArray[np.int16]:
        return self._thread.reshape(1, 1, -1).astype(np.int16)

    @cached_property
    def blocks_owned(self) -> Owners:
        return Owners(self._block.reshape(1, 1, -1), None)

    @cached_property
    def position(self) -> Indices:
        return (self._thread * self.layout.blocks + self._block).reshape(self.shape)

    def _at(self, shape: Shape) -> Indices:
        """Positions in a register of this shape."""
        known = self._positions.get(shape)
        if known is None:
            y, x, blocks = shape
            known = np.zeros(self.count, np.intp)
            if y > 1:
                known += self._thread // self.layout.x * (x * blocks)
            if x > 1:
                known += self._thread % self.layout.x * blocks
            if blocks > 1:
                known += self._block
            self._positions[shape] = known
        return known

    def _own(self, register: Array) -> Array:
        return register.reshape(-1).take(self._at(register.shape)).reshape(self.shape)

    def put(self, register: Array | None, values: Array) -> Array:
        full = np.empty(self.layout.shape, values.dtype)
        full[...] = 0 if register is None or register.dtype != values.dtype else register
        full.reshape(-1)[self._at(self.layout.shape)] = values.reshape(-1)
        self._remember(full, values)
        return full

    def flat(self, values: Array) -> Array:
        return _spread(values, self.shape).reshape(-1)

    def unflat(self, values: Array) -> Array:
        return values.reshape(self.shape)

    def select(self, predicate: Mask) -> Lanes:
        return ScatteredLanes(self.layout, self._ids[predicate.reshape(-1)])

    @cached_property
    def _full_mask(self) -> Mask:
        mask = np.zeros(self.layout.padded * self.layout.blocks, np.bool_)
        mask[self._ids] = True
        return mask.reshape(-1, WARP)

    @cached_property
    def _warp_is_active(self) -> Mask:
        return np.asarray(self._full_mask.any(axis=1))

    @cached_property
    def warp_list(self) -> Indices:
        return np.flatnonzero(self._warp_is_active)

    @cached_property
    def active(self) -> Mask | None:
        mask = self._full_mask[self._warp_is_active]
        return None if mask.all() else mask

    @cached_property
    def warps(self) -> int:
        return int(np.count_nonzero(self._warp_is_active))

    def rows(self, values: Array) -> Array:
        full = np.zeros(self._full_mask.size, values.dtype)
        full[self._ids] = self.flat(values)
        rows = full.reshape(-1, WARP)
        return rows if self.warps == len(rows) else rows[self._warp_is_active]

    def from_rows(self, rows: Array) -> Array:
        full = np.zeros(self._full_mask.shape, rows.dtype)
        full[self._warp_is_active] = rows
        return full.reshape(-1)[self._ids].reshape(self.shape)


def _spread(values: Array, shape: tuple[int, ...]) -> Array:
    return values if values.shape == shape else np.broadcast_to(values, shape)
