"""Rows moved below zero: out[r][c] = in[r][c] minus the largest element of row r. A softmax begins like this.

in and out are rows x cols, dense and row-major. A maximum is not rounded and a difference once: every bit
counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar

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
    at_scale,
    mistake,
)
from grader.problems.coverage import written
from grader.problems.filling import Float32, different_values, grid_of, poison, private, random_values
from grader.problems.judging import judge
from grader.problems.working import value
from grader.records import Limit

_MOST_ELEMENTS = 2**30  # kernels number elements with an int
_WARP = 32

Rows = Annotated[int, Limit(strict=True, ge=0, le=_MOST_ELEMENTS)]
Columns = Annotated[int, Limit(strict=True, ge=1, le=_MOST_ELEMENTS)]  # an empty row has no largest element


class BelowRowMaxCase(Case):
    """in and out have `rows` x `cols` elements."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("rows", "cols")

    rows: Rows
    cols: Columns

    def _consistent(self) -> None:
        if self.rows * self.cols > _MOST_ELEMENTS:
            raise ValueError(f"rows * cols must be at most {_MOST_ELEMENTS}")


def arguments(case: BelowRowMaxCase, rng: np.random.Generator) -> Prepared:
    """A fresh matrix, a poisoned output, and each row minus its largest element."""
    given = (
        Argument("in", _content(case, rng)),
        Argument("out", poison(case.rows * case.cols)),
        Argument("rows", np.int32(case.rows)),
        Argument("cols", np.int32(case.cols)),
    )
    buffers = (private(given[0], 0, Role.INPUT, case.cols), private(given[1], 1, Role.OUTPUT, case.cols))
    matrix = buffers[0].original.reshape(case.rows, case.cols)
    region = Region(
        1, grid_of(case.rows, case.cols, case.cols), expected=below(matrix, matrix.max(axis=1, keepdims=True)),
        mistakes=partial(_mistakes, matrix), working=partial(_working, matrix),
    )  # fmt: skip
    return Prepared(given, buffers, (region,))


def _content(case: BelowRowMaxCase, rng: np.random.Generator) -> Float32:
    """Integers are different and negative, so that a search that begins at 0 finds no element of the row.

    In every third row the largest element is the last one, in every third the first, in the others anywhere: a search
    that leaves out an end of the row is always found.
    """
    count = case.rows * case.cols
    if case.values == "floats":
        content = random_values(rng, count, case.values)
    else:
        content = -different_values(rng, count, case.values)
    for row, place in ((row, -1 if row % 3 == 0 else 0) for row in range(case.rows) if row % 3 < 2):
        elements = content[row * case.cols : (row + 1) * case.cols]
        largest = int(elements.argmax())
        elements[largest], elements[place] = elements[place], elements[largest]
    return content


def below(matrix: Float32, largest: Float32) -> Floats:
    """The matrix minus `largest`, which broadcasts to it, in FP32: (1, rows, cols)."""
    return (matrix - largest).astype(np.float64)[None]


def _mistakes(matrix: Float32, geometry: Geometry) -> Iterator[Possible]:
    """Another number taken for the largest of the row, and parts that are not written."""
    rows, cols = matrix.shape
    row, col = np.arange(rows)[:, None], np.arange(cols)[None, :]
    largest = matrix.max(axis=1, keepdims=True)
    right = partial(below, matrix, largest)
    everywhere = np.ones(matrix.shape, np.bool_)
    yield mistake("copied", name="in"), lambda: matrix.astype(np.float64)[None]
    yield mistake("largest_from_zero"), lambda: below(matrix, np.maximum(largest, 0))
    yield mistake("largest_of_all"), lambda: below(matrix, matrix.max(keepdims=True))
    yield mistake("smallest_for_largest"), lambda: below(matrix, matrix.min(axis=1, keepdims=True))
    yield mistake("magnitude_subtracted"), lambda: below(matrix, np.abs(matrix).max(axis=1, keepdims=True))
    yield mistake("largest_added"), lambda: (matrix + largest).astype(np.float64)[None]
    block = geometry.block[0]
    yield mistake("largest_of_thread"), lambda: below(matrix, _by_owner(matrix, np.arange(cols) % block))
    yield mistake("largest_of_warp"), lambda: below(matrix, _by_owner(matrix, np.arange(cols) % block // _WARP))
    yield mistake("last_col_missing"), lambda: written(right(), everywhere & (col < cols - 1))
    yield mistake("last_row_missing"), lambda: written(right(), everywhere & (row < rows - 1))
    yield mistake("block_ignored"), lambda: written(right(), everywhere & (row < 1))
    yield mistake("no_loop"), lambda: written(right(), everywhere & (col < block))


def _by_owner(matrix: Float32, owner: np.ndarray) -> Float32:
    """For each element the largest of those in its row that have the same owner."""
    found = np.empty_like(matrix)
    for each in np.unique(owner):
        found[:, owner == each] = matrix[:, owner == each].max(axis=1, keepdims=True)
    return found


def _working(matrix: Float32, _: int, row: int, col: int) -> tuple[str, str]:
    largest = int(matrix[row].argmax())
    return (f"out[{row}][{col}] = in[{row}][{col}] - in[{row}][{largest}]",
            f"{value(matrix[row, col])} - {value(matrix[row, largest])}")  # fmt: skip


_SIGNATURE = ("const float* in", "float* out", "int rows", "int cols")

BELOW_ROW_MAX = Problem(
    "below_row_max", BelowRowMaxCase, _SIGNATURE, arguments, judge, at_scale("row_maxima_bulk")
)  # fmt: skip
