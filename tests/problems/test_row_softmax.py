"""Softmax of rows: in one pass or in three, next to FP16, without overflow; classic slips are told by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.problems import PROBLEMS
from grader.problems.base import Mistake, mistake
from grader.problems.row_softmax import RowSoftmaxCase
from tests.problems.diagnosing import diagnosed
from tests.problems.test_bulk import launched
from tests.problems.test_judgement import as_fp16, buffers
from tests.tiers import examples

FAMILY = PROBLEMS["row_softmax"]

Floats = NDArray[np.float32]


class Rows:
    """One prepared case: its matrix, and what the judge says of shares."""

    def __init__(self, seed: int = 3, **dims: Any) -> None:
        self.case = RowSoftmaxCase.model_validate(dims)
        self.prepared = FAMILY.arguments(self.case, np.random.default_rng(seed))
        self.matrix = self.prepared.buffers[0].original.reshape(self.case.rows, self.case.cols)

    def outputs(self, shares: Any) -> dict[int, Any]:
        return buffers(self.prepared) | {1: np.ravel(shares).astype(np.float32)}

    def passed(self, shares: Any) -> bool:
        return FAMILY.judge(self.prepared, self.outputs(shares)).passed

    def told(self, shares: Any) -> Mistake | None:
        return diagnosed(FAMILY, self.prepared, self.outputs(shares))


def three_passes(rows: Floats) -> Floats:
    """Largest, sum, shares, in single precision."""
    powers = np.exp(rows - rows.max(axis=1, keepdims=True), dtype=np.float32)
    result: Floats = powers / np.add.accumulate(powers, axis=1, dtype=np.float32)[:, -1:]
    return result


def one_pass(rows: Floats) -> Floats:
    """The sum scaled whenever a larger element turns up, in single precision."""
    largest, sums = rows[:, 0].copy(), np.ones(len(rows), np.float32)
    for column in rows.T[1:]:
        larger = np.maximum(largest, column)
        sums = sums * np.exp(largest - larger) + np.exp(column - larger)
        largest = larger
    result: Floats = np.exp(rows - largest[:, None]) / sums[:, None]
    return result


@examples(60)
@given(st.integers(0, 2**32), st.integers(1, 9), st.integers(1, 90), st.sampled_from(["integers", "floats"]),
       st.sampled_from([0.0, 90.0, -1000.0, 1000.0]))  # fmt: skip
def test_right_shares_pass_and_one_wrong_share_does_not(
    seed: int, rows: int, cols: int, values: str, offset: float
) -> None:
    given_rows = Rows(seed, rows=rows, cols=cols, values=values, offset=offset)
    shares = three_passes(given_rows.matrix)
    assert given_rows.passed(shares) and given_rows.passed(one_pass(given_rows.matrix))
    shares[seed % rows, seed % cols] *= np.float32(1.001)
    assert not given_rows.passed(shares)


@pytest.mark.parametrize("cols", [40, 1000])
def test_shares_rounded_to_fp16_fail(cols: int) -> None:
    rows = Rows(rows=8, cols=cols, values="floats")
    assert not rows.passed(as_fp16(three_passes(rows.matrix)))
    assert not rows.passed(three_passes(as_fp16(rows.matrix)))


@pytest.mark.parametrize("dims", [{"rows": 0, "cols": 4}, {"rows": 4}, {"rows": 4, "cols": 4, "offset": 1e9}])
def test_a_senseless_case_is_refused(dims: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        RowSoftmaxCase.model_validate(dims)


def plain(rows: Floats) -> Floats:
    """Exponentials of the elements themselves."""
    with np.errstate(over="ignore", invalid="ignore"):
        powers = np.exp(rows)
        result: Floats = powers / powers.sum(axis=1, keepdims=True)
    return result


SLIPS = {
    "plain": (plain, mistake("largest_not_subtracted")),
    "not divided": (lambda m: np.exp(m - m.max(axis=1, keepdims=True)), mistake("not_normalised")),
    "logarithm": (lambda m: np.log(three_passes(m)), mistake("logarithm")),
    "base 2": (lambda m: three_passes(m * np.float32(np.log(2))), mistake("other_base")),
    "columns": (lambda m: three_passes(m.T).T, mistake("sums_of_columns")),
    "everything": (lambda m: three_passes(m.reshape(1, -1)).reshape(m.shape), mistake("sum_of_everything")),
    "one block": (lambda m: np.repeat(three_passes(m)[:1], len(m), axis=0), mistake("block_not_in_index", name="in")),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_classic_slip_is_told_by_name(slip: str) -> None:
    made, name = SLIPS[slip]
    rows = Rows(rows=7, cols=50, offset=1000.0 if slip == "plain" else 0.0)
    assert rows.told(made(rows.matrix)) == name


def test_the_working_subtracts_the_largest() -> None:
    working = Rows(rows=3, cols=5).prepared.regions[0].working
    assert working is not None
    assert working(0, 1, 2)[0].startswith(
        "out[1][2] = exp(in[1][2] - m) / (exp(in[1][0] - m) + ... + exp(in[1][4] - m)), m ="
    )


def test_timed_rows_are_verified() -> None:
    left = launched("row_softmax", rows=300, cols=200)
    assert (left.bulk.bytes, left.bulk.library) == (8 * 60_000, "device_copy")
    assert left.scalars() == {"rows": 300, "cols": 200}
    right = three_passes(left.buffers[0].reshape(300, 200)).ravel()
    left.buffers[1] = right
    assert left.sampled() is None and left.whole() is None
    left.buffers[1] = as_fp16(right)
    assert left.sampled() is not None and left.whole() is not None
