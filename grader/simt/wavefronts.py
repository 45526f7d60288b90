"""How many wavefronts a warp's shared-memory access costs.

Source: per-instruction counters of Nsight Compute on an H200 (memory_l1_wavefronts_shared and its _ideal), see
docs/emulator.md. Shared memory has 32 banks of one 4-byte word each.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grader.simt.patterns import WARP, fold

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
    (1, 2, 4, 8, 16); operation: "load", "store", "atomic" (integer, result used), "atomic_increment"
    (ATOMS.POPC.INC) or "atomic_cas". Returns shape [warps], 0 where no lane is active.
    """
    if operation in ("atomic", "atomic_cas"):
        cost = _lanes_on_busiest_bank(addresses, active)
        return cost * (2 if operation == "atomic_cas" else 1)
    if width <= WORD:
        return _distinct_words_on_busiest_bank(addresses, active, np.zeros(WARP, np.int64), 1)
    lanes = np.arange(WARP)
    lanes_per_group = BYTES_PER_WAVEFRONT // width
    apart = _distinct_words_on_busiest_bank(addresses, active, lanes // lanes_per_group, width // WORD)
    if operation != "load":
        return apart
    merged_groups = lanes // (2 * lanes_per_group)
    merged = _distinct_words_on_busiest_bank(addresses, active, merged_groups, width // WORD)
    paired = _equal_to_partner(addresses, active, 1) | _equal_to_partner(addresses, active, 2)
    return np.where(paired, merged, apart)


def shared_ideal(actual: Ints, active: Mask, width: int) -> Ints:
    """Fewest wavefronts that could move what the active lanes asked for: min(actual, ceil(lanes * width / 128))."""
    needed = -(-active.sum(axis=1, dtype=np.int64) * width // BYTES_PER_WAVEFRONT)
    return np.asarray(np.minimum(actual, needed))


def _equal_to_partner(addresses: Ints, active: Mask, distance: int) -> Mask:
    """Per warp: does every active lane have the address of its active partner lane ^ distance?"""
    partner = np.arange(WARP) ^ distance
    same = (addresses == addresses[:, partner]) & active[:, partner]
    return np.asarray((same | ~active).all(axis=1), np.bool_)


def _distinct_words_on_busiest_bank(addresses: Ints, active: Mask, group_of_lane: Ints, words_per_lane: int) -> Ints:
    """Sum over lane groups of the largest number of distinct words that share a bank."""
    warps = addresses.shape[0]
    groups = int(group_of_lane.max()) + 1
    words = (addresses // WORD)[:, :, None] + np.arange(words_per_lane)
    slot = (np.arange(warps)[:, None] * groups + group_of_lane)[:, :, None]
    slot = np.broadcast_to(slot, words.shape)
    taken = np.broadcast_to(active[:, :, None], words.shape)
    slot, words = slot[taken], words[taken]
    order = np.lexsort((words, slot))
    slot, words = slot[order], words[order]
    first = np.ones(len(words), bool)
    first[1:] = (words[1:] != words[:-1]) | (slot[1:] != slot[:-1])
    load = np.bincount((slot * BANKS + words % BANKS)[first], minlength=warps * groups * BANKS)
    return np.asarray(load.reshape(warps, groups, BANKS).max(axis=2).sum(axis=1).astype(np.int64))


def _lanes_on_busiest_bank(addresses: Ints, active: Mask) -> Ints:
    """Largest number of lanes that address one bank, lanes on the same word included."""
    warps = addresses.shape[0]
    key = np.arange(warps)[:, None] * BANKS + banks(addresses)
    return np.asarray(np.bincount(key[active], minlength=warps * BANKS).reshape(warps, BANKS).max(axis=1).astype(np.int64))


def shared_cost(addresses: Ints, active: Mask | None, width: int, operation: str) -> tuple[int, int]:
    """(wavefronts, ideal) summed over warps; equal access patterns are evaluated once.

    A shift of all addresses by a multiple of 4 renames banks and changes nothing, so patterns are compared relative
    to their first lane.
    """
    patterns = fold(addresses, active, WORD)
    actual = shared_wavefronts(patterns.addresses, patterns.active, width, operation)
    ideal = shared_ideal(actual, patterns.active, width)
    return int(actual @ patterns.counts), int(ideal @ patterns.counts)
