"""The 8-bit formats: every code's value by its definition, and every number to the nearest code."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.simt import halves, small_floats
from tests.tiers import examples

FORMATS = {"e4m3": (4, 3, 448.0), "e5m2": (5, 2, 57344.0)}  # bits of exponent and fraction, largest number


def defined(kind: str, code: int) -> float:
    exponent_bits, fraction_bits, largest = FORMATS[kind]
    bias = 2 ** (exponent_bits - 1) - 1
    exponent, fraction = (code & 0x7F) >> fraction_bits, code & 2**fraction_bits - 1
    size = math.ldexp(fraction + (2**fraction_bits if exponent else 0), max(exponent, 1) - bias - fraction_bits)
    if size > largest:
        size = math.inf if kind == "e5m2" and not fraction else math.nan
    return -size if code >> 7 else size


@pytest.mark.parametrize("kind", FORMATS)
def test_every_code_has_its_value(kind: str) -> None:
    codes = np.arange(256, dtype=np.uint8)
    np.testing.assert_array_equal(small_floats.decode(kind, codes), [defined(kind, c) for c in range(256)])


@pytest.mark.parametrize("kind", FORMATS)
def test_every_number_of_the_format_keeps_its_code(kind: str) -> None:
    codes = np.array([c for c in range(256) if math.isfinite(defined(kind, c))], np.uint8)
    np.testing.assert_array_equal(small_floats.encode(kind, small_floats.decode(kind, codes)), codes)


@pytest.mark.parametrize("kind", FORMATS)
@given(numbers=st.lists(st.floats(width=32), min_size=1))
@examples(150)
def test_numbers_become_the_nearest_code_ties_to_even_and_saturate(kind: str, numbers: list[float]) -> None:
    found = small_floats.encode(kind, np.array(numbers, np.float32)).tolist()
    finite = [c for c in range(128) if math.isfinite(defined(kind, c))]
    for x, code in zip(numbers, found, strict=True):
        if math.isnan(x):
            assert code == 0x7F
            continue
        size = min(Fraction(abs(x)) if math.isfinite(x) else FORMATS[kind][2], Fraction(FORMATS[kind][2]))
        nearest = min(finite, key=lambda c: (abs(Fraction(defined(kind, c)) - size), c % 2))
        assert code == nearest + (128 if math.copysign(1, x) < 0 else 0)


def test_pairs_in_registers_have_their_first_value_in_the_low_byte() -> None:
    register = halves.narrow("e4m3x2", np.array([1.0, -2.0], np.float32))
    assert register.dtype == np.int16 and register.view(np.uint16).tolist() == [0xC038]
    assert halves.widen("e4m3x2", register).tolist() == [1.0, -2.0]
