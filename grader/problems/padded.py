"""Matrices with a leading dimension, element by element: twice each element, in its place.

padded_doubled: rows of `in` and of `out` lie ld apart. part_doubled: only those of `in` do, as in a part of a larger
matrix; `out` is dense.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar

import numpy as np

from grader.launch import Argument
from grader.problems import coverage
from grader.problems.base import Case, Floats, Geometry, Indices, Possible, Prepared, Problem, Region, Role, mistake
from grader.problems.filling import different_values, grid_of, padded, poison, private
from grader.problems.judging import judge
from grader.problems.places import gathered, scattered
from grader.problems.working import value
from grader.records import Limit

Size = Annotated[int, Limit(strict=True, ge=0, le=16_384)]
Leading = Annotated[int, Limit(strict=True, ge=1, le=32_768)]


class PaddedCase(Case):
    """in and out have `rows` x `cols` elements; rows of in, and of out unless it is dense, lie `ld` apart."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("rows", "cols", "ld")

    rows: Size
    cols: Size
    ld: Leading

    def _consistent(self) -> None:
        if self.ld < self.cols:
            raise ValueError(f"ld must be at least cols = {self.cols}")


def arguments(case: PaddedCase, rng: np.random.Generator, dense: bool = False) -> Prepared:
    """A fresh matrix with sentinels between its rows, a poisoned output, and the matrix doubled."""
    rows, cols, ld = case.rows, case.cols, case.ld
    leading = cols if dense else ld
    given = (
        Argument("in", padded(different_values(rng, rows * cols, case.values), rows, cols, ld)),
        Argument("out", poison(rows * leading)),
        *(Argument(name, np.int32(getattr(case, name))) for name in ("rows", "cols", "ld")),
    )
    buffers = (private(given[0], 0, Role.INPUT, ld), private(given[1], 1, Role.OUTPUT, leading))
    flat = buffers[0].original.astype(np.float64)
    index = grid_of(rows, cols, leading)
    matrix = flat[grid_of(rows, cols, ld)[0]]
    region = Region(1, index, expected=2 * matrix[None], working=partial(_working, matrix),
                    mistakes=partial(_mistakes, case, dense, flat, matrix, index))  # fmt: skip
    return Prepared(given, buffers, (region,))


def _mistakes(
    case: PaddedCase, dense: bool, flat: Floats, matrix: Floats, index: Indices, geometry: Geometry
) -> Iterator[Possible]:
    """Rows taken to lie elsewhere, where they are read or in both matrices; merely copied; written in part."""
    row, col = np.indices((case.rows, case.cols), dtype=np.int64)
    size = case.rows * (case.cols if dense else case.ld)
    for name, where in (
        (mistake("operand_transposed", name="in"), col * case.ld + row),
        (mistake("leading_dimension", name="in", leading="ld", taken="cols"), row * case.cols + col),
        (mistake("leading_dimension", name="in", leading="ld", taken="rows"), row * case.rows + col),
    ):
        yield name, partial(_read, flat, where, dense, index, size)
    yield mistake("copied", name="in"), lambda: matrix[None]
    yield from coverage.of_matrix(2 * matrix[None], geometry)


def _read(flat: Floats, where: Indices, dense: bool, index: Indices, size: int) -> Floats:
    """Twice what stands there: put into its place if `out` is dense, else back to where it was read."""
    read: Floats = 2 * gathered(flat, where)
    return read[None] if dense else scattered(index, size, where, read)


def _working(matrix: Floats, _: int, row: int, col: int) -> tuple[str, str]:
    return f"out[{row}][{col}] = 2 * in[{row}][{col}]", f"2 * {value(matrix[row, col])}"


_SIGNATURE = ("const float* in", "float* out", "int rows", "int cols", "int ld")

PADDED_DOUBLED = Problem("padded_doubled", PaddedCase, _SIGNATURE, arguments, judge)
PART_DOUBLED = Problem("part_doubled", PaddedCase, _SIGNATURE, partial(arguments, dense=True), judge)
