"""The models behind the quiz of module 14 agree with putting blocks in one by one."""

from __future__ import annotations

import pytest

from grader.quiz.truth import processor


@pytest.mark.parametrize(
    ("threads", "registers", "shared", "by"),
    [
        (160, 56, 8 * 1024, {"warps": 12, "blocks": 32, "registers": 7, "shared": 25}),
        (256, 32, 0, {"warps": 8, "blocks": 32, "registers": 8, "shared": 228}),
        (32, 24, 6 * 1024, {"warps": 64, "blocks": 32, "registers": 84, "shared": 32}),
    ],
)
def test_each_limit_alone(threads: int, registers: int, shared: int, by: dict[str, int]) -> None:
    assert processor.blocks_by("sm_90", threads, registers, shared) == by
    assert processor.occupancy("sm_90", threads, registers, shared).blocks == min(by.values())


@pytest.mark.parametrize("at_once", [1, 7, 132, 264])
def test_waves_are_filled_one_after_the_other(at_once: int) -> None:
    for grid in (1, at_once, at_once + 1, 3 * at_once - 1, 3 * at_once):
        left, count, last = grid, 0, 0
        while left:
            last = min(left, at_once)
            left, count = left - last, count + 1
        assert (processor.waves(grid, at_once), processor.last_wave(grid, at_once)) == (count, last)


def test_loads_are_just_enough() -> None:
    for warps in (1, 8, 64):
        for wanted in (1, 4096, 10_000):
            loads = processor.loads_needed(warps, 8, wanted)
            assert processor.bytes_in_flight(warps, loads, 8) >= wanted > processor.bytes_in_flight(warps, loads - 1, 8)
