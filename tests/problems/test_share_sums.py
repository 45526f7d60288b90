"""Sums of shares: every element in one share, shares of whole lines, slips told by name, timed launches verified."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.problems import PROBLEMS
from grader.problems.base import Judgement, Mistake, Prepared, Role, mistake
from grader.problems.bulk import BulkBuffer
from grader.problems.share_sums import LINE, ShareSumsCase
from tests.problems.diagnosing import diagnosed
from tests.problems.test_bulk import Left, launched
from tests.problems.test_judgement import as_fp16, buffers
from tests.tiers import examples

FAMILY = PROBLEMS["share_sums"]
SUMS = 1

Floats = NDArray[np.float32]


def prepared(n: int, blocks: int, seed: int = 5, values: str = "integers") -> Prepared:
    case = ShareSumsCase.model_validate({"n": n, "blocks": blocks, "values": values})
    return FAMILY.arguments(case, np.random.default_rng(seed))


def sums_of(flat: Floats, blocks: int, share: int) -> Floats:
    return np.array([flat[b * share : (b + 1) * share].sum(dtype=np.float32) for b in range(blocks)], np.float32)


def share_of(n: int, blocks: int) -> int:
    """The rule in words: the smallest multiple of 32 with which so many shares cover all."""
    return next(share for share in range(0, n + LINE, LINE) if share * blocks >= n)


def judged(of: Prepared, out: Floats) -> Judgement:
    return FAMILY.judge(of, buffers(of) | {SUMS: out.astype(np.float32)})


@examples(80)
@given(st.integers(0, 3000), st.integers(1, 70), st.integers(0, 2**32))
def test_shares_are_the_shortest_whole_lines_that_cover_all(n: int, blocks: int, seed: int) -> None:
    of = prepared(n, blocks, seed)
    assert ShareSumsCase(n=n, blocks=blocks).share == share_of(n, blocks)
    right = sums_of(of.buffers[0].original, blocks, share_of(n, blocks))
    assert judged(of, right).passed
    right[seed % blocks] += 1
    (found,) = judged(of, right).mismatches
    assert (found.wrong, found.total, found.column) == (1, blocks, seed % blocks)


def test_floats_are_judged_by_the_rounding_of_fp32() -> None:
    of = prepared(7000, 50, values="floats")
    flat = of.buffers[0].original
    assert judged(of, sums_of(flat, 50, share_of(7000, 50))).passed
    assert not judged(of, sums_of(as_fp16(flat.copy()), 50, share_of(7000, 50))).passed


def dealt(flat: Floats, blocks: int, threads: int) -> Floats:
    return np.bincount(np.arange(flat.size) // threads % blocks, flat, blocks).astype(np.float32)


SLIPS: list[tuple[Callable[[Floats], Floats], Mistake | None]] = [
    (lambda f: sums_of(f, 16, 5003 // 16), mistake("share_rounded_down")),
    (lambda f: sums_of(f, 16, 5003 // 16 // 32 * 32), mistake("share_rounded_down", lines=True)),
    (lambda f: sums_of(f, 16, -(-5003 // 16)), mistake("share_not_whole_lines")),
    (lambda f: dealt(f, 16, 256), mistake("dealt_out", size=256)),
    (lambda f: np.full(16, f.sum(), np.float32), mistake("whole_for_each")),
    (lambda f: sums_of(f, 16, 320) + 5, None),
]


@pytest.mark.parametrize(("slip", "expected"), SLIPS)
def test_a_slip_is_told_by_name(slip: Callable[[Floats], Floats], expected: Mistake | None) -> None:
    of = prepared(5003, 16)
    out = slip(of.buffers[0].original)
    assert diagnosed(FAMILY, of, buffers(of) | {SUMS: out}) == expected


def test_a_line_too_much_shows_only_where_nothing_is_left_over() -> None:
    of = prepared(4096, 16)
    out = sums_of(of.buffers[0].original, 16, 288)
    assert diagnosed(FAMILY, of, buffers(of) | {SUMS: out}) == mistake("share_one_line_more")
    assert judged(prepared(4097, 16), sums_of(prepared(4097, 16).buffers[0].original, 16, 288)).passed


@pytest.mark.parametrize("dims", [
    {"n": 4}, {"n": 4, "blocks": 0}, {"n": -1, "blocks": 1}, {"n": 300, "blocks": 1, "values": "floats"},
])  # fmt: skip
def test_a_senseless_case_is_refused(dims: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        ShareSumsCase.model_validate(dims)


def test_whole_numbers_that_fp32_cannot_add_up_are_refused() -> None:
    with pytest.raises(ValueError, match="too long to be summed up exactly"):
        prepared(2**22 + 33, 1)


SIZES = {"n": 200_003, "blocks": 37}


def timed() -> Left:
    left = launched("share_sums", **SIZES)
    left.buffers[SUMS] = sums_of(left.buffers[0], 37, left.case.share)
    return left


def test_a_right_timed_launch_is_accepted_and_one_wrong_sum_found() -> None:
    left = timed()
    assert left.whole() is None and all(left.sampled(seed) is None for seed in range(5))
    buffers_of = [(a.name, a.role, a.count) for a in left.bulk.arguments if isinstance(a, BulkBuffer)]
    assert buffers_of == [("in", Role.INPUT, 200_003), ("sums", Role.OUTPUT, 37)]
    assert (left.bulk.flops, left.bulk.bytes) == (200_003, 4 * 200_040)
    left.buffers[SUMS][36] += np.float32(0.05)
    found = left.whole()
    assert found is not None and (found.buffer, found.column) == ("sums", 36)
    assert left.sampled() is not None


def test_half_precision_is_refused_and_so_is_a_changed_input() -> None:
    left = timed()
    left.buffers[SUMS] = sums_of(as_fp16(left.buffers[0].copy()), 37, left.case.share)
    assert left.whole() is not None
    left = timed()
    left.buffers[0][:] = 0
    found = left.sampled()
    assert found is not None and found.role is Role.INPUT
