"""A polynomial of degree 7, p(x) = 1 + 2 x + 3 x^2 + ... + 8 x^7: value and slope, and its value at clamped places.

value[i] = p(in[i]) and slope[i] = p'(in[i]); or out[i] = p(t), where t is in[i], at least `low` and at most `high`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Annotated, ClassVar

import numpy as np

from grader.launch import Argument
from grader.problems import coverage
from grader.problems.base import (
    UNTOUCHED,
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
from grader.problems.filling import LARGEST_INTEGER, Float32, grid_of, poison, private, random_values
from grader.problems.judging import judge
from grader.problems.rounding import rounding_of_sums
from grader.problems.working import value
from grader.records import Limit

COEFFICIENTS = np.arange(1.0, 9.0)
SLOPE = np.arange(1, 8) * COEFFICIENTS[1:]
_ROUNDINGS = 2 * len(COEFFICIENTS)  # of Horner's rule, a product and a sum for each coefficient
_WARP = 32
_INTEGERS = np.array([i for i in range(-LARGEST_INTEGER, LARGEST_INTEGER + 1) if i], np.float32)

Size = Annotated[int, Limit(strict=True, ge=0, le=2**24)]
Bound = Annotated[float, Limit(ge=-LARGEST_INTEGER, le=LARGEST_INTEGER, allow_inf_nan=False)]


class PlacesCase(Case):
    """n places."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    n: Size


class ClampedCase(PlacesCase):
    """n places, none of which counts as less than `low` or more than `high`."""

    low: Bound = -2.0
    high: Bound = 3.0

    def _consistent(self) -> None:
        if self.low >= self.high:
            raise ValueError("low must be less than high")
        if self.values == "integers" and not (self.low.is_integer() and self.high.is_integer()):
            raise ValueError("integers must stay exact in FP32: take whole numbers for low and high")

    def defaults(self) -> dict[str, object]:
        """The default of each optional field."""
        return super().defaults() | {"low": -2.0, "high": 3.0}


def polynomial(coefficients: Floats, x: Floats) -> Floats:
    """The polynomial at each x, the coefficient of x^0 first."""
    result = np.zeros_like(x)
    for coefficient in coefficients[::-1]:
        result = result * x + coefficient
    return result


