"""Arithmetic with PTX semantics on NumPy arrays: fused multiply-add, division, conversions, bit fields.

All functions take arrays that broadcast against each other and return a new one.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.simt import bits as bits
from grader.simt import fused
from grader.simt import packed as packed
from grader.simt.patterns import LANES_PER_BATCH
from grader.simt.rounding import add_f64_directed as add_f64_directed
from grader.simt.rounding import convert_directed as convert_directed
from grader.simt.rounding import directed as directed
from grader.simt.rounding import fma_f32_directed as fma_f32_directed
from grader.simt.rounding import integer_to_odd as integer_to_odd
from grader.simt.rounding import round_to_odd as round_to_odd

Array = NDArray[Any]
F4 = NDArray[np.float32]
F8 = NDArray[np.float64]

f4, f8, i4, i8, u4, u8 = np.float32, np.float64, np.int32, np.int64, np.uint32, np.uint64


_FEW = 4096  # numbers up to which a scalar product is faster than a search
_NAN = np.array([0x7FFFFFFF], u4).view(f4)


def canonical(x: F4) -> F4:
    """Results of float32: every NaN is 0x7fffffff, whatever it came from."""
    probe = np.vdot(x, x) if x.size < _FEW else x.max()
    return x if probe == probe else np.where(np.isnan(x), _NAN, x)


def nans_of(result: F8, *operands: F8) -> F8:
    """Results of float64: a NaN is the first NaN of the operands, quiet, but without the signs of the instruction."""
    if not np.isnan(result).any():
        return result
    bits = np.where(np.isnan(result), u8(0xFFF8 << 48), result.view(u8))
    for operand in operands[::-1]:
        bits = np.where(np.isnan(operand), operand.view(u8) | u8(1 << 51), bits)
    return np.asarray(bits.view(f8))


def fma_f32(a: F4, b: F4, c: F4, *more: F4) -> F4:
    """fma.rn.f32: one rounding. more: pairs of factors whose products are added one after the other."""
    return canonical(_multiply_add(a, b, c, *more) if is_fused(f4) else software_fma_f32(a, b, c, *more))


def fma_f32_each(*operands: tuple[F4, ...]) -> Iterable[F4]:
    """fma_f32 of each (a, b, c, ...). Small arrays are computed side by side in one."""
    if not is_fused(f4):
        return [fma_f32(*each) for each in operands]
    alike: dict[tuple[tuple[int, ...], int], list[int]]
    shapes, sizes = {x.shape for each in operands for x in each}, {*map(len, operands)}
    if len(shapes) == len(sizes) == 1:
        alike = {(shapes.pop(), sizes.pop()): [*range(len(operands))]}
    else:
        alike = defaultdict(list)
        for i, each in enumerate(operands):
            alike[_shape(each), len(each)].append(i)
    found: dict[int, F4] = {}
    for (shape, _), places in alike.items():
        if len(places) == 1 or math.prod(shape) * len(places) > LANES_PER_BATCH:
            found |= {i: fma_f32(*operands[i]) for i in places}
        else:
            a, b, c, *more = zip(*(operands[i] for i in places), strict=True)
            found |= zip(places, canonical(fused.multiply_adds(shape, c, a, b, *more).copy()), strict=True)
    return [found[i] for i in range(len(operands))]


def _multiply_add(a: Array, b: Array, c: Array, *more: Array) -> Array:
    shape = _shape((a, b, c, *more))
    found: Array = fused.multiply_adds(shape, (c,), (a,), (b,), *((x,) for x in more))[0].copy()
    return found


def _shape(arrays: Iterable[Array]) -> tuple[int, ...]:
    shapes = {x.shape for x in arrays}
    return next(iter(shapes)) if len(shapes) == 1 else np.broadcast_shapes(*shapes)


@cache
def is_fused(dtype: type[np.floating[Any]]) -> bool:
    """Whether NumPy computes fused sums on this processor; see `fused`. Tried where sums cancel but for what rounding
    the product has left."""
    software: Callable[..., Array] = software_fma_f32 if dtype is f4 else software_fma_f64
    random = np.random.default_rng(26)
    with np.errstate(all="ignore"):
        for small, shape in (((1,), (1,)), ((2,), (2,)), ((3,), (3,)), ((2, 1, 37), (2, 3, 37))):
            a, b = random.standard_normal(small).astype(dtype), random.standard_normal(shape).astype(dtype)
            left = -(a * b)
            if not (software(b, a, software(a, b, left)) == _multiply_add(a, b, left, b, a)).all():
                return False
    return True


def software_fma_f32(a: F4, b: F4, c: F4, *more: F4) -> F4:
    """The product is exact in float64; the sum is rounded to odd before it is rounded to float32 (Boldo and Melquiond,
    "Emulation of FMA and correctly rounded sums", 2008)."""
    product, addend = a.astype(f8) * b, c.astype(f8)
    result = round_to_odd(product, addend, product + addend).astype(f4)
    return software_fma_f32(more[0], more[1], result, *more[2:]) if more else result


def fma_f64(a: F8, b: F8, c: F8) -> F8:
    """fma.rn.f64: one rounding."""
    return _multiply_add(a, b, c) if is_fused(f8) else software_fma_f64(a, b, c)


def software_fma_f64(a: F8, b: F8, c: F8) -> F8:
    """One lane after the other."""
    lanes = np.broadcast_arrays(a, b, c)
    exact = [_exact_fma(*numbers) for numbers in zip(*(x.ravel().tolist() for x in lanes), strict=True)]
    return np.array(exact).reshape(lanes[0].shape)


def _exact_fma(a: float, b: float, c: float) -> float:
    if a == 0 or b == 0 or not math.isfinite(a) or not math.isfinite(b):
        return a * b + c
    if not math.isfinite(c):
        return c
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    try:
        return float(exact)
    except OverflowError:
        return math.inf if exact > 0 else -math.inf


def shift_left(a: Array, amount: Array) -> Array:
    """shl: amounts of the width or more give 0."""
    bits = a.dtype.itemsize * 8
    n = amount.view(u4)
    moved = a << np.minimum(n, u4(bits - 1)).astype(a.dtype)
    return np.asarray(np.where(n >= bits, a.dtype.type(0), moved).astype(a.dtype))


def shift_right(a: Array, amount: Array) -> Array:
    """shr: amounts of the width or more give 0, or the sign for signed types."""
    bits = a.dtype.itemsize * 8
    n = amount.view(u4)
    clamped = a >> np.minimum(n, u4(bits - 1)).astype(a.dtype)
    if a.dtype.kind == "i":
        return np.asarray(clamped)
    return np.asarray(np.where(n >= bits, a.dtype.type(0), clamped).astype(a.dtype))


def float_to_int(a: Array, target: type[np.generic], rounding: str) -> Array:
    """cvt from a float to an integer: saturating. rounding: "rni", "rzi", "rmi" or "rpi".

    NaN becomes 0, but where 64 bits are involved on either side only the highest bit is set (PTX ISA 9.0, cvt).
    """
    rounded = {"rni": np.rint, "rzi": np.trunc, "rmi": np.floor, "rpi": np.ceil}[rounding](a.astype(f8))
    info = np.iinfo(target)  # type: ignore[type-var]
    inside = np.clip(np.where(np.isnan(rounded), 0.0, rounded), float(info.min), float(info.max))
    converted = np.where(inside >= float(info.max), info.max, inside.astype(target))
    result = np.where(inside <= float(info.min), info.min, converted).astype(target)
    if a.dtype.itemsize == 8 or result.itemsize == 8:
        return np.where(np.isnan(rounded), np.ones(1, target) << target(8 * result.itemsize - 1), result)
    return result


def saturate_int(a: Array, target: type[np.generic]) -> Array:
    """cvt.sat between integer types: clamp to the target's range."""
    info = np.iinfo(target)  # type: ignore[type-var]
    low = max(int(info.min), int(np.iinfo(a.dtype).min))
    high = min(int(info.max), int(np.iinfo(a.dtype).max))
    return np.clip(a, a.dtype.type(low), a.dtype.type(high)).astype(target)


