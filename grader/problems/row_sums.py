"""Row sums: out[r] is the sum of row r of in (rows x cols), dense and row-major; with one row, the sum of a vector."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar

import numpy as np
from pydantic import Field, model_validator

from grader.problems import row_sums_bulk
from grader.problems.base import (
    Case,
    Floats,
    Indices,
    Pattern,
    PatternKey,
    Prepared,
    Problem,
    Region,
    Role,
    Suspect,
)
from grader.problems.filling import grid_of, poison, private, random_values
from grader.problems.judging import judge
from grader.problems.rounding import LONGEST_FLOAT_SUM, sum_tolerance
from grader.simt.launch import Argument

_MOST_ELEMENTS = 2**30  # kernels number elements with an int
_EXACT = 2**24
_LONGEST_RECOGNISED = 16_384  # columns; of longer rows the sums of all beginnings would take too much memory
_WIDEST_CHUNK = 1024  # threads of the largest block

Size = Annotated[int, Field(strict=True, ge=0, le=_MOST_ELEMENTS)]


class RowSumsCase(Case):
    """in has `rows` x `cols` elements, out has `rows`.

    One sum tells little of precision: floats want some dozens of rows where there are more than a few columns.
    """

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("rows", "cols")

    rows: Size
    cols: Size

    @model_validator(mode="after")
    def _consistent(self) -> RowSumsCase:
        if self.rows * self.cols > _MOST_ELEMENTS:
            raise ValueError(f"rows * cols must be at most {_MOST_ELEMENTS}")
        if self.values == "floats" and self.cols > LONGEST_FLOAT_SUM:
            raise ValueError(f"values: floats needs cols <= {LONGEST_FLOAT_SUM}; longer rows need integers")
        return self


def arguments(case: RowSumsCase, rng: np.random.Generator) -> Prepared:
    """A fresh matrix, a poisoned output, and the sums that must be in it afterwards.

    Raises ValueError for rows that are too long for integers to be summed up exactly, which only a timed size may have.
    """
    given = (
        Argument("in", random_values(rng, case.rows * case.cols, case.values)),
        Argument("out", poison(case.rows)),
        Argument("rows", np.int32(case.rows)),
        Argument("cols", np.int32(case.cols)),
    )
    buffers = (private(given[0], 0, Role.INPUT, case.cols), private(given[1], 1, Role.OUTPUT, 1))
    matrix = buffers[0].original.astype(np.float64).reshape(case.rows, case.cols)
    return Prepared(given, buffers, (_region(case, matrix),))


def _region(case: RowSumsCase, matrix: Floats) -> Region:
    largest = _largest_partial_sum(matrix)
    exact = case.values == "integers"
    if exact and largest.max(initial=0) > _EXACT:
        raise ValueError(f"rows of {case.cols} integers are too long to be summed up exactly in FP32")
    return Region(
        position=1,
        index=grid_of(case.rows, 1, 1),
        expected=_column(matrix.sum(axis=1)),
        tolerance=np.zeros((1, 1, 1)) if exact else sum_tolerance(largest, case.cols),
        magnitude=np.zeros((1, 1, 1)) if exact else largest,
        suspects=partial(_suspects, matrix),
        terms=partial(_terms, matrix) if case.cols <= _LONGEST_RECOGNISED else None,
    )


def _largest_partial_sum(matrix: Floats) -> Floats:
    """The largest that any order of summation comes by: of a row, all that is positive or all that is negative."""
    positive, negative = np.maximum(matrix, 0).sum(axis=1), np.maximum(-matrix, 0).sum(axis=1)
    return _column(np.maximum(positive, negative))


def _column(values: Floats) -> Floats:
    """A value for each row as a region holds them, (1, rows, 1)."""
    return values[None, :, None]


def _terms(matrix: Floats, _: Indices, row: Indices, __: Indices) -> tuple[Floats, Floats]:
    return matrix[row], np.zeros(len(row))


def _suspects(matrix: Floats) -> Iterator[Suspect]:
    """Parts of every chunk, and rows that are looked for at the wrong place. Beginnings and ends are `terms`."""
    rows, cols = matrix.shape
    # By the place of an element in the widest chunk, which tells its place in all the others.
    by_place = np.pad(matrix, [(0, 0), (0, -cols % _WIDEST_CHUNK)]).reshape(rows, -1, _WIDEST_CHUNK).sum(axis=1)
    for chunk, count in _parts_of_chunks(cols):
        pattern = Pattern(PatternKey.PART_OF_CHUNKS, {"count": count, "chunk": chunk})
        yield Suspect(pattern, _column(by_place.reshape(rows, -1, chunk)[:, :, :count].sum(axis=(1, 2))))
    row, col = np.indices((rows, cols), dtype=np.int64)
    places = (
        (Pattern(PatternKey.OPERAND_TRANSPOSED, {"name": "in"}), col * rows + row),
        (Pattern(PatternKey.LEADING_DIMENSION, {"name": "in", "leading": "cols"}), row * rows + col),
    )
    for pattern, where in places:
        read = np.where(where < matrix.size, np.take(matrix, where, mode="clip"), np.nan)
        yield Suspect(pattern, _column(read.sum(axis=1)))


def _parts_of_chunks(cols: int) -> Iterator[tuple[int, int]]:
    """What one thread or warp of a block adds up, or half of a tree: of each chunk the first few, powers of two."""
    chunk = 2
    while chunk < min(cols, _WIDEST_CHUNK + 1):
        yield from ((chunk, 1 << power) for power in range(chunk.bit_length() - 1))
        chunk *= 2


ROW_SUMS: Problem[RowSumsCase] = Problem(
    name="row_sums",
    case_model=RowSumsCase,
    signature=("const float* in", "float* out", "int rows", "int cols"),
    arguments=arguments,
    judge=judge,
    bulk=row_sums_bulk.bulk,
)
