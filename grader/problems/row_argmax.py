"""The largest of each row: where[r] is the column of the largest element of row r of in (rows x cols, row-major).

Of several equal ones it is the first. Some rows have negative numbers only, and far ones; with floats every row has two
elements that differ in their last bit, so that FP16 or TF32 take them for equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar

import numpy as np

from grader.launch import Argument
from grader.problems import coverage
from grader.problems.base import Case, Floats, Geometry, Indices, Possible, Prepared, Problem, Region, Role, mistake
from grader.problems.filling import Float32, grid_of, poison, private, random_values
from grader.problems.judging import judge
from grader.problems.working import value
from grader.records import Limit

_FAR = 2.0**20  # times the numbers of a row that has no positive one
_EVERY = 3  # of so many rows one has no positive number
_BLOCKS = (32, 64, 128, 256, 512)

Size = Annotated[int, Limit(strict=True, ge=1, le=2**20)]


class RowArgmaxCase(Case):
    """in has `rows` x `cols` elements, where has `rows`."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("rows", "cols")

    rows: Size
    cols: Size

    def _consistent(self) -> None:
        if self.rows * self.cols > 2**24:
            raise ValueError(f"rows * cols must be at most {2**24}")


def arguments(case: RowArgmaxCase, rng: np.random.Generator) -> Prepared:
    """A fresh matrix, a poisoned output, and the columns of the largest."""
    given = (
        Argument("in", _content(case, rng).ravel()),
        Argument("where", poison(case.rows).view(np.int32)),
        Argument("rows", np.int32(case.rows)),
        Argument("cols", np.int32(case.cols)),
    )
    buffers = (private(given[0], 0, Role.INPUT, case.cols), private(given[1], 1, Role.OUTPUT, None))
    matrix = buffers[0].original.astype(np.float64).reshape(case.rows, case.cols)
    region = Region(
        1, grid_of(1, case.rows, case.rows), expected=_placed(matrix.argmax(axis=1)),
        mistakes=partial(_mistakes, matrix), working=partial(_working, matrix),
    )  # fmt: skip
    return Prepared(given, buffers, (region,))


def _content(case: RowArgmaxCase, rng: np.random.Generator) -> Float32:
    matrix = random_values(rng, case.rows * case.cols, case.values).reshape(case.rows, case.cols)
    matrix[1::_EVERY] = -_FAR * np.abs(matrix[1::_EVERY])
    if case.values == "floats" and case.cols > 1:
        row, best = np.arange(case.rows), matrix.argmax(axis=1)
        near = (best + rng.integers(1, case.cols, case.rows)) % case.cols
        matrix[row, near] = np.nextafter(matrix[row, best], np.float32(-np.inf))
    return matrix


def _placed(columns: Indices) -> Floats:
    return columns.astype(np.float64)[None, None]


def _mistakes(matrix: Floats, geometry: Geometry) -> Iterator[Possible]:
    rows, cols = matrix.shape
    first, last = matrix.argmax(axis=1), cols - 1 - matrix[:, ::-1].argmax(axis=1)
    yield mistake("last_of_equals"), lambda: _placed(last)
    yield mistake("smallest_found"), lambda: _placed(matrix.argmin(axis=1))
    yield mistake("largest_magnitude"), lambda: _placed(np.abs(matrix).argmax(axis=1))
    yield mistake("counted_across_rows"), lambda: _placed(np.arange(rows) * cols + first)
    yield mistake("value_for_place"), lambda: np.trunc(matrix.max(axis=1))[None, None]
    for none in (0, -1, 2**31 - 1):
        yield mistake("begun_with_zero", column=none), partial(_begun_with_zero, matrix, none)
    yield mistake("block_not_in_index", name="in"), lambda: _placed(np.full(rows, first[0]))
    for size in _BLOCKS:
        name = mistake("first_columns_only", count=size)
        yield name, partial(_within, matrix, size)
    yield from coverage.of_vector(_placed(first), geometry)


def _begun_with_zero(matrix: Floats, none: int) -> Floats:
    return _placed(np.where(matrix.max(axis=1) > 0, matrix.argmax(axis=1), none))


def _within(matrix: Floats, size: int) -> Floats:
    return _placed(matrix[:, :size].argmax(axis=1))


def _working(matrix: Floats, _: int, row: int, element: int) -> tuple[str, str]:
    """The row's ends, and where its largest element is."""
    content = matrix[element]
    at = int(content.argmax())
    terms = f"in[{element}][0] ... in[{element}][{content.size - 1}]" if content.size > 1 else f"in[{element}][0]"
    return f"where[{element}] = column of the largest of {terms}", f"in[{element}][{at}] = {value(content[at])}"


_SIGNATURE = ("const float* in", "int* where", "int rows", "int cols")

ROW_ARGMAX = Problem("row_argmax", RowArgmaxCase, _SIGNATURE, arguments, judge)
