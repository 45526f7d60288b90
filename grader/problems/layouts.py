"""Three shared-memory layouts in one kernel: a 32x32 transpose, a 16x16 product, a 16x16 transpose.

Block b of 16x16 threads works on matrix b: `in` has n * 1024 floats, each 1024 a row-major 32x32 matrix m whose first
256 floats are also a 16x16 matrix w. `out` has n * 1536: the transpose of m, w times w, the transpose of w.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar

import numpy as np

from grader.launch import Argument
from grader.problems.base import Case, Floats, Geometry, Indices, Possible, Prepared, Problem, Region, Role, mistake
from grader.problems.filling import poison, private, random_values
from grader.problems.judging import judge
from grader.problems.rounding import rounding_of_sums
from grader.problems.weights import term_weights
from grader.problems.working import total, value
from grader.records import Limit

_LARGE, _SMALL = 32, 16
_IN = _LARGE * _LARGE
_OUT = _IN + 2 * _SMALL * _SMALL


class LayoutsCase(Case):
    """n matrices, one per block."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    n: Annotated[int, Limit(strict=True, ge=0, le=1024)]


def arguments(case: LayoutsCase, rng: np.random.Generator) -> Prepared:
    """n fresh matrices, a poisoned output, and its three expected parts."""
    given = (
        Argument("in", random_values(rng, case.n * _IN, case.values)),
        Argument("out", poison(case.n * _OUT)),
        Argument("n", np.int32(case.n)),
    )
    buffers = (private(given[0], 0, Role.INPUT, _IN), private(given[1], 1, Role.OUTPUT, _OUT))
    m = buffers[0].original.astype(np.float64).reshape(case.n, _LARGE, _LARGE)
    w = m.reshape(case.n, _IN)[:, : _SMALL * _SMALL].reshape(case.n, _SMALL, _SMALL)
    transposes = _transpose("transpose_of_m", m, 0), _transpose("transpose_of_w", w, _IN + _SMALL * _SMALL)
    return Prepared(given, buffers, (transposes[0], _product(w, case.values == "integers"), transposes[1]))


def _index(n: int, start: int, edge: int) -> Indices:
    """Element numbers (n, edge, edge) of the part of `out` that starts `start` floats into each block's share."""
    share = np.arange(n, dtype=np.int64)[:, None, None] * _OUT
    return share + start + np.arange(edge * edge, dtype=np.int64).reshape(edge, edge)


def _transpose(label: str, matrices: Floats, start: int) -> Region:
    n, edge, _ = matrices.shape
    name = label[-1]
    return Region(
        1, _index(n, start, edge), expected=matrices.transpose(0, 2, 1).copy(), label=label,
        mistakes=lambda _: iter([(mistake("copied", name=name), lambda: matrices)]),
        working=lambda m, r, c: (f"element ({r}, {c}) = {name}[{c}][{r}]", value(matrices[m, c, r])),
    )  # fmt: skip


def _product(w: Floats, exact: bool) -> Region:
    rounding = rounding_of_sums(None if exact else np.abs(w) @ np.abs(w), _SMALL)
    return Region(1, _index(len(w), _IN, _SMALL), w @ w, rounding, "w_times_w", partial(_product_mistakes, w),
                  partial(_working, w))  # fmt: skip


def _product_mistakes(w: Floats, _: Geometry) -> Iterator[Possible]:
    turned = w.transpose(0, 2, 1)
    yield mistake("transposed"), lambda: turned @ turned
    yield mistake("operand_transposed", name="w"), lambda: turned @ w
    yield mistake("operand_transposed", name="w", factor=2), lambda: w @ turned
    yield mistake("elementwise"), lambda: w * w
    yield mistake("copied", name="w"), lambda: w
    for name, weights in term_weights(_SMALL, (4, 8)):
        yield name, partial(np.matmul, w * weights, w)


def _working(w: Floats, matrix: int, row: int, col: int) -> tuple[str, str]:
    names = total(_SMALL, lambda k: f"w[{row}][{k}]*w[{k}][{col}]")
    numbers = total(_SMALL, lambda k: f"{value(w[matrix, row, k])}*{value(w[matrix, k, col])}")
    return f"element ({row}, {col}) = {names}", numbers


LAYOUTS = Problem("layouts", LayoutsCase, ("const float* in", "float* out", "int n"), arguments, judge)
