"""The models behind the quiz of module 13 agree with counting lane by lane, and with the emulator."""

from __future__ import annotations

import pytest

from grader.quiz.truth import divergence
from tests.modules.profiled import run_profile

PART = """extern "C" __global__ void part(const float* in, float* out)
{
    int t = threadIdx.x;
    float x = in[t];
    float v = x;
    if (TEST) {
        #pragma unroll
        for (int k = 0; k < 32; ++k)
            v = v * 0.5f + x;
    } else {
        #pragma unroll
        for (int k = 0; k < 32; ++k)
            v = fabsf(v - x);
    }
    out[t] = v;
}
"""


@pytest.mark.parametrize(
    ("condition", "number", "threads", "parted", "walked"),
    [
        ("below", 40, 96, 1, 4),
        ("below", 64, 96, 0, 3),
        ("multiples", 2, 96, 3, 6),
        ("multiples", 64, 128, 2, 6),
        ("groups", 32, 128, 0, 4),
        ("groups", 48, 192, 2, 8),
        ("one", 95, 96, 1, 4),
        ("one", 200, 96, 0, 3),
    ],
)
def test_the_warps_that_part_are_those_with_both_answers(
    condition: str, number: int, threads: int, parted: int, walked: int
) -> None:
    assert divergence.branch_sides(threads, condition, number) == divergence.Sides(parted, walked)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("condition", "number", "test"),
    [("below", 40, "t<40"), ("multiples", 3, "t%3==0"), ("groups", 48, "t/48%2==1"), ("one", 77, "t==77")],
)
def test_the_emulator_counts_as_many(condition: str, number: int, test: str) -> None:
    options = ("--kernel", "part", "--grid", "1", "--block", "128", "--define", f"TEST=({test})",
               "--arg", "f32[128]=iota", "--arg", "f32[128]=zeros")  # fmt: skip
    profile = run_profile(PART, options).profile
    assert profile["totals"]["divergent_branches"] == divergence.branch_sides(128, condition, number).parted


@pytest.mark.parametrize(
    ("pattern", "number", "rounds", "parted", "lane_rounds"),
    [
        ("steps", 8, 3, 3, 48),
        ("modulo", 4, 3, 3, 48),
        ("ones", 1, 5, 5, 80),
        ("ones", 3, 15, 5, 240),
        ("one", 50, 50, 1, 81),
        ("one", 1, 1, 0, 32),
    ],
)
def test_a_loop_lasts_as_long_as_its_longest_lane(
    pattern: str, number: int, rounds: int, parted: int, lane_rounds: int
) -> None:
    assert divergence.trip_counts(pattern, number) == divergence.Loop(rounds, parted, lane_rounds)


@pytest.mark.parametrize(("lanes", "wanted"), [((32, 0), 70), ((1, 31), 100), ((16, 16), 100), ((0, 32), 50)])
def test_a_warp_executes_each_side_that_some_lane_takes(lanes: tuple[int, int], wanted: int) -> None:
    assert divergence.warp_instructions(20, (50, 30), lanes) == wanted


@pytest.mark.parametrize(("mixed", "branch"), [(0, 13_000), (100, 13_800), (1000, 21_000)])
def test_a_branch_against_both_sides(mixed: int, branch: int) -> None:
    assert divergence.branch_or_both((8, 8), 5, 1000, mixed) == {"branch": branch, "both": 16_000}


@pytest.mark.parametrize(
    ("present", "apart", "defined"), [(12, 4, 8), (20, 8, 12), (32, 8, 32), (30, 8, 28), (4, 8, 0)]
)
def test_a_shuffle_reads_from_lanes_that_are_there(present: int, apart: int, defined: int) -> None:
    assert divergence.shuffle_down_defined(present, apart) == defined


@pytest.mark.parametrize("side", [2, 4, 8, 16])
def test_exchanges_down_to_one_are_a_transpose(side: int) -> None:
    places = [(lane, register) for lane in range(side) for register in range(side)]
    assert [divergence.exchanged(side, *place, 1) for place in places] == [(k, lane) for lane, k in places]
    first = [divergence.exchanged(side, *place, side // 2) for place in places]
    half = side // 2
    assert first == [(row ^ half, col ^ half) if (row < half) != (col < half) else (row, col) for row, col in places]
