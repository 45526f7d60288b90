"""Memory in all spaces, as machine code reads and writes it."""

from __future__ import annotations

import numpy as np

from tests.simt.machine.running import Array, computed, rows_of, run

SOURCE = r"""
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#define KERNEL(NAME) extern "C" __global__ void NAME
#define I (blockIdx.x * blockDim.x + threadIdx.x)

KERNEL(wide)(float4* out, const float4* in) {
    __shared__ float4 tile[64];
    tile[threadIdx.x ^ 5] = in[threadIdx.x];
    __syncthreads();
    float4 v = tile[63 - threadIdx.x];
    out[threadIdx.x] = make_float4(v.w, v.z, v.y, v.x);
}
KERNEL(narrow)(short* out, const signed char* a, const unsigned short* b) {
    __shared__ signed char bytes[64];
    __shared__ unsigned short words[64];
    bytes[threadIdx.x] = a[threadIdx.x];
    words[63 - threadIdx.x] = b[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = bytes[(threadIdx.x + 1) % 64] + words[threadIdx.x];
}
KERNEL(local)(int* out, const int* in) {
    int own[16];
    for (int k = 0; k < 16; ++k) own[k] = in[(I + k) % 64] * k;
    for (int k = 0; k < 16; ++k) own[in[k] & 15] += own[in[I] & 15];
    out[I] = own[in[I] >> 2 & 15];
}
__constant__ int weights[8] = {3, 1, 4, 1, 5, 9, 2, 6};
__constant__ double scale = 0.5;
__device__ int table[64] = {7, 8, 9};
__device__ unsigned total;
__device__ int* second = table + 1;
KERNEL(variables)(double* out, const int* in) {
    int v = in[I];
    out[I] = scale * weights[v & 7] + weights[2] + table[v & 3] + *second;
    atomicAdd(&total, 1u);
    __syncthreads();
    if (threadIdx.x == 0) { table[10] = total; out[0] += *(volatile int*)&table[10]; }
}
KERNEL(dynamic)(int* out, const int* in) {
    extern __shared__ int space[];
    __shared__ int fixed[8];
    if (threadIdx.x < 8) fixed[threadIdx.x] = 100 * threadIdx.x;
    space[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = space[blockDim.x - 1 - threadIdx.x] + fixed[threadIdx.x & 7];
}
__device__ __noinline__ int sum(const int* p, int n) { int s = 0; for (int k = 0; k < n; ++k) s += p[k]; return s; }
KERNEL(generic)(int* out, const int* in) {
    __shared__ int near[64];
    int own[4] = {in[I], 2, in[I] / 2, 1};
    near[threadIdx.x] = in[threadIdx.x] + 1;
    __syncthreads();
    const int* p = in[I] % 3 == 0 ? near : in[I] % 3 == 1 ? in : own;
    out[I] = sum(p, 4) + 1000 * __isShared(p) + 2000 * __isGlobal(p) + 4000 * __isLocal(p);
}
KERNEL(swaps)(unsigned long long* out, const int* in) {
    __shared__ unsigned long long near;
    if (threadIdx.x == 0) near = 1;
    __syncthreads();
    for (int k = 0; k < 2; ++k) {
        unsigned long long* p = k ? &near : out;
        unsigned long long old = *(volatile unsigned long long*)p, seen;
        do { seen = old; old = atomicCAS(p, seen, seen * 3 % 1000003ULL); } while (old != seen);
    }
    __syncthreads();
    if (threadIdx.x == 0) out[1] = near;
    atomicAdd(&out[2], 1ULL << 40 | (unsigned)in[threadIdx.x]);
    atomicMax((long long*)&out[3], -(1LL << 40) + in[threadIdx.x]);
    atomicXor(&out[4], 0x100000001ULL << (threadIdx.x & 15));
}
KERNEL(lock)(int* out, int* mutex) {
    for (bool done = false; !done;) {
        if (atomicCAS(mutex, 0, 1) == 0) {
            out[0] = *(volatile int*)out + threadIdx.x;
            __threadfence();
            atomicExch(mutex, 0);
            done = true;
        }
    }
}
KERNEL(half_sums)(half2* out, const half2* in) {
    __shared__ half2 near[4];
    if (threadIdx.x < 4) near[threadIdx.x] = __floats2half2_rn(0, 0);
    __syncthreads();
    atomicAdd(&out[threadIdx.x & 3], in[threadIdx.x]);
    atomicAdd(&near[threadIdx.x & 3], in[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x < 4) out[4 + threadIdx.x] = near[threadIdx.x];
}
KERNEL(heap)(int* out, const int* in) {
    int n = 1 + (in[I] & 7);
    int* own = (int*)malloc(n * sizeof(int));
    if (!own) return;
    for (int k = 0; k < n; ++k) own[k] = in[(I + k) % 64];
    int s = 0;
    for (int k = 0; k < n; ++k) s += own[k];
    free(own);
    out[I] = s;
}
KERNEL(no_room)(int* out) { out[0] = malloc(1ULL << 33) == nullptr; free(nullptr); }
KERNEL(copies)(float4* out, const float4* in) {
    __shared__ float4 tile[64];
    __shared__ float far[64];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 16);
    __pipeline_commit();
    __pipeline_memcpy_async(&far[threadIdx.x], (const float*)&in[threadIdx.x] + 1, 4, threadIdx.x % 2 ? 4 : 0);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    float4 v = tile[63 - threadIdx.x];
    out[threadIdx.x] = make_float4(v.x, v.y, v.z, far[threadIdx.x]);
}
"""
IN: Array = (np.arange(64) * 37 % 61).astype(np.int32)
F4: Array = np.arange(256, dtype=np.float32)


