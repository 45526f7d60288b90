"""Memory that each block (shared) or each lane (local) has for itself, at the same addresses.

Word-major: the same word of all owners is contiguous. An access by all blocks at one address is then a copy of whole
rows, not a gather of single words.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass

Array = NDArray[Any]
Ints = NDArray[np.int64]
WORD = 4


@dataclass(frozen=True, eq=False)
class Owners:
    """Whose memory a set of lanes accesses. index: owner of every lane, broadcasting to the lanes' values.

    row_shape: shape of the values of one row of all owners, if the lanes belong to all of them, in order; else None.
    """

    index: Ints
    row_shape: tuple[int, int, int] | None


class InterleavedMemory:
    """`size` bytes for each of `owners`. A byte's row is address // 4. Addresses are not checked here."""

    def __init__(self, size: int, owners: int, fill: int = 0) -> None:
        self.owners = owners
        shape = (-(-max(size, WORD) // WORD), owners)
        self.words = np.full(shape, fill * 0x01010101, np.uint32) if fill else np.zeros(shape, np.uint32)

    def load(self, dtype: str, address: Ints, owners: Owners) -> Array:
        """Load one element per lane; addresses are multiples of its size."""
        kind = np.dtype(dtype)
        if kind.itemsize == WORD:
            return gather(self.words.view(kind), address >> 2, owners)
        if kind.itemsize < WORD:
            word = gather(self.words, address >> 2, owners)
            shift = ((address & 3) << 3).astype(np.uint32)
            return (three_axes(word) >> three_axes(shift)).astype(f"u{kind.itemsize}").view(kind)
        low, high = (gather(self.words, (address >> 2) + i, owners) for i in (0, 1))
        both = np.empty((*low.shape, 2), np.uint32)
        both[..., 0], both[..., 1] = low, high
        return both.view(kind)[..., 0]

    def store(self, dtype: str, address: Ints, owners: Owners, data: Array) -> None:
        """Store one element per lane. If threads of one owner collide, the last one wins."""
        size = np.dtype(dtype).itemsize
        if size == WORD:
            scatter(self.words.view(dtype), address >> 2, owners, data)
        elif size < WORD:
            parts = self.words.view(f"u{size}").reshape(*self.words.shape, WORD // size)
            row, part = address >> 2, (address & 3) // size
            values = data.view(f"u{size}")
            row, part, owner, values = np.broadcast_arrays(*map(three_axes, (row, part, owners.index, values)))
            parts[row, owner, part] = values
        else:
            halves = np.ascontiguousarray(three_axes(data)).view(np.uint32)
            for i in (0, 1):
                scatter(self.words, (address >> 2) + i, owners, halves[..., i::2])

    def bytes_of(self, owner: int) -> NDArray[np.uint8]:
        """All bytes of one owner, a copy."""
        return np.ascontiguousarray(self.words[:, owner]).view(np.uint8)


def gather(table: Array, row: Ints, owners: Owners) -> Array:
    """One cell per lane of a table [rows, owners]."""
    row = three_axes(row)
    shape = owners.row_shape
    if shape is not None and (row.size == 1 or (row.shape[2] == 1 and shape[0] == shape[1] == 1)):
        rows: Array = table.take(row.reshape(-1), axis=0)
        return rows.reshape(shape if row.size == 1 else (*row.shape[:2], shape[2]))
    words: Array = table.reshape(-1).take(row * table.shape[1] + owners.index, mode="wrap")  # faster; all exist
    return words


def scatter(table: Array, row: Ints, owners: Owners, data: Array) -> None:
    """Set one cell per lane. If lanes collide, the last one wins."""
    row, data = three_axes(row), three_axes(data)
    shape = owners.row_shape
    if shape is not None and shape[0] == shape[1] == 1 and row.shape[2] == 1:
        planes = np.broadcast_shapes(row.shape[:2], data.shape[:2])
        rows = np.broadcast_to(row[:, :, 0], planes).reshape(-1)
        table[rows] = np.broadcast_to(data, (*planes, data.shape[2])).reshape(len(rows), -1)
        return
    if shape is not None and row.size == 1:
        table[int(row[0, 0, 0])] = np.broadcast_to(data, shape).reshape(-1)
        return
    at, cells = row * table.shape[1] + owners.index, table.reshape(-1)
    if data.size == 1:
        cells[at] = data.item()
    elif at.shape == data.shape:
        cells[at] = data
    else:
        cells[np.broadcast_to(at, np.broadcast_shapes(at.shape, data.shape))] = data


def three_axes(values: Array) -> Array:
    """A uniform value may have any number of axes; the others have three."""
    return values if values.ndim == 3 else values.reshape(1, 1, 1)
