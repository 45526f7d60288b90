"""How many wavefronts a warp's shared-memory access costs.

Source: per-instruction counters of Nsight Compute on an H200 (memory_l1_wavefronts_shared and its _ideal), see
docs/emulator.md. Shared memory has 32 banks of one 4-byte word each.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grader.simt.patterns import WARP, Cost, fold

BANKS = 32
WORD = 4
BYTES_PER_WAVEFRONT = BANKS * WORD

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]


def banks(addresses: Ints) -> Ints:
    """Bank of each byte address."""
    return (np.asarray(addresses, np.int64) // WORD) % BANKS


def shared_wavefronts(addresses: Ints, active: Mask, width: int, operation: str) -> Ints:
    """Wavefronts of each warp access.

    addresses: byte addresses, shape [warps, 32]; active: which lanes take part, same shape; width: bytes a lane
    (1, 2, 4, 8, 16); operation: "load", "store", "atomic" (integer), "atomic_increment" (ATOMS.POPC.INC) or
    "atomic_cas". Returns shape [warps], 0 where no lane is active.

    Up to 4 bytes a lane the warp is one group; at 8 bytes half-warps and at 16 bytes quarter-warps are, and the sum
    over groups counts. A group costs the largest number of distinct words in a bank. Loads of 8 and 16 bytes: two
    neighbouring groups become one if together they have no conflict and every active lane has the address of its
    partner lane ^ 1, or every one that of lane ^ 2 (partners that do not take part do not matter).
    """
    if operation in ("atomic", "atomic_cas"):
        cost = _lanes_on_busiest_bank(addresses, active)
        return cost * (2 if operation == "atomic_cas" else 1)
    if width <= WORD:
        return np.asarray(_busiest_bank(addresses, active, WARP, width).sum(axis=1))
    size = BYTES_PER_WAVEFRONT // width
    apart = _busiest_bank(addresses, active, size, width).reshape(len(addresses), -1, 2).sum(axis=2)
    if operation != "load":
        return np.asarray(apart.sum(axis=1))
    together = _busiest_bank(addresses, active, 2 * size, width)
    paired = _paired(addresses, active, 1, 2 * size) | _paired(addresses, active, 2, 2 * size)
    return np.asarray(np.where(paired & (together == 1), together, apart).sum(axis=1))


def certain(addresses: Ints, active: Mask, width: int, operation: str) -> Mask:
    """For each warp access: is its count known to be what the hardware's counter says?

    Measured without exception for everything but 16-byte loads in which lanes of both half-warps take part and others
    do not, and 8-byte atomics. Shape [warps].
    """
    if operation.startswith("atomic"):
        return np.full(len(addresses), width <= WORD)
    if operation != "load" or width < 16:
        return np.ones(len(addresses), np.bool_)
    halves = active.reshape(-1, 2, WARP // 2).any(axis=2)
    fewest = _busiest_bank(addresses, active, WARP, width).sum(axis=1)
    whole, one_half = active.all(axis=1), ~halves.all(axis=1)
    return np.asarray(whole | one_half | (fewest == _apart(addresses, active, width)), np.bool_)


def shared_ideal(actual: Ints, active: Mask, width: int, operation: str = "load") -> Ints:
    """Fewest wavefronts that could move what the active lanes asked for: min(actual, ceil(lanes * width / 128)).

    A compare-and-swap moves everything twice.
    """
    needed = -(-active.sum(axis=1, dtype=np.int64) * width // BYTES_PER_WAVEFRONT)
    return np.asarray(np.minimum(actual, needed * (2 if operation == "atomic_cas" else 1)))


def _apart(addresses: Ints, active: Mask, width: int) -> Ints:
    """Wavefronts when no groups are merged: the most that a load can cost."""
    size = min(BYTES_PER_WAVEFRONT // width, WARP)
    return np.asarray(_busiest_bank(addresses, active, size, width).sum(axis=1))


def _paired(addresses: Ints, active: Mask, distance: int, size: int) -> Mask:
    """For each group of `size` lanes: has every active lane the address of lane ^ distance, where that is active?"""
    partner = np.arange(WARP) ^ distance
    differs = (addresses != addresses[:, partner]) & active & active[:, partner]
    return np.asarray(~differs.reshape(len(addresses), -1, size).any(axis=2))


def _busiest_bank(addresses: Ints, active: Mask, size: int, width: int) -> Ints:
    """Largest number of distinct words in one bank, for each group of `size` lanes; shape [warps, 32 / size]."""
    warps, groups = len(addresses), WARP // size
    words = (addresses // WORD)[:, :, None] + np.arange(max(width // WORD, 1))
    group = np.arange(warps)[:, None] * groups + np.arange(WARP) // size
    slot = np.broadcast_to(group[:, :, None], words.shape)
    taken = np.broadcast_to(active[:, :, None], words.shape)
    slot, words = slot[taken], words[taken]
    order = np.lexsort((words, slot))
    slot, words = slot[order], words[order]
    first = np.ones(len(words), np.bool_)
    first[1:] = (words[1:] != words[:-1]) | (slot[1:] != slot[:-1])
    load = np.bincount((slot * BANKS + words % BANKS)[first], minlength=warps * groups * BANKS)
    return np.asarray(load.reshape(warps, groups, BANKS).max(axis=2).astype(np.int64))


def _lanes_on_busiest_bank(addresses: Ints, active: Mask) -> Ints:
    """Largest number of lanes that address one bank, lanes on the same word included."""
    warps = addresses.shape[0]
    key = np.arange(warps)[:, None] * BANKS + banks(addresses)
    lanes = np.bincount(key[active], minlength=warps * BANKS).reshape(warps, BANKS)
    return np.asarray(lanes.max(axis=1).astype(np.int64))


def shared_cost(addresses: Ints, active: Mask | None, width: int, operation: str) -> Cost:
    """Wavefronts summed over warps; equal access patterns are evaluated once.

    A shift of all addresses by a multiple of 4 renames banks and changes nothing, so patterns are compared relative
    to their first lane.
    """
    patterns = fold(addresses, active, WORD)
    actual = shared_wavefronts(patterns.addresses, patterns.active, width, operation)
    ideal = shared_ideal(actual, patterns.active, width, operation)
    known = certain(patterns.addresses, patterns.active, width, operation)
    total = int(actual @ patterns.counts)
    if known.all():
        return Cost(total, int(ideal @ patterns.counts), total, True)
    most = None if operation.startswith("atomic") else _apart(patterns.addresses, patterns.active, width)
    upper = None if most is None else int(np.where(known, actual, most) @ patterns.counts)
    return Cost(total, int(ideal @ patterns.counts), upper, False)
