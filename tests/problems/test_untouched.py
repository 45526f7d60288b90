"""A kernel that does nothing, or stores zeros, is not right by luck: cases of a single result tell it, too."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.problems import PROBLEMS
from grader.problems.filling import random_terms
from tests.problems.test_judgement import buffers
from tests.tiers import examples

SEEDS = st.integers(0, 2**32)
VALUES = st.sampled_from(["integers", "floats"])


def judged(family: str, seed: int, after: dict[int, Any] | None = None, **dims: Any) -> bool:
    """Whether what memory holds before the launch passes, but for `after`."""
    problem = PROBLEMS[family]
    of = problem.arguments(problem.case_model.model_validate(dims), np.random.default_rng(seed))
    return problem.judge(of, buffers(of) | (after or {})).passed


@examples(100)
@given(SEEDS, st.integers(1, 5000), VALUES)
def test_a_sum_that_nobody_made_is_wrong(seed: int, n: int, values: Any) -> None:
    terms = random_terms(np.random.default_rng(seed), n, values).astype(np.float64)
    assert terms.size == n and abs(terms.sum()) > 0.1 * np.sqrt(n) * terms.std()
    assert not judged("block_sum", seed, n=n, values=values)
    assert not judged("vector_sum", seed, {1: np.zeros(1, np.float32)}, n=n, values="integers")


@pytest.mark.parametrize("n", [4000, 5000])
def test_two_large_terms_hide_no_sum(n: int) -> None:
    assert not any(judged("block_sum", seed, n=n, values="floats", cancelling=True) for seed in range(60))


def test_a_million_terms_have_a_sum_soon() -> None:
    assert random_terms(np.random.default_rng(5), 2**20, "floats").size == 2**20
    assert random_terms(np.random.default_rng(5), 0, "floats").size == 0


SCALARS = st.sampled_from([0.0, 0.5, -0.5, 1.0, -1.0, 2.0])


@examples(200)
@given(SEEDS, st.integers(1, 3), SCALARS.filter(bool), SCALARS)
def test_a_single_element_of_c_that_stays_is_wrong(seed: int, k: int, alpha: float, beta: float) -> None:
    c_may_stay = beta == 1 and k > 1  # where the sum is 0
    assert c_may_stay or not judged("sgemm", seed, M=1, N=1, K=k, alpha=alpha, beta=beta)


def test_a_product_is_not_what_was_there() -> None:
    assert not any(judged("sgemm", seed, M=1, N=1, K=1, alpha=-0.5) for seed in range(200))
