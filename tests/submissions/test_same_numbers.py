"""Several mistakes leave the same numbers: what is said of one is no false statement about another."""

from __future__ import annotations

import pytest

from tests.submissions.test_diagnosis import COURSE, Change, correctness

TILES_SWAPPED = (("blockIdx.y * TILE + t", "blockIdx.@ * TILE + t"), ("blockIdx.x * TILE + t", "blockIdx.y * TILE + t"),
                 ("blockIdx.@", "blockIdx.x"))  # fmt: skip
# Exercise, what is exchanged in the solution, the mistake that is told, and what it must not claim.
KERNELS: dict[str, tuple[str, tuple[Change, ...], str, str]] = {
    "c is read in place of b": (
        "00/vector_add", (("a[i] + b[i]", "a[i] + c[i]"),), "added_to_nothing", "The sum was added",
    ),
    "too large for a float": ("00/vector_add", (("a[i] + b[i]", "a[i] * 1e38f * 1e38f"),), "", "NaN"),
    "an element in place of its neighbour": (
        "11/strided_reads", (("i ^ (i / 32)", "i & ~1"),), "", "off by one",
    ),
    "large values": ("00/vector_add", (("a[i] + b[i]", "(a[i] + b[i] + 9.0f) * 1e9f"),), "", "as it was"),
    "the other blocks leave": (
        "00/vector_add", (("if (i < n)", "if (blockIdx.x == 0 && i < n)"),), "block_ignored", "is left out",
    ),
    "a start that is a multiple of the step": (
        "01/device_copy", (("int i = first;", "int i = first * stride;"),), "begun_at_zero", "Every thread begins",
    ),
    "one result is both": (
        "01/warp_and_lane", (("warp[i] = thread / WARP_SIZE", "warp[i] = thread % WARP_SIZE"),), "results_exchanged",
        "exchanged",
    ),
    "the last lane adds nothing": (
        "03/matvec", (("k = lane; k < N", "k = lane; k < N && lane < 31"),), "chunk_end_missing", "a loop ends",
    ),
    "blocks of the right leave": (
        "04/sgemm_naive", (("row >= M ||", "row >= M || blockIdx.x > 0 ||"),), "block_x_ignored", "missing from",
    ),
    "block indices alone are swapped": ("05/sgemm_coalesced", TILES_SWAPPED, "axes_swapped", "thread"),
    "tiles are exchanged where they are read": (
        "06/sgemm_tiled", (("tile_a[ty][k] * tile_b[k][tx]", "tile_b[ty][k] * tile_a[k][tx]"),), "loads_exchanged",
        "The loads",
    ),
    "indices of A are exchanged, not those of its tile": (
        "06/sgemm_tiled",
        (("row < M && a_col < K ? A[row * lda + a_col]",
          "blockIdx.y * TILE + tx < M && k0 + ty < K ? A[(blockIdx.y * TILE + tx) * lda + k0 + ty]"),),
        "operand_tile_transposed", "one index pair of the tile",
    ),
    "a tile that is not full counts as 0": (
        "06/sgemm_tiled", (("a_col < K ? A", "k0 + TILE <= K ? A"),), "whole_chunks_only", "rounded down",
    ),
    "a thread stores its piece transposed": (
        "07/outer_product_4x4",
        (("float* c = &C[(row + m) * ldc + col + n];",
          "if (row + n >= M || col + m >= N) continue; float* c = &C[(row + n) * ldc + col + m];"),
         ("if (row + m < M && col + n < N) {", "{")),
        "pieces_transposed", "swapped: the factors",
    ),
}  # fmt: skip


def made(exercise_id: str, changes: tuple[Change, ...]) -> str:
    source = COURSE.resolve(exercise_id)[0].solution_path.read_text("utf-8")
    for old, new in changes:
        assert old in source
        source = source.replace(old, new)
    return source


@pytest.mark.slow
@pytest.mark.parametrize("kernel", KERNELS)
def test_a_sentence_is_true_of_every_mistake_that_leaves_these_numbers(kernel: str) -> None:
    exercise_id, changes, told, claim = KERNELS[kernel]
    check = correctness(COURSE.resolve(exercise_id)[0].id, "slip.cu", made(exercise_id, changes))
    assert check.explained is not None and check.explained.mistake == told, check.message
    assert claim not in check.message


TILED, ROWS = "06/sgemm_tiled", "    for (int i = 0; i < TILE; i += BLOCK_ROWS)\n        if (row + i < rows"
LEFT = {
    "the store": ("06/transpose_tiled", (ROWS, f"    if (row >= rows || col >= cols) return;\n{ROWS}")),
    "the load": (TILED, ("    float sum = 0.0f;\n", "    if (row >= M || col >= N) return;\n    float sum = 0.0f;\n")),
    "a loop": (TILED, ("        int a_col", "        if (row >= M || col >= N) break;\n        int a_col")),
    "the second load": (TILED, ("        __syncthreads();\n        for", "        if (row >= M || col >= N) return;\n"
                                "        __syncthreads();\n        for")),
}  # fmt: skip


@pytest.mark.parametrize("before", LEFT)
def test_what_threads_left_undone_by_leaving_early_is_told_with_it(before: str) -> None:
    exercise_id, change = LEFT[before]
    check = correctness(COURSE.resolve(exercise_id)[0].id, "slip.cu", made(exercise_id, (change,)))
    assert "of 256 threads of the block were left at the barrier" in check.message
    assert "by an early `return` or `break`" in check.message


VECTORS = {
    "03/matvec": ("sum += A", "sum = A"), "11/column_reduce": ("sum += in", "sum = in"),
    "01/warp_and_lane": ("thread % WARP_SIZE", "thread % 31"), "00/vector_add": ("a[i] + b[i]", "a[i]"),
}  # fmt: skip


@pytest.mark.parametrize("exercise_id", VECTORS)
def test_an_element_of_a_vector_has_a_number_and_no_row(exercise_id: str) -> None:
    check = correctness(COURSE.resolve(exercise_id)[0].id, "slip.cu", made(exercise_id, (VECTORS[exercise_id],)))
    assert "The first is element " in check.message and "row 0" not in check.message
