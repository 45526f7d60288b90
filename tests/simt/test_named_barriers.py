"""Barriers of some warps of a block: they order those who meet there, and nobody else."""

from __future__ import annotations

import numpy as np
import pytest

from grader.launch import LaunchResult
from tests.simt.running import fault_of, hazards_of, line_of, run

I4 = np.int32
SOURCE = r"""
__device__ void wait(int number, int threads) {
    asm volatile("bar.sync %0, %1;" :: "r"(number), "r"(threads) : "memory");
}
__device__ void tell(int number, int threads) {
    asm volatile("bar.arrive %0, %1;" :: "r"(number), "r"(threads) : "memory");
}

extern "C" __global__ void each_its_own(int* out) {  // producers meet at 1, consumers at 2
    __shared__ int data[64];
    int t = threadIdx.x;
    if (t < 64) {
        data[t] = t;  // made
        wait(1, 64);
    } else {
        wait(2, 64);
        out[t - 64] = data[127 - t];  // used
    }
}
extern "C" __global__ void handed_over(int* out, int rounds, int full, int empty) {
    __shared__ int data[64];
    int t = threadIdx.x, sum = 0;
    for (int i = 0; i < rounds; ++i) {
        if (t < 64) {
            if (i) wait(2, empty);
            data[t] = i + t;  // write
            tell(1, full);
        } else {
            wait(1, full);
            sum += data[127 - t];  // read
            if (i + 1 < rounds) tell(2, empty);
        }
    }
    if (t >= 64) out[t - 64] = sum;
}
extern "C" __global__ void nobody_tells_that_it_is_empty(int* out, int rounds) {
    __shared__ int data[64];
    int t = threadIdx.x, sum = 0;
    for (int i = 0; i < rounds; ++i) {
        if (t < 64) {
            data[t] = i + t;  // overwrite
            wait(1, 128);
        } else {
            wait(1, 128);
            sum += data[127 - t];  // late
        }
    }
    if (t >= 64) out[t - 64] = sum;
}
extern "C" __global__ void who_tells_does_not_learn(int* out) {
    __shared__ int data[64];
    int t = threadIdx.x;
    if (t < 64) {
        data[t] = t;  // first
        wait(1, 128);
    } else {
        tell(1, 128);
        out[t - 64] = data[127 - t];  // unseen
    }
}
extern "C" __global__ void passed_on(int* out) {  // from warp to warp, over a barrier each
    __shared__ int data[32];
    int t = threadIdx.x, warp = t / 32;
    if (warp) wait(warp, 64);
    if (warp == 0) data[t] = t;
    if (warp == 3) out[t % 32] = data[31 - t % 32];
    if (warp < 3) tell(warp + 1, 64);
}
__device__ int far[4 * 128];
template <int TOLD, int AWAITED, bool TELLS> __device__ void through_global(int* out) {
    int t = threadIdx.x, *data = far + blockIdx.x * 128;
    if (t < 64) {
        data[t] = t;  // filled
        wait(TOLD, TOLD == AWAITED ? 128 : 64);
    } else {
        TELLS ? tell(AWAITED, 128) : wait(AWAITED, TOLD == AWAITED ? 128 : 64);
        out[t - 64] = data[127 - t];  // emptied
    }
}
extern "C" __global__ void global_handed_over(int* out) { through_global<1, 1, false>(out); }
extern "C" __global__ void global_each_its_own(int* out) { through_global<1, 2, false>(out); }
extern "C" __global__ void global_who_tells(int* out) { through_global<1, 1, true>(out); }
template <bool EMPTY> __device__ void two_buffers(int* out) {
    int t = threadIdx.x, *data = far + blockIdx.x * 128, sum = 0;
    for (int i = 0; i < 6; ++i) {
        int b = i % 2;
        if (t < 64) {
            if (EMPTY && i > 1) wait(3 + b, 128);
            data[64 * b + t] = i + t;  // again
            tell(1 + b, 128);
        } else {
            wait(1 + b, 128);
            sum += data[64 * b + 127 - t];  // once
            if (EMPTY && i < 4) tell(3 + b, 128);
        }
    }
    if (t >= 64) out[t - 64] = sum;
}
extern "C" __global__ void global_two_buffers(int* out) { two_buffers<true>(out); }
extern "C" __global__ void global_filled_too_early(int* out) { two_buffers<false>(out); }
"""


def launched(kernel: str, *given: int, grid: int = 2) -> LaunchResult:
    arguments = {"out": np.zeros(64, I4), **{f"n{i}": n for i, n in enumerate(given)}}
    return run(SOURCE, arguments, kernel=kernel, block=128, grid=grid)


