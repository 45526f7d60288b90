"""Temperatures: every right result passes, nothing else does, and classic slips are told by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.problems import PROBLEMS
from grader.problems.base import Geometry, Judgement, Mistake, mistake
from grader.problems.vectors import VectorCase
from tests.problems.diagnosing import diagnosed, found_facts, said
from tests.problems.test_judgement import as_fp16, buffers
from tests.tiers import examples

FAMILY = PROBLEMS["temperatures"]

Floats = NDArray[np.float32]


class Temperatures:
    """One prepared case, and what the judge says of outputs."""

    def __init__(self, seed: int = 3, **dims: Any) -> None:
        self.prepared = FAMILY.arguments(VectorCase.model_validate(dims), np.random.default_rng(seed))
        self.celsius: Floats = self.prepared.buffers[0].original

    def right(self) -> Floats:
        return np.float32(1.8) * self.celsius + np.float32(32)

    def outputs(self, out: Any) -> dict[int, Any]:
        return buffers(self.prepared) | {1: np.asarray(out).astype(np.float32)}

    def judged(self, out: Any) -> Judgement:
        return FAMILY.judge(self.prepared, self.outputs(out))

    def told(self, out: Any) -> Mistake | None:
        return diagnosed(FAMILY, self.prepared, self.outputs(out), Geometry((4, 1, 1), (64, 1, 1)))


@pytest.mark.parametrize("values", ["integers", "floats"])
@pytest.mark.parametrize("n", [0, 1, 33, 256])
def test_single_and_double_precision_pass(n: int, values: str) -> None:
    """Rounded at every step, or once at the end: the check of machine code tells the two apart, not this one."""
    case = Temperatures(n=n, values=values)
    assert case.judged(case.right()).passed
    assert case.judged(1.8 * case.celsius.astype(np.float64) + 32).passed


@examples(40)
@given(st.integers(0, 2**32), st.integers(1, 300), st.data())
def test_one_other_element_fails_and_is_named(seed: int, n: int, data: Any) -> None:
    case = Temperatures(seed, n=n)
    out, i = case.right(), data.draw(st.integers(0, n - 1))
    out[i] += data.draw(st.sampled_from([-1, 1, 1000]))
    (found,) = case.judged(out).mismatches
    assert (found.buffer, found.wrong, found.column) == ("fahrenheit", 1, i)


@pytest.mark.parametrize("values", ["integers", "floats"])
def test_each_slip_is_told_by_name(values: str) -> None:
    case = Temperatures(n=250, values=values)
    wide = case.celsius.astype(np.float64)
    assert case.told(wide) == mistake("copied", name="celsius")
    assert case.told(wide + 32) == mistake("factor_truncated", name="1.8")
    assert case.told(1.8 * (wide + 32)) == mistake("factor_for_everything", name="1.8")
    assert case.told(1.8 * wide) == mistake("addend_missing", name="32")
    assert case.told(1.8 * wide - 32) == mistake("addend_subtracted", name="32")
    assert case.told(1.8 * wide + 32 + np.arange(250) % 7) is None


def test_elements_that_nobody_wrote_are_found() -> None:
    case = Temperatures(n=100)
    out = case.right()
    out[40:] = buffers(case.prepared)[1][40:]
    assert found_facts(FAMILY, case.prepared, case.outputs(out))[0] == mistake("not_written", count=60)


def test_the_first_wrong_element_is_worked_out() -> None:
    case = Temperatures(n=20)
    out = case.right()
    out[7] = 0
    assert "7" in said(case.judged(out), "en")
    (region,) = case.prepared.regions
    assert region.working is not None
    formula, numbers = region.working(0, 0, 7)
    assert formula == "fahrenheit[7] = 1.8 * celsius[7] + 32"
    assert numbers.startswith("1.8 * ") and numbers.endswith(" + 32")


def test_values_that_went_through_half_precision_fail() -> None:
    case = Temperatures(n=200, values="floats")
    assert not case.judged(as_fp16(case.right())).passed


@pytest.mark.parametrize("dims", [{}, {"n": -1}, {"n": 2.0}])
def test_a_senseless_case_is_refused(dims: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        VectorCase.model_validate(dims)
