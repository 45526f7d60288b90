"""Barriers: who must come, what is reported when not everyone does, and the order they give to memory."""

from __future__ import annotations

import numpy as np
import pytest

from grader.launch import LaunchResult
from tests.simt.running import computed, hazard_of, hazards_of, line_of, run

I4 = np.int32

SOURCE = r"""
extern "C" __global__ void half_a_warp(int* out) {
    if (threadIdx.x < 16)
        __syncthreads();              // half a warp
    out[threadIdx.x] = 1;
}
extern "C" __global__ void all_but_the_first(int* out) {
    __shared__ int row[64];
    int t = threadIdx.x, mine = out[t];
    row[t] = mine;
    if (t > 0) {
        __syncthreads();              // under a predicate
        out[t] = mine - row[t - 1];   // one store of the machine code
    } else {
        out[t] = mine;
    }
}
extern "C" __global__ void one_warp_of_two(int* out) {
    if (threadIdx.x < 32)
        __syncthreads();              // one warp
    out[threadIdx.x] = 1;
}
extern "C" __global__ void two_barriers(int* out) {
    if (threadIdx.x % 2 == 0) {
        out[threadIdx.x] = 10;
        __syncthreads();              // even
        out[threadIdx.x] += 1;
    } else {
        out[threadIdx.x] = 20;
        __syncthreads();              // odd
        out[threadIdx.x] += 2;
    }
}
extern "C" __global__ void early_return(int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __syncthreads();                  // after the return
    out[i] = 1;
}
extern "C" __global__ void trip_counts(int* out, int spread) {
    for (int i = 0; i <= threadIdx.x % spread; ++i)
        __syncthreads();              // in the loop
    out[threadIdx.x] = 1;
}
extern "C" __global__ void guarded_by_uniform(int* out, int n) {
    for (int i = 0; i < n; ++i) {
        if (i % 2 == 0) __syncthreads();
        else if (n > 100) return;
    }
    out[threadIdx.x] = 1;
}
extern "C" __global__ void differs_by_block(int* out) {
    if (blockIdx.x % 2 == 0) {
        __syncthreads();
        out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
        __syncthreads();
    }
}
extern "C" __global__ void reduce(int* out, const int* in) {
    __shared__ int partial[256];
    int t = threadIdx.x;
    partial[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int step = blockDim.x / 2; step > 0; step /= 2) {
        if (t < step) partial[t] += partial[t + step];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = partial[0];
}
extern "C" __global__ void rotate(int* out, int rounds) {
    __shared__ int ring[100];
    int t = threadIdx.x, next = (t + 1) % blockDim.x;
    ring[t] = t;
    for (int i = 0; i < rounds; ++i) {
        __syncthreads();
        int value = ring[next];
        __syncthreads();
        ring[t] = value;
    }
    out[t] = ring[t];
}
"""


def launched(kernel: str, block: int = 64, grid: int = 1, **arguments: int) -> LaunchResult:
    return run(SOURCE, {"out": np.zeros(grid * block, I4), **arguments}, kernel=kernel, grid=grid, block=block)


@pytest.mark.parametrize(
    ("kernel", "mark", "arrived", "severity"),
    [("half_a_warp", "// half a warp", 16, "error"), ("one_warp_of_two", "// one warp", 32, "warning")],
)
def test_a_barrier_that_some_threads_skip_is_an_error_within_a_warp_and_a_warning_between_warps(
    kernel: str, mark: str, arrived: int, severity: str
) -> None:
    hazard = hazard_of(launched(kernel, grid=3))
    line = line_of(SOURCE, mark)
    assert (hazard.kind, hazard.severity, hazard.line_a, hazard.line_b) == ("barrier_divergence", severity, line, line)
    assert hazard.count == 3
    assert hazard.example == {"block": (0, 0, 0), "thread_a": (0, 0, 0), "arrived": arrived, "expected": 64,
                              "came": [(0, arrived - 1)]}  # fmt: skip
    assert f"{arrived} of 64" in hazard.message


