"""The 8-bit floating-point formats: e4m3 (no infinity, one NaN of each sign) and e5m2 (like IEEE 754).

Source: PTX ISA 9.0, "Alternate floating-point data formats", and its instruction cvt.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass

Array = NDArray[Any]
f8, u1 = np.float64, np.uint8
_NAN = u1(0x7F)


@dataclass(frozen=True)
class _Format:
    """fraction: its bits; lowest: exponent of the smallest normal number; largest: the largest number."""

    fraction: int
    lowest: int
    largest: float


_FORMATS = {"e4m3": _Format(3, -6, 448.0), "e5m2": _Format(2, -14, 57344.0)}
KINDS = ("e4m3x2", "e5m2x2")  # pairs in a 16-bit register


def encode(kind: str, values: Array) -> Array:
    """Numbers as bytes: to nearest, ties to even; too large ones, infinity too, become the largest number."""
    form = _FORMATS[kind.removesuffix("x2")]
    size = np.minimum(np.abs(values.astype(f8)), form.largest)
    known = np.where(np.isnan(size), 0.0, size)
    exponent = np.where(known > 0, np.maximum(np.frexp(known)[1] - 1, form.lowest), form.lowest)
    steps = np.rint(np.ldexp(known, form.fraction - exponent))  # of the last digit: 2^fraction to 2^(fraction + 1)
    biased = (exponent - form.lowest) * 2**form.fraction + steps  # a carry goes into the exponent
    bits = np.where(np.isnan(values), _NAN, biased.astype(u1))
    return np.asarray(np.where(np.signbit(values) & ~np.isnan(values), bits | u1(0x80), bits))


def decode(kind: str, bits: Array) -> Array:
    """The values of bytes as float32, which is exact."""
    return np.asarray(_TABLES[kind.removesuffix("x2")][np.ascontiguousarray(bits).view(u1)])


def _table(name: str) -> Array:
    form = _FORMATS[name]
    code = np.arange(256)
    exponent, fraction = code % 128 >> form.fraction, code % 2**form.fraction
    normal = exponent > 0
    size = np.ldexp(fraction + normal * 2.0**form.fraction, form.lowest + np.maximum(exponent, 1) - 1 - form.fraction)
    if name == "e4m3":
        size[code % 128 == 0x7F] = np.nan
    else:
        size[exponent == 31] = np.where(fraction[exponent == 31], np.nan, np.inf)
    return np.asarray(np.where(code >= 128, -size, size).astype(np.float32))


_TABLES = {name: _table(name) for name in _FORMATS}
