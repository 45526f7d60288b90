"""A matrix doubled: every right result passes, nothing else does, and classic slips are told by name."""

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
from grader.problems.matrices import MatrixCase
from tests.problems.diagnosing import diagnosed, found_facts, said
from tests.problems.test_judgement import as_fp16, buffers
from tests.tiers import examples

FAMILY = PROBLEMS["matrix_doubled"]

Floats = NDArray[np.float32]
SIZES = st.integers(1, 40)


class Matrix:
    """One prepared case, and what the judge says of outputs."""

    def __init__(self, seed: int = 3, **dims: Any) -> None:
        self.case = MatrixCase.model_validate(dims)
        self.prepared = FAMILY.arguments(self.case, np.random.default_rng(seed))
        self.given: Floats = self.prepared.buffers[0].original.reshape(self.case.rows, self.case.cols)

    def right(self) -> Floats:
        return self.given + self.given

    def outputs(self, out: Floats) -> dict[int, Any]:
        return buffers(self.prepared) | {1: out.ravel().astype(np.float32)}

    def judged(self, out: Floats) -> Judgement:
        return FAMILY.judge(self.prepared, self.outputs(out))

    def untouched(self) -> Floats:
        """The output as it was before the launch."""
        return buffers(self.prepared)[1].reshape(self.given.shape).copy()

    def told(self, out: Floats, grid: tuple[int, int], block: tuple[int, int] = (16, 16)) -> Mistake | None:
        return diagnosed(FAMILY, self.prepared, self.outputs(out), Geometry((*grid, 1), (*block, 1)))


@pytest.mark.parametrize("values", ["integers", "floats"])
@pytest.mark.parametrize(("rows", "cols"), [(0, 5), (5, 0), (1, 1), (1, 33), (33, 1), (40, 70)])
def test_a_matrix_doubled_passes(rows: int, cols: int, values: str) -> None:
    matrix = Matrix(rows=rows, cols=cols, values=values)
    assert matrix.judged(matrix.right()).passed


@examples(40)
@given(st.integers(0, 2**32), SIZES, SIZES, st.data())
def test_one_other_element_fails_and_is_named(seed: int, rows: int, cols: int, data: Any) -> None:
    matrix = Matrix(seed, rows=rows, cols=cols)
    row, col = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, cols - 1))
    out = matrix.right()
    out[row, col] += data.draw(st.sampled_from([-1, 1, 1000]))
    (found,) = matrix.judged(out).mismatches
    assert (found.buffer, found.wrong, found.row, found.column) == ("out", 1, row, col)


@pytest.mark.parametrize("block", [(16, 16), (8, 4)])
def test_each_slip_is_told_by_name(block: tuple[int, int]) -> None:
    """Whatever the shape of a block, the name is the same, so that it can be told of all cases together."""
    matrix = Matrix(rows=40, cols=70)
    wide, high = block
    grid, right = (-(-70 // wide), -(-40 // high)), matrix.right()

    def told(rows: int, cols: int) -> Mistake | None:
        out = matrix.untouched()
        out[:rows, :cols] = right[:rows, :cols]
        return matrix.told(out, grid, block)

    assert matrix.told(matrix.given, grid, block) == mistake("copied", name="in")
    assert matrix.told(matrix.untouched(), grid, block) == mistake("nothing_written")
    assert told(min(40, grid[0] * wide), grid[1] * high) == mistake("axes_swapped")
    assert told(40, wide) == mistake("block_ignored", axis="x")
    assert told(high, 70) == mistake("block_ignored", axis="y")
    assert told(39, 70) == mistake("last_row_missing")
    assert told(40, 69) == mistake("last_col_missing")


def test_what_is_merely_wrong_is_like_no_slip() -> None:
    matrix = Matrix(rows=40, cols=70)
    out = matrix.right() + np.arange(70, dtype=np.float32) % 7
    assert matrix.told(out, (5, 3)) is None


def test_elements_that_nobody_wrote_are_found() -> None:
    matrix = Matrix(rows=8, cols=30)
    out = matrix.right()
    out[2, 3:] = matrix.untouched()[2, 3:]
    assert found_facts(FAMILY, matrix.prepared, matrix.outputs(out))[0] == mistake("not_written", count=27)


def test_the_first_wrong_element_is_worked_out() -> None:
    matrix = Matrix(rows=4, cols=5)
    out = matrix.right()
    out[1, 2] = 0
    assert "row 1, column 2" in said(matrix.judged(out), "en")
    (region,) = matrix.prepared.regions
    assert region.working is not None
    formula, numbers = region.working(0, 1, 2)
    assert formula == "out[1][2] = 2 * in[1][2]" and numbers.startswith("2 * ")


def test_values_that_went_through_half_precision_fail() -> None:
    matrix = Matrix(rows=9, cols=9, values="floats")
    assert not matrix.judged(as_fp16(matrix.right())).passed


@pytest.mark.parametrize(
    "dims", [{}, {"rows": 3}, {"rows": -1, "cols": 3}, {"rows": 3, "cols": 20000}, {"rows": 2.0, "cols": 2}]
)
def test_a_senseless_case_is_refused(dims: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        MatrixCase.model_validate(dims)
