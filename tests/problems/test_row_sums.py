"""Row sums: whatever order FP32 is added up in passes, nothing less does, and classic slips are told by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.problems import PROBLEMS, row_sums
from grader.problems.base import Geometry, Judgement, Mismatch, Mistake, Prepared, mistake
from grader.problems.row_sums import RowSumsCase
from tests.problems.diagnosing import FLAT, diagnosed, found_facts
from tests.problems.test_judgement import as_fp16, as_tf32, buffers
from tests.tiers import examples

ROW_SUMS = PROBLEMS["row_sums"]

Floats = NDArray[np.float32]
Slip = Callable[[NDArray[np.float64]], NDArray[np.float64]]


class Sums:
    """One prepared case of a family: its matrix, and what the judge says of sums."""

    family = ROW_SUMS

    def __init__(self, seed: int = 3, **dims: Any) -> None:
        self.case = self.family.case_model.model_validate(dims)
        self.prepared: Prepared = self.family.arguments(self.case, np.random.default_rng(seed))
        self.matrix: Floats = self.prepared.buffers[0].original.reshape(self.case.rows, self.case.cols)

    def judged(self, sums: NDArray[Any]) -> Judgement:
        return self.family.judge(self.prepared, buffers(self.prepared) | {1: sums.astype(np.float32)})

    def mismatch(self, sums: NDArray[Any]) -> Mismatch:
        (found,) = self.judged(sums).mismatches
        return found

    def told(self, sums: NDArray[Any], geometry: Geometry = FLAT) -> Mistake | None:
        return diagnosed(self.family, self.prepared, buffers(self.prepared) | {1: sums.astype(np.float32)}, geometry)


def sequential(values: Floats) -> Floats:
    return np.add.accumulate(values, axis=1, dtype=np.float32)[:, -1]


def largest_first(values: Floats) -> Floats:
    """All that is positive, then all that is negative: the partial sums are as large as they can be."""
    return sequential(np.sort(values, axis=1)[:, ::-1])


def positive_and_negative(values: Floats) -> Floats:
    return sequential(np.sort(np.maximum(values, 0), axis=1)) + sequential(np.sort(np.minimum(values, 0), axis=1))


def by_threads(values: Floats) -> Floats:
    """A chain for each of 16 threads, then a tree."""
    padded = np.pad(values, [(0, 0), (0, -values.shape[1] % 16)])
    partial = np.add.accumulate(padded.reshape(len(values), -1, 16), axis=1, dtype=np.float32)[:, -1]
    while partial.shape[1] > 1:
        half = partial.shape[1] // 2
        partial = partial[:, :half] + partial[:, half:]
    return partial[:, 0]


@pytest.mark.parametrize("order", [sequential, largest_first, positive_and_negative, by_threads])
@pytest.mark.parametrize("cols", [1, 2, 31, 256])
def test_every_order_of_summation_passes(order: Callable[[Floats], Floats], cols: int) -> None:
    sums = Sums(rows=200, cols=cols, values="floats")
    assert sums.judged(order(sums.matrix)).passed


@examples(40)
@given(st.integers(0, 2**32), st.integers(1, 12), st.integers(1, 60), st.sampled_from(["integers", "floats"]))
def test_pairs_added_in_any_order_pass(seed: int, rows: int, cols: int, values: str) -> None:
    sums = Sums(seed, rows=rows, cols=cols, values=values)
    rng = np.random.default_rng(seed)
    terms = list(sums.matrix.T)
    while len(terms) > 1:
        one, other = (terms.pop(int(rng.integers(len(terms)))) for _ in range(2))
        terms.append(one + other)
    assert terms[0].dtype == np.float32
    assert sums.judged(terms[0]).passed


@examples(40)
@given(st.integers(0, 2**32), st.integers(1, 12), st.integers(1, 3000), st.data())
def test_one_element_left_out_of_one_sum_of_integers_fails(seed: int, rows: int, cols: int, data: Any) -> None:
    sums = Sums(seed, rows=rows, cols=cols)
    row, col = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, cols - 1))
    result = sequential(sums.matrix)
    assert sums.judged(result).passed
    result[row] -= sums.matrix[row, col]
    found = sums.mismatch(result)
    assert (found.buffer, found.wrong, found.total, found.row, found.column) == ("out", 1, rows, None, row)


@examples(40)
@given(st.integers(0, 2**32), st.integers(4, 40), st.integers(1, 256), st.data())
def test_one_column_left_out_of_sums_of_floats_fails(seed: int, rows: int, cols: int, data: Any) -> None:
    sums = Sums(seed, rows=rows, cols=cols, values="floats")
    col = data.draw(st.integers(0, cols - 1))
    assert not sums.judged(np.delete(sums.matrix, col, axis=1).astype(np.float64).sum(axis=1)).passed


@examples(40)
@given(
    seed=st.integers(0, 2**32),
    rows=st.integers(24, 64),
    cols=st.sampled_from([1, 2, 3, 17, 47, 128, 256]),
    lower=st.sampled_from([as_tf32, as_fp16]),
)
def test_inputs_rounded_to_fp16_or_tf32_fail(
    seed: int, rows: int, cols: int, lower: Callable[[Floats], Floats]
) -> None:
    sums = Sums(seed, rows=rows, cols=cols, values="floats")
    assert not sums.judged(lower(sums.matrix).astype(np.float64).sum(axis=1)).passed


@pytest.mark.parametrize("lower", [as_tf32, as_fp16])
def test_inputs_of_low_precision_are_told_as_such(lower: Callable[[Floats], Floats]) -> None:
    sums = Sums(rows=40, cols=47, values="floats")
    outputs = buffers(sums.prepared) | {1: lower(sums.matrix).astype(np.float64).sum(axis=1).astype(np.float32)}
    assert diagnosed(ROW_SUMS, sums.prepared, outputs) is None
    assert mistake("close") in found_facts(ROW_SUMS, sums.prepared, outputs)


@pytest.mark.parametrize("cols", [16, 256])
def test_sums_in_half_precision_fail(cols: int) -> None:
    sums = Sums(rows=24, cols=cols, values="floats")
    assert not sums.judged(np.add.accumulate(sums.matrix, axis=1, dtype=np.float16)[:, -1]).passed


def test_integers_are_compared_value_for_value_however_long_the_row() -> None:
    sums = Sums(rows=2, cols=1 << 20)
    result = sums.matrix.astype(np.float64).sum(axis=1)
    assert sums.judged(result).passed
    assert sums.mismatch(result + np.array([0, 1])).column == 1


def test_rows_too_long_to_be_exact_may_be_timed_but_are_no_case(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_sums, "_EXACT", 1000)
    case = RowSumsCase(rows=2, cols=3000)
    assert ROW_SUMS.bulk is not None and ROW_SUMS.bulk(case).flops == 6000
    with pytest.raises(ValueError, match="exactly"):
        ROW_SUMS.arguments(case, np.random.default_rng(3))


def test_the_longest_vector_that_is_timed_is_a_case() -> None:
    assert RowSumsCase(rows=1, cols=1 << 30).label() == "rows=1, cols=1073741824"


@pytest.mark.parametrize(
    "dims",
    [
        {"rows": 4, "cols": 257, "values": "floats"},
        {"rows": 1 << 16, "cols": 1 << 15},
        {"rows": -1, "cols": 4},
        {"rows": 4.0, "cols": 4},
        {"rows": 4},
        {"rows": 4, "cols": 4, "lda": 4},
    ],
)
def test_a_senseless_case_is_refused(dims: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        RowSumsCase.model_validate(dims)


def test_the_sum_of_nothing_is_zero() -> None:
    sums = Sums(rows=5, cols=0)
    assert sums.judged(np.zeros(5)).passed
    assert not sums.judged(np.ones(5)).passed
    assert Sums(rows=0, cols=5).judged(np.zeros(0)).passed


def first(count: int) -> Slip:
    return lambda m: m[:, :count].sum(axis=1)


def part(count: int, chunk: int) -> Slip:
    return lambda m: m[:, np.arange(m.shape[1]) % chunk < count].sum(axis=1)


def of_chunks(count: int, chunk: int) -> Mistake:
    return mistake("part_of_chunks", count=count, chunk=chunk)


TRANSPOSED = mistake("operand_transposed", name="in")
SLIPS: dict[str, tuple[int, int, Slip, Mistake]] = {
    "the first element alone": (9, 200, first(1), mistake("first_term_only")),
    "one warp": (9, 200, first(32), mistake("first_chunk_only", chunk=32)),
    "one block": (9, 1000, first(256), mistake("first_chunk_only", chunk=256)),
    "the last chunk of a warp left out": (9, 100, first(96), mistake("whole_chunks_only", chunk=32)),
    "the last chunk of a block left out": (9, 1000, first(768), mistake("whole_chunks_only", chunk=256)),
    "the first chunk left out": (
        9, 1000, lambda m: m[:, 256:].sum(axis=1),
        mistake("first_chunk_missing", chunk=256),
    ),
    "what the first thread has": (9, 1000, part(1, 256), of_chunks(1, 256)),
    "what the first warp has": (9, 1000, part(32, 256), of_chunks(32, 256)),
    "what the first warp of the largest block has": (9, 3000, part(32, 1024), of_chunks(32, 1024)),
    "the last step of the tree left out": (9, 256, part(1, 2), of_chunks(1, 2)),
    "the first step of the tree left out": (9, 1000, part(128, 256), of_chunks(128, 256)),
    "a tree that ends at a warp": (9, 1000, part(1, 32), of_chunks(1, 32)),
    "sums of columns": (60, 60, lambda m: m.sum(axis=0), TRANSPOSED),
    "columns of a matrix that is not square": (
        40, 60, lambda m: m.reshape(60, 40).sum(axis=0), TRANSPOSED,
    ),
    "rows that are not cols apart": (
        40, 60, lambda m: np.array([m.ravel()[40 * r : 40 * r + 60].sum() for r in range(40)]),
        mistake("leading_dimension", name="in", leading="cols", taken="rows"),
    ),
    "the next row": (
        40, 60, lambda m: np.roll(m.sum(axis=1), -1), mistake("shifted_elements", distance=1),
    ),
    "the row before": (
        40, 60, lambda m: np.roll(m.sum(axis=1), 1), mistake("shifted_elements", distance=-1),
    ),
    "every element twice": (
        9, 100, lambda m: 2 * m.sum(axis=1), mistake("constant_factor", factor=2.0),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SLIPS)
def test_a_classic_slip_is_recognised(name: str) -> None:
    rows, cols, slip, pattern = SLIPS[name]
    sums = Sums(rows=rows, cols=cols)
    assert sums.told(slip(sums.matrix.astype(np.float64))) == pattern


def test_nothing_written_and_some_rows_not_written() -> None:
    sums = Sums(rows=40, cols=60)
    nothing, some = buffers(sums.prepared)[1], buffers(sums.prepared)[1]
    assert sums.told(nothing) == mistake("nothing_written")
    some[:29] = sums.matrix.sum(axis=1)[:29]
    assert sums.told(some) is None


def test_sums_that_are_merely_wrong_are_like_no_slip() -> None:
    sums = Sums(rows=40, cols=60)
    assert sums.told(sums.matrix.sum(axis=1) + 0.5 + np.arange(40) ** 2) is None
