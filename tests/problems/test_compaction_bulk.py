"""Timed compactions: right ones are accepted in every order that will do, and wrong ones found."""

from __future__ import annotations

import numpy as np
import pytest

from grader.problems.base import Role
from grader.problems.bulk import BulkBuffer, BulkMismatch
from grader.problems.compaction import status_words
from grader.problems.filling import POISON_BITS
from tests.problems.test_bulk import Left, launched

IN, OUT, COUNT = 0, 1, 2
FAMILIES = ("kept", "kept_stably")


def compacted(family: str, n: int, backwards: bool = False) -> Left:
    left = launched(family, n=n)
    content = left.buffers[IN]
    kept = content[content > 0]
    left.buffers[OUT][: kept.size] = kept[::-1] if backwards else kept
    left.buffers[COUNT].view(np.int32)[0] = kept.size
    return left


def buffer(found: BulkMismatch | None) -> str:
    assert found is not None
    return found.buffer


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("n", [1, 31, 4097, 1_200_001])
def test_a_right_compaction_is_accepted(family: str, n: int) -> None:
    left = compacted(family, n)
    assert left.whole() is None
    for seed in range(4):
        assert left.sampled(seed) is None


def test_another_order_is_accepted_where_any_will_do() -> None:
    left = compacted("kept", 50_000, backwards=True)
    assert left.sampled() is None and left.whole() is None
    left = compacted("kept_stably", 50_000, backwards=True)
    assert buffer(left.sampled()) == buffer(left.whole()) == "out"


@pytest.mark.parametrize("family", FAMILIES)
def test_one_element_that_is_another_is_found_in_the_whole(family: str) -> None:
    left = compacted(family, 600_000)
    left.buffers[OUT][100_000] = np.float32(0.125)
    assert buffer(left.whole()) == "out"


@pytest.mark.parametrize("family", FAMILIES)
def test_a_wrong_count_is_found(family: str) -> None:
    for by in (-1, 1):
        left = compacted(family, 20_000)
        left.buffers[COUNT].view(np.int32)[0] += by
        assert buffer(left.whole()) == "count"
        assert any(left.sampled(seed) is not None for seed in range(40))


@pytest.mark.parametrize("family", FAMILIES)
def test_nothing_that_is_dropped_or_behind_the_last_one_may_be_written(family: str) -> None:
    left = compacted(family, 4096)
    kept = int(left.buffers[COUNT].view(np.int32)[0])
    left.buffers[OUT][kept] = 0.5
    assert buffer(left.sampled()) == "out"
    left = compacted(family, 4096)
    left.buffers[OUT][7] = -0.5
    assert buffer(left.sampled()) == "out"


@pytest.mark.parametrize("family", FAMILIES)
def test_a_changed_input_is_found(family: str) -> None:
    left = compacted(family, 3000)
    left.buffers[IN][2000:].view(np.uint32)[0] ^= np.uint32(1)
    found = left.sampled()
    assert found is not None and found.role is Role.INPUT and found.column == 2000


def test_counters_and_status_words_are_zeros_before_a_launch() -> None:
    left = launched("kept_stably", n=10_000)
    arguments = [(a.name, a.role, a.count, a.zeros) for a in left.bulk.arguments if isinstance(a, BulkBuffer)]
    assert arguments == [
        ("in", Role.INPUT, 10_000, False), ("out", Role.OUTPUT, 10_000, False), ("count", Role.IN_OUT, 1, True),
        ("status", Role.IN_OUT, 2 * status_words(10_000), True),
    ]  # fmt: skip
    assert not left.buffers[COUNT].any() and not left.buffers[3].any()
    assert (left.buffers[OUT].view(np.uint32) == POISON_BITS).all()
    assert (left.bulk.flops, left.bulk.bytes, left.bulk.library) == (0, 60_000, "device_copy")
