"""The models behind the quiz of module 15 agree with counting by hand, and with kernels that are profiled."""

from __future__ import annotations

import numpy as np
import pytest

from grader.quiz.truth import reductions, shared_memory
from tests.modules.profiled import run_profile
from tests.quiz.by_hand.counting import wavefronts

ORDERS = ("remainder", "strided", "sequential")
SIZES = (32, 64, 128, 256, 512, 1024)


def by_hand(order: str, threads: int) -> tuple[list[int], int]:
    """Busy warps of each step, d rising, and all wavefronts of the steps."""
    busy, total = [], 0
    for k in range(threads.bit_length() - 1):
        d, working = 1 << k, 0
        for warp in range(threads // 32):
            lanes = range(32 * warp, 32 * warp + 32)
            words = {
                "remainder": [t for t in lanes if t % (2 * d) == 0],
                "strided": [2 * d * t for t in lanes if 2 * d * t < threads],
                "sequential": [t for t in lanes if t < d],
            }[order]
            if words:
                working += 1
                total += 2 * wavefronts(words) + wavefronts(word + d for word in words)
        busy.append(working)
    return busy, total


@pytest.mark.parametrize("threads", SIZES)
@pytest.mark.parametrize("order", ORDERS)
def test_a_tree_costs_what_a_count_over_lanes_finds(order: str, threads: int) -> None:
    busy, total = by_hand(order, threads)
    found = reductions.tree_cost(order, threads)
    assert found.steps == tuple(busy[::-1] if order == "sequential" else busy)
    assert (found.busy, found.requests) == (sum(busy), threads // 32 + 3 * sum(busy) + 1)
    assert found.wavefronts == threads // 32 + total + 1 == found.requests + found.excess


@pytest.mark.parametrize("threads", SIZES)
def test_strided_words_take_the_wavefronts_that_the_remainder_takes_requests(threads: int) -> None:
    spread, strided = (reductions.tree_cost(order, threads) for order in ("remainder", "strided"))
    assert spread.excess == 0 and strided.wavefronts == spread.requests


@pytest.mark.parametrize("d", [1, 2, 4, 8, 16, 32, 64, 128])
def test_a_step_is_that_of_the_model_of_banks(d: int) -> None:
    for order, name in (("strided", "interleaved"), ("sequential", "sequential")):
        assert reductions.tree_step(order, 256, d) == shared_memory.reduction_step(name, 256, d)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("order", "adds", "at"), [("remainder", "t%(2*d)==0", "t"), ("strided", "2*d*t<blockDim.x", "2*d*t")]
)
def test_the_profiler_counts_the_same(order: str, adds: str, at: str) -> None:
    source = """
    extern "C" __global__ void tree(const float* in, float* out)
    {
        __shared__ float v[1024];
        int t = threadIdx.x;
        v[t] = in[t];
        for (int d = 1; d < blockDim.x; d *= 2) {
            __syncthreads();
            if (ADDS)
                v[AT] += v[AT + d];
        }
        if (t == 0)
            out[0] = v[0];
    }
    """.replace("ADDS", adds).replace("AT", at)
    for threads in (64, 512):
        options = ("--kernel", "tree", "--grid", "1", "--block", str(threads))
        run = run_profile(source, (*options, "--arg", f"f32[{threads}]=iota", "--arg", "f32[1]=zeros"))
        wanted = reductions.tree_cost(order, threads)
        shared = run.profile["totals"]["shared"]
        assert (shared["requests"], shared["wavefronts"]) == (wanted.requests, wanted.wavefronts)
        assert run.profile["totals"]["divergent_branches"] == 0
        assert run.profile["totals"]["barriers"] == reductions.arrivals(threads, 2)


@pytest.mark.parametrize(("threads", "radix", "found"), [(256, 2, 64), (256, 4, 32), (256, 16, 16), (64, 8, 4)])
def test_warps_arrive_once_a_step(threads: int, radix: int, found: int) -> None:
    assert reductions.arrivals(threads, radix) == found


def test_a_tree_without_a_model_is_refused() -> None:
    for threads in (48, 96, 100):
        with pytest.raises(ValueError, match="halved"):
            reductions.tree_cost("strided", threads)
    with pytest.raises(ValueError, match="order"):
        reductions.tree_cost("backwards", 64)
    with pytest.raises(ValueError, match="power"):
        reductions.arrivals(256, 8)


def test_shuffles_over_all_distances_leave_the_sum_in_lane_0() -> None:
    values = list(range(1, 33))
    assert reductions.shuffled_down(values, (16, 8, 4, 2, 1))[0] == sum(values)
    assert reductions.shuffled_down([3, 1, 7, 0, 4, 1, 6, 3], (4,)) == (7, 2, 13, 3, 8, 2, 12, 6)


def test_sums_round_at_every_addition() -> None:
    values = np.random.default_rng(3).random(256, np.float32)
    chain = np.add.accumulate(values, dtype=np.float32)[-1]
    assert reductions.chain_sum(values.tolist()) == float(chain)
    assert reductions.chain_sum([2**24, 1, 1, 1]) == 2**24 and reductions.tree_sum([2**24, 1, 1, 1]) == 2**24 + 2
