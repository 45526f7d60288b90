"""The models behind the quiz of module 09 agree with counting by hand, and with kernels that are profiled."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from grader.quiz.truth import warp_tiles
from tests.modules.profiled import run_profile

ROOT = Path(__file__).resolve().parents[2]
TUNED = ROOT / "solutions" / "09_warp_tiling" / "tune_tiles.cu"
SIZES = ("BM", "BN", "BK", "WM", "WN", "TM", "TN")
FRAGMENTS = """extern "C" __global__ void fragments(const float* in, float* out)
{
    __shared__ __align__(16) float tile[128];
    for (int i = threadIdx.x; i < 128; i += 32)
        tile[i] = in[i];
    __syncthreads();
    float4 four = *reinterpret_cast<const float4*>(&tile[4 * (PICKED)]);    // read
    out[threadIdx.x] = four.x + four.y + four.z + four.w;
}
"""
PICKED = {
    ("rows", "a"): "threadIdx.x / ACROSS", ("rows", "b"): "threadIdx.x % ACROSS",
    ("columns", "a"): "threadIdx.x % DOWN", ("columns", "b"): "threadIdx.x / DOWN",
    ("pairs", "a"): "threadIdx.x / (2 * ACROSS) * 2 + threadIdx.x % 2", ("pairs", "b"): "threadIdx.x / 2 % ACROSS",
}  # fmt: skip


@pytest.mark.parametrize("order", ["rows", "columns", "pairs"])
@pytest.mark.parametrize("down", [2, 4, 8, 16])
def test_every_lane_has_a_place_of_its_own(order: str, down: int) -> None:
    places = [warp_tiles.lane_place(order, down, lane) for lane in range(32)]
    assert sorted(places) == [(row, col) for row in range(down) for col in range(32 // down)]


def test_there_is_no_other_order_and_no_pair_in_a_single_row() -> None:
    with pytest.raises(ValueError, match="an order is one of"):
        warp_tiles.lane_place("spirals", 4, 0)
    with pytest.raises(ValueError, match="no 1 rows of lanes in pairs"):
        warp_tiles.lane_place("pairs", 1, 0)
    with pytest.raises(ValueError, match="no 6 rows of lanes in rows"):
        warp_tiles.lane_place("rows", 6, 0)


@pytest.mark.slow
@pytest.mark.parametrize(("order", "operand"), PICKED)
@pytest.mark.parametrize("down", [2, 4, 8])
def test_a_fragment_costs_what_a_profile_says(order: str, operand: str, down: int) -> None:
    options = ("--kernel", "fragments", "--grid", "1", "--block", "32")
    options += ("--arg", "f32[128]=iota", "--arg", "f32[32]=zeros")
    source = f"#define DOWN {down}\n#define ACROSS {32 // down}\n" + FRAGMENTS.replace("PICKED", PICKED[order, operand])
    found = run_profile(source, options).cost("shared", "load", "// read")
    cost = warp_tiles.fragment_cost(order, down, operand)
    assert found == (1, cost.wavefronts, cost.excess)


def test_the_two_lowest_bits_decide() -> None:
    for count in range(6):
        for bits in combinations(range(5), count):
            assert warp_tiles.bits_merge(bits) == (not {0, 1} <= set(bits), bool({0, 1} & set(bits)))
    assert warp_tiles.bits_merge((0, 4)) == (True, True) and warp_tiles.bits_merge((3, 4)) == (True, False)


@pytest.mark.slow
@pytest.mark.parametrize(
    "sizes",
    [
        (128, 256, 8, 64, 64, 8, 16),
        (128, 128, 8, 32, 64, 8, 8),
        (128, 128, 16, 64, 32, 8, 8),
        (64, 64, 16, 16, 32, 4, 4),
    ],
)
def test_a_whole_product_costs_what_a_profile_says(sizes: tuple[int, ...]) -> None:
    defined = "".join(f"#define {name} {size}\n" for name, size in zip(SIZES, sizes, strict=True))
    m, n, k = 256, 256, 32
    arguments = [f"f32[{m},{k}]=random", f"f32[{k},{n}]=random", f"f32[{m},{n}]=zeros"]
    arguments += [f"i32:{size}" for size in (m, n, k, k, n, n)] + ["f32:1", "f32:0"]
    options = ["--kernel", "tune_tiles", "--grid", "2,2", "--block", "256"]
    options += [word for each in arguments for word in ("--arg", each)]
    found = run_profile(defined + TUNED.read_text("utf-8"), tuple(options)).profile
    bm, bn, bk, _, _, tm, tn = sizes
    counted = warp_tiles.warp_tiled_wavefronts((bm, bn, bk), (tm, tn), (m, n, k))
    assert found["totals"]["shared"]["wavefronts"] == counted
    assert found["resources"]["shared_bytes"] == warp_tiles.tile_bytes(bm, bn, bk)


def test_strips_by_hand() -> None:
    assert warp_tiles.strips_at_once(64, 64, 1, 264) == 5 + 64
    assert warp_tiles.strips_at_once(64, 64, 8, 264) == 8 + 33
    assert warp_tiles.strips_at_once(32, 32, 8, 264) == 16 + 32
    assert warp_tiles.strips_at_once(4, 4, 8, 264) == 8
    first = [warp_tiles.tile_of_block(number, 11, 5, 8) for number in (0, 7, 8, 40, 44)]
    assert first == [(0, 0), (7, 0), (0, 1), (8, 0), (9, 1)]
