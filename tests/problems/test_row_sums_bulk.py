"""Timed row sums: sampled sums are added up again, and all of one launch; what is not FP32's is refused."""

from __future__ import annotations

import numpy as np
import pytest

from grader.launch import Array
from grader.problems import row_sums_bulk
from grader.problems.base import Role
from grader.problems.bulk import BulkBuffer, BulkMismatch
from grader.problems.filling import POISON_BITS
from tests.problems.test_bulk import Left, Round, fp16, launched, same, tf32


def summed(rounded: Round = same, **sizes: int) -> Left:
    """Row sums in float32, by chains of every 256th element and then pairwise, of inputs that were rounded before."""
    left = launched("row_sums", **sizes)
    matrix = rounded(left.buffers[0]).reshape(left.case.rows, left.case.cols)
    left.buffers[1] = chains(np.pad(matrix, [(0, 0), (0, -left.case.cols % 256)]), 256).sum(axis=1)
    return left


def chains(values: Array, threads: int) -> Array:
    """What each thread has, (rows, threads), when it has added up its elements one by one."""
    by_thread = values.reshape(len(values), -1, threads)
    result: Array = np.add.accumulate(by_thread, axis=1, dtype=np.float32)[:, -1]
    return result


def refused(left: Left) -> BulkMismatch:
    """What both verifications find, which must be something."""
    sampled, whole = left.sampled(), left.whole()
    assert sampled is not None and whole is not None
    return sampled


MANY, FEW, LONG = {"rows": 3000, "cols": 24}, {"rows": 40, "cols": 3000}, {"rows": 1, "cols": 1 << 20}
SHAPES = [MANY, FEW, LONG, {"rows": 1, "cols": 1}, {"rows": 700, "cols": 1}, {"rows": 5, "cols": 300_001}]


@pytest.mark.parametrize("sizes", SHAPES)
def test_right_sums_are_accepted(sizes: dict[str, int]) -> None:
    left = summed(**sizes)
    for rng_seed in range(5):
        assert left.sampled(rng_seed) is None
        assert left.whole(rng_seed) is None


def chained(rows: int, cols: int) -> Left:
    """Row sums as one thread adds them up."""
    left = launched("row_sums", rows=rows, cols=cols)
    left.buffers[1] = chains(left.buffers[0].reshape(rows, cols), 1)[:, 0]
    return left


@pytest.mark.parametrize(("rows", "cols"), [(64, 8192), (64, 7), (4, 1 << 18)])
def test_sums_of_one_thread_alone_are_accepted(rows: int, cols: int) -> None:
    left = chained(rows, cols)
    assert left.sampled() is None and left.whole() is None


@pytest.mark.parametrize("cols", [256, 4096])
def test_the_expected_error_is_that_of_one_thread(cols: int) -> None:
    rms = float(np.sqrt(np.mean(np.square(errors(chained(500, cols))))))
    assert 0.5 < rms / row_sums_bulk._expected_error(cols) < 1.5


def test_the_work_is_to_read_everything_once_and_to_add_it_up() -> None:
    left = launched("row_sums", **FEW)
    assert (left.bulk.flops, left.bulk.bytes, left.bulk.library) == (120_000, 4 * 120_040, "cub_row_sums")
    assert left.scalars() == FEW
    buffers = [(a.name, a.role, a.count) for a in left.bulk.arguments if isinstance(a, BulkBuffer)]
    assert buffers == [("in", Role.INPUT, 120_000), ("out", Role.OUTPUT, 40)]


def test_values_are_floats_whatever_the_case_says() -> None:
    left = launched("row_sums", **FEW, values="integers")
    assert not np.array_equal(left.buffers[0], np.round(left.buffers[0]))


@pytest.mark.parametrize("row", [0, 17, 2999])
def test_one_wrong_sum_anywhere_is_found_in_the_whole(row: int) -> None:
    left = summed(**MANY)
    left.buffers[1][row] += np.float32(0.01)
    found = left.whole()
    assert found is not None
    assert (found.buffer, found.role, found.row, found.column) == ("out", Role.OUTPUT, None, row)
    assert found.got == left.buffers[1][row] and found.expected == pytest.approx(found.got - 0.01, abs=1e-5)


