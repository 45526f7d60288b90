"""Ranks within a warp: exact, told by name where the wrong lanes were counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from grader.problems import PROBLEMS
from grader.problems.base import Geometry, Mistake, mistake
from tests.problems.diagnosing import diagnosed
from tests.problems.test_judgement import buffers
from tests.tiers import examples

FAMILY = PROBLEMS["warp_ranks"]
LAUNCH = Geometry((4, 1, 1), (128, 1, 1))


def prepared(n: int, seed: int = 3, values: str = "integers") -> Any:
    return FAMILY.arguments(FAMILY.case_model.model_validate({"n": n, "values": values}), np.random.default_rng(seed))


def ranked(x: NDArray[Any], rank: Callable[[int, list[bool]], int]) -> NDArray[np.int32]:
    """Warp by warp, lane by lane."""
    out = np.full(x.size, -1, np.int32)
    for start in range(0, x.size, 32):
        holds = [bool(v > 0) for v in x[start : start + 32]]
        for lane in range(len(holds)):
            if holds[lane]:
                out[start + lane] = rank(lane, holds)
    return out


def right(lane: int, holds: list[bool]) -> int:
    return sum(holds[:lane])


@examples(50)
@given(st.integers(0, 2**32), st.integers(1, 150), st.sampled_from(["integers", "floats"]))
def test_right_ranks_pass_and_one_wrong_one_does_not(seed: int, n: int, values: str) -> None:
    made = prepared(n, seed, values)
    out = ranked(made.buffers[0].original, right)
    assert FAMILY.judge(made, buffers(made) | {1: out}).passed
    out[seed % n] += 1
    (found,) = FAMILY.judge(made, buffers(made) | {1: out}).mismatches
    assert (found.buffer, found.wrong, found.column) == ("rank", 1, seed % n)


def test_somebody_holds_and_zeros_are_among_the_integers() -> None:
    for seed in range(20):
        assert prepared(1, seed).buffers[0].original[0] > 0
    assert (prepared(300).buffers[0].original == 0).any()


def test_no_elements_are_no_mistake() -> None:
    made = prepared(0)
    assert FAMILY.judge(made, buffers(made)).passed


SLIPS: dict[str, tuple[Mistake, Callable[[int, list[bool]], int]]] = {
    "itself": (mistake("itself_counted"), lambda lane, holds: sum(holds[: lane + 1])),
    "above": (mistake("counted_above"), lambda lane, holds: sum(holds[lane + 1 :])),
    "all": (mistake("all_holders_counted"), lambda _, holds: sum(holds)),
    "lanes": (mistake("lanes_for_holders"), lambda lane, _: lane),
}


@pytest.mark.parametrize("n", [320, 300])
@pytest.mark.parametrize("slip", SLIPS)
def test_a_wrong_mask_is_told_by_name(slip: str, n: int) -> None:
    made = prepared(n)
    name, rank = SLIPS[slip]
    assert diagnosed(FAMILY, made, buffers(made) | {1: ranked(made.buffers[0].original, rank)}, LAUNCH) == name


def test_a_wrong_condition_and_a_wrong_group_are_told_by_name() -> None:
    made = prepared(320)
    x = made.buffers[0].original

    def told(out: NDArray[Any]) -> Mistake | None:
        return diagnosed(FAMILY, made, buffers(made) | {1: out.astype(np.int32)}, LAUNCH)

    assert told(ranked(x + 0.5, right)) == mistake("zero_holds")
    assert told(ranked(-x + 0.5, right)) == mistake("others_ranked")
    assert told(np.full(320, -1)) == mistake("nobody_ranked")
    before = np.concatenate([np.cumsum(w > 0) - (w > 0) for w in np.split(x, 10)])
    assert told(before) == mistake("everybody_ranked")
    blocks = np.concatenate([np.cumsum(w > 0) - (w > 0) for w in np.split(x, [128, 256])])
    assert told(np.where(x > 0, blocks, -1)) == mistake("counted_across_block")


def test_the_working_counts_from_the_start_of_the_warp() -> None:
    made = prepared(64)
    x, working = made.buffers[0].original, made.regions[0].working
    holder = next(i for i in range(33, 64) if x[i] > 0)
    names, _ = working(0, 0, holder)
    assert names.startswith(f"rank[{holder}] = (in[32] > 0)")
    other = next(i for i in range(64) if x[i] <= 0)
    assert working(0, 0, other)[0] == f"rank[{other}] = -1"
