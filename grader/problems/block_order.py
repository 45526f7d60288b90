"""The order in which blocks take the tiles of C: in groups of 8 rows of tiles, each group column by column.

Block number i of a grid of rows x cols blocks takes the tile in row[i], col[i]. The last group has the rows that are
left.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar, Literal

import numpy as np

from grader.launch import Argument
from grader.problems.base import Case, Floats, Geometry, Indices, Possible, Prepared, Problem, Region, Role, mistake
from grader.problems.filling import grid_of, poison, private
from grader.problems.judging import judge
from grader.records import Limit

GROUP = 8

Size = Annotated[int, Limit(strict=True, ge=1, le=512)]
Order = tuple[Indices, Indices]  # row and column of the tile that each block takes


class BlockOrderCase(Case):
    """A grid of `rows` x `cols` blocks."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("rows", "cols")

    values: Literal["integers"] = "integers"
    rows: Size
    cols: Size

    def _consistent(self) -> None:
        if self.grid is not None:
            raise ValueError("the grid is the case: rows x cols blocks")


def arguments(case: BlockOrderCase, _: np.random.Generator) -> Prepared:
    """Two poisoned outputs, and the expected tiles."""
    count = case.rows * case.cols
    given = (
        Argument("row", poison(count).view(np.int32)),
        Argument("col", poison(count).view(np.int32)),
        Argument("rows", np.int32(case.rows)),
        Argument("cols", np.int32(case.cols)),
    )
    buffers = tuple(private(argument, position, Role.OUTPUT, None) for position, argument in enumerate(given[:2]))
    return Prepared(given, buffers, tuple(_region(case, position) for position in (0, 1)))


def _region(case: BlockOrderCase, position: int) -> Region:
    number = np.arange(case.rows * case.cols, dtype=np.int64)
    right = grouped(number, case.rows, case.cols)

    def mistakes(_: Geometry) -> Iterator[Possible]:
        yield mistake("results_exchanged", name=("col", "row")[position]), partial(_shaped, right[1 - position])
        for key, order in _slips(number, case.rows, case.cols):
            yield mistake(key, group=GROUP), partial(_shaped, order[position])

    return Region(
        position, grid_of(1, number.size, number.size), _shaped(right[position]),
        mistakes=mistakes, working=partial(_working, case, position),
    )  # fmt: skip


def grouped(number: Indices, rows: int, cols: int) -> Order:
    """Row and column of the tile of block `number`."""
    first, rest = number // (GROUP * cols) * GROUP, number % (GROUP * cols)
    high = np.minimum(rows - first, GROUP)
    return first + rest % high, rest // high


def _shaped(values: Indices) -> Floats:
    return values.astype(np.float64)[None, None]


def _slips(number: Indices, rows: int, cols: int) -> Iterator[tuple[str, Order]]:
    first, rest = number // (GROUP * cols) * GROUP, number % (GROUP * cols)
    high = np.minimum(rows - first, GROUP)
    yield "last_group_not_shorter", (first + rest % GROUP, rest // GROUP)
    yield "blocks_row_by_row", (number // cols, number % cols)
    yield "blocks_column_by_column", (number % rows, number // rows)
    yield "group_not_added", (rest % high, rest // high)
    group = first // GROUP
    unscaled = np.minimum(rows - group, GROUP)
    yield "number_of_group_added", (group + rest % unscaled, rest // unscaled)
    yield "group_not_limited", (first + rest % (rows - first), rest // (rows - first))
    yield "number_not_reduced", (first + number % high, number // high)
    across, left = number // (GROUP * rows) * GROUP, number % (GROUP * rows)
    wide = np.maximum(np.minimum(cols - across, GROUP), 1)
    yield "groups_of_columns", (left // wide, across + left % wide)


def _working(case: BlockOrderCase, position: int, _: int, __: int, number: int) -> tuple[str, str]:
    first, rest = number // (GROUP * case.cols) * GROUP, number % (GROUP * case.cols)
    high = min(case.rows - first, GROUP)
    if position == 0:
        return f"row[{number}] = first row of the group + place in the group % its rows", f"{first} + {rest} % {high}"
    return f"col[{number}] = place in the group / rows of the group", f"{rest} / {high}"


BLOCK_ORDER = Problem(
    "block_order", BlockOrderCase, ("int* row", "int* col", "int rows", "int cols"), arguments, judge
)
