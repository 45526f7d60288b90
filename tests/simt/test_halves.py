"""float16 and bfloat16: every operation rounds the exact result once."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from grader.simt import halves
from grader.simt.rounding import integer_to_odd
from tests.simt.exact import BRAIN, HALF, Format, fused, rounded
from tests.tiers import examples

Array = NDArray[Any]
FORMATS = {"f16": HALF, "bf16": BRAIN}
PATTERNS = st.lists(st.tuples(*[st.integers(0, 0xFFFF)] * 3), min_size=1, max_size=24)
# Bit patterns whose exponents lie close together: their sums and products do not just keep one operand.
CLOSE = st.lists(st.tuples(*[st.integers(0x3800, 0x4400)] * 3), min_size=1, max_size=24)


@pytest.fixture(autouse=True)
def _quiet() -> Any:
    with np.errstate(all="ignore"):
        yield


def registers(column: tuple[int, ...]) -> Array:
    return np.array(column, np.uint16).view(np.int16)


def decoded(kind: str, bits: int) -> float:
    form = FORMATS[kind]
    fraction_bits = form.digits - 1
    exponent, fraction = (bits & 0x7FFF) >> fraction_bits, bits & (1 << fraction_bits) - 1
    if exponent == (1 << 15 - fraction_bits) - 1:
        size = math.nan if fraction else math.inf
    elif exponent:
        size = math.ldexp((1 << fraction_bits) + fraction, form.lowest + exponent - 1)
    else:
        size = math.ldexp(fraction, form.lowest)
    return -size if bits >> 15 else size


def agree(kind: str, found: Array, expected: list[float]) -> bool:
    values = [decoded(kind, bits) for bits in found.view(np.uint16).tolist()]
    pairs = zip(values, expected, strict=True)
    return all((x != x and y != y) or (x == y and math.copysign(1, x) == math.copysign(1, y)) for x, y in pairs)


@pytest.mark.parametrize("kind", FORMATS)
def test_widening_is_exact_for_every_pattern(kind: str) -> None:
    everything = np.arange(1 << 16, dtype=np.uint16)
    expected = np.array([decoded(kind, bits) for bits in range(1 << 16)], np.float32)
    np.testing.assert_array_equal(halves.widen(kind, everything.view(np.int16)), expected)


@pytest.mark.parametrize("kind", FORMATS)
@given(rows=st.one_of(PATTERNS, CLOSE))
@examples(80)
def test_fused_multiply_add_rounds_once(kind: str, rows: list[tuple[int, int, int]]) -> None:
    found = halves.apply("fma", kind, (), *map(registers, zip(*rows, strict=True)))
    numbers = [[decoded(kind, bits) for bits in row] for row in rows]
    assert agree(kind, found, [fused(a, b, c, FORMATS[kind]) for a, b, c in numbers])


@pytest.mark.parametrize("kind", FORMATS)
@given(rows=st.one_of(PATTERNS, CLOSE))
@examples(80)
def test_sums_and_products_round_once(kind: str, rows: list[tuple[int, int, int]]) -> None:
    a, b, _ = (registers(column) for column in zip(*rows, strict=True))
    form, numbers = FORMATS[kind], [[decoded(kind, bits) for bits in row] for row in rows]
    assert agree(kind, halves.apply("add", kind, (), a, b), [fused(x, 1.0, y, form) for x, y, _ in numbers])
    assert agree(kind, halves.apply("sub", kind, (), a, b), [fused(y, -1.0, x, form) for x, y, _ in numbers])
    zero = [math.copysign(0.0, x) * math.copysign(1.0, y) for x, y, _ in numbers]
    products = [fused(x, y, z, form) for (x, y, _), z in zip(numbers, zero, strict=True)]
    assert agree(kind, halves.apply("mul", kind, (), a, b), products)


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("rounding", ["rn", "rz", "rm", "rp"])
@given(numbers=st.lists(st.floats(allow_nan=False, width=32), min_size=1))
@examples(60)
def test_narrowing_rounds_as_named(kind: str, rounding: str, numbers: list[float]) -> None:
    form: Format = FORMATS[kind]

    def expected(x: float) -> float:
        return math.copysign(rounded(Fraction(x), form, rounding), x) if math.isfinite(x) else x

    found = halves.narrow(kind, np.array(numbers, np.float32), rounding)
    assert agree(kind, found, [expected(x) for x in numbers])


def test_pairs_are_two_of_the_same() -> None:
    words = np.array([0x3C004000, 0x7BFF0001], np.uint32).view(np.int32)
    assert halves.widen("f16x2", words).tolist() == [2.0, 1.0, 2.0**-24, 65504.0]
    doubled = halves.apply("add", "f16x2", (), words, words)
    assert halves.widen("f16x2", doubled).tolist() == [4.0, 2.0, 2.0**-23, math.inf]


def test_one_operand_may_be_the_same_for_all_lanes() -> None:
    many, one = registers((0x3C00, 0x4000, 0x4200)), registers((0x3C00,))
    assert halves.widen("f16", halves.apply("add", "f16", (), many, one)).tolist() == [2.0, 3.0, 4.0]


def limited(value: float, mode: str) -> float:
    """What a modifier makes of an exact operation's rounded result."""
    if mode == "sat":
        return 0.0 if math.isnan(value) else min(max(value, 0.0), 1.0)
    return value if math.isnan(value) else max(value, 0.0)


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("mode", ["sat", "relu"])
@given(rows=st.one_of(PATTERNS, CLOSE))
@examples(40)
def test_saturation_and_relu_limit_the_rounded_result(kind: str, mode: str, rows: list[tuple[int, int, int]]) -> None:
    numbers = [[decoded(kind, bits) for bits in row] for row in rows]
    found = halves.apply("fma", kind, (mode,), *map(registers, zip(*rows, strict=True)))
    expected = [limited(fused(*row, FORMATS[kind]), mode) for row in numbers]
    assert [abs(v) for v in (decoded(kind, b) for b in found.view(np.uint16).tolist())] == pytest.approx(
        [abs(v) for v in expected], rel=0, abs=0, nan_ok=True
    )


