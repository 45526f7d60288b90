"""Elements of four kinds, each with a formula of its own: out[i] = shade(in[i]), `in` from -1 to 1.

The kind is 0 below -0.5, 1 below 0, 2 below 0.5, and else 3. Each formula repeats a step that keeps errors as they are
or makes them smaller, so results of single precision are close, and those of half precision are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar, Literal

import numpy as np

from grader.launch import Argument
from grader.problems import coverage
from grader.problems.base import (
    Case,
    Floats,
    Geometry,
    Indices,
    Possible,
    Prepared,
    Problem,
    Region,
    Role,
    Rounding,
    at_scale,
    mistake,
)
from grader.problems.filling import Float32, grid_of, poison, private
from grader.problems.judging import judge
from grader.problems.rounding import UNIT_ROUNDOFF
from grader.problems.working import value
from grader.records import Limit

KINDS = 4
STEPS = (48, 64, 96, 128)  # of each formula
# Each step of a formula rounds at most twice, values stay below 1.3, and errors do not grow but add up.
TOLERANCE = 2 * max(STEPS) * 1.3 * UNIT_ROUNDOFF
_WARP = 32
_LEAST = 2.0**-10  # kinds are apart by more than any rounding


class ByKindCase(Case):
    """n elements. kinds: "random" with frequencies drawn anew; "even", 8 of each in every 32; "one" alone."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    values: Literal["floats"] = "floats"
    n: Annotated[int, Limit(strict=True, ge=0, le=2**28)]
    kinds: Literal["random", "even", "one"] = "random"

    def defaults(self) -> dict[str, object]:
        """The default of each optional field."""
        return super().defaults() | {"values": "floats", "kinds": "random"}


def arguments(case: ByKindCase, rng: np.random.Generator) -> Prepared:
    """Fresh elements, a poisoned output, and the expected results."""
    kinds = _kinds(case, rng)
    content: Float32 = ((kinds + rng.uniform(_LEAST, 1 - _LEAST, case.n)) * 0.5 - 1.0).astype(np.float32)
    given = (Argument("in", content), Argument("out", poison(case.n)), Argument("n", np.int32(case.n)))
    buffers = (private(given[0], 0, Role.INPUT, None), private(given[1], 1, Role.OUTPUT, None))
    x = buffers[0].original.astype(np.float64)
    right = shade(kind_of(x), x)
    allowed = Rounding(np.full((1, 1, case.n), TOLERANCE), np.ones((1, 1, case.n)))
    region = Region(1, grid_of(1, case.n, case.n), expected=right[None, None], rounding=allowed,
                    mistakes=partial(_mistakes, x, right), working=partial(_working, x, right))  # fmt: skip
    return Prepared(given, buffers, (region,))


def _kinds(case: ByKindCase, rng: np.random.Generator) -> Indices:
    if case.kinds == "one":
        return np.full(case.n, rng.integers(KINDS), np.int64)
    if case.kinds == "even":
        rows = np.tile(np.arange(KINDS), (-(-case.n // _WARP), _WARP // KINDS))
        return rng.permuted(rows, axis=1).ravel()[: case.n]
    return rng.choice(KINDS, case.n, p=rng.dirichlet(np.ones(KINDS)))


def kind_of(x: Floats) -> Indices:
    """The kind of each element."""
    return np.searchsorted((-0.5, 0.0, 0.5), x, side="right")


def shade(kind: Indices, x: Floats) -> Floats:
    """Each element by the formula of a kind. NaN where it is not the element's own, and grows without bounds."""
    result = np.empty_like(x)
    with np.errstate(over="ignore"):
        for number, formula in enumerate((_swing, _fold, _square, _larger)):
            result[kind == number] = formula(x[kind == number], STEPS[number])
    result[np.isinf(result)] = np.nan
    return result


def _swing(x: Floats, steps: int) -> Floats:
    v, w = x.copy(), np.ones_like(x)
    for _ in range(steps):
        v -= 0.25 * w
        w += 0.25 * v
    return v


def _fold(x: Floats, steps: int) -> Floats:
    v = x.copy()
    for _ in range(steps):
        v = x + 0.5 * np.abs(v)
    return v


def _square(x: Floats, steps: int) -> Floats:
    v = x.copy()
    for _ in range(steps):
        v = x - 0.5 * v * v
    return v


def _larger(x: Floats, steps: int) -> Floats:
    v = x.copy()
    for _ in range(steps):
        v = np.maximum(x - v, 0.25 * v)
    return v


def _mistakes(x: Floats, right: Floats, geometry: Geometry) -> Iterator[Possible]:
    block = geometry.block[0]
    whole = np.concatenate((x, np.full(-x.size % block, -1.0)))  # threads beyond the end sort along, as kind 0
    kind = kind_of(whole)
    order = _sorted(kind, block)

    def made(values: Floats) -> Floats:
        return values[: x.size].reshape(1, 1, -1)

    yield mistake("copied", name="in"), lambda: made(x)
    yield mistake("sorted_by_kind"), lambda: made(shade(kind, whole)[order])
    yield mistake("kind_of_thread"), lambda: made(_by_kind_of_thread(whole, kind, order))
    for number in range(KINDS):
        all_alike = np.full(x.size, number)
        yield mistake("one_formula", kind=number), partial(lambda chosen: made(shade(chosen, x)), all_alike)
    yield from coverage.of_vector(right[None, None], geometry)


def _sorted(kind: Indices, block: int) -> Indices:
    """The elements of each block in the order of their kinds, those of a kind as they were."""
    return np.lexsort((kind, np.arange(kind.size) // block))


def _by_kind_of_thread(x: Floats, kind: Indices, order: Indices) -> Floats:
    """Thread t works on the element that came to its place, with the formula of the one it had before."""
    result = np.empty_like(x)
    result[order] = shade(kind, x[order])
    return result


def _working(x: Floats, right: Floats, _: int, __: int, i: int) -> tuple[str, str]:
    kind = int(kind_of(x[i : i + 1])[0])
    return f"out[{i}] = shade({kind}, in[{i}])", f"{value(right[i])}, in[{i}] = {value(x[i])}"


_SIGNATURE = ("const float* in", "float* out", "int n")
BY_KIND = Problem("by_kind", ByKindCase, _SIGNATURE, arguments, judge, at_scale("by_kind_bulk"))
