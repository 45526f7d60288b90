"""Rounding to TF32, bit for bit: whatever rounds otherwise is refused, and told by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from grader.launch import Array
from grader.problems import PROBLEMS
from grader.problems.base import Mistake, mistake
from tests.problems.diagnosing import diagnosed
from tests.tiers import examples

FAMILY = PROBLEMS["tf32_rounding"]
Float32 = NDArray[np.float32]


class Rounding:
    """One prepared case: its values, and what is said of a result."""

    def __init__(self, seed: int = 3, **dims: Any) -> None:
        self.case = FAMILY.case_model.model_validate({"n": 200} | dims)
        self.prepared = FAMILY.arguments(self.case, np.random.default_rng(seed))
        self.x: Float32 = self.prepared.buffers[0].original

    def right(self) -> Float32:
        """By another way: the nearer of the two neighbours, in exact arithmetic."""
        found = []
        for x in self.x.astype(np.float64):
            unit = 2.0 ** (np.frexp(abs(x))[1] - 11)
            low = np.floor(abs(x) / unit) * unit
            found.append(np.copysign(low if abs(x) - low < unit / 2 else low + unit, x))
        return np.array(found, np.float32)

    def outputs(self, out: NDArray[Any]) -> dict[int, Array]:
        return {0: self.x.copy(), 1: np.asarray(out, np.float32)}

    def passed(self, out: NDArray[Any]) -> bool:
        return FAMILY.judge(self.prepared, self.outputs(out)).passed

    def told(self, out: NDArray[Any]) -> Mistake | None:
        return diagnosed(FAMILY, self.prepared, self.outputs(out))


@examples(40)
@given(st.integers(0, 2**32), st.integers(1, 60), st.sampled_from(["integers", "floats"]))
def test_the_nearest_passes_and_nothing_else(seed: int, n: int, values: str) -> None:
    rounding = Rounding(seed, n=n, values=values)
    right = rounding.right()
    assert rounding.passed(right)
    place = seed % n
    for direction in (np.float32(np.inf), np.float32(-np.inf)):
        out = right.copy()
        out[place] = np.nextafter(out[place], direction)
        assert not rounding.passed(out)


def bits_of(values: Float32, more: int | NDArray[np.uint32], mask: int) -> Float32:
    return (values.view(np.uint32) + np.asarray(more, np.uint32) & np.uint32(mask)).view(np.float32)


@pytest.mark.parametrize("values", ["integers", "floats"])
def test_other_roundings_are_told_by_name(values: str) -> None:
    rounding = Rounding(values=values)
    x, bits = rounding.x, rounding.x.view(np.uint32)
    ten = 0xFFFFE000
    assert rounding.told(x) == mistake("copied", name="in")
    assert rounding.told(bits_of(x, 0, ten)) == mistake("cut_off")
    assert rounding.told(bits_of(x, 0x0FFF + (bits >> np.uint32(13) & np.uint32(1)), ten)) == mistake("ties_to_even")
    assert rounding.told(bits_of(x, 0x0FFF, ten)) == mistake("ties_towards_zero")
    assert rounding.told(bits_of(x, 0x1000 - (bits >> np.uint32(31)), ten)) == mistake("ties_upwards")
    assert rounding.told(bits_of(x, 0x1FFF, ten)) == mistake("away_from_zero")
    assert rounding.told(bits_of(x, 0x1000, 0xFFFFFFFF)) == mistake("bits_left_behind")
    assert rounding.told(bits_of(x, 0x2000, ten)) == mistake("always_one_more")
    assert rounding.told(bits_of(x, 0x8000, 0xFFFF0000)) == mistake("bits_kept", kept=7)
    assert rounding.told(bits_of(x, 0x0800, 0xFFFFF000)) == mistake("bits_kept", kept=11)


def test_fp16_is_told_by_its_range() -> None:
    rounding = Rounding(values="floats")
    with np.errstate(over="ignore"):
        half = rounding.x.astype(np.float16).astype(np.float32)
    assert np.isinf(half).any() and (half == 0).any()
    assert rounding.told(half) == mistake("through_half")


def test_a_quarter_of_the_values_are_ties_and_none_is_zero() -> None:
    values = Rounding(n=800, values="floats").x
    low = values.view(np.uint32) & np.uint32(0x1FFF)
    assert np.count_nonzero(low == 0x1000) >= 200
    assert values.all() and np.isfinite(values).all()
    assert np.abs(values).min() > 2.0**-101 and np.abs(values).max() < 2.0**61


def test_the_working_names_the_input() -> None:
    rounding = Rounding()
    (region,) = rounding.prepared.regions
    assert region.working is not None
    assert region.working(0, 0, 7) == ("out[7] = tf32(in[7])", f"tf32({rounding.x[7]:.9g})")
