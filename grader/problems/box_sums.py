"""Moving sums along rows of whole numbers: out[r][c] is the sum of in[r][c - radius] ... in[r][c + radius].

Beyond the ends of a row are zeros. Numbers have 20 bits and rows at most 1,024 of them, so that sums fit into an int
and not into a float.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar, Literal

import numpy as np

from grader.launch import Argument
from grader.problems import coverage
from grader.problems.base import Case, Floats, Geometry, Possible, Prepared, Problem, Region, Role, mistake
from grader.problems.filling import grid_of, poison, private
from grader.problems.judging import judge
from grader.problems.working import total, value
from grader.records import Limit

LONGEST_ROW = 1024
_LARGEST = 2**20


class BoxSumsCase(Case):
    """Rows of `cols` numbers; a window of 2 * radius + 1, which may be wider than a row."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("rows", "cols", "radius")

    values: Literal["integers"] = "integers"
    rows: Annotated[int, Limit(strict=True, ge=1, le=2**16)]
    cols: Annotated[int, Limit(strict=True, ge=1, le=LONGEST_ROW)]
    radius: Annotated[int, Limit(strict=True, ge=0, le=2048)]


def arguments(case: BoxSumsCase, rng: np.random.Generator) -> Prepared:
    """Fresh rows, a poisoned output, and the sums."""
    count = case.rows * case.cols
    given = (
        Argument("in", rng.integers(1, _LARGEST, count, dtype=np.int32)),
        Argument("out", poison(count).view(np.int32)),
        *(Argument(name, np.int32(getattr(case, name))) for name in case.DIMENSIONS),
    )
    buffers = (private(given[0], 0, Role.INPUT, case.cols), private(given[1], 1, Role.OUTPUT, case.cols))
    rows = buffers[0].original.astype(np.float64).reshape(case.rows, case.cols)
    region = Region(
        1, grid_of(case.rows, case.cols, case.cols), expected=windows(rows, -case.radius, case.radius)[None],
        mistakes=partial(_mistakes, rows, case.radius), working=partial(_working, rows, case.radius),
    )  # fmt: skip
    return Prepared(given, buffers, (region,))


def windows(rows: Floats, first: int, last: int) -> Floats:
    """The sum of the elements c + first ... c + last of each row, for each c; 0 for none."""
    cols = rows.shape[1]
    before = np.concatenate((np.zeros((len(rows), 1)), rows.cumsum(axis=1)), axis=1)
    c = np.arange(cols)
    start, end = np.clip(c + first, 0, cols), np.clip(c + last + 1, 0, cols)
    sums: Floats = np.where(end > start, before[:, end] - before[:, start], 0.0)
    return sums


def _mistakes(rows: Floats, radius: int, geometry: Geometry) -> Iterator[Possible]:
    right = windows(rows, -radius, radius)
    yield mistake("copied", name="in"), lambda: rows[None]
    yield mistake("window_last_missing"), lambda: windows(rows, -radius, radius - 1)[None]
    yield mistake("window_first_missing"), lambda: windows(rows, 1 - radius, radius)[None]
    yield mistake("window_one_too_many"), lambda: windows(rows, -radius - 1, radius)[None]
    yield mistake("window_ends_at_element"), lambda: windows(rows, -2 * radius, 0)[None]
    yield mistake("window_begins_at_element"), lambda: windows(rows, 0, 2 * radius)[None]
    yield mistake("half_window_left"), lambda: windows(rows, -radius, 0)[None]
    yield mistake("half_window_right"), lambda: windows(rows, 0, radius)[None]
    yield mistake("nothing_subtracted"), lambda: windows(rows, -rows.shape[1], radius)[None]
    yield mistake("prefix_sums"), lambda: rows.cumsum(axis=1)[None]
    yield mistake("border_clamped"), lambda: _clamped(rows, radius)[None]
    for size in (32, geometry.block[0]):
        yield mistake("scan_begins_again", size=size), partial(_in_pieces, rows, radius, size)
    yield from coverage.of_matrix(right[None], geometry)


def _clamped(rows: Floats, radius: int) -> Floats:
    around = np.pad(rows, ((0, 0), (radius, radius)), mode="edge")
    return windows(around, -radius, radius)[:, radius : radius + rows.shape[1]]


def _in_pieces(rows: Floats, radius: int, size: int) -> Floats:
    """Differences of prefix sums that begin again after every `size` elements."""
    cols = rows.shape[1]
    whole = np.pad(rows, ((0, 0), (0, -cols % size)))
    prefix = whole.reshape(len(rows), -1, size).cumsum(axis=2).reshape(len(rows), -1)[:, :cols]
    before = np.concatenate((np.zeros((len(rows), 1)), prefix), axis=1)
    c = np.arange(cols)
    made: Floats = before[:, np.minimum(c + radius + 1, cols)] - before[:, np.maximum(c - radius, 0)]
    return made[None]


def _working(rows: Floats, radius: int, _: int, row: int, col: int) -> tuple[str, str]:
    first, last = max(0, col - radius), min(rows.shape[1] - 1, col + radius)
    names = total(last - first + 1, lambda k: f"in[{row}][{first + k}]")
    return f"out[{row}][{col}] = {names}", total(last - first + 1, lambda k: value(rows[row, first + k]))


_SIGNATURE = ("const int* in", "int* out", "int rows", "int cols", "int radius")
BOX_SUMS = Problem("box_sums", BoxSumsCase, _SIGNATURE, arguments, judge)
