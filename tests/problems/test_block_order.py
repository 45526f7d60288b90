"""The order of blocks: exact, one block at a time, and slips with groups told by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.problems import PROBLEMS
from grader.problems.base import Geometry, Mistake
from grader.problems.block_order import BlockOrderCase
from tests.problems.diagnosing import diagnosed_all
from tests.problems.test_judgement import buffers
from tests.tiers import examples

Ints = NDArray[np.int32]
Tiles = list[tuple[int, int]]
FAMILY = PROBLEMS["block_order"]
RAGGED, TALL = (11, 19), (21, 10)


def walked(rows: int, cols: int, group: int = 8) -> Tiles:
    """The tiles in the order in which blocks take them: group by group, column by column, row by row."""
    return [
        (row, col)
        for top in range(0, rows, group)
        for col in range(cols)
        for row in range(top, min(rows, top + group))
    ]


class Order:
    """One prepared case, and what is said of outputs."""

    def __init__(self, rows: int, cols: int) -> None:
        case = BlockOrderCase.model_validate({"rows": rows, "cols": cols})
        self.prepared = FAMILY.arguments(case, np.random.default_rng(3))
        self.launch = Geometry((cols, rows, 1), (32, 1, 1))

    def outputs(self, tiles: Tiles) -> dict[int, Any]:
        columns = {n: np.array([tile[n] for tile in tiles], np.int32) for n in (0, 1)}
        return buffers(self.prepared) | columns

    def passed(self, tiles: Tiles) -> bool:
        return FAMILY.judge(self.prepared, self.outputs(tiles)).passed

    def told(self, tiles: Tiles) -> dict[str, Mistake | None]:
        return diagnosed_all(FAMILY, self.prepared, self.outputs(tiles), self.launch)


@examples(60)
@given(st.integers(1, 40), st.integers(1, 20), st.integers(0, 9999))
def test_the_walk_passes_and_one_wrong_tile_does_not(rows: int, cols: int, which: int) -> None:
    one, tiles = Order(rows, cols), walked(rows, cols)
    assert sorted(tiles) == [(row, col) for row in range(rows) for col in range(cols)]
    assert one.passed(tiles)
    row, col = tiles[which % len(tiles)]
    tiles[which % len(tiles)] = (row + which % 2, col + 1 - which % 2)
    assert not one.passed(tiles)
    assert not FAMILY.judge(one.prepared, buffers(one.prepared)).passed


SLIPS: dict[str, Callable[[int, int, int], tuple[int, int]]] = {
    "last_group_not_shorter": lambda n, rows, cols: (n // (8 * cols) * 8 + n % (8 * cols) % 8, n % (8 * cols) // 8),
    "blocks_row_by_row": lambda n, rows, cols: (n // cols, n % cols),
    "blocks_column_by_column": lambda n, rows, cols: (n % rows, n // rows),
    "group_not_added": lambda n, rows, cols: (walked(rows, cols)[n][0] % 8, walked(rows, cols)[n][1]),
    "number_of_group_added": lambda n, rows, cols: (
        n // (8 * cols) + n % (8 * cols) % min(8, rows - n // (8 * cols)),
        n % (8 * cols) // min(8, rows - n // (8 * cols)),
    ),
    "group_not_limited": lambda n, rows, cols: (
        n // (8 * cols) * 8 + n % (8 * cols) % (rows - n // (8 * cols) * 8),
        n % (8 * cols) // (rows - n // (8 * cols) * 8),
    ),
    "groups_of_columns": lambda n, rows, cols: walked(cols, rows)[n][::-1],
    "number_not_reduced": lambda n, rows, cols: (
        n // (8 * cols) * 8 + n % min(8, rows - n // (8 * cols) * 8), n // min(8, rows - n // (8 * cols) * 8),
    ),
}  # fmt: skip


@pytest.mark.parametrize("grid", [RAGGED, TALL], ids=["ragged", "tall"])
@pytest.mark.parametrize("slip", SLIPS)
def test_slips_are_told_by_name(slip: str, grid: tuple[int, int]) -> None:
    rows, cols = grid
    told = Order(rows, cols).told([SLIPS[slip](n, rows, cols) for n in range(rows * cols)])
    keys = [found.key for found in told.values() if found is not None]
    assert slip in keys and len(keys) == len(told), "of rows or of columns alone, two slips may be the same"


def test_rows_for_columns_are_told() -> None:
    told = Order(*RAGGED).told([tile[::-1] for tile in walked(*RAGGED)])
    assert {name: found.key for name, found in told.items() if found} == {
        "row": "results_exchanged", "col": "results_exchanged",
    }  # fmt: skip


def test_the_working_of_an_element_names_the_group() -> None:
    row, col = Order(*RAGGED).prepared.regions
    assert row.working and row.working(0, 0, 156)[1] == "8 + 4 % 3"
    assert col.working and col.working(0, 0, 156)[1] == "4 / 3"


def test_impossible_cases_are_refused() -> None:
    with pytest.raises(ValidationError, match="the grid is the case"):
        BlockOrderCase.model_validate({"rows": 4, "cols": 4, "grid": [4, 4]})
    with pytest.raises(ValidationError):
        BlockOrderCase.model_validate({"rows": 0, "cols": 4})