def flush(a: Array) -> Array:
    """.ftz: zeros of the same sign for numbers below the normal range of float32."""
    return np.asarray(np.where(np.abs(a) < _SMALLEST_NORMAL, np.copysign(a.dtype.type(0), a), a))


_SMALLEST_NORMAL = np.finfo(f4).tiny


def clamp_unit(a: Array) -> Array:
    """.sat on floats: into [+0, 1]; NaN and -0 become +0."""
    return np.asarray(np.where(a > 0, np.minimum(a, a.dtype.type(1)), a.dtype.type(0)))


def minimum_float(a: Array, b: Array) -> Array:
    """min on floats: the operand that is not NaN; -0 below +0."""
    smaller = np.where((a < b) | np.isnan(b), a, b)  # np.fmin of a signalling NaN is sometimes NaN
    return np.where((a == 0) & (b == 0), np.where(np.signbit(a), a, b), smaller)


def maximum_float(a: Array, b: Array) -> Array:
    """max on floats: the operand that is not NaN; +0 above -0."""
    larger = np.where((a > b) | np.isnan(b), a, b)
    return np.where((a == 0) & (b == 0), np.where(np.signbit(a), b, a), larger)


def or_nan(chosen: Array, a: Array, b: Array) -> Array:
    """min.NaN, max.NaN: NaN if either operand is."""
    return np.asarray(np.where(np.isnan(a) | np.isnan(b), a.dtype.type(np.nan), chosen))


