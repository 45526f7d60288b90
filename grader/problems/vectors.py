"""Element by element: the sum of two vectors, saxpy, a copy, and a fused multiply-add, rounded once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, ClassVar

import numpy as np
from pydantic import Field, model_validator

from grader.launch import Argument
from grader.problems import vectors_bulk
from grader.problems.base import Case, Floats, Pattern, PatternKey, Prepared, Problem, Region, Role, Suspect
from grader.problems.filling import Float32, different_values, grid_of, poison, private, random_values
from grader.problems.judging import judge
from grader.problems.rounding import sum_tolerance

_MOST_ELEMENTS = 2**30  # kernels number elements with an int
_SMALLEST_FACTOR = 2.0**-8  # the unit of what is exact, and far above what a float's tolerance would hide
_BLOCKS = (32, 64, 128, 256, 512, 1024)  # threads
_GRIDS = (*range(2, 9), 16, 32, 64)  # blocks

Size = Annotated[int, Field(strict=True, ge=0, le=_MOST_ELEMENTS)]
Factor = Annotated[float, Field(ge=-64, le=64, allow_inf_nan=False)]


class VectorCase(Case):
    """Vectors of n elements."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    n: Size


class SaxpyCase(VectorCase):
    """y = a * x + y."""

    a: Factor = 2.0

    @model_validator(mode="after")
    def _consistent(self) -> SaxpyCase:
        if abs(self.a) < _SMALLEST_FACTOR:
            raise ValueError("a is so close to 0 that x hardly matters")
        if self.values == "integers" and not (self.a / _SMALLEST_FACTOR).is_integer():
            raise ValueError("integers must stay exact in FP32: take an a like 1.5")
        return self

    def defaults(self) -> dict[str, object]:
        """What each optional field is when a case leaves it out."""
        return super().defaults() | {"a": 2.0}


def _prepared(
    given: tuple[Argument, ...],
    expected: Floats,
    suspects: Callable[[], Iterator[Suspect]],
    role: Role = Role.OUTPUT,
    magnitude: Floats | None = None,
) -> Prepared:
    """A launch whose last buffer, in `role`, must hold `expected` afterwards, value for value.

    magnitude: of what is added up, where right kernels differ in how they round.
    """
    *inputs, last = (p for p, argument in enumerate(given) if isinstance(argument.value, np.ndarray))
    buffers = (*(private(given[p], p, Role.INPUT, None) for p in inputs), private(given[last], last, role, None))
    exact = np.zeros((1, 1, 1))
    region = Region(
        position=last,
        index=grid_of(1, expected.size, expected.size),
        expected=expected[None, None],
        tolerance=exact if magnitude is None else sum_tolerance(magnitude, 1)[None, None],
        magnitude=exact if magnitude is None else magnitude[None, None],
        suspects=suspects,
    )
    return Prepared(given, buffers, (region,))


def _suspect(key: PatternKey, values: Floats, **parameters: object) -> Suspect:
    return Suspect(Pattern(key, parameters), values[None, None])


def _wide(values: Float32) -> Floats:
    """A copy in float64, which no kernel can change."""
    return values.astype(np.float64)


def _sum(case: VectorCase, rng: np.random.Generator) -> Prepared:
    a, b = (random_values(rng, case.n, case.values) for _ in range(2))
    given = (Argument("a", a), Argument("b", b), Argument("c", poison(case.n)), Argument("n", np.int32(case.n)))
    return _prepared(given, _wide(a + b), partial(_sum_suspects, _wide(a), _wide(b)))


def _sum_suspects(a: Floats, b: Floats) -> Iterator[Suspect]:
    for name, values in (("a", a), ("b", b)):
        yield _suspect(PatternKey.RESULT_IS_INPUT, values, name=name)


