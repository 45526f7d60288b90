"""Address patterns that the warps of an access share, and how many lanes run together."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass

WARP = 32
LANES_PER_BATCH = 65536  # lanes that run together: large enough to amortise NumPy calls
LANES_AT_ONCE = 132 * 2048  # resident threads of an H200: as many may wait for each other


class Cost(NamedTuple):
    """Wavefronts or sectors of one access by some warps."""

    cost: int
    ideal: int


@dataclass(frozen=True)
class Patterns:
    """Warp accesses. addresses, active: shape [patterns, 32]; counts: how many warps have each."""

    addresses: NDArray[np.int64]
    active: NDArray[np.bool_]
    counts: NDArray[np.int64]


def fold(addresses: NDArray[np.int64], active: NDArray[np.bool_] | None, period: int) -> Patterns:
    """All warps as one pattern if their addresses differ only by a multiple of `period` bytes; else each by itself.

    addresses: byte addresses, shape [warps, 32]; active: same shape, or None when every lane of every warp is active.
    """
    warps = len(addresses)
    mask = np.ones(addresses.shape, np.bool_) if active is None else active
    if warps > 1 and (active is None or (active == active[0]).all()):
        first = 0 if active is None else int(active[0].argmax())
        relative = addresses - (addresses[:, first : first + 1] & -period)
        same = relative == relative[0]
        if (same if active is None else same | ~active).all():
            return Patterns(relative[:1], mask[:1], np.array([warps]))
    return Patterns(addresses, mask, np.ones(warps, np.int64))