def test_one_wrong_sum_that_was_fetched_is_found() -> None:
    left = summed(**MANY)
    row = next(s.start for s in left.bulk.spans(np.random.default_rng(5)) if s.position == 1)
    left.buffers[1][row] += np.float32(0.01)
    found = left.sampled()
    assert found is not None and found.column == row


def test_in_the_end_every_sum_is_looked_at_and_all_of_the_input() -> None:
    left = launched("row_sums", rows=100, cols=50)
    spans = [s for i in range(600) for s in left.bulk.spans(np.random.default_rng(i))]
    assert {s.start for s in spans if s.position == 1} == set(range(100))
    given = np.zeros(5000, bool)
    for span in spans:
        if span.position == 0:
            given[span.start : span.start + span.count] = True
    assert given.all()


@pytest.mark.parametrize("sizes", [MANY, FEW, LONG, {"rows": 1, "cols": 1}])
def test_of_longer_rows_fewer_are_added_up_again(sizes: dict[str, int]) -> None:
    spans = launched("row_sums", **sizes).bulk.spans(np.random.default_rng(5))
    sums = [s for s in spans if s.position == 1]
    assert 1 <= len(sums) <= 64
    assert len(sums) == 1 or len(sums) * sizes["cols"] <= row_sums_bulk._PIECE
    assert sum(s.count for s in spans if s.position == 0) <= 1 << 15


def test_rows_that_are_drawn_piece_by_piece_have_the_same_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    left = summed(rows=7, cols=300)
    monkeypatch.setattr(row_sums_bulk, "_PIECE", 64)
    assert left.whole() is None
    monkeypatch.setattr(row_sums_bulk, "_PIECE", 700)
    assert left.whole() is None
    left.buffers[1][6] += np.float32(0.01)
    assert left.whole() is not None


@pytest.mark.parametrize("sizes", [MANY, FEW, {"rows": 64, "cols": 8192}])
@pytest.mark.parametrize("rounded", [tf32, fp16])
def test_sums_of_rounded_inputs_are_close_but_not_precise(rounded: Round, sizes: dict[str, int]) -> None:
    assert not refused(summed(rounded, **sizes)).far


@pytest.mark.parametrize("rounded", [tf32, fp16])
def test_a_long_vector_of_rounded_inputs_is_refused_sooner_or_later(rounded: Round) -> None:
    """Of one sum, errors may cancel; a contest has many turns."""
    left = summed(rounded, rows=12, cols=1 << 20)
    found = [row_sums_bulk._expected_error(left.case.cols) * 4 < abs(e) for e in errors(left)]
    assert np.mean(found) > 0.5


def errors(left: Left) -> Array:
    expected = left.buffers[0].astype(np.float64).reshape(left.case.rows, -1).sum(axis=1)
    difference: Array = left.buffers[1] - expected
    return difference


def test_sums_in_half_precision_are_refused() -> None:
    left = summed(**FEW)
    left.buffers[1] = fp16(left.buffers[1])
    assert not refused(left).far


@pytest.mark.parametrize("sizes", [MANY, FEW, {"rows": 64, "cols": 8192}])
def test_an_element_of_each_row_left_out_is_refused_and_far(sizes: dict[str, int]) -> None:
    left = summed(**sizes)
    left.buffers[1] -= left.buffers[0].reshape(left.case.rows, -1)[:, -1]
    assert refused(left).far


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_value_that_is_no_number_is_refused(bad: float) -> None:
    left = summed(**FEW)
    left.buffers[1][:] = bad
    assert refused(left).far


def test_an_output_that_nobody_touched_is_refused() -> None:
    left = launched("row_sums", **FEW)
    assert np.all(left.buffers[1].view(np.uint32) == POISON_BITS)
    assert np.isnan(refused(left).got)


def test_sums_of_columns_are_refused() -> None:
    left = launched("row_sums", rows=100, cols=100)
    left.buffers[1] = left.buffers[0].reshape(100, 100).sum(axis=0)
    assert refused(left).far


def test_a_changed_input_is_found_to_the_last_bit() -> None:
    left = summed(**FEW)
    start = next(s.start for s in left.bulk.spans(np.random.default_rng(5)) if s.position == 0)
    left.buffers[0][start + 4095 :][:1].view(np.uint32)[0] ^= 1
    found = left.sampled()
    assert found is not None
    row, column = divmod(start + 4095, 3000)
    assert (found.buffer, found.role, found.row, found.column) == ("in", Role.INPUT, row, column)
