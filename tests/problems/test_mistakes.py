"""Each well-known mistake is recognised from its output alone, made here by other means than those of the grader."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from grader.launch import Array
from grader.problems import PROBLEMS
from grader.problems.base import Geometry, Mistake, Prepared, mistake
from grader.problems.diagnosis import diagnose
from grader.problems.filling import grid_of
from grader.problems.sgemm import SgemmCase
from tests.problems.diagnosing import diagnosed, diagnosed_all, found_facts, ran

SGEMM, TRANSPOSE, LAYOUTS = PROBLEMS["sgemm"], PROBLEMS["transpose"], PROBLEMS["layouts"]

TILES = Geometry((8, 8, 1), (32, 8, 1))
SQUARE = {"M": 48, "N": 48, "K": 48}
ODD = {"M": 65, "N": 33, "K": 47, "lda": 50, "ldb": 40, "ldc": 36, "alpha": 1.5, "beta": -0.5}


def key(told: Mistake | None) -> str:
    """Its key alone, whatever its parameters."""
    return told.key if told is not None else ""


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

    @property
    def geometry(self) -> Geometry:
        """One thread an element, in blocks of 16 x 16."""
        return Geometry((-(-self.case.N // 16), -(-self.case.M // 16), 1), (16, 16, 1))

    def told(self, result: NDArray[np.floating]) -> Mistake | None:
        """The mistake that explains C if it holds `result` (M x N)."""
        self.outputs[2][self.index] = result.astype(np.float32)
        return self.diagnosed()

    def diagnosed(self) -> Mistake | None:
        return diagnosed(SGEMM, self.prepared, self.outputs, self.geometry)

    def facts(self, result: NDArray[np.floating]) -> list[Mistake]:
        """What is said where nothing explains `result`."""
        assert self.told(result) is None
        return found_facts(SGEMM, self.prepared, self.outputs, self.geometry)


@pytest.mark.parametrize("dims", [SQUARE, ODD])
def test_nothing_written(dims: dict[str, Any]) -> None:
    assert Sgemm(dims).diagnosed() == mistake("nothing_written")


def test_old_c_read_although_beta_is_zero() -> None:
    s = Sgemm(SQUARE | {"initial_c": "nan"})
    with np.errstate(invalid="ignore"):
        result = s.a @ s.b + 0.0 * s.old
    assert s.told(result) == mistake("old_c_read")


def test_a_computed_nan() -> None:
    s = Sgemm(ODD)
    result = s.expected.copy()
    result[3:9, 3:9] = np.nan
    assert s.facts(result) == [
        mistake("nan", count=36),
        mistake("box", top=3, bottom=8, rows=65, left=3, right=8, cols=33),
    ]


def test_all_zero() -> None:
    s = Sgemm(SQUARE)
    assert s.told(np.zeros((48, 48))) == mistake("all_zero")


def test_transposed_result() -> None:
    s = Sgemm(SQUARE)
    assert key(s.told(s.expected.T)) == "transposed"


@pytest.mark.parametrize("side", [4, 8])
def test_fragments_that_changed_places(side: int) -> None:
    s = Sgemm(ODD)
    padded = np.pad(1.5 * (s.a @ s.b), [(0, 7), (0, 7)])
    result = -0.5 * s.old
    for row in range(0, 65, side):
        for col in range(0, 33, side):
            piece = padded[row : row + side, col : col + side].T
            result[row : row + side, col : col + side] += piece[: 65 - row, : 33 - col]
    assert s.told(result) == mistake("pieces_transposed", tile=side)


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
    assert key(s.told(result)) == "columns_of_other_threads"


WARP_TILED = {"M": 200, "N": 150, "K": 16, "lda": 16, "ldb": 152, "alpha": 1.5}


@pytest.mark.parametrize("beta", [0.0, 2.0])
@pytest.mark.parametrize(
    ("told", "warps", "apart", "joined"),
    [
        ("place_of_lane_alone", 0, 4, False),
        ("pieces_of_one", 1, 1, False),
        ("pieces_joined", 1, 4, True),
        ("pieces_joined", 1, 8, True),
    ],
)
def test_warps_lanes_and_pieces_in_the_wrong_place(
    told: str, warps: int, apart: int, joined: bool, beta: float
) -> None:
    s = Sgemm(WARP_TILED | {"beta": beta})
    product, result = np.zeros((256, 256)), s.old.copy()
    product[:200, :150] = 1.5 * (s.a @ s.b)
    for block, warp, lane in np.ndindex(4, 8, 32):
        top, left = block // 2 * 128, block % 2 * 128
        row = warps * (warp // 2 * 32) + (lane % 2 + lane // 4 % 2 * 2) * apart
        col = warps * (warp % 2 * 64) + (lane // 2 % 2 + lane // 8 * 2) * apart
        for m, n in np.ndindex(8, 8):
            place = row + m // 4 * 16 + m % 4, col + n // 4 * 32 + n % 4
            read = (row + m, col + n) if joined else place
            to = top + place[0], left + place[1]
            if to[0] < 200 and to[1] < 150:
                behind = max(read) >= 128  # what lies there may be anything
                result[to] = (777 if behind else product[top + read[0], left + read[1]]) + beta * result[to]
    assert key(s.told(result)) == told


@pytest.mark.parametrize(("told", "of"), [("first_fragments_again", 0), ("first_fragments_kept", 6)])
def test_tiles_that_begin_with_fragments_of_the_one_before(told: str, of: int) -> None:
    s = Sgemm(WARP_TILED | {"K": 24, "lda": 24, "beta": 2.0})
    result = s.expected.copy()
    for k in (8, 16):
        change = np.outer(s.a[:, k - 8 + of], s.b[k - 8 + of]) - np.outer(s.a[:, k], s.b[k])
        result[:128, :128] += 1.5 * change[:128, :128]  # the only tile without guards
    assert key(s.told(result)) == told


def test_transposed_result_with_a_padded_leading_dimension_and_old_c() -> None:
    s = Sgemm({"M": 40, "N": 40, "K": 9, "ldc": 44, "alpha": 0.5, "beta": 2})
    assert s.told((0.5 * s.a @ s.b).T + 2 * s.old) == mistake("transposed", taken="ldc")


@pytest.mark.parametrize("name", ["A", "B"])
def test_an_operand_read_with_rows_and_columns_exchanged(name: str) -> None:
    s = Sgemm(SQUARE)
    result = s.a.T @ s.b if name == "A" else s.a @ s.b.T
    assert s.told(result) == mistake("operand_transposed", name=name)


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
    assert s.told(result) == mistake("operand_tile_transposed", name=name, tile=tile)


def test_the_sum_of_products_is_missing() -> None:
    s = Sgemm(ODD)
    assert s.told(-0.5 * s.old) == mistake("product_missing")


def test_operands_exchanged() -> None:
    s = Sgemm(SQUARE)
    assert s.told(s.b @ s.a) == mistake("operands_exchanged")


def test_elementwise_product() -> None:
    s = Sgemm(SQUARE)
    assert s.told(s.a * s.b) == mistake("elementwise")


def test_the_result_is_an_input() -> None:
    s = Sgemm(SQUARE)
    assert s.told(s.a) == mistake("copied", name="A")


@pytest.mark.parametrize(
    ("name", "alpha", "beta"),
    [
        ("alpha_ignored", 1.0, -0.5),
        ("beta_ignored", 1.5, 0.0),
        ("alpha_beta_ignored", 1.0, 0.0),
        ("accumulated", 1.5, 1.0),
    ],
)
def test_alpha_and_beta_used_wrongly(name: str, alpha: float, beta: float) -> None:
    s = Sgemm(ODD)
    assert s.told(alpha * (s.a @ s.b) + beta * s.old) == mistake(name)


def test_output_updated_twice() -> None:
    s = Sgemm(ODD)
    assert s.told(1.5 * (s.a @ s.b) - 0.5 * s.expected) == mistake("applied_twice")


@pytest.mark.parametrize("values", ["integers", "floats"])
def test_last_tile_of_k_left_out(values: str) -> None:
    s = Sgemm(ODD, values)
    result = 1.5 * (s.a[:, :32] @ s.b[:32]) - 0.5 * s.old
    assert s.told(result) == mistake("whole_chunks_only", chunk=16)


def test_first_tile_of_k_left_out() -> None:
    s = Sgemm(ODD)
    result = 1.5 * (s.a[:, 16:] @ s.b[16:]) - 0.5 * s.old
    assert s.told(result) == mistake("first_chunk_missing", chunk=16)


@pytest.mark.parametrize(("rows", "cols"), [(0, 1), (0, -1), (1, 0), (-1, 0)])
def test_neighbour_instead_of_the_element(rows: int, cols: int) -> None:
    s = Sgemm(ODD)
    assert s.told(np.roll(s.expected, (-rows, -cols), (0, 1))) == mistake("shifted", rows=rows, cols=cols)


def test_constant_factor() -> None:
    s = Sgemm(SQUARE)
    assert s.told(2 * s.expected) == mistake("constant_factor", factor=2.0)


def test_low_precision() -> None:
    s = Sgemm(SQUARE, "floats")
    half = s.a.astype(np.float16).astype(np.float64) @ s.b.astype(np.float16).astype(np.float64)
    assert s.facts(half)[0] == mistake("close")


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
        told = s.diagnosed()
    else:
        told = s.told(1.5 * (a @ b) - 0.5 * s.old)
    taken = {"A": "K", "B": "N", "C": "N"}[name]
    assert told == mistake("leading_dimension", name=name, leading=leading, taken=taken)


def test_a_ragged_edge_that_is_wrong_has_no_known_cause() -> None:
    s = Sgemm(ODD)
    right, below, both = (s.expected.copy() for _ in range(3))
    right[:, 32:] += 3
    below[64:] += 3
    both[:, 32:] += 3
    both[64:] += 1
    assert s.facts(right) == [mistake("col", top=0, bottom=64, rows=65, left=32, right=32, cols=33)]
    assert s.facts(below) == [mistake("row", top=64, bottom=64, rows=65, left=0, right=32, cols=33)]
    assert s.facts(both) == []


@pytest.mark.parametrize(
    ("m", "n"), [(70, 40), (70, 32), (64, 40)],
)
def test_an_edge_that_was_not_written(m: int, n: int) -> None:
    s = Sgemm({"M": m, "N": n, "K": 8, "beta": 1})
    result = s.old.copy()
    result[:64, :32] = s.expected[:64, :32]
    assert key(s.told(result)) == "whole_tiles_only"


@pytest.mark.parametrize(("m", "n", "rows", "cols"), [(65, 33, 48, 33), (33, 100, 33, 48), (128, 40, 48, 40)])
def test_rows_and_columns_of_the_launch_exchanged(m: int, n: int, rows: int, cols: int) -> None:
    s = Sgemm({"M": m, "N": n, "K": 8, "beta": 1})
    result = s.old.copy()
    result[:rows, :cols] = s.expected[:rows, :cols]
    assert s.told(result) == mistake("axes_swapped", tile=16)


def test_only_some_rows_are_wrong() -> None:
    s = Sgemm(SQUARE)
    result = s.expected.copy()
    result[1::4] = np.arange(48) + 0.5
    assert s.facts(result) == [mistake("rows", top=1, bottom=45, rows=48, left=0, right=47, cols=48)]


def test_only_some_columns_are_wrong() -> None:
    s = Sgemm(SQUARE)
    result = s.expected.copy()
    result[:, 5:7] = 0.5 + np.arange(96).reshape(48, 2) ** 2
    assert s.facts(result) == [mistake("cols", top=0, bottom=47, rows=48, left=5, right=6, cols=48)]


def test_one_odd_element_is_no_pattern() -> None:
    s = Sgemm(SQUARE)
    result = s.expected.copy()
    result[7, 9] += 1
    assert s.facts(result) == []


def transposed(rows: int, cols: int) -> tuple[Prepared, NDArray[np.float32], dict[int, Array]]:
    case = TRANSPOSE.case_model(rows=rows, cols=cols)
    prepared = TRANSPOSE.arguments(case, np.random.default_rng(5))
    outputs = {b.position: b.original.copy() for b in prepared.buffers}
    return prepared, prepared.buffers[0].original.reshape(rows, cols), outputs


@pytest.mark.parametrize(("rows", "cols"), [(64, 64), (65, 33)])
def test_identity_copy_instead_of_a_transpose(rows: int, cols: int) -> None:
    prepared, matrix, outputs = transposed(rows, cols)
    outputs[1][:] = matrix.ravel()
    assert diagnosed(TRANSPOSE, prepared, outputs, TILES) == mistake("copied", name="in")


@pytest.mark.parametrize("name", ["tile_not_transposed", "tile_not_moved"])
def test_half_a_tiled_transpose(name: str) -> None:
    prepared, matrix, outputs = transposed(96, 96)
    out = np.zeros((96, 96), np.float32)
    for r in range(0, 96, 32):
        for c in range(0, 96, 32):
            tile = matrix[r : r + 32, c : c + 32]
            if name == "tile_not_transposed":
                out[c : c + 32, r : r + 32] = tile
            else:
                out[r : r + 32, c : c + 32] = tile.T
    outputs[1][:] = out.ravel()
    assert key(diagnosed(TRANSPOSE, prepared, outputs, TILES)) == name


@pytest.mark.parametrize(("name", "leading", "rows"), [("in", "cols", 40), ("out", "rows", 51)])
def test_transpose_with_the_wrong_row_length(name: str, leading: str, rows: int) -> None:
    prepared, matrix, outputs = transposed(rows, 50)
    row, col = np.indices((rows, 50))
    if name == "in":
        outputs[1].reshape(50, rows)[:] = np.take(matrix, row * rows + col, mode="clip").T
    else:
        outputs[1][col * 50 + row] = matrix
    taken = "rows" if name == "in" else "cols"
    told = diagnosed(TRANSPOSE, prepared, outputs, TILES)
    assert told == mistake("leading_dimension", name=name, leading=leading, taken=taken)


def layouts() -> tuple[Prepared, NDArray[np.float32], dict[int, Array]]:
    prepared = LAYOUTS.arguments(LAYOUTS.case_model(n=2), np.random.default_rng(6))
    outputs = {b.position: b.original.copy() for b in prepared.buffers}
    for region in prepared.regions:
        outputs[1][region.index] = region.expected
    return prepared, prepared.buffers[0].original.reshape(2, 1024), outputs


def test_layouts_copied_instead_of_transposed() -> None:
    prepared, given, outputs = layouts()
    outputs[1].reshape(2, 1536)[:, 1280:] = given[:, :256]
    assert diagnosed_all(LAYOUTS, prepared, outputs) == {"transpose_of_w": mistake("copied", name="w")}


def test_layouts_product_with_a_transposed_factor_or_too_few_terms() -> None:
    prepared, given, outputs = layouts()
    w = given[:, :256].reshape(2, 16, 16)
    product = outputs[1].reshape(2, 1536)[:, 1024:1280].reshape(2, 16, 16)
    for result, name in (
        (w @ w.transpose(0, 2, 1), "operand_transposed"),
        (w[:, :, :8] @ w[:, :8], "first_chunk_only"),
        ((w @ w).transpose(0, 2, 1), "transposed"),
    ):
        product[:] = result
        outputs[1].reshape(2, 1536)[:, 1024:1280] = product.reshape(2, 256)
        assert key(diagnosed(LAYOUTS, prepared, outputs)) == name


def test_layouts_one_matrix_wrong() -> None:
    prepared, _, outputs = layouts()
    outputs[1][1536 : 1536 + 1024] = 0.5 + np.arange(1024) ** 2
    assert diagnosed(LAYOUTS, prepared, outputs) is None
    assert found_facts(LAYOUTS, prepared, outputs) == [mistake("matrix", first=1, last=1, total=2)]


def test_empty_inner_dimension_still_gets_a_judgement() -> None:
    s = Sgemm({"M": 8, "N": 8, "K": 0, "beta": 2})
    assert s.facts(s.expected + 0.5 + np.arange(64).reshape(8, 8) ** 2) == []


@pytest.mark.parametrize(("beta", "m", "n", "ldc"), [(-1.5, 5, 20, 27), (0.5, 20, 5, 9), (2.0, 12, 12, 13)])
def test_of_an_empty_product_nothing_is_said_of_its_factors(beta: float, m: int, n: int, ldc: int) -> None:
    s = Sgemm({"M": m, "N": n, "K": 0, "beta": beta, "ldc": ldc})
    s.outputs[2][: m * n] *= np.float32(beta)  # rows N apart: each element of C scaled where it is
    told = diagnose([ran(SGEMM, s.prepared, s.outputs, s.geometry)], 0)
    assert told == (mistake("leading_dimension", name="C", leading="ldc", taken="N"),)
