"""Places in the tile of a block: exact, one thread at a time, and slips between warps and lanes told by name."""

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
from grader.problems.warp_places import WarpPlacesCase
from tests.problems.diagnosing import diagnosed_all
from tests.problems.test_judgement import buffers
from tests.tiers import examples

Ints = NDArray[np.int32]
FAMILY = PROBLEMS["warp_places"]
WIDE = {"warps_down": 4, "warps_across": 2, "WM": 32, "WN": 64, "lanes_across": 8}
HIGH = {"warps_down": 2, "warps_across": 3, "WM": 64, "WN": 32, "lanes_across": 4}


class Places:
    """One prepared case, what must be in its buffers, and what is said of others."""

    def __init__(self, **dims: Any) -> None:
        self.case = WarpPlacesCase.model_validate(dims)
        self.prepared = FAMILY.arguments(self.case, np.random.default_rng(3))

    def by(self, place: Callable[[int, int], tuple[int, int]]) -> dict[int, Ints]:
        """The outputs of a kernel that puts the piece of (warp, lane) at a place."""
        found = [place(*divmod(thread, 32)) for thread in range(self.case.threads)]
        return {n: np.array([each[n] for each in found], np.int32) for n in (0, 1)}

    def right(self, warp: int, lane: int) -> tuple[int, int]:
        """Counted, not computed: the warps before this one, the lanes before this one."""
        row = col = 0
        for _ in range(warp):
            col += self.case.WN
            if col == self.case.warps_across * self.case.WN:
                row, col = row + self.case.WM, 0
        left = col
        for _ in range(lane):
            col += 4
            if col == left + 4 * self.case.lanes_across:
                row, col = row + 4, left
        return row, col

    def passed(self, outputs: dict[int, Ints]) -> bool:
        return FAMILY.judge(self.prepared, buffers(self.prepared) | outputs).passed

    def told(self, place: Callable[[int, int], tuple[int, int]]) -> dict[str, Mistake | None]:
        launch = Geometry((1, 1, 1), (self.case.threads, 1, 1))
        return diagnosed_all(FAMILY, self.prepared, buffers(self.prepared) | self.by(place), launch)


@examples(40)
@given(st.tuples(st.integers(1, 5), st.integers(1, 5)), st.integers(0, 5), st.integers(1, 3), st.integers(0, 999))
def test_right_places_pass_and_one_wrong_one_does_not(
    warps: tuple[int, int], bits: int, repeats: int, which: int
) -> None:
    (down, across), lanes, high, wide = warps, 2**bits, repeats, 4 - repeats
    one = Places(warps_down=down, warps_across=across, WM=high * 128 // lanes, WN=wide * 4 * lanes, lanes_across=lanes)
    outputs = one.by(one.right)
    assert one.passed(outputs)
    outputs[which % 2][which % one.case.threads] += 4
    assert not one.passed(outputs)


def test_nothing_written_does_not_pass() -> None:
    one = Places(**WIDE)
    assert not FAMILY.judge(one.prepared, buffers(one.prepared)).passed


SLIPS: dict[str, Callable[[Places, int, int], tuple[int, int]]] = {
    "place_of_warp_alone": lambda one, warp, lane: one.right(warp, 0),
    "place_of_lane_alone": lambda one, warp, lane: one.right(0, lane),
    "pieces_of_one": lambda one, warp, lane: (
        one.right(warp, 0)[0] + one.right(0, lane)[0] // 4, one.right(warp, 0)[1] + one.right(0, lane)[1] // 4
    ),
    "warps_by_column": lambda one, warp, lane: (
        warp % one.case.warps_down * one.case.WM + one.right(0, lane)[0],
        warp // one.case.warps_down * one.case.WN + one.right(0, lane)[1],
    ),
    "lanes_by_column": lambda one, warp, lane: (
        one.right(warp, 0)[0] + lane % (32 // one.case.lanes_across) * 4,
        one.right(warp, 0)[1] + lane // (32 // one.case.lanes_across) * 4,
    ),
    "warp_sizes_exchanged": lambda one, warp, lane: (
        warp // one.case.warps_across * one.case.WN + one.right(0, lane)[0],
        warp % one.case.warps_across * one.case.WM + one.right(0, lane)[1],
    ),
    "warps_not_scaled": lambda one, warp, lane: (
        warp // one.case.warps_across + one.right(0, lane)[0], warp % one.case.warps_across + one.right(0, lane)[1]
    ),
    "block_without_warps": lambda one, warp, lane: (
        (32 * warp + lane) // (one.case.warps_across * one.case.lanes_across) * 4,
        (32 * warp + lane) % (one.case.warps_across * one.case.lanes_across) * 4,
    ),
    "rest_and_quotient": lambda one, warp, lane: (
        warp % one.case.warps_across * one.case.WM + one.right(0, lane)[0],
        warp // one.case.warps_across * one.case.WN + one.right(0, lane)[1],
    ),
}  # fmt: skip


@pytest.mark.parametrize("dims", [WIDE, HIGH], ids=["wide", "high"])
@pytest.mark.parametrize("slip", SLIPS)
def test_slips_are_told_by_name(slip: str, dims: dict[str, int]) -> None:
    one = Places(**dims)
    told = one.told(lambda warp, lane: SLIPS[slip](one, warp, lane))
    assert told
    for found in told.values():
        assert found is not None and found.key == slip


def test_rows_for_columns_are_told() -> None:
    one = Places(**HIGH)
    told = one.told(lambda warp, lane: one.right(warp, lane)[::-1])
    assert {name: (found.key, dict(found.parameters)) for name, found in told.items() if found} == {
        "row": ("results_exchanged", {"name": "col"}), "col": ("results_exchanged", {"name": "row"}),
    }  # fmt: skip


def test_the_working_of_an_element_is_its_formula() -> None:
    one = Places(**WIDE)
    row, col = one.prepared.regions
    assert row.working and row.working(0, 0, 77) == (
        "row[77] = 2 / warps_across * WM + 13 / lanes_across * 4", "2 / 2 * 32 + 13 / 8 * 4",
    )  # fmt: skip
    assert col.working and col.working(0, 0, 77)[1] == "2 % 2 * 64 + 13 % 8 * 4"


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"warps_down": 17}, "a block has 1024 at most"),
        ({"lanes_across": 6}, "must divide 32"),
        ({"WM": 24}, "whole numbers of pieces"),
        ({"WN": 40}, "whole numbers of pieces"),
        ({"block": [128]}, "a block of 256 threads"),
        ({"grid": [2]}, "those of one block"),
    ],
)
def test_impossible_cases_are_refused(changed: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValidationError, match=reason):
        WarpPlacesCase.model_validate(WIDE | changed)
