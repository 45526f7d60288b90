"""Folding a launch's many warp accesses into the few distinct patterns among them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

WARP = 32
LANES_PER_BATCH = 65536  # lanes that run together: large enough to hide the cost of a NumPy call
# Odd 64-bit multipliers, one a lane: two different rows share a hash with probability 2^-64.
_HASH = np.random.default_rng(0x57A7).integers(1, 2**62, WARP, dtype=np.int64) * 2 + 1
_FEW = 8  # below this number of rows, hashing costs more than it saves
_INACTIVE = np.int64(-0x5DEECE66D1234567)  # odd, so that its place in a row shows in the hash; no address is near it


class Cost(NamedTuple):
    """Wavefronts or sectors of one access by some warps."""

    cost: int
    ideal: int


@dataclass(frozen=True)
class Patterns:
    """Distinct warp accesses. addresses, active: shape [patterns, 32]; counts: how many warps have each."""

    addresses: NDArray[np.int64]
    active: NDArray[np.bool_]
    counts: NDArray[np.int64]


def fold(addresses: NDArray[np.int64], active: NDArray[np.bool_] | None, period: int) -> Patterns:
    """Group warps whose addresses differ only by a multiple of `period` bytes.

    addresses: byte addresses, shape [warps, 32]; active: same shape, or None when every lane of every warp is active.
    """
    if active is None:
        relative = addresses - (addresses[:, :1] & -period)
    else:
        first = np.take_along_axis(addresses, active.argmax(axis=1)[:, None], axis=1)
        relative = np.where(active, addresses - (first & -period), _INACTIVE)
    warps = len(relative)
    if warps > 1 and (relative == relative[0]).all():
        rows, counts = relative[:1], np.array([warps])
    elif warps > _FEW:
        _, index, counts = np.unique(relative @ _HASH, return_index=True, return_counts=True)
        rows = relative[index]
    else:
        rows, counts = relative, np.ones(warps, np.int64)
    mask = np.ones(rows.shape, np.bool_) if active is None else rows != _INACTIVE
    return Patterns(np.where(mask, rows, 0), mask, counts.astype(np.int64))
