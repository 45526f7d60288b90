"""Arithmetic of the emulator agrees with exact rational and integer arithmetic, bit for bit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from grader.simt import arithmetic as A
from tests.simt.exact import DOUBLE, SINGLE, Format, fused
from tests.tiers import examples

Array = NDArray[Any]
F4, F8 = np.float32, np.float64
TYPES = {"i2": np.int16, "u2": np.uint16, "i4": np.int32, "u4": np.uint32, "i8": np.int64, "u8": np.uint64}


@pytest.fixture(autouse=True)
def _as_in_a_launch() -> Iterator[None]:
    """Arithmetic runs under these settings in a launch."""
    with np.errstate(all="ignore"):
        yield


def same(found: Array, expected: list[float]) -> bool:
    """Equal bits, any NaN for a NaN."""
    wanted = np.array(expected, found.dtype)
    bits = f"u{found.itemsize}"
    return bool(np.all((found.view(bits) == wanted.view(bits)) | (np.isnan(found) & np.isnan(wanted))))


# Floating point


def scaled(digits: int, low: int, high: int) -> st.SearchStrategy[float]:
    """Numbers with few or many significant digits and any exponent: what makes ties and far-apart operands."""
    return st.builds(
        lambda sign, digits, exponent: sign * math.ldexp(digits, exponent),
        st.sampled_from([1, -1]),
        st.one_of(st.sampled_from([1, 3, (1 << digits - 1) + 1, (1 << digits) - 1]), st.integers(0, (1 << digits) - 1)),
        st.integers(low, high - digits),
    )


SINGLES = st.one_of(st.floats(width=32), scaled(24, -149, 127), scaled(24, -12, 24))
DOUBLES = st.one_of(st.floats(), scaled(53, -1074, 1023), scaled(53, -60, 60))


def triples(numbers: st.SearchStrategy[float]) -> st.SearchStrategy[list[tuple[float, float, float]]]:
    return st.lists(st.tuples(numbers, numbers, numbers), min_size=1, max_size=24)


def near_ties(digits: int, span: int) -> st.SearchStrategy[list[tuple[float, float, float]]]:
    """c plus a product of about half a unit in its last place, a little more or a little less."""

    def build(m: int, p: int, q: int, shift: int, exponent: int, signs: tuple[int, int]) -> tuple[float, float, float]:
        a, b = (1 + math.ldexp(p, 1 - digits)), (1 + math.ldexp(q, 1 - digits))
        return (
            signs[0] * math.ldexp(a, exponent),
            math.ldexp(b, shift - 1),
            signs[1] * math.ldexp((1 << digits - 1) + m, exponent),
        )

    few = st.integers(-3, 3)
    one = st.builds(
        build, st.integers(0, (1 << digits - 1) - 1), few, few, st.integers(-2, 2), st.integers(-span, span),
        st.tuples(st.sampled_from([1, -1]), st.sampled_from([1, -1])),
    )  # fmt: skip
    return st.lists(one, min_size=1, max_size=24)


def columns(rows: list[tuple[float, float, float]], dtype: type) -> list[Array]:
    return [np.array(column, dtype) for column in zip(*rows, strict=True)]


@given(st.one_of(triples(SINGLES), near_ties(24, 100)))
@example([(1 + 2**-12, 1 + 2**-12, 2.0**-60)])  # float64 lands on a float32 tie that the exact sum is just above
@example([(1 + 2**-12, 1 + 2**-12, -(2.0**-60))])
@example([(2.0**-75, 2.0**-75, 2.0**-149), (2.0**-75, 2.0**-75, 0.0), (2.0**-75, -(2.0**-75), 0.0)])
@example([(2.0**127, 2.0, -(2.0**127)), (2.0**127, 2.0, -math.inf), (math.inf, 0.0, 1.0)])
@examples(150)
def test_fma_f32_rounds_the_exact_sum_once(rows: list[tuple[float, float, float]]) -> None:
    a, b, c = columns(rows, F4)
    expected = [fused(*row, SINGLE) for row in zip(a.tolist(), b.tolist(), c.tolist(), strict=True)]
    assert same(A.fma_f32(a, b, c), expected), rows
    assert same(A.software_fma_f32(a, b, c), expected), rows


@given(st.one_of(triples(DOUBLES), near_ties(53, 900)))
@example([(-0.0, 1.0, -0.0), (0.0, -1.0, -0.0), (0.0, 5.0, -0.0)])
@example([(2.0**1000, 2.0**30, -(2.0**1023)), (2.0**1000, 2.0**30, -math.inf)])
@example([(2.0**-540, 2.0**-540, 2.0**-1074), (1 + 2.0**-52, 2.0**-1074, 2.0**-1073)])
@examples(150)
def test_fma_f64_rounds_the_exact_sum_once(rows: list[tuple[float, float, float]]) -> None:
    a, b, c = columns(rows, F8)
    expected = [fused(*row, DOUBLE) for row in rows]
    assert same(A.fma_f64(a, b, c), expected), rows
    assert same(A.software_fma_f64(a, b, c), expected), rows


@given(st.lists(st.sampled_from([(1,), (2, 1, 1), (1, 5, 1), (2, 1, 40), (1, 5, 40), (2, 5, 40)]), min_size=3,
                max_size=9), st.integers(1, 3), st.integers(0, 2**32 - 1))  # fmt: skip
@examples(60)
def test_sums_in_turn_and_side_by_side_are_those_of_one_at_a_time(
    shapes: list[tuple[int, ...]], sums: int, seed: int
) -> None:
    """Whatever the shapes: lanes of a uniform value, of a row, of a column, of a block."""
    random = np.random.default_rng(seed)
    shapes = shapes[: (len(shapes) - 1) // 2 * 2 + 1]  # of pairs of factors and a first sum
    several = [tuple(random.standard_normal(shape).astype(F4) for shape in shapes) for _ in range(sums)]
    for found, (a, b, c, *more) in zip(A.fma_f32_each(*several), several, strict=True):
        total = A.software_fma_f32(a, b, c)
        for x, y in zip(more[::2], more[1::2], strict=True):
            total = A.software_fma_f32(x, y, total)
        assert same(found, total.tolist())
        assert same(A.fma_f32(a, b, c, *more), total.tolist())


def test_a_processor_without_fused_instructions_computes_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    a, b, c, d, e = np.random.default_rng(0).standard_normal((5, 33)).astype(F4)
    wanted, doubles = A.fma_f32(a, b, c, d, e), A.fma_f64(a.astype(F8), b.astype(F8), c.astype(F8))
    monkeypatch.setattr(A.fused, "multiply_adds", lambda shape, sums, a, b, *more: a[0] * b[0] + np.stack(sums))
    A.is_fused.cache_clear()
    assert not A.is_fused(F4)
    assert not A.is_fused(F8)
    assert same(A.fma_f32(a, b, c, d, e), wanted.tolist())
    assert same(next(iter(A.fma_f32_each((a, b, c, d, e), (b, a, c, d, e)))), wanted.tolist())
    assert same(A.fma_f64(a.astype(F8), b.astype(F8), c.astype(F8)), doubles.tolist())
    A.is_fused.cache_clear()


@pytest.mark.long
@pytest.mark.parametrize(
    ("function", "form", "numbers", "dtype"),
    [
        (A.fma_f32, SINGLE, SINGLES, F4), (A.software_fma_f32, SINGLE, SINGLES, F4),
        (A.fma_f64, DOUBLE, DOUBLES, F8), (A.software_fma_f64, DOUBLE, DOUBLES, F8),
    ],
    ids=["f32", "f32 in software", "f64", "f64 in software"],
)
def test_fma_at_length(
    function: Callable[..., Array], form: Format, numbers: st.SearchStrategy[float], dtype: type
) -> None:
    @given(triples(numbers))
    @examples(3000)
    def check(rows: list[tuple[float, float, float]]) -> None:
        a, b, c = columns(rows, dtype)
        expected = [fused(*row, form) for row in zip(a.tolist(), b.tolist(), c.tolist(), strict=True)]
        assert same(function(a, b, c), expected), rows

    check()


def test_one_lane_and_uniform_operands_mix_with_many_lanes() -> None:
    many, one = np.arange(5, dtype=F8), np.array([3.0])
    assert A.fma_f32(many.astype(F4), one.astype(F4), one.astype(F4)).tolist() == [3, 6, 9, 12, 15]
    assert A.fma_f64(one, many, one).tolist() == [3, 6, 9, 12, 15]
    assert A.fma_f64(one * 2.0**1000, many * 2.0**23, one).tolist() == [
        3.0,
        *(3.0 * 2.0**1023 * i for i in range(1, 5)),
    ]


@given(st.lists(st.tuples(SINGLES, SINGLES), min_size=1))
def test_minimum_and_maximum_prefer_numbers_and_order_zeros(pairs: list[tuple[float, float]]) -> None:
    a, b = (np.array(column, F4) for column in zip(*pairs, strict=True))

    def ordered(x: float, y: float, pick: Callable[..., float]) -> float:
        if math.isnan(x) or math.isnan(y):
            return y if math.isnan(x) else x
        return pick((x, y), key=lambda v: (v, math.copysign(1, v)))

    assert same(A.minimum_float(a, b), [ordered(x, y, min) for x, y in zip(a.tolist(), b.tolist(), strict=True)])
    assert same(A.maximum_float(a, b), [ordered(x, y, max) for x, y in zip(a.tolist(), b.tolist(), strict=True)])


@given(st.lists(SINGLES, min_size=1))
def test_flushing_leaves_normal_numbers_and_the_sign_of_zeros(numbers: list[float]) -> None:
    expected = [math.copysign(0, x) if abs(x) < 2.0**-126 else x for x in numbers]
    assert same(A.flush(np.array(numbers, F4)), expected)


@given(st.lists(DOUBLES, min_size=1), st.sampled_from(["f4", "f8"]), st.sampled_from(["i1", "u1", *TYPES]),
       st.sampled_from(["rni", "rzi", "rmi", "rpi"]))  # fmt: skip
@example([math.nan, math.inf, -math.inf, 2.0**63, -(2.0**63), 2.0**64, 0.5, 1.5, -0.5], "f8", "i8", "rni")
@example([math.nan, 2.0**31, -(2.0**31) - 1, 2.0**32], "f4", "i4", "rzi")
@examples(150)
def test_float_to_integer_saturates(numbers: list[float], source: str, target: str, rounding: str) -> None:
    values = np.array(numbers).astype(source)
    info = np.iinfo(target)
    whole = {"rni": round, "rzi": math.trunc, "rmi": math.floor, "rpi": math.ceil}[rounding]

    def expected(x: float) -> int:
        if math.isnan(x):
            wide = source == "f8" or target in ("i8", "u8")
            return 0 if not wide else int(info.min) if info.min < 0 else (int(info.max) + 1) // 2
        if math.isinf(x):
            return int(info.max if x > 0 else info.min)
        return min(max(whole(x), int(info.min)), int(info.max))

    found = A.float_to_int(values, np.dtype(target).type, rounding)
    assert found.dtype == np.dtype(target)
    assert found.tolist() == [expected(x) for x in values.tolist()], numbers


def test_saturation_clamps_to_the_unit_interval_and_drops_nan() -> None:
    values = np.array([math.nan, -1, -0.0, 0.25, 1, 2, math.inf, -math.inf], F4)
    assert A.clamp_unit(values).tolist() == [0, 0, 0, 0.25, 1, 1, 1, 0]


# Integers


def integers(kind: str) -> st.SearchStrategy[int]:
    info = np.iinfo(TYPES[kind])
    low, high = int(info.min), int(info.max)
    edges = [v for v in (low, low + 1, -1, 0, 1, 2, high - 1, high) if low <= v]
    return st.one_of(st.sampled_from(edges), st.integers(low, high), st.integers(max(low, -100), 100))


def unsigned(value: int, bits: int) -> int:
    return value & ((1 << bits) - 1)


def wrapped(value: int, kind: str) -> int:
    bits = int(kind[1]) * 8
    value = unsigned(value, bits)
    return value - (1 << bits) if kind[0] == "i" and value >> (bits - 1) else value


@st.composite
def operands(draw: st.DrawFn, count: int, kinds: str) -> tuple[str, list[tuple[int, ...]]]:
    kind = draw(st.sampled_from(kinds.split()))
    return kind, draw(st.lists(st.tuples(*[integers(kind)] * count), min_size=1, max_size=16))


def arrays(rows: Sequence[tuple[int, ...]], kind: str) -> list[Array]:
    return [np.array(column, TYPES[kind]) for column in zip(*rows, strict=True)]


@given(
    operands(1, "i2 u2 i4 u4 i8 u8"), st.lists(st.integers(0, 2**32 - 1) | st.integers(0, 70), min_size=16, max_size=16)
)
@examples(80)
def test_shifts_stop_at_the_width(case: tuple[str, list[tuple[int]]], amounts: list[int]) -> None:
    kind, rows = case
    bits, (a,) = int(kind[1]) * 8, arrays(rows, kind)
    n = amounts[: len(rows)]
    by = np.array(n, np.uint32).view(np.int32)
    assert A.shift_left(a, by).tolist() == [wrapped(x << min(k, bits), kind) for (x,), k in zip(rows, n, strict=True)]
    assert A.shift_right(a, by).tolist() == [x >> min(k, bits) for (x,), k in zip(rows, n, strict=True)]


@given(operands(1, "i4 u4 i8 u8"))
@examples(80)
def test_bit_counts_and_reversal(case: tuple[str, list[tuple[int]]]) -> None:
    kind, rows = case
    bits, (a,) = int(kind[1]) * 8, arrays(rows, kind)
    patterns = [unsigned(x, bits) for (x,) in rows]
    assert A.leading_zeros(a).tolist() == [bits - p.bit_length() for p in patterns]
    assert A.reverse_bits(a).tolist() == [wrapped(int(f"{p:0{bits}b}"[::-1], 2), kind) for p in patterns]
    lengths = [(~x if x < 0 else x).bit_length() for (x,) in rows]
    assert A.find_most_significant(a, False).tolist() == [n - 1 for n in lengths]
    assert A.find_most_significant(a, True).tolist() == [bits - n if n else -1 for n in lengths]


FIELDS = st.lists(st.tuples(st.integers(0, 300) | st.integers(0, 64), st.integers(0, 300) | st.integers(0, 64)),
                  min_size=16, max_size=16)  # fmt: skip


@given(operands(3, "i4"))
@examples(80)
def test_byte_permutation(case: tuple[str, list[tuple[int, int, int]]]) -> None:
    _, rows = case
    a, b, c = arrays(rows, "i4")

    def permuted(x: int, y: int, selector: int) -> int:
        octets = (unsigned(x, 32) | unsigned(y, 32) << 32).to_bytes(8, "little")
        picked = []
        for i in range(4):
            nibble = unsigned(selector, 32) >> 4 * i & 15
            byte = octets[nibble & 7]
            picked.append((255 if byte & 128 else 0) if nibble & 8 else byte)
        return wrapped(int.from_bytes(bytes(picked), "little"), "i4")

    assert A.permute_bytes(a, b, c).tolist() == [permuted(*row) for row in rows]


@given(operands(3, "i4"), st.integers(0, 255))
def test_three_input_logic_is_its_truth_table(case: tuple[str, list[tuple[int, int, int]]], table: int) -> None:
    _, rows = case

    def expected(x: int, y: int, z: int) -> int:
        bits = (table >> ((x >> i & 1) << 2 | (y >> i & 1) << 1 | (z >> i & 1)) & 1 for i in range(32))
        return wrapped(sum(bit << i for i, bit in enumerate(bits)), "i4")

    found = np.broadcast_to(A.lookup3(*arrays(rows, "i4"), table), len(rows))  # a constant function is uniform
    assert found.tolist() == [expected(*row) for row in rows]


@given(operands(1, "i2 u2 i4 u4 i8 u8"), st.sampled_from(["i1", "u1", *TYPES]))
@examples(80)
def test_saturating_integer_conversion_clamps(case: tuple[str, list[tuple[int]]], target: str) -> None:
    kind, rows = case
    info = np.iinfo(target)
    found = A.saturate_int(arrays(rows, kind)[0], np.dtype(target).type)
    assert found.tolist() == [min(max(x, int(info.min)), int(info.max)) for (x,) in rows]
    assert found.dtype == np.dtype(target)
