"""Each well-known mistake is recognised from its output alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from grader.launch import Array
from grader.problems import PROBLEMS
from grader.problems.base import Pattern, PatternKey, Prepared
from grader.problems.filling import grid_of
from grader.problems.sgemm import SgemmCase

SGEMM, TRANSPOSE, LAYOUTS = PROBLEMS["sgemm"], PROBLEMS["transpose"], PROBLEMS["layouts"]

SQUARE = {"M": 48, "N": 48, "K": 48}
ODD = {"M": 65, "N": 33, "K": 47, "lda": 50, "ldb": 40, "ldc": 36, "alpha": 1.5, "beta": -0.5}


class Sgemm:
    """One prepared SGEMM: its operands as float64 matrices, and the outputs of a kernel that did nothing."""

    def __init__(self, dims: dict[str, Any], values: str = "integers") -> None:
        self.case = case = SgemmCase.model_validate(dims | {"values": values})
        self.prepared = SGEMM.arguments(case, np.random.default_rng(3))
        flat = [b.original for b in self.prepared.buffers]
        self.a = flat[0].reshape(case.M, case.lda)[:, : case.K].astype(np.float64)
        self.b = flat[1].reshape(case.K, case.ldb)[:, : case.N].astype(np.float64)
        self.index = grid_of(case.M, case.N, case.ldc)[0]
        self.outputs: dict[int, Array] = {b.position: b.original.copy() for b in self.prepared.buffers}
        with np.errstate(invalid="ignore"):
            self.old = flat[2][self.index].astype(np.float64)
        self.expected = self.prepared.regions[0].expected[0]

    def patterns(self, result: NDArray[np.floating]) -> tuple[Pattern, ...]:
        """What the judge says when C holds `result` (M x N)."""
        self.outputs[2][self.index] = result.astype(np.float32)
        return self.judged()

    def judged(self) -> tuple[Pattern, ...]:
        return SGEMM.judge(self.prepared, self.outputs).mismatches[0].patterns


def keys(patterns: tuple[Pattern, ...]) -> list[PatternKey]:
    return [p.key for p in patterns]


@pytest.mark.parametrize("dims", [SQUARE, ODD])
def test_nothing_written(dims: dict[str, Any]) -> None:
    assert keys(Sgemm(dims).judged()) == [PatternKey.NOTHING_WRITTEN]


def test_old_c_read_although_beta_is_zero() -> None:
    s = Sgemm(SQUARE | {"initial_c": "nan"})
    with np.errstate(invalid="ignore"):
        result = s.a @ s.b + 0.0 * s.old
    assert keys(s.patterns(result)) == [PatternKey.NAN_FROM_OLD_OUTPUT]


def test_a_computed_nan() -> None:
    s = Sgemm(ODD)
    result = s.expected.copy()
    result[3:9, 3:9] = np.nan
    assert keys(s.patterns(result)) == [PatternKey.NAN]


def test_all_zero() -> None:
    s = Sgemm(SQUARE)
    assert keys(s.patterns(np.zeros((48, 48)))) == [PatternKey.ALL_ZERO]


def test_transposed_result() -> None:
    s = Sgemm(SQUARE)
    assert keys(s.patterns(s.expected.T)) == [PatternKey.TRANSPOSED]


@pytest.mark.parametrize("side", [4, 8])
def test_fragments_that_changed_places(side: int) -> None:
    s = Sgemm(ODD)
    padded = np.pad(1.5 * (s.a @ s.b), [(0, 7), (0, 7)])
    result = -0.5 * s.old
    for row in range(0, 65, side):
        for col in range(0, 33, side):
            piece = padded[row : row + side, col : col + side].T
            result[row : row + side, col : col + side] += piece[: 65 - row, : 33 - col]
    assert Pattern(PatternKey.PIECES_TRANSPOSED, {"tile": side}) in s.patterns(result)


@pytest.mark.parametrize("regrouped", ["read", "written"])
def test_columns_that_are_read_for_one_thread_and_written_for_another(regrouped: str) -> None:
    s = Sgemm(ODD | {"N": 140, "ldb": 141, "ldc": 150})
    product = 1.5 * (s.a @ s.b)
    result = -0.5 * s.old
    for first in (0, 128):
        for tx in range(16):
            for n in range(8):
                neighbour, grouped = first + tx * 8 + n, first + n // 4 * 64 + tx * 4 + n % 4
                read, written = (grouped, neighbour) if regrouped == "read" else (neighbour, grouped)
                if written < 140 and read < 140:
                    result[:, written] += product[:, read]
    assert PatternKey.COLUMNS_OF_OTHER_THREADS in keys(s.patterns(result))


def test_transposed_result_with_a_padded_leading_dimension_and_old_c() -> None:
    s = Sgemm({"M": 40, "N": 40, "K": 9, "ldc": 44, "alpha": 0.5, "beta": 2})
    assert keys(s.patterns((0.5 * s.a @ s.b).T + 2 * s.old)) == [PatternKey.TRANSPOSED]


@pytest.mark.parametrize("name", ["A", "B"])
def test_an_operand_read_with_rows_and_columns_exchanged(name: str) -> None:
    s = Sgemm(SQUARE)
    result = s.a.T @ s.b if name == "A" else s.a @ s.b.T
    (pattern,) = s.patterns(result)
    assert pattern == Pattern(PatternKey.OPERAND_TRANSPOSED, {"name": name})


@pytest.mark.parametrize("dims", [SQUARE, ODD])
@pytest.mark.parametrize("tile", [16, 32])
@pytest.mark.parametrize("name", ["A", "B"])
def test_the_tiles_of_an_operand_transposed(name: str, tile: int, dims: dict[str, Any]) -> None:
    s = Sgemm(dims)
    height, depth, width = (-(-n // tile) * tile for n in (s.case.M, s.case.K, s.case.N))
    a, b = np.zeros((height, depth)), np.zeros((depth, width))
    a[: s.case.M, : s.case.K], b[: s.case.K, : s.case.N] = s.a, s.b
    turned = a if name == "A" else b
    for top in range(0, turned.shape[0], tile):
        for left in range(0, turned.shape[1], tile):
            block = turned[top : top + tile, left : left + tile]
            block[:] = block.T.copy()
    result = (s.case.alpha * (a @ b))[: s.case.M, : s.case.N] + s.case.beta * s.old
    pattern = Pattern(PatternKey.OPERAND_TILE_TRANSPOSED, {"name": name, "tile": tile})
    assert s.patterns(result)[0] == pattern


def test_the_sum_of_products_is_missing() -> None:
    s = Sgemm(ODD)
    assert keys(s.patterns(-0.5 * s.old)) == [PatternKey.PRODUCT_MISSING]


def test_operands_exchanged() -> None:
    s = Sgemm(SQUARE)
    assert keys(s.patterns(s.b @ s.a)) == [PatternKey.OPERANDS_EXCHANGED]


def test_elementwise_product() -> None:
    s = Sgemm(SQUARE)
    assert keys(s.patterns(s.a * s.b)) == [PatternKey.ELEMENTWISE]


def test_the_result_is_an_input() -> None:
    s = Sgemm(SQUARE)
    assert s.patterns(s.a) == (Pattern(PatternKey.RESULT_IS_INPUT, {"name": "A"}),)


@pytest.mark.parametrize(
    ("key", "alpha", "beta"),
    [
        (PatternKey.ALPHA_IGNORED, 1.0, -0.5),
        (PatternKey.BETA_IGNORED, 1.5, 0.0),
        (PatternKey.ALPHA_BETA_IGNORED, 1.0, 0.0),
        (PatternKey.ACCUMULATED, 1.5, 1.0),
    ],
)
def test_alpha_and_beta_used_wrongly(key: PatternKey, alpha: float, beta: float) -> None:
    s = Sgemm(ODD)
    assert keys(s.patterns(alpha * (s.a @ s.b) + beta * s.old)) == [key]


def test_output_updated_twice() -> None:
    s = Sgemm(ODD)
    assert keys(s.patterns(1.5 * (s.a @ s.b) - 0.5 * s.expected)) == [PatternKey.APPLIED_TWICE]


@pytest.mark.parametrize("values", ["integers", "floats"])
def test_last_tile_of_k_left_out(values: str) -> None:
    s = Sgemm(ODD, values)
    result = 1.5 * (s.a[:, :32] @ s.b[:32]) - 0.5 * s.old
    assert s.patterns(result) == (Pattern(PatternKey.FIRST_TERMS_ONLY, {"count": 32, "total": 47}),)


def test_first_tile_of_k_left_out() -> None:
    s = Sgemm(ODD)
    result = 1.5 * (s.a[:, 16:] @ s.b[16:]) - 0.5 * s.old
    assert s.patterns(result) == (Pattern(PatternKey.FIRST_TERMS_MISSING, {"count": 16, "total": 47}),)


@pytest.mark.parametrize(("rows", "cols"), [(0, 1), (0, -1), (1, 0), (-1, 0)])
def test_neighbour_instead_of_the_element(rows: int, cols: int) -> None:
    s = Sgemm(ODD)
    pattern = s.patterns(np.roll(s.expected, (-rows, -cols), (0, 1)))[0]
    assert pattern == Pattern(PatternKey.SHIFTED, {"rows": rows, "cols": cols})


def test_constant_factor() -> None:
    s = Sgemm(SQUARE)
    (pattern,) = s.patterns(2 * s.expected)
    assert pattern == Pattern(PatternKey.CONSTANT_FACTOR, {"factor": 2.0})


def test_low_precision() -> None:
    s = Sgemm(SQUARE, "floats")
    half = s.a.astype(np.float16).astype(np.float64) @ s.b.astype(np.float16).astype(np.float64)
    assert PatternKey.LOW_PRECISION in keys(s.patterns(half))


@pytest.mark.parametrize(("name", "leading"), [("A", "lda"), ("B", "ldb"), ("C", "ldc")])
def test_leading_dimension_ignored(name: str, leading: str) -> None:
    s = Sgemm(ODD)
    case, flat = s.case, [b.original.astype(np.float64) for b in s.prepared.buffers]
    a, b = s.a, s.b
    if name == "A":
        a = flat[0][: case.M * case.K].reshape(case.M, case.K)
    if name == "B":
        b = flat[1][: case.K * case.N].reshape(case.K, case.N)
    if name == "C":
        packed = slice(0, case.M * case.N)
        s.outputs[2][packed] = (1.5 * (a @ b)).ravel() - 0.5 * flat[2][packed]
        patterns = s.judged()
    else:
        patterns = s.patterns(1.5 * (a @ b) - 0.5 * s.old)
    assert patterns[0] == Pattern(PatternKey.LEADING_DIMENSION, {"name": name, "leading": leading})


def test_only_the_ragged_edge_is_wrong() -> None:
    s = Sgemm(ODD)
    result = s.expected.copy()
    result[64:] += 1
    result[:, 32:] += 3
    edge = {"row": 64, "column": 32, "rows": 65, "cols": 33}
    assert Pattern(PatternKey.RAGGED_EDGE, edge) in s.patterns(result)


def test_a_ragged_edge_that_is_right_is_not_called_wrong() -> None:
    s = Sgemm(ODD)
    right, below = s.expected.copy(), s.expected.copy()
    right[:, 32:] += 3
    below[64:] += 3
    edge = {"rows": 65, "cols": 33}
    assert Pattern(PatternKey.RAGGED_EDGE, edge | {"row": 65, "column": 32}) in s.patterns(right)
    assert Pattern(PatternKey.RAGGED_EDGE, edge | {"row": 64, "column": 33}) in s.patterns(below)


def test_the_edge_was_not_written() -> None:
    s = Sgemm(ODD)
    result = s.expected.copy()
    result[64:] = s.old[64:]
    assert keys(s.patterns(result)) == [PatternKey.NOT_WRITTEN_HERE, PatternKey.RAGGED_EDGE]


@pytest.mark.parametrize(("m", "n", "rows", "cols"), [(65, 33, 48, 33), (33, 100, 33, 48), (128, 64, 64, 64)])
def test_rows_and_columns_of_the_launch_exchanged(m: int, n: int, rows: int, cols: int) -> None:
    s = Sgemm({"M": m, "N": n, "K": 8, "beta": 1})
    result = s.old.copy()
    result[:rows, :cols] = s.expected[:rows, :cols]
    assert keys(s.patterns(result)) == [PatternKey.NOT_WRITTEN_HERE, PatternKey.ROWS_COLS_SWAPPED]


def test_only_some_rows_are_wrong() -> None:
    s = Sgemm(SQUARE)
    result = s.expected.copy()
    result[1::4] = np.arange(48) + 0.5
    wanted = Pattern(PatternKey.SOME_ROWS, {"count": 12, "total": 48, "first": 1, "last": 45})
    assert wanted in s.patterns(result)


def test_only_some_columns_are_wrong() -> None:
    s = Sgemm(SQUARE)
    result = s.expected.copy()
    result[:, 5:7] = 0.5 + np.arange(96).reshape(48, 2) ** 2
    wanted = Pattern(PatternKey.SOME_COLS, {"count": 2, "total": 48, "first": 5, "last": 6})
    assert wanted in s.patterns(result)


def test_one_odd_element_is_no_pattern() -> None:
    s = Sgemm(SQUARE)
    result = s.expected.copy()
    result[7, 9] += 1
    assert s.patterns(result) == ()


def transposed(rows: int, cols: int) -> tuple[Prepared, NDArray[np.float32], dict[int, Array]]:
    case = TRANSPOSE.case_model(rows=rows, cols=cols)
    prepared = TRANSPOSE.arguments(case, np.random.default_rng(5))
    outputs = {b.position: b.original.copy() for b in prepared.buffers}
    return prepared, prepared.buffers[0].original.reshape(rows, cols), outputs


@pytest.mark.parametrize(("rows", "cols"), [(64, 64), (65, 33)])
def test_identity_copy_instead_of_a_transpose(rows: int, cols: int) -> None:
    prepared, matrix, outputs = transposed(rows, cols)
    outputs[1][:] = matrix.ravel()
    (mismatch,) = TRANSPOSE.judge(prepared, outputs).mismatches
    assert mismatch.patterns[0] == Pattern(PatternKey.RESULT_IS_INPUT, {"name": "in"})


@pytest.mark.parametrize("key", [PatternKey.TILE_NOT_TRANSPOSED, PatternKey.TILE_NOT_MOVED])
def test_half_a_tiled_transpose(key: PatternKey) -> None:
    prepared, matrix, outputs = transposed(96, 96)
    out = np.zeros((96, 96), np.float32)
    for r in range(0, 96, 32):
        for c in range(0, 96, 32):
            tile = matrix[r : r + 32, c : c + 32]
            if key is PatternKey.TILE_NOT_TRANSPOSED:
                out[c : c + 32, r : r + 32] = tile
            else:
                out[r : r + 32, c : c + 32] = tile.T
    outputs[1][:] = out.ravel()
    assert keys(TRANSPOSE.judge(prepared, outputs).mismatches[0].patterns) == [key]


@pytest.mark.parametrize(("name", "leading", "rows"), [("in", "cols", 40), ("out", "rows", 51)])
def test_transpose_with_the_wrong_row_length(name: str, leading: str, rows: int) -> None:
    prepared, matrix, outputs = transposed(rows, 50)
    row, col = np.indices((rows, 50))
    if name == "in":
        outputs[1].reshape(50, rows)[:] = np.take(matrix, row * rows + col, mode="clip").T
    else:
        outputs[1][col * 50 + row] = matrix
    patterns = TRANSPOSE.judge(prepared, outputs).mismatches[0].patterns
    assert patterns[0] == Pattern(PatternKey.LEADING_DIMENSION, {"name": name, "leading": leading})


def layouts() -> tuple[Prepared, NDArray[np.float32], dict[int, Array]]:
    prepared = LAYOUTS.arguments(LAYOUTS.case_model(n=2), np.random.default_rng(6))
    outputs = {b.position: b.original.copy() for b in prepared.buffers}
    for region in prepared.regions:
        outputs[1][region.index] = region.expected
    return prepared, prepared.buffers[0].original.reshape(2, 1024), outputs


def test_layouts_copied_instead_of_transposed() -> None:
    prepared, given, outputs = layouts()
    outputs[1].reshape(2, 1536)[:, 1280:] = given[:, :256]
    (mismatch,) = LAYOUTS.judge(prepared, outputs).mismatches
    assert mismatch.label == "transpose_of_w"
    assert keys(mismatch.patterns) == [PatternKey.RESULT_IS_INPUT]


def test_layouts_product_with_a_transposed_factor_or_too_few_terms() -> None:
    prepared, given, outputs = layouts()
    w = given[:, :256].reshape(2, 16, 16)
    product = outputs[1].reshape(2, 1536)[:, 1024:1280].reshape(2, 16, 16)
    for result, key in (
        (w @ w.transpose(0, 2, 1), PatternKey.OPERAND_TRANSPOSED),
        (w[:, :, :8] @ w[:, :8], PatternKey.FIRST_TERMS_ONLY),
        ((w @ w).transpose(0, 2, 1), PatternKey.TRANSPOSED),
    ):
        product[:] = result
        outputs[1].reshape(2, 1536)[:, 1024:1280] = product.reshape(2, 256)
        (mismatch,) = LAYOUTS.judge(prepared, outputs).mismatches
        assert keys(mismatch.patterns) == [key]


def test_layouts_one_matrix_wrong() -> None:
    prepared, _, outputs = layouts()
    outputs[1][1536 : 1536 + 1024] = 0.5 + np.arange(1024) ** 2
    (mismatch,) = LAYOUTS.judge(prepared, outputs).mismatches
    assert mismatch.patterns == (Pattern(PatternKey.SOME_MATRICES, {"count": 1, "total": 2, "first": 1}),)


def test_empty_inner_dimension_still_gets_a_judgement() -> None:
    s = Sgemm({"M": 8, "N": 8, "K": 0, "beta": 2})
    assert s.patterns(s.expected + 0.5 + np.arange(64).reshape(8, 8) ** 2) == ()
