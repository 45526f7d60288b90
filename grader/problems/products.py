"""Products of dense matrices, C = A B in single precision, row-major: SGEMM without scalars and leading dimensions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar

import numpy as np

from grader.launch import Argument
from grader.problems import coverage
from grader.problems.base import Case, Floats, Geometry, Possible, Prepared, Problem, Region, Role, mistake
from grader.problems.filling import grid_of, poison, private, random_values
from grader.problems.judging import judge
from grader.problems.rounding import LONGEST_FLOAT_SUM, rounding_of_sums
from grader.problems.working import total, value
from grader.records import Limit

Size = Annotated[int, Limit(strict=True, ge=1, le=1024)]


class ProductCase(Case):
    """C (M x N) = A (M x K) * B (K x N), without padding."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("M", "N", "K")

    M: Size
    N: Size
    K: Size

    def _consistent(self) -> None:
        if self.values == "floats" and self.K > LONGEST_FLOAT_SUM:
            raise ValueError(f"values: floats needs K <= {LONGEST_FLOAT_SUM}; a larger K needs integers")


def arguments(case: ProductCase, rng: np.random.Generator) -> Prepared:
    """Fresh A and B, a poisoned C, and the expected C."""
    given = (
        Argument("A", random_values(rng, case.M * case.K, case.values)),
        Argument("B", random_values(rng, case.K * case.N, case.values)),
        Argument("C", poison(case.M * case.N)),
    )
    sizes = tuple(Argument(name, np.int32(getattr(case, name))) for name in ("M", "N", "K"))
    roles = zip(given, (Role.INPUT, Role.INPUT, Role.OUTPUT), (case.K, case.N, case.N), strict=True)
    buffers = tuple(private(each, place, role, leading) for place, (each, role, leading) in enumerate(roles))
    a = buffers[0].original.astype(np.float64).reshape(case.M, case.K)
    b = buffers[1].original.astype(np.float64).reshape(case.K, case.N)
    magnitude = None if case.values == "integers" else (np.abs(a) @ np.abs(b))[None]
    region = Region(
        2, grid_of(case.M, case.N, case.N), expected=(a @ b)[None],
        rounding=rounding_of_sums(magnitude, case.K), mistakes=partial(_mistakes, a, b),
        working=partial(_working, a, b),
    )  # fmt: skip
    return Prepared((*given, *sizes), buffers, (region,))


def _mistakes(a: Floats, b: Floats, geometry: Geometry) -> Iterator[Possible]:
    """One term for the sum, the last for all, and operands read down instead of along."""
    (m, k), n = a.shape, b.shape[1]
    yield mistake("first_term_only"), lambda: (a[:, :1] @ b[:1])[None]
    yield mistake("last_term_only"), lambda: (a[:, -1:] @ b[-1:])[None]
    yield mistake("operand_transposed", name="A"), lambda: (a.reshape(k, m).T @ b)[None]
    yield mistake("operand_transposed", name="B"), lambda: (a @ b.reshape(n, k).T)[None]
    yield from coverage.of_matrix((a @ b)[None], geometry)


def _working(a: Floats, b: Floats, _: int, row: int, col: int) -> tuple[str, str]:
    terms = a.shape[1]
    names = total(terms, lambda k: f"A[{row}][{k}]*B[{k}][{col}]")
    return f"C[{row}][{col}] = {names}", total(terms, lambda k: f"{value(a[row, k])}*{value(b[k, col])}")


_SIGNATURE = ("const float* A", "const float* B", "float* C", "int M", "int N", "int K")

PRODUCT = Problem("product", ProductCase, _SIGNATURE, arguments, judge)
