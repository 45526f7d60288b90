"""Half-precision arithmetic: float16 and bfloat16, alone or in pairs that share a 32-bit register.

Values are widened to float32 (exact), computed there or in float64, and rounded once. float32 has more than twice as
many digits, so for one addition or multiplication double rounding is harmless; a fused multiply-add is rounded to odd
first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.simt import small_floats
from grader.simt.arithmetic import clamp_unit, maximum_float, minimum_float, round_to_odd

Array = NDArray[Any]
f4, f8, u2, u4 = np.float32, np.float64, np.uint16, np.uint32
KINDS = ("f16", "bf16", "f16x2", "bf16x2")
_NAN = u2(0x7FFF)  # the canonical NaN


def widen(kind: str, bits: Array) -> Array:
    """The values of a register as float32; a pair, of halves or of bytes, gives two neighbouring elements."""
    if kind in small_floats.KINDS:
        return small_floats.decode(kind, bits)
    words = np.ascontiguousarray(bits).view(u2)
    if kind.startswith("f16"):
        return words.view(np.float16).astype(f4)
    return (words.astype(u4) << u4(16)).view(f4)


def interleave(low: Array, high: Array) -> Array:
    """Two values of every lane as neighbouring elements, as from `widen` for a pair."""
    pairs = np.stack(np.broadcast_arrays(low, high), axis=-1)
    return pairs.reshape(*pairs.shape[:-2], -1)


def narrow(kind: str, values: Array, rounding: str = "rn") -> Array:
    """float32 or float64 values as a register of the kind; rounding: "rn", "rz", "rm" or "rp" ("rn" for bytes)."""
    if kind in small_floats.KINDS:
        return small_floats.encode(kind, values).view(np.int16)
    nearest = _to_f16(values) if kind.startswith("f16") else _to_bf16(values)
    if rounding != "rn":
        nearest = _directed(kind, values, nearest, rounding)
    return nearest.view(np.int32 if kind.endswith("x2") else np.int16)


def _to_f16(values: Array) -> Array:
    bits = values.astype(np.float16).view(u2)
    return np.asarray(np.where(bits & u2(0x7FFF) > 0x7C00, _NAN, bits))


def nans_of_doubles(bits: Array, values: Array) -> Array:
    """The highest bits of NaNs stay where float64 becomes f16."""
    kept = (values.view(np.uint64) >> np.uint64(42)).astype(u2) & u2(0x3FF) | u2(0x7E00)
    return np.where(np.isnan(values), kept | u2(1 << 15) * np.signbit(values), bits.view(u2))


def _to_bf16(values: Array) -> Array:
    single = values if values.dtype == f4 else _odd_single(values)
    bits = np.ascontiguousarray(single).view(u4)
    rounded = (bits + u4(0x7FFF) + ((bits >> u4(16)) & u4(1))) >> u4(16)
    return np.asarray(np.where(np.isnan(single), u4(_NAN), rounded).astype(u2))


def to_tf32(values: Array, rounding: str = "rn") -> Array:
    """float32 values as bits of TF32, which has 10 behind the point, and one NaN; rounding: "rn" or "rz"."""
    bits = np.ascontiguousarray(values).view(u4)
    up = u4(0x0FFF) + ((bits >> u4(13)) & u4(1)) if rounding == "rn" else u4(0)
    return np.asarray(np.where(np.isnan(values), u4(0x7FFFE000), (bits + up) & u4(0xFFFFE000)))


def _odd_single(values: Array) -> Array:
    """float64 to float32, rounded to odd, so that a later rounding to fewer digits is correct."""
    single = values.astype(f4)
    even = single.view(u4) & u4(1) == 0
    toward = np.where(single.astype(f8) < values, f4(np.inf), f4(-np.inf))
    inexact = np.isfinite(single) & (single.astype(f8) != values)
    return np.asarray(np.where(inexact & even, np.nextafter(single, toward), single))


def _directed(kind: str, values: Array, nearest: Array, rounding: str) -> Array:
    """Correct rounding to nearest by one step where the direction demands it."""
    found = widen(kind.removesuffix("x2"), nearest).astype(f8)
    exact = values.astype(f8)
    sign = np.signbit(exact)
    too_large = np.abs(found) > np.abs(exact)
    too_small = np.abs(found) < np.abs(exact)
    away = {"rz": np.zeros_like(sign), "rm": sign, "rp": ~sign}[rounding]
    step = np.where(too_large & ~away, -1, np.where(too_small & away, 1, 0))
    finite = np.isfinite(exact)
    return np.asarray(np.where(finite, (nearest.astype(np.int32) + step).astype(u2), nearest))


def apply(name: str, kind: str, modes: tuple[str, ...], *operands: Array) -> Array:
    """An operation of `OPERATIONS` on registers of a kind; operands broadcast.

    modes: "relu" negative results become +0; "NaN" a minimum or maximum with a NaN is NaN; "sat" results into [0, 1],
    NaN to +0; "ftz" subnormal operands and results become zeros of their sign.
    """
    values = [widen(kind, o) for o in np.broadcast_arrays(*operands)]
    if "ftz" in modes:
        values = [flush(kind, v) for v in values]
    result = OPERATIONS[name](*values)
    if "NaN" in modes:
        result = np.where(np.any(np.isnan(values), axis=0), f4(np.nan), result)
    if "sat" in modes:
        result = clamp_unit(result)
    elif "relu" in modes:
        result = positive_part(result)
    bits = narrow(kind, result)
    return narrow(kind, flush(kind, widen(kind, bits))) if "ftz" in modes else bits


def positive_part(values: Array) -> Array:
    """.relu: negative numbers, and -0, become +0; NaN stays."""
    return np.asarray(np.where(values <= 0, values.dtype.type(0), values))


def flush(kind: str, values: Array) -> Array:
    """.ftz: zeros of the same sign for what would be subnormal in the kind."""
    smallest = f4(2.0**-14 if kind.startswith("f16") else 2.0**-126)
    return np.asarray(np.where(np.abs(values) < smallest, np.copysign(f4(0), values), values))


def finite(kind: str, values: Array) -> Array:
    """.satfinite: values beyond the largest number of a kind, infinity too, become that number."""
    largest = values.dtype.type(65504 if kind.startswith("f16") else (2 - 2.0**-7) * 2.0**127)
    return np.asarray(np.clip(values, -largest, largest))


def compare(kind: str, truth: Callable[[Array, Array], Array], a: Array, b: Array, ftz: bool = False) -> Array:
    """Result of a comparison, one element per value (two for a pair)."""
    x, y = (widen(kind, o) for o in np.broadcast_arrays(a, b))
    found = truth(flush(kind, x), flush(kind, y)) if ftz else truth(x, y)
    return np.broadcast_to(found, x.shape)  # of one that always holds, or never, there is one element


def both(predicate: Array) -> Array:
    """A predicate of each lane, for both values of its pair."""
    return np.repeat(predicate, 2, axis=-1)


def one_or_zero(kind: str, truth: Array, as_mask: bool) -> Array:
    """set: 1.0 or 0.0 in the kind, or all bits one or zero."""
    if as_mask:
        bits = np.where(truth, u2(0xFFFF), u2(0))
        return bits.view(np.int32 if kind.endswith("x2") else np.int16)
    return narrow(kind, truth.astype(f4))


def _quiet(values: Array) -> Array:
    """Replace signalling NaNs: NumPy's minimum of one and a number is NaN."""
    return np.where(np.isnan(values), f4(np.nan), values)


def _fma(a: Array, b: Array, c: Array) -> Array:
    product, addend = a.astype(f8) * b.astype(f8), c.astype(f8)
    return round_to_odd(product, addend, product + addend)


OPERATIONS: dict[str, Callable[..., Array]] = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "fma": _fma, "neg": np.negative, "abs": np.abs,
    "min": lambda a, b: minimum_float(_quiet(a), _quiet(b)), "max": lambda a, b: maximum_float(_quiet(a), _quiet(b)),
    "ex2": lambda a: np.exp2(a.astype(f8)),
    "tanh": lambda a: np.tanh(a.astype(f8)),
}  # fmt: skip
