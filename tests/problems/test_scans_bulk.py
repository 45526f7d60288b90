"""Timed scans: differences everywhere, sums where a scan begins, and once everything."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.problems.base import Role
from tests.problems.test_bulk import Left, launched
from tests.tiers import examples

N = 300_001
FAMILIES: list[tuple[str, dict[str, Any], bool]] = [
    ("exclusive_scan", {"n": N}, True), ("exclusive_pieces", {"n": N, "chunk": 1024}, True),
    ("inclusive_pieces", {"n": N, "chunk": 100}, False), ("block_scans", {"n": N, "chunk": 2048}, True),
]  # fmt: skip


def right(family: str, dims: dict[str, Any], exclusive: bool) -> Left:
    left = launched(family, **dims)
    x = left.buffers[0].view(np.uint32)
    chunk = dims.get("chunk", max(1, x.size))
    padded = np.pad(x, (0, -x.size % chunk)).reshape(-1, chunk)
    sums = padded.cumsum(axis=1, dtype=np.uint32)
    left.buffers[1] = (sums - padded if exclusive else sums).ravel()[: x.size].view(np.float32)
    if family == "block_scans":
        left.buffers[2] = sums[:, -1].copy().view(np.float32)
    return left


@pytest.mark.parametrize(("family", "dims", "exclusive"), FAMILIES)
def test_right_scans_are_accepted(family: str, dims: dict[str, Any], exclusive: bool) -> None:
    for n in (1, 4096, 16_384, N):
        left = right(family, dims | {"n": n}, exclusive)
        for seed in range(3):
            assert left.sampled(seed) is None
        assert left.whole() is None


@examples(20)
@given(st.sampled_from(FAMILIES), st.integers(0, 31), st.data())
def test_one_wrong_bit_anywhere_in_what_is_looked_at_is_found(
    family: tuple[str, dict[str, Any], bool], bit: int, data: st.DataObject
) -> None:  # fmt: skip
    left = right(*family)
    spans = left.bulk.spans(np.random.default_rng(7))
    span = data.draw(st.sampled_from([each for each in spans if each.count]))
    at = span.start + data.draw(st.integers(0, span.count - 1))
    left.buffers[span.position][at:].view(np.uint32)[0] ^= np.uint32(1 << bit)
    assert left.sampled(7) is not None


@pytest.mark.parametrize("at", [0, 1, 150_000, N - 1])
@pytest.mark.parametrize(("family", "dims", "exclusive"), FAMILIES)
def test_one_wrong_bit_is_found_in_the_whole(family: str, dims: dict[str, Any], exclusive: bool, at: int) -> None:
    left = right(family, dims, exclusive)
    left.buffers[1][at:].view(np.uint32)[0] ^= np.uint32(1)
    found = left.whole()
    assert found is not None
    assert (found.buffer, found.role, found.column) == ("out", Role.OUTPUT, at)


def test_an_offset_that_is_missing_behind_some_tile_is_found_in_the_whole() -> None:
    left = right(*FAMILIES[0])
    left.buffers[1][200_000:].view(np.uint32)[:] += np.uint32(1)
    found = left.whole()
    assert found is not None
    assert found.column == 200_000


def test_the_words_through_which_blocks_speak_begin_with_0_and_must_end_with_it() -> None:
    left = right(*FAMILIES[0])
    assert not left.buffers[2].any()
    assert not left.buffers[3].any()
    left.buffers[2].view(np.uint32)[5] = 1
    found = left.sampled()
    assert found is not None
    assert (found.buffer, found.column, found.expected, found.got) == ("status", 5, 0.0, 1.0)


def test_a_scan_reads_and_writes_everything_once() -> None:
    left = launched("exclusive_scan", n=5000)
    assert (left.bulk.bytes, left.bulk.library) == (40_000, "device_copy")
