"""Atomics on global and shared memory: final values, and old values that some order of the threads explains."""

from __future__ import annotations

import numpy as np
import pytest

from tests.simt.running import computed, run

I4, U4 = np.int32, np.uint32

SOURCE = r"""
#define OLD(NAME, TYPE, CALL) \
extern "C" __global__ void NAME(TYPE* out, TYPE* cell, const int* where, const TYPE* operand) { \
    int t = blockIdx.x * blockDim.x + threadIdx.x; \
    TYPE* p = cell + where[t]; \
    TYPE v = operand[t]; \
    out[t] = CALL; \
}
OLD(add_int, int, atomicAdd(p, v))
OLD(add_float, float, atomicAdd(p, v))
OLD(add_double, double, atomicAdd(p, v))
OLD(add_long, unsigned long long, atomicAdd(p, v))
OLD(sub_int, int, atomicSub(p, v))
OLD(min_int, int, atomicMin(p, v))
OLD(max_int, int, atomicMax(p, v))
OLD(min_unsigned, unsigned, atomicMin(p, v))
OLD(max_unsigned, unsigned, atomicMax(p, v))
OLD(and_int, int, atomicAnd(p, v))
OLD(or_int, int, atomicOr(p, v))
OLD(xor_int, int, atomicXor(p, v))
OLD(exchange, int, atomicExch(p, v))
OLD(compare, int, atomicCAS(p, v % 5, v))
OLD(increment, unsigned, atomicInc(p, v))
OLD(decrement, unsigned, atomicDec(p, v))

extern "C" __global__ void histogram(int* out, const unsigned char* in, int n) {
    __shared__ int bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[in[i]], 1);
    __syncthreads();
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
extern "C" __global__ void float_max(float* out, const float* in) {
    int* address = (int*)out;
    int old = *address, assumed;
    do {
        assumed = old;
        old = atomicCAS(address, assumed, __float_as_int(fmaxf(in[threadIdx.x], __int_as_float(assumed))));
    } while (assumed != old);
}
extern "C" __global__ void ticket(int* out) {
    __shared__ int next;
    if (threadIdx.x == 0) next = 0;
    __syncthreads();
    out[atomicAdd(&next, 1)] = 1;
}
extern "C" __global__ void either(int* out, int* far) {
    __shared__ int near[2];
    if (threadIdx.x < 2) near[threadIdx.x] = 0;
    __syncthreads();
    int* p = threadIdx.x % 3 ? &near[threadIdx.x % 2] : far;
    atomicAdd(p, (int)threadIdx.x);
    __syncthreads();
    if (threadIdx.x < 2) out[threadIdx.x] = near[threadIdx.x];
}
"""


def step(kernel: str, old: int, value: int) -> int:
    """What one atomic leaves behind, on values that no type wraps."""
    operation = kernel.split("_")[0]
    return {
        "add": old + value, "sub": old - value, "min": min(old, value), "max": max(old, value), "and": old & value,
        "or": old | value, "xor": old ^ value, "exchange": value, "compare": value if old == value % 5 else old,
        "increment": 0 if old >= value else old + 1, "decrement": value if old == 0 or old > value else old - 1,
    }[operation]  # fmt: skip


TYPES = {"float": np.float32, "double": np.float64, "long": np.uint64, "unsigned": U4, "increment": U4, "decrement": U4}
INTEGERS = ["add_int", "add_long", "sub_int", "min_int", "max_int", "min_unsigned", "max_unsigned", "and_int", "or_int",
            "xor_int", "exchange", "compare", "increment", "decrement"]  # fmt: skip


@pytest.mark.parametrize("kernel", [*INTEGERS, "add_float", "add_double"])
def test_old_values_and_results_are_those_of_threads_one_after_another(kernel: str) -> None:
    dtype = TYPES.get(kernel.split("_")[-1], I4)
    rng = np.random.default_rng(len(kernel))
    start = rng.integers(0, 8, 5).astype(dtype)
    where, operand = rng.integers(0, 5, 96).astype(I4), rng.integers(0, 10, 96).astype(dtype)
    arguments = {"out": np.zeros(96, dtype), "cell": start, "where": where, "operand": operand}
    result = run(SOURCE, arguments, kernel=kernel, grid=2, block=48)
    assert result.faults == ()
    cells, old = start.tolist(), []
    for at, value in zip(where.tolist(), operand.tolist(), strict=True):
        old.append(cells[at])
        cells[at] = step(kernel, cells[at], value) if kernel not in ("add_float", "add_double") else cells[at] + value
    assert result.outputs[1].tolist() == cells
    assert result.outputs[0].tolist() == old  # the emulator takes lanes in order; any order would be right


def test_integer_atomics_wrap_and_compare_by_their_type() -> None:
    one = np.ones(1, I4)
    big = {"out": np.zeros(1, I4), "cell": np.array([2**31 - 1], I4), "where": np.zeros(1, I4), "operand": one}
    assert run(SOURCE, big, kernel="add_int", block=1).outputs[1].tolist() == [-(2**31)]
    signed = {"out": np.zeros(1, I4), "cell": np.array([-1], I4), "where": np.zeros(1, I4), "operand": one}
    assert run(SOURCE, signed, kernel="min_int", block=1).outputs[1].tolist() == [-1]
    unsigned = {k: v.view(U4) if k != "where" else v for k, v in signed.items()}
    assert run(SOURCE, unsigned, kernel="min_unsigned", block=1).outputs[1].tolist() == [1]


