"""Constant banks of a launch: bank 0 with the launch itself and its parameters, 2, 3 and 4 from the program.

Bank 0: 0x0 to 0x8 the block's extents, 0xc to 0x14 the grid's, 0x20 where local memory lies among generic addresses,
0x28 the end of a lane's stack, 0x2c the dynamic shared memory, 0x30 the number of the launch, 0x40 to 0xbc what the
driver may leave for the kernel, here nothing, 0xd0 where constant variables lie among generic addresses, 0x10c the
number of multiprocessors, 0x140 whether there are clusters, 0x144 to 0x14c their extents, 0x150 to 0x158 one by these
as floats, 0x15c to 0x164 the extents of the grid in clusters, 0x188 the blocks of a cluster, 0x198 where the
parameters lie among generic addresses, 0x208 what describes global memory, from 0x210 the parameters. Measured on an
H200, those of clusters on an H100.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.launch import Dim3
from grader.simt.machine.code import PARAMETERS
from grader.simt.memory import FIRST_CONSTANT, LOCAL_WINDOW, PARAMETER_WINDOW

Array = NDArray[Any]
_ROOM = 64
_PROCESSORS = 132
KNOWN = frozenset({*range(0, 0x18, 4), *range(0x20, 0x38, 4), *range(0x40, 0xC0, 4), 0xD0, 0xD4, 0x10C,
                   *range(0x140, 0x168, 4), 0x188, 0x198, 0x19C, 0x208, 0x20C})  # fmt: skip
# words of bank 0 before the parameters
Range = tuple[str, int, int]  # name, where it begins, where it ends


class ConstantBanks(dict[tuple[int, int, str], Array]):
    """Words by (bank, offset, NumPy type), arrays of one element."""

    def __init__(self, banks: dict[int, bytes], ranges: Mapping[int, Sequence[Range]] | None = None) -> None:
        """ranges: what lies in a bank, where that is known."""
        super().__init__()
        self._ranges = ranges or {}
        self._banks = {n: np.frombuffer(data + bytes(_ROOM), np.uint8) for n, data in banks.items()}

    def __missing__(self, key: tuple[int, int, str]) -> Array:
        bank, offset, dtype = key
        size = np.dtype(dtype).itemsize
        raw = self._banks[bank][offset : offset + size].tobytes()
        value = np.frombuffer(raw.ljust(size, b"\0"), dtype)
        self[key] = value
        return value

    def bounds(self, bank: int) -> tuple[int, int]:
        """Where begins and ends what lies in a bank."""
        own = self._ranges.get(bank) or [("", 0, len(self._banks[bank]) - _ROOM)]
        return min(first for _, first, _ in own), max(end for _, _, end in own)

    def nearest(self, bank: int, offset: int) -> Range:
        """The last that begins up to an offset, or the first of all."""
        own = sorted(self._ranges.get(bank) or [("", 0, len(self._banks[bank]) - _ROOM)], key=lambda r: r[1])
        return next((r for r in reversed(own) if r[1] <= offset), own[0])

    def at(self, bank: int, index: Array, offset: int, dtype: str) -> Array:
        """Words at an address of each lane. Beyond the bank are zeros."""
        raw, size = self._banks[bank], np.dtype(dtype).itemsize
        where = index.astype(np.int64) + offset
        inside = (where >= 0) & (where + size <= len(raw))
        start = np.where(inside, where, 0)
        parts = np.stack([raw[start + k] for k in range(size)], axis=-1)
        found = np.ascontiguousarray(parts).view(dtype)[..., 0]
        return np.where(inside, found, found.dtype.type(0))


def _reciprocal(extent: int) -> float:
    """One by an extent, so large that the product with a multiple is not below the quotient."""
    nearest = np.float32(1) / np.float32(extent)
    return float(nearest if float(nearest) * extent >= 1 else np.nextafter(nearest, np.float32(1)))


def bank_of_launch(
    block: Dim3, grid: Dim3, cluster: Dim3 | None, stack_end: int, dynamic_shared: int, parameters: bytes
) -> bytes:
    """Bank 0. cluster: its extents in blocks, if the kernel asks for clusters."""
    bank = bytearray(PARAMETERS) + parameters
    struct.pack_into("<6I", bank, 0, *block, *grid)
    struct.pack_into("<Q", bank, 0x20, LOCAL_WINDOW)
    struct.pack_into("<Q", bank, 0x198, PARAMETER_WINDOW + PARAMETERS)
    struct.pack_into("<II", bank, 0x28, stack_end, dynamic_shared)
    struct.pack_into("<I", bank, 0x10C, _PROCESSORS)
    struct.pack_into("<Q", bank, 0xD0, FIRST_CONSTANT)
    extents = cluster or (1, 1, 1)
    clusters = [n // e for n, e in zip(grid, extents, strict=True)]
    struct.pack_into("<4I3f3I", bank, 0x140, cluster is not None, *extents, *map(_reciprocal, extents), *clusters)
    struct.pack_into("<I", bank, 0x188, math.prod(extents))
    return bytes(bank)
