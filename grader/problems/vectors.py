"""Elementwise: the sum of two vectors, saxpy, a copy, a vector doubled, and a fused multiply-add, rounded once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import prod
from typing import Annotated, ClassVar

import numpy as np

from grader.launch import Argument
from grader.problems import coverage
from grader.problems.base import (
    UNKNOWN,
    Case,
    Floats,
    Geometry,
    Mistake,
    Possible,
    Prepared,
    Problem,
    Region,
    Role,
    at_scale,
    mistake,
)
from grader.problems.filling import Float32, different_values, grid_of, poison, private, random_values
from grader.problems.judging import judge
from grader.problems.rounding import rounding_of_sums
from grader.problems.working import value
from grader.records import Limit

_MOST_ELEMENTS = 2**30  # kernels number elements with an int
_SMALLEST_FACTOR = 2.0**-8  # keeps integers exact, and is far above the tolerance for floats

_WARP = 32
_GRIDS = (2, 3, 4, 8, 16)  # numbers of blocks that a step may assume

Size = Annotated[int, Limit(strict=True, ge=0, le=_MOST_ELEMENTS)]
Factor = Annotated[float, Limit(ge=-64, le=64, allow_inf_nan=False)]


class VectorCase(Case):
    """Vectors of n elements."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    n: Size


class SaxpyCase(VectorCase):
    """y = a * x + y."""

    a: Factor = 2.0

    def _consistent(self) -> None:
        if abs(self.a) < _SMALLEST_FACTOR:
            raise ValueError("a is so close to 0 that x hardly matters")
        if self.values == "integers" and not (self.a / _SMALLEST_FACTOR).is_integer():
            raise ValueError("integers must stay exact in FP32: take an a like 1.5")

    def defaults(self) -> dict[str, object]:
        """The default of each optional field."""
        return super().defaults() | {"a": 2.0}


def _prepared(
    given: tuple[Argument, ...], expected: Floats, mistakes: Mistakes, formula: Formula, role: Role = Role.OUTPUT,
    magnitude: Floats | None = None,
) -> Prepared:  # fmt: skip
    """A launch after which the last buffer, in `role`, must be `expected`.

    magnitude: of the terms, if right kernels may differ in rounding.
    """
    *inputs, last = (p for p, argument in enumerate(given) if isinstance(argument.value, np.ndarray))
    buffers = (*(private(given[p], p, Role.INPUT, None) for p in inputs), private(given[last], last, role, None))
    region = Region(
        last, grid_of(1, expected.size, expected.size), expected=expected[None, None],
        rounding=rounding_of_sums(None if magnitude is None else magnitude[None, None], 1),
        mistakes=partial(_with_coverage, expected, role, mistakes), working=lambda _, row, i: formula(i),
    )  # fmt: skip
    return Prepared(given, buffers, (region,))


Slips = Iterator[tuple[Mistake, Floats]]  # a mistake, and the vector after it
Mistakes = Callable[[Geometry], Slips]
Formula = Callable[[int], tuple[str, str]]


def _with_coverage(right: Floats, role: Role, mistakes: Mistakes, geometry: Geometry) -> Iterator[Possible]:
    for name, values in mistakes(geometry):
        yield name, partial(np.reshape, values, (1, 1, -1))
    if role is Role.OUTPUT:  # updates by several threads add up, see `_updates`
        yield from coverage.of_vector(right[None, None], geometry)


def _wide(values: Float32) -> Floats:
    """A copy in float64, which no kernel can modify."""
    return values.astype(np.float64)


def _sum(case: VectorCase, rng: np.random.Generator) -> Prepared:
    a, b = (random_values(rng, case.n, case.values) for _ in range(2))
    given = (Argument("a", a), Argument("b", b), Argument("c", poison(case.n)), Argument("n", np.int32(case.n)))
    a, b = a.copy(), b.copy()

    def formula(i: int) -> tuple[str, str]:
        return f"c[{i}] = a[{i}] + b[{i}]", f"{value(a[i])} + {value(b[i])}"

    return _prepared(given, _wide(a + b), partial(_sum_mistakes, _wide(a), _wide(b)), formula)


