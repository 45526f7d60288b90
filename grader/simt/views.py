"""The addresses in one register of a set of lanes, for loads, stores and atomics."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import field
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.simt.accesses import Group
from grader.simt.atomics import apply_atomics
from grader.simt.counters import Entry
from grader.simt.interleaved_memory import InterleavedMemory, Owners
from grader.simt.lanes import Lanes
from grader.simt.memory import Storage

Array = NDArray[Any]
Ints = NDArray[np.int64]
_SHIFT = {1: 0, 2: 1, 4: 2, 8: 3}


class Changes:
    """A counter of changes of memory, for kernels that wait for one."""

    count = 0


@dataclass(eq=False)
class Addresses:
    """Lanes and their addresses, in bytes from the start of the memory; stored only along the axes of dependence.

    blocks: of the batch, whose shared memory that is, by lane; None: each lane's own.
    """

    address: Ints
    lanes: Lanes
    blocks: Ints | None = field(default=None, init=False)


@dataclass(eq=False)
class View(Addresses, ABC):
    """keep: the view's sources, whose identities thus stay unique. plans: counts to add per group, made on its first
    use of the view. values: stored by the current group. changes: counts atomics' changes of memory.
    backwards: whether the last of the lanes that meet comes first.
    """

    keep: tuple[Array, ...]
    space: str
    plans: dict[int, list[Entry]] = field(default_factory=dict)
    values: list[tuple[int, Array]] = field(default_factory=list)
    changes: Changes | None = None
    backwards: bool = False

    @abstractmethod
    def load(self, dtype: str, offset: int) -> Array:
        """Load one element per lane, `offset` bytes past the address."""

    @abstractmethod
    def store(self, dtype: str, offset: int, data: Array, position: int) -> None:
        """One element a lane. Where lanes collide the last one wins."""

    @abstractmethod
    def atomic(self, name: str, dtype: str, offset: int, operands: tuple[Array, ...], wanted: bool) -> Array | None:
        """Read-modify-write in lane order, or backwards; returns the old values if requested."""

    def _changed(
        self, cells: Array, at: Ints, name: str, operands: tuple[Array, ...], wanted: bool
    ) -> Array | None:  # fmt: skip
        before = None if self.changes is None else cells[at]
        each = slice(None, None, -1 if self.backwards else 1)
        old = apply_atomics(cells, at[each], name, [self.lanes.flat(o)[each] for o in operands], wanted)
        if self.changes is not None and (cells[at] != before).any():
            self.changes.count += 1
        return None if old is None else self.lanes.unflat(old[each])


class StoreWatch(Protocol):
    """Stores in place of a view, and observes what that changes."""

    def store(self, group: Group, view: ArenaView, dtype: str, offset: int, data: Array, position: int) -> None:
        """As View.store, for an access of the group."""


class ArenaView(View):
    """A view of memory that all lanes share: global and constant. Of lanes that collide the last one wins."""

    def __init__(
        self, storage: Storage, address: Ints, lanes: Lanes, keep: Array, space: str, backwards: bool = False
    ) -> None:
        super().__init__(address, lanes, (keep,), space, backwards=backwards)
        self._storage = storage
        self.watched: tuple[StoreWatch, Group] | None = None
        self._index: dict[int, Ints] = {}

    @cached_property
    def _from_zero(self) -> bool:
        """Whether no position is negative. A base register may point before the accessed memory."""
        return int(self.address.min()) >= 0

    def index(self, size: int) -> Ints:
        """Element positions for elements of `size` bytes."""
        found = self._index.get(size)
        if found is None:
            found = self._index[size] = self.address >> _SHIFT[size] if size > 1 else self.address
        return found

    def load(self, dtype: str, offset: int) -> Array:
        cells = self._storage.typed(dtype)
        size = cells.itemsize
        if offset >= 0 and offset % size == 0 and self._from_zero:
            return cells[offset // size :].take(self.index(size), mode="wrap")  # faster; all are in range
        return cells.take((self.address + offset) >> _SHIFT[size])

    def store(self, dtype: str, offset: int, data: Array, position: int) -> None:
        if self.watched is None:
            self.put(dtype, offset, data)
        else:
            watch, group = self.watched
            watch.store(group, self, dtype, offset, data, position)

    def put(self, dtype: str, offset: int, data: Array) -> None:
        """Store, without recording anything."""
        cells = self._storage.typed(dtype)
        size = cells.itemsize
        at = self.index(size) if offset % size == 0 else (self.address + offset) >> _SHIFT[size]
        shift = offset // size if offset % size == 0 else 0
        if data.size > 1 and at.shape != data.shape:
            at = np.broadcast_to(at, np.broadcast_shapes(at.shape, data.shape))
        if self.backwards and data.size > 1:
            at, data = self.lanes.flat(at)[::-1], self.lanes.flat(data)[::-1]
        if shift >= 0 and self._from_zero:
            cells[shift:][at] = data
        else:
            cells[at + shift] = data

    def atomic(self, name: str, dtype: str, offset: int, operands: tuple[Array, ...], wanted: bool) -> Array | None:
        cells = self._storage.typed(dtype)
        at = self.lanes.flat((self.address + offset) >> _SHIFT[cells.itemsize])
        return self._changed(cells, at, name, operands, wanted)


class OwnedView(View):
    """A view of memory that each block or lane has for itself: shared and local. Addresses count from its start."""

    def __init__(self, cells: InterleavedMemory, owners: Owners, address: Ints, lanes: Lanes, keep: tuple[Array, ...],
                 space: str) -> None:  # fmt: skip
        super().__init__(address, lanes, keep, space)
        self.cells, self.owners = cells, owners

    def load(self, dtype: str, offset: int) -> Array:
        return self.cells.load(dtype, self.address + offset if offset else self.address, self.owners)

    def store(self, dtype: str, offset: int, data: Array, position: int) -> None:
        address, owners, kept = self.address + offset if offset else self.address, self.owners, data
        if self.backwards and data.size > 1 and self.space == "shared":
            address, index, kept = (self.lanes.flat(v)[None, None, ::-1] for v in (address, owners.index, data))
            owners = Owners(index, None)
        self.cells.store(dtype, address, owners, kept)
        if self.space == "shared":
            self.values.append((position, data))

    def atomic(self, name: str, dtype: str, offset: int, operands: tuple[Array, ...], wanted: bool) -> Array | None:
        lanes, size = self.lanes, np.dtype(dtype).itemsize
        address, words = lanes.flat(self.address + offset), self.cells.words
        at = (address >> 2) * self.cells.owners + lanes.flat(self.owners.index)
        if size <= 4:
            at = at * (4 // size) + (address & 3) // size
            return self._changed(words.reshape(-1).view(dtype), at, name, operands, wanted)
        # The halves of a 64-bit cell are in two rows: it is assembled, changed and split again.
        single = words.reshape(-1)
        low, cell_of = np.unique(at, return_inverse=True)
        cells = np.stack((single[low], single[low + self.cells.owners]), axis=1).view(dtype).reshape(-1)
        old = self._changed(cells, cell_of, name, operands, wanted)
        single[low], single[low + self.cells.owners] = cells.view(np.uint32).reshape(-1, 2).T
        return old
