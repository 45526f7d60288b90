"""Column sums: those of rows with the axes exchanged, in what passes, in what is refused and in what it is called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.launch import Array, LaunchRequest
from grader.problems import PROBLEMS
from grader.problems.base import Geometry, Mistake, Ran, Role, mistake
from grader.problems.bulk import BulkBuffer
from grader.problems.diagnosis import diagnose
from grader.problems.row_sums import ColumnSumsCase
from grader.simt import emulator
from grader.toolchain import compile_source
from tests.problems import test_row_sums
from tests.problems.diagnosing import ran
from tests.problems.test_bulk import Left, Round, fp16, launched, same, tf32
from tests.problems.test_judgement import as_fp16, as_tf32
from tests.problems.test_row_sums import Slip, by_threads, first, largest_first, of_chunks, part, sequential
from tests.problems.test_row_sums_bulk import chains, refused
from tests.tiers import examples

BLOCK = Geometry((2, 1, 1), (32, 8, 1))
COLUMN_SUMS = PROBLEMS["column_sums"]

Floats = NDArray[np.float32]


class Sums(test_row_sums.Sums):
    """The same of columns."""

    family = COLUMN_SUMS


@pytest.mark.parametrize("order", [sequential, largest_first, by_threads])
@pytest.mark.parametrize("rows", [1, 2, 31, 256])
def test_every_order_of_summation_passes(order: Callable[[Floats], Floats], rows: int) -> None:
    sums = Sums(rows=rows, cols=200, values="floats")
    assert sums.judged(order(np.ascontiguousarray(sums.matrix.T))).passed


@examples(40)
@given(st.integers(0, 2**32), st.integers(1, 3000), st.integers(1, 12), st.data())
def test_one_element_left_out_of_one_sum_of_integers_fails(seed: int, rows: int, cols: int, data: Any) -> None:
    sums = Sums(seed, rows=rows, cols=cols)
    row, col = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, cols - 1))
    result = sums.matrix.sum(axis=0)
    assert sums.judged(result).passed
    result[col] -= sums.matrix[row, col]
    found = sums.mismatch(result)
    assert (found.buffer, found.wrong, found.total, found.row, found.column) == ("out", 1, cols, None, col)


@examples(40)
@given(
    seed=st.integers(0, 2**32),
    rows=st.sampled_from([1, 2, 3, 17, 47, 128, 256]),
    cols=st.integers(24, 64),
    lower=st.sampled_from([as_tf32, as_fp16]),
)
def test_inputs_rounded_to_fp16_or_tf32_fail(
    seed: int, rows: int, cols: int, lower: Callable[[Floats], Floats]
) -> None:
    sums = Sums(seed, rows=rows, cols=cols, values="floats")
    assert not sums.judged(lower(sums.matrix).astype(np.float64).sum(axis=0)).passed


def test_floats_want_short_columns_not_short_rows() -> None:
    longest = ColumnSumsCase.model_validate({"rows": 256, "cols": 5000, "values": "floats"})
    assert longest.label() == "rows=256, cols=5000, values=floats"
    with pytest.raises(ValidationError, match="rows <= 256"):
        ColumnSumsCase.model_validate({"rows": 257, "cols": 4, "values": "floats"})


SLIPS: dict[str, tuple[int, int, Slip, Mistake]] = {
    "one block": (1000, 9, lambda m: first(256)(m.T), mistake("first_chunk_only", chunk=256)),
    "the last chunk left out": (100, 9, lambda m: first(96)(m.T), mistake("whole_chunks_only", chunk=8)),
    "what the first thread has": (1000, 9, lambda m: part(1, 8)(m.T), of_chunks(1, 8)),
    "the last step of the tree left out": (256, 9, lambda m: part(1, 2)(m.T), of_chunks(1, 2)),
    "sums of rows": (
        60, 60, lambda m: m.sum(axis=1), mistake("operand_transposed", name="in"),
    ),
    "rows that are not cols apart": (
        40, 60, lambda m: np.array([m.ravel()[c : c + 40 * 40 : 40].sum() for c in range(60)]),
        mistake("leading_dimension", name="in", leading="cols", taken="rows"),
    ),
    "the next column": (
        40, 60, lambda m: np.roll(m.sum(axis=0), -1), mistake("shifted_elements", distance=1),
    ),
    "every element twice": (
        100, 9, lambda m: 2 * m.sum(axis=0), mistake("constant_factor", factor=2.0),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SLIPS)
def test_a_classic_slip_is_recognised(name: str) -> None:
    rows, cols, slip, pattern = SLIPS[name]
    sums = Sums(rows=rows, cols=cols)
    assert sums.told(slip(sums.matrix.astype(np.float64)), BLOCK) == pattern


SOURCE = """
extern "C" __global__ void column_sums(const float* in, float* out, int rows, int cols) {
    __shared__ float partial[8][32];
    int col = blockIdx.x * 32 + threadIdx.x;
    float sum = 0.0f;
    for (int row = threadIdx.y; row < rows; row += 8) {
        if (col < cols) sum += in[row * cols + col];
    }
    partial[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    for (int half = 4; half > 0; half /= 2) {
        if (threadIdx.y < half) partial[threadIdx.y][threadIdx.x] += partial[threadIdx.y + half][threadIdx.x];
        __syncthreads();
    }
    if (threadIdx.y == 0 && col < cols) out[col] = partial[0][threadIdx.x];
}
"""


def emulated(sums: Sums, *changed: str) -> Ran:
    source = SOURCE.replace(*changed) if changed else SOURCE
    assert not changed or source != SOURCE
    kernel = emulator.load(compile_source(source), "column_sums")
    grid = (-(-sums.case.cols // 32) or 1, 1, 1)
    request = LaunchRequest("column_sums", grid, (32, 8, 1), sums.prepared.arguments)
    result = emulator.launch(kernel, request)
    assert (result.faults, result.hazards) == ((), ())
    return ran(COLUMN_SUMS, sums.prepared, result.outputs, Geometry(grid, (32, 8, 1)))


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (31, 3), (257, 33), (1000, 5), (0, 4), (4, 0)])
def test_a_right_kernel_passes(rows: int, cols: int) -> None:
    assert emulated(Sums(rows=rows, cols=cols)).judgement.passed


@pytest.mark.parametrize(
    ("old", "new", "pattern"),
    [
        ("int half = 4; half > 0;", "int half = 0; half > 0;", of_chunks(1, 8)),
        ("int half = 4;", "int half = 2;", of_chunks(4, 8)),
        ("row < rows;", "row < rows / 8 * 8;", mistake("whole_chunks_only", chunk=8)),
        ("row * cols + col", "row * rows + col",
         mistake("leading_dimension", name="in", leading="cols", taken="rows")),
    ],
)  # fmt: skip
def test_a_kernel_with_a_slip_is_told_which(old: str, new: str, pattern: Mistake) -> None:
    assert diagnose([emulated(Sums(rows=100, cols=120), old, new)], 0)[0] == pattern


def summed(rounded: Round = same, **sizes: int) -> Left:
    """Column sums in float32, by chains of every 8th element and then pairwise, of inputs that were rounded before."""
    left = launched("column_sums", **sizes)
    matrix: Array = np.ascontiguousarray(rounded(left.buffers[0]).reshape(left.case.rows, left.case.cols).T)
    left.buffers[1] = chains(np.pad(matrix, [(0, 0), (0, -left.case.rows % 8)]), 8).sum(axis=1)
    return left


MANY, FEW = {"rows": 24, "cols": 3000}, {"rows": 3000, "cols": 40}


@pytest.mark.parametrize("sizes", [MANY, FEW, {"rows": 1, "cols": 1}, {"rows": 300_001, "cols": 5}])
def test_right_sums_are_accepted_when_timed(sizes: dict[str, int]) -> None:
    left = summed(**sizes)
    assert left.sampled() is None and left.whole() is None


def test_the_work_is_to_read_everything_once_and_to_add_it_up() -> None:
    left = launched("column_sums", **FEW)
    assert (left.bulk.flops, left.bulk.bytes, left.bulk.library) == (120_000, 4 * 120_040, None)
    buffers = [(a.name, a.role, a.count) for a in left.bulk.arguments if isinstance(a, BulkBuffer)]
    assert buffers == [("in", Role.INPUT, 120_000), ("out", Role.OUTPUT, 40)]


@pytest.mark.parametrize("sizes", [MANY, FEW])
@pytest.mark.parametrize("rounded", [tf32, fp16])
def test_timed_sums_of_rounded_inputs_are_close_but_not_precise(rounded: Round, sizes: dict[str, int]) -> None:
    assert not refused(summed(rounded, **sizes)).far


def test_one_wrong_timed_sum_is_found_at_its_column() -> None:
    left = summed(**MANY)
    left.buffers[1][2999] += np.float32(0.01)
    found = left.whole()
    assert found is not None and (found.buffer, found.row, found.column) == ("out", None, 2999)


def test_timed_sums_of_rows_are_refused() -> None:
    left = launched("column_sums", rows=100, cols=100)
    left.buffers[1] = left.buffers[0].reshape(100, 100).sum(axis=1)
    assert refused(left).far
