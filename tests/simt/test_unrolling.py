"""An unrolled loop does every round of every lane once, in order, and lanes meet where the machine's copies are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.simt.unrolling import is_unrolled, places
from grader.toolchain.program import MachineInstruction


@given(rounds=st.lists(st.integers(0, 70), min_size=1, max_size=32))
def test_every_lane_does_its_rounds_once_and_in_order(rounds: list[int]) -> None:
    done = np.stack([*places(np.array(rounds)), np.full(len(rounds), -1)])
    for lane, count in enumerate(rounds):
        assert done[done[:, lane] >= 0, lane].tolist() == list(range(count))


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        ([5, 7], [[0, 0], [1, 1], [2, 2], [3, 3], [-1, 4], [-1, 5], [4, 6]]),
        ([1, 2], [[-1, 0], [-1, 1], [0, -1]]),
        ([0, 0], []),
    ],
)
def test_chunks_of_four_then_two_then_one(rounds: list[int], expected: list[list[int]]) -> None:
    assert [turn.tolist() for turn in places(np.array(rounds))] == expected


@pytest.mark.parametrize(
    ("addresses", "branches", "expected"),
    [
        ([16, 32, 48, 64, 112, 128, 160], [80, 144, 176], True),  # 4, 2, 1
        ([16, 32, 48, 64, 112, 128, 160], [80], True),  # 4, then 2 and 1 under predicates
        ([0, 32, 48, 64, 80, 112, 128, 160], [16, 96, 144], True),  # one for a counter that wraps around
        ([16, 32, 48, 64], [80], False),
        ([16], [], False),
        ([], [], False),
    ],
)
def test_what_is_taken_for_the_copies_of_an_unrolled_loop(
    addresses: list[int], branches: list[int], expected: bool
) -> None:
    assert is_unrolled([MachineInstruction(a, "LDG", 4) for a in addresses], branches) is expected
