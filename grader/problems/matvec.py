"""Matrix times vector: y = A x in single precision, A row-major with a leading dimension."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, ClassVar

import numpy as np

from grader.launch import Argument
from grader.problems.base import Case, Floats, Indices, Prepared, Problem, Role, at_scale, mistake
from grader.problems.filling import grid_of, padded, poison, private, random_values
from grader.problems.judging import judge
from grader.problems.places import gathered, product
from grader.problems.rounding import LONGEST_FLOAT_SUM
from grader.problems.sums import Sums, SumsOf
from grader.problems.working import total, value
from grader.records import Limit

# At most 2^14 products of integers up to 4: every sum of them is exact in FP32.
Size = Annotated[int, Limit(strict=True, ge=0, le=16_384)]
Leading = Annotated[int, Limit(strict=True, ge=1, le=32_768)]

_LANES = 32


class MatvecCase(Case):
    """y (M) = A (M x N, rows lda apart) * x (N). By default lda is N.

    To judge precision, cases with floats need dozens of rows if they have more than a few columns.
    """

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("M", "N")

    M: Size
    N: Size
    lda: Leading

    @classmethod
    def _filled(cls, given: Any) -> Any:
        if isinstance(given, dict) and given.get("lda") is None and isinstance(given.get("N"), int):
            return given | {"lda": max(1, given["N"])}
        return given

    def _consistent(self) -> None:
        if self.lda < self.N:
            raise ValueError(f"lda must be at least N = {self.N}")
        if self.values == "floats" and self.N > LONGEST_FLOAT_SUM:
            raise ValueError(f"values: floats needs N <= {LONGEST_FLOAT_SUM}; a larger N needs integers")

    def defaults(self) -> dict[str, object]:
        """The default of each optional field."""
        return super().defaults() | {"lda": max(1, self.N)}


def arguments(case: MatvecCase, rng: np.random.Generator) -> Prepared:
    """Fresh A and x, a poisoned y, and the expected y."""
    given = (
        Argument("A", padded(random_values(rng, case.M * case.N, case.values), case.M, case.N, case.lda)),
        Argument("x", random_values(rng, case.N, case.values)),
        Argument("y", poison(case.M)),
        *(Argument(name, np.int32(getattr(case, name))) for name in ("M", "N", "lda")),
    )
    roles = zip(given[:3], (Role.INPUT, Role.INPUT, Role.OUTPUT), (case.lda, None, None), strict=True)
    buffers = tuple(private(a, position, role, leading) for position, (a, role, leading) in enumerate(roles))
    a, x = (buffer.original.astype(np.float64) for buffer in buffers[:2])
    products = a[grid_of(case.M, case.N, case.lda)[0]] * x
    magnitude = None if case.values == "integers" else np.abs(products).sum(axis=1)
    sums = SumsOf(products, magnitude, partial(_slips, case, a, x), partial(_formula, case, a, x))
    return Prepared(given, buffers, (sums.region(2),))


def _slips(case: MatvecCase, a: Floats, x: Floats) -> Sums:
    """A read by columns or with a wrong leading dimension; every lane adding the whole sum; x copied."""
    row, k = np.indices((case.M, case.N), dtype=np.int64)

    def read(where: Indices) -> Callable[[], Floats]:
        return lambda: product(gathered(a, where), x[:, None])[:, 0]

    yield mistake("operand_transposed", name="A"), read(k * case.lda + row)
    for taken in ("N", "M"):
        name = mistake("leading_dimension", name="A", leading="lda", taken=taken)
        yield name, read(row * getattr(case, taken) + k)
    yield mistake("every_lane_adds", count=_LANES), lambda: _LANES * product(a[row * case.lda + k], x[:, None])[:, 0]
    if case.M == case.N:
        yield mistake("copied", name="x"), lambda: x


def _formula(case: MatvecCase, a: Floats, x: Floats, row: int) -> tuple[str, str]:
    names = total(case.N, lambda k: f"A[{row}][{k}]*x[{k}]")
    return f"y[{row}] = {names}", total(case.N, lambda k: f"{value(a[row * case.lda + k])}*{value(x[k])}")


_SIGNATURE = ("const float* A", "const float* x", "float* y", "int M", "int N", "int lda")

MATVEC = Problem("matvec", MatvecCase, _SIGNATURE, arguments, judge, at_scale("matvec_bulk"))
