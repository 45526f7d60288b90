"""Rows below their largest elements: exact to the bit, slips told by name, a timed launch that is verified by rows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.launch import Array, LaunchRequest
from grader.problems import PROBLEMS
from grader.problems.base import Geometry, Judgement, Mistake, Prepared, Role, mistake
from grader.problems.bulk import BulkBuffer
from grader.problems.filling import poison
from grader.problems.row_maxima import BelowRowMaxCase
from grader.simt import emulator
from grader.toolchain import compile_source
from tests.problems.diagnosing import diagnosed
from tests.problems.test_bulk import Left, launched
from tests.problems.test_judgement import as_fp16, buffers
from tests.tiers import examples

FAMILY = PROBLEMS["below_row_max"]
OUT = 1
WARPS = Geometry((8, 1, 1), (64, 1, 1))

Floats = NDArray[np.float32]


def prepared(rows: int, cols: int, seed: int = 5, values: str = "integers") -> Prepared:
    case = BelowRowMaxCase.model_validate({"rows": rows, "cols": cols, "values": values})
    return FAMILY.arguments(case, np.random.default_rng(seed))


def matrix(of: Prepared) -> Floats:
    found: Floats = of.buffers[0].original
    return found.reshape(-1, of.buffers[0].leading or 1)


def below(rows: Floats) -> Floats:
    found: Floats = rows - rows.max(axis=1, keepdims=True)
    return found


def judged(of: Prepared, out: Floats) -> Judgement:
    return FAMILY.judge(of, buffers(of) | {OUT: out.astype(np.float32).ravel()})


@examples(60)
@given(st.integers(1, 9), st.integers(1, 90), st.integers(0, 2**32), st.sampled_from(["integers", "floats"]))
def test_a_right_result_passes_and_one_wrong_element_is_named(rows: int, cols: int, seed: int, values: str) -> None:
    of = prepared(rows, cols, values=values)
    right = below(matrix(of))
    assert judged(of, right).passed
    assert (right.max(axis=1) == 0).all()
    row, col = divmod(seed % (rows * cols), cols)
    right[row, col] += 0.5
    (found,) = judged(of, right).mismatches
    assert (found.wrong, found.row, found.column) == (1, row, col)


def test_every_bit_must_be_right() -> None:
    of = prepared(3, 100, values="floats")
    right = below(matrix(of))
    assert not judged(of, below(as_fp16(matrix(of).copy()))).passed
    right[2, 50] = np.nextafter(right[2, 50], np.float32(9))
    assert not judged(of, right).passed


def by_owner(rows: Floats, owner: NDArray[np.int64]) -> Floats:
    out = rows.copy()
    for each in np.unique(owner):
        out[:, owner == each] = below(rows[:, owner == each])
    return out


def written(out: Floats, where: NDArray[np.bool_]) -> Floats:
    return np.where(where, out, poison(out.size).reshape(out.shape))


SLIPS: list[tuple[Callable[[Floats], Floats], Mistake | None]] = [
    (lambda m: m, mistake("copied", name="in")),
    (lambda m: m - m.max(), mistake("largest_of_all")),
    (lambda m: m - m.min(axis=1, keepdims=True), mistake("smallest_for_largest")),
    (lambda m: m - np.abs(m).max(axis=1, keepdims=True), mistake("magnitude_subtracted")),
    (lambda m: m + m.max(axis=1, keepdims=True), mistake("largest_added")),
    (lambda m: by_owner(m, np.arange(m.shape[1]) % 64), mistake("largest_of_thread")),
    (lambda m: by_owner(m, np.arange(m.shape[1]) % 64 // 32), mistake("largest_of_warp")),
    (lambda m: written(below(m), np.arange(m.shape[1]) < 64), mistake("no_loop")),
    (lambda m: written(below(m), np.arange(len(m))[:, None] < 1), mistake("block_ignored")),
    (lambda m: below(m) + 1, None),
]


@pytest.mark.parametrize("values", ["integers", "floats"])
@pytest.mark.parametrize(("slip", "expected"), SLIPS)
def test_a_slip_is_told_by_name(slip: Callable[[Floats], Floats], expected: Mistake | None, values: str) -> None:
    of = prepared(8, 300, values=values)
    out = slip(matrix(of)).astype(np.float32).ravel()
    assert diagnosed(FAMILY, of, buffers(of) | {OUT: out}, WARPS) == expected


def test_a_search_from_zero_shows_in_whole_numbers_because_all_are_negative() -> None:
    of = prepared(4, 50)
    assert (matrix(of) < 0).all() and len(np.unique(matrix(of))) == 200
    assert not judged(of, matrix(of) - np.maximum(matrix(of).max(axis=1, keepdims=True), 0)).passed


@pytest.mark.parametrize("values", ["integers", "floats"])
def test_the_first_rows_have_their_largest_element_at_an_end(values: str) -> None:
    rows = matrix(prepared(5, 400, values=values))
    assert rows.argmax(axis=1)[[0, 1, 3, 4]].tolist() == [399, 0, 399, 0]


@pytest.mark.parametrize("dims", [{"rows": 1}, {"rows": 1, "cols": 0}, {"rows": 2**20, "cols": 2**20}, {"cols": 4}])
def test_a_senseless_case_is_refused(dims: dict[str, int]) -> None:
    with pytest.raises(ValidationError):
        BelowRowMaxCase.model_validate(dims)


def test_a_thread_for_each_row_gives_the_right_result() -> None:
    of = prepared(7, 33, values="floats")
    body = """int row = threadIdx.x; if (row >= rows) return; float best = in[row * cols];
        for (int c = 1; c < cols; ++c) best = fmaxf(best, in[row * cols + c]);
        for (int c = 0; c < cols; ++c) out[row * cols + c] = in[row * cols + c] - best;"""
    source = f'extern "C" __global__ void kernel({", ".join(FAMILY.signature)}) {{ {body} }}'
    loaded = emulator.load(compile_source(source), "kernel")
    result = emulator.launch(loaded, LaunchRequest("kernel", (1, 1, 1), (32, 1, 1), of.arguments))
    assert FAMILY.judge(of, result.outputs).passed


SIZES = {"rows": 50, "cols": 700}


def timed() -> Left:
    left = launched("below_row_max", **SIZES)
    left.buffers[OUT] = below(source(left)).ravel()
    return left


def source(left: Left) -> Array:
    return left.buffers[0].reshape(SIZES["rows"], SIZES["cols"])


def test_a_timed_launch_is_verified_bit_for_bit() -> None:
    left = timed()
    assert left.sampled() is None and left.whole() is None
    assert (left.bulk.bytes, left.bulk.library) == (8 * 50 * 700, "device_copy")
    roles = [(a.name, a.role) for a in left.bulk.arguments if isinstance(a, BulkBuffer)]
    assert roles == [("in", Role.INPUT), ("out", Role.OUTPUT)]
    left.buffers[OUT][17 * 700 + 3] += np.float32(1e-6)
    found = left.whole()
    assert found is not None and (found.row, found.column) == (17, 3)


def test_half_precision_is_refused_and_so_is_a_changed_input() -> None:
    left = timed()
    left.buffers[OUT] = below(as_fp16(source(left).copy())).ravel()
    assert left.sampled() is not None
    left = timed()
    left.buffers[0][:] = 0
    found = left.sampled()
    assert found is not None and found.role is Role.INPUT
