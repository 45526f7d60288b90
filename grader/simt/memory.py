"""Memory of the emulated device: bounded, named buffers; views that turn lane addresses into array indices."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.simt.accesses import Group
from grader.simt.counters import Entry
from grader.simt.lanes import Lanes

Array = NDArray[Any]
Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]

FIRST_BUFFER = 1 << 44  # virtual address of the first buffer
BUFFER_SPACING = 1 << 36  # far apart, so that a stray address still names the buffer it strayed from
SHARED_WINDOW = 1 << 40  # generic addresses of shared and local memory
LOCAL_WINDOW = 1 << 41
WINDOW_BYTES = 1 << 32
STACK_BYTES = 8192  # local variables of nested calls, a lane
_NULL_PAGE = 1 << 20
_SHIFT = {1: 0, 2: 1, 4: 2, 8: 3, 16: 4, 32: 5}


class KernelFault(Exception):
    """The kernel did something that stops a launch. lane: of the batch, None where no thread is to blame."""

    def __init__(self, kind: str, line: int | None, lane: int | None, **details: object) -> None:
        super().__init__(kind)
        self.kind = kind
        self.line = line
        self.lane = lane
        self.details = details


class Storage:
    """Raw bytes, seen as any element type. Its size is a multiple of 64 bytes."""

    def __init__(self, size: int, fill: int = 0) -> None:
        self.bytes: Bytes = np.full(-(-max(size, 64) // 64) * 64, fill, np.uint8)
        self._typed: dict[tuple[str, int], Array] = {}

    def typed(self, dtype: str, columns: int = 1) -> Array:
        """The bytes as elements, or as rows of `columns` elements."""
        found = self._typed.get((dtype, columns))
        if found is None:
            found = self.bytes.view(dtype)
            if columns > 1:
                found = found.reshape(-1, columns)
            self._typed[dtype, columns] = found
        return found


@dataclass(eq=False)
class View:
    """The addresses of one register in one set of lanes, as byte positions in a storage.

    plans: counts to add per group, made when the group first uses the view. values: what the current group stored.
    per_block: the positions within one block, when all blocks of the batch have the same: a short index that stays in
    the first-level cache while it is used for every block.
    """

    storage: Storage
    byte: Ints
    lanes: Lanes
    keep: tuple[Array, ...]  # what the view was made of, so that its identity stays unique
    space: str
    plans: dict[int, list[Entry]] = field(default_factory=dict)
    values: list[tuple[int, Array]] = field(default_factory=list)
    per_block: Ints | None = None
    blocks: int = 1
    _aligned: dict[tuple[int, int], bool] = field(default_factory=dict)
    _index: dict[int, Ints] = field(default_factory=dict)

    @cached_property
    def _from_zero(self) -> bool:
        """Are all positions natural numbers? A base register may point in front of what is accessed."""
        return int(self.byte.min()) >= 0

    def index(self, size: int) -> Ints:
        """Element positions for elements of `size` bytes."""
        found = self._index.get(size)
        if found is None:
            found = self._index[size] = self.byte >> _SHIFT[size] if size > 1 else self.byte
        return found

    def load(self, dtype: str, offset: int) -> Array:
        """One element a lane, `offset` bytes past the address."""
        cells = self.storage.typed(dtype)
        size = cells.itemsize
        if self.per_block is not None:
            at = (self.per_block + offset) >> _SHIFT[size]
            return cells.reshape(self.blocks, -1).take(at, axis=1, mode="wrap").reshape(-1)
        if offset >= 0 and offset % size == 0 and self._from_zero:
            return cells[offset // size :].take(self.index(size))
        return cells.take((self.byte + offset) >> _SHIFT[size])

    def load_rows(self, dtype: str, columns: int, offset: int) -> Array:
        """`columns` consecutive elements a lane, shape [lanes, columns]; the address is a multiple of their size."""
        rows = self.storage.typed(dtype, columns)
        size = rows.itemsize * columns
        if self.per_block is not None:
            at = (self.per_block + offset) >> _SHIFT[size]
            whole = rows.reshape(self.blocks, -1, columns)
            return whole.take(at, axis=1, mode="wrap").reshape(-1, columns)
        if offset >= 0 and offset % size == 0 and self._from_zero:
            return rows[offset // size :].take(self.index(size), axis=0)
        return rows.take((self.byte + offset) >> _SHIFT[size], axis=0)

    def load_merged(self, dtype: str, columns: int, offset: int) -> Array:
        """load_rows where the machine merges scalar loads; the address should be aligned, but is not trusted to be."""
        size = np.dtype(dtype).itemsize
        width = size * columns
        key = (width, offset % width)
        if key not in self._aligned:
            self._aligned[key] = not ((self.byte + offset) & (width - 1)).any()
        if self._aligned[key]:
            return self.load_rows(dtype, columns, offset)
        return np.stack([self.load(dtype, offset + i * size) for i in range(columns)], axis=1)

    def store(self, dtype: str, offset: int, data: Array, position: int) -> None:
        """One element a lane. Where lanes collide the last one wins."""
        cells = self.storage.typed(dtype)
        size = cells.itemsize
        at = self.index(size) if offset % size == 0 else (self.byte + offset) >> _SHIFT[size]
        shift = offset // size if offset % size == 0 else 0
        if at.size == 1 and data.size > 1:
            data = data[-1:]
        if shift >= 0 and self._from_zero:
            cells[shift:][at] = data
        else:
            cells[at + shift] = data
        if self.space == "shared":
            self.values.append((position, data))

    def atomic(self, name: str, dtype: str, offset: int, operands: tuple[Array, ...], wanted: bool) -> Array | None:
        """Read-modify-write in lane order; returns the old values if they are wanted."""
        cells = self.storage.typed(dtype)
        at = (self.byte + offset) >> _SHIFT[cells.itemsize]
        n = self.lanes.count
        at = np.broadcast_to(at, n)
        values = [np.broadcast_to(o, n) for o in operands]
        if not wanted and name in _UNORDERED:
            _UNORDERED[name].at(cells, at, values[0])
            return None
        return _in_rounds(cells, at, name, values)


_UNORDERED = {"add": np.add, "min": np.minimum, "max": np.maximum, "and": np.bitwise_and, "or": np.bitwise_or,
              "xor": np.bitwise_xor}  # fmt: skip


def _in_rounds(cells: Array, at: Ints, name: str, values: list[Array]) -> Array:
    """Lanes on distinct addresses go together, lanes on one address one after another."""
    order = np.argsort(at, kind="stable")
    sorted_at = at[order]
    starts = np.flatnonzero(np.concatenate(([True], sorted_at[1:] != sorted_at[:-1])))
    lengths = np.diff(np.append(starts, len(at)))
    old = np.empty(len(at), cells.dtype)
    if name == "add" and cells.dtype.kind in "iu":
        return _running_sums(cells, values[0], order, sorted_at, starts, lengths, old)
    for turn in range(int(lengths.max())):
        lanes = order[starts[lengths > turn] + turn]
        where = at[lanes]
        before = cells[where]
        old[lanes] = before
        cells[where] = _ATOMIC[name](before, *(v[lanes] for v in values))
    return old


def _running_sums(
    cells: Array, values: Array, order: Ints, sorted_at: Ints, starts: Ints, lengths: Ints, old: Array
) -> Array:
    """atomicAdd on integers whose result is used: prefix sums per address, wrapping as the type does."""
    added = values[order].astype(cells.dtype)
    with np.errstate(over="ignore"):
        inclusive = np.cumsum(added, dtype=cells.dtype)
        before_segment = np.repeat(inclusive[starts] - added[starts], lengths)
        exclusive = inclusive - added - before_segment
        first = cells[sorted_at]
        old[order] = first + exclusive
        ends = starts + lengths - 1
        cells[sorted_at[ends]] = (first + exclusive + added)[ends]
    return old


def _increment(old: Array, limit: Array) -> Array:
    return np.where(old >= limit, 0, old + 1).astype(old.dtype)


def _decrement(old: Array, limit: Array) -> Array:
    return np.where((old == 0) | (old > limit), limit, old - 1).astype(old.dtype)


_ATOMIC: dict[str, Callable[..., Array]] = {
    "add": lambda old, v: old + v, "min": np.minimum, "max": np.maximum, "and": lambda old, v: old & v,
    "or": lambda old, v: old | v, "xor": lambda old, v: old ^ v, "exch": lambda old, v: v,
    "cas": lambda old, compare, v: np.asarray(np.where(old == compare, v, old)), "inc": _increment, "dec": _decrement,
}  # fmt: skip


@dataclass(frozen=True)
class Buffer:
    """A named range of global memory. start: virtual address; size in bytes; at: position in the arena."""

    name: str
    start: int
    size: int
    at: int


class GlobalMemory:
    """All buffers of a launch in one arena, each with its own far-away range of virtual addresses."""

    def __init__(self, buffers: list[tuple[str, Array]]) -> None:
        self.buffers: list[Buffer] = []
        at = 0
        for i, (name, data) in enumerate(buffers):
            self.buffers.append(Buffer(name, FIRST_BUFFER + i * BUFFER_SPACING, data.nbytes, at))
            at += -(-data.nbytes // 256) * 256
        self.storage = Storage(at)
        for buffer, (_, data) in zip(self.buffers, buffers, strict=True):
            self.storage.bytes[buffer.at : buffer.at + buffer.size] = np.ascontiguousarray(data).view(np.uint8).ravel()
        self._starts = [b.start for b in self.buffers]
        self._start_array = np.array(self._starts, np.int64)
        self._end_array = np.array([b.start + b.size for b in self.buffers], np.int64)
        self._delta_array = np.array([b.at - b.start for b in self.buffers], np.int64)

    def content(self, index: int, dtype: np.dtype[np.generic]) -> Array:
        """A copy of one buffer."""
        b = self.buffers[index]
        return self.storage.bytes[b.at : b.at + b.size].view(dtype).copy()

    def text(self, address: int, limit: int = 4096) -> str:
        """The zero-terminated string at an address."""
        i = bisect_right(self._starts, address) - 1
        if i < 0 or address >= self.buffers[i].start + self.buffers[i].size:
            return ""
        b = self.buffers[i]
        raw = self.storage.bytes[b.at + address - b.start : b.at + b.size].tobytes()[:limit]
        return raw.split(b"\0")[0].decode("utf-8", "replace")

    def locate(self, address: Array, group: Group, lanes: Lanes) -> Ints:
        """Byte positions in the arena of 64-bit addresses; raises KernelFault for a bad one."""
        wide = address.astype(np.int64, copy=False)
        low, high = int(wide.min()) + group.lowest, int(wide.max()) + group.end
        i = bisect_right(self._starts, low) - 1
        if i >= 0 and high <= self.buffers[i].start + self.buffers[i].size:
            return wide + (self.buffers[i].at - self.buffers[i].start)
        for access in group.accesses:
            where = wide + access.offset
            if not self.buffers:
                everyone = np.ones(where.shape, np.bool_)
                raise self._stray(where, everyone, access.width, access.operation, access.line, lanes)
            owner = np.searchsorted(self._start_array, where, "right") - 1
            bad = (owner < 0) | (where + access.width > self._end_array[np.maximum(owner, 0)])
            if bad.any():
                raise self._stray(where, bad, access.width, access.operation, access.line, lanes)
        owner = np.searchsorted(self._start_array, wide + group.lowest, "right") - 1
        return wide + self._delta_array[owner]

    def _stray(self, where: Ints, bad: NDArray[np.bool_], width: int, operation: str, line: int | None,
               lanes: Lanes) -> KernelFault:  # fmt: skip
        position = int(bad.argmax())
        lane = int(lanes.ids[position if where.size > 1 else 0])
        address = int(where[position])
        threads = int(bad.sum()) if where.size > 1 else lanes.count
        common: dict[str, object] = {"space": "global", "operation": operation, "width": width, "threads": threads}
        if 0 <= address < _NULL_PAGE:
            return KernelFault("null_pointer", line, lane, address=address, **common)
        if not self.buffers:
            return KernelFault("out_of_bounds", line, lane, buffer="", offset=address, size=0, **common)
        nearest = min(max((address - FIRST_BUFFER + BUFFER_SPACING // 2) // BUFFER_SPACING, 0), len(self.buffers) - 1)
        b = self.buffers[nearest]
        return KernelFault("out_of_bounds", line, lane, buffer=b.name, offset=address - b.start, size=b.size, **common)


def is_in_space(space: str, address: Array) -> Array:
    """Which of these generic addresses lie in a space. Constant memory has no window of its own."""
    shared = (address >= SHARED_WINDOW) & (address < SHARED_WINDOW + WINDOW_BYTES)
    local = (address >= LOCAL_WINDOW) & (address < LOCAL_WINDOW + WINDOW_BYTES)
    found = {"shared": shared, "local": local, "global": ~(shared | local), "const": np.zeros(1, np.bool_)}[space]
    return np.asarray(found)
