"""Softmax of each row: out[r][c] = exp(in[r][c]) / (exp(in[r][0]) + exp(in[r][1]) + ...), rows x cols, row-major.

`offset` is added to the first, third, fifth ... row. It does not change the result, but from 89 on the exponential of
FP32 overflows, and below -103 all of a row are 0, unless the row's largest element is subtracted first.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar

import numpy as np

from grader.launch import Argument
from grader.problems import coverage
from grader.problems.base import (
    Case,
    Floats,
    Geometry,
    Possible,
    Prepared,
    Problem,
    Region,
    Role,
    Rounding,
    at_scale,
    mistake,
)
from grader.problems.filling import grid_of, poison, private, random_values
from grader.problems.judging import judge
from grader.problems.rounding import UNIT_ROUNDOFF
from grader.problems.working import total, value
from grader.records import Limit

_SPREAD = 8.0  # floats lie between -8 and 8: exponentials that matter and some that hardly do
# A sum of `cols` terms, each of which online softmax may scale once more, and twice the error of __expf: 2 + 1.2 |x|
# ulp, and |x| is at most 16 (CUDA C++ Programming Guide, intrinsic functions).
_ROUNDINGS = 128
_LARGEST, _SMALLEST = float(np.finfo(np.float32).max), 2.0**-150  # what FP32 rounds to infinity and to 0

Size = Annotated[int, Limit(strict=True, ge=1, le=2**20)]


class RowSoftmaxCase(Case):
    """in and out have `rows` x `cols` elements."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("rows", "cols")

    rows: Size
    cols: Size
    offset: Annotated[float, Limit(ge=-(2**16), le=2**16, allow_inf_nan=False)] = 0.0

    def _consistent(self) -> None:
        if self.rows * self.cols > 2**30:
            raise ValueError(f"rows * cols must be at most {2**30}")

    def defaults(self) -> dict[str, object]:
        """The default of each optional field."""
        return super().defaults() | {"offset": 0.0}


def softmax(rows: Floats) -> Floats:
    """Of each row, without overflow."""
    powers: Floats = np.exp(rows - rows.max(axis=1, keepdims=True))
    result: Floats = powers / powers.sum(axis=1, keepdims=True)
    return result


def tolerance(right: Floats) -> Floats:
    """How far FP32 may be off."""
    room: Floats = (2 * right.shape[1] + _ROUNDINGS) * UNIT_ROUNDOFF * right + float(np.finfo(np.float32).tiny)
    return room


def arguments(case: RowSoftmaxCase, rng: np.random.Generator) -> Prepared:
    """A fresh matrix, a poisoned output, and the expected shares."""
    content = random_values(rng, case.rows * case.cols, case.values).reshape(case.rows, case.cols)
    content *= np.float32(_SPREAD if case.values == "floats" else 1)
    content[::2] += np.float32(case.offset)
    given = (
        Argument("in", content.ravel()),
        Argument("out", poison(case.rows * case.cols)),
        Argument("rows", np.int32(case.rows)),
        Argument("cols", np.int32(case.cols)),
    )
    buffers = (private(given[0], 0, Role.INPUT, case.cols), private(given[1], 1, Role.OUTPUT, case.cols))
    matrix = buffers[0].original.astype(np.float64).reshape(case.rows, case.cols)
    right = softmax(matrix)
    region = Region(
        1, grid_of(case.rows, case.cols, case.cols), expected=right[None],
        rounding=Rounding(tolerance(right)[None], right[None]),
        mistakes=partial(_mistakes, matrix), working=partial(_working, matrix),
    )  # fmt: skip
    return Prepared(given, buffers, (region,))


def _mistakes(matrix: Floats, geometry: Geometry) -> Iterator[Possible]:
    right, largest = softmax(matrix), matrix.max(axis=1, keepdims=True)
    yield mistake("largest_not_subtracted"), lambda: _shares(_single(matrix))[None]
    yield mistake("largest_not_subtracted", of="matrix"), lambda: _shares(_single(matrix - matrix.max()))[None]
    yield mistake("not_normalised"), lambda: np.exp(matrix - largest)[None]
    yield mistake("logarithm"), lambda: np.log(right)[None]
    yield mistake("other_base"), lambda: _shares(np.exp2(matrix - largest))[None]
    yield mistake("sums_of_columns"), lambda: softmax(matrix.T).T[None]
    yield mistake("sum_of_everything"), lambda: softmax(matrix.reshape(1, -1)).reshape(matrix.shape)[None]
    yield mistake("block_not_in_index", name="in"), lambda: np.broadcast_to(right[:1], right.shape)[None]
    yield from coverage.of_matrix(right[None], geometry)


def _single(exponents: Floats) -> Floats:
    """The exponential as FP32 has it: infinite, or 0, beyond its range."""
    with np.errstate(over="ignore"):
        powers = np.exp(exponents)
    return np.where(powers > _LARGEST, np.inf, np.where(powers < _SMALLEST, 0.0, powers))


def _shares(powers: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        shares: Floats = powers / powers.sum(axis=1, keepdims=True)
    return shares


def _working(matrix: Floats, _: int, row: int, col: int) -> tuple[str, str]:
    """With the largest element subtracted, as it has to be done."""
    content, largest = matrix[row], float(matrix[row].max())
    names = total(content.size, lambda k: f"exp(in[{row}][{k}] - m)")
    numbers = total(content.size, lambda k: f"exp({value(content[k] - largest)})")
    return (
        f"out[{row}][{col}] = exp(in[{row}][{col}] - m) / ({names}), m = {value(largest)}",
        f"exp({value(content[col] - largest)}) / ({numbers})",
    )


_SIGNATURE = ("const float* in", "float* out", "int rows", "int cols")

ROW_SOFTMAX = Problem("row_softmax", RowSoftmaxCase, _SIGNATURE, arguments, judge, at_scale("row_softmax_bulk"))
