"""Matrices with a leading dimension, doubled: every right result passes, and slips are told by name."""

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
from grader.problems.padded import PaddedCase
from tests.problems.diagnosing import diagnosed, found_facts, said
from tests.problems.test_judgement import as_fp16, buffers
from tests.tiers import examples

Floats = NDArray[np.float32]
SIZES = st.integers(1, 30)
FAMILIES = ("padded_doubled", "part_doubled")
GRID = Geometry((2, 3, 1), (16, 16, 1))


class Padded:
    """One prepared case, and what the judge says of outputs. Those of a dense `out` have no gaps."""

    def __init__(self, family: str, seed: int = 3, **dims: Any) -> None:
        self.family = PROBLEMS[family]
        self.case = PaddedCase.model_validate(dims)
        self.prepared = self.family.arguments(self.case, np.random.default_rng(seed))
        self.out_ld = self.case.cols if family == "part_doubled" else self.case.ld
        self.flat: Floats = self.prepared.buffers[0].original
        self.given: Floats = self.flat.reshape(self.case.rows, self.case.ld)[:, : self.case.cols]

    def untouched(self) -> Floats:
        """The output as it was before the launch."""
        return buffers(self.prepared)[1].copy()

    def stored(self, values: Floats) -> Floats:
        """The whole output after values were put into their places."""
        out = self.untouched()
        out.reshape(self.case.rows, self.out_ld)[:, : self.case.cols] = values
        return out

    def right(self) -> Floats:
        return self.stored(2 * self.given)

    def outputs(self, out: Floats) -> dict[int, Any]:
        return buffers(self.prepared) | {1: out.astype(np.float32)}

    def judged(self, out: Floats) -> Judgement:
        return self.family.judge(self.prepared, self.outputs(out))

    def told(self, out: Floats) -> Mistake | None:
        return diagnosed(self.family, self.prepared, self.outputs(out), GRID)

    def taken(self, leading: int) -> Floats:
        """The output of a kernel that believes rows to be `leading` apart, in both matrices unless one is dense."""
        row, col = np.indices((self.case.rows, self.case.cols))
        where = row * leading + col
        if self.out_ld == self.case.cols:
            return self.stored(2 * self.flat[where])
        out = self.untouched()
        out[where] = 2 * self.flat[where]
        return out


@pytest.fixture(params=FAMILIES)
def family(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.mark.parametrize("values", ["integers", "floats"])
@pytest.mark.parametrize(("rows", "cols", "ld"), [(0, 5, 6), (5, 0, 1), (1, 1, 1), (1, 33, 40), (33, 1, 4), (9, 9, 9)])
def test_a_matrix_doubled_passes(family: str, rows: int, cols: int, ld: int, values: str) -> None:
    matrix = Padded(family, rows=rows, cols=cols, ld=ld, values=values)
    assert matrix.judged(matrix.right()).passed


@examples(40)
@given(st.sampled_from(FAMILIES), st.integers(0, 2**32), SIZES, SIZES, st.integers(0, 9), st.data())
def test_one_other_element_fails_and_is_named(
    family: str, seed: int, rows: int, cols: int, gap: int, data: Any
) -> None:
    matrix = Padded(family, seed, rows=rows, cols=cols, ld=cols + gap)
    row, col = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, cols - 1))
    out = matrix.right()
    out[row * matrix.out_ld + col] += data.draw(st.sampled_from([-1, 1, 1000]))
    (found,) = matrix.judged(out).mismatches
    assert (found.buffer, found.wrong, found.row, found.column) == ("out", 1, row, col)


def test_what_stands_between_rows_belongs_to_somebody_else() -> None:
    matrix = Padded("padded_doubled", rows=4, cols=5, ld=8)
    out = matrix.right()
    out[1 * 8 + 6] = 0
    assert not matrix.judged(out).passed


def test_each_slip_is_told_by_name(family: str) -> None:
    matrix = Padded(family, rows=40, cols=30, ld=44)
    assert matrix.told(matrix.taken(30)) == mistake("leading_dimension", name="in", leading="ld", taken="cols")
    assert matrix.told(matrix.taken(40)) == mistake("leading_dimension", name="in", leading="ld", taken="rows")
    assert matrix.told(matrix.stored(matrix.given)) == mistake("copied", name="in")
    assert matrix.told(matrix.untouched()) == mistake("nothing_written")


def test_rows_and_columns_exchanged_are_told() -> None:
    matrix = Padded("part_doubled", rows=12, cols=12, ld=20)
    row, col = np.indices((12, 12))
    assert matrix.told(matrix.stored(2 * matrix.flat[col * 20 + row])) == mistake("operand_transposed", name="in")


def test_elements_that_nobody_wrote_are_found(family: str) -> None:
    matrix = Padded(family, rows=8, cols=30, ld=32)
    out = matrix.right()
    out[2 * matrix.out_ld + 3 : 2 * matrix.out_ld + 30] = matrix.untouched()[:27]
    assert found_facts(matrix.family, matrix.prepared, matrix.outputs(out))[0] == mistake("not_written", count=27)


def test_the_first_wrong_element_is_worked_out(family: str) -> None:
    matrix = Padded(family, rows=4, cols=5, ld=7)
    out = matrix.right()
    out[matrix.out_ld + 2] = 0
    assert "row 1, column 2" in said(matrix.judged(out), "en")
    (region,) = matrix.prepared.regions
    assert region.working is not None
    formula, numbers = region.working(0, 1, 2)
    assert formula == "out[1][2] = 2 * in[1][2]" and numbers.startswith("2 * ")


def test_values_that_went_through_half_precision_fail(family: str) -> None:
    matrix = Padded(family, rows=9, cols=9, ld=9, values="floats")
    assert not matrix.judged(as_fp16(matrix.right())).passed


@pytest.mark.parametrize(
    "dims", [{}, {"rows": 3, "cols": 3}, {"rows": -1, "cols": 3, "ld": 3}, {"rows": 3, "cols": 9, "ld": 8}]
)
def test_a_senseless_case_is_refused(dims: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        PaddedCase.model_validate(dims)
