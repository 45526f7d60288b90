"""The maximum of a vector and of what is there, and the sum by the last block: right ones pass, slips are told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from grader.problems import PROBLEMS
from grader.problems.base import Geometry, Mistake, Prepared, mistake
from grader.problems.diagnosis import diagnose
from grader.problems.one_number import MaximumCase, SumCase
from tests.problems.diagnosing import ran
from tests.problems.test_judgement import as_fp16, buffers
from tests.tiers import examples

MAXIMUM, SUM = PROBLEMS["maximum"], PROBLEMS["block_sum"]
TICKET, OUT = 2, 3
GEOMETRY = Geometry((8, 1, 1), (256, 1, 1))
SIGNS = st.sampled_from(["both", "negative", "minus_zero"])
VALUES = st.sampled_from(["integers", "floats"])


def maximum(seed: int = 3, **dims: Any) -> Prepared:
    return MAXIMUM.arguments(MaximumCase.model_validate(dims), np.random.default_rng(seed))


def summed(seed: int = 3, **dims: Any) -> Prepared:
    return SUM.arguments(SumCase.model_validate(dims), np.random.default_rng(seed))


def left(of: Prepared, number: float) -> dict[int, Any]:
    return buffers(of) | {1: np.array([number], np.float32)}


@examples(60)
@given(st.integers(0, 2**32), st.integers(0, 300), SIGNS, VALUES, st.sampled_from(["small", "largest"]))
def test_the_right_maximum_passes_and_another_element_does_not(
    seed: int, n: int, signs: str, values: str, before: str
) -> None:
    of = maximum(seed, n=n, signs=signs, values=values, before=before)
    numbers = np.sort(np.append(of.buffers[0].original, of.buffers[1].original))
    assert MAXIMUM.judge(of, left(of, numbers[-1])).passed
    if n:
        assert numbers[-1] > numbers[-2]
        assert not MAXIMUM.judge(of, left(of, numbers[-2])).passed


def test_minus_zero_is_the_largest_of_negative_numbers_and_zero_is_as_good() -> None:
    of = maximum(n=50, signs="minus_zero")
    largest = of.buffers[0].original.max()
    assert largest == 0 and np.signbit(of.buffers[0].original[of.buffers[0].original.argmax()])
    assert all(MAXIMUM.judge(of, left(of, zero)).passed for zero in (0.0, -0.0))


def test_the_largest_may_be_last() -> None:
    assert maximum(n=100, largest="last").buffers[0].original.argmax() == 99


def told(family: Any, cases: list[Prepared], outputs: list[dict[int, Any]], region: int = 0) -> Mistake | None:
    """One number alone may be chance: a mistake is told of several cases."""
    runs = [ran(family, of, after, GEOMETRY) for of, after in zip(cases, outputs, strict=True)]
    return next(iter(diagnose(runs, region)), None)


def test_slips_of_a_maximum_are_told_by_name() -> None:
    cases = [maximum(seed, n=40 + seed, values="floats", signs="negative") for seed in range(5)]
    numbers = [np.append(of.buffers[0].original, of.buffers[1].original) for of in cases]
    for slip, expected in (
        (np.min, "minimum"),
        (lambda x: 0.0, "all_zero"),
        (lambda x: np.abs(x).max(), "largest_of_any_sign"),
        (lambda x: x[-2], "last_term_only"),
    ):
        found = told(MAXIMUM, cases, [left(of, slip(x)) for of, x in zip(cases, numbers, strict=True)])
        assert found is not None and found.key.replace("zero_for_maximum", "all_zero") == expected


def by_bits(of: Prepared, kind: Any) -> dict[int, Any]:
    numbers = np.append(of.buffers[0].original, of.buffers[1].original)
    return left(of, numbers[numbers.view(kind).argmax()])


def test_the_order_of_bits_is_told_by_name() -> None:
    cases = [maximum(seed, n=40, values="floats", signs=sign) for seed in range(3) for sign in ("both", "negative")]
    assert told(MAXIMUM, cases, [by_bits(of, np.int32) for of in cases]) == mistake("bits_compared")
    found = told(MAXIMUM, cases, [by_bits(of, np.uint32) for of in cases])
    assert found in (mistake("minimum"), mistake("unsigned_bits_compared"))


# ---- the sum by the last block


def finished(of: Prepared, total: float, ticket: int = 0) -> dict[int, Any]:
    return buffers(of) | {OUT: np.array([total], np.float32), TICKET: np.array([ticket], np.uint32)}


@examples(60)
@given(st.integers(0, 2**32), st.integers(0, 3000), VALUES)
def test_a_right_sum_passes_and_a_missing_term_does_not(seed: int, n: int, values: str) -> None:
    of = summed(seed, n=n, values=values)
    terms = of.buffers[0].original
    assert SUM.judge(of, finished(of, float(np.add.reduce(terms, dtype=np.float32)))).passed
    assert not SUM.judge(of, finished(of, float(terms.sum(dtype=np.float64)) + 0.5)).passed


def test_a_ticket_that_stays_is_wrong_and_partial_sums_may_be_anything() -> None:
    of = summed(n=100)
    right = float(of.buffers[0].original.sum())
    after = finished(of, right) | {1: np.full(1024, 7, np.float32)}
    assert SUM.judge(of, after).passed
    assert not SUM.judge(of, finished(of, right, ticket=8)).passed
    cases = [summed(seed, n=500) for seed in range(4)]
    outputs = [finished(of, float(of.buffers[0].original.sum()), 8) for of in cases]
    assert told(SUM, cases, outputs, region=1) == mistake("ticket_left")


def test_terms_rounded_to_fp16_fail() -> None:
    caught = 0
    for seed in range(20):
        of = summed(seed, n=200, values="floats")
        terms = of.buffers[0].original.astype(np.float32)
        caught += not SUM.judge(of, finished(of, float(as_fp16(terms.copy()).astype(np.float64).sum()))).passed
    assert caught >= 17


def test_two_large_elements_cancel_and_orders_differ() -> None:
    of = summed(n=4000, values="floats", cancelling=True)
    terms = of.buffers[0].original.astype(np.float32)
    forward, backward = (np.add.accumulate(x, dtype=np.float32)[-1] for x in (terms, terms[::-1]))
    assert forward != backward
    assert all(SUM.judge(of, finished(of, float(each))).passed for each in (forward, backward))


def test_slips_of_a_sum_are_told_by_name() -> None:
    cases = [summed(seed, n=2500 + 300 * seed) for seed in range(5)]
    of_block = [np.arange(of.buffers[0].original.size) // 256 % 8 for of in cases]
    for slip, expected in (
        (lambda terms, block: terms[block == 0].sum(), mistake("first_block_only")),
        (lambda terms, block: terms[block == 7].sum(), mistake("last_block_only")),
        (lambda terms, block: terms[block < 7].sum(), mistake("last_partial_missing")),
        (lambda terms, block: terms[:2048].sum(), mistake("no_loop")),
    ):
        totals = [float(slip(of.buffers[0].original, block)) for of, block in zip(cases, of_block, strict=True)]
        found = told(SUM, cases, [finished(of, total) for of, total in zip(cases, totals, strict=True)])
        assert found == expected


@pytest.mark.parametrize(
    ("model", "dims"),
    [
        (MaximumCase, {"n": -1}),
        (MaximumCase, {"n": 4, "signs": "positive"}),
        (SumCase, {"n": 2**20 + 1}),
        (SumCase, {"n": 2**14 + 1, "values": "floats"}),
        (SumCase, {"n": 100, "cancelling": True}),
        (SumCase, {"n": 2, "cancelling": True, "values": "floats"}),
    ],
)
def test_a_senseless_case_is_refused(model: Any, dims: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        model.model_validate(dims)
