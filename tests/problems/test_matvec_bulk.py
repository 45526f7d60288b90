"""Timed products of matrix and vector: a sample is computed again, all where it is small; less than FP32 is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from grader.launch import Array
from grader.problems import matvec_bulk
from grader.problems.base import Role
from grader.problems.bulk import BulkBuffer, BulkMismatch
from grader.problems.filling import POISON_BITS
from grader.problems.rounding import random_sum_error
from tests.problems.test_bulk import Left, Round, fp16, launched, same, tf32
from tests.problems.test_row_sums_bulk import chains, refused


def multiplied(rounded: Round = same, lanes: int = 32, **sizes: int) -> Left:
    """y in float32, by chains of every 32nd product and then pairwise, of inputs that were rounded before."""
    left = launched("matvec", **sizes)
    products = rounded(matrix(left)) * rounded(left.buffers[1])
    left.buffers[2] = chains(np.pad(products, [(0, 0), (0, -left.case.N % lanes)]), lanes).sum(axis=1)
    return left


def matrix(left: Left) -> Array:
    return np.ascontiguousarray(left.buffers[0].reshape(left.case.M, left.case.lda)[:, : left.case.N])


MANY, FEW, PADDED = {"M": 3000, "N": 24}, {"M": 40, "N": 3000}, {"M": 65, "N": 47, "lda": 50}
LONG = {"M": 64, "N": 16_384}


@pytest.mark.parametrize("sizes", [MANY, FEW, PADDED, LONG, {"M": 1, "N": 1}, {"M": 700, "N": 1}])
def test_a_right_product_is_accepted(sizes: dict[str, int]) -> None:
    left = multiplied(**sizes)
    for rng_seed in range(5):
        assert left.sampled(rng_seed) is None
        assert left.whole(rng_seed) is None


@pytest.mark.parametrize("sizes", [FEW, PADDED, LONG])
def test_sums_of_one_thread_alone_are_accepted_and_have_the_expected_error(sizes: dict[str, int]) -> None:
    left = multiplied(lanes=1, **sizes)
    assert left.sampled() is None and left.whole() is None
    errors = left.buffers[2] - matrix(left).astype(np.float64) @ left.buffers[1]
    assert 0.5 < float(np.sqrt(np.mean(np.square(errors)))) / random_sum_error(left.case.N) < 1.6


def test_the_work_is_to_read_everything_once() -> None:
    left = launched("matvec", **PADDED)
    work = (left.bulk.flops, left.bulk.bytes, left.bulk.library)
    assert work == (2 * 65 * 47, 4 * (65 * 47 + 65 + 47), "cublas_sgemv")
    assert left.scalars() == PADDED
    buffers = [(a.name, a.role, a.count) for a in left.bulk.arguments if isinstance(a, BulkBuffer)]
    assert buffers == [
        ("A", Role.INPUT, 65 * 50),
        ("x", Role.INPUT, 47),
        ("y", Role.OUTPUT, 65),
    ]


@pytest.mark.parametrize("row", [0, 17, 2999])
def test_one_wrong_element_anywhere_is_found_in_the_whole(row: int) -> None:
    left = multiplied(**MANY)
    left.buffers[2][row] += np.float32(0.01)
    found = left.whole()
    assert found is not None
    assert (found.buffer, found.role, found.row, found.column) == ("y", Role.OUTPUT, None, row)
    assert found.got == left.buffers[2][row] and found.expected == pytest.approx(found.got - 0.01, abs=1e-5)


def test_every_element_is_looked_at_sooner_or_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matvec_bulk, "_SAMPLE", 10 * 24)
    monkeypatch.setattr(matvec_bulk, "_PART", 1000 * 24)
    left = multiplied(**MANY)
    left.buffers[2][1234] += np.float32(0.01)
    assert 0 < sum(left.sampled(rng_seed) is not None for rng_seed in range(2000)) < 40
    assert 10 < sum(left.whole(rng_seed) is not None for rng_seed in range(100)) < 60


def test_an_element_that_nobody_wrote_is_found_wherever_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matvec_bulk, "_SAMPLE", 24)
    monkeypatch.setattr(matvec_bulk, "_PART", 24)
    left = multiplied(**MANY)
    left.buffers[2].view(np.uint32)[2999] = POISON_BITS
    found = refused(left)
    assert (found.column, found.far) == (2999, True) and np.isnan(found.got)


def test_rows_that_are_drawn_few_at_a_time_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    left = multiplied(**PADDED)
    monkeypatch.setattr(matvec_bulk, "_PIECE", 100)
    assert left.whole() is None
    left.buffers[2][64] += np.float32(0.01)
    assert left.whole() is not None


def test_a_turn_draws_a_small_part_and_the_whole_no_more_than_time_allows() -> None:
    assert matvec_bulk._SAMPLE <= 1 << 20 and matvec_bulk._PART <= 1 << 25
    case = replace(launched("matvec", M=4, N=4).case, M=16_384, N=16_384, lda=16_384)
    y = np.zeros(case.M, np.float32)
    for most, rows in ((matvec_bulk._SAMPLE, 32), (matvec_bulk._PART, 2048)):
        assert len(matvec_bulk._rows(case, y, np.random.default_rng(3), most)) == rows


@pytest.mark.parametrize("sizes", [MANY, FEW, LONG])
@pytest.mark.parametrize("rounded", [tf32, fp16])
def test_products_of_rounded_inputs_are_close_but_not_precise(rounded: Round, sizes: dict[str, int]) -> None:
    assert not refused(multiplied(rounded, **sizes)).far


@pytest.mark.parametrize("rounded", [tf32, fp16])
def test_a_matrix_that_was_rounded_alone_is_refused(rounded: Round) -> None:
    left = launched("matvec", **LONG)
    left.buffers[2] = (rounded(matrix(left)).astype(np.float64) @ left.buffers[1]).astype(np.float32)
    assert not refused(left).far


def test_results_in_half_precision_are_refused() -> None:
    left = multiplied(**FEW)
    left.buffers[2] = fp16(left.buffers[2])
    assert not refused(left).far


@pytest.mark.parametrize("sizes", [MANY, FEW, LONG])
def test_a_product_of_each_row_left_out_is_refused_and_far(sizes: dict[str, int]) -> None:
    left = multiplied(**sizes)
    left.buffers[2] -= matrix(left)[:, -1] * left.buffers[1][-1]
    assert refused(left).far


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
def test_a_value_that_is_no_number_is_refused(wrong: float) -> None:
    left = multiplied(**FEW)
    left.buffers[2][:] = wrong
    assert refused(left).far


def test_an_output_that_nobody_touched_is_refused() -> None:
    assert np.isnan(refused(launched("matvec", **FEW)).got)


def test_a_transposed_matrix_is_refused() -> None:
    left = launched("matvec", M=100, N=100)
    left.buffers[2] = matrix(left).T @ left.buffers[1]
    assert refused(left).far


@pytest.mark.parametrize(("position", "name"), [(0, "A"), (1, "x")])
def test_a_changed_input_is_found_to_the_last_bit(position: int, name: str) -> None:
    left: Any = multiplied(**PADDED)
    span = [s for s in left.bulk.spans(np.random.default_rng(5)) if s.position == position][-1]
    at = span.start + span.count - 1
    left.buffers[position].view(np.uint32)[at] ^= 1
    if position == 1:
        left.buffers[2] = multiplied(**PADDED).buffers[2]
    found: BulkMismatch | None = left.sampled()
    assert found is not None
    row, column = divmod(at, 50 if position == 0 else 1)
    assert (found.buffer, found.role, found.row, found.column) == (name, Role.INPUT, row, column)