def _saxpy(case: SaxpyCase, rng: np.random.Generator) -> Prepared:
    x, y = (random_values(rng, case.n, case.values) for _ in range(2))
    a = np.float32(case.a)
    given = (Argument("a", a), Argument("x", x), Argument("y", y), Argument("n", np.int32(case.n)))
    scaled, old = float(a) * _wide(x), _wide(y)
    magnitude = np.abs(scaled) + np.abs(old) if case.values == "floats" else None
    return _prepared(given, scaled + old, partial(_saxpy_suspects, float(a), _wide(x), old), Role.IN_OUT, magnitude)


def _saxpy_suspects(a: float, x: Floats, y: Floats) -> Iterator[Suspect]:
    if a != 1:
        yield _suspect(PatternKey.FACTOR_MISSING, x + y, name="a")
        yield _suspect(PatternKey.RESULT_IS_INPUT, x, name="x")
    yield _suspect(PatternKey.ADDEND_MISSING, a * x, name="y")
    # A loop that steps by one block: each block updates all from its own elements on.
    first = np.arange(x.size)
    for grid in (*_GRIDS, x.size):
        for block in _BLOCKS:
            yield _suspect(PatternKey.UPDATED_AGAIN, y + a * x * np.minimum(1 + first // block, grid), name="y")
        yield _suspect(PatternKey.UPDATED_AGAIN, y + a * x * grid, name="y")


def _copy(case: VectorCase, rng: np.random.Generator) -> Prepared:
    content = different_values(rng, case.n, case.values)
    given = (Argument("in", content), Argument("out", poison(case.n)), Argument("n", np.int32(case.n)))
    return _prepared(given, _wide(content), lambda: iter(()))


def _fma(case: VectorCase, rng: np.random.Generator) -> Prepared:
    a, b, c = telling_factors(rng, case.n)
    inputs = tuple(Argument(name, values) for name, values in (("a", a), ("b", b), ("c", c)))
    given = (*inputs, Argument("out", poison(case.n)), Argument("n", np.int32(case.n)))
    return _prepared(given, _wide(fused(a, b, c)), partial(_fma_suspects, a.copy(), b.copy(), c.copy()))


def telling_factors(rng: np.random.Generator, count: int) -> tuple[Float32, Float32, Float32]:
    """a, b, c of which every a * b + c shows whether the product was rounded before the addition.

    c takes away the first one to 20 bits of the product, so that what is left of its rounding is seen, and never all.
    The few that show nothing are drawn again.
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
    """a * b + c, rounded once, of values like those of `telling_factors`.

    Products and c are multiples of 2^-46 and below 2^3: a float64 has room for every bit of their sum, and only the
    conversion rounds.
    """
    result: Float32 = (_wide(a) * b + c).astype(np.float32)
    return result


def _fma_suspects(a: Float32, b: Float32, c: Float32) -> Iterator[Suspect]:
    yield _suspect(PatternKey.PRODUCT_ROUNDED, _wide(a * b + c))
    yield _suspect(PatternKey.ADDEND_MISSING, _wide(a * b), name="c")
    yield _suspect(PatternKey.RESULT_IS_INPUT, _wide(c), name="c")
    yield _suspect(PatternKey.FACTOR_MISSING, _wide(b + c), name="a")
    yield _suspect(PatternKey.FACTOR_MISSING, _wide(a + c), name="b")


VECTOR_ADD: Problem[VectorCase] = Problem(
    name="vector_add",
    case_model=VectorCase,
    signature=("const float* a", "const float* b", "float* c", "int n"),
    arguments=_sum,
    judge=judge,
)
SAXPY: Problem[SaxpyCase] = Problem(
    name="saxpy",
    case_model=SaxpyCase,
    signature=("float a", "const float* x", "float* y", "int n"),
    arguments=_saxpy,
    judge=judge,
)
COPY: Problem[VectorCase] = Problem(
    name="copy",
    case_model=VectorCase,
    signature=("const float* in", "float* out", "int n"),
    arguments=_copy,
    judge=judge,
    bulk=vectors_bulk.copy,
)
FMA: Problem[VectorCase] = Problem(
    name="fma",
    case_model=VectorCase,
    signature=("const float* a", "const float* b", "const float* c", "float* out", "int n"),
    arguments=_fma,
    judge=judge,
)
