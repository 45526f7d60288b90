"""Shuffles, votes, matches and reductions within a warp, against their definition lane by lane."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import and_, or_, xor

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.simt.running import computed

I4, U4 = np.int32, np.uint32
FULL = 0xFFFFFFFF

SHUFFLES = r"""
#define EACH(NAME, CALL) \
extern "C" __global__ void NAME(int* out, const int* value, const int* lane, int delta) { \
    int t = blockIdx.x * blockDim.x + threadIdx.x; \
    int v = value[t], other = lane[t]; \
    out[t] = CALL; \
}
EACH(idx_32, __shfl_sync(~0u, v, other))
EACH(idx_8, __shfl_sync(~0u, v, other, 8))
EACH(up_32, __shfl_up_sync(~0u, v, delta))
EACH(up_16, __shfl_up_sync(~0u, v, delta, 16))
EACH(down_32, __shfl_down_sync(~0u, v, delta))
EACH(down_4, __shfl_down_sync(~0u, v, delta, 4))
EACH(xor_32, __shfl_xor_sync(~0u, v, delta))
EACH(xor_8, __shfl_xor_sync(~0u, v, delta, 8))

extern "C" __global__ void wide(double* out, const double* value, int delta) {
    out[threadIdx.x] = __shfl_down_sync(~0u, value[threadIdx.x], delta);
}
extern "C" __global__ void half_warp(int* out, const int* value) {
    out[threadIdx.x] = -1;
    if (threadIdx.x % 2) out[threadIdx.x] = __shfl_sync(0xaaaaaaaau, value[threadIdx.x], 5);
}
extern "C" __global__ void reduction(float* out, const float* in) {
    float sum = in[threadIdx.x];
    for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(~0u, sum, step);
    if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = sum;
}
"""


def source_lane(mode: str, width: int, lane: int, other: int, delta: int) -> int:
    """Where the value comes from (CUDA C++ Programming Guide, warp shuffle functions); lane itself outside."""
    start = lane // width * width
    if mode == "xor":  # lanes of earlier groups may be read, those of later groups not
        return lane ^ delta if lane ^ delta < start + width else lane
    place = lane - start
    at = {"idx": other % width, "up": place - delta, "down": place + delta}[mode]
    return start + at if 0 <= at < width else lane


@pytest.mark.parametrize("kernel", ["idx_32", "idx_8", "up_32", "up_16", "down_32", "down_4", "xor_32", "xor_8"])
@pytest.mark.parametrize("delta", [0, 1, 3, 7, 16, 31])
def test_shuffles_of_every_mode_and_width(kernel: str, delta: int) -> None:
    mode, width = kernel.split("_")[0], int(kernel.split("_")[1])
    rng = np.random.default_rng(delta)
    value, other = rng.integers(-999, 999, 128).astype(I4), rng.integers(0, 64, 128).astype(I4)
    arguments = {"out": np.zeros(128, I4), "value": value, "lane": other, "delta": delta}
    found = computed(SHUFFLES, arguments, kernel=kernel, grid=2, block=64)
    for t in range(128):
        lane = source_lane(mode, width, t % 32, int(other[t]) % 32, delta)
        assert found[t] == value[t // 32 * 32 + lane], (t, lane)


def test_shuffles_move_eight_bytes() -> None:
    value = np.random.default_rng(0).standard_normal(32)
    found = computed(SHUFFLES, {"out": np.zeros(32), "value": value, "delta": 5}, kernel="wide")
    assert found.tolist() == [value[t + 5] if t + 5 < 32 else value[t] for t in range(32)]


def test_shuffles_within_a_branch_see_the_lanes_of_the_branch() -> None:
    value = np.arange(32, dtype=I4) * 10
    found = computed(SHUFFLES, {"out": np.zeros(32, I4), "value": value}, kernel="half_warp")
    assert found.tolist() == [50 if t % 2 else -1 for t in range(32)]


def test_a_shuffle_reduction_adds_in_its_own_order() -> None:
    values = np.random.default_rng(4).standard_normal(96).astype(np.float32)
    found = computed(SHUFFLES, {"out": np.zeros(3, np.float32), "in": values}, kernel="reduction", block=96)
    rows = values.reshape(3, 32)
    for step in (16, 8, 4, 2, 1):
        rows = rows[:, :step] + rows[:, step : 2 * step]
    assert found.tolist() == rows[:, 0].tolist()


VOTES = r"""
extern "C" __global__ void votes(unsigned* out, const int* value, const unsigned* mask, int everyone) {
    int t = threadIdx.x;
    unsigned m = mask[t];
    int v = value[t];
    if (m >> (t % 32) & 1) {
        int all_same;
        unsigned* own = out + 8 * t;
        own[0] = __ballot_sync(m, v & 1);
        own[1] = __any_sync(m, v == 3);
        own[2] = __all_sync(m, v < 6);
        own[3] = __match_any_sync(m, v);
        own[4] = __match_all_sync(m, v / 8, &all_same);
        own[5] = all_same;
        own[6] = __activemask();
        own[7] = __match_any_sync(m, (long long)v << 40);
    }
}
extern "C" __global__ void reductions(int* out, const int* value, const unsigned* mask) {
    int t = threadIdx.x;
    unsigned m = mask[t];
    int v = value[t];
    if (m >> (t % 32) & 1) {
        int* own = out + 8 * t;
        own[0] = __reduce_add_sync(m, v); own[1] = __reduce_min_sync(m, v); own[2] = __reduce_max_sync(m, v);
        own[3] = __reduce_min_sync(m, (unsigned)v); own[4] = __reduce_max_sync(m, (unsigned)v);
        own[5] = __reduce_and_sync(m, (unsigned)v); own[6] = __reduce_or_sync(m, (unsigned)v);
        own[7] = __reduce_xor_sync(m, (unsigned)v);
    }
}
extern "C" __global__ void partial(unsigned* out) {
    if (threadIdx.x % 3 == 0) out[threadIdx.x] = __ballot_sync(__activemask(), threadIdx.x > 10);
}
"""

MASKS = {
    "everyone": lambda lane: FULL,
    "tiles of 8": lambda lane: 0xFF << lane // 8 * 8,
    "even and odd": lambda lane: 0xAAAAAAAA if lane % 2 else 0x55555555,
    "some": lambda lane: 0x0F0F3311,
    "alone": lambda lane: 1 << lane,
}


def members(mask: int) -> list[int]:
    return [lane for lane in range(32) if mask >> lane & 1]


def as_mask(lanes: Iterable[int]) -> int:
    return sum(1 << lane for lane in lanes)


def masks(name: str) -> NDArray[np.uint32]:
    return np.array([MASKS[name](t % 32) for t in range(64)], U4)


@pytest.mark.parametrize("name", MASKS)
def test_votes_and_matches_ask_the_lanes_of_the_mask(name: str) -> None:
    mask, value = masks(name), np.random.default_rng(5).integers(0, 9, 64).astype(I4)
    arguments = {"out": np.zeros(512, U4), "value": value, "mask": mask, "everyone": 0}
    found = computed(VOTES, arguments, kernel="votes", block=64).reshape(64, 8)
    for t in range(64):
        m = int(mask[t])
        if not m >> t % 32 & 1:
            assert not found[t].any()
            continue
        v = {lane: int(value[t // 32 * 32 + lane]) for lane in members(m)}
        mine = v[t % 32]
        running = as_mask(lane for lane in range(32) if int(mask[lane]) >> lane & 1)
        same = as_mask(lane for lane in v if v[lane] == mine)
        agree = len({x // 8 for x in v.values()}) == 1
        assert found[t].tolist() == [
            as_mask(lane for lane in v if v[lane] & 1), any(x == 3 for x in v.values()), all(x < 6 for x in v.values()),
            same, m if agree else 0, agree, running, same]  # fmt: skip


@pytest.mark.parametrize("name", MASKS)
def test_reductions_combine_the_lanes_of_the_mask(name: str) -> None:
    mask, value = masks(name), np.random.default_rng(6).integers(-(2**31), 2**31, 64).astype(I4)
    arguments = {"out": np.zeros(512, I4), "value": value, "mask": mask}
    found = computed(VOTES, arguments, kernel="reductions", block=64).view(U4).reshape(64, 8)
    for t in range(64):
        m = int(mask[t])
        if not m >> t % 32 & 1:
            continue
        v = [int(value[t // 32 * 32 + lane]) for lane in members(m)]
        u = [x & FULL for x in v]
        expected = [sum(v), min(v), max(v), min(u), max(u), reduce(and_, u), reduce(or_, u), reduce(xor, u)]
        assert found[t].tolist() == [x & FULL for x in expected]


def test_the_active_mask_of_a_branch_and_of_a_ragged_last_warp() -> None:
    found = computed(VOTES, {"out": np.zeros(40, U4)}, kernel="partial", block=40)
    first = as_mask(t for t in range(32) if t % 3 == 0 and t > 10)
    last = as_mask(t - 32 for t in range(32, 40) if t % 3 == 0)
    assert found.tolist() == [(first if t < 32 else last) if t % 3 == 0 else 0 for t in range(40)]


LANES = r"""
__device__ unsigned special(int which) {
    unsigned r;
    if (which == 0) asm("mov.u32 %0, %%lanemask_lt;" : "=r"(r));
    else if (which == 1) asm("mov.u32 %0, %%lanemask_le;" : "=r"(r));
    else if (which == 2) asm("mov.u32 %0, %%lanemask_gt;" : "=r"(r));
    else if (which == 3) asm("mov.u32 %0, %%lanemask_ge;" : "=r"(r));
    else asm("mov.u32 %0, %%lanemask_eq;" : "=r"(r));
    return r;
}
extern "C" __global__ void k(unsigned* out) {
    for (int i = 0; i < 5; ++i) out[5 * threadIdx.x + i] = special(i);
}
"""


def test_lane_masks() -> None:
    found = computed(LANES, {"out": np.zeros(5 * 40, U4)}, block=40).reshape(40, 5)
    for t, row in enumerate(found.tolist()):
        lane, everyone = t % 32, range(32)
        tests = [lambda x, i=lane: x < i, lambda x, i=lane: x <= i, lambda x, i=lane: x > i, lambda x, i=lane: x >= i,
                 lambda x, i=lane: x == i]  # fmt: skip
        assert row == [as_mask(filter(test, everyone)) for test in tests]