def _sum_mistakes(a: Floats, b: Floats, _: Geometry) -> Slips:
    yield mistake("copied", name="a"), a
    yield mistake("copied", name="b"), b
    yield mistake("subtracted", name="b"), a - b
    yield mistake("multiplied"), a * b
    yield mistake("truncated"), np.trunc(a) + np.trunc(b)
    yield mistake("added_to_nothing"), np.full(a.size, np.nan)


def _saxpy(case: SaxpyCase, rng: np.random.Generator) -> Prepared:
    x, y = (random_values(rng, case.n, case.values) for _ in range(2))
    a = np.float32(case.a)
    given = (Argument("a", a), Argument("x", x), Argument("y", y), Argument("n", np.int32(case.n)))
    scaled, wide, old = float(a) * _wide(x), _wide(x), _wide(y)
    magnitude = np.abs(scaled) + np.abs(old) if case.values == "floats" else None

    def formula(i: int) -> tuple[str, str]:
        return f"y[{i}] = a * x[{i}] + y[{i}]", f"{value(float(a))} * {value(wide[i])} + {value(old[i])}"

    mistakes = partial(_saxpy_mistakes, float(a), wide, old)
    return _prepared(given, scaled + old, mistakes, formula, Role.IN_OUT, magnitude)


def _saxpy_mistakes(a: float, x: Floats, y: Floats, geometry: Geometry) -> Slips:
    right = a * x + y
    yield mistake("factor_missing", name="a"), x + y
    yield mistake("copied", name="x"), x
    yield mistake("addend_missing", name="y"), a * x
    yield mistake("factor_truncated", name="a"), np.trunc(a) * x + y
    yield mistake("factor_for_everything", name="a"), a * (x + y)
    yield mistake("addend_twice", name="y"), right + y
    parts = coverage.of_vector(right, geometry)
    yield from ((name, made()) for name, made in parts if name.key != "step_of_grid_assumed")
    yield from _updates(a * x, y, geometry)