def leading_zeros(a: Array) -> Array:
    """clz."""
    bits = a.dtype.itemsize * 8
    x = a.view(f"u{a.dtype.itemsize}").astype(u8)
    for shift in (1, 2, 4, 8, 16, 32):
        x = x | (x >> u8(shift))
    return (bits - np.bitwise_count(x).astype(i4)).astype(i4)


def reverse_bits(a: Array) -> Array:
    """brev."""
    size = a.dtype.itemsize
    octets = np.ascontiguousarray(a).view(np.uint8).reshape(-1, size)
    mirrored = np.packbits(np.unpackbits(octets, axis=1, bitorder="little"), axis=1)[:, ::-1]
    return np.ascontiguousarray(mirrored).view(a.dtype).reshape(a.shape)


def find_most_significant(a: Array, shift_amount: bool) -> Array:
    """bfind: position of the highest bit that differs from the sign, all ones if there is none."""
    bits = a.dtype.itemsize * 8
    magnitude = np.where(a < 0, ~a, a) if a.dtype.kind == "i" else a
    zeros = leading_zeros(magnitude.astype(a.dtype))
    found = zeros if shift_amount else (bits - 1 - zeros)
    return np.where(zeros == bits, i4(-1), found).astype(i4)


def permute_bytes(a: Array, b: Array, selector: Array) -> Array:
    """prmt.b32 in its default mode: each selector nibble picks one of eight bytes, its top bit replicates the sign."""
    pair = a.view(u4).astype(u8) | (b.view(u4).astype(u8) << u8(32))
    result = np.zeros(1, u4)
    for i in range(4):
        nibble = (selector.view(u4) >> u4(4 * i)) & u4(0xF)
        byte = ((pair >> ((nibble & u4(7)).astype(u8) * u8(8))) & u8(0xFF)).astype(u4)
        signs = np.where(byte & u4(0x80), u4(0xFF), u4(0))
        result = result | (np.where(nibble & u4(8), signs, byte).astype(u4) << u4(8 * i))
    return result.view(i4)


def lookup3(a: Array, b: Array, c: Array, table: int) -> Array:
    """lop3.b32: the bitwise function of three inputs whose truth table is `table`."""
    x, y, z = a.view(u4), b.view(u4), c.view(u4)
    result = np.zeros(1, u4)
    for i in range(8):
        if table >> i & 1:
            result = result | ((x if i & 4 else ~x) & (y if i & 2 else ~y) & (z if i & 1 else ~z))
    return result.view(i4)
