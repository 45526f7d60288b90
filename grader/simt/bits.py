"""Bit fields of 32-bit registers: masks, extension, the n-th bit. All take and return int32 arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
i4, i8, u4 = np.int32, np.int64, np.uint32


def mask_of(start: Array, width: Array, wrap: bool) -> Array:
    """bmsk: `width` ones from bit `start` on. wrap: both modulo 32; else (clamp) they may exceed the register."""
    first, count = (x.view(u4).astype(i8) for x in (start, width))
    first, count = (first & 31, count & 31) if wrap else (np.minimum(first, 32), np.minimum(count, 32))
    ones = ((np.ones(1, i8) << count) - 1) << first
    return np.asarray(ones.astype(u4).view(i4))


def extended(a: Array, width: Array, signed: bool, wrap: bool) -> Array:
    """szext: the low `width` bits of a, sign- or zero-extended. wrap: width modulo 32; else 32 or more keep all."""
    count = width.view(u4).astype(i8)
    count = count & 31 if wrap else np.minimum(count, 32)
    low = a.view(u4).astype(i8) & (np.ones(1, i8) << count) - 1
    if signed:
        low = low - ((low >> np.maximum(count - 1, 0) & 1) << count)
    return np.asarray(low.astype(u4).view(i4))
