"""The largest of each row: the first of equals, signs, and precision; classic slips are told by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.problems import PROBLEMS
from grader.problems.base import MismatchKind, Mistake, mistake
from grader.problems.row_argmax import RowArgmaxCase
from tests.problems.diagnosing import diagnosed
from tests.problems.test_judgement import as_fp16, buffers
from tests.tiers import examples

FAMILY = PROBLEMS["row_argmax"]


class Rows:
    """One prepared case: its matrix, and what the judge says of places."""

    def __init__(self, seed: int = 3, **dims: Any) -> None:
        self.case = RowArgmaxCase.model_validate(dims)
        self.prepared = FAMILY.arguments(self.case, np.random.default_rng(seed))
        self.matrix = self.prepared.buffers[0].original.reshape(self.case.rows, self.case.cols)

    def outputs(self, places: Any) -> dict[int, Any]:
        return buffers(self.prepared) | {1: np.asarray(places).astype(np.int32)}

    def passed(self, places: Any) -> bool:
        return FAMILY.judge(self.prepared, self.outputs(places)).passed

    def told(self, places: Any) -> Mistake | None:
        return diagnosed(FAMILY, self.prepared, self.outputs(places))


def first(matrix: NDArray[np.floating]) -> list[int]:
    """By a plain search."""
    return [min(range(row.size), key=lambda col: (-row[col], col)) for row in matrix]


@examples(60)
@given(st.integers(0, 2**32), st.integers(1, 20), st.integers(1, 70), st.sampled_from(["integers", "floats"]))
def test_right_places_pass_and_one_wrong_place_does_not(seed: int, rows: int, cols: int, values: str) -> None:
    given_rows = Rows(seed, rows=rows, cols=cols, values=values)
    places = first(given_rows.matrix)
    assert given_rows.passed(places)
    assert not FAMILY.judge(given_rows.prepared, buffers(given_rows.prepared)).passed
    places[seed % rows] += 1
    assert not given_rows.passed(places)


def test_some_rows_have_negative_numbers_only_and_all_have_equals() -> None:
    rows = Rows(rows=30, cols=200)
    largest = rows.matrix.max(axis=1)
    assert (largest[1::3] < 0).all() and (largest[::3] > 0).all()
    assert ((rows.matrix == largest[:, None]).sum(axis=1) > 1).all()


def test_comparing_in_fp16_fails() -> None:
    rows = Rows(rows=24, cols=200, values="floats")
    assert not rows.passed(first(as_fp16(rows.matrix)))


def test_input_that_was_overwritten_is_told() -> None:
    rows = Rows(rows=3, cols=5)
    after = rows.outputs(first(rows.matrix)) | {0: np.zeros(15, np.float32)}
    (found,) = FAMILY.judge(rows.prepared, after).mismatches
    assert (found.kind, found.buffer) == (MismatchKind.INPUT, "in")


@pytest.mark.parametrize("dims", [{"rows": 0, "cols": 4}, {"rows": 4}, {"rows": 2**13, "cols": 2**12}])
def test_a_senseless_case_is_refused(dims: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        RowArgmaxCase.model_validate(dims)


SLIPS = {
    "last": (lambda m: m.shape[1] - 1 - m[:, ::-1].argmax(axis=1), mistake("last_of_equals")),
    "smallest": (lambda m: m.argmin(axis=1), mistake("smallest_found")),
    "magnitude": (lambda m: np.abs(m).argmax(axis=1), mistake("largest_magnitude")),
    "across rows": (lambda m: np.arange(len(m)) * m.shape[1] + m.argmax(axis=1), mistake("counted_across_rows")),
    "value": (lambda m: m.max(axis=1), mistake("value_for_place")),
    "from zero": (lambda m: np.where(m.max(axis=1) > 0, m.argmax(axis=1), -1), mistake("begun_with_zero", column=-1)),
    "one block": (lambda m: np.full(len(m), m[0].argmax()), mistake("block_not_in_index", name="in")),
    "one element a thread": (lambda m: m[:, :128].argmax(axis=1), mistake("first_columns_only", count=128)),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_classic_slip_is_told_by_name(slip: str) -> None:
    made, name = SLIPS[slip]
    rows = Rows(rows=40, cols=300, values="floats" if slip == "one element a thread" else "integers")
    assert rows.told(made(rows.matrix)) == name


def test_the_working_shows_the_largest() -> None:
    rows = Rows(rows=3, cols=5)
    working = rows.prepared.regions[0].working
    assert working is not None
    at = first(rows.matrix)[2]
    assert working(0, 0, 2)[1].startswith(f"in[2][{at}] = ")