@pytest.mark.parametrize("kind", FORMATS)
@given(rows=PATTERNS)
@examples(40)
def test_minima_and_maxima_with_nan(kind: str, rows: list[tuple[int, int, int]]) -> None:
    a, b, _ = (registers(column) for column in zip(*rows, strict=True))
    numbers = [[decoded(kind, bits) for bits in row[:2]] for row in rows]
    for name, pick in (("min", min), ("max", max)):
        strict = [math.nan if any(map(math.isnan, row)) else pick(row) for row in numbers]
        kind_ones = [pick([x for x in row if not math.isnan(x)], default=math.nan) for row in numbers]
        for modes, expected in ((("NaN",), strict), ((), kind_ones)):
            values = halves.widen(kind, halves.apply(name, kind, modes, a, b))
            np.testing.assert_array_equal(values, np.array(expected, np.float32))


@given(rows=PATTERNS)
@examples(40)
def test_flushing_takes_subnormals_for_zeros(rows: list[tuple[int, int, int]]) -> None:
    def flush(x: float) -> float:
        return math.copysign(0.0, x) if abs(x) < 2.0**-14 else x

    a, b, _ = (registers(column) for column in zip(*rows, strict=True))
    numbers = [[flush(decoded("f16", bits)) for bits in row] for row in rows]
    expected = [flush(fused(x, 1.0, y, HALF)) for x, y, _ in numbers]
    assert agree("f16", halves.apply("add", "f16", ("ftz",), a, b), expected)


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("rounding", ["rn", "rz", "rm", "rp"])
@given(numbers=st.lists(st.integers(-(2**63), 2**63 - 1) | st.integers(-(2**20), 2**20), min_size=1))
@examples(40)
def test_long_integers_are_rounded_once(kind: str, rounding: str, numbers: list[int]) -> None:
    odd = integer_to_odd(np.array(numbers, np.int64))
    found = halves.narrow(kind, odd, rounding)
    assert agree(kind, found, [rounded(Fraction(n), FORMATS[kind], rounding) for n in numbers])
