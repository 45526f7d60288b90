"""Fingerprints of a kernel: a hash of every k consecutive tokens, independent of variable names.

As in Schleimer, Wilkerson and Aiken, "Winnowing: local algorithms for document fingerprinting", SIGMOD 2003, section 2.
All hashes are kept (their window of 1), as kernels are short. A name within the k tokens counts as the distance to its
previous occurrence there, as in Baker, "On finding duplication and near-duplication in large software systems", WCRE
1995, so that `a * b + a` equals `x * y + x` but not `a * b + c`.
"""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from grader.classroom.similarity.tokens import Tokens, code

SCHEME = 1  # increase with every change of tokens or fingerprints: the course's are stored with the results
LENGTH = 8  # tokens in a row, about as many as `int row = threadIdx.y;`

_MIX = tuple(np.uint64(number) for number in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
_PLACES = np.array([code(f"place {place}") | 1 for place in range(LENGTH)], np.uint64)


def fingerprints(found: Tokens) -> NDArray[np.uint64]:
    """(max(0, n - LENGTH + 1),) the fingerprint of the LENGTH tokens from each place on, of n tokens."""
    if len(found.codes) < LENGTH:
        return np.zeros(0, np.uint64)
    codes = sliding_window_view(found.codes, LENGTH)
    back = sliding_window_view(found.back, LENGTH)
    within = np.where(back > np.arange(LENGTH), 0, back)
    names = (within.astype(np.uint64) + np.uint64(1)) * _MIX[0]
    return _mixed((_mixed(np.where(back >= 0, names, codes)) * _PLACES).sum(axis=1, dtype=np.uint64))


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Mix the bits of each number (the last steps of SplitMix64)."""
    numbers = (numbers ^ (numbers >> np.uint64(30))) * _MIX[1]
    numbers = (numbers ^ (numbers >> np.uint64(27))) * _MIX[2]
    return numbers ^ (numbers >> np.uint64(31))
