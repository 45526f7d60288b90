"""Values, slopes and clamped places of a polynomial: right results pass, nothing else does, slips are told by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.problems import PROBLEMS
from grader.problems.base import Geometry, mistake
from grader.problems.polynomials import COEFFICIENTS, SLOPE, even_integers
from tests.problems.diagnosing import diagnosed, diagnosed_all
from tests.problems.test_judgement import as_fp16, as_tf32, buffers
from tests.tiers import examples

BOTH, CLAMPED = PROBLEMS["value_and_slope"], PROBLEMS["clamped_curve"]
LAUNCH = Geometry((4, 1, 1), (64, 1, 1))
KINDS = ["integers", "floats"]

Floats = NDArray[np.float32]


def horner(coefficients: NDArray[np.float64], x: Floats, fused: bool = True) -> Floats:
    """In single precision, with a product and a sum rounded once or each."""
    result = np.zeros_like(x)
    for c in coefficients[::-1]:
        wide = result.astype(np.float64) * x
        result = (wide + c if fused else wide.astype(np.float32) + np.float32(c)).astype(np.float32)
    return result


def prepared(family: Any, seed: int = 3, **dims: Any) -> Any:
    return family.arguments(family.case_model.model_validate(dims), np.random.default_rng(seed))


def left(made: Any, *outputs: Floats) -> dict[int, Any]:
    return buffers(made) | {1 + n: out for n, out in enumerate(outputs)}


@examples(40)
@given(st.integers(0, 2**32), st.integers(1, 200), st.sampled_from(KINDS), st.booleans())
def test_right_results_pass_and_one_wrong_one_does_not(seed: int, n: int, values: str, fused: bool) -> None:
    made = prepared(BOTH, seed, n=n, values=values)
    x = made.buffers[0].original
    value, slope = horner(COEFFICIENTS, x, fused), horner(SLOPE, x, fused)
    assert BOTH.judge(made, left(made, value, slope)).passed
    slope[seed % n] += 0.01 * (1 + abs(slope[seed % n]))
    (found,) = BOTH.judge(made, left(made, value, slope)).mismatches
    assert (found.buffer, found.wrong, found.column) == ("slope", 1, seed % n)


@examples(40)
@given(st.integers(0, 2**32), st.integers(1, 200), st.sampled_from(KINDS), st.booleans())
def test_right_clamped_results_pass(seed: int, n: int, values: str, fused: bool) -> None:
    low, high = (-2, 3) if values == "integers" else (-0.5, 0.25)
    made = prepared(CLAMPED, seed, n=n, values=values, low=low, high=high)
    x = np.clip(made.buffers[0].original, np.float32(low), np.float32(high))
    assert CLAMPED.judge(made, left(made, horner(COEFFICIENTS, x, fused))).passed
    assert not CLAMPED.judge(made, buffers(made)).passed


@pytest.mark.parametrize("lower", [as_fp16, as_tf32])
def test_places_of_less_precision_fail(lower: Any) -> None:
    made = prepared(BOTH, n=500, values="floats")
    x = lower(made.buffers[0].original)
    assert not BOTH.judge(made, left(made, horner(COEFFICIENTS, x), horner(SLOPE, x))).passed


@pytest.mark.parametrize("count", [32, 100, 1])
def test_every_warp_has_each_integer_equally_often(count: int) -> None:
    values = even_integers(np.random.default_rng(5), count)
    assert values.size == count and values.dtype == np.float32
    for start in range(0, count // 32 * 32, 32):
        assert sorted(values[start : start + 32]) == sorted([-4, -3, -2, -1, 1, 2, 3, 4] * 4)


def test_jobs_that_go_by_single_lanes_are_told() -> None:
    made = prepared(BOTH, n=128)
    x, i = made.buffers[0].original, np.arange(128)
    for key, job in (("every_second_only", i % 2), ("half_of_warp_only", i % 32 // 16)):
        outputs = buffers(made)
        outputs[1][job == 0] = horner(COEFFICIENTS, x)[job == 0]
        outputs[2][job == 1] = horner(SLOPE, x)[job == 1]
        assert set(diagnosed_all(BOTH, made, outputs, LAUNCH).values()) == {mistake(key)}


def test_results_in_the_wrong_array_are_told() -> None:
    made = prepared(BOTH, n=100)
    x = made.buffers[0].original
    told = diagnosed_all(BOTH, made, left(made, horner(SLOPE, x), horner(COEFFICIENTS, x)), LAUNCH)
    assert told == {name: mistake("results_exchanged", name=other) for name, other in
                    (("value", "slope"), ("slope", "value"))}  # fmt: skip


SLIPS = {
    "not_clamped": (mistake("not_clamped"), lambda x: horner(COEFFICIENTS, x)),
    "low alone": (mistake("not_clamped", side="high"), lambda x: horner(COEFFICIENTS, np.maximum(x, -2))),
    "high alone": (mistake("not_clamped", side="low"), lambda x: horner(COEFFICIENTS, np.minimum(x, 3))),
    "exchanged": (mistake("bounds_exchanged"), lambda x: horner(COEFFICIENTS, np.minimum(np.maximum(x, 3), -2))),
    "result": (mistake("result_clamped"), lambda x: np.clip(horner(COEFFICIENTS, x), -2, 3)),
    "no curve": (mistake("only_clamped"), lambda x: np.clip(x, -2, 3)),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_classic_slip_of_the_clamp_is_told_by_name(slip: str) -> None:
    made = prepared(CLAMPED, n=96)
    name, kernel = SLIPS[slip]
    assert diagnosed(CLAMPED, made, left(made, kernel(made.buffers[0].original)), LAUNCH) == name


@pytest.mark.parametrize(
    "dims",
    [{"n": -1}, {"n": 4, "low": 3, "high": 3}, {"n": 4, "low": 0.5}, {"n": 4, "high": 9}, {"n": 4, "mid": 1}],
)
def test_a_senseless_case_is_refused(dims: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        CLAMPED.case_model.model_validate(dims)


def test_the_working_names_both_steps() -> None:
    made = prepared(CLAMPED, n=8)
    names, numbers = made.regions[0].working(0, 0, 3)
    assert names == "out[3] = curve(min(max(in[3], low), high))" and "in[3]" in numbers
    both = prepared(BOTH, n=8)
    assert "=" in both.regions[0].working(0, 0, 3)[0] and "slope[3]" in both.regions[1].working(0, 0, 3)[0]
