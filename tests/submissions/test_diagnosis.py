"""What the report says of wrong results: the mistake that was made, or nothing but facts and a map.

Kernels that the course keeps, and more slips of students, graded for real. A slip is the solution with some of its text
exchanged.
"""

from __future__ import annotations

import pytest

from grader.grading.grade import Devices
from grader.grading.submissions import grade_data
from grader.sandbox.fork_server import warm_sessions
from grader.verdicts import CheckResult
from tests.submissions.test_selftest import COURSE

Change = tuple[str, str]
A_LOAD, B_LOAD = "A[row * lda + a_col]", "B[b_row * ldb + col]"
A_IN, B_IN = "row < M && a_col < K ? ", "b_row < K && col < N ? "
SLIPS: dict[str, tuple[str, tuple[Change, ...], str]] = {
    "the tiles lie blockDim.x apart": (
        "05/sgemm_coalesced",
        (("blockIdx.y * TILE", "blockIdx.y * blockDim.x"), ("blockIdx.x * TILE", "blockIdx.x * blockDim.x")),
        "block_size_for_tile",
    ),
    "only the rows of tiles lie blockDim.x apart": (
        "05/sgemm_coalesced", (("blockIdx.y * TILE", "blockIdx.y * blockDim.x"),), "block_size_for_tile_rows",
    ),
    "k0 forgotten for A": ("06/sgemm_tiled", ((A_LOAD, "A[row * lda + tx]"),), "tile_repeated"),
    "k0 forgotten for A, in the guard too": ("06/sgemm_tiled", (("a_col = k0 + tx", "a_col = tx"),), "tile_repeated"),
    "k0 forgotten for B": ("06/sgemm_tiled", ((B_LOAD, "B[ty * ldb + col]"),), "tile_repeated"),
    "k0 forgotten for both": (
        "06/sgemm_tiled", ((A_LOAD, "A[row * lda + tx]"), (B_LOAD, "B[ty * ldb + col]")), "tiles_repeated",
    ),
    "k0 forgotten for both, in the guards too": (
        "06/sgemm_tiled", (("a_col = k0 + tx", "a_col = tx"), ("b_row = k0 + ty", "b_row = ty")), "tiles_repeated",
    ),
    "the last k of each tile": ("06/sgemm_tiled", (("k < TILE;", "k < TILE - 1;"),), "chunk_end_missing"),
    "the first k of each tile": (
        "06/sgemm_tiled", (("int k = 0; k < TILE;", "int k = 1; k < TILE;"),), "chunk_start_missing",
    ),
    "the loads are exchanged": (
        "06/sgemm_tiled",
        (("tile_a[ty][tx] = ", "tile_x[ty][tx] = "), ("tile_b[ty][tx] = ", "tile_a[ty][tx] = "),
         ("tile_x[ty][tx] = ", "tile_b[ty][tx] = ")),
        "loads_exchanged",
    ),
    "whole tiles of C only": (
        "06/sgemm_tiled",
        (("    if (row < M && col < N) {", "    if (row < M / TILE * TILE && col < N / TILE * TILE) {"),),
        "whole_tiles_only",
    ),
    "tile_a read with tx": ("06/sgemm_tiled", (("tile_a[ty][k]", "tile_a[tx][k]"),), "thread_x_for_row"),
    "tile_b read with ty": ("06/sgemm_tiled", (("tile_b[k][tx]", "tile_b[k][ty]"),), "thread_y_for_col"),
    "tile_b read with its indices exchanged": (
        "06/sgemm_tiled", (("tile_b[k][tx]", "tile_b[tx][k]"),), "operand_tile_transposed",
    ),
    "assigned, not added": ("06/sgemm_tiled", (("sum += tile_a", "sum = tile_a"),), ""),
    "lda is K": ("06/sgemm_tiled", (("row * lda + a_col", "row * K + a_col"),), "leading_dimension"),
    "every second element": ("00/vector_add", (("if (i < n)", "if (i < n && i % 2 == 0)"),), ""),
    "the sum with a constant": ("00/vector_add", (("a[i] + b[i]", "a[i] + b[i] + 1.0f"),), ""),
    "the first element missing": ("00/vector_add", (("if (i < n)", "if (i > 0 && i < n)"),), "first_element_missing"),
    "one element left out": (
        "04/sgemm_naive", (("C[row * ldc + col] = ", "if (row != 3 || col != 5) C[row * ldc + col] = "),), "",
    ),
}  # fmt: skip


def correctness(exercise_id: str, name: str, source: str) -> CheckResult:
    (exercise,) = COURSE.resolve(exercise_id)
    report = grade_data(COURSE, exercise, name, source.encode(), Devices(warm_sessions()), "en").report
    return next(check for check in report.checks if check.id == "correctness")


@pytest.mark.slow
@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_told_by_its_name_or_not_at_all(slip: str) -> None:
    exercise_id, changes, expected = SLIPS[slip]
    (exercise,) = COURSE.resolve(exercise_id)
    source = exercise.solution_path.read_text("utf-8")
    for old, new in changes:
        assert old in source
        source = source.replace(old, new)
    check = correctness(exercise_id, "slip.cu", source)
    assert check.explained is not None, check.message
    assert check.explained.mistake == expected, check.message
