"""Matrix transpose: out (cols x rows) = transpose of in (rows x cols), both dense and row-major."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar

import numpy as np
from pydantic import Field

from grader.launch import Argument
from grader.problems import transpose_bulk
from grader.problems.base import (
    Case,
    Floats,
    Pattern,
    PatternKey,
    Prepared,
    Problem,
    Region,
    Role,
    Suspect,
)
from grader.problems.filling import different_values, grid_of, poison, private
from grader.problems.judging import judge
from grader.problems.patterns import scattered

Size = Annotated[int, Field(strict=True, ge=0, le=16_384)]

_TILE = 32


class TransposeCase(Case):
    """in has `rows` x `cols` elements."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("rows", "cols")

    rows: Size
    cols: Size


def arguments(case: TransposeCase, rng: np.random.Generator) -> Prepared:
    """A fresh matrix, a poisoned output, and the transpose that must be in it afterwards."""
    count = case.rows * case.cols
    given = (
        Argument("in", different_values(rng, count, case.values)),
        Argument("out", poison(count)),
        Argument("rows", np.int32(case.rows)),
        Argument("cols", np.int32(case.cols)),
    )
    buffers = (private(given[0], 0, Role.INPUT, case.cols), private(given[1], 1, Role.OUTPUT, case.rows))
    matrix = buffers[0].original.astype(np.float64).reshape(case.rows, case.cols)
    exact = np.zeros((1, 1, 1))
    region = Region(
        position=1,
        index=grid_of(case.cols, case.rows, case.rows),
        expected=matrix.T[None].copy(),
        tolerance=exact,
        magnitude=exact,
        suspects=partial(_suspects, matrix),
    )
    return Prepared(given, buffers, (region,))


def _suspects(matrix: Floats) -> Iterator[Suspect]:
    """The classic slips, as stores of in[row][col] to the wrong place of out (rows x cols elements)."""
    rows, cols = matrix.shape
    row, col = np.indices((rows, cols), dtype=np.int64)
    index = grid_of(cols, rows, rows)[0]
    y, x = row % _TILE, col % _TILE
    places = (
        (Pattern(PatternKey.RESULT_IS_INPUT, {"name": "in"}), row * cols + col),
        (Pattern(PatternKey.TILE_NOT_TRANSPOSED), (col - x + y) * rows + row - y + x),
        (Pattern(PatternKey.TILE_NOT_MOVED), (row - y + x) * rows + col - x + y),
        (Pattern(PatternKey.LEADING_DIMENSION, {"name": "out", "leading": "rows"}), col * cols + row),
    )
    for pattern, where in places:
        yield Suspect(pattern, scattered(index, matrix.size, where, matrix)[None])
    where = row * rows + col
    read = np.where(where < matrix.size, np.take(matrix, where, mode="clip"), np.nan)
    yield Suspect(Pattern(PatternKey.LEADING_DIMENSION, {"name": "in", "leading": "cols"}), read.T[None])


TRANSPOSE: Problem[TransposeCase] = Problem(
    name="transpose",
    case_model=TransposeCase,
    signature=("const float* in", "float* out", "int rows", "int cols"),
    arguments=arguments,
    judge=judge,
    bulk=transpose_bulk.bulk,
)
