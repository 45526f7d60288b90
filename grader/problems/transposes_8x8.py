"""Small transposes: n matrices of 8 x 8, one behind the other, each transposed: out[m][c][r] = in[m][r][c]."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar

import numpy as np

from grader.launch import Argument
from grader.problems.base import UNTOUCHED, Case, Floats, Geometry, Possible, Prepared, Problem, Region, Role, mistake
from grader.problems.filling import different_values, grid_of, poison, private
from grader.problems.judging import judge
from grader.problems.working import value
from grader.records import Limit

EDGE = 8


class Transposes8x8Case(Case):
    """n matrices."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    n: Annotated[int, Limit(strict=True, ge=0, le=2**18)]


def arguments(case: Transposes8x8Case, rng: np.random.Generator) -> Prepared:
    """Fresh matrices, all elements different, and a poisoned output. The place of a mismatch: matrix, row, column."""
    count = case.n * EDGE * EDGE
    given = (
        Argument("in", different_values(rng, count, case.values)),
        Argument("out", poison(count)),
        Argument("n", np.int32(case.n)),
    )
    buffers = (private(given[0], 0, Role.INPUT, EDGE), private(given[1], 1, Role.OUTPUT, EDGE))
    matrices = buffers[0].original.astype(np.float64).reshape(case.n, EDGE, EDGE)
    region = Region(1, grid_of(case.n * EDGE, EDGE, EDGE).reshape(case.n, EDGE, EDGE),
                    expected=matrices.transpose(0, 2, 1).copy(), mistakes=partial(_mistakes, matrices),
                    working=partial(_working, matrices))  # fmt: skip
    return Prepared(given, buffers, (region,))


def exchanged(matrices: Floats, bits: int) -> Floats:
    """These bits of each element's row and column exchanged; 7, all three, is the transpose."""
    row, col = np.indices((EDGE, EDGE))
    return matrices[:, row & ~bits | col & bits, col & ~bits | row & bits]


def _mistakes(matrices: Floats, geometry: Geometry) -> Iterator[Possible]:
    row, col = np.indices((EDGE, EDGE))
    yield mistake("copied", name="in"), lambda: matrices
    for bit in (4, 2, 1):
        yield mistake("round_missing", apart=bit), partial(exchanged, matrices, 7 ^ bit)
        yield mistake("round_alone", apart=bit), partial(exchanged, matrices, bit)
    right = exchanged(matrices, 7)
    yield mistake("rows_repeated"), lambda: matrices[:, col, col]
    yield mistake("diagonal_repeated"), lambda: matrices[:, row, row]
    whole = np.arange(len(matrices))[:, None, None] < geometry.block[0] // EDGE
    yield mistake("block_ignored"), lambda: np.where(whole, right, UNTOUCHED)


def _working(matrices: Floats, matrix: int, row: int, col: int) -> tuple[str, str]:
    return f"out[{matrix}][{row}][{col}] = in[{matrix}][{col}][{row}]", value(matrices[matrix, col, row])


_SIGNATURE = ("const float* in", "float* out", "int n")
TRANSPOSES_8X8 = Problem("transposes_8x8", Transposes8x8Case, _SIGNATURE, arguments, judge)
