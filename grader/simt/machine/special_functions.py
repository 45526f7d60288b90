"""The special function unit of compute capability 9.0 (Hopper), bit for bit.

Each function here is one form of the machine instruction MUFU. It takes an array of any shape and gives a new array
of that shape: float32 for the forms of single precision; uint32 words for RCP64H and RSQ64H, which read the high word
of a double and give the high word of the result. Modifiers of the operand (|x|, -x) and the multiplications and
scalings with which a compiler surrounds the instruction belong to the caller.

How the unit works. The upper bits of the significand choose a segment; the lower bits, an integer x, enter a
quadratic polynomial in fixed point,

    S = C0 * 2^a + bias + C1 * x + C2 * square(x),

whose upper bits are the significand of the result, cut off, not rounded. `square` is x * x / 2^19 with each of its
partial products cut off. C0 has 26 bits, C1 16, C2 10 (SIN and COS: 15 and 11; TANH: 16 and 15), and x 17; for RCP
x has 16, and 2 * x enters `square`.

Where the numbers come from. Every coefficient was determined from results of the instruction on all the
significands of its domain (TANH: on every 31st). No neighbouring C1 and C2 give those results, and no other bias serves
all the segments of a function with C0 in whole units of 2^a (TANH needs none). What is built on them here gives the
results of the instruction for all 2^32 operands of every form. Published beforehand: the method, by Oberman and Siu
("A High-Performance Area-Efficient Multifunction Interpolator", 2005); the squarer, the biases and the tables of RCP,
RSQ, EX2, LG2 and SIN, for earlier hardware and with the same contents, in the project envytools (M. Kościelnicki).

Common to all: an operand that is not a number gives the word 0x7fffffff; subnormal operands count as zeros of their
sign, and results below the smallest normal number become zeros (except for TANH, which keeps subnormals).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Words = NDArray[np.uint32]
Integers = NDArray[np.int64]
Table = tuple[Integers, Integers, Integers]

NAN = 0x7FFFFFFF
INFINITY = 0x7F800000
SIGN = 0x80000000
HIGH_INFINITY = 0x7FF00000  # of a double's high word

_FRACTION = 0x7FFFFF
_CHUNK = 1 << 14  # elements at a time, so that what is between the steps stays in the cache

# By function, whose coefficients are in special_functions.json, C0:C1:C2 of each segment in hexadecimal and without
# signs: a, the bias, and the factors (with the sign) that C1 and C2 have in S.
_TABLES = {
    "rcp": (13, 0x47E7, -1, 1),
    "rsq": (14, 0x7FFF, -1, 4),
    "sqrt": (15, 0xFFFF, 1, -1),
    "ex2": (13, 0x77E2, 1, 1),
    "lg2": (12, 0x3345, 1, -2),
    "sin": (11, 0, 1, -1),
    "tanh": (16, 0, 1, -1),
}

# For TANH, from the binade of 2^-8 to that of 4: the number of segments, as a power of 2, and how far C1 and C2 shift.
_TANH_BINADES = ((0, 0), (0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 3), (2, 4), (3, 3), (4, 1), (3, 2))
_TANH_LOWEST = 127 - 8  # the biased exponent of the first


@cache
def _square() -> NDArray[np.uint16]:
    """What the squarer gives for each x below 2^17: about x * x / 2^19, each partial product cut off by itself."""
    x = np.arange(1 << 17, dtype=np.int64)
    total = np.zeros_like(x)
    for bit in range(17):
        total += np.where(x >> bit & 1, x >> 18 - bit, 0)
    return (total >> 1).astype(np.uint16)


@cache
def _coefficients() -> dict[str, list[str]]:
    return dict(json.loads(Path(__file__).with_suffix(".json").read_text("utf-8")))


@cache
def _table(name: str) -> Table:
    """The coefficients of S by segment: the constant (C0 and the bias), the linear and the quadratic one."""
    shift, bias, linear, quadratic = _TABLES[name]
    words = " ".join(_coefficients()[name]).replace(":", " ").split()
    c0, c1, c2 = np.array([int(word, 16) for word in words], np.int64).reshape(-1, 3).T
    return (c0 << shift) + bias, linear * c1, quadratic * c2


@cache
def _sqrt_table() -> Table:
    """For SQRT: where the exponent is odd (the upper half of the segments), C1 and C2 count twice."""
    c0, c1, c2 = _table("sqrt")
    twice = np.arange(c0.size) >> 6
    return c0, c1 << twice, c2 << twice


@cache
def _tanh_table() -> tuple[Table, Integers, Integers]:
    """For TANH: the coefficients, and by binade the first segment and how many bits of the significand are cut off."""
    c0, c1, c2 = _table("tanh")
    levels = np.array([level for level, _ in _TANH_BINADES])
    shifts = np.repeat([shift for _, shift in _TANH_BINADES], 1 << levels)
    first = np.cumsum(1 << levels) - (1 << levels)
    return (c0, c1 << shifts, c2 << shifts), first, 6 - levels


def _polynomial(table: Table, segment: Integers, x: Integers, squared: Integers) -> Integers:
    """S for each element. squared: what goes into the squarer, below 2^17"""
    c0, c1, c2 = table
    total: Integers = c1.take(segment)
    total *= x
    quadratic = c2.take(segment)
    quadratic *= _square().take(squared)
    total += quadratic
    total += c0.take(segment)
    return total


def _cut_to_float(value: Integers, scale: int) -> Integers:
    """The words of the floats that value / 2^scale becomes when what does not fit is cut off. 0 <= value < 2^53"""
    words: Integers = value.astype(np.float64).view(np.int64) >> 29
    words -= 1023 - 127 + scale << 23
    np.copyto(words, 0, where=value == 0)
    return words


def _by_words(words: Words, function: Callable[[Integers], Integers]) -> Words:
    """The function applied to each word, in chunks."""
    source = np.ascontiguousarray(words).reshape(-1)
    result = np.empty_like(source)
    for start in range(0, source.size, _CHUNK):
        chunk = slice(start, start + _CHUNK)
        result[chunk] = function(source[chunk].astype(np.int64))
    return result.reshape(words.shape)


def _by_floats(x: Floats, function: Callable[[Integers], Integers]) -> Floats:
    """The function, which is of words, applied to each float."""
    words = np.ascontiguousarray(x, np.float32).reshape(-1).view(np.uint32)
    return _by_words(words, function).view(np.float32).reshape(np.shape(x))


def _rcp_bits(fraction: Integers) -> Integers:
    """The significand of 1 / (1 + fraction / 2^23), in units of 2^-24: from 2^23 to 2^24."""
    x = fraction & 0xFFFF
    return _polynomial(_table("rcp"), fraction >> 16, x, x << 1) >> 15


def _rsq_bits(fraction: Integers, odd: Integers) -> Integers:
    """That of the inverse root of 1 + fraction / 2^23, or of twice that where odd is 1. From 2^23 to 2^24."""
    x = fraction & 0x1FFFF
    bits: Integers = _polynomial(_table("rsq"), fraction >> 17 | odd << 6, x, x) >> 16
    np.copyto(bits, 1 << 24, where=(fraction | odd) == 0)
    return bits


def _rcp(words: Integers) -> Integers:
    sign, magnitude = words & SIGN, words & ~SIGN
    result = (252 - (magnitude >> 23) << 23) + _rcp_bits(magnitude & _FRACTION)
    np.copyto(result, 0, where=result < 1 << 23)
    np.copyto(result, INFINITY, where=magnitude < 1 << 23)
    np.copyto(result, 0, where=magnitude == INFINITY)
    result |= sign
    np.copyto(result, NAN, where=magnitude > INFINITY)
    return result


def _rsq(words: Integers) -> Integers:
    magnitude = words & ~SIGN
    exponent = (magnitude >> 23) - 127
    result = (125 - (exponent >> 1) << 23) + _rsq_bits(magnitude & _FRACTION, exponent & 1)
    np.copyto(result, 0, where=words == INFINITY)
    np.copyto(result, NAN, where=words > INFINITY)
    np.copyto(result, words & SIGN | INFINITY, where=magnitude < 1 << 23)
    return result


def _sqrt(words: Integers) -> Integers:
    magnitude = words & ~SIGN
    exponent, fraction = (magnitude >> 23) - 127, magnitude & _FRACTION
    x = fraction & 0x1FFFF
    bits = _polynomial(_sqrt_table(), fraction >> 17 | (exponent & 1) << 6, x, x) >> 17
    result: Integers = (126 + (exponent >> 1) << 23) + bits
    np.copyto(result, INFINITY, where=words == INFINITY)
    np.copyto(result, NAN, where=words > INFINITY)
    np.copyto(result, words & SIGN, where=magnitude < 1 << 23)
    return result


def _ex2(words: Integers) -> Integers:
    negative, magnitude = words >> 31, words & ~SIGN
    shift = (magnitude >> 23) - 127
    fixed = (magnitude & _FRACTION | 1 << 23) << np.clip(shift, 0, 8) >> np.clip(-shift, 0, 24)
    whole = (fixed & _FRACTION) == 0
    fixed ^= -negative
    fixed += negative & whole
    fraction = fixed & _FRACTION
    x = fraction & 0x1FFFF
    result: Integers = ((fixed >> 23) + 126 << 23) + (_polynomial(_table("ex2"), fraction >> 17, x, x) >> 15)
    np.minimum(result, INFINITY, out=result)
    np.copyto(result, 0, where=result < 1 << 23)
    np.copyto(result, NAN, where=magnitude > INFINITY)
    return result


def _lg2(words: Integers) -> Integers:
    magnitude = words & ~SIGN
    fraction = magnitude & _FRACTION
    x = fraction & 0x1FFFF
    fixed = _polynomial(_table("lg2"), fraction >> 17, x, x) >> 2
    fixed += (magnitude >> 23) - 127 << 36
    np.copyto(fixed, 0, where=words == 0x3F800000)
    negative = fixed >> 63
    fixed ^= negative
    result = _cut_to_float(fixed, 36)
    result |= negative & SIGN
    np.copyto(result, INFINITY, where=words == INFINITY)
    np.copyto(result, NAN, where=words > INFINITY)
    np.copyto(result, SIGN | INFINITY, where=magnitude < 1 << 23)
    return result


def _sin(words: Integers, quarters: int = 0) -> Integers:
    """The sine of so many quarters of a turn more; of the magnitude of the operand if there are any."""
    magnitude = words & ~SIGN
    shift = (magnitude >> 23) - 125
    fixed = (magnitude & _FRACTION | 1 << 23) << np.clip(shift, 0, 25) >> np.clip(-shift, 0, 24)
    quadrant = (fixed >> 23) + quarters
    fraction = (fixed ^ -(quadrant & 1)) & _FRACTION
    x = fraction & 0x1FFFF
    result = _cut_to_float(_polynomial(_table("sin"), fraction >> 17, x, x), 37)
    result |= (quadrant & 2) << 30 if quarters else (quadrant & 2) << 30 ^ words & SIGN
    np.copyto(result, NAN, where=magnitude >= INFINITY)
    return result


def _cos(words: Integers) -> Integers:
    return _sin(words, 1)


def _tanh(words: Integers) -> Integers:
    table, first, cut = _tanh_table()
    magnitude = words & ~SIGN
    binade = (magnitude >> 23) - _TANH_LOWEST
    small, large = binade < 0, binade >= len(_TANH_BINADES)
    binade = np.clip(binade, 0, len(_TANH_BINADES) - 1)
    upper = (magnitude & _FRACTION) >> cut.take(binade)
    x = upper & 0x1FFFF
    result = _cut_to_float(_polynomial(table, first.take(binade) + (upper >> 17), x, x), 40)
    np.copyto(result, magnitude, where=small)
    np.copyto(result, 0x3F800000, where=large)
    result |= words & SIGN
    np.copyto(result, NAN, where=magnitude > INFINITY)
    return result


def _rcp64h(words: Integers) -> Integers:
    sign, magnitude = words & SIGN, words & ~SIGN
    result = (2044 - (magnitude >> 20) << 20) + (_rcp_bits((magnitude & 0xFFFFF) << 3) >> 3)
    np.copyto(result, 0, where=result < 1 << 20)
    np.copyto(result, HIGH_INFINITY, where=magnitude < 1 << 20)
    np.copyto(result, 0, where=magnitude == HIGH_INFINITY)
    result |= sign
    np.copyto(result, NAN, where=magnitude > HIGH_INFINITY)
    return result


def _rsq64h(words: Integers) -> Integers:
    magnitude = words & ~SIGN
    exponent = (magnitude >> 20) - 1023
    bits = _rsq_bits((magnitude & 0xFFFFF) << 3, exponent & 1) >> 3
    result = (1021 - (exponent >> 1) << 20) + bits
    np.copyto(result, 0, where=words == HIGH_INFINITY)
    np.copyto(result, NAN, where=words > HIGH_INFINITY)
    np.copyto(result, words & SIGN | HIGH_INFINITY, where=magnitude < 1 << 20)
    return result


def rcp(x: Floats) -> Floats:
    """MUFU.RCP: 1 / x. float32 of any shape, and the same.

    128 segments by the upper 7 bits of the significand. A zero or subnormal gives the infinity of its sign, an
    infinity the zero of its sign; a result below 2^-126 becomes the zero of its sign.
    """
    return _by_floats(x, _rcp)


def rsq(x: Floats) -> Floats:
    """MUFU.RSQ: 1 / sqrt(x). float32 of any shape, and the same.

    64 segments for even exponents and 64 for odd ones; a power of 4 is exact. A zero or subnormal gives the infinity
    of its sign, +infinity gives +0, and a negative number is not in the domain: NaN.
    """
    return _by_floats(x, _rsq)


def sqrt(x: Floats) -> Floats:
    """MUFU.SQRT: the square root. float32 of any shape, and the same.

    64 segments for even exponents and 64 for odd ones. A zero or subnormal gives the zero of its sign, +infinity
    gives itself, and a negative number gives NaN.
    """
    return _by_floats(x, _sqrt)


def ex2(x: Floats) -> Floats:
    """MUFU.EX2: 2 to the power of x. float32 of any shape, and the same.

    The operand is first cut, towards zero, to a fixed point of 23 bits after the point. A negative one keeps its
    whole part rounded down, and all 23 bits after the point inverted, which is 2^-23 less than the exact complement,
    unless they are all zero. 64 segments. From 128 upwards: +infinity; a result below 2^-126: +0.
    """
    return _by_floats(x, _ex2)


def lg2(x: Floats) -> Floats:
    """MUFU.LG2: the logarithm to base 2. float32 of any shape, and the same.

    64 segments, and a fixed point of 36 bits after the point, of which the result holds the upper 24 significant
    ones; a negative sum is inverted bit by bit, not negated. 1 gives +0; a zero or subnormal of either sign
    gives -infinity; +infinity gives itself; a negative number gives NaN.
    """
    return _by_floats(x, _lg2)


def sin(x: Floats) -> Floats:
    """MUFU.SIN: the sine of x turns, that is sin(2 pi x). float32 of any shape, and the same.

    The operand is cut, towards zero, to a fixed point of 25 bits after the point, and whole turns fall away; in every
    other quarter of a turn the bits after the quarter are inverted. 64 segments for a quarter, and a fixed point of
    37 bits. The sign of the operand carries over, to zeros too; an infinity gives NaN.
    """
    return _by_floats(x, _sin)


def cos(x: Floats) -> Floats:
    """MUFU.COS: the cosine of x turns, that is cos(2 pi x). float32 of any shape, and the same.

    The sine of a quarter of a turn more than the magnitude of the operand, as `sin` computes it.
    """
    return _by_floats(x, _cos)


def tanh(x: Floats) -> Floats:
    """MUFU.TANH: the hyperbolic tangent. float32 of any shape, and the same.

    Below 2^-8 the operand itself, subnormals included; from 8 upwards 1; between, 1 to 16 segments for each binade,
    with the lower 2 to 6 bits of the significand cut off. The sign carries over.
    """
    return _by_floats(x, _tanh)


def rcp64h(high: Words) -> Words:
    """MUFU.RCP64H: 1 / x for doubles. The high words of x, uint32 of any shape, to the high words of the result.

    The table of `rcp`, with 20 bits of the significand before and after it. The low word of x plays no part:
    0x7ff00000 is an infinity, whatever follows. Special operands as for `rcp`, with the exponents of doubles.
    """
    return _by_words(np.asarray(high, np.uint32), _rcp64h)


def rsq64h(high: Words) -> Words:
    """MUFU.RSQ64H: 1 / sqrt(x) for doubles. The high words of x, uint32 of any shape, to those of the result.

    The table of `rsq`, with 20 bits of the significand before and after it; otherwise as `rcp64h`.
    """
    return _by_words(np.asarray(high, np.uint32), _rsq64h)