def test_a_histogram_in_shared_memory_over_many_blocks() -> None:
    data = np.random.default_rng(7).integers(0, 256, 20_000).astype(np.uint8)
    arguments = {"out": np.zeros(256, I4), "in": data, "n": 20_000}
    found = computed(SOURCE, arguments, kernel="histogram", grid=13, block=256)
    assert found.tolist() == np.bincount(data, minlength=256).tolist()


def test_compare_and_swap_loops_end_with_the_maximum() -> None:
    values = np.random.default_rng(8).standard_normal(64).astype(np.float32)
    found = computed(SOURCE, {"out": np.array([-1e9], np.float32), "in": values}, kernel="float_max", block=64)
    assert found.tolist() == [values.max()]


def test_every_thread_draws_its_own_ticket() -> None:
    assert computed(SOURCE, {"out": np.zeros(100, I4)}, kernel="ticket", block=100).tolist() == [1] * 100


def test_generic_atomics_go_each_to_its_own_memory() -> None:
    result = run(SOURCE, {"out": np.zeros(2, I4), "far": np.array([1000], I4)}, kernel="either", block=64)
    assert result.faults == ()
    assert result.outputs[0].tolist() == [sum(t for t in range(64) if t % 3 and t % 2 == half) for half in range(2)]
    assert result.outputs[1].tolist() == [1000 + sum(range(0, 64, 3))]


VECTORS = r"""
#include <cuda_fp16.h>
extern "C" __global__ void add_four(float4* out, float4* cell, const int* where) {
    int t = threadIdx.x;
    out[t] = atomicAdd(cell + where[t], make_float4(t, 1.0f, -t, 0.5f));
}
extern "C" __global__ void add_two(float2* cell, const int* where) {
    atomicAdd(reinterpret_cast<float2*>(reinterpret_cast<float*>(cell) + where[threadIdx.x]), make_float2(1.0f, 2.0f));
}
extern "C" __global__ void add_halves(uint2* out, uint2* cell) {
    unsigned one = 0x3c003c00, two = 0x40004000;  // pairs of 1 and of 2
    uint2 old;
    asm volatile("atom.global.add.noftz.v2.f16x2 {%0, %1}, [%2], {%3, %4};"
                 : "=r"(old.x), "=r"(old.y) : "l"(cell), "r"(one), "r"(two) : "memory");
    out[threadIdx.x] = old;
    asm volatile("red.global.v2.f16x2.add.noftz [%0], {%1, %1};" :: "l"(cell), "r"(one) : "memory");
}
extern "C" __global__ void turned(float* out, float* cell) {
    float a = 1.0f, b = 2.0f;
    asm volatile("atom.global.v2.f32.add {%0, %1}, [%2], {%1, %0};" : "+f"(a), "+f"(b) : "l"(cell) : "memory");
    out[0] = a, out[1] = b;
    unsigned old;
    asm volatile("atom.global.u32.add %0, [%1], 5;" : "=r"(old) : "l"(cell + 2) : "memory");
    out[2] = old;
}
"""


def test_every_element_of_a_vector_is_added() -> None:
    where = np.random.default_rng(5).integers(0, 3, 40).astype(I4)
    start = np.arange(12, dtype=np.float32)
    arguments = {"out": np.zeros(160, np.float32), "cell": start, "where": where}
    result = run(VECTORS, arguments, kernel="add_four", block=40)
    assert result.faults == ()
    cells, old = start.reshape(3, 4).copy(), []
    for t, at in enumerate(where):
        old.append(cells[at].copy())
        cells[at] += np.array([t, 1, -t, 0.5], np.float32)
    assert result.outputs[1].tolist() == cells.ravel().tolist()
    assert result.outputs[0].tolist() == np.concatenate(old).tolist()


def test_vectors_are_aligned_and_inside_as_a_whole() -> None:
    for where, kind in ((1, "misaligned"), (4, "out_of_bounds")):
        places = np.array([0, where, 2], I4)
        result = run(VECTORS, {"cell": np.zeros(4, np.float32), "where": places}, kernel="add_two", block=3)
        assert [(f.kind, f.thread, f.details["width"]) for f in result.faults] == [(kind, (1, 0, 0), 8)]


def test_the_cost_of_a_vector_is_not_called_exact() -> None:
    places = np.zeros(32, I4)
    result = run(VECTORS, {"cell": np.zeros(4, np.float32), "where": places}, kernel="add_two", block=32)
    assert result.outputs[0].tolist() == [32, 64, 0, 0]
    assert [a.exact for a in result.accesses if a.operation == "atomic"] == [False]


def test_pairs_of_halves_are_added_in_vectors() -> None:
    arguments = {"out": np.zeros(4, U4), "cell": np.zeros(2, U4)}
    result = run(VECTORS, arguments, kernel="add_halves", block=2)
    assert result.faults == ()
    assert result.outputs[0].view(np.float16).tolist() == [0, 0, 0, 0, 1, 1, 2, 2]
    assert result.outputs[1].view(np.float16).tolist() == [4, 4, 6, 6]


def test_sources_are_read_before_targets_are_written_and_the_type_may_come_first() -> None:
    cell = np.array([10, 20, 0], np.float32)
    result = run(VECTORS, {"out": np.zeros(3, np.float32), "cell": cell}, kernel="turned", block=1)
    assert result.faults == ()
    assert result.outputs[0].tolist() == [10, 20, 0]
    assert result.outputs[1][:2].tolist() == [12, 21]
    assert result.outputs[1][2:].view(U4).tolist() == [5]
