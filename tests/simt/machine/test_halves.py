"""Arithmetic of machine code on half precision agrees with exact rational arithmetic, bit for bit."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from tests.simt.exact import BRAIN, HALF, Format, fused, rounded
from tests.simt.machine.elementwise import columns, differences, kernel
from tests.tiers import examples

Model = Callable[..., Any]
Triple = tuple[int, int, int]
WAYS = {"rn": "rn", "rz": "rz", "ru": "rp", "rd": "rm"}
WHOLE: dict[str, Callable[[float], int]] = {"rn": round, "rz": math.trunc, "ru": math.ceil, "rd": math.floor}
NAN = math.nan


def number(bits: int, form: Format) -> float:
    """The value of 16 bits."""
    if form is HALF:
        return float(np.array(bits, np.uint16).view(np.float16))
    return float(np.array(bits << 16, np.uint32).view(np.float32))


def bits_of(value: float, form: Format) -> int:
    """Of a number that the format has."""
    if math.isnan(value):
        return 0x7FFF
    if form is HALF:
        return int(np.array(value, np.float16).view(np.uint16))
    return int(np.array(value, np.float32).view(np.uint32)) >> 16


def both(form: Format, operation: Callable[..., float]) -> Model:
    """Of the low and the high halves of words."""

    def function(a: int, b: int, c: int) -> int:
        low = operation(*(number(x & 0xFFFF, form) for x in (a, b, c)))
        high = operation(*(number(x >> 16, form) for x in (a, b, c)))
        return bits_of(low, form) | bits_of(high, form) << 16

    return function


def least(a: float, b: float) -> float:
    numbers = [x for x in (a, b) if not math.isnan(x)]
    return min(numbers, key=lambda x: (x, math.copysign(1, x)), default=NAN)


def most(a: float, b: float) -> float:
    return -least(-a, -b)


def zero_of(a: float, b: float) -> float:
    return math.copysign(0.0, math.copysign(1, a) * math.copysign(1, b))


def unit(value: float) -> float:
    """Saturated to [0, 1]; 0 for a NaN."""
    return 0.0 if math.isnan(value) or value <= 0 else min(value, 1.0)


def on_pairs(form: Format) -> dict[str, Model]:
    """What both formats have."""
    return {
        "__hadd2(p(a), p(b))": both(form, lambda a, b, c: fused(a, 1.0, b, form)),
        "__hsub2(p(a), p(b))": both(form, lambda a, b, c: fused(b, -1.0, a, form)),
        "__hmul2(p(a), p(b))": both(form, lambda a, b, c: fused(a, b, zero_of(a, b), form)),
        "__hfma2(p(a), p(b), p(c))": both(form, lambda a, b, c: fused(a, b, c, form)),
        "__hfma2(p(a), __hneg2(p(b)), p(c))": both(form, lambda a, b, c: fused(a, -b, c, form)),
        "__hmin2(p(a), p(b))": both(form, lambda a, b, c: least(a, b)),
        "__hmax2(p(a), p(b))": both(form, lambda a, b, c: most(a, b)),
        "__habs2(p(a))": both(form, lambda a, b, c: abs(a)), "__hneg2(p(a))": both(form, lambda a, b, c: -a),
        "__hlt2(p(a), p(b))": both(form, lambda a, b, c: float(a < b)),
        "__hneu2(p(a), p(b))": both(form, lambda a, b, c: float(a != b)),
        "__hadd2_sat(p(a), p(b))": both(form, lambda a, b, c: unit(fused(a, 1.0, b, form))),
        "__hfma2_relu(p(a), p(b), p(c))":
            both(form, lambda a, b, c: 0.0 if (r := fused(a, b, c, form)) <= 0 else r),
    }  # fmt: skip


def to_half(direction: str) -> Model:
    """A float, given as its bits."""

    def function(a: int, b: int, c: int) -> int:
        value = float(np.array(a, np.uint32).view(np.float32))
        return bits_of(fused(value, 1.0, math.copysign(0.0, value), HALF, direction), HALF)

    return function


def whole(way: str, low: int, high: int) -> Model:
    def function(a: int, b: int, c: int) -> int:
        value = number(a & 0xFFFF, HALF)
        if math.isnan(value):
            return 0
        if math.isinf(value):
            return (high if value > 0 else low) & 0xFFFFFFFF
        return min(max(WHOLE[way](value), low), high) & 0xFFFFFFFF

    return function


def of_integer(a: int, direction: str) -> int:
    return bits_of(rounded(Fraction(a - (a >> 31 << 32)), HALF, direction), HALF)


HALVES = {f"q({text})": model for text, model in on_pairs(HALF).items()}
BRAINS = {f"q({text})": model for text, model in on_pairs(BRAIN).items() if "sat" not in text}
SCALARS: dict[str, Model] = {
    **{f"s(__float2half_{way}(__uint_as_float(a)))": to_half(direction) for way, direction in WAYS.items()},
    **{f"s(__int2half_{way}((int)a))": lambda a, b, c, d=d: of_integer(a, d) for way, d in WAYS.items()},
    **{f"__half2int_{way}(v(a))": whole(way, -(1 << 31), (1 << 31) - 1) for way in WHOLE},
    **{f"__half2uint_{way}(v(a))": whole(way, 0, (1 << 32) - 1) for way in WHOLE},
    "s(v(a) * v(b >> 16))": lambda a, b, c: bits_of(
        fused(x := number(a & 0xFFFF, HALF), y := number(b >> 16, HALF), zero_of(x, y), HALF), HALF),
    "(v(a) < v(b)) + 2 * (v(a) >= v(b >> 16))": lambda a, b, c:
        (number(a & 0xFFFF, HALF) < number(b & 0xFFFF, HALF)) + 2 * (number(a & 0xFFFF, HALF) >= number(b >> 16, HALF)),
    "__hbgt2(h(a), h(b))": lambda a, b, c: int(number(a & 0xFFFF, HALF) > number(b & 0xFFFF, HALF)
                                               and number(a >> 16, HALF) > number(b >> 16, HALF)),
    "q(__lowhigh2highlow(h(a)))": lambda a, b, c: both(HALF, lambda x, y, z: x)(a >> 16 | (a & 0xFFFF) << 16, b, c),
    "q(h2rint(h(a)))": both(HALF, lambda a, b, c: math.copysign(round(a), a) if math.isfinite(a) else a),
    "q(h2floor(h(a)))": both(HALF, lambda a, b, c: math.copysign(math.floor(a), a) if math.isfinite(a) else a),
}  # fmt: skip
SINGLES: dict[str, Model] = {"__half2float(v(a)) + __high2float(h(b))": lambda a, b, c: float(
    np.float32(number(a & 0xFFFF, HALF)) + np.float32(number(b >> 16, HALF)))}  # fmt: skip
SOURCE = r"""
#include <cuda_fp16.h>
#include <cuda_bf16.h>
template <class To, class From> __device__ To as(From x) { return *reinterpret_cast<To*>(&x); }
__device__ half2 h(unsigned x) { return as<half2>(x); }
__device__ half v(unsigned x) { return as<half>((unsigned short)x); }
__device__ unsigned one(unsigned x, unsigned infinity) { return (x & 0x7fff) > infinity ? 0x7fff : x; }  // any NaN
__device__ unsigned s(half x) { return one(as<unsigned short>(x), 0x7c00); }
__device__ unsigned q(half2 x) {
    return one(as<unsigned>(x) & 0xffff, 0x7c00) | one(as<unsigned>(x) >> 16, 0x7c00) << 16;
}
__device__ unsigned q(__nv_bfloat162 x) {
    return one(as<unsigned>(x) & 0xffff, 0x7f80) | one(as<unsigned>(x) >> 16, 0x7f80) << 16;
}
#define p(x) as<half2>(x)
""" + kernel("halves", "unsigned", "unsigned", HALVES) + kernel("scalars", "unsigned", "unsigned", SCALARS) + kernel(
    "singles", "unsigned", "float", SINGLES) + """
