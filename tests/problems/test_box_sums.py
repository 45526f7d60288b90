"""Moving sums beside sums taken element by element: exact, wider than FP32; slips with windows are told by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.problems import PROBLEMS
from grader.problems.base import Geometry, Mistake, mistake
from grader.problems.box_sums import BoxSumsCase
from tests.problems.diagnosing import diagnosed
from tests.problems.test_judgement import buffers
from tests.tiers import examples

Ints = NDArray[np.int64]
FAMILY = PROBLEMS["box_sums"]
BLOCK = Geometry((5, 1, 1), (64, 1, 1))


class Rows:
    """One prepared case: its rows, and what the judge says of sums."""

    def __init__(self, seed: int = 3, **dims: Any) -> None:
        self.case = BoxSumsCase.model_validate(dims)
        self.prepared = FAMILY.arguments(self.case, np.random.default_rng(seed))
        self.rows = self.prepared.buffers[0].original.astype(np.int64).reshape(self.case.rows, self.case.cols)

    def outputs(self, sums: Ints) -> dict[int, Any]:
        return buffers(self.prepared) | {1: sums.astype(np.int32).ravel()}

    def passed(self, sums: Ints) -> bool:
        return FAMILY.judge(self.prepared, self.outputs(sums)).passed

    def told(self, sums: Ints) -> Mistake | None:
        return diagnosed(FAMILY, self.prepared, self.outputs(sums), BLOCK)


def moving(rows: Ints, first: int, last: int) -> Ints:
    """The sum of elements c + first ... c + last of each row, for each c."""
    cols = rows.shape[1]
    sums = [row[max(0, c + first) : max(0, c + last + 1)].sum() for row in rows for c in range(cols)]
    return np.array(sums).reshape(rows.shape)


@examples(60)
@given(st.integers(0, 2**32), st.integers(1, 4), st.integers(1, 60), st.integers(0, 80))
def test_right_sums_pass_and_one_wrong_sum_does_not(seed: int, rows: int, cols: int, radius: int) -> None:
    one = Rows(seed, rows=rows, cols=cols, radius=radius)
    sums = moving(one.rows, -radius, radius)
    assert one.passed(sums)
    assert not FAMILY.judge(one.prepared, buffers(one.prepared)).passed
    sums.flat[seed % sums.size] += 1
    assert not one.passed(sums)


def test_sums_fit_into_an_int_and_not_into_a_float() -> None:
    one = Rows(rows=2, cols=1024, radius=2048)
    sums = moving(one.rows, -1024, 1024)
    assert 2**24 < sums.max() < 2**31
    assert not one.passed(moving(one.rows, -1024, 1024).astype(np.float32).astype(np.int64) // 64 * 64)


SLIPS = {
    "last missing": (lambda m: moving(m, -9, 8), mistake("window_last_missing")),
    "first missing": (lambda m: moving(m, -8, 9), mistake("window_first_missing")),
    "one too many": (lambda m: moving(m, -10, 9), mistake("window_one_too_many")),
    "ends at the element": (lambda m: moving(m, -18, 0), mistake("window_ends_at_element")),
    "left half": (lambda m: moving(m, -9, 0), mistake("half_window_left")),
    "nothing subtracted": (lambda m: moving(m, -200, 9), mistake("nothing_subtracted")),
    "prefix sums": (lambda m: m.cumsum(axis=1), mistake("prefix_sums")),
    "clamped": (lambda m: moving(np.pad(m, ((0, 0), (9, 9)), mode="edge"), -9, 9)[:, 9:-9], mistake("border_clamped")),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_classic_slip_is_told_by_name(slip: str) -> None:
    made, name = SLIPS[slip]
    one = Rows(rows=3, cols=200, radius=9)
    assert one.told(made(one.rows)) == name


@pytest.mark.parametrize("size", [32, 64])
def test_a_scan_that_begins_again_is_told_by_name(size: int) -> None:
    one = Rows(rows=3, cols=200, radius=9)
    prefix = np.zeros((3, 201), np.int64)
    for start in range(0, 200, size):
        prefix[:, start + 1 : start + size + 1] = one.rows[:, start : start + size].cumsum(axis=1)
    c = np.arange(200)
    sums = prefix[:, np.minimum(c + 10, 200)] - prefix[:, np.maximum(c - 9, 0)]
    assert one.told(sums) == mistake("scan_begins_again", size=size)


def test_the_working_names_the_window() -> None:
    working = Rows(rows=2, cols=20, radius=3).prepared.regions[0].working
    assert working is not None
    assert working(0, 1, 1)[0] == "out[1][1] = in[1][0] + ... + in[1][4]"


@pytest.mark.parametrize(
    "dims", [{"rows": 1, "cols": 1025, "radius": 1}, {"rows": 1, "cols": 8}, {"rows": 1, "cols": 8, "radius": -1}]
)
def test_a_senseless_case_is_refused(dims: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        BoxSumsCase.model_validate(dims)
