"""Run lengths: values, lengths and count, over blocks, and what goes wrong told by name."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.problems import PROBLEMS
from grader.problems.base import Geometry, Mistake, Prepared, mistake
from tests.problems.diagnosing import diagnosed_all
from tests.problems.test_judgement import buffers
from tests.tiers import examples

FAMILY = PROBLEMS["run_lengths"]
LAUNCH = Geometry((4, 1, 1), (64, 1, 1))
VALUES, LENGTHS, COUNT = 2, 4, 5
Mask = NDArray[np.bool_]


def prepared(n: int, seed: int = 3, runs: str = "short") -> Prepared:
    case = FAMILY.case_model.model_validate({"n": n, "chunk": 64, "runs": runs})
    made: Prepared = FAMILY.arguments(case, np.random.default_rng(seed))
    return made


def left(of: Prepared, runs: list[tuple[int, int]], count: int | None = None) -> dict[int, Any]:
    outputs = buffers(of)
    for r, (value, length) in enumerate(runs):
        outputs[VALUES][r], outputs[LENGTHS][r] = value, length
    outputs[COUNT][0] = len(runs) if count is None else count
    return outputs


def encoded(of: Prepared) -> list[tuple[int, int]]:
    return [(value, len(list(same))) for value, same in groupby(of.buffers[0].original.tolist())]


@examples(60)
@given(st.integers(1, 300), st.integers(0, 2**32), st.sampled_from(["short", "long", "one"]))
def test_right_runs_pass_and_one_wrong_length_does_not(n: int, seed: int, runs: str) -> None:
    of = prepared(n, seed, runs)
    right = encoded(of)
    assert FAMILY.judge(of, left(of, right)).passed
    at = seed % len(right)
    right[at] = (right[at][0], right[at][1] + 1)
    assert [(m.buffer, m.wrong, m.column) for m in FAMILY.judge(of, left(of, right)).mismatches] == [("lengths", 1, at)]


@examples(40)
@given(st.integers(1, 400), st.integers(0, 2**32), st.sampled_from(["short", "long", "one"]))
def test_before_counts_the_runs_that_begin_in_earlier_blocks(n: int, seed: int, runs: str) -> None:
    of = prepared(n, seed, runs)
    x, before = (of.buffers[k].original.tolist() for k in (0, 1))
    begins = [i for i in range(n) if i == 0 or x[i] != x[i - 1]]
    assert before == [sum(i < 64 * b for i in begins) for b in range(-(-n // 64))]


@examples(20)
@given(st.integers(130, 400), st.integers(0, 2**32), st.sampled_from(["short", "long"]))
def test_a_run_goes_on_into_block_1_and_another_begins_with_block_2(n: int, seed: int, runs: str) -> None:
    x = prepared(n, seed, runs).buffers[0].original
    assert x[63] == x[64] and x[127] != x[128]


def by_heads(of: Prepared, found: Callable[[NDArray[Any]], Mask]) -> dict[int, Any]:
    """What the kernel leaves that finds other heads: each block counts its own on from `before`."""
    x, before = (of.buffers[k].original for k in (0, 1))
    outputs, heads = buffers(of), found(x)
    starts = np.full(x.size + 1, -1)
    run = 0
    for block in range(before.size):
        run = int(before[block])
        for i in np.flatnonzero(heads[64 * block : 64 * block + 64]) + 64 * block:
            outputs[VALUES][run], starts[run] = x[i], i
            run += 1
    for r in range(min(run, x.size)):
        end = starts[r + 1] if r + 1 < run else x.size
        outputs[LENGTHS][r] = end - starts[r]
    outputs[COUNT][0] = run
    return outputs


def heads(x: NDArray[Any]) -> Mask:
    return np.append(True, x[1:] != x[:-1])


HEADS: dict[str, tuple[Mistake, Callable[[NDArray[Any]], Mask]]] = {
    "first": (mistake("first_run_missing"), lambda x: heads(x) & (np.arange(x.size) > 0)),
    "cut": (mistake("runs_cut", every=32), lambda x: heads(x) | (np.arange(x.size) % 32 == 0)),
    "cut at blocks": (mistake("runs_cut", every=64), lambda x: heads(x) | (np.arange(x.size) % 64 == 0)),
    "joined": (mistake("runs_joined", every=32), lambda x: heads(x) & ((np.arange(x.size) % 32 != 0) | (x == x[0]))),
    "ends": (mistake("tails_for_heads"), lambda x: np.append(x[1:] != x[:-1], True)),
}


@pytest.mark.parametrize("slip", HEADS)
def test_heads_that_are_found_wrongly_are_told_by_name(slip: str) -> None:
    of = prepared(200)
    name, found = HEADS[slip]
    told = diagnosed_all(FAMILY, of, by_heads(of, found), LAUNCH)
    assert told["values"] == name and told.get("lengths", name) == name


def test_right_heads_leave_right_runs() -> None:
    of = prepared(200)
    assert FAMILY.judge(of, by_heads(of, heads)).passed


LENGTHS_AFTER: dict[str, tuple[Mistake, Callable[[list[int]], list[int]]]] = {
    "starts": (mistake("starts_for_lengths"), lambda lengths: np.cumsum([0, *lengths])[:-1].tolist()),
    "neighbour": (mistake("length_of_neighbour"), lambda lengths: [0, *lengths[:-1]]),
    "one short": (mistake("lengths_off", by=-1), lambda lengths: [length - 1 for length in lengths]),
    "one long": (mistake("lengths_off", by=1), lambda lengths: [length + 1 for length in lengths]),
}


@pytest.mark.parametrize("slip", LENGTHS_AFTER)
def test_wrong_lengths_are_told_by_name(slip: str) -> None:
    of = prepared(200)
    name, made = LENGTHS_AFTER[slip]
    right = encoded(of)
    wrong = made([length for _, length in right])
    runs = [(value, length) for (value, _), length in zip(right, wrong, strict=True)]
    assert diagnosed_all(FAMILY, of, left(of, runs), LAUNCH) == {"lengths": name}


def test_a_last_run_left_out_is_told() -> None:
    of = prepared(200)
    right = encoded(of)
    told = diagnosed_all(FAMILY, of, left(of, right[:-1], count=len(right)), LAUNCH)
    assert told == {"values": mistake("last_run_missing"), "lengths": mistake("last_run_missing")}


@pytest.mark.parametrize("dims", [{}, {"n": 0, "chunk": 4}, {"n": 5}, {"n": 5, "chunk": 4, "runs": "many"}])
def test_a_senseless_case_is_refused(dims: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        FAMILY.case_model.model_validate(dims)
