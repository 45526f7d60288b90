"""Values moved to or from the wrong place of a buffer, for families' mistakes."""

from __future__ import annotations

import numpy as np

from grader.problems.base import UNKNOWN, UNTOUCHED, Floats, Indices, Mask

_FAR = 1e7  # of the size of a sentinel


def scattered(index: Indices, size: int, positions: Indices, values: Floats) -> Floats:
    """The region at `index` of a buffer of `size` elements after `values` were stored to `positions`.

    Positions outside the buffer are dropped; elements not written are untouched, those written twice unknown.
    """
    inside = (positions >= 0) & (positions < size)
    where = positions[inside]
    flat = np.full(size, UNTOUCHED)
    flat[where] = values[inside]
    flat[np.bincount(where, minlength=size) > 1] = UNKNOWN
    return flat[index]


def gathered(buffer: Floats, where: Indices) -> Floats:
    """buffer[where], unknown outside the buffer."""
    if not buffer.size:
        return np.full(where.shape, UNKNOWN)
    inside = (where >= 0) & (where < buffer.size)
    return np.where(inside, np.take(buffer, where, mode="clip"), UNKNOWN)


def product(a: Floats, b: Floats) -> Floats:
    """A (M, K) times B (K, N) of gathered values; unknown where a factor is, or where sentinels cancel and leave only
    rounding errors.
    """
    (far_a, far_b), (no_a, no_b) = ([test(m) for m in (a, b)] for test in (_is_far, _is_unknown))
    result: Floats = np.asarray(np.where(no_a, 0.0, a) @ np.where(no_b, 0.0, b))
    rounded = _pairs(far_a, far_b) & (np.abs(result) < _FAR)
    result[rounded | _pairs(no_a, no_b)] = UNKNOWN
    return result


def _pairs(a: Mask, b: Mask) -> Mask:
    """Elements of a product that depend on one of these factors."""
    return np.logical_or(np.asarray(a.any(axis=1))[:, None], np.asarray(b.any(axis=0))[None, :])


def _is_far(values: Floats) -> Mask:
    return np.asarray(np.abs(values) > _FAR)


def _is_unknown(values: Floats) -> Mask:
    return np.asarray(values == UNKNOWN)
