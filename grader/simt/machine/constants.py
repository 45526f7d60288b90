"""Constant banks of a launch: bank 0 with the launch itself and its parameters, 2, 3 and 4 from the program.

Bank 0: 0x0 to 0x8 the block's extents, 0xc to 0x14 the grid's, 0x20 where local memory lies among generic addresses,
0x28 the end of a lane's stack, from 0x210 the parameters. Measured on an H200.
"""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.launch import Dim3
from grader.simt.machine.code import PARAMETERS
from grader.simt.memory import LOCAL_WINDOW

Array = NDArray[Any]
_ROOM = 64


class ConstantBanks(dict[tuple[int, int, str], Array]):
    """Words by (bank, offset, NumPy type), arrays of one element."""

    def __init__(self, banks: dict[int, bytes]) -> None:
        super().__init__()
        self._banks = {n: np.frombuffer(data + bytes(_ROOM), np.uint8) for n, data in banks.items()}

    def __missing__(self, key: tuple[int, int, str]) -> Array:
        bank, offset, dtype = key
        size = np.dtype(dtype).itemsize
        raw = self._banks[bank][offset : offset + size].tobytes()
        value = np.frombuffer(raw.ljust(size, b"\0"), dtype)
        self[key] = value
        return value

    def at(self, bank: int, index: Array, offset: int, dtype: str) -> Array:
        """Words at an address of each lane. Beyond the bank are zeros."""
        raw, size = self._banks[bank], np.dtype(dtype).itemsize
        where = index.astype(np.int64) + offset
        inside = (where >= 0) & (where + size <= len(raw))
        start = np.where(inside, where, 0)
        parts = np.stack([raw[start + k] for k in range(size)], axis=-1)
        found = np.ascontiguousarray(parts).view(dtype)[..., 0]
        return np.where(inside, found, found.dtype.type(0))


def bank_of_launch(block: Dim3, grid: Dim3, stack_end: int, parameters: bytes) -> bytes:
    """Bank 0."""
    bank = bytearray(PARAMETERS) + parameters
    struct.pack_into("<6I", bank, 0, *block, *grid)
    struct.pack_into("<Q", bank, 0x20, LOCAL_WINDOW)
    struct.pack_into("<I", bank, 0x28, stack_end)
    return bytes(bank)
