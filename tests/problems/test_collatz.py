"""Collatz steps: exact, beyond 32 bits, slips told by name, and at scale."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.problems import PROBLEMS
from grader.problems.base import mistake
from grader.problems.collatz import CollatzCase, steps_from
from tests.problems.diagnosing import diagnosed
from tests.problems.test_bulk import Left, launched
from tests.problems.test_judgement import buffers
from tests.tiers import examples

FAMILY = PROBLEMS["collatz"]


def prepared(n: int, first: int = 1) -> Any:
    return FAMILY.arguments(CollatzCase.model_validate({"n": n, "first": first}), np.random.default_rng(0))


def steps(start: int) -> int:
    count = 0
    while start != 1:
        start = 3 * start + 1 if start % 2 else start // 2
        count += 1
    return count


def counted(n: int, first: int) -> NDArray[np.int32]:
    return np.array([steps(first + i) for i in range(n)], np.int32)


@examples(40)
@given(st.integers(1, 2**24 - 100), st.integers(1, 50), st.data())
def test_right_steps_pass_and_one_wrong_one_does_not(first: int, n: int, data: st.DataObject) -> None:
    made = prepared(n, first)
    out = counted(n, first)
    assert FAMILY.judge(made, {0: out}).passed
    at = data.draw(st.integers(0, n - 1))
    out[at] += 1
    (found,) = FAMILY.judge(made, {0: out}).mismatches
    assert (found.buffer, found.wrong, found.column) == ("steps", 1, at)


def test_known_numbers_of_steps() -> None:
    assert steps_from(np.array([1, 2, 3, 27, 97], np.int64)).tolist() == [0, 1, 7, 111, 118]


@pytest.mark.parametrize(("bits", "start"), [(31, 113_383), (32, 159_487)])
def test_where_values_leave_so_many_bits(bits: int, start: int) -> None:
    def highest(v: int) -> int:
        best = v
        while v != 1:
            v = 3 * v + 1 if v % 2 else v // 2
            best = max(best, v)
        return best

    assert highest(start) >= 2**bits
    assert all(highest(s) < 2**bits for s in range(start - 2000, start))


def test_slips_are_told_by_name() -> None:
    made = prepared(300, 9)

    def told(out: NDArray[np.int32]) -> Any:
        return diagnosed(FAMILY, made, {0: out})

    assert told(counted(300, 9) + 1) == mistake("steps_off", by=1)
    assert told(counted(300, 9) - 1) == mistake("steps_off", by=-1)
    assert told(counted(300, 10)) == mistake("another_start", by=1)
    assert told(counted(300, 8)) == mistake("another_start", by=-1)
    assert told(np.concatenate([[0], counted(299, 1)]).astype(np.int32)) == mistake("first_ignored")
    assert told(buffers(made)[0]) == mistake("nothing_written")


@pytest.mark.parametrize("dims", [{"n": 5, "first": 0}, {"n": 2**24}, {"n": 3, "values": "floats"}])
def test_a_senseless_case_is_refused(dims: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        CollatzCase.model_validate(dims)


def test_the_working_shows_the_way() -> None:
    assert prepared(8, 3).regions[0].working(0, 0, 0) == ("steps[0] = steps(3 + 0)", "7: 3, 10, 5, 16 ... 1")
    assert prepared(8, 1).regions[0].working(0, 0, 1) == ("steps[1] = steps(1 + 1)", "1: 2, 1")


def solved(n: int, first: int = 5) -> Left:
    left = launched("collatz", n=n, first=first)
    left.buffers[0] = steps_from(np.arange(first, first + n, dtype=np.int64)).view(np.float32)
    return left


@pytest.mark.parametrize("n", [0, 1, 1025, 20_000])
def test_at_scale_right_steps_are_accepted_and_a_wrong_one_is_not(n: int) -> None:
    left = solved(n)
    assert left.sampled() is None and left.whole() is None
    assert left.scalars() == {"first": 5, "n": n}
    if n:
        left.buffers[0].view(np.int32)[n - 1] += 1
        found = left.sampled()
        assert found is not None and (found.buffer, found.column) == ("steps", n - 1)
        assert found.got == found.expected + 1
