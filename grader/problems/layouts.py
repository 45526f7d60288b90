"""Three shared-memory layouts in one kernel: a 32x32 transpose, a 16x16 product, a 16x16 transpose.

Block b of 16x16 threads works on matrix b: `in` holds n * 1024 floats, each 1024 a row-major 32x32 matrix m
whose first 256 floats are also read as a 16x16 matrix w. `out` holds n * 1536: the transpose of m, w times w,
the transpose of w.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar

import numpy as np
from pydantic import Field

from grader.launch import Argument
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
    mistake,
)
from grader.problems.filling import poison, private, random_values
from grader.problems.judging import judge
from grader.problems.rounding import sum_tolerance
from grader.problems.weights import term_weights
from grader.problems.working import total, value

_LARGE, _SMALL = 32, 16
_IN = _LARGE * _LARGE
_OUT = _IN + 2 * _SMALL * _SMALL


class LayoutsCase(Case):
    """n matrices, one a block."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    n: Annotated[int, Field(strict=True, ge=0, le=1024)]


def arguments(case: LayoutsCase, rng: np.random.Generator) -> Prepared:
    """n fresh matrices, a poisoned output, and its three parts as they must be afterwards."""
    given = (
        Argument("in", random_values(rng, case.n * _IN, case.values)),
        Argument("out", poison(case.n * _OUT)),
        Argument("n", np.int32(case.n)),
    )
    buffers = (private(given[0], 0, Role.INPUT, _IN), private(given[1], 1, Role.OUTPUT, _OUT))
    m = buffers[0].original.astype(np.float64).reshape(case.n, _LARGE, _LARGE)
    w = m.reshape(case.n, _IN)[:, : _SMALL * _SMALL].reshape(case.n, _SMALL, _SMALL)
    regions = (
        _transpose("transpose_of_m", m, 0),
        _product(w, case.values == "integers"),
        _transpose("transpose_of_w", w, _IN + _SMALL * _SMALL),
    )
    return Prepared(given, buffers, regions)


def _index(n: int, start: int, edge: int) -> Indices:
    """Element numbers (n, edge, edge) of the part of `out` that begins `start` floats into each share."""
    share = np.arange(n, dtype=np.int64)[:, None, None] * _OUT
    result: Indices = share + start + np.arange(edge * edge, dtype=np.int64).reshape(edge, edge)
    return result


def _transpose(label: str, matrices: Floats, start: int) -> Region:
    n, edge, _ = matrices.shape
    exact = np.zeros((1, 1, 1))
    name = label[-1]
    return Region(
        position=1,
        index=_index(n, start, edge),
        expected=matrices.transpose(0, 2, 1).copy(),
        tolerance=exact,
        magnitude=exact,
        label=label,
        mistakes=lambda _: iter([(mistake("copied", name=name), lambda: matrices)]),
        working=lambda m, r, c: (f"element ({r}, {c}) = {name}[{c}][{r}]", value(matrices[m, c, r])),
    )


def _product(w: Floats, exact: bool) -> Region:
    expected = w @ w
    magnitude = np.abs(w) @ np.abs(w)
    return Region(
        position=1,
        index=_index(len(w), _IN, _SMALL),
        expected=expected,
        tolerance=np.zeros((1, 1, 1)) if exact else sum_tolerance(magnitude, _SMALL),
        magnitude=np.zeros((1, 1, 1)) if exact else magnitude,
        label="w_times_w",
        mistakes=partial(_product_mistakes, w),
        working=partial(_working, w),
    )


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


LAYOUTS: Problem[LayoutsCase] = Problem(
    name="layouts",
    case_model=LayoutsCase,
    signature=("const float* in", "float* out", "int n"),
    arguments=arguments,
    judge=judge,
)
