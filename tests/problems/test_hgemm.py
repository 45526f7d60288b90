"""Products by tensor cores: right results pass in each format, and what fragments and formats do is told by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from grader.launch import Array
from grader.problems import PROBLEMS
from grader.problems.base import Geometry, Judgement, MismatchKind, Mistake, mistake
from grader.problems.filling import grid_of
from grader.problems.formats import from_bfloat16, to_bfloat16, to_tf32
from tests.problems.diagnosing import diagnosed
from tests.tiers import examples

FAMILIES = ("hgemm", "gemm_bf16", "gemm_tf32")
WARPS = Geometry((8, 4, 1), (32, 1, 1))
PADDED = {"M": 48, "N": 40, "K": 32, "lda": 40, "ldb": 48, "ldc": 44, "alpha": 1.5, "beta": -0.5}
LONG = {"M": 32, "N": 32, "K": 256, "values": "floats"}

Floats = NDArray[np.float64]


def numbers(family: str, buffer: Array) -> Floats:
    """The numbers that the elements of A or B stand for, each as it is multiplied."""
    if family == "gemm_bf16":
        return (buffer.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    if family == "gemm_tf32":
        return ((buffer.view(np.uint32) + 0x1000) & 0xFFFFE000).view(np.float32).astype(np.float64)
    return buffer.astype(np.float64)


class Gemm:
    """One prepared case: the factors as float64 matrices, and what the judge says of a result."""

    def __init__(self, name: str, seed: int = 3, **dims: Any) -> None:
        self.family = PROBLEMS[name]
        self.case = case = self.family.case_model.model_validate({"M": 32, "N": 24, "K": 48} | dims)
        self.prepared = self.family.arguments(case, np.random.default_rng(seed))
        a, b, c = (buffer.original for buffer in self.prepared.buffers)
        self.stored = a.reshape(case.M, case.lda)[:, : case.K], b.reshape(case.K, case.ldb)[:, : case.N]
        self.a, self.b = (numbers(name, np.ascontiguousarray(m)) for m in self.stored)
        self.index = grid_of(case.M, case.N, case.ldc)[0]
        with np.errstate(invalid="ignore"):
            self.old = c[self.index].astype(np.float64)

    def result(self, product: Floats) -> Floats:
        return self.case.alpha * product + (self.case.beta * self.old if self.case.beta else 0)

    def outputs(self, result: Floats) -> dict[int, Array]:
        found = {buffer.position: buffer.original.copy() for buffer in self.prepared.buffers}
        found[2][self.index] = result.astype(np.float32)
        return found

    def judged(self, product: Floats) -> Judgement:
        return self.family.judge(self.prepared, self.outputs(self.result(product)))

    def told(self, product: Floats) -> Mistake | None:
        return diagnosed(self.family, self.prepared, self.outputs(self.result(product)), WARPS)

    def key(self, product: Floats) -> str:
        found = self.told(product)
        return found.key if found else ""


def in_steps(a: Floats, b: Floats, wide: int) -> Floats:
    """A times B, cut off to floats after each step of `wide` products."""
    total = np.zeros((a.shape[0], b.shape[1]))
    for first in range(0, a.shape[1], wide):
        total = total + a[:, first : first + wide] @ b[first : first + wide]
        nearest = total.astype(np.float32)
        beyond = np.abs(nearest.astype(np.float64)) > np.abs(total)
        total = np.where(beyond, np.nextafter(nearest, np.float32(0)), nearest).astype(np.float64)
    return total


@pytest.mark.parametrize("values", ["integers", "floats"])
@pytest.mark.parametrize("dims", [{}, PADDED, {"M": 16, "N": 8, "K": 16, "alpha": -0.5, "initial_c": "nan"}, LONG])
@pytest.mark.parametrize("name", FAMILIES)
def test_right_results_pass(name: str, dims: dict[str, Any], values: str) -> None:
    gemm = Gemm(name, **dims | {"values": values})
    for wide in (16, 8, 1):
        assert gemm.judged(in_steps(gemm.a, gemm.b, wide)).passed


@examples(40)
@given(st.sampled_from(FAMILIES), st.integers(0, 2**32), st.integers(1, 40), st.integers(1, 40), st.integers(1, 40),
       st.sampled_from(["integers", "floats"]))  # fmt: skip
def test_one_wrong_element_does_not(name: str, seed: int, rows: int, cols: int, terms: int, values: str) -> None:
    gemm = Gemm(name, seed, M=rows, N=cols, K=terms, lda=terms + 3, ldc=cols + 1, values=values)
    product = gemm.a @ gemm.b
    row, col = divmod(seed % product.size, cols)
    product[row, col] += 0.25
    (found,) = gemm.judged(product).mismatches
    assert (found.buffer, found.wrong, found.row, found.column) == ("C", 1, row, col)


def test_buffers_have_the_type_that_the_kernel_declares() -> None:
    types = {name: PROBLEMS[name].arguments(Gemm(name).case, np.random.default_rng(1)) for name in FAMILIES}
    kinds = [types[name].buffers[0].original.dtype.name for name in FAMILIES]
    assert kinds == ["float16", "uint16", "float32"]
    assert all(prepared.buffers[2].original.dtype == np.float32 for prepared in types.values())
    assert [PROBLEMS[name].signature[1] for name in FAMILIES] == [
        "const __half* B", "const __nv_bfloat16* B", "const float* B",
    ]  # fmt: skip


@pytest.mark.parametrize("name", FAMILIES)
def test_what_lies_between_the_rows_is_finite_and_ruins_a_sum(name: str) -> None:
    gemm = Gemm(name, **PADDED)
    between = numbers(name, np.ascontiguousarray(gemm.prepared.buffers[0].original.reshape(48, 40)[:, 32:]))
    assert np.isfinite(between).all() and (between <= -32768).all()


def test_a_changed_input_in_bfloat16_is_told_as_a_number() -> None:
    gemm = Gemm("gemm_bf16")
    outputs = gemm.outputs(gemm.a @ gemm.b)
    outputs[1][5] = to_bfloat16(np.array([2.5], np.float32))[0]
    (found,) = gemm.family.judge(gemm.prepared, outputs).mismatches
    assert (found.kind, found.buffer, found.got) == (MismatchKind.INPUT, "B", 2.5)
    assert found.expected == from_bfloat16(gemm.prepared.buffers[1].original[5:6])[0]


def quarters_exchanged(matrix: Floats, wide: int) -> Floats:
    """Element by element, as lanes would read it with registers 1 and 2 exchanged."""
    found = matrix.copy()
    for row in range(0, matrix.shape[0], 16):
        for col in range(0, matrix.shape[1], 2 * wide):
            found[row : row + 8, col + wide : col + 2 * wide] = matrix[row + 8 : row + 16, col : col + wide]
            found[row + 8 : row + 16, col : col + wide] = matrix[row : row + 8, col + wide : col + 2 * wide]
    return found


def tiles_transposed(matrix: Floats, tile: int) -> Floats:
    found = np.zeros(matrix.shape)
    for row, col in np.ndindex(matrix.shape):
        top, left = row // tile * tile, col // tile * tile
        found[row, col] = matrix[top + col - left, left + row - top]
    return found


@pytest.mark.parametrize("dims", [PADDED | {"M": 48, "N": 48, "K": 64, "lda": 72, "ldb": 56, "ldc": 52}, LONG])
@pytest.mark.parametrize("name", FAMILIES)
def test_fragments_are_told_by_name(name: str, dims: dict[str, Any]) -> None:
    gemm = Gemm(name, **dims)
    a, b = gemm.a, gemm.b
    wide = 4 if name == "gemm_tf32" else 8
    k = np.arange(a.shape[1])
    assert gemm.key(quarters_exchanged(a, wide) @ b) == "quarters_exchanged"
    assert gemm.key(a @ quarters_exchanged(b, 8)) == "matrices_exchanged"
    assert gemm.told(a @ tiles_transposed(b, 8)) == mistake("quarters_transposed", name="B")
    assert gemm.told(tiles_transposed(a, 8) @ b) == mistake("quarters_transposed", name="A")
    assert gemm.told(a @ tiles_transposed(b, 16)) == mistake("operand_tile_transposed", name="B", tile=16)
    assert gemm.key(a @ b[k ^ wide]) == "halves_exchanged"
    assert gemm.told(a @ b[k & ~wide]) == mistake("half_repeated", name="B", wide=wide, step=2 * wide)
    assert gemm.told(a[:, : -2 * wide] @ b[: -2 * wide]) == mistake("last_chunk_missing", chunk=2 * wide)
    if wide == 8:
        assert gemm.key(a @ b[k ^ 1]) == "pairs_exchanged"
        beside = np.pad(b, ((0, 0), (0, 1)), constant_values=7.0)  # nobody knows what lies behind the last column
        along = np.where(k[:, None] % 2 == 0, b, beside[k & ~1, 1:])
        assert gemm.key(a @ along) == "pairs_along_row"
    product = a @ b
    rows, cols = np.arange(product.shape[0]), np.arange(product.shape[1])
    assert gemm.key(product[rows ^ 8]) == "rows_exchanged"
    assert gemm.key(product[:, cols ^ 1]) == "columns_exchanged"
    assert gemm.key(product[:, cols & ~8]) == "columns_repeated"


def test_an_accumulator_stored_by_the_map_of_a_is_told_by_name() -> None:
    gemm = Gemm("hgemm", **PADDED)
    product = gemm.a @ gemm.b
    stored = np.zeros(product.shape)
    for row0 in range(0, 48, 16):
        for col0 in range(0, 40, 8):
            for lane in range(32):
                for r in range(4):
                    held = product[row0 + lane // 4 + r // 2 * 8, col0 + lane % 4 * 2 + r % 2]
                    stored[row0 + lane // 4 + r % 2 * 8, col0 + lane % 4 * 2 + r // 2] = held
    assert gemm.told(stored) == mistake("accumulator_exchanged")


@pytest.mark.parametrize(("chunks", "rows"), [(8, 1), (4, 2), (4, 1)])
@pytest.mark.parametrize("which", ["A", "B"])
@pytest.mark.parametrize("name", FAMILIES)
def test_a_swizzle_on_one_side_only_is_told_by_name(name: str, which: str, chunks: int, rows: int) -> None:
    gemm = Gemm(name, M=64, N=64, K=64)
    size = 4 if name == "gemm_tf32" else 8
    matrix = gemm.a if which == "A" else gemm.b
    read = np.zeros(matrix.shape)
    for row, col in np.ndindex(matrix.shape):
        chunk = col // size ^ (row // rows) % chunks
        read[row, col] = matrix[row, chunk * size + col % size]
    found = gemm.told(read @ gemm.b if which == "A" else gemm.a @ read)
    assert found == mistake("swizzled_once", name=which, chunks=chunks, rows=rows)


@pytest.mark.parametrize("step", [16, 8])
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", ["hgemm", "gemm_bf16"])
def test_sums_in_half_precision_are_told_although_each_step_loses_a_little(name: str, seed: int, step: int) -> None:
    gemm = Gemm(name, seed, **LONG)
    rng = np.random.default_rng(seed)
    total = np.zeros((32, 32))
    for first in range(0, 256, step):
        total = total + gemm.a[:, first : first + step] @ gemm.b[first : first + step]
        lost = rng.uniform(0, 2.0**-22, total.shape) * np.maximum(1, np.abs(total))
        total = (total - lost * np.sign(total)).astype(np.float16).astype(np.float64)
    assert gemm.key(total) == "sums_in_half"


def test_a_result_that_was_rounded_once_is_told_apart_from_sums_that_were() -> None:
    gemm = Gemm("hgemm", **LONG)
    once = (gemm.a @ gemm.b).astype(np.float16).astype(np.float64)
    assert gemm.told(once) == mistake("result_in_half")
    tf32 = Gemm("gemm_tf32", **LONG)
    assert tf32.told(to_tf32((tf32.a @ tf32.b).astype(np.float32))) == mistake("result_in_tf32")


def test_factors_in_another_format_are_told_by_name() -> None:
    half, tf32 = Gemm("hgemm", **LONG), Gemm("gemm_tf32", **LONG)
    a, b = (from_bfloat16(to_bfloat16(m.astype(np.float32))) for m in half.stored)
    assert half.told(a @ b) == mistake("factors_in_bfloat16", name="A, B")
    assert half.told(a @ half.b) == mistake("factors_in_bfloat16", name="A")
    given_a, given_b = (np.ascontiguousarray(m) for m in tf32.stored)
    wide_a, wide_b = (m.astype(np.float64) for m in (given_a, given_b))
    cut_a, cut_b = ((m.view(np.uint32) & 0xFFFFE000).view(np.float32).astype(np.float64) for m in (given_a, given_b))
    assert tf32.told(cut_a @ cut_b) == mistake("not_rounded_to_tf32", name="A, B")
    assert tf32.told(cut_a @ tf32.b) == mistake("not_rounded_to_tf32", name="A")
    assert tf32.told(tf32.a @ cut_b) == mistake("not_rounded_to_tf32", name="B")
    assert tf32.told(wide_a @ wide_b) == mistake("left_in_fp32")


@pytest.mark.parametrize("name", ["gemm_bf16", "gemm_tf32"])
def test_factors_of_wide_formats_do_not_fit_into_half_precision(name: str) -> None:
    gemm = Gemm(name, **LONG)
    with np.errstate(over="ignore", invalid="ignore"):
        a, b = (m.astype(np.float16).astype(np.float64) for m in (gemm.a, gemm.b))
        assert np.isinf(a).any() and gemm.judged(a @ b).mismatches


@pytest.mark.parametrize(("alpha", "beta"), [(0.7, 0.3), (-0.7, 1.3)])
@pytest.mark.parametrize("name", FAMILIES)
def test_scalars_that_went_through_half_precision_show_in_a_short_sum(name: str, alpha: float, beta: float) -> None:
    gemm = Gemm(name, M=16, N=16, K=32, alpha=alpha, beta=beta, values="floats")
    product = gemm.a @ gemm.b
    taken, kept = (float(np.float16(scalar)) for scalar in (alpha, beta))
    right, wrong = gemm.result(product), (taken * product + beta * gemm.old, alpha * product + kept * gemm.old)
    assert gemm.family.judge(gemm.prepared, gemm.outputs(right)).passed
    assert not any(gemm.family.judge(gemm.prepared, gemm.outputs(each)).passed for each in wrong)


def test_mistakes_of_any_product_are_told_as_ever() -> None:
    gemm = Gemm("hgemm", **PADDED)
    product = gemm.a @ gemm.b
    result = gemm.outputs(1.5 * product)
    assert diagnosed(gemm.family, gemm.prepared, result, WARPS) == mistake("beta_ignored")
    result = gemm.outputs(product - 0.5 * gemm.old)
    assert diagnosed(gemm.family, gemm.prepared, result, WARPS) == mistake("alpha_ignored")


def test_rounding_to_tf32_goes_to_the_nearest_and_ties_away_from_zero() -> None:
    unit = 2.0**-10
    values = np.array([1 + unit / 2, -1 - unit / 2, 1 + unit * 1.5, 1 + unit * 0.49, 2 - unit / 2, 1.0], np.float32)
    assert to_tf32(values).tolist() == [1 + unit, -1 - unit, 1 + 2 * unit, 1.0, 2.0, 1.0]


@pytest.mark.parametrize("dims", [
    {"K": 0, "beta": 0.5}, {"M": 0}, {"N": 0}, {"M": 1, "N": 1, "K": 1}, {"M": 17, "N": 9, "K": 23},
])  # fmt: skip
@pytest.mark.parametrize("name", FAMILIES)
def test_no_size_is_too_small_or_too_odd_for_the_mistakes(name: str, dims: dict[str, Any]) -> None:
    gemm = Gemm(name, **dims)
    assert gemm.judged(gemm.a @ gemm.b).passed
    if gemm.old.size:
        assert gemm.told(gemm.a @ gemm.b + 1000 * np.arange(gemm.old.size).reshape(gemm.old.shape) + 77) is None
