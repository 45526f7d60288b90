"""Small transposes: exact, and rounds that are missing are told by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from grader.problems import PROBLEMS
from grader.problems.base import Geometry, Mistake, mistake
from grader.problems.transposes_8x8 import EDGE, exchanged
from tests.problems.diagnosing import diagnosed
from tests.problems.test_judgement import buffers
from tests.tiers import examples

FAMILY = PROBLEMS["transposes_8x8"]
LAUNCH = Geometry((2, 1, 1), (64, 1, 1))


def prepared(n: int, seed: int = 3, values: str = "integers") -> Any:
    return FAMILY.arguments(FAMILY.case_model.model_validate({"n": n, "values": values}), np.random.default_rng(seed))


def matrices(made: Any) -> NDArray[np.float32]:
    return made.buffers[0].original.reshape(-1, EDGE, EDGE).copy()


def after(made: Any, out: NDArray[Any]) -> dict[int, Any]:
    return buffers(made) | {1: np.ascontiguousarray(out, np.float32).ravel()}


@examples(30)
@given(st.integers(0, 2**32), st.integers(1, 9), st.sampled_from(["integers", "floats"]))
def test_transposes_pass_and_one_wrong_element_does_not(seed: int, n: int, values: str) -> None:
    made = prepared(n, seed, values)
    out = matrices(made).transpose(0, 2, 1).copy()
    assert FAMILY.judge(made, after(made, out)).passed
    m, r, c = seed % n, seed // n % 8, seed // 8 // n % 8
    out[m, r, c] += 1
    (found,) = FAMILY.judge(made, after(made, out)).mismatches
    assert (found.wrong, found.matrix, found.row, found.column) == (1, m if n > 1 else None, r, c)


def trade(m: NDArray[Any], apart: int) -> NDArray[Any]:
    """One round, as lanes do it: lane r has row r."""
    out = m.copy()
    for lane in range(8):
        for k in range(8):
            if not k & apart and not lane & apart:
                out[:, lane, k + apart], out[:, lane ^ apart, k] = m[:, lane ^ apart, k], m[:, lane, k + apart]
    return out


def test_three_rounds_are_a_transpose_in_any_order() -> None:
    m = matrices(prepared(3))
    for order in ((4, 2, 1), (1, 2, 4)):
        out = m
        for apart in order:
            out = trade(out, apart)
        assert (out == m.transpose(0, 2, 1)).all()
    assert (exchanged(m, 4) == trade(m, 4)).all()


@pytest.mark.parametrize("apart", [4, 2, 1])
def test_a_missing_round_is_told(apart: int) -> None:
    made = prepared(4)
    out = matrices(made)
    for other in {4, 2, 1} - {apart}:
        out = trade(out, other)
    assert told(made, out) == mistake("round_missing", apart=apart)
    assert told(made, trade(matrices(made), apart)) == mistake("round_alone", apart=apart)


def told(made: Any, out: NDArray[Any]) -> Mistake | None:
    return diagnosed(FAMILY, made, after(made, out), LAUNCH)


def test_matrices_as_they_were_and_diagonals_are_told() -> None:
    made = prepared(4)
    m = matrices(made)
    diagonal = m[:, np.arange(8), np.arange(8)]
    assert told(made, m) == mistake("copied", name="in")
    assert told(made, np.repeat(diagonal[:, None, :], 8, axis=1)) == mistake("rows_repeated")
    assert told(made, np.repeat(diagonal[:, :, None], 8, axis=2)) == mistake("diagonal_repeated")


def test_the_working_names_the_element() -> None:
    made = prepared(2)
    assert made.regions[0].working(1, 2, 3)[0] == "out[1][2][3] = in[1][3][2]"
