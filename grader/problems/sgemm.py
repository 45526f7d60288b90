"""SGEMM: C = alpha * A * B + beta * C in single precision, row-major with leading dimensions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, Any, ClassVar, Literal

import numpy as np

from grader.launch import Argument
from grader.problems.base import (
    Case,
    Floats,
    Geometry,
    Possible,
    Prepared,
    Problem,
    Region,
    Role,
    Rounding,
    at_scale,
)
from grader.problems.filling import LARGEST_INTEGER, Float32, padded, poison, private, random_values
from grader.problems.formats import FLOAT32, Format
from grader.problems.judging import judge
from grader.problems.rounding import LONGEST_FLOAT_SUM, rounding_of_sums
from grader.problems.sgemm_mistakes import OF_A_PRODUCT, Operands, mistakes
from grader.records import Limit

Size = Annotated[int, Limit(strict=True, ge=0, le=16_384)]
Leading = Annotated[int, Limit(strict=True, ge=1, le=32_768)]
Factor = Annotated[float, Limit(ge=-64, le=64, allow_inf_nan=False)]

_EXACT = 2**24


class SgemmCase(Case):
    """C (M x N, rows ldc apart) = alpha * A (M x K, lda) * B (K x N, ldb) + beta * C.

    By default a leading dimension is the number of columns. initial_c: C before the launch; with "nan" a kernel fails
    that reads C although beta is 0, as in BLAS.
    """

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("M", "N", "K")

    M: Size
    N: Size
    K: Size
    lda: Leading
    ldb: Leading
    ldc: Leading
    alpha: Factor = 1.0
    beta: Factor = 0.0
    initial_c: Literal["random", "nan"] = "random"

    @classmethod
    def _filled(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        filled = dict(given)
        for name, columns in (("lda", "K"), ("ldb", "N"), ("ldc", "N")):
            if filled.get(name) is None and isinstance(filled.get(columns), int):
                filled[name] = max(1, filled[columns])
        return filled

    def _consistent(self) -> None:
        for name, columns in (("lda", "K"), ("ldb", "N"), ("ldc", "N")):
            if getattr(self, name) < getattr(self, columns):
                raise ValueError(f"{name} must be at least {columns} = {getattr(self, columns)}")
        if self.initial_c == "nan" and self.beta != 0:
            raise ValueError("initial_c: nan needs beta: 0")
        if self.values == "floats" and self.K > LONGEST_FLOAT_SUM:
            raise ValueError(f"values: floats needs K <= {LONGEST_FLOAT_SUM}; a larger K needs integers")
        if self.values == "integers" and not self._is_exact():
            raise ValueError("integers must stay exact in FP32: take alpha and beta like 1.5, or a smaller K")

    def _is_exact(self) -> bool:
        """Whether every intermediate result, in any order, is a multiple of one unit below 2^24 units."""
        unit = 1.0
        while unit >= 2.0**-8 and any(f / unit != round(f / unit) for f in (self.alpha, self.beta)):
            unit /= 2
        largest = max(1.0, abs(self.alpha)) * self.K * LARGEST_INTEGER**2 + abs(self.beta) * LARGEST_INTEGER
        return unit >= 2.0**-8 and largest / unit < _EXACT

    def defaults(self) -> dict[str, object]:
        """The default of each optional field."""
        leading: dict[str, object] = {"lda": max(1, self.K), "ldb": max(1, self.N), "ldc": max(1, self.N)}
        return super().defaults() | leading | {"alpha": 1.0, "beta": 0.0}


def arguments(case: SgemmCase, rng: np.random.Generator) -> Prepared:
    """Fresh A, B and C for one case, and the expected C."""
    return prepared(case, rng, FLOAT32, rounding_of_sums, mistakes)


def prepared(
    case: SgemmCase, rng: np.random.Generator, factors: Format, allowed: Callable[[Floats | None, int], Rounding],
    slips: Callable[[Operands, Geometry], Iterator[Possible]],
) -> Prepared:  # fmt: skip
    """The same for A and B in any format. allowed: the rounding errors, given the terms' magnitude and number."""
    drawn_a, drawn_b = factors.random_factors(rng, case.M * case.K, case.K * case.N, case.values)
    a, b = padded(drawn_a, case.M, case.K, case.lda), padded(drawn_b, case.K, case.N, case.ldb)
    old = _old(case, rng, drawn_a, drawn_b)
    c = padded(poison(case.M * case.N) if case.initial_c == "nan" else old, case.M, case.N, case.ldc)
    pointers = (Argument("A", factors.stored(a)), Argument("B", factors.stored(b)), Argument("C", c))
    sizes = tuple(Argument(n, np.int32(getattr(case, n))) for n in ("M", "N", "K", "lda", "ldb", "ldc"))
    scalars = (Argument("alpha", np.float32(case.alpha)), Argument("beta", np.float32(case.beta)))
    roles = zip(pointers, (Role.INPUT, Role.INPUT, Role.IN_OUT), (case.lda, case.ldb, case.ldc), strict=True)
    buffers = tuple(private(p, position, role, ld) for position, (p, role, ld) in enumerate(roles))
    with np.errstate(invalid="ignore"):
        stored_a, stored_b, old_c = (b.original.astype(np.float64) for b in buffers)
    taken_a, taken_b = (factors.wide(b.original) for b in buffers[:2])
    operands = Operands(case, taken_a, taken_b, old_c, (stored_a, stored_b))
    return Prepared(pointers + sizes + scalars, buffers, (_region(operands, allowed, slips),))


def _old(case: SgemmCase, rng: np.random.Generator, a: Float32, b: Float32) -> Float32:
    """C before. A single element is not what it has to become, or a kernel that leaves it alone would be right."""
    old = random_values(rng, case.M * case.N, case.values)
    if old.size == 1 and case.alpha * (a @ b) + case.beta * old == old:
        return -old
    return old


def _region(
    operands: Operands, allowed: Callable[[Floats | None, int], Rounding],
    slips: Callable[[Operands, Geometry], Iterator[Possible]],
) -> Region:  # fmt: skip
    case = operands.case
    a, b, old = operands.a, operands.b, operands.old_c
    magnitude = (abs(case.alpha) * (np.abs(a) @ np.abs(b)) + np.abs(old))[None]
    return Region(
        2, operands.index_c[None], expected=(case.alpha * operands.ab + old)[None],
        rounding=allowed(None if case.values == "integers" else magnitude, case.K),
        mistakes=partial(slips, operands), unsaid=frozenset() if case.K else OF_A_PRODUCT, working=operands.working,
    )  # fmt: skip


_SIGNATURE = ("const float* A", "const float* B", "float* C", "int M", "int N", "int K",
              "int lda", "int ldb", "int ldc", "float alpha", "float beta")  # fmt: skip

SGEMM = Problem("sgemm", SgemmCase, _SIGNATURE, arguments, judge, at_scale("sgemm_bulk"))
