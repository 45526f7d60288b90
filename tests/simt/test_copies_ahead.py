"""Asynchronous copies: which of them travel while their warp works, and which are waited for at once."""

from __future__ import annotations

import numpy as np
import pytest

from tests.simt.running import line_of, outputs, run

F4 = np.float32
BLOCK, STEPS = 64, 5

SOURCE = r"""
#include <cuda_pipeline.h>
constexpr int STAGES = 4;
__device__ void start(float* stage, const float* in, int step, int steps) {
    if (step < steps)
        __pipeline_memcpy_async(&stage[threadIdx.x], &in[step * blockDim.x + threadIdx.x], 4);  // starts
    __pipeline_commit();
}
template <int AHEAD, bool LATE>
__device__ void sum(float* out, const float* in, int steps) {
    __shared__ float tile[STAGES][64];
    float found = 0;
    if (!LATE) for (int s = 0; s < AHEAD; ++s) start(tile[s % STAGES], in, s, steps);
    for (int s = 0; s < steps; ++s) {
        start(tile[(s + AHEAD) % STAGES], in, s + AHEAD, steps);
        __pipeline_wait_prior(AHEAD);
        __syncthreads();
        found += tile[s % STAGES][63 - threadIdx.x];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = found;
}
extern "C" __global__ void at_once(float* out, const float* in, int steps) { sum<0, false>(out, in, steps); }
extern "C" __global__ void one_ahead(float* out, const float* in, int steps) { sum<1, false>(out, in, steps); }
extern "C" __global__ void two_ahead(float* out, const float* in, int steps) { sum<2, false>(out, in, steps); }
extern "C" __global__ void half_of_them(float* out, const float* in, int steps) {
    __shared__ float tile[2][64];
    float found = 0;
    start(tile[0], in, 0, steps);
    __pipeline_wait_prior(0);
    __syncthreads();
    if (threadIdx.x < 32) start(tile[1], in, 1, steps);    // the first warp only, before it reads
    found += tile[0][63 - threadIdx.x];
    if (threadIdx.x >= 32) start(tile[1], in, 1, steps);   // the second behind its reading
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = found + tile[1][63 - threadIdx.x];
}
extern "C" __global__ void never(float* out, const float* in, int steps) {
    __shared__ float tile[64];
    start(tile, in, 0, steps);
    out[threadIdx.x] = in[threadIdx.x];
}
"""
IN = np.arange(BLOCK * STEPS, dtype=F4)


def copied(kernel: str, grid: int = 1) -> tuple[int, int]:
    """(copies that were waited for, those at once)."""
    result = run(SOURCE, {"out": np.zeros(BLOCK * grid, F4), "in": IN, "steps": STEPS}, kernel=kernel, block=BLOCK,
                 grid=grid)  # fmt: skip
    assert {row.line for row in result.copies} <= {line_of(SOURCE, "// starts")}
    if kernel not in ("never", "half_of_them"):
        wanted = np.tile(IN.reshape(STEPS, BLOCK)[:, ::-1].sum(axis=0), grid)
        np.testing.assert_array_equal(outputs(result), wanted)
    return sum(row.waited for row in result.copies), sum(row.at_once for row in result.copies)


@pytest.mark.parametrize("grid", [1, 3])
@pytest.mark.parametrize(("kernel", "first"), [("at_once", STEPS), ("one_ahead", 1), ("two_ahead", 1)])
def test_the_first_step_of_a_pipeline_is_waited_for_at_once_and_the_others_are_hidden(
    kernel: str, first: int, grid: int
) -> None:
    assert copied(kernel, grid) == (BLOCK * STEPS * grid, BLOCK * first * grid)


def test_every_warp_counts_for_itself() -> None:
    assert copied("half_of_them") == (2 * BLOCK, BLOCK + BLOCK // 2)


def test_what_nobody_waits_for_is_not_counted() -> None:
    assert copied("never") == (0, 0)


def test_a_kernel_without_copies_has_none() -> None:
    source = 'extern "C" __global__ void k(float* out) { out[threadIdx.x] = 1; }'
    assert run(source, {"out": np.zeros(32, F4)}).copies == ()
