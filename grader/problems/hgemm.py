"""C = alpha * A * B + beta * C as tensor cores compute it, row-major with leading dimensions, C in FP32.

hgemm: A and B in FP16. gemm_bf16: in BF16. gemm_tf32: in FP32, each factor rounded to TF32 before it is multiplied.
Cases and data are those of SGEMM. All sums are FP32: what a right result may differ by is in `tensor_rounding`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from grader.problems.base import Floats, Geometry, Possible, Prepared, Problem, all_zero, at_scale, mistake
from grader.problems.formats import BFLOAT16, HALF, TF32, Format, judged_in
from grader.problems.judging import judge
from grader.problems.sgemm import SgemmCase, prepared
from grader.problems.sgemm_mistakes import Operands, mistakes
from grader.problems.tensor_mistakes import Factors, format_slips, fragment_slips, step_slips, swizzle_slips, turned
from grader.problems.tensor_rounding import rounding_of_products

_CHUNK_BYTES = 16
_TILE = 16  # of wmma
_DEEP = 64  # columns of a tile of A, beside those that SGEMM has


def arguments(factors: Format, case: SgemmCase, rng: np.random.Generator) -> Prepared:
    """Fresh A, B and C for one case, and the expected C."""
    return prepared(case, rng, factors, rounding_of_products, partial(_mistakes, factors))


def _mistakes(factors: Format, of: Operands, geometry: Geometry) -> Iterator[Possible]:
    """Those with tensor cores, then those of any matrix product; the likelier first."""
    yield all_zero()
    chunk = _CHUNK_BYTES // np.dtype(factors.kind).itemsize
    taken = Factors(of.a, of.b, of.unrounded if factors is TF32 else None)
    steps = step_slips(taken, (_DEEP,))
    for part in (fragment_slips(taken, chunk), swizzle_slips(taken, chunk), format_slips(taken), steps):
        yield from ((name, partial(_result, of, made)) for name, made in part)
    yield mistake("tile_stored_by_columns"), lambda: turned(of.result(of.ab), _TILE)[None]
    yield from mistakes(of, geometry)


def _result(of: Operands, made: Callable[[], Floats]) -> Floats:
    return of.result(made())[None]


_SIGNATURE = ("const {0}* A", "const {0}* B", "float* C", "int M", "int N", "int K",
              "int lda", "int ldb", "int ldc", "float alpha", "float beta")  # fmt: skip


def _signature(factor: str) -> tuple[str, ...]:
    return tuple(parameter.format(factor) for parameter in _SIGNATURE)


HGEMM = Problem("hgemm", SgemmCase, _signature("__half"), partial(arguments, HALF), judge,
                at_scale("hgemm_bulk", "hgemm"))  # fmt: skip
GEMM_BF16 = Problem("gemm_bf16", SgemmCase, _signature("__nv_bfloat16"), partial(arguments, BFLOAT16),
                    judged_in(BFLOAT16), at_scale("hgemm_bulk", "gemm_bf16"))  # fmt: skip
GEMM_TF32 = Problem("gemm_tf32", SgemmCase, _signature("float"), partial(arguments, TF32), judge,
                    at_scale("hgemm_bulk", "gemm_tf32"))  # fmt: skip
