"""Products of dense matrices, C = A B, row-major: a GEMM without scalars and leading dimensions.

product: in single precision. product_f16, product_bf16: A and B in FP16 or BF16, sums in FP32, as tensor cores do it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, ClassVar

import numpy as np

from grader.launch import Argument
from grader.problems import coverage
from grader.problems.base import (
    Case,
    Floats,
    Geometry,
    Mistake,
    Possible,
    Prepared,
    Problem,
    Region,
    Role,
    Rounding,
    all_zero,
    mistake,
)
from grader.problems.filling import grid_of, poison, private
from grader.problems.formats import BFLOAT16, FLOAT32, HALF, Format, judged_in
from grader.problems.judging import judge
from grader.problems.places import gathered, product
from grader.problems.rounding import LONGEST_FLOAT_SUM, rounding_of_sums
from grader.problems.tensor_mistakes import Factors, format_slips, fragment_slips, step_slips, turned
from grader.problems.tensor_rounding import rounding_of_products
from grader.problems.working import total, value
from grader.records import Limit

_TILE = 16  # of wmma, and along K of mma

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


Slip = tuple[Mistake, Callable[[], Floats]]  # a mistake, and C (M, N) after it
Slips = Callable[[Floats, Floats], Iterator[Slip]]  # for A and B


def arguments(
    case: ProductCase, rng: np.random.Generator, factors: Format = FLOAT32,
    allowed: Callable[[Floats | None, int], Rounding] = rounding_of_sums, slips: Slips | None = None,
) -> Prepared:  # fmt: skip
    """Fresh A and B, a poisoned C, and the expected C. allowed: the rounding errors, given the terms' magnitude and
    number. slips: mistakes besides those with any product.
    """
    drawn = factors.random_factors(rng, case.M * case.K, case.K * case.N, case.values)
    a_and_b = (Argument(name, factors.stored(values)) for name, values in zip("AB", drawn, strict=True))
    given = (*a_and_b, Argument("C", poison(case.M * case.N)))
    sizes = tuple(Argument(name, np.int32(getattr(case, name))) for name in ("M", "N", "K"))
    roles = zip(given, (Role.INPUT, Role.INPUT, Role.OUTPUT), (case.K, case.N, case.N), strict=True)
    buffers = tuple(private(each, place, role, leading) for place, (each, role, leading) in enumerate(roles))
    a = factors.wide(buffers[0].original).reshape(case.M, case.K)
    b = factors.wide(buffers[1].original).reshape(case.K, case.N)
    magnitude = None if case.values == "integers" else (np.abs(a) @ np.abs(b))[None]
    region = Region(
        2, grid_of(case.M, case.N, case.N), expected=(a @ b)[None],
        rounding=allowed(magnitude, case.K), mistakes=partial(_mistakes, a, b, slips),
        working=partial(_working, a, b),
    )  # fmt: skip
    return Prepared((*given, *sizes), buffers, (region,))


def _mistakes(a: Floats, b: Floats, slips: Slips | None, geometry: Geometry) -> Iterator[Possible]:
    """The family's own; one term for the sum, the last for all, and operands read down instead of along."""
    yield from ((name, partial(_as_stack, made)) for name, made in (slips(a, b) if slips else ()))
    (m, k), n = a.shape, b.shape[1]
    yield mistake("first_term_only"), lambda: (a[:, :1] @ b[:1])[None]
    yield mistake("last_term_only"), lambda: (a[:, -1:] @ b[-1:])[None]
    yield mistake("operand_transposed", name="A"), lambda: (a.reshape(k, m).T @ b)[None]
    yield mistake("operand_transposed", name="B"), lambda: (a @ b.reshape(n, k).T)[None]
    yield from coverage.of_matrix((a @ b)[None], geometry)


def _as_stack(made: Callable[[], Floats]) -> Floats:
    return made()[None]


def _of_tensor_cores(a: Floats, b: Floats) -> Iterator[Slip]:
    """What goes wrong with fragments and formats, and steps along K that are left out."""
    yield all_zero()[0], lambda: np.zeros((a.shape[0], b.shape[1]))
    yield from fragment_slips(Factors(a, b))
    yield from step_slips(Factors(a, b), (_TILE, 8, 32))
    yield from format_slips(Factors(a, b))
    yield mistake("tile_stored_by_columns"), lambda: turned(a @ b, _TILE)
    k, n = np.arange(b.shape[0]), np.arange(b.shape[1])
    yield mistake("operand_transposed", name="B", rows="N"), lambda: (
        product(a, gathered(b.ravel(), n * b.shape[1] + k[:, None]))
    )
    yield mistake("tile_repeated", name="B"), lambda: a @ b[k % _TILE]
    yield mistake("tile_repeated", name="A"), lambda: a[:, k % _TILE] @ b


def _working(a: Floats, b: Floats, _: int, row: int, col: int) -> tuple[str, str]:
    terms = a.shape[1]
    names = total(terms, lambda k: f"A[{row}][{k}]*B[{k}][{col}]")
    return f"C[{row}][{col}] = {names}", total(terms, lambda k: f"{value(a[row, k])}*{value(b[k, col])}")


_SIGNATURE = ("const float* A", "const float* B", "float* C", "int M", "int N", "int K")

PRODUCT = Problem("product", ProductCase, _SIGNATURE, arguments, judge)


def _by_tensor_cores(name: str, factors: Format, kind: str) -> Problem[ProductCase]:
    signature = (f"const {kind}* A", f"const {kind}* B", *_SIGNATURE[2:])
    given = partial(arguments, factors=factors, allowed=rounding_of_products, slips=_of_tensor_cores)
    return Problem(name, ProductCase, signature, given, judged_in(factors))


PRODUCT_F16 = _by_tensor_cores("product_f16", HALF, "__half")
PRODUCT_BF16 = _by_tensor_cores("product_bf16", BFLOAT16, "__nv_bfloat16")
