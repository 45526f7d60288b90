"""Constant memory holds the module's `__constant__` variables and nothing else, and a kernel only reads them.

On an H100 a load in constant space that lies in no variable brings 0, whatever address it was made from: nothing in
constant space leads to a buffer. A store through a generic pointer to a variable is undefined by the PTX manual.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.launch import AccessLine, Fault, LaunchResult
from tests.simt.running import computed, fault_of, run
from tests.tiers import examples

SOURCE = r"""
__constant__ float table[16] = {1, 2, 3, 4, 5, 6, 7, 8};
__constant__ float other[16] = {};
__device__ float variable[32];
__device__ float* opaque() { float* p; asm("mov.u64 %0, %1;" : "=l"(p) : "l"(table)); return p; }

extern "C" __global__ void pointer(float* out, const float* in) {
    asm("ld.const.f32 %0, [%1];" : "=f"(out[threadIdx.x]) : "l"(in + threadIdx.x));                 // escape
}
extern "C" __global__ void difference(float* out, const float* in) {
    out[threadIdx.x] = table[(in + threadIdx.x) - (const float*)table];                             // escape
}
extern "C" __global__ void vector(float4* out, const float4* in) {
    float4 v;
    const float4* from = in + threadIdx.x;
    asm("ld.const.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(from)); // escape
    out[threadIdx.x] = v;
}
extern "C" __global__ void converted(float* out, const float* in) {
    const float* from = in + threadIdx.x;
    asm("{.reg .u64 p; cvta.to.const.u64 p, %1; ld.const.f32 %0, [p];}" : "=f"(out[threadIdx.x]) : "l"(from)); // escape
}
extern "C" __global__ void device_variable(float* out, const float* in) {
    variable[threadIdx.x] = in[threadIdx.x];
    const float* from = variable + threadIdx.x;
    asm volatile("ld.const.f32 %0, [%1];" : "=f"(out[threadIdx.x]) : "l"(from) : "memory");         // escape
}
extern "C" __global__ void weak(float* out, const float* in) {
    asm("ld.weak.const.f32 %0, [%1];" : "=f"(out[threadIdx.x]) : "l"(in + threadIdx.x));            // escape
}
extern "C" __global__ void some_lanes(float* out, const float* in) {
    const float* from = threadIdx.x < 20 ? (const float*)table + threadIdx.x % 16 : in + threadIdx.x;
    asm("ld.const.f32 %0, [%1];" : "=f"(out[threadIdx.x]) : "l"(from));                             // escape
}
extern "C" __global__ void beyond(float* out, int at) {
    out[threadIdx.x] = table[at];                                                                   // escape
}
extern "C" __global__ void stored(float* out, int at) {
    opaque()[threadIdx.x % 16] = 7;                                                                 // escape
    out[threadIdx.x] = table[at];
}
extern "C" __global__ void added(float* out, int at) {
    atomicAdd(opaque() + threadIdx.x % 16, 7);                                                      // escape
    out[threadIdx.x] = table[at];
}
extern "C" __global__ void stored_as_global(float* out, int at) {
    asm volatile("st.global.f32 [%0], %1;" :: "l"(opaque() + threadIdx.x % 16), "f"(7.f) : "memory"); // escape
    out[threadIdx.x] = table[at];
}
extern "C" __global__ void misaligned(float* out, int at) {
    asm("ld.const.f32 %0, [%1];" : "=f"(out[threadIdx.x]) : "l"((const char*)table + at));          // escape
}
extern "C" __global__ void read(float* out, int at) {
    out[threadIdx.x] = table[at] + other[at];
}
extern "C" __global__ void read_generic(float* out, const float* in) {
    const float* from = in[0] > 0 ? (const float*)table : in;
    out[threadIdx.x] = from[threadIdx.x % 16];
}
extern "C" __global__ void spaces(int* out, int* in) {
    __shared__ int s;
    int local[2] = {in[0], in[1]};
    const void* all[] = {table, in, &s, local};
    for (int i = 0; i < 4; ++i)
        asm("{.reg .pred p, q; isspacep.const p, %2; isspacep.global q, %2;"
            "selp.s32 %0, 1, 0, p; selp.s32 %1, 1, 0, q;}" : "=r"(out[2 * i]), "=r"(out[2 * i + 1]) : "l"(all[i]));
    s = 1;
}
"""


def launched(kernel: str, **more: Any) -> LaunchResult:
    """One warp; the kernel would like to copy 32 numbers."""
    numbers = np.arange(100, 228, dtype=np.float32)
    given = more or {"in": numbers}
    return run(SOURCE, {"out": np.zeros(128, np.float32), **given}, kernel=kernel)


def fault(kernel: str, **more: Any) -> Fault:
    """The fault of a kernel, at its line marked `escape`, with nothing stored."""
    result = launched(kernel, **more)
    found = fault_of(result)
    body = SOURCE[: SOURCE.index(f"void {kernel}(")].count("\n")
    marked = next(n for n, line in enumerate(SOURCE.splitlines()[body:], body + 1) if "// escape" in line)
    assert found.line == marked
    assert not result.outputs[0].any()
    return found


@pytest.mark.parametrize(
    "kernel", ["pointer", "difference", "vector", "converted", "device_variable", "weak", "some_lanes"]
)
def test_no_load_in_constant_space_reads_a_buffer(kernel: str) -> None:
    """The machine takes the low half of an address, as a place in constant memory."""
    result = launched(kernel)
    assert result.outputs[0].max() < 100


@pytest.mark.parametrize(
    ("at", "buffer", "offset"), [(32, "other", 64), (1000, "other", 4000 - 64), (-1, "table", -4)]
)
def test_an_index_beyond_constant_memory_is_out_of_its_bounds(at: int, buffer: str, offset: int) -> None:
    found = fault("beyond", at=at)
    assert (found.kind, found.details["space"], found.details["buffer"]) == ("out_of_bounds", "const", buffer)
    assert (found.details["offset"], found.details["size"]) == (offset, 64)


@pytest.mark.parametrize("kernel", ["stored", "added", "stored_as_global"])
def test_a_kernel_that_writes_to_constant_memory_stops(kernel: str) -> None:
    found = fault(kernel, at=1)
    assert (found.kind, found.details["buffer"]) == ("constant_written", "table")


def test_a_misaligned_load_in_constant_space_stops() -> None:
    assert fault("misaligned", at=2).kind == "misaligned"


def test_constant_variables_are_read_in_their_own_space_uncounted_and_as_global_memory_counted() -> None:
    own = launched("read", at=3)
    assert own.faults == ()
    assert own.outputs[0][:32].tolist() == [4] * 32
    assert [line.operation for line in own.accesses if line.space == "global"] == ["store"]
    generic = launched("read_generic")
    assert generic.faults == ()
    assert generic.outputs[0][:8].tolist() == [1, 2, 3, 4, 5, 6, 7, 8]
    assert sum(line.cost for line in generic.accesses if line.operation == "load") >= 2


def test_a_generic_address_is_in_one_space_alone() -> None:
    """As measured on an H100: the address of a constant variable is not in global space."""
    given = {"out": np.zeros(8, np.int32), "in": np.arange(2, dtype=np.int32)}
    found = computed(SOURCE, given, kernel="spaces", block=1)
    assert found.reshape(4, 2).tolist() == [[1, 0], [0, 1], [0, 0], [0, 0]]


# ---- passes: one for each address of a warp

INDEXED = r"""
__constant__ float table[64];
__constant__ float four[4];
extern "C" __global__ void by_lane(float* out, const int* at, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = table[at[i]];
}
extern "C" __global__ void wide(float2* out, const int* at, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = reinterpret_cast<const float2*>(table)[at[i] / 2];
}
extern "C" __global__ void of_all(float* out, const int* at, int n) { out[threadIdx.x] = table[n] + table[blockIdx.x]; }
extern "C" __global__ void known(float* out, const int* at, int n) { out[threadIdx.x] = four[2] + four[3]; }
struct Small { float of[8]; };
extern "C" __global__ void parameter(float* out, const __grid_constant__ Small small, int n) {
    out[threadIdx.x] = small.of[threadIdx.x % n];
}
"""


def constants(kernel: str, at: np.ndarray, n: int, block: int = 64) -> tuple[AccessLine, ...]:
    result = run(INDEXED, {"out": np.zeros(2 * len(at), np.float32), "at": at, "n": n}, kernel=kernel, block=block,
                 grid=-(-len(at) // block))  # fmt: skip
    assert result.faults == ()
    return tuple(row for row in result.accesses if row.space == "constant")


@given(st.lists(st.integers(0, 63), min_size=1, max_size=130), st.sampled_from(["by_lane", "wide"]))
@examples(40)
def test_lanes_at_one_address_share_a_pass(index: list[int], kernel: str) -> None:
    at = np.array(index, np.int32)
    (row,) = constants(kernel, at, len(at))
    step, warps = (1, 4) if kernel == "by_lane" else (2, 8), -(-len(at) // 32)
    passes = sum(len({i // step[0] for i in index[32 * w : 32 * w + 32]}) for w in range(warps))
    assert (row.requests, row.cost, row.ideal, row.width, row.exact) == (warps, passes, warps, step[1], True)


def test_one_address_for_all_lanes_is_one_pass_and_a_uniform_load_is_none() -> None:
    rows = constants("of_all", np.zeros(64, np.int32), 3)
    assert all(row.cost == row.requests == row.ideal for row in rows)
    assert constants("known", np.zeros(64, np.int32), 3) == ()


def test_an_array_among_the_parameters_is_constant_memory_as_well() -> None:
    small = np.arange(8, dtype=np.float32)
    dtype = np.dtype((np.void, 32))
    result = run(INDEXED, {"out": np.zeros(64, np.float32), "small": np.frombuffer(small.tobytes(), dtype)[0], "n": 5},
                 kernel="parameter", block=64)  # fmt: skip
    assert result.outputs[0].tolist() == [float(t % 5) for t in range(64)]
    (row,) = (row for row in result.accesses if row.space == "constant")
    assert (row.requests, row.cost) == (2, 10)
