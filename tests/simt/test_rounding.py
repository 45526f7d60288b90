"""Rounding in a direction agrees with rational arithmetic: the result lies on the named side, and nothing is nearer."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from grader.simt import arithmetic as A
from tests.simt.exact import DOUBLE, SINGLE, Format, fused, rounded
from tests.simt.test_arithmetic import DOUBLES, SINGLES, scaled
from tests.tiers import examples

Array = NDArray[Any]
FORMATS: dict[str, tuple[type, Format]] = {"f4": (np.float32, SINGLE), "f8": (np.float64, DOUBLE)}
DIRECTIONS = st.sampled_from(["rz", "rm", "rp"])
MODERATE = {"f4": scaled(24, -60, 60), "f8": scaled(53, -400, 400)}
ANY = {"f4": SINGLES, "f8": DOUBLES}


@pytest.fixture(autouse=True)
def _quietly() -> Iterator[None]:
    with np.errstate(all="ignore"):
        yield


def same(found: Array, expected: list[float]) -> bool:
    """Equal bits, any NaN for a NaN."""
    wanted = np.array(expected, found.dtype)
    bits = f"u{found.itemsize}"
    return bool(np.all((found.view(bits) == wanted.view(bits)) | (np.isnan(found) & np.isnan(wanted))))


def signed(value: float, exact: Fraction) -> float:
    """A rounded number with the sign of the exact one, which matters where it came out as zero."""
    return math.copysign(value, 1 if exact > 0 else -1)


@st.composite
def rows(draw: st.DrawFn, count: int) -> tuple[str, list[tuple[float, ...]]]:
    kind = draw(st.sampled_from(["f4", "f8"]))
    numbers = st.one_of(MODERATE[kind], ANY[kind])
    return kind, draw(st.lists(st.tuples(*[numbers] * count), min_size=1, max_size=12))


def columns(case: tuple[str, list[tuple[float, ...]]]) -> list[Array]:
    kind, numbers = case
    return [np.array(column, FORMATS[kind][0]) for column in zip(*numbers, strict=True)]


def expected(
    function: Callable[..., Fraction], plain: Callable[..., float], form: Format, direction: str
) -> Callable[..., float]:
    """The directed result for finite operands and a result that is not 0; what IEEE 754 says for the others."""

    def one(*operands: float) -> float:
        if not all(map(math.isfinite, operands)):
            return plain(*operands)
        try:
            exact = function(*map(Fraction, operands))
        except ZeroDivisionError:
            return plain(*operands)
        return signed(rounded(exact, form, direction), exact) if exact else plain(*operands)

    return one


def divided(a: float, b: float) -> float:
    return float(np.float64(a) / np.float64(b))


@given(rows(2), DIRECTIONS)
@example(("f8", [(1e308, 1e308), (-1e308, 1e308), (5e-324, 0.5), (-5e-324, 0.5), (0.0, -3.0)]), "rz")
@examples(100)
def test_products_and_quotients(case: tuple[str, list[tuple[float, ...]]], direction: str) -> None:
    kind, numbers = case
    form = FORMATS[kind][1]
    a, b = columns(case)
    product = expected(lambda x, y: x * y, lambda x, y: float(np.float64(x) * np.float64(y)), form, direction)
    quotient = expected(lambda x, y: x / y, divided, form, direction)
    reciprocal = expected(lambda x: 1 / x, lambda x: divided(1.0, x), form, direction)
    pairs = list(zip(a.tolist(), b.tolist(), strict=True))
    assert same(A.directed("mul", direction, a, b), [product(*pair) for pair in pairs]), numbers
    assert same(A.directed("div", direction, a, b), [quotient(*pair) for pair in pairs]), numbers
    assert same(A.directed("rcp", direction, a), [reciprocal(x) for x in a.tolist()]), numbers


@given(rows(1), DIRECTIONS)
@example(("f8", [(2.0,), (4.0,), (-0.0,), (-1.0,), (math.inf,), (5e-324,)]), "rp")
@examples(100)
def test_square_roots(case: tuple[str, list[tuple[float, ...]]], direction: str) -> None:
    """The square of the root lies on one side of the operand, the square of the next number on the other."""
    (a,) = columns(case)
    found = A.directed("sqrt", direction, a)
    for x, root in zip(a.tolist(), found, strict=True):
        if not (math.isfinite(x) and x > 0):
            assert same(np.array([root]), [math.nan if x < 0 or math.isnan(x) else x])
            continue
        square, step = Fraction(float(root)) ** 2, np.nextafter(root, np.inf if direction != "rp" else 0)
        beyond = Fraction(float(step)) ** 2
        assert square >= x > beyond if direction == "rp" else square <= x < beyond


@given(rows(3), DIRECTIONS)
@example(("f8", [(3.0, 2.0, -6.0), (0.0, 2.0, -0.0), (1e300, 1e300, -math.inf)]), "rm")
@examples(100)
def test_fused_products_and_sums(case: tuple[str, list[tuple[float, ...]]], direction: str) -> None:
    kind, _ = case
    form = FORMATS[kind][1]
    a, b, c = columns(case)
    wanted = [fused(*row, form, direction) for row in zip(a.tolist(), b.tolist(), c.tolist(), strict=True)]
    assert same(A.directed("fma", direction, a, b, c), wanted)
    if kind == "f4":
        wide = (x.astype(np.float64) for x in (a, b, c))
        finite = np.isfinite(a) & np.isfinite(b) & np.isfinite(c)
        assert same(A.fma_f32_directed(*wide, direction)[finite], np.array(wanted)[finite].tolist())


@given(st.lists(st.tuples(scaled(53, -1074, 1000), scaled(53, -1074, 1000)), min_size=1), DIRECTIONS)
@example([(1.0, -1.0), (-0.0, 0.0), (-0.0, -0.0)], "rm")
@examples(100)
def test_sums_of_doubles(pairs: list[tuple[float, float]], direction: str) -> None:
    a, b = (np.array(column) for column in zip(*pairs, strict=True))
    assert same(A.add_f64_directed(a, b, direction), [fused(x, 1.0, y, DOUBLE, direction) for x, y in pairs]), pairs


@given(st.lists(DOUBLES.filter(math.isfinite), min_size=1), DIRECTIONS)
@examples(100)
def test_narrowing(numbers: list[float], direction: str) -> None:
    found = A.convert_directed(np.array(numbers), "f4", direction)
    assert found.tolist() == [rounded(Fraction(x), SINGLE, direction) for x in numbers], numbers


NEAR_POWERS = st.builds(lambda n, k: (n << k) - 1, st.integers(1, 2**20), st.integers(0, 43))
WHOLE = st.one_of(st.integers(-(2**63), 2**63 - 1), NEAR_POWERS)


@given(st.lists(WHOLE, min_size=1), st.sampled_from(["f4", "f8"]), DIRECTIONS, st.booleans())
@example([2**63 - 1, -(2**63), 0, 2**53 + 1], "f8", "rp", True)
@examples(100)
def test_integers(numbers: list[int], target: str, direction: str, unsigned: bool) -> None:
    values = np.array(numbers, np.int64)
    values = values.view(np.uint64) if unsigned else values
    found = A.convert_directed(values, target, direction)
    assert found.tolist() == [rounded(Fraction(x), FORMATS[target][1], direction) for x in values.tolist()]


@given(st.lists(WHOLE, min_size=1), st.booleans())
@examples(100)
def test_rounding_to_odd_keeps_what_a_narrower_format_needs(numbers: list[int], unsigned: bool) -> None:
    values = np.array(numbers, np.int64)
    values = values.view(np.uint64) if unsigned else values
    narrow = A.integer_to_odd(values).astype(np.float32)
    assert narrow.tolist() == [rounded(Fraction(x), SINGLE) for x in values.tolist()]