def test_words_of_16_bytes_go_through_shared_memory() -> None:
    result = run(SOURCE, {"out": np.zeros(256, np.float32), "in": F4}, kernel="wide", block=64)
    wanted = F4.reshape(64, 4)[(63 - np.arange(64)) ^ 5][:, ::-1]
    assert result.outputs[0].reshape(64, 4).tolist() == wanted.tolist()
    (load,) = rows_of(result, "LDS")
    assert "128" in load.text
    assert (load.inst_executed, load.wavefronts, load.wavefronts_ideal) == (2, 8, 8)


def test_bytes_and_halves_keep_their_signs() -> None:
    a = np.arange(-32, 32, dtype=np.int8)
    b = (np.arange(64) * 977).astype(np.uint16)
    out = computed(SOURCE, {"out": np.zeros(64, np.int16), "a": a, "b": b}, kernel="narrow", block=64)
    assert out.tolist() == (np.roll(a, -1).astype(np.int16) + b[::-1].astype(np.int16)).tolist()


def test_an_array_of_a_thread_is_its_own() -> None:
    result = run(SOURCE, {"out": np.zeros(64, np.int32), "in": IN}, kernel="local", block=64)
    assert rows_of(result, "LDL")
    values, wanted = IN.tolist(), []
    for t in range(64):
        own = [values[(t + k) % 64] * k for k in range(16)]
        for k in range(16):
            own[values[k] & 15] += own[values[t] & 15]
        wanted.append(np.array(own[values[t] >> 2 & 15] % (1 << 32), np.uint32).view(np.int32).item())
    assert result.outputs[0].tolist() == wanted


def test_variables_have_their_values_and_addresses() -> None:
    weights, table = [3, 1, 4, 1, 5, 9, 2, 6], [7, 8, 9, 0]
    result = run(SOURCE, {"out": np.zeros(64), "in": IN}, kernel="variables", block=64)
    wanted = [0.5 * weights[v & 7] + 4 + table[v & 3] + 8 for v in IN.tolist()]
    wanted[0] += 64
    assert result.outputs[0].tolist() == wanted


def test_variables_are_as_at_first_in_every_launch() -> None:
    once, again = (computed(SOURCE, {"out": np.zeros(64), "in": IN}, kernel="variables", block=64) for _ in range(2))
    assert once.tolist() == again.tolist()


def test_dynamic_shared_memory_lies_behind_the_static() -> None:
    out = computed(SOURCE, {"out": np.zeros(64, np.int32), "in": IN}, kernel="dynamic", block=64, shared=256)
    assert out.tolist() == (IN[::-1] + 100 * (np.arange(64) % 8)).tolist()


def test_a_pointer_may_point_to_any_space() -> None:
    out = computed(SOURCE, {"out": np.zeros(64, np.int32), "in": IN}, kernel="generic", block=64)
    near, far = 1000 + int((IN[:4] + 1).sum()), 2000 + int(IN[:4].sum())
    assert out.tolist() == [(near, far, 4003 + v + v // 2)[v % 3] for v in IN.tolist()]


def test_atomics_on_64_bits() -> None:
    out = computed(SOURCE, {"out": np.ones(5, np.uint64), "in": IN}, kernel="swaps", block=64).tolist()
    assert out[:2] == [pow(3, 64, 1000003)] * 2
    assert out[2] == 1 + (64 << 40) + int(IN.sum())
    assert out[3] == 1  # it was more
    assert out[4] == 1


def test_lanes_of_a_warp_take_a_lock_one_after_the_other() -> None:
    out = computed(SOURCE, {"out": np.zeros(1, np.int32), "mutex": np.zeros(1, np.int32)}, kernel="lock", block=64)
    assert out.tolist() == [64 * 63 // 2]


def test_pairs_of_halves_are_added_in_global_and_in_shared_memory() -> None:
    pairs = (np.arange(128) % 13 - 6).astype(np.float16)
    out = computed(SOURCE, {"out": np.zeros(16, np.float16), "in": pairs}, kernel="half_sums", block=64)
    wanted = pairs.reshape(16, 4, 2).astype(np.float64).sum(axis=0).ravel()
    assert out[:8].tolist() == wanted.tolist()
    assert out[8:].tolist() == wanted.tolist()


def test_threads_get_memory_of_their_own_from_the_heap() -> None:
    out = computed(SOURCE, {"out": np.zeros(64, np.int32), "in": IN}, kernel="heap", block=64)
    values = IN.tolist()
    assert out.tolist() == [sum(values[(t + k) % 64] for k in range(1 + (values[t] & 7))) for t in range(64)]


def test_malloc_without_room_returns_null() -> None:
    assert computed(SOURCE, {"out": np.zeros(1, np.int32)}, kernel="no_room", block=1).tolist() == [1]


def test_asynchronous_copies_arrive_and_fill_up_with_zeros() -> None:
    result = run(SOURCE, {"out": np.zeros(256, np.float32), "in": F4}, kernel="copies", block=64)
    wanted = F4.reshape(64, 4)[::-1].copy()
    wanted[:, 3] = np.where(np.arange(64) % 2 == 0, F4.reshape(64, 4)[:, 1], 0)
    assert result.outputs[0].reshape(64, 4).tolist() == wanted.tolist()
    first = rows_of(result, "LDGSTS")[0]
    assert "128" in first.text
    assert (first.inst_executed, first.thread_inst_executed_true, first.wavefronts) == (2, 64, 8)
