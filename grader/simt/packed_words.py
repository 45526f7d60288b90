"""Arithmetic on the bytes and halfwords of 32-bit registers, and what else takes words apart.

Source: PTX ISA 9.0: add, min and max of .u16x2 and .s16x2, the SIMD video instructions, dp2a, fns, bmsk, szext.
Registers come and go as int32 arrays that broadcast against each other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
i4, i8, u4 = np.int32, np.int64, np.uint32


def _pieces(words: Array, bits: int, signed: bool) -> Array:
    """The pieces of words as 64-bit integers, lowest first, along a new last axis."""
    kind = f"{'i' if signed else 'u'}{bits // 8}"
    return np.ascontiguousarray(words)[..., None].view(kind).astype(i8)


def _joined(pieces: Array, bits: int) -> Array:
    """Words from the low bits of pieces."""
    return np.ascontiguousarray(pieces.astype(f"i{bits // 8}")).view(i4)[..., 0]


def _average(a: Array, b: Array) -> Array:
    return np.asarray((a + b + (a + b >= 0)) >> 1)


OPERATIONS: dict[str, Callable[[Array, Array], Array]] = {
    "add": np.add, "sub": np.subtract, "min": np.minimum, "max": np.maximum, "avrg": _average,
    "absdiff": lambda a, b: np.abs(a - b),
    "eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal,
}  # fmt: skip


def pairwise(name: str, bits: int, signed: bool, relu: bool, a: Array, b: Array) -> Array:
    """An operation on each piece. relu: negative results become 0."""
    result = OPERATIONS[name](_pieces(a, bits, signed), _pieces(b, bits, signed))
    return _joined(np.maximum(result, 0) if relu else result, bits)


def video(
    name: str, bits: int, signs: tuple[bool, bool, bool], saturate: bool, a: Array, b: Array, addend: Array | None
) -> Array:
    """A SIMD video instruction. signs: of the result, a and b; with an addend, the pieces' sum is added to it."""
    result = OPERATIONS[name](_pieces(a, bits, signs[1]), _pieces(b, bits, signs[2])).astype(i8)
    if addend is not None:
        return np.asarray((result.sum(axis=-1) + addend).astype(i4))
    if saturate:
        low = -(1 << bits - 1) if signs[0] else 0
        result = np.clip(result, low, low + (1 << bits) - 1)
    return _joined(result, bits)


def dot_product_of_halves(a: Array, b: Array, c: Array, signed_a: bool, signed_b: bool, high: bool) -> Array:
    """dp2a: the halfwords of a times the two low or high bytes of b, added to c."""
    bytes_of_b = _pieces(b, 8, signed_b)[..., 2:] if high else _pieces(b, 8, signed_b)[..., :2]
    return np.asarray((c.astype(i8) + (_pieces(a, 16, signed_a) * bytes_of_b).sum(axis=-1)).astype(i4))


def find_set_bit(mask: Array, base: Array, offset: Array) -> Array:
    """fns: the position of the n-th set bit from `base` on, upwards or (offset negative) downwards; -1: none."""
    bit = np.arange(32)
    is_set = (mask.view(u4)[..., None] >> bit.astype(u4) & u4(1)).astype(bool)
    start, n = base[..., None], offset[..., None]
    upwards = np.cumsum(is_set & (bit >= start), axis=-1) == n
    downwards = np.cumsum((is_set & (bit <= start))[..., ::-1], axis=-1)[..., ::-1] == -n
    hit = is_set & np.where(n > 0, upwards & (bit >= start), np.where(n < 0, downwards & (bit <= start), bit == start))
    return np.where(hit.any(axis=-1), hit.argmax(axis=-1), -1).astype(i4)


def bit_mask(start: Array, width: Array, clamp: bool) -> Array:
    """bmsk: `width` ones from bit `start` on; .wrap takes both modulo 32."""
    first, count = start.view(u4).astype(i8), width.view(u4).astype(i8)
    if not clamp:
        first, count = first & 31, count & 31
    below = (i8(1) << np.minimum(first, 32)) - 1
    return np.asarray((((i8(1) << np.minimum(first + count, 32)) - 1) & ~below).astype(u4).view(i4))


def extend(value: Array, width: Array, signed: bool, clamp: bool) -> Array:
    """szext: the low `width` bits, sign- or zero-extended; .wrap takes the width modulo 32."""
    count = width.view(u4).astype(i8)
    count = np.minimum(count, 32) if clamp else count & 31
    low = value.view(u4).astype(i8) & ((i8(1) << count) - 1)
    negative = signed & (count > 0) & ((low >> np.maximum(count - 1, 0) & 1) == 1)
    return (low - np.where(negative, i8(1) << count, 0)).astype(i4)
