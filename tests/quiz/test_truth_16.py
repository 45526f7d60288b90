"""The models behind the quiz of module 16 agree with counting by hand, and with kernels that are profiled."""

from __future__ import annotations

import re
from itertools import accumulate
from pathlib import Path

import pytest

from grader.quiz.truth import scans
from tests.modules.lesson_tables import lesson_of
from tests.modules.profiled import run_profile
from tests.quiz.by_hand.counting import wavefronts

ROOT = Path(__file__).resolve().parents[2]
VALUES = [3, 1, 7, 0, 4, 1, 6, 3]
SIZES = (64, 128, 256, 512, 1024, 2048)


def test_both_ways_end_in_a_scan() -> None:
    inclusive = tuple(accumulate(VALUES))
    assert scans.after_steps(VALUES, [1, 2, 4]) == inclusive
    assert scans.exclusive(VALUES) == (0, *inclusive[:-1]) == scans.swept_down(VALUES, 3)
    assert scans.swept_up(VALUES, 3) == (3, 4, 7, 11, 4, 5, 6, 25)


def test_a_segmented_scan_begins_anew_at_its_heads() -> None:
    assert scans.segmented(VALUES, [0, 0, 1, 0, 0, 1, 0, 0]) == (3, 4, 7, 7, 11, 1, 7, 10)
    assert scans.segmented(VALUES, [1] * 8) == tuple(VALUES)
    assert scans.segmented(VALUES, [0] * 8) == tuple(accumulate(VALUES))


def test_a_tile_adds_own_sums_up_to_the_nearest_prefix() -> None:
    own, before = [12, 7, 30, 5], 100
    for first in range(4):
        flags, sums = scans.told_flags(first, 4), scans.told_sums(own, before, first)
        assert flags[:first] == ("own",) * first and flags[first:] == ("prefix",) * (4 - first)
        assert scans.looked_back(flags, sums) == sum(own) + before
    assert scans.looked_back(("own", "nothing", "prefix"), (1, 2, 3)) == -1
    assert scans.looked_back(("own", "own"), (1, 2)) == -1


def test_blocks_that_add_all_totals_before_them() -> None:
    assert [scans.totals_read(n) for n in (1, 2, 8)] == [0, 1, 28] and scans.totals_read(301) == sum(range(301))


@pytest.mark.parametrize("n", SIZES[:5])
def test_a_step_of_a_sweep_is_a_count_over_lanes(n: int) -> None:
    for gap in (0, 32):
        whole = 4 * -(-n // 64) + 1
        for half in [1 << k for k in range(n.bit_length() - 1)]:
            rights = [2 * half * (t + 1) - 1 for t in range(n // 2)]
            found = {}
            for back in (0, half):
                places = [[w - back + (w - back) // gap if gap else w - back for w in rights[at : at + 32] if w < n]
                          for at in range(0, n // 2, 32)]  # fmt: skip
                found[back] = sum(wavefronts(each) for each in places if each)
            assert scans.sweep_access(n, half, gap).wavefronts == found[0]
            whole += 4 * found[0] + 3 * found[half]
        assert scans.sweeps_cost(n, gap).wavefronts == whole


def test_gaps_remove_every_conflict_up_to_1024_words() -> None:
    assert [scans.sweeps_cost(n, 32).excess for n in SIZES] == [0, 0, 0, 0, 0, 35]


def test_what_no_scan_can_be_counted_for_is_refused() -> None:
    for call in (lambda: scans.scan_cost("sweeps", 48), lambda: scans.scan_cost("steps", 64),
                 lambda: scans.sweep_access(12, 1), lambda: scans.sweeps_cost(1)):  # fmt: skip
        with pytest.raises(ValueError, match=r"power of two|a way is"):
            call()


@pytest.mark.slow
@pytest.mark.parametrize("n", [8, 64, 128, 512])
def test_both_sweeps_cost_what_the_profiler_counts(n: int) -> None:
    code = re.search(r"`sweeps\.cu`:\n\n```cuda\n(.*?)```", lesson_of("16_scan"), re.S)
    assert code
    arrays = ("--arg", f"i32[{n}]=iota", "--arg", f"i32[{n}]=zeros")
    options = ("--kernel", "sweeps", "--grid", "1", "--block", str(n // 2), *arrays)
    found = run_profile(code[1], options).profile["totals"]["shared"]
    cost = scans.sweeps_cost(n)
    assert (found["requests"], found["wavefronts"], found["exact"]) == (cost.ideal, cost.wavefronts, True)


@pytest.mark.slow
@pytest.mark.parametrize(("number", "way"), list(enumerate(("one array", "two arrays", "sweeps"), 1)))
def test_three_ways_cost_what_the_profiler_counts_of_the_exercise(number: int, way: str) -> None:
    source = (ROOT / "exercises" / "16_scan" / "count_scan.cu").read_text("utf-8")
    arrays = ("--arg", "i32[256]=iota", "--arg", "i32[256]=zeros", "--arg", "i32:256")
    options = ("--kernel", "count_scan", "--grid", "1", "--block", "256", *arrays)
    run = run_profile(source.replace("#define WAY 1", f"#define WAY {number}"), options)
    cost = scans.scan_cost(way, 256)
    stores = run.cost("shared", "store", "// A")
    assert (run.profile["totals"]["barriers"], *stores[:2]) == (cost.arrivals, cost.stores, cost.wavefronts)
