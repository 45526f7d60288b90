"""Instructions of whole warps under a condition: the same for all lanes of a warp, or not."""

from __future__ import annotations

import numpy as np
import pytest

from grader.checks.fault_words import hazard_sentence
from tests.simt.running import computed, hazard_of, line_of, run

U4, F4 = np.uint32, np.float32
ROWS = 32

SOURCE = r"""
__device__ unsigned row_of(const void* tile, int lane) {
    return unsigned(__cvta_generic_to_shared(tile)) + lane * 16;
}
extern "C" __global__ void load(unsigned* out, int steps, int lanes, int warps) {
    __shared__ __align__(128) unsigned tile[128];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int i = threadIdx.x; i < 128; i += blockDim.x) tile[i] = i;
    __syncthreads();
    unsigned r[4] = {7, 7, 7, 7};
    if (lane < lanes && warp < warps)
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
            : "+r"(r[0]), "+r"(r[1]), "+r"(r[2]), "+r"(r[3]) : "r"(row_of(tile, lane)) : "memory");  // loads
    for (int k = 0; k < 4; ++k) out[threadIdx.x * 4 + k] = r[k];
}
extern "C" __global__ void store(unsigned* out, int steps, int lanes, int warps) {
    __shared__ __align__(128) unsigned tile[2][128];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int k = 0; k < 4; ++k) tile[warp][lane * 4 + k] = 7;
    __syncwarp();
    if (lane < lanes && warp < warps)
        asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1,%2,%3,%4};" :: "r"(row_of(tile[warp], lane)),
            "r"(lane), "r"(lane + 32), "r"(lane + 64), "r"(lane + 96) : "memory");  // stores
    __syncwarp();
    for (int k = 0; k < 4; ++k) out[threadIdx.x * 4 + k] = tile[warp][lane * 4 + k];
}
extern "C" __global__ void turn(unsigned* out, int steps, int lanes, int warps) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned r = 7;
    if (lane < lanes && warp < warps)
        asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "+r"(r) : "r"(lane));  // turns
    out[threadIdx.x] = r;
}
extern "C" __global__ void multiply(float* out, int steps, int lanes, int warps) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float c[4] = {7, 7, 7, 7};
    if (lane < lanes && warp < warps)
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%4,%4,%4}, {%4,%4}, "
            "{%0,%1,%2,%3};" : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(0x3f800000));  // multiplies
    for (int k = 0; k < 4; ++k) out[threadIdx.x * 4 + k] = c[k];
}
extern "C" __global__ void in_double(double* out, int steps, int lanes, int warps) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    double c[2] = {7, 7};
    if (lane < lanes && warp < warps)
        asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%2}, {%0,%1};"
            : "+d"(c[0]), "+d"(c[1]) : "d"(1.0));  // in doubles
    out[threadIdx.x * 2] = c[0], out[threadIdx.x * 2 + 1] = c[1];
}
"""
KERNELS = {"load": (U4, 4, "ldmatrix", "// loads"), "store": (U4, 4, "stmatrix", "// stores"),
           "turn": (U4, 1, "movmatrix", "// turns"), "multiply": (F4, 4, "mma", "// multiplies"),
           "in_double": (np.float64, 2, "mma", "// in doubles")}  # fmt: skip


def given(kernel: str, lanes: int, warps: int) -> dict[str, object]:
    dtype, words, _, _ = KERNELS[kernel]
    return {"out": np.zeros(64 * words, dtype), "steps": 1, "lanes": lanes, "warps": warps}


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_condition_on_which_a_warp_agrees_lets_it_go_as_a_whole(kernel: str) -> None:
    words = KERNELS[kernel][1]
    both = computed(SOURCE, given(kernel, 32, 2), kernel=kernel, block=64).reshape(2, 32 * words)
    first = computed(SOURCE, given(kernel, 32, 1), kernel=kernel, block=64).reshape(2, 32 * words)
    none = computed(SOURCE, given(kernel, 32, 0), kernel=kernel, block=64)
    assert (both[0] == first[0]).all() and (both[1] == both[0]).all() and not (both[0] == 7).all()
    assert (first[1] == 7).all() and (none == 7).all()


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_part_of_a_warp_is_named_with_its_line(kernel: str) -> None:
    hazard = hazard_of(run(SOURCE, given(kernel, 16, 2), kernel=kernel, block=64))
    _, _, instruction, mark = KERNELS[kernel]
    assert (hazard.kind, hazard.severity, hazard.count) == ("partial_warp", "error", 2)
    assert hazard.line_a == line_of(SOURCE, mark)
    assert (hazard.example["instruction"], hazard.example["came"]) == (instruction, 16)
    said = f"`{instruction}` at line {hazard.line_a} wants all 32 lanes of a warp, and 16"
    assert said in hazard_sentence(hazard, "en")
    assert f"`{instruction}`" in hazard_sentence(hazard, "ko")


def test_a_warp_that_the_block_cuts_off_is_no_whole_one() -> None:
    hazard = hazard_of(run(SOURCE, given("multiply", 32, 2), kernel="multiply", block=48))
    assert (hazard.kind, hazard.count, hazard.example["came"]) == ("partial_warp", 1, 16)
