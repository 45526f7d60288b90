"""Bytes and half-words in a 32-bit register: SIMD and scalar "video" instructions, dot products, packing.

All take int32 arrays of one length (or of length 1, which broadcasts) and return int32 arrays. Parts are int64 arrays,
lowest part first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
i4, i8, u4 = np.int32, np.int64, np.uint32


def parts_of(a: Array, bits: int, signed: bool) -> list[Array]:
    """The parts of a register, each of `bits` bits."""
    words = a.view(u4).astype(i8)
    return [_extended(words >> at, bits, signed) for at in range(0, 32, bits)]


def _extended(value: Array, bits: int, signed: bool) -> Array:
    low = value & (1 << bits) - 1
    return np.asarray(low - ((low >> bits - 1) << bits) if signed else low)


def register_of(parts: Sequence[Array]) -> Array:
    """A register of these parts, each truncated to its size."""
    bits = 32 // len(parts)
    total = np.zeros(1, i8)
    for k, part in enumerate(parts):
        total = total | (part & (1 << bits) - 1) << k * bits
    return np.asarray(total.astype(u4).view(i4))


def _clamped(value: Array, bits: int, signed: bool) -> Array:
    low, high = (-1 << bits - 1, (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    return np.clip(value, low, high)


def _average(a: Array, b: Array) -> Array:
    """Half the sum, rounded away from zero as in the PTX ISA: up only if the sum is not negative."""
    return np.asarray(a + b + (a + b >= 0) >> 1)


_COMBINED: dict[str, Callable[[Array, Array], Array]] = {
    "add": np.add, "sub": np.subtract, "avrg": _average, "absdiff": lambda a, b: np.abs(a - b), "min": np.minimum,
    "max": np.maximum, "eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater,
    "ge": np.greater_equal,
}  # fmt: skip


def pairs(name: str, signed: bool, relu: bool, a: Array, b: Array) -> Array:
    """add, min or max of pairs of half-words; relu: at least zero."""
    combined = [_COMBINED[name](x, y) for x, y in zip(parts_of(a, 16, signed), parts_of(b, 16, signed), strict=True)]
    return register_of([np.maximum(c, 0) for c in combined] if relu else combined)


def simd(
    name: str, bits: int, signs: tuple[bool, bool, bool], saturate: bool, accumulate: bool, chosen: Sequence[int],
    from_a: Sequence[int], from_b: Sequence[int], a: Array, b: Array, c: Array,
) -> Array:  # fmt: skip
    """vadd2, vabsdiff4, vset2 ... signs: of result, left and right parts; chosen: the parts that are computed.

    from_a, from_b: which of the parts of a, then b, are the left and right operands. The other parts of the result are
    c's; accumulate: instead, all computed parts are added to c.
    """
    left, right = (parts_of(a, bits, s) + parts_of(b, bits, s) for s in signs[1:])
    combined = [_COMBINED[name](left[x], right[y]).astype(i8) for x, y in zip(from_a, from_b, strict=True)]
    if saturate:
        combined = [_clamped(v, bits, signs[0]) for v in combined]
    if accumulate:
        return np.asarray(sum((combined[k] for k in chosen), c.astype(i8)).astype(u4).view(i4))
    kept = parts_of(c, bits, False)
    return register_of([combined[k] if k in chosen else kept[k] for k in range(len(combined))])


Part = tuple[int, int]  # of a register: (first bit, bits)


def scalar(
    name: str, signs: tuple[bool, bool, bool], saturate: bool, second: str | None, into: Part, parts: tuple[Part, Part],
    a: Array, b: Array, c: Array,
) -> Array:  # fmt: skip
    """vadd, vshl, vset ... of one part of a and one of b. signs: of result, left and right operand.

    second: an operation with c that follows; into: the part of c that the result replaces.
    """
    left, right = (
        _extended(x.view(u4).astype(i8) >> at, bits, signed)
        for x, (at, bits), signed in zip((a, b), parts, signs[1:], strict=True)
    )
    result = _SHIFTED[name](left, right) if name in _SHIFTED else _COMBINED[name](left, right).astype(i8)
    result = _clamped(result, into[1], signs[0]) if saturate else _extended(result, into[1], signs[0])
    addend = _extended(c.view(u4).astype(i8), 32, signs[0])
    if second:
        result = _COMBINED[second](result, addend)
    mask = (1 << into[1]) - 1 << into[0]
    return np.asarray((result << into[0] & mask | addend & ~mask).astype(u4).view(i4))


_SHIFTED: dict[str, Callable[[Array, Array], Array]] = {
    "shl.clamp": lambda a, b: a << np.minimum(b, 32), "shl.wrap": lambda a, b: a << (b & 31),
    "shr.clamp": lambda a, b: a >> np.minimum(b, 32), "shr.wrap": lambda a, b: a >> (b & 31),
}  # fmt: skip


def dot_product(a: Array, b: Array, c: Array, signed_a: bool, signed_b: bool, words: str | None = None) -> Array:
    """dp4a: four byte products added to c.

    words "lo" or "hi": dp2a, the half-words of a with the lower or upper two bytes of b.
    """
    right = parts_of(b, 8, signed_b)
    if words:
        left, right = parts_of(a, 16, signed_a), right[:2] if words == "lo" else right[2:]
    else:
        left = parts_of(a, 8, signed_a)
    return np.asarray(sum((x * y for x, y in zip(left, right, strict=True)), c.astype(i8)).astype(u4).view(i4))


_SELECTORS = {
    "f4e": (0x3210, 0x4321, 0x5432, 0x6543), "b4e": (0x5670, 0x6701, 0x7012, 0x0123),
    "rc8": (0x0000, 0x1111, 0x2222, 0x3333), "ecl": (0x3210, 0x3211, 0x3222, 0x3333),
    "ecr": (0x0000, 0x1110, 0x2210, 0x3210), "rc16": (0x1010, 0x3232, 0x1010, 0x3232),
}  # fmt: skip


def selector(mode: str, c: Array) -> Array:
    """The selector with which prmt.b32's default mode equals another mode with the two low bits of c."""
    return np.asarray(np.array(_SELECTORS[mode], i4)[c & 3])


def pack_saturated(bits: int, signed: bool, a: Array, b: Array, c: Array) -> Array:
    """cvt.pack.sat: b lowest, then a, each clamped to its bits, then the low bits of c."""
    high, low = (_clamped(x.astype(i8), bits, signed) & (1 << bits) - 1 for x in (a, b))
    return np.asarray((c.astype(i8) << 2 * bits | high << bits | low).astype(u4).view(i4))