#undef p
#define p(x) as<__nv_bfloat162>(x)
""" + kernel("brains", "unsigned", "unsigned", BRAINS)  # fmt: skip


def wrong(name: str, table: dict[str, Model], rows: list[Triple], result: Any = np.uint32) -> list[str]:
    return differences(SOURCE, name, columns(rows, np.uint32), result, table)


EDGES = [0, 0x8000, 1, 0x3FF, 0x400, 0x3C00, 0xBC00, 0x7BFF, 0x7C00, 0xFC00, 0x7E00, 0x3555, 0x5140, 0x3F80, 0x7F80]
SIXTEEN = st.one_of(st.sampled_from(EDGES), st.integers(0, 0xFFFF))
WORDS = st.builds(lambda low, high: low | high << 16, SIXTEEN, SIXTEEN)
TRIPLES = st.lists(st.tuples(WORDS, WORDS, WORDS), min_size=1, max_size=32)
FLOATS = st.builds(lambda x: int(np.array(x, np.float32).view(np.uint32)), st.floats(-70000, 70000, width=32))
MIXED = st.lists(st.tuples(st.one_of(WORDS, FLOATS), WORDS, WORDS), min_size=1, max_size=32)


@given(TRIPLES)
@example([(0x7BFF_0001, 0x0001_8001, 0x8000_0000), (0x0000_8000, 0x8000_8000, 0x8000_0000), (0x7C00, 0x7C00, 0xFC00)])
@examples(60)
def test_pairs_of_halves_are_rounded_once(rows: list[Triple]) -> None:
    assert wrong("halves", HALVES, rows) == []


@given(TRIPLES)
@example([(0x7F7F_0001, 0x0001_8001, 0x8000_0000), (0x0000_8000, 0x8000_8000, 0x8000_0000), (0x7F80, 0x7F80, 0xFF80)])
@examples(60)
def test_pairs_of_brain_floats_are_rounded_once(rows: list[Triple]) -> None:
    assert wrong("brains", BRAINS, rows) == []


@given(MIXED)
@example([(0x3F801000, 0, 0), (0x3F803000, 0, 0), (0x33000000, 0, 0), (0xB3000001, 0, 0), (0x477FF000, 0, 0)])
@examples(60)
def test_halves_are_converted_and_compared(rows: list[Triple]) -> None:
    assert wrong("scalars", SCALARS, rows) + wrong("singles", SINGLES, rows, np.float32) == []