def found(result: LaunchResult) -> set[tuple[str, str, int | None, int | None]]:
    return set(hazards_of(result))


def at(mark: str) -> int:
    return line_of(SOURCE, f"// {mark}")


def test_two_barriers_order_nothing_between_those_who_meet_at_one_and_those_at_the_other() -> None:
    for grid in (1, 3):
        assert ("RAW", "error", at("made"), at("used")) in found(launched("each_its_own", grid=grid))


@pytest.mark.parametrize("rounds", [1, 2, 7])
def test_who_waits_for_those_who_tell_races_with_nobody(rounds: int) -> None:
    result = launched("handed_over", rounds, 128, 128)
    assert found(result) == set()
    assert result.outputs[0].tolist() == [sum(i + 63 - t for i in range(rounds)) for t in range(64)]


def test_counts_that_leave_a_warp_out_are_a_race() -> None:
    hazards = launched("handed_over", 8, 96, 96).hazards
    assert ("error", at("write"), at("read")) in {(h.severity, *sorted((h.line_a, h.line_b))) for h in hazards}


def test_of_warps_that_come_at_once_no_more_than_the_count_go_on() -> None:
    waiting = fault_of(launched("handed_over", 8, 96, 128)).details["waiting"]
    assert waiting == ((line_of(SOURCE, "bar.sync"), 256, "barrier"),)


def test_a_buffer_that_is_filled_again_too_early_is_a_race() -> None:
    assert found(launched("nobody_tells_that_it_is_empty", 3)) >= {("WAR", "error", at("late"), at("overwrite"))}
    assert found(launched("nobody_tells_that_it_is_empty", 1)) == set()


def test_who_only_tells_learns_nothing() -> None:
    assert {(h[1], *sorted(h[2:])) for h in found(launched("who_tells_does_not_learn"))} == {
        ("error", at("first"), at("unseen"))
    }


def test_what_one_knows_is_passed_on() -> None:
    result = launched("passed_on")
    assert found(result) == set()
    assert result.outputs[0][:32].tolist() == list(range(31, -1, -1))


@pytest.mark.parametrize("grid", [1, 3])
def test_they_order_global_memory_in_the_same_way(grid: int) -> None:
    for kernel in ("global_handed_over", "global_two_buffers"):
        assert found(launched(kernel, grid=grid)) == set()
    for kernel in ("global_each_its_own", "global_who_tells"):
        assert found(launched(kernel, grid=grid)) == {("RAW", "error", at("filled"), at("emptied"))}
    assert ("WAR", at("once"), at("again")) in {
        (h[0], *h[2:]) for h in found(launched("global_filled_too_early", grid=grid))
    }


def test_the_words_cta_change_nothing() -> None:
    source = SOURCE.replace("bar.sync %0", "barrier.cta.sync %0").replace("bar.arrive %0", "barrier.cta.arrive %0")
    result = run(source, {"out": np.zeros(64, I4)}, kernel="passed_on", block=128)
    assert result.faults == () and result.outputs[0][:32].tolist() == list(range(31, -1, -1))


OFTEN = """
#define ARRIVE asm volatile("bar.arrive 1, 96;" ::: "memory")
#define SYNC asm volatile("bar.sync 1, 96;" ::: "memory")
extern "C" __global__ void k(int* out) {
    int first = threadIdx.x < 32;
    if (first) { BEFORE; }
    __syncthreads();
    if (first) { HERE; } else { THERE; }
    out[threadIdx.x] = 1;
}
"""


@pytest.mark.parametrize(
    ("before", "here", "there", "ends"),
    [
        ("ARRIVE", "", "", True),
        ("ARRIVE; ARRIVE", "", "", True),
        ("ARRIVE; ARRIVE", "", "ARRIVE", True),
        ("ARRIVE; ARRIVE", "", "SYNC; SYNC", False),
        ("ARRIVE; ARRIVE", "", "SYNC", False),
        ("ARRIVE; ARRIVE; ARRIVE", "", "SYNC; SYNC", False),
        ("ARRIVE; ARRIVE; ARRIVE", "", "", True),
        ("", "SYNC", "SYNC", True),
    ],
)
def test_a_warp_that_comes_again_counts_again(before: str, here: str, there: str, ends: bool) -> None:
    """As measured on an H200, but for the last: three warps, of which the first comes before the others."""
    source = OFTEN.replace("BEFORE", before).replace("THERE", there).replace("HERE", here)
    result = run(source, {"out": np.zeros(96, np.int32)}, block=96)
    assert [fault.kind for fault in result.faults] == ([] if ends else ["no_forward_progress"])
