"""The 7-point stencil beside sums taken term by term; slips with planes, axes and halos are told by name."""

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
from grader.problems.stencil import VolumeCase
from tests.problems.diagnosing import diagnosed
from tests.problems.test_judgement import as_fp16, buffers
from tests.tiers import examples

Floats = NDArray[np.float64]
FAMILY = PROBLEMS["stencil_7"]
BLOCK = Geometry((2, 2, 1), (8, 4, 1))
STEPS = {"left": (0, 0, -1), "right": (0, 0, 1), "above": (0, -1, 0), "below": (0, 1, 0), "behind": (-1, 0, 0),
         "ahead": (1, 0, 0)}  # fmt: skip


class Volume:
    """One prepared case: its volume and weights, and what the judge says of results."""

    def __init__(self, seed: int = 3, **dims: Any) -> None:
        self.case = VolumeCase.model_validate(dims)
        self.prepared = FAMILY.arguments(self.case, np.random.default_rng(seed))
        self.volume = self.prepared.buffers[0].original.astype(np.float64).reshape(self.case.shape)
        (symbol,) = self.prepared.symbols
        self.weights = np.asarray(symbol.value, np.float64)

    def outputs(self, result: Floats) -> dict[int, Any]:
        return buffers(self.prepared) | {1: result.astype(np.float32).ravel()}

    def passed(self, result: Floats) -> bool:
        return FAMILY.judge(self.prepared, self.outputs(result)).passed

    def told(self, result: Floats) -> Mistake | None:
        return diagnosed(FAMILY, self.prepared, self.outputs(result), BLOCK)

    def term(self, side: str) -> Floats:
        """The part of one neighbour."""
        weight = self.weights[{"left": 1, "right": 1, "above": 2, "below": 2}.get(side, 3)]
        result = np.zeros_like(self.volume)
        for place in np.ndindex(*self.volume.shape):
            there = tuple(p + s for p, s in zip(place, STEPS[side], strict=True))
            if all(0 <= t < n for t, n in zip(there, self.volume.shape, strict=True)):
                result[place] = weight * self.volume[there]
        return result

    def right(self) -> Floats:
        result: Floats = self.weights[0] * self.volume + sum(self.term(side) for side in STEPS)
        return result


@examples(40)
@given(st.integers(0, 2**32), st.integers(1, 9), st.integers(1, 6), st.integers(1, 5),
       st.sampled_from(["integers", "floats"]))  # fmt: skip
def test_right_sums_pass_and_one_wrong_sum_does_not(seed: int, nx: int, ny: int, nz: int, values: str) -> None:
    one = Volume(seed, nx=nx, ny=ny, nz=nz, values=values)
    right = one.right()
    assert one.passed(right)
    assert not FAMILY.judge(one.prepared, buffers(one.prepared)).passed
    right.flat[seed % right.size] += 0.01
    assert not one.passed(right)


@examples(30)
@given(st.integers(0, 2**32), st.sampled_from(["integers", "floats"]))
def test_no_two_weights_are_alike(seed: int, values: str) -> None:
    one = Volume(seed, nx=2, ny=2, nz=2, values=values)
    assert len(set(one.weights)) == 4


def test_elements_rounded_to_fp16_fail() -> None:
    one = Volume(nx=9, ny=8, nz=7, values="floats")
    assert not one.passed(as_fp16(one.right()))


def test_slips_are_told_by_name() -> None:
    one = Volume(nx=19, ny=11, nz=5)
    right = one.right()
    behind, ahead = one.term("behind"), one.term("ahead")
    later = np.arange(5)[:, None, None] > 0
    assert one.told(right - behind) == mistake("plane_behind_missing")
    assert one.told(right - ahead) == mistake("plane_ahead_missing")
    assert one.told(right - ahead - behind) == mistake("planes_missing")
    own = np.where(later, one.weights[3] * one.volume, 0.0)
    assert one.told(right - behind + own) == mistake("registers_in_wrong_order")
    across = (one.term("left") + one.term("right")) / one.weights[1]
    down = (one.term("above") + one.term("below")) / one.weights[2]
    exchanged = right + (one.weights[2] - one.weights[1]) * (across - down)
    assert one.told(exchanged) == mistake("weights_exchanged", one="x", other="y")


@pytest.mark.parametrize(
    ("key", "sides"),
    [("halo_left_missing", "left"), ("halo_below_missing", "below"), ("halo_sides_missing", "left right"),
     ("halo_missing", "left right above below")],
)  # fmt: skip
def test_a_halo_that_is_missing_is_told_by_name(key: str, sides: str) -> None:
    one = Volume(nx=19, ny=11, nz=3)
    x, y = np.arange(19) % 8, (np.arange(11) % 4)[:, None]
    at = {"left": x == 0, "right": x == 7, "above": y == 0, "below": y == 3}
    lost = sum(np.where(at[side], one.term(side), 0.0) for side in sides.split())
    assert one.told(one.right() - lost) == mistake(key, cols=8, rows=4)


def test_a_wrong_element_is_told_with_its_plane() -> None:
    one = Volume(nx=5, ny=4, nz=3)
    result = one.right()
    result[2, 1, 3] += 1
    (found,) = FAMILY.judge(one.prepared, one.outputs(result)).mismatches
    assert (found.matrix, found.row, found.column) == (2, 1, 3)
    working = one.prepared.regions[0].working
    assert working is not None
    assert working(2, 1, 3)[0].startswith("out[2][1][3] = weight[0] * in[2][1][3] + weight[1] * (left + right)")


@pytest.mark.parametrize("dims", [{"nx": 0, "ny": 1, "nz": 1}, {"nx": 4, "ny": 4}, {"nx": 4096, "ny": 4096, "nz": 32}])
def test_a_senseless_case_is_refused(dims: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        VolumeCase.model_validate(dims)
