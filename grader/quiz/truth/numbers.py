"""Rounding to single precision, once and twice."""

from __future__ import annotations

from fractions import Fraction

import numpy as np


def rounded_once(a: float, b: float, c: float) -> float:
    """a * b + c of three floats of single precision as a fused multiply-add gives it: rounded once."""
    exact = Fraction(_single(a)) * Fraction(_single(b)) + Fraction(_single(c))
    return _nearest(exact)


def rounded_twice(a: float, b: float, c: float) -> float:
    """a * b + c of three floats of single precision by a multiplication and an addition, each of which rounds."""
    product = _nearest(Fraction(_single(a)) * Fraction(_single(b)))
    return _nearest(Fraction(product) + Fraction(_single(c)))


def _single(value: float) -> float:
    """`value`, which must be a single-precision number: rounding it would be a third rounding. Raises ValueError."""
    if float(np.float32(value)) != value:
        raise ValueError(f"{value!r} is no float of single precision")
    return value


def _nearest(exact: Fraction) -> float:
    """The nearest float of single precision (no subnormals, no overflow), ties to the even one."""
    if not exact:
        return 0.0
    size = abs(exact)
    power = size.numerator.bit_length() - size.denominator.bit_length()
    power -= size < Fraction(2) ** power
    step = Fraction(2) ** (power - 23)  # 24 binary digits
    return float(round(exact / step) * step)
