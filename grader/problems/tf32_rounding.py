"""Rounding to TF32: out[i] is in[i] to the nearest with 10 bits behind the point, ties away from zero.

Integers are as many units of the last bit that is kept, ties among them; floats are anything. No value is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, ClassVar

import numpy as np

from grader.launch import Argument
from grader.problems import coverage
from grader.problems.base import (
    UNKNOWN,
    Case,
    Floats,
    Geometry,
    Possible,
    Prepared,
    Problem,
    Region,
    Role,
    mistake,
)
from grader.problems.filling import Float32, grid_of, poison, private
from grader.problems.formats import tf32_of, to_tf32
from grader.problems.judging import judge
from grader.records import Limit

_DROPPED = 13  # bits of a float that TF32 does not have
_TIE = 1 << _DROPPED - 1


class Tf32Case(Case):
    """n elements."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    n: Annotated[int, Limit(strict=True, ge=0, le=2**24)]


def arguments(case: Tf32Case, rng: np.random.Generator) -> Prepared:
    """Fresh values, a poisoned output, and the values rounded."""
    given = (
        Argument("in", _values(rng, case)),
        Argument("out", poison(case.n)),
        Argument("n", np.int32(case.n)),
    )
    buffers = (private(given[0], 0, Role.INPUT, None), private(given[1], 1, Role.OUTPUT, None))
    x = buffers[0].original
    right = to_tf32(x).astype(np.float64)
    region = Region(1, grid_of(1, case.n, case.n), expected=right[None, None], mistakes=partial(_mistakes, x, right),
                    working=partial(_working, x))  # fmt: skip
    return Prepared(given, buffers, (region,))


def _values(rng: np.random.Generator, case: Tf32Case) -> Float32:
    """Of both signs and, as floats, of any size between 2^-100 and 2^60.

    By turns a tie behind an even and behind an odd last bit, what lies next to it on either side, a value that is
    rounded up to the next power of two, one that has no more bits than TF32, and any.
    """
    i = np.arange(case.n)
    exponent = rng.integers(-100, 60, case.n) if case.values == "floats" else rng.integers(0, 4, case.n)
    kept = rng.integers(0, 1 << 10, case.n)
    even, odd = kept & ~1, kept | 1
    anything = rng.integers(0, 1 << _DROPPED, case.n)
    last, none, tie = (np.full(case.n, number) for number in ((1 << 10) - 1, 0, _TIE))
    turns = [(even, tie), (odd, tie), (odd, tie + 1), (even, tie - 1), (last, tie + anything // 2), (kept, none),
             (kept, anything), (even, tie + 1)]  # fmt: skip
    fraction = np.select([i % len(turns) == turn for turn in range(len(turns))],
                         [high << _DROPPED | low for high, low in turns])  # fmt: skip
    bits = (exponent + 127 << 23 | fraction).astype(np.uint32) | rng.integers(0, 2, case.n, np.uint32) << np.uint32(31)
    return np.ascontiguousarray(bits).view(np.float32)


def _mistakes(x: Float32, right: Floats, geometry: Geometry) -> Iterator[Possible]:
    bits = x.view(np.uint32)
    sign = bits >> np.uint32(31)

    def made(values: Callable[[], Float32]) -> Callable[[], Floats]:
        return lambda: values().astype(np.float64)[None, None]

    def rounded(more: int | np.ndarray, dropped: int = _DROPPED) -> Float32:
        raised, behind = bits + np.asarray(more, np.uint32), np.uint32(dropped)
        return np.asarray(raised >> behind << behind, np.uint32).view(np.float32)

    odd = bits >> np.uint32(_DROPPED) & np.uint32(1)
    for key, values in (
        ("copied", lambda: x),
        ("cut_off", lambda: tf32_of(bits)),
        ("ties_to_even", lambda: rounded(_TIE - 1 + odd)),
        ("ties_towards_zero", lambda: rounded(_TIE - 1)),
        ("ties_upwards", lambda: rounded(_TIE - sign)),
        ("away_from_zero", lambda: rounded(2 * _TIE - 1)),
        ("bits_left_behind", lambda: (bits + np.uint32(_TIE)).view(np.float32)),
        ("always_one_more", lambda: rounded(2 * _TIE)),
    ):
        yield mistake(key, name="in") if key == "copied" else mistake(key), made(values)
    for kept in (7, 9, 11, 12):
        dropped = 23 - kept
        yield mistake("bits_kept", kept=kept), made(partial(rounded, 1 << dropped - 1, dropped))
        yield mistake("cut_off", kept=kept), made(partial(rounded, 0, dropped))
    yield mistake("through_half"), made(lambda: _through_half(x))
    yield from coverage.of_vector(right[None, None], geometry)


def _through_half(x: Float32) -> Float32:
    """Unknown where FP16 has only infinity."""
    with np.errstate(over="ignore"):
        half = x.astype(np.float16).astype(np.float32)
    return np.where(np.isinf(half), np.float32(UNKNOWN), half)


def _working(x: Float32, _: int, __: int, i: int) -> tuple[str, str]:
    return f"out[{i}] = tf32(in[{i}])", f"tf32({x[i]:.9g})"


_SIGNATURE = ("const float* in", "float* out", "int n")
TF32_ROUNDING = Problem("tf32_rounding", Tf32Case, _SIGNATURE, arguments, judge)