def even_integers(rng: np.random.Generator, count: int) -> Float32:
    """Random integers, of which every 32 neighbours hold each one equally often: no warp is without one of them."""
    rows = np.tile(_INTEGERS, (-(-count // _WARP), _WARP // len(_INTEGERS)))
    return np.ascontiguousarray(rng.permuted(rows, axis=1).ravel()[:count])


def _region(position: int, coefficients: Floats, at: Floats, exact: bool) -> tuple[Floats, Region]:
    """The right results, and the region that they are wanted in."""
    right = polynomial(coefficients, at)
    magnitude = None if exact else polynomial(coefficients, np.abs(at))[None, None]
    rounding = rounding_of_sums(magnitude, _ROUNDINGS)
    return right, Region(position, grid_of(1, at.size, at.size), expected=right[None, None], rounding=rounding)


def _vector(values: Floats) -> Floats:
    return values.reshape(1, 1, -1)


# ---- value and slope

_NAMES = ("value", "slope")


def _value_and_slope(case: PlacesCase, rng: np.random.Generator) -> Prepared:
    content = random_values(rng, case.n, case.values)
    outputs = (Argument(name, poison(case.n)) for name in _NAMES)
    given = (Argument("in", content), *outputs, Argument("n", np.int32(case.n)))
    buffers = (private(given[0], 0, Role.INPUT, None), *(private(given[p], p, Role.OUTPUT, None) for p in (1, 2)))
    x = buffers[0].original.astype(np.float64)
    regions = []
    for job, coefficients in enumerate((COEFFICIENTS, SLOPE)):
        right, region = _region(1 + job, coefficients, x, case.values == "integers")
        other = polynomial((SLOPE, COEFFICIENTS)[job], x)
        mistakes = partial(_mistakes_of_jobs, job, right, other, x)
        working = partial(_formula_of_job, job, x, right)
        regions.append(replace(region, mistakes=mistakes, working=working))
    return Prepared(given, buffers, tuple(regions))


def _mistakes_of_jobs(job: int, right: Floats, other: Floats, x: Floats, geometry: Geometry) -> Iterator[Possible]:
    i = np.arange(right.size)
    parts = {
        "every_second_only": i % 2 == job,
        "half_of_warp_only": i % _WARP // (_WARP // 2) == job,
    }
    yield mistake("results_exchanged", name=_NAMES[1 - job]), lambda: _vector(other)
    yield mistake("copied", name="in"), lambda: _vector(x)
    for key, where in parts.items():
        yield mistake(key), partial(_vector, np.where(where, right, UNTOUCHED))
    yield from coverage.of_vector(right[None, None], geometry)


def _formula_of_job(job: int, x: Floats, right: Floats, _: int, __: int, i: int) -> tuple[str, str]:
    terms = "2 + 6*x + 12*x^2 + ... + 56*x^6" if job else "1 + 2*x + 3*x^2 + ... + 8*x^7"
    return f"{_NAMES[job]}[{i}] = {terms}, x = in[{i}]", f"{value(right[i])}, x = {value(x[i])}"


# ---- clamped places


def _clamped_curve(case: ClampedCase, rng: np.random.Generator) -> Prepared:
    exact = case.values == "integers"
    content = even_integers(rng, case.n) if exact else random_values(rng, case.n, case.values)
    low, high = np.float32(case.low), np.float32(case.high)
    given = (Argument("in", content), Argument("out", poison(case.n)), Argument("n", np.int32(case.n)),
             Argument("low", low), Argument("high", high))  # fmt: skip
    buffers = (private(given[0], 0, Role.INPUT, None), private(given[1], 1, Role.OUTPUT, None))
    x = buffers[0].original.astype(np.float64)
    right, region = _region(1, COEFFICIENTS, np.clip(x, float(low), float(high)), exact)
    mistakes = partial(_mistakes_of_clamp, float(low), float(high), x, right)
    working = partial(_formula_of_clamp, float(low), float(high), x, right)
    return Prepared(given, buffers, (replace(region, mistakes=mistakes, working=working),))


def _mistakes_of_clamp(low: float, high: float, x: Floats, right: Floats, geometry: Geometry) -> Iterator[Possible]:
    places = {
        mistake("not_clamped"): x,
        mistake("not_clamped", side="high"): np.maximum(x, low),
        mistake("not_clamped", side="low"): np.minimum(x, high),
        mistake("bounds_exchanged"): np.minimum(np.maximum(x, high), low),
        mistake("bounds_exchanged", first="min"): np.maximum(np.minimum(x, low), high),
    }
    for name, at in places.items():
        yield name, partial(_vector, polynomial(COEFFICIENTS, at))
    yield mistake("result_clamped"), lambda: _vector(np.clip(polynomial(COEFFICIENTS, x), low, high))
    yield mistake("only_clamped"), lambda: _vector(np.clip(x, low, high))
    yield from coverage.of_vector(right[None, None], geometry)


def _formula_of_clamp(low: float, high: float, x: Floats, right: Floats, _: int, __: int, i: int) -> tuple[str, str]:
    clamped = float(np.clip(x[i], low, high))
    names = f"out[{i}] = curve(min(max(in[{i}], low), high))"
    return names, f"curve({value(clamped)}) = {value(right[i])}, in[{i}] = {value(x[i])}"


_OUTPUTS = ("float* value", "float* slope")
VALUE_AND_SLOPE = Problem(
    "value_and_slope", PlacesCase, ("const float* in", *_OUTPUTS, "int n"), _value_and_slope, judge
)
_CLAMPED = ("const float* in", "float* out", "int n", "float low", "float high")
CLAMPED_CURVE = Problem("clamped_curve", ClampedCase, _CLAMPED, _clamped_curve, judge)
