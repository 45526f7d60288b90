"""The bound of products by tensor cores: met however a right kernel adds, exceeded by narrower formats."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from grader.problems.rounding import UNIT_ROUNDOFF
from grader.problems.tensor_rounding import EXTRA_BITS, NARROWEST, lost_in_a_step, rounding_of_products
from tests.tiers import examples

Floats = NDArray[np.float64]


def cut_off(value: Fraction, unit: Fraction) -> Fraction:
    """A multiple of the unit that is not larger in size."""
    return math.trunc(value / unit) * unit


def exponent(value: Fraction) -> int:
    """The largest e for which 2^e is not larger in size."""
    e = math.frexp(float(abs(value)))[1] - 1
    return e if Fraction(2) ** e <= abs(value) else e - 1


def step(products: list[Fraction], addend: Fraction) -> Fraction:
    """As a tensor core adds: aligned to the largest, cut off, added exactly, cut off to a float."""
    terms = [term for term in (*products, addend) if term]
    if not terms:
        return Fraction(0)
    unit = Fraction(2) ** (max(map(exponent, terms)) - 23 - EXTRA_BITS)
    total = sum((cut_off(term, unit) for term in terms), Fraction(0))
    return cut_off(total, Fraction(2) ** (exponent(total) - 23)) if total else total


def factors(rng: np.random.Generator, terms: int, spread: int) -> list[Fraction]:
    """Products of halves of very different sizes, some of which cancel."""
    sizes = 2.0 ** rng.integers(-spread, 1, terms)
    a = (rng.uniform(-1, 1, terms) * sizes).astype(np.float16)
    b = rng.uniform(-1, 1, terms).astype(np.float16)
    found = [Fraction(float(x)) * Fraction(float(y)) for x, y in zip(a, b, strict=True)]
    for place in range(2, terms, 5):
        found[place] = -found[place - 1]
    return found


@examples(60)
@given(st.integers(0, 2**32), st.sampled_from([4, 8, 16]), st.integers(1, 64), st.integers(0, 12))
def test_the_steps_of_a_tensor_core_in_any_order_meet_it(seed: int, wide: int, terms: int, spread: int) -> None:
    rng = np.random.default_rng(seed)
    products = factors(rng, terms, spread)
    steps = [products[first : first + wide] for first in range(0, terms, wide)]
    total = Fraction(0)
    for number in rng.permutation(len(steps)):
        total = step(steps[number], total)
    magnitude = np.array([float(sum(map(abs, products)))])
    allowed = rounding_of_products(magnitude, terms).tolerance[0]
    assert abs(float(total - sum(products))) <= allowed


@examples(40)
@given(st.integers(0, 2**32), st.integers(1, 256))
def test_a_chain_of_multiply_adds_meets_it(seed: int, terms: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = (rng.uniform(-1, 1, terms).astype(np.float16) for _ in range(2))
    total = np.float32(0)
    for x, y in zip(a, b, strict=True):
        total = np.float32(np.float64(total) + np.float64(x) * np.float64(y))
    exact = a.astype(np.float64) @ b.astype(np.float64)
    magnitude = np.array([np.abs(a.astype(np.float64)) @ np.abs(b.astype(np.float64))])
    assert abs(float(total) - exact) <= rounding_of_products(magnitude, terms).tolerance[0]


def test_what_is_lost_for_a_product_is_the_most_in_the_narrowest_step() -> None:
    lost = [lost_in_a_step(products) / products / UNIT_ROUNDOFF for products in (16, 8, NARROWEST)]
    assert lost == pytest.approx([0.65625, 0.8125, 1.125])


@pytest.mark.parametrize("terms", [16, 64, 128, 256])
def test_sums_in_half_precision_and_factors_in_bfloat16_exceed_it(terms: int) -> None:
    rng = np.random.default_rng(terms)
    a, b = (rng.uniform(-1, 1, shape).astype(np.float16).astype(np.float64) for shape in ((16, terms), (terms, 16)))
    allowed = rounding_of_products(np.abs(a) @ np.abs(b), terms).tolerance
    half = np.zeros((16, 16))
    for first in range(0, terms, 16):
        half = (half + a[:, first : first + 16] @ b[first : first + 16]).astype(np.float16).astype(np.float64)
    assert np.mean(np.abs(half - a @ b) > allowed) > 0.5
    short = ((m.astype(np.float32).view(np.uint32) & np.uint32(0xFFFF0000)).view(np.float32) for m in (a, b))
    left, right = (m.astype(np.float64) for m in short)
    assert np.mean(np.abs(left @ right - a @ b) > allowed) > 0.7


def test_exact_sums_are_compared_value_for_value() -> None:
    assert not rounding_of_products(None, 100).tolerance.any()
