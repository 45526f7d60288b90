"""The models behind the quiz of module 07 agree with counting by hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

import pytest

from grader.quiz.truth import processor, shared_memory

LANES = [(tx, ty) for ty in range(2) for tx in range(16)]  # the first warp of a 16 x 16 block


def wide_load(first_word: Callable[[int, int], int]) -> int:
    """A 16-byte load by the rule of the lessons: groups of eight lanes; where neighbours agree, groups of sixteen."""
    words = [first_word(tx, ty) for tx, ty in LANES]
    alike = any(all(words[lane] == words[lane ^ step] for lane in range(32)) for step in (1, 2))
    size = 16 if alike else 8
    return sum(_busiest(words[start : start + size]) for start in range(0, 32, size))


def _busiest(first_words: Sequence[int]) -> int:
    on_bank = defaultdict(set)
    for first in first_words:
        for word in range(first, first + 4):
            on_bank[word % 32].add(word)
    return max(map(len, on_bank.values()))


@pytest.mark.parametrize("apart", range(4, 68, 4))
def test_a_fragment_load_equals_a_count_over_lanes(apart: int) -> None:
    cost = shared_memory.fragment_load(apart)
    assert cost.wavefronts == wide_load(lambda tx, ty: tx * apart)
    assert cost.ideal == min(cost.wavefronts, 32 * 16 // 128)


@pytest.mark.parametrize(("depth", "rows"), [(8, 8), (16, 8), (32, 8), (8, 4), (12, 8)])
def test_a_fragment_of_a_is_two_broadcasts(depth: int, rows: int) -> None:
    assert shared_memory.fragment_of_a(depth, rows).wavefronts == wide_load(lambda tx, ty: ty * rows * depth) == 2


@pytest.mark.parametrize(("near", "wavefronts", "excess"), [(8, 168, 64), (4, 104, 0)])
def test_a_register_blocked_step_costs_what_hardware_counted(near: int, wavefronts: int, excess: int) -> None:
    step = shared_memory.register_blocked_step(near)
    assert (step.wavefronts, step.excess) == (wavefronts, excess)


def test_a_whole_launch_reaches_the_measured_totals() -> None:
    warp_tiles = 32 * 32 * 8 * (4096 // 8)
    assert shared_memory.register_blocked_step(8).wavefronts * warp_tiles == 704_643_072
    assert shared_memory.register_blocked_step(8).ideal * warp_tiles == 436_207_616


@pytest.mark.parametrize(("near", "far", "owned"), [(8, 4, 128), (4, 64, 128), (4, 32, 96), (4, 4, 68)])
def test_columns_with_an_owner(near: int, far: int, owned: int) -> None:
    assert shared_memory.columns_owned(near, far) == owned
    assert shared_memory.columns_owned(4, 64, threads=32) == 192


@pytest.mark.parametrize(("threads", "blocks", "most"), [(256, 2, 128), (256, 3, 80), (256, 4, 64), (128, 2, 255)])
def test_the_most_registers_that_let_blocks_fit(threads: int, blocks: int, most: int) -> None:
    assert processor.most_registers("sm_90", threads, blocks) == most


def test_registers_are_allocated_to_a_warp_in_steps() -> None:
    assert [processor.registers_per_warp(registers) for registers in (90, 96, 104, 105)] == [3072, 3072, 3328, 3584]


@pytest.mark.parametrize(("ffma", "wavefronts", "share"), [(16, 26, 4 / 26), (512, 168, 128 / 168), (512, 104, 1.0)])
def test_the_share_of_the_peak(ffma: int, wavefronts: int, share: float) -> None:
    assert processor.peak_share(ffma, wavefronts) == pytest.approx(share)
