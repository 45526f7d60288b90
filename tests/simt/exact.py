"""Binary floating point by rational arithmetic: slow, and as close to the definition as can be."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Format:
    """digits: of the significand, the hidden one included; lowest: exponent of the last digit of a subnormal."""

    digits: int
    lowest: int
    largest: Fraction


def _format(digits: int, largest_exponent: int) -> Format:
    largest = Fraction((1 << digits) - 1) * Fraction(2) ** (largest_exponent - digits + 1)
    return Format(digits, 2 - largest_exponent - digits, largest)


HALF, BRAIN, SINGLE, DOUBLE = _format(11, 15), _format(8, 127), _format(24, 127), _format(53, 1023)


def rounded(value: Fraction, form: Format, direction: str = "rn") -> float:
    """The value in the format. direction: "rn" to nearest with ties to even, "rz" to zero, "rm" down, "rp" up."""
    if value == 0:
        return 0.0
    negative, size = value < 0, abs(value)
    step = Fraction(2) ** max(_exponent(size) - form.digits + 1, form.lowest)
    whole, rest = divmod(size, step)
    if direction == "rn":
        up = rest * 2 > step or (rest * 2 == step and whole % 2 == 1)
    else:
        up = rest > 0 and direction == ("rm" if negative else "rp")
    result = (whole + up) * step
    if result > form.largest:
        reached = direction == "rn" or direction == ("rm" if negative else "rp")
        number = math.inf if reached else float(form.largest)
    else:
        number = float(result)
    return -number if negative else number


def fused(a: float, b: float, c: float, form: Format, direction: str = "rn") -> float:
    """a * b + c with one rounding; infinities, NaN and signed zeros as IEEE 754 has them."""
    if not all(map(math.isfinite, (a, b, c))):
        return c if math.isfinite(a) and math.isfinite(b) else a * b + c
    product = Fraction(a) * Fraction(b)
    exact = product + Fraction(c)
    if exact == 0:
        negative = math.copysign(1, a) * math.copysign(1, b) < 0
        same = product == 0 and negative == (math.copysign(1, c) < 0)
        return math.copysign(0.0, c) if same else (-0.0 if direction == "rm" else 0.0)
    result = rounded(exact, form, direction)
    return math.copysign(result, exact) if result == 0 else result


def _exponent(size: Fraction) -> int:
    """floor(log2(size)), exactly."""
    guess = size.numerator.bit_length() - size.denominator.bit_length()
    return guess if Fraction(2) ** guess <= size else guess - 1
