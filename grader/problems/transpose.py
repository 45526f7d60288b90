"""Matrix transpose: out (cols x rows) = transpose of in (rows x cols), both dense and row-major."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from grader.problems import coverage
from grader.problems.base import (
    UNTOUCHED,
    Floats,
    Geometry,
    Indices,
    Possible,
    Prepared,
    Problem,
    Region,
    Role,
    at_scale,
    mistake,
)
from grader.problems.filling import grid_of, private
from grader.problems.judging import judge
from grader.problems.matrices import MatrixCase, in_and_out
from grader.problems.places import gathered, scattered
from grader.problems.working import value

_TILE = 32


def arguments(case: MatrixCase, rng: np.random.Generator) -> Prepared:
    """A fresh matrix, a poisoned output, and the expected transpose."""
    given = in_and_out(case, rng)
    buffers = (private(given[0], 0, Role.INPUT, case.cols), private(given[1], 1, Role.OUTPUT, case.rows))
    matrix = buffers[0].original.astype(np.float64).reshape(case.rows, case.cols)
    region = Region(1, grid_of(case.cols, case.rows, case.rows), expected=matrix.T[None].copy(),
                    mistakes=partial(_mistakes, matrix), working=partial(_working, matrix))  # fmt: skip
    return Prepared(given, buffers, (region,))


def _mistakes(matrix: Floats, geometry: Geometry) -> Iterator[Possible]:
    """out (1, cols, rows) with elements of `in` at wrong places, or not written."""
    rows, cols = matrix.shape
    row, col = np.indices((rows, cols), dtype=np.int64)
    for key, where in (
        (mistake("copied", name="in"), row * cols + col),
        (mistake("leading_dimension", name="out", leading="rows", taken="cols"), col * cols + row),
    ):
        yield key, partial(_stored, where, matrix)
    name = mistake("leading_dimension", name="in", leading="cols", taken="rows")
    yield name, lambda: gathered(matrix.ravel(), row * rows + col).T[None]
    out_row, out_col = np.indices((cols, rows), dtype=np.int64)
    y, x = out_row % _TILE, out_col % _TILE
    # A block has loaded one tile of `in`, as far as it is inside the matrix.
    covered = (out_row < geometry.grid[0] * _TILE) & (out_col < geometry.grid[1] * _TILE)
    stays = _loaded(matrix, out_row - y + x, out_col - x + y)
    yield mistake("tile_not_moved", guard="out"), lambda: np.where(covered, stays, UNTOUCHED)[None]
    block_row, block_col = np.indices((rows, cols), dtype=np.int64)
    inner_y, inner_x = block_row % _TILE, block_col % _TILE
    turned = _loaded(matrix, block_row - inner_y + inner_x, block_col - inner_x + inner_y)
    yield mistake("tile_not_moved", guard="in"), partial(_stored, block_row * rows + block_col, turned)
    unturned = _loaded(matrix, out_col - x + y, out_row - y + x)
    yield mistake("tile_not_transposed"), lambda: unturned[None]
    yield from coverage.of_matrix(matrix.T[None], geometry)


def _stored(where: Indices, values: Floats) -> Floats:
    """out after `values`, one for each element of `in`, were stored to `where`."""
    rows, cols = values.shape
    return scattered(grid_of(cols, rows, rows), values.size, where, values)


def _loaded(matrix: Floats, row: Indices, col: Indices) -> Floats:
    """matrix[row, col], unknown outside the matrix."""
    rows, cols = matrix.shape
    return gathered(matrix.ravel(), np.where((row < rows) & (col < cols), row * cols + col, -1))


def _working(matrix: Floats, _: int, row: int, col: int) -> tuple[str, str]:
    return f"out[{row}][{col}] = in[{col}][{row}]", value(matrix[col, row])


_SIGNATURE = ("const float* in", "float* out", "int rows", "int cols")

TRANSPOSE = Problem("transpose", MatrixCase, _SIGNATURE, arguments, judge, at_scale("transpose_bulk"))
