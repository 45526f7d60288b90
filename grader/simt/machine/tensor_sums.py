"""How a tensor core adds products of halves: an instruction's step, bit for bit.

Source: benchmarks/mma_results.py on an H200, whose results tests/hardware/test_mma.py compares. The products of a step
(16 of fp16 or bf16, 8 of tf32) are exact. They and the addend are aligned to the largest exponent among them, cut off
behind `_EXTRA` bits more than a float32 has, added exactly, and cut off to a float32, subnormal ones too. The exponent
of a product is the sum of its factors' exponents, where a subnormal factor counts with the smallest one of its format:
what is aligned has not been normalised. What is too large becomes infinite, what is no number 0x7FFFFFFF. Sums in fp16
are rounded to nearest even from what was added, not from a float32. A sum that is zero, or vanishes, has no sign.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
f4, f8, u2, u4 = np.float32, np.float64, np.uint16, np.uint32
_EXTRA = 2
_SMALLEST = {"F16": -13, "BF16": -125, "TF32": -125}  # as frexp says it: of 2^-14, of 2^-126
_LEAST = -126  # of what all are aligned to
_NOTHING = -10_000  # the exponent of zero
_NAN, _NARROW_NAN = u4(0x7FFFFFFF), u2(0x7FFF)
_WHOLE, _BOUND = 16.0, 2.0**17  # multiples of 1/16 whose products are below this are added without a cut


def step(left: Array, right: Array, addend: Array, kind: str) -> Array:
    """left [w, m, k] times right [w, k, n], plus addend [w, m, n], all float64: the sum that is then rounded or cut.

    kind: "F16", "BF16" or "TF32", of left and right.
    """
    if _is_exact(left, right, addend):
        return np.asarray(left @ right + addend)
    with np.errstate(invalid="ignore", over="ignore"):
        left_exponents, right_exponents = (_exponents(part, _SMALLEST[kind]) for part in (left, right))
        largest = np.maximum(_exponents(addend, _LEAST), _LEAST)
        terms = range(left.shape[2])
        for k in terms:
            np.maximum(largest, left_exponents[:, :, k, None] + right_exponents[:, None, k, :] - 1, out=largest)
        unit = largest - (24 + _EXTRA)
        scale = np.ldexp(1.0, -unit)
        total = np.trunc(addend * scale)
        for k in terms:
            total += np.trunc(left[:, :, k, None] * right[:, None, k, :] * scale)
        result = np.ldexp(total, unit)
        if not (np.isfinite(left).all() and np.isfinite(right).all() and np.isfinite(addend).all()):
            plain = left @ right + addend
            result = np.where(np.isfinite(plain), result, plain)
    return np.asarray(result)


def as_floats(total: Array) -> Array:
    """The words of the float32 to which a sum is cut."""
    return np.asarray(np.where(np.isnan(total), _NAN, (cut(total) + f4(0)).view(u4)))


def as_halves(total: Array) -> Array:
    """Rounded to fp16, to nearest even."""
    with np.errstate(over="ignore"):
        rounded = total.astype(np.float16) + np.float16(0)
    return np.asarray(np.where(np.isnan(total), _NARROW_NAN, rounded.view(u2)))


def _exponents(values: Array, smallest: int) -> Array:
    found = np.maximum(np.frexp(values)[1], smallest)
    return np.asarray(np.where((values == 0) | ~np.isfinite(values), _NOTHING, found))


def _is_exact(left: Array, right: Array, addend: Array) -> bool:
    """Whether nothing can be cut off before the sum, whose parts are few bits of numbers about as large."""
    sizes = [np.abs(part).max(initial=0) for part in (left, right, addend)]
    if not (sizes[0] * sizes[1] < _BOUND and sizes[2] < _BOUND):  # or there is what is no number
        return False
    return all((part == np.rint(part)).all() for part in (left * _WHOLE, right * _WHOLE, addend * _WHOLE**2))


def cut(values: Array) -> Array:
    """float64 to a float32 that is not larger in size; infinite beyond the largest."""
    with np.errstate(over="ignore"):
        nearest = values.astype(f4)
    size = np.abs(values)
    beyond = (np.abs(nearest.astype(f8)) > size) & (size < 2.0**128)
    return np.where(beyond, np.nextafter(nearest, f4(0)), nearest) if beyond.any() else nearest
