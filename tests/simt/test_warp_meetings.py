"""Lanes wait for each other at the `.sync` instructions of a warp; what is read from a lane that does not run."""

from __future__ import annotations

import numpy as np
import pytest

from grader.checks.fault_words import hazard_sentence
from tests.simt.running import computed, hazard_of, hazards_of, line_of, run

I4, F4 = np.int32, np.float32

SOURCE = r"""
#define FULL 0xffffffffu
// The compiler jumps to the loop's head from two places, and lane 0 comes last to the shuffle.
extern "C" __global__ void tickets(int* out, const int* weight, int rows) {
    __shared__ int next;
    if (threadIdx.x == 0) next = 0;
    __syncthreads();
    int lane = threadIdx.x & 31;
    for (;;) {
        int r;
        if (lane == 0) r = atomicAdd(&next, 1);
        r = __shfl_sync(FULL, r, 0);
        if (r >= rows) break;
        if (lane == 0) out[r] += weight[r];
    }
}
extern "C" __global__ void slots(int* out, const int* weight, int rows) {
    __shared__ volatile int slot[4];
    int lane = threadIdx.x & 31, warp = threadIdx.x / 32;
    for (int i = 0;; ++i) {
        if (lane == 0) slot[warp] = i;
        __syncwarp();
        int r = slot[warp];
        __syncwarp();
        if (r >= rows) break;
        if (lane == 0) out[warp * rows + r] = weight[r];
    }
}
extern "C" __global__ void half_by_ballot(int* out, const int* x) {
    int v = x[threadIdx.x];
    unsigned odd = __ballot_sync(FULL, v & 1);
    if (v & 1) v += __shfl_sync(odd, v, __ffs(odd) - 1);
    out[threadIdx.x] = v;
}
extern "C" __global__ void lower_half_reads_upper(int* out, const int* x) {
    int v = x[threadIdx.x];
    if (threadIdx.x % 32 < 16) v = __shfl_down_sync(FULL, v, 8);  // reads
    out[threadIdx.x] = v;
}
extern "C" __global__ void ragged_sum(float* out, const float* x) {
    float v = x[threadIdx.x];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(FULL, v, d);  // ragged
    if (threadIdx.x == 0) out[0] = v;
}
extern "C" __global__ void four_by_mask(int* out, const int* x) {
    if (threadIdx.x >= 4) return;
    int v = x[threadIdx.x];
    v += __shfl_down_sync(0xf, v, 2);
    v += __shfl_down_sync(0xf, v, 1);
    if (threadIdx.x == 0) out[0] = v;
}
extern "C" __global__ void in_two_branches(int* out, const int* x) {
    int v = x[threadIdx.x];
    if (v & 1) v = __reduce_add_sync(__activemask(), v);
    else v = __reduce_max_sync(__activemask(), v);
    out[threadIdx.x] = v;
}
"""


@pytest.mark.parametrize("block", [32, 96])
def test_who_comes_last_to_a_shuffle_is_waited_for(block: int) -> None:
    weight = np.arange(5, 25, dtype=I4)
    given = {"out": np.zeros(20, I4), "weight": weight, "rows": 20}
    result = run(SOURCE, given, kernel="tickets", block=block)
    assert result.faults == ()
    assert (result.outputs[0] == weight).all()


def test_who_comes_last_to_a_syncwarp_is_waited_for() -> None:
    weight = np.arange(5, 11, dtype=I4)
    given = {"out": np.zeros(12, I4), "weight": weight, "rows": 6}
    result = run(SOURCE, given, kernel="slots", block=64)
    assert result.faults == ()
    assert (result.outputs[0] == np.tile(weight, 2)).all()


def test_lanes_that_the_mask_leaves_out_are_not_waited_for() -> None:
    x = np.random.default_rng(5).integers(0, 100, 32).astype(I4)
    first = x[x % 2 == 1][0]
    assert (computed(SOURCE, {"out": np.zeros(32, I4), "x": x}, kernel="half_by_ballot") == x + first * (x % 2)).all()


def test_a_mask_of_those_who_run_needs_nobody_else() -> None:
    x = np.arange(32, dtype=I4)
    wanted = np.where(x % 2 == 1, x[1::2].sum(), 30)
    assert (computed(SOURCE, {"out": np.zeros(32, I4), "x": x}, kernel="in_two_branches") == wanted).all()


def test_reading_from_a_lane_that_does_not_run_is_named() -> None:
    given = {"out": np.zeros(64, I4), "x": np.arange(64, dtype=I4)}
    hazard = hazard_of(run(SOURCE, given, kernel="lower_half_reads_upper", block=64))
    line = line_of(SOURCE, "// reads")
    assert (hazard.kind, hazard.severity, hazard.line_a) == ("undefined_shuffle", "warning", line)
    assert (hazard.count, hazard.example["lane"], hazard.example["source"]) == (16, 8, 16)
    assert "lane 8 reads from lane 16" in hazard_sentence(hazard, "en")
    assert "레인 8번" in hazard_sentence(hazard, "ko")


def test_a_last_step_with_a_mask_of_its_own_is_a_note() -> None:
    given = {"out": np.zeros(1, I4), "x": np.arange(32, dtype=I4)}
    result = run(SOURCE, given, kernel="four_by_mask")
    assert {h.severity for h in result.hazards} == {"note"}
    assert result.outputs[0][0] == 6


def test_what_it_gets_is_no_number_that_could_pass() -> None:
    given = {"out": np.zeros(1, F4), "x": np.ones(20, F4)}
    result = run(SOURCE, given, kernel="ragged_sum", block=20)
    assert hazards_of(result) == [("undefined_shuffle", "warning", *[line_of(SOURCE, "// ragged")] * 2)]
    assert np.isnan(result.outputs[0][0])
