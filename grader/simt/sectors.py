"""The number of 32-byte sectors in a warp's global-memory access.

Source: memory_l2_theoretical_sectors_global and its _ideal of Nsight Compute on an H200, see docs/emulator.md.
"""

from __future__ import annotations

import numpy as np

from grader.simt.patterns import WARP, Cost, fold
from grader.simt.wavefronts import Ints, Mask

SECTOR = 32
_WORD = 4


def global_sectors(addresses: Ints, active: Mask, width: int) -> Ints:
    """Distinct 32-byte sectors of each warp access.

    addresses: byte addresses, shape [warps, 32]; active: same shape; width: bytes per lane, naturally aligned (so that
    a lane accesses one sector). Returns shape [warps].
    """
    del width  # an aligned access of up to 32 bytes is in one sector
    return distinct(np.asarray(addresses, np.int64) // SECTOR, active)


def distinct(numbers: Ints, active: Mask | None) -> Ints:
    """How many different numbers the active lanes of each warp have. Shape of both [warps, 32], of the result [warps].
    active: None where all lanes are."""
    nowhere = np.iinfo(np.int64).max
    lanes = np.array(numbers, np.int64) if active is None else np.where(active, numbers, nowhere)
    lanes.sort(axis=1)
    new = np.empty((len(lanes), WARP), bool)
    new[:, 0] = True
    np.not_equal(lanes[:, 1:], lanes[:, :-1], out=new[:, 1:])
    return np.asarray((new & (lanes != nowhere)).sum(axis=1, dtype=np.int64))


def local_sectors(addresses: Ints, active: Mask, width: int) -> int:
    """Sectors of local memory of all warps together: the words of 32 lanes at one address lie side by side.

    addresses: from the start of each lane's memory, otherwise as of global_sectors. Source:
    memory_l2_theoretical_sectors_local of Nsight Compute on an H200.
    """
    nowhere = np.iinfo(np.int64).max
    word = np.asarray(addresses, np.int64)[:, :, None] // _WORD + np.arange(max(width // _WORD, 1))
    sector = word * (WARP * _WORD // SECTOR) + np.arange(WARP)[:, None] * _WORD // SECTOR
    sector = np.where(active[:, :, None], sector, nowhere).reshape(len(word), -1)
    sector.sort(axis=1)
    new = np.diff(sector, axis=1, prepend=-1) != 0
    return int((new & (sector != nowhere)).sum())


def sectors_ideal(actual: Ints, active: Mask, width: int) -> Ints:
    """Fewest sectors with room for the active lanes' data: min(actual, ceil(lanes * width / 32))."""
    needed = -(-active.sum(axis=1, dtype=np.int64) * width // SECTOR)
    return np.asarray(np.minimum(actual, needed))


def global_cost(addresses: Ints, active: Mask | None, width: int) -> Cost:
    """Sectors summed over warps; equal access patterns are evaluated once."""
    patterns = fold(addresses, active, SECTOR)
    actual = global_sectors(patterns.addresses, patterns.active, width)
    ideal = sectors_ideal(actual, patterns.active, width)
    return Cost(int(actual @ patterns.counts), int(ideal @ patterns.counts))
