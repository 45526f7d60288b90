"""A matrix, element by element: twice each element, in its place. Row-major, dense, a two-dimensional launch."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar

import numpy as np

from grader.launch import Argument
from grader.problems import coverage
from grader.problems.base import Case, Floats, Geometry, Possible, Prepared, Problem, Region, Role, mistake
from grader.problems.filling import different_values, grid_of, poison, private
from grader.problems.judging import judge
from grader.problems.working import value
from grader.records import Limit

Size = Annotated[int, Limit(strict=True, ge=0, le=16_384)]


class MatrixCase(Case):
    """in has `rows` x `cols` elements, and out as many."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("rows", "cols")

    rows: Size
    cols: Size


def in_and_out(case: MatrixCase, rng: np.random.Generator) -> tuple[Argument, ...]:
    """in, out, rows and cols: a fresh matrix of different values and a poisoned output of as many elements."""
    count = case.rows * case.cols
    return (
        Argument("in", different_values(rng, count, case.values)),
        Argument("out", poison(count)),
        Argument("rows", np.int32(case.rows)),
        Argument("cols", np.int32(case.cols)),
    )


def arguments(case: MatrixCase, rng: np.random.Generator) -> Prepared:
    """A fresh matrix, a poisoned output, and the matrix doubled."""
    given = in_and_out(case, rng)
    buffers = (private(given[0], 0, Role.INPUT, case.cols), private(given[1], 1, Role.OUTPUT, case.cols))
    matrix = buffers[0].original.astype(np.float64).reshape(case.rows, case.cols)
    region = Region(1, grid_of(case.rows, case.cols, case.cols), expected=2 * matrix[None],
                    mistakes=partial(_mistakes, matrix), working=partial(_working, matrix))  # fmt: skip
    return Prepared(given, buffers, (region,))


def _mistakes(matrix: Floats, geometry: Geometry) -> Iterator[Possible]:
    """Merely copied, or written in part. What follows from the launch is named alike in blocks of any shape."""
    right = 2 * matrix[None]
    rows, cols = matrix.shape
    row, col = np.arange(rows)[:, None], np.arange(cols)[None, :]
    everywhere = np.ones((rows, cols), np.bool_)
    (across, down), (wide, high) = geometry.grid[:2], geometry.block[:2]
    yield mistake("copied", name="in"), lambda: matrix[None]
    for name, where in (
        (mistake("axes_swapped"), (row < across * wide) & (col < down * high)),
        (mistake("block_ignored", axis="x"), col < wide),
        (mistake("block_ignored", axis="y"), row < high),
    ):
        yield name, partial(coverage.written, right, where & everywhere)
    told = ("axes_swapped", "block_x_ignored", "block_y_ignored")
    yield from (each for each in coverage.of_matrix(right, geometry) if each[0].key not in told)


def _working(matrix: Floats, _: int, row: int, col: int) -> tuple[str, str]:
    return f"out[{row}][{col}] = 2 * in[{row}][{col}]", f"2 * {value(matrix[row, col])}"


_SIGNATURE = ("const float* in", "float* out", "int rows", "int cols")

MATRIX_DOUBLED = Problem("matrix_doubled", MatrixCase, _SIGNATURE, arguments, judge)
