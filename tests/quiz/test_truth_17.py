"""The models behind the quiz of module 17 agree with counting by hand, and with kernels that are profiled."""

from __future__ import annotations

import numpy as np
import pytest

from grader.quiz.truth import compaction
from tests.modules.profiled import run_profile

KERNEL = """
extern "C" __global__ void keep(const int* in, int* out, int* count)
{
    int t = threadIdx.x, x = in[t], before = (t + STEP - 1) / STEP;
    if (t % STEP == 0) {
        atomicAdd(&count[x >> 30], 1);
        out[before] = x;
        out[1024 + t] = x;
    }
}
"""


@pytest.mark.slow
@pytest.mark.parametrize(("warps", "step"), [(2, 3), (8, 10), (4, 5), (3, 32)])
def test_what_places_cost_is_what_the_profiler_counts(warps: int, step: int) -> None:
    threads = 32 * warps
    options = ("--kernel", "keep", "--grid", "1", "--block", str(threads), "--define", f"STEP={step}")
    arrays = ("--arg", f"i32[{threads}]=iota", "--arg", "i32[2048]=zeros", "--arg", "i32[2]=zeros")
    run = run_profile(KERNEL, (*options, *arrays))
    found = compaction.place_cost(warps, step)
    (atomic,) = [row for row in run.profile["lines"] if row["operation"] == "atomic"]
    assert (atomic["passes"], atomic["requests"]) == (found.by_element, found.by_warp)
    assert run.cost("global", "store", "out[before]")[1] == found.packed
    assert run.cost("global", "store", "1024")[1] == found.in_place
    assert found.by_block == 1


def test_places_are_an_exclusive_scan() -> None:
    flags = compaction.flags_above([4, -2, 7, -1, -5, 3, 8, -6, 1, 9], 0)
    assert flags == (1, 0, 1, 0, 0, 1, 1, 0, 1, 1)
    assert compaction.kept_places(flags) == (0, 1, 1, 2, 2, 2, 3, 4, 4, 5)
    assert compaction.kept_places(()) == ()


def test_places_in_rounds_fill_a_room_without_gaps() -> None:
    votes = (0xDEADBEEF, 0, 0x00010001)
    found = [compaction.place_in_rounds(9, votes, number, lane)
             for number, mask in enumerate(votes) for lane in range(32) if mask >> lane & 1]  # fmt: skip
    assert found == list(range(9, 9 + 24 + 2))


def test_rooms_by_arrival_and_by_what_comes_before() -> None:
    assert compaction.room_starts((2, 0, 1), (3, 2, 3)) == (3, 6, 0)
    assert compaction.room_starts((0, 1, 2), (3, 2, 3)) == (0, 3, 5)
    assert compaction.kept_before((7, 3, 5, 41, 12, 60), 3) == 56


@pytest.mark.parametrize("bit", [0, 1, 2])
def test_a_split_is_a_stable_sort_by_one_bit(bit: int) -> None:
    keys = [int(key) for key in np.random.default_rng(bit).integers(0, 8, 50)]
    out = compaction.split_by_bit(keys, bit)
    assert [out[place] for place in compaction.split_places(keys, bit)] == keys
    assert sorted(compaction.split_places(keys, bit)) == list(range(50))


def test_splits_from_the_lowest_bit_sort() -> None:
    keys: tuple[int, ...] = tuple(int(key) for key in np.random.default_rng(5).integers(0, 256, 99))
    for bit in range(8):
        keys = compaction.split_by_bit(keys, bit)
    assert list(keys) == sorted(keys)


def test_offsets_and_ranks_sort_by_a_digit() -> None:
    digits = np.random.default_rng(3).integers(0, 16, (4, 32))
    counts = [np.bincount(block, minlength=16).tolist() for block in digits]
    offsets, out = compaction.digit_offsets(counts), {}
    for b, block in enumerate(digits.tolist()):
        for lane, digit in enumerate(block):
            rank = compaction.vote_rank(compaction.same_digit(block, lane), lane)
            out[offsets[digit * 4 + b] + rank] = (digit, 32 * b + lane)
    assert [out[place] for place in range(128)] == sorted(out.values())


def test_passes_and_bytes_of_a_sort() -> None:
    assert [compaction.radix_passes(32, digit) for digit in (1, 4, 5, 8)] == [32, 8, 7, 4]
    assert compaction.radix_bytes(2**26, 32, 4) == 8 * 3 * 2**28


def test_runs() -> None:
    found = compaction.run_lengths([5, 5, 5, 2, 2, 9])
    assert (found.values, found.starts, found.lengths) == ((5, 2, 9), (0, 3, 5), (3, 2, 1))
    assert compaction.run_lengths([]).lengths == ()
