"""Boxes of tensors: which bytes a copy of TMA moves, and where they lie in shared memory. Source: the PTX ISA, "Tensor
copies", and what an H100 did with 602 of them (tests/hardware/test_tiles.py)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.simt.memory import Buffer
from grader.tensor_maps import TensorMap

Bytes = NDArray[np.uint8]
_CHUNK, _LINE = 16, 128  # bytes that stay together, and within which they are exchanged
_OUTSIDE_AS_NAN = 0x7FF7  # of each 16 bits
ALIGNED_ROW = 16  # bytes: where rows of a box begin in the tensor, even if the tensor does not


@dataclass(frozen=True)
class Tiles:
    """A tensor map of a launch. buffer: where the tensor lies."""

    map: TensorMap
    buffer: Buffer

    @property
    def size(self) -> int:
        """Bytes of an element."""
        return int(self.map.tensor.dtype.itemsize)


def rows(tiles: Tiles, corner: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """The pieces of rows of a box that lie within the tensor: (place in the box, place in the tensor, length), bytes.

    corner: coordinates of the box, the innermost axis last.
    """
    shape, box, size = tiles.map.tensor.shape, tiles.map.box, tiles.size
    first, end = max(corner[-1], 0), min(corner[-1] + box[-1], shape[-1])
    if first >= end:
        return
    inside = [range(max(0, -at), min(extent, whole - at))
              for at, extent, whole in zip(corner[:-1], box[:-1], shape[:-1], strict=True)]  # fmt: skip
    for outer in itertools.product(*inside):
        in_box = _linear((*outer, first - corner[-1]), box)
        there = _linear((*(a + b for a, b in zip(outer, corner, strict=False)), first), shape)
        yield in_box * size, there * size, (end - first) * size


def _linear(place: Sequence[int], extents: Sequence[int]) -> int:
    return sum(at * math.prod(extents[axis + 1 :]) for axis, at in enumerate(place))


def empty_box(tiles: Tiles) -> Bytes:
    """A box that lies outside as a whole, as bytes."""
    return np.full(tiles.map.box_bytes // 2, _OUTSIDE_AS_NAN if tiles.map.nans else 0, np.uint16).view(np.uint8)


def in_shared(data: NDArray[Any], address: int, swizzle: int) -> NDArray[Any]:
    """A box as it lies in shared memory from an address on. data: words; if swizzled, lines of 128 bytes."""
    chunks = data.reshape(-1, _CHUNK // data.itemsize)
    found = np.empty_like(chunks)
    found[_exchanged(len(chunks), address, swizzle)] = chunks
    return found.reshape(-1)


def from_shared(data: NDArray[Any], address: int, swizzle: int) -> NDArray[Any]:
    """The inverse of in_shared."""
    chunks = data.reshape(-1, _CHUNK // data.itemsize)
    return chunks[_exchanged(len(chunks), address, swizzle)].reshape(-1)


def _exchanged(count: int, address: int, swizzle: int) -> NDArray[np.int64]:
    """Where each chunk of 16 bytes lies: bits 4 to 6 of its address are changed by bits 7 to 9."""
    at = address + _CHUNK * np.arange(count)
    return ((at ^ (at // _LINE & swizzle // _CHUNK - 1) * _CHUNK) - address) // _CHUNK if swizzle else np.arange(count)