def test_two_barriers_are_not_one() -> None:
    result = launched("two_barriers")
    hazard = hazard_of(result)
    lines = {line_of(SOURCE, "// even"), line_of(SOURCE, "// odd")}
    assert (hazard.kind, hazard.severity) == ("barrier_divergence", "error")
    assert {hazard.line_a, hazard.line_b} == lines
    assert (hazard.example["arrived"], hazard.example["expected"]) == (32, 64)
    first = 0 if hazard.line_a == line_of(SOURCE, "// even") else 1
    assert hazard.example["came"] == [(thread, thread) for thread in range(first, 64, 2)]
    assert result.outputs[0].tolist() == [11, 22] * 32  # the launch goes on, so that more can be said


@pytest.mark.parametrize(("n", "arrived"), [(1, 1), (20, 20), (32, 32), (63, 63)])
def test_threads_that_returned_are_missed_at_the_barrier(n: int, arrived: int) -> None:
    result = launched("early_return", n=n)
    hazard = hazard_of(result)
    assert (hazard.kind, hazard.severity) == ("barrier_divergence", "warning")  # hardware does not wait for them
    assert hazard.line_a == line_of(SOURCE, "// after the return")
    assert (hazard.example["arrived"], hazard.example["expected"]) == (arrived, 64)
    assert result.outputs[0].sum() == n


def test_only_the_ragged_block_is_blamed_for_an_early_return() -> None:
    hazard = hazard_of(launched("early_return", grid=4, n=64 * 3 - 1))
    assert (hazard.count, hazard.example["block"], hazard.example["arrived"]) == (1, (2, 0, 0), 63)


def test_whole_blocks_may_return() -> None:
    assert hazards_of(launched("early_return", grid=4, n=128)) == []


@pytest.mark.parametrize("block", [1, 31, 33, 64, 100])
def test_barriers_that_everyone_reaches_are_clean(block: int) -> None:
    assert hazards_of(launched("trip_counts", block=block, spread=1)) == []
    assert hazards_of(launched("guarded_by_uniform", block=block, n=7)) == []
    assert hazards_of(launched("differs_by_block", block=block, grid=5)) == []


def test_loops_of_different_length_around_a_barrier() -> None:
    result = launched("trip_counts", spread=3)
    hazard = hazard_of(result)
    assert (hazard.kind, hazard.severity) == ("barrier_divergence", "error")
    assert hazard.line_a == line_of(SOURCE, "// in the loop")
    assert result.outputs[0].tolist() == [1] * 64


def test_barriers_count_once_a_warp() -> None:
    assert launched("trip_counts", block=100, grid=3, spread=1).barriers == 4 * 3
    assert launched("guarded_by_uniform", block=64, n=7).barriers == 2 * 4


def test_a_reduction_waits_for_its_neighbours() -> None:
    values = np.random.default_rng(0).integers(-99, 99, 256 * 5).astype(I4)
    found = computed(SOURCE, {"out": np.zeros(5, I4), "in": values}, kernel="reduce", grid=5, block=256)
    assert found.tolist() == values.reshape(5, 256).sum(axis=1).tolist()


@pytest.mark.parametrize("block", [3, 32, 33, 100])
def test_values_travel_one_place_a_round(block: int) -> None:
    found = computed(SOURCE, {"out": np.zeros(block, I4), "rounds": 7}, kernel="rotate", block=block)
    assert found.tolist() == [(t + 7) % block for t in range(block)]


def test_a_warp_waits_as_a_whole_at_a_barrier_under_a_predicate() -> None:
    """An H200 counts one store for each of the two warps: the first thread has waited along."""
    result = run(SOURCE, {"out": np.arange(64, dtype=I4) ** 2}, kernel="all_but_the_first", block=64)
    assert result.outputs[0].tolist() == [0, *range(1, 127, 2)]
    assert sum(a.requests for a in result.accesses if (a.space, a.operation) == ("global", "store")) == 2
    found = hazard_of(result)
    assert (found.severity, found.line_a) == ("error", line_of(SOURCE, "// under a predicate"))
    assert (found.example["arrived"], found.example["came"]) == (63, [(1, 63)])
