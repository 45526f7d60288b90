"""Where a fragment lies: the map that mma reads by, and what the wrong ones are called."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from grader.launch import Array
from grader.problems import PROBLEMS
from grader.problems.base import Geometry, Mistake, mistake
from grader.problems.fragment_places import place
from grader.simt.machine.matrices import half_product
from tests.problems.diagnosing import diagnosed

FAMILY = PROBLEMS["fragment_places"]
BLOCKS = Geometry((2, 1, 1), (64, 1, 1))
Map = Callable[[int, int, int], tuple[int, int]]  # of lane, register and half, row and column


def outputs(n: int, where: Map, stride: int = 16) -> dict[int, Array]:
    """What a kernel with this map leaves."""
    rows = [[where(i % 32, r, h) for r in range(4) for h in range(2)] for i in range(n)]
    return {0: np.array([[row * stride + col for row, col in held] for held in rows], np.int32).ravel()}


def told(where: Map, n: int = 128) -> Mistake | None:
    prepared = FAMILY.arguments(FAMILY.case_model.model_validate({"n": n}), np.random.default_rng(1))
    return diagnosed(FAMILY, prepared, outputs(n, where), BLOCKS)


def right(lane: int, r: int, h: int) -> tuple[int, int]:
    return lane // 4 + r % 2 * 8, lane % 4 * 2 + h + r // 2 * 8


@pytest.mark.parametrize("n", [1, 32, 75, 128])
def test_the_map_passes(n: int) -> None:
    prepared = FAMILY.arguments(FAMILY.case_model.model_validate({"n": n}), np.random.default_rng(1))
    assert FAMILY.judge(prepared, outputs(n, right)).passed


def test_it_is_the_map_by_which_the_emulator_multiplies() -> None:
    """A holds different numbers, B is the first 8 columns of a unit matrix and then the last 8: C shows A."""
    matrix = np.arange(256).reshape(16, 16).astype(np.float16)
    lane, register, half = np.indices((32, 4, 2))
    row, col = place(lane, register, half)
    a = [np.ascontiguousarray(matrix[row, col][:, r]).view(np.uint32).reshape(1, 32) for r in range(4)]
    seen = np.zeros((16, 16))
    for first in (0, 8):
        b = []
        for r in range(2):
            pairs = np.zeros((32, 2), np.float16)
            for number, h in np.ndindex(32, 2):
                k, n = number % 4 * 2 + h + 8 * r, number // 4
                pairs[number, h] = k == first + n
            b.append(pairs.view(np.uint32).reshape(1, 32))
        zero = [np.zeros((1, 32), np.uint32)] * 4
        c: list[NDArray[np.uint32]] = half_product("F16", "16816", a, b, zero, False)
        for r in range(4):
            values = c[r].view(np.float32)[0]
            for number in range(32):
                seen[number // 4 + r // 2 * 8, first + number % 4 * 2 + r % 2] = values[number]
    assert np.array_equal(seen, matrix.astype(np.float64))


WRONG: dict[str, Map] = {
    "places_transposed": lambda lane, r, h: right(lane, r, h)[::-1],
    "registers_exchanged": lambda lane, r, h: right(lane, r // 2 + r % 2 * 2, h),
    "halves_of_registers_apart": lambda lane, r, h: (lane // 4 + r % 2 * 8, lane % 4 * 2 + r // 2 + 8 * h),
    "groups_of_eight": lambda lane, r, h: (lane % 8 + r % 2 * 8, lane // 8 * 2 + h + r // 2 * 8),
    "one_column_each": lambda lane, r, h: (lane // 4 + r % 2 * 8, lane % 4 + h + r // 2 * 8),
    "halves_ignored": lambda lane, r, h: right(lane, r, 0),
    "rows_below_missing": lambda lane, r, h: right(lane, r // 2 * 2, h),
    "columns_beyond_missing": lambda lane, r, h: right(lane, r % 2, h),
    "accumulator_for_a": lambda lane, r, h: (lane // 4 + r // 2 * 8, lane % 4 * 2 + r % 2 + 8 * h),
    "next_rows": lambda lane, r, h: (lane // 4 + r % 2, lane % 4 * 2 + h + r // 2 * 8),
    "next_columns": lambda lane, r, h: (lane // 4 + r % 2 * 8, lane % 4 * 2 + h + r // 2 * 2),
    "registers_along_row": lambda lane, r, h: (lane // 2, lane % 2 * 8 + 2 * r + h),
}


@pytest.mark.parametrize("key", WRONG)
def test_wrong_maps_are_told_by_name(key: str) -> None:
    assert told(WRONG[key]) == mistake(key)


def test_another_row_length_is_told() -> None:
    prepared = FAMILY.arguments(FAMILY.case_model.model_validate({"n": 64}), np.random.default_rng(1))
    assert diagnosed(FAMILY, prepared, outputs(64, right, 8), BLOCKS) == mistake("row_length", taken=8)


def test_the_number_of_a_thread_in_its_block_is_no_lane() -> None:
    prepared = FAMILY.arguments(FAMILY.case_model.model_validate({"n": 128}), np.random.default_rng(1))
    rows = [[(i % 64 // 4 + r % 2 * 8) * 16 + i % 4 * 2 + h + r // 2 * 8 for r in range(4) for h in range(2)]
            for i in range(128)]  # fmt: skip
    found = diagnosed(FAMILY, prepared, {0: np.array(rows, np.int32).ravel()}, BLOCKS)
    assert found == mistake("thread_for_lane")


def test_the_working_names_row_and_column() -> None:
    prepared = FAMILY.arguments(FAMILY.case_model.model_validate({"n": 64}), np.random.default_rng(1))
    (region,) = prepared.regions
    assert region.working is not None
    assert region.working(0, 37, 3) == ("places[37][3] = row * 16 + col", "9 * 16 + 3")
