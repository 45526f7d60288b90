"""The number of wavefronts of a warp's shared-memory access.

Source: per-instruction counters of Nsight Compute on an H200 (memory_l1_wavefronts_shared and its _ideal), see
docs/emulator.md. Shared memory has 32 banks of one 4-byte word each.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grader.simt.patterns import WARP, Cost, fold
from grader.simt.warp_masks import masks_of

BANKS = 32
WORD = 4
BYTES_PER_WAVEFRONT = BANKS * WORD
LANES_AT_ONE_ADDRESS = WARP // 2
_NOWHERE = np.int32(1 << 29)  # the word of an inactive lane, beyond all shared memory

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]


def banks(addresses: Ints) -> Ints:
    """Bank of each byte address."""
    return (np.asarray(addresses, np.int64) // WORD) % BANKS


def shared_wavefronts(addresses: Ints, active: Mask, width: int, operation: str) -> Ints:
    """Wavefronts of each warp access.

    addresses: byte addresses, shape [warps, 32]; active: which lanes are active, same shape; width: bytes per lane
    (1, 2, 4, 8, 16); operation: "load", "store", "atomic" (integer), "atomic_increment" (ATOMS.POPC.INC),
    "atomic_leader" (one lane works for its warp), "atomic_cas" or "atomic_spin" (ATOMS.CAST.SPIN, in which lanes that
    conflict fail instead of waiting: two wavefronts a group). Returns shape [warps], 0 where no lane is active.

    Up to 4 bytes per lane the warp is one group; with 8 bytes each half-warp is, with 16 bytes each quarter-warp, and
    costs add up. A group costs the largest number of distinct words in a bank. Loads of 8 and 16 bytes may serve two
    adjacent groups at once, see served_in_pairs.
    """
    if operation == "atomic_leader":
        return np.asarray(active.any(axis=1).astype(np.int64))
    if operation == "atomic_cas":
        return np.asarray(2 * _lanes_on_busiest_bank(addresses, active, min(WARP, BYTES_PER_WAVEFRONT // width)))
    if operation == "atomic":
        return _lanes_on_busiest_bank(addresses, active, WARP)
    size = min(BYTES_PER_WAVEFRONT // width, WARP)
    groups = _busiest_bank(addresses, active, size, width)
    if operation != "load" or size == WARP:
        return np.asarray(2 * (groups > 0).sum(axis=1) if operation == "atomic_spin" else groups.sum(axis=1))
    return _wide_loads(addresses, active, width, groups)


def _wide_loads(addresses: Ints, active: Mask, width: int, groups: Ints) -> Ints:
    """Wavefronts of 8- and 16-byte loads, some of whose groups are served in pairs."""
    apart = groups.reshape(len(addresses), -1, 2).sum(axis=2)
    cost = np.where(served_in_pairs(addresses, active, width), 1, apart).sum(axis=1)
    if width < 16:
        return np.asarray(cost)
    lanes = active.sum(axis=1)
    return np.asarray(np.where(at_one_address(addresses, active), -(-lanes // LANES_AT_ONE_ADDRESS), cost))


def served_in_pairs(addresses: Ints, active: Mask, width: int) -> Mask:
    """For a load of 8 or 16 bytes, which two adjacent groups cost one wavefront; shape [warps, pairs of groups].

    Those that have no conflict together and whose lanes share addresses in pairs: every active lane with lane ^ 1, or
    every one with lane ^ 2. Inactive partners do not matter. With 16 bytes the counter has two more rules, which apply
    only if some lanes are inactive: lanes that share one address (see at_one_address); and in the first half-warp,
    partners must be active if lane 31 is, while if lane 31 is not, no pairs are required.
    """
    size = min(BYTES_PER_WAVEFRONT // width, WARP)
    allowed = _paired(addresses, active, 2 * size, strict=False)
    if width == 16:
        strict = _paired(addresses, active, 2 * size, strict=True)
        allowed[:, 0] = ~active[:, -1] | strict[:, 0]
    return np.asarray(allowed & (_busiest_bank(addresses, active, 2 * size, width) == 1))


def at_one_address(addresses: Ints, active: Mask) -> Mask:
    """Warps all of whose active lanes have the same address. A load of 16 bytes serves LANES_AT_ONE_ADDRESS of them at
    once."""
    first = np.take_along_axis(addresses, active.argmax(axis=1)[:, None], axis=1)
    return np.asarray(((addresses == first) | ~active).all(axis=1))


def shared_ideal(actual: Ints, active: Mask, width: int, operation: str = "load") -> Ints:
    """Fewest wavefronts that could move the active lanes' data: min(actual, ceil(lanes * width / 128)).

    A compare-and-swap moves everything twice.
    """
    lanes = np.bitwise_count(masks_of(active)).astype(np.int64)
    needed = -(-lanes * width // BYTES_PER_WAVEFRONT)
    return np.asarray(np.minimum(actual, needed * (2 if operation in ("atomic_cas", "atomic_spin") else 1)))


def _paired(addresses: Ints, active: Mask, size: int, strict: bool) -> Mask:
    """For each group of `size` lanes, whether all active lanes have the address of lane ^ 1, or all that of lane ^ 2.

    strict: an inactive partner counts as different.
    """
    found = np.zeros((len(addresses), WARP // size), np.bool_)
    for distance in (1, 2):
        partner = np.arange(WARP) ^ distance
        differs = addresses != addresses[:, partner]
        bad = active & (differs | ~active[:, partner] if strict else differs & active[:, partner])
        found |= ~bad.reshape(len(addresses), -1, size).any(axis=2)
    return found


def _busiest_bank(addresses: Ints, active: Mask, size: int, width: int) -> Ints:
    """Largest number of distinct words in one bank, for each group of `size` lanes; shape [warps, 32 / size]."""
    parts = max(width // WORD, 1)
    words = ((addresses >> 2).astype(np.int32) & (_NOWHERE - 1)).reshape(-1, size)
    first = words | ~active.reshape(-1, size) * _NOWHERE
    lanes = np.ascontiguousarray(first.T)  # of all groups at once, which is faster
    span = (lanes * (lanes < _NOWHERE)).max(axis=0) + np.int32(parts) - lanes.min(axis=0)  # negative for no lanes
    found = (span > 0).astype(np.int64)
    scattered = np.flatnonzero(span > BANKS)  # the others have at most one word in each bank
    if scattered.size:
        found[scattered] = _most_words(first[scattered], parts)
    return np.asarray(found.reshape(len(addresses), -1))


def _most_words(first: NDArray[np.int32], parts: int) -> Ints:
    """The same from the first of the words of each lane."""
    words = np.add(first[:, :, None], np.arange(parts, dtype=np.int32)).reshape(len(first), -1)
    words.sort(axis=1)
    distinct = words < _NOWHERE
    distinct[:, 1:] &= words[:, 1:] != words[:, :-1]
    slot = (words & np.int32(BANKS - 1)) + np.arange(0, len(first) * BANKS, BANKS, dtype=np.int32)[:, None]
    load = np.bincount(slot[distinct], minlength=len(first) * BANKS)
    return np.asarray(load.reshape(-1, BANKS).max(axis=1).astype(np.int64))


def _lanes_on_busiest_bank(addresses: Ints, active: Mask, size: int) -> Ints:
    """Largest number of lanes whose first word is in one bank, including lanes with the same word.

    Summed over groups of `size` lanes; shape [warps].
    """
    warps, groups = len(addresses), WARP // size
    group = np.arange(warps)[:, None] * groups + np.arange(WARP) // size
    lanes = np.bincount((group * BANKS + banks(addresses))[active], minlength=warps * groups * BANKS)
    return np.asarray(lanes.reshape(warps, groups, BANKS).max(axis=2).sum(axis=1).astype(np.int64))


def shared_cost(addresses: Ints, active: Mask | None, width: int, operation: str) -> Cost:
    """Wavefronts summed over warps. A shift of all addresses by a multiple of 4 only renames banks."""
    patterns = fold(addresses, active, WORD)
    actual = shared_wavefronts(patterns.addresses, patterns.active, width, operation)
    ideal = shared_ideal(actual, patterns.active, width, operation)
    return Cost(int(actual @ patterns.counts), int(ideal @ patterns.counts))