def _updates(update: Floats, y: Floats, geometry: Geometry) -> Slips:
    """Loops with another step than the number of threads: how many threads update each element."""
    i = np.arange(y.size)
    block, grid = prod(geometry.block), prod(geometry.grid)
    threads = block * grid
    steps = [("1", 1), ("blockDim.x", block), ("gridDim.x", grid)]
    steps += [(f"{assumed} * blockDim.x", assumed * block) for assumed in _GRIDS]
    steps += [(f"gridDim.x * {assumed}", grid * assumed) for assumed in coverage.BLOCKS]
    for name, step in steps:
        times = np.maximum(0, (np.minimum(i, threads - 1) - i % step) // step + 1)
        # Where a warp's lanes do not all come to the last round, they part: of updates at once, some are lost.
        lost = (times > 1) & (i >= y.size - (_WARP if step % _WARP else y.size % _WARP))
        yield mistake("step_of_loop", name="y", step=name), np.where(lost, UNKNOWN, y + times * update)
    # All blocks update the same elements.
    yield mistake("block_ignored", times="grid"), y + np.where(i % threads < block, grid, 0) * update


def _copy(case: VectorCase, rng: np.random.Generator) -> Prepared:
    content = different_values(rng, case.n, case.values)
    given = (Argument("in", content), Argument("out", poison(case.n)), Argument("n", np.int32(case.n)))
    wide = _wide(content)

    def formula(i: int) -> tuple[str, str]:
        return f"out[{i}] = in[{i}]", value(wide[i])

    return _prepared(given, wide, lambda _: iter(()), formula)


def _doubled(case: VectorCase, rng: np.random.Generator) -> Prepared:
    content = different_values(rng, case.n, case.values)
    given = (Argument("in", content), Argument("out", poison(case.n)), Argument("n", np.int32(case.n)))
    wide = _wide(content)

    def formula(i: int) -> tuple[str, str]:
        return f"out[{i}] = 2 * in[{i}]", f"2 * {value(wide[i])}"

    return _prepared(given, 2 * wide, lambda _: iter([(mistake("copied", name="in"), wide)]), formula)


def _fma(case: VectorCase, rng: np.random.Generator) -> Prepared:
    a, b, c = telling_factors(rng, case.n)
    inputs = tuple(Argument(name, values) for name, values in (("a", a), ("b", b), ("c", c)))
    given = (*inputs, Argument("out", poison(case.n)), Argument("n", np.int32(case.n)))
    a, b, c = a.copy(), b.copy(), c.copy()

    def formula(i: int) -> tuple[str, str]:
        return f"out[{i}] = fma(a[{i}], b[{i}], c[{i}])", f"fma({a[i]:.9g}, {b[i]:.9g}, {c[i]:.9g})"

    return _prepared(given, _wide(fused(a, b, c)), partial(_fma_mistakes, a, b, c), formula)


def telling_factors(rng: np.random.Generator, count: int) -> tuple[Float32, Float32, Float32]:
    """a, b, c for which a * b + c always shows whether the product was rounded before the addition.

    c cancels the first one to 20 bits of the product, so that its rounding becomes visible. The few that show nothing
    are drawn again.
    """
    a, b, c = (np.zeros(count, np.float32) for _ in range(3))
    telling = np.zeros(count, np.bool_)
    while not telling.all():
        again = np.flatnonzero(~telling)
        a[again], b[again] = (_between_one_and_two(rng, again.size) for _ in range(2))
        nearly = 1 + rng.choice([-1.0, 1.0], again.size) * 2.0 ** -rng.integers(1, 21, again.size)
        c[again] = -(_wide(a[again]) * b[again]) * nearly
        telling = fused(a, b, c) != a * b + c
    return a, b, c


def _between_one_and_two(rng: np.random.Generator, count: int) -> Float32:
    """Positive or negative, with all 24 bits of a float."""
    steps = 1 + rng.integers(0, 2**23, count) * 2.0**-23
    values: Float32 = (rng.choice([-1.0, 1.0], count) * steps).astype(np.float32)
    return values


def fused(a: Float32, b: Float32, c: Float32) -> Float32:
    """a * b + c, rounded once, for values like those of `telling_factors`.

    Products and c are multiples of 2^-46 below 2^3: their sum is exact in float64, and only the conversion rounds.
    """
    return (_wide(a) * b + c).astype(np.float32)


def _fma_mistakes(a: Float32, b: Float32, c: Float32, _: Geometry) -> Slips:
    yield mistake("product_rounded"), _wide(a * b + c)
    yield mistake("addend_missing", name="c"), _wide(a * b)
    yield mistake("copied", name="c"), _wide(c)
    yield mistake("factor_missing", name="a"), _wide(b + c)
    yield mistake("factor_missing", name="b"), _wide(a + c)
    yield mistake("addend_subtracted", name="c"), _wide(fused(a, b, -c))


VECTOR_ADD = Problem("vector_add", VectorCase, ("const float* a", "const float* b", "float* c", "int n"), _sum, judge)
SAXPY = Problem("saxpy", SaxpyCase, ("float a", "const float* x", "float* y", "int n"), _saxpy, judge)
_COPY_SIGNATURE = ("const float* in", "float* out", "int n")
COPY = Problem("copy", VectorCase, _COPY_SIGNATURE, _copy, judge, at_scale("vectors_bulk", "copy"))
DOUBLED = Problem("doubled", VectorCase, _COPY_SIGNATURE, _doubled, judge)
_FMA_SIGNATURE = ("const float* a", "const float* b", "const float* c", "float* out", "int n")
FMA = Problem("fma", VectorCase, _FMA_SIGNATURE, _fma, judge)
