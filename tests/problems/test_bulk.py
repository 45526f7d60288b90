"""Timed launches: inputs that both sides draw alike, and results that are refused wherever they are not FP32's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import grader
from grader.launch import Argument, Array, LaunchRequest
from grader.problems import PROBLEMS, bulk, transpose_bulk
from grader.problems.base import Role
from grader.problems.bulk import (
    Bulk,
    BulkBuffer,
    BulkMismatch,
    Fetched,
    Halves,
    Span,
    buffer_seed,
    draw_of,
    drawn,
    in_halves,
    packed,
    random_spans,
    unpacked,
)
from grader.problems.filling import POISON_BITS
from grader.problems.rounding import precise, random_sum_error
from grader.simt import emulator
from grader.toolchain import compile_source

SEED = 0x0123_4567_89AB_CDEF
SEEDS = st.integers(0, 2**64 - 1)
ELEMENTS = st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=40)


def test_values_are_the_multiples_of_a_unit_from_minus_one_to_below_one() -> None:
    values = drawn(SEED, np.arange(1 << 20)).astype(np.float64)
    assert -1 <= values.min() < -0.9999 and 0.9999 < values.max() < 1
    assert np.array_equal(values * 2**23, np.round(values * 2**23))
    assert abs(values.mean()) < 0.003 and abs(values.var() - 1 / 3) < 0.002


def test_neighbours_have_nothing_in_common() -> None:
    values = drawn(SEED, np.arange(1 << 20)).astype(np.float64)
    for distance in (1, 2, 32, 4096):
        assert abs(np.corrcoef(values[distance:], values[:-distance])[0, 1]) < 0.01


@given(SEEDS, ELEMENTS)
def test_an_element_is_a_function_of_its_number_and_the_seed_alone(seed: int, numbers: list[int]) -> None:
    together = drawn(seed, np.array(numbers, np.int64))
    alone = [drawn(seed, np.array([number], np.int64))[0] for number in numbers]
    assert together.tolist() == alone
    assert np.all((together >= -1) & (together < 1))


def test_pieces_that_are_drawn_one_by_one_are_those_of_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    index = np.arange(3 * bulk._PIECE // 2, dtype=np.int64)
    whole = drawn(SEED, index)
    assert np.array_equal(whole[bulk._PIECE - 50 : bulk._PIECE + 50], drawn(SEED, index[bulk._PIECE - 50 :][:100]))
    monkeypatch.setattr(bulk, "_PIECE", 7)
    assert np.array_equal(drawn(SEED, index[:1000]), whole[:1000])


def test_the_shape_is_that_of_the_index() -> None:
    index = np.arange(12, dtype=np.int64).reshape(3, 4)
    assert np.array_equal(drawn(SEED, index), drawn(SEED, index.ravel()).reshape(3, 4))


@pytest.mark.parametrize("other", [SEED + 1, SEED ^ 1 << 31, SEED + (1 << 32), SEED ^ 1 << 63])
def test_another_seed_gives_other_values(other: int) -> None:
    index = np.arange(1 << 16)
    assert np.mean(drawn(SEED, index) == drawn(other, index)) < 1e-3


@given(SEEDS)
def test_buffers_of_one_launch_do_not_resemble_each_other(seed: int) -> None:
    buffers = [drawn(buffer_seed(seed, position), np.arange(1 << 13)) for position in range(3)]
    correlations = np.abs(np.corrcoef(buffers) - np.eye(3))
    assert correlations.max() < 0.08  # seven times what chance gives


@given(SEEDS, st.integers(0, 20), st.integers(0, 20))
def test_buffers_of_one_launch_have_seeds_of_their_own(seed: int, position: int, other: int) -> None:
    assert 0 <= buffer_seed(seed, position) < 2**64
    assert (buffer_seed(seed, position) == buffer_seed(seed, other)) == (position == other)


@pytest.mark.parametrize("seed", [0, SEED, 2**64 - 1])
def test_the_gpus_own_kernel_fills_in_the_same_values(seed: int) -> None:
    file = Path(grader.__file__).with_name("cuda") / "support.cu"
    program = compile_source(file.read_text("utf-8"), file=file.name)
    arguments = (
        Argument("out", np.zeros(3000, np.float32)),
        Argument("count", np.uint64(3000)),
        Argument("seed_low", np.uint32(seed & 0xFFFFFFFF)),
        Argument("seed_high", np.uint32(seed >> 32)),
    )
    request = LaunchRequest("fill_floats", (4, 1, 1), (256, 1, 1), arguments)
    result = emulator.launch(emulator.load(program, "fill_floats"), request)
    assert np.array_equal(result.outputs[0], drawn(seed, np.arange(3000)))


@pytest.mark.parametrize("halves", ["f16", "bf16"])
def test_the_gpus_own_kernel_fills_in_the_same_halves(halves: Halves) -> None:
    file = Path(grader.__file__).with_name("cuda") / "support.cu"
    program = compile_source(file.read_text("utf-8"), file=file.name)
    arguments = (
        Argument("out", np.zeros(3000, np.uint32)),
        Argument("count", np.uint64(3000)),
        Argument("seed_low", np.uint32(SEED & 0xFFFFFFFF)),
        Argument("seed_high", np.uint32(SEED >> 32)),
        Argument("bfloat", np.int32(halves == "bf16")),
    )
    request = LaunchRequest("fill_halves", (4, 1, 1), (256, 1, 1), arguments)
    result = emulator.launch(emulator.load(program, "fill_halves"), request)
    expected = packed(drawn(SEED, np.arange(6000)), halves)
    assert np.array_equal(result.outputs[0], expected.view(np.uint32))
    assert np.array_equal(unpacked(expected, halves), in_halves(drawn(SEED, np.arange(6000)), halves))


def test_random_spans_are_whole_rows_and_different_ones() -> None:
    rng = np.random.default_rng(3)
    spans = random_spans(rng, 2, 1000, 7, 24)
    assert len({span.start for span in spans}) == 24
    assert {(span.position, span.start % 7, span.count) for span in spans} == {(2, 0, 7)}
    assert max(span.start for span in spans) < 7000
    assert [span.start for span in random_spans(rng, 2, 3, 7, 24)] == [0, 7, 14]


@dataclass
class Left:
    """What a timed launch leaves behind: the buffers as they were drawn, until a test puts results into them."""

    bulk: Bulk
    case: Any
    buffers: dict[int, Array]

    def sampled(self, rng_seed: int = 5) -> BulkMismatch | None:
        rng = np.random.default_rng(rng_seed)
        return self.bulk.verify(draw_of(self.bulk, SEED), self.fetched(self.bulk.spans(rng)), rng)

    def whole(self, rng_seed: int = 5) -> BulkMismatch | None:
        rng = np.random.default_rng(rng_seed)
        return self.bulk.verify_whole(draw_of(self.bulk, SEED), self.fetched(self.bulk.whole(rng)), rng)

    def fetched(self, spans: tuple[Span, ...]) -> Fetched:
        return {s: self.buffers[s.position][s.start : s.start + s.count].copy() for s in spans}

    def scalars(self) -> dict[str, Any]:
        return {a.name: a.value for a in self.bulk.arguments if isinstance(a, Argument)}


def launched(problem: str, **sizes: Any) -> Left:
    case = PROBLEMS[problem].case_model.model_validate(sizes)
    prepare = PROBLEMS[problem].bulk
    assert prepare is not None
    prepared = prepare(case)
    draw = draw_of(prepared, SEED)
    buffers = {i: draw(i, np.arange(a.count)) for i, a in enumerate(prepared.arguments) if isinstance(a, BulkBuffer)}
    return Left(prepared, case, buffers)


Round = Callable[[Array], Array]


def same(values: Array) -> Array:
    return values


def fp16(values: Array) -> Array:
    return values.astype(np.float16).astype(np.float32)


def tf32(values: Array) -> Array:
    """To ten bits after the point, to nearest."""
    bits = values.view(np.uint32)
    return ((bits + np.uint32(0x1000)) & np.uint32(0xFFFFE000)).view(np.float32)


def multiplied(rounded: Round = same, depth: int | None = None, **sizes: Any) -> Left:
    """An SGEMM in float32 on inputs that were rounded before, of the first `depth` products of each sum."""
    left = launched("sgemm", **sizes)
    case = left.case
    a = left.buffers[0].reshape(case.M, case.lda)[:, : case.K][:, :depth]
    b = left.buffers[1].reshape(case.K, case.ldb)[:, : case.N][:depth]
    c = left.buffers[2].reshape(case.M, case.ldc)[:, : case.N]
    c[:] = np.float32(case.alpha) * (rounded(np.ascontiguousarray(a)) @ rounded(np.ascontiguousarray(b))) + (
        np.float32(case.beta) * c if case.beta else np.float32(0)
    )
    return left


SMALL: dict[str, Any] = {"M": 64, "N": 48, "K": 80}
PADDED: dict[str, Any] = {"M": 65, "N": 33, "K": 47, "lda": 50, "ldb": 40, "ldc": 36, "alpha": 1.5, "beta": -0.5}
DEEP: dict[str, Any] = {"M": 40, "N": 70, "K": 2048, "alpha": 1.5, "beta": 0.5}
SHAPES = [
    SMALL,
    PADDED,
    DEEP,
    {"M": 1, "N": 1, "K": 1, "alpha": 0.1, "values": "floats"},
    {"M": 3, "N": 500, "K": 2, "ldc": 501, "alpha": 0.1, "beta": 0.3, "values": "floats"},
    {"M": 520, "N": 12, "K": 300, "alpha": -64.0, "beta": 64.0},
]


@pytest.mark.parametrize("sizes", SHAPES)
def test_a_right_product_is_accepted(sizes: dict[str, Any]) -> None:
    left = multiplied(**sizes)
    for rng_seed in range(10):
        assert left.sampled(rng_seed) is None
        assert left.whole(rng_seed) is None


def test_the_work_of_a_product_is_the_least_that_it_takes() -> None:
    left = launched("sgemm", **SMALL)
    assert left.bulk.flops == 2 * 64 * 48 * 80 == 491_520
    assert left.bulk.bytes == 4 * (64 * 80 + 80 * 48 + 64 * 48) == 48_128
    assert launched("sgemm", **SMALL, beta=0.5).bulk.bytes == 48_128 + 4 * 64 * 48
    assert launched("sgemm", **PADDED).bulk.bytes == 4 * (65 * 47 + 47 * 33 + 2 * 65 * 33)


def test_a_product_is_launched_with_the_arguments_of_its_case() -> None:
    left = launched("sgemm", **PADDED)
    buffers = [(a.name, a.role, a.count) for a in left.bulk.arguments if isinstance(a, BulkBuffer)]
    assert buffers == [
        ("A", Role.INPUT, 65 * 50),
        ("B", Role.INPUT, 47 * 40),
        ("C", Role.IN_OUT, 65 * 36),
    ]
    assert left.scalars() == {"M": 65, "N": 33, "K": 47, "lda": 50, "ldb": 40, "ldc": 36, "alpha": 1.5, "beta": -0.5}
    assert {type(value) for value in left.scalars().values()} == {np.int32, np.float32}
    assert left.bulk.library == "cublas_sgemm"


def test_in_the_end_every_row_and_every_column_is_looked_at() -> None:
    left = launched("sgemm", **SMALL)
    rows = {s.start // 48 for i in range(30) for s in left.bulk.spans(np.random.default_rng(i)) if s.position == 2}
    assert rows == set(range(64))
    wide = multiplied(M=24, N=150, K=20)
    wide.buffers[2].reshape(24, 150)[:, 101] += 1
    assert {wide.sampled(i) is None for i in range(30)} == {True, False}


@pytest.mark.parametrize("column", [0, 17, 47])
def test_one_wrong_element_in_a_fetched_row_is_found(column: int) -> None:
    left = multiplied(**SMALL)
    rows = [s.start // 48 for s in left.bulk.spans(np.random.default_rng(5)) if s.position == 2]
    for row in (rows[0], rows[-1]):
        element = row * 48 + column
        right = left.buffers[2][element]
        left.buffers[2][element] += np.float32(0.001)
        found = left.sampled()
        left.buffers[2][element] = right
        assert found is not None
        assert (found.buffer, found.role, found.row, found.column) == ("C", Role.IN_OUT, row, column)
        assert found.expected == pytest.approx(right, abs=1e-5) and found.got == pytest.approx(right + 0.001, abs=1e-5)


@pytest.mark.parametrize("row", [0, 255, 256, 519])
def test_one_wrong_element_anywhere_is_found_in_the_whole(row: int) -> None:
    left = multiplied(M=520, N=48, K=80, ldc=50)
    left.buffers[2][row * 50 + 31] += np.float32(0.01)
    for rng_seed in range(5):
        found = left.whole(rng_seed)
        assert found is not None and found.row == row


def test_what_the_whole_finds_is_told_as_an_element_of_the_matrix() -> None:
    left = multiplied(**SMALL)
    left.buffers[2][9 * 48 + 31] += np.float32(0.5)
    found = left.whole()
    assert found is not None
    assert found.got == left.buffers[2][found.row * 48 + found.column]


def test_elements_that_were_exchanged_are_found_in_the_whole() -> None:
    left = multiplied(**SMALL)
    c = left.buffers[2].reshape(64, 48)
    c[9, [3, 4]] = c[9, [4, 3]]
    assert {left.whole(i) is None for i in range(20)} == {True, False}  # equal signs see nothing: one time in two
    c[9] = np.roll(c[9], 1)
    assert all(left.whole(i) is not None for i in range(20))


def test_a_value_that_is_no_number_is_refused() -> None:
    for bad in (np.nan, np.inf, -np.inf):
        left = multiplied(**SMALL)
        left.buffers[2].reshape(64, 48)[:, 5] = bad
        found, whole = left.sampled(), left.whole()
        assert found is not None and found.far and found.column == 5
        assert whole is not None


@pytest.mark.parametrize("depth", [512, 2048])
@pytest.mark.parametrize("rounded", [tf32, fp16])
def test_products_of_rounded_inputs_are_close_but_not_precise(rounded: Round, depth: int) -> None:
    left = multiplied(rounded, M=64, N=64, K=depth)
    found = left.sampled()
    assert found is not None and not found.far
    assert left.whole() is not None


@pytest.mark.parametrize("depth", [512, 2048])
def test_sums_in_half_precision_are_refused(depth: int) -> None:
    left = multiplied(M=32, N=32, K=depth)
    left.buffers[2] = fp16(left.buffers[2])
    found = left.sampled()
    assert found is not None and not found.far
    assert left.whole() is not None


@pytest.mark.parametrize("depth", [80, 2048])
def test_half_of_the_sum_is_refused(depth: int) -> None:
    left = multiplied(depth=depth // 2, M=64, N=48, K=depth)
    found = left.sampled()
    assert found is not None and found.far
    assert left.whole() is not None


def test_a_product_at_the_transposed_place_is_refused() -> None:
    left = multiplied(M=64, N=64, K=80)
    left.buffers[2] = left.buffers[2].reshape(64, 64).T.ravel().copy()
    assert left.sampled() is not None
    assert left.whole() is not None


@pytest.mark.parametrize("sizes", [SMALL, PADDED])
def test_an_output_that_nobody_touched_is_refused(sizes: dict[str, Any]) -> None:
    left = launched("sgemm", **sizes)
    assert left.sampled() is not None
    assert left.whole() is not None


@pytest.mark.parametrize("changes", [{"alpha": 1.25}, {"beta": 0.0}, {"beta": -0.25}])
def test_another_factor_is_refused(changes: dict[str, float]) -> None:
    left, other = launched("sgemm", **PADDED), multiplied(**PADDED | changes)
    left.buffers[2] = other.buffers[2]
    assert left.sampled() is not None
    assert left.whole() is not None


def test_a_changed_input_is_found_to_the_last_bit_also_behind_its_row() -> None:
    for position, name, leading, column in ((0, "A", 50, 3), (0, "A", 50, 48), (1, "B", 40, 0), (1, "B", 40, 39)):
        left = multiplied(**PADDED)
        start = next(s.start for s in left.bulk.spans(np.random.default_rng(5)) if s.position == position)
        left.buffers[position][start + column :][:1].view(np.uint32)[0] ^= 1
        found = left.sampled()
        assert found is not None
        assert (found.buffer, found.role, found.row, found.column) == (name, Role.INPUT, start // leading, column)
        assert found.expected != found.got


@pytest.mark.parametrize("column", [33, 35])
def test_what_lies_between_the_rows_must_stay(column: int) -> None:
    left = multiplied(**PADDED)
    start = next(s.start for s in left.bulk.spans(np.random.default_rng(5)) if s.position == 2)
    left.buffers[2][start + column] = 0
    found = left.sampled()
    assert found is not None
    assert (found.buffer, found.row, found.column, found.got) == ("C", start // 36, column, 0)


def transposed(**sizes: int) -> Left:
    left = launched("transpose", **sizes)
    left.buffers[1] = left.buffers[0].reshape(left.case.rows, left.case.cols).T.ravel().copy()
    return left


@pytest.mark.parametrize("sizes", [{"rows": 64, "cols": 48}, {"rows": 7, "cols": 300}, {"rows": 1, "cols": 1}])
def test_a_right_transpose_is_accepted(sizes: dict[str, int]) -> None:
    left = transposed(**sizes)
    for rng_seed in range(5):
        assert left.sampled(rng_seed) is None
        assert left.whole(rng_seed) is None


def test_the_work_of_a_transpose_is_to_read_and_write_everything_once() -> None:
    left = launched("transpose", rows=64, cols=48)
    assert (left.bulk.flops, left.bulk.bytes, left.bulk.library) == (0, 8 * 64 * 48, "device_copy")
    assert left.scalars() == {"rows": 64, "cols": 48}
    assert [a.floats for a in left.bulk.arguments if isinstance(a, BulkBuffer)] == [True, False]


def test_one_wrong_bit_of_a_transpose_is_found_where_it_is() -> None:
    left = transposed(rows=64, cols=200)
    start = [s.start for s in left.bulk.spans(np.random.default_rng(5)) if s.position == 1][-1]
    left.buffers[1][start + 63 :][:1].view(np.uint32)[0] ^= 1
    for found in (left.sampled(), left.whole()):
        assert found is not None
        assert (found.buffer, found.role, found.row, found.column) == ("out", Role.OUTPUT, start // 64, 63)


@pytest.mark.parametrize("element", [0, 64 * 100 + 1, 64 * 200 - 1])
def test_the_whole_of_a_transpose_is_compared(element: int) -> None:
    left = transposed(rows=64, cols=200)
    left.buffers[1][element] = 0.5
    found = left.whole()
    assert found is not None and found.row * 64 + found.column == element


def test_of_a_large_transpose_a_part_is_compared_that_nobody_knows_before() -> None:
    family = PROBLEMS["transpose"]
    assert family.bulk is not None
    large = family.bulk(family.case_model(rows=8192, cols=8192))
    parts = [large.whole(np.random.default_rng(seed)) for seed in range(50)]
    assert all(len(spans) == 1 and spans[0].position == 1 for spans in parts)
    assert {span.count for (span,) in parts} == {1 << 24}
    assert {span.start % 8192 for (span,) in parts} == {0}
    starts = sorted(span.start for (span,) in parts)
    assert starts[0] < 1 << 23 and starts[-1] > (1 << 26) - (1 << 24) - (1 << 23) and len(set(starts)) > 40
    small = family.bulk(family.case_model(rows=64, cols=200))
    assert small.whole(np.random.default_rng(1)) == (Span(1, 0, 64 * 200),)


def test_a_wrong_element_is_told_by_its_row_wherever_the_part_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transpose_bulk, "_PART", 64 * 10)
    left = transposed(rows=64, cols=200)
    left.buffers[1][64 * 57 + 3] = 0.5
    found = [left.whole(seed) for seed in range(200)]
    assert {(f.row, f.column) for f in found if f} == {(57, 3)}
    assert sum(f is not None for f in found) in range(2, 30)  # of 191 places where the part may begin, 10 have row 57


def test_an_output_that_still_holds_the_poison_is_refused() -> None:
    left = launched("transpose", rows=64, cols=48)
    assert np.all(left.buffers[1].view(np.uint32) == POISON_BITS)
    for found in (left.sampled(), left.whole()):
        assert found is not None and np.isnan(found.got)


@pytest.mark.parametrize("rounded", [tf32, fp16])
def test_a_transpose_that_rounds_is_refused(rounded: Round) -> None:
    left = transposed(rows=64, cols=48)
    left.buffers[1] = rounded(left.buffers[1])
    assert left.sampled() is not None
    assert left.whole() is not None


def test_a_copy_is_no_transpose() -> None:
    left = launched("transpose", rows=64, cols=64)
    left.buffers[1] = left.buffers[0].copy()
    assert left.sampled() is not None
    assert left.whole() is not None


def test_a_changed_input_of_a_transpose_is_found() -> None:
    left = transposed(rows=64, cols=48)
    start = next(s.start for s in left.bulk.spans(np.random.default_rng(5)) if s.position == 0)
    left.buffers[0][start + 47] = 0
    found = left.sampled()
    assert found is not None
    assert (found.buffer, found.role, found.row, found.column) == ("in", Role.INPUT, start // 48, 47)


def sequential_errors(depth: int, sums: int, rounded: Round = same) -> Array:
    """Errors of float32 sums that are added up one product after the other."""
    rng = np.random.default_rng(depth)
    a, b = (rng.uniform(-1, 1, (sums, depth)).astype(np.float32) for _ in range(2))
    running = np.add.accumulate(rounded(a) * rounded(b), axis=1, dtype=np.float32)[:, -1]
    errors: Array = running.astype(np.float64) - (a.astype(np.float64) * b).sum(axis=1)
    return errors


@pytest.mark.parametrize("depth", [1, 2, 3, 8, 31, 100, 256, 1000, 4096])
def test_a_strictly_sequential_sum_is_precise_and_one_of_rounded_inputs_is_not(depth: int) -> None:
    sums = 1000
    assert precise(sequential_errors(depth, sums), random_sum_error(depth))
    assert not precise(sequential_errors(depth, sums, tf32), random_sum_error(depth))
    assert not precise(sequential_errors(depth, sums, fp16), random_sum_error(depth))


@pytest.mark.parametrize("depth", [256, 1024, 4096])
def test_the_expected_error_is_that_of_a_sequential_sum(depth: int) -> None:
    rms = float(np.sqrt(np.mean(np.square(sequential_errors(depth, 1000)))))
    assert 0.5 < rms / random_sum_error(depth) < 1.5


def test_one_error_far_off_is_not_hidden_by_many_small_ones() -> None:
    errors = np.zeros(100_000)
    assert precise(errors, 1e-6)
    errors[77] = 29e-6  # as far off as a correct element may be
    assert precise(errors, 1e-6)
    errors[77] = 31e-6
    assert not precise(errors, 1e-6)
    assert precise(np.full(10, 3.9e-6), 1e-6) and not precise(np.full(10, 4.1e-6), 1e-6)


def test_no_number_is_never_precise_and_nothing_always_is() -> None:
    assert not precise(np.array([0.0, np.nan]), 1e-6)
    assert not precise(np.array([np.inf, 0.0]), 1e-6)
    assert precise(np.zeros((0, 3)), 1e-6)
