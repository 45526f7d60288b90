"""Accesses and ends that stop a launch: which block, thread, line, buffer and byte is to blame."""

from __future__ import annotations

import time

import numpy as np
import pytest

from grader.launch import Fault
from grader.simt.limits import Limits
from tests.simt.running import Value, fault_of, line_of, run

I4, F4 = np.int32, np.float32

SOURCE = r"""
#include <cassert>
__device__ int state[4] = {1, 2, 3, 4};
__constant__ float table[4] = {1, 2, 3, 4};

extern "C" __global__ void global_load(float* out, const float* in, int shift) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + shift];                                     // global load
}
extern "C" __global__ void global_store(float* out, const float* in, int shift) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i + shift] = in[i];                                     // global store
}
extern "C" __global__ void global_atomic(int* out, int at) {
    if (threadIdx.x == 7) atomicAdd(&out[at], 1);               // global atomic
}
extern "C" __global__ void vector_load(float4* out, const float4* in, int shift) {
    out[threadIdx.x] = in[threadIdx.x + shift];                 // vector load
}
extern "C" __global__ void shared_store(float* out, int shift) {
    __shared__ float s[32];
    s[(int)threadIdx.x + shift] = 1;                            // shared store
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
extern "C" __global__ void shared_load(float* out, int shift) {
    extern __shared__ float d[];
    d[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = d[(int)threadIdx.x + shift];             // shared load
}
extern "C" __global__ void local_load(int* out, int shift) {
    int a[40];
    #pragma unroll 1  // else the compiler makes registers of it
    for (int i = 0; i < 40; ++i) a[i] = out[i] + i;
    out[threadIdx.x] = a[(int)threadIdx.x + shift];             // local load
}
extern "C" __global__ void local_store(int* out, int shift) {
    int a[40];
    #pragma unroll 1
    for (int i = 0; i < 40; ++i) a[i] = out[i] + i;
    a[(int)threadIdx.x + shift] = 5;                            // local store
    out[threadIdx.x] = a[out[threadIdx.x] & 7];
}
extern "C" __global__ void variables(float* out, int at) {
    out[threadIdx.x] = at < 100 ? state[at] : table[at - 100];  // variable
}
extern "C" __global__ void misaligned_global(float4* out, const float* in, int skip) {
    out[threadIdx.x] = *(const float4*)(in + 4 * threadIdx.x + (threadIdx.x >= 9 ? skip : 0));  // misaligned load
}
extern "C" __global__ void misaligned_shared(float* out, int skip) {
    __shared__ float s[160];
    for (int i = threadIdx.x; i < 160; i += 32) s[i] = i;
    __syncthreads();
    float4 v = *(float4*)(s + 4 * threadIdx.x + skip);          // misaligned shared
    out[threadIdx.x] = v.x + v.y * v.z + v.w;
}
extern "C" __global__ void misaligned_word(int* out, const unsigned char* in, int skip) {
    out[threadIdx.x] = *(const int*)(in + 4 * threadIdx.x + skip);  // misaligned word
}
extern "C" __global__ void null_load(float* out, const float* in) {
    out[threadIdx.x] = threadIdx.x < 3 ? 0 : in[threadIdx.x];   // null load
}
extern "C" __global__ void null_store(float* out) {
    out[blockIdx.x] = 1;                                        // null store
}
extern "C" __global__ void traps(int* out) {
    if (out[threadIdx.x] == 5)
        __trap();                                               // trap
    out[threadIdx.x] = -1;
}
extern "C" __global__ void asserts(int* out, int limit) {
    assert(out[threadIdx.x] < limit && "too large");            // assert
    out[threadIdx.x] = -1;
}
extern "C" __global__ void endless(int* out) {
    volatile int* p = out;
    while (p[threadIdx.x] == 0) { }                             // endless
    out[threadIdx.x] = 1;
}
extern "C" __global__ void spin_lock(int* lock, int* out) {
    while (atomicCAS(lock, 0, 1) != 0) { }                      // spin lock
    out[0] += 1;
    atomicExch(lock, 0);
}
extern "C" __global__ void lock_by_warp(int* lock, int* out) {
    if (threadIdx.x % 32 != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) { }
    out[0] += 1;
    atomicExch(lock, 0);
}
"""


def fault(kernel: str, arguments: dict[str, Value], **options: object) -> Fault:
    return fault_of(run(SOURCE, arguments, kernel=kernel, **options))  # type: ignore[arg-type]


def at(mark: str) -> int:
    return line_of(SOURCE, f"// {mark}")


def floats(n: int) -> np.ndarray:
    return np.arange(n, dtype=F4)


@pytest.mark.parametrize(
    ("shift", "block", "thread", "offset"), [(1, (3, 0, 0), (31, 0, 0), 512), (-1, (0, 0, 0), (0, 0, 0), -4)]
)
def test_one_element_beyond_either_end_of_a_buffer(
    shift: int, block: tuple[int, ...], thread: tuple[int, ...], offset: int
) -> None:
    for kernel, mark, operation, buffer in (
        ("global_load", "global load", "load", "in"), ("global_store", "global store", "store", "out")
    ):  # fmt: skip
        found = fault(kernel, {"out": floats(128), "in": floats(128), "shift": shift}, grid=4)
        assert (found.kind, found.line, found.block, found.thread) == ("out_of_bounds", at(mark), block, thread)
        expected = {"space": "global", "operation": operation, "width": 4, "threads": 1, "buffer": buffer,
                    "offset": offset, "size": 512}  # fmt: skip
        assert found.details == expected
        assert f"byte {offset} of {buffer} (512 bytes)" in found.message


@pytest.mark.parametrize("shift", [0, 95, -31])
def test_the_last_and_the_first_element_are_inside(shift: int) -> None:
    start = max(-shift, 0)
    arguments = {"out": floats(32), "in": floats(128), "shift": shift + start}
    assert run(SOURCE, arguments, kernel="global_load").faults == ()


def test_buffers_do_not_run_into_each_other() -> None:
    found = fault("global_load", {"out": floats(32), "in": floats(32), "shift": 64})
    assert (found.details["buffer"], found.details["offset"], found.details["threads"]) == ("in", 256, 32)


def test_atomics_are_bounded() -> None:
    found = fault("global_atomic", {"out": np.zeros(16, I4), "at": 16})
    assert (found.kind, found.line, found.thread) == ("out_of_bounds", at("global atomic"), (7, 0, 0))
    assert (found.details["operation"], found.details["offset"]) == ("atomic", 64)


def test_the_end_of_a_vector_counts() -> None:
    found = fault("vector_load", {"out": floats(128), "in": floats(126), "shift": 0})
    assert (found.kind, found.line, found.thread) == ("out_of_bounds", at("vector load"), (31, 0, 0))
    assert (found.details["width"], found.details["offset"], found.details["size"]) == (16, 496, 504)


@pytest.mark.parametrize(
    ("kernel", "mark", "operation", "shared"),
    [("shared_store", "shared store", "store", 0), ("shared_load", "shared load", "load", 128)],
)
@pytest.mark.parametrize(("shift", "thread", "offset"), [(1, 31, 128), (-1, 0, -4)])
def test_one_element_beyond_either_end_of_shared_memory(
    kernel: str, mark: str, operation: str, shared: int, shift: int, thread: int, offset: int
) -> None:
    found = fault(kernel, {"out": floats(64), "shift": shift}, grid=2, shared=shared)
    assert (found.kind, found.line) == ("out_of_bounds", at(mark))
    assert (found.block, found.thread) == ((0, 0, 0), (thread, 0, 0))
    assert found.details["space"] == "shared"
    assert (found.details["operation"], found.details["offset"], found.details["size"]) == (operation, offset, 128)


def test_dynamic_shared_memory_that_was_not_asked_for() -> None:
    found = fault("shared_load", {"out": floats(32), "shift": 0}, shared=64)
    assert (found.kind, found.thread, found.details["offset"], found.details["size"]) == (
        "out_of_bounds", (16, 0, 0), 64, 64)  # fmt: skip


@pytest.mark.parametrize(("kernel", "operation"), [("local_load", "load"), ("local_store", "store")])
@pytest.mark.parametrize(("shift", "thread", "offset"), [(1, 39, 160), (-1, 0, -4)])
def test_one_element_beyond_either_end_of_a_local_array(
    kernel: str, operation: str, shift: int, thread: int, offset: int
) -> None:
    found = fault(kernel, {"out": np.zeros(40, I4), "shift": shift}, block=40)
    assert (found.kind, found.line) == ("out_of_bounds", at(kernel.replace("_", " ")))
    assert found.thread == (thread, 0, 0)
    assert (found.details["space"], found.details["operation"], found.details["offset"]) == ("local", operation, offset)


@pytest.mark.parametrize(("index", "buffer"), [(4, "state"), (-1, "state"), (104, "table")])
def test_device_and_constant_variables_are_bounded(index: int, buffer: str) -> None:
    found = fault("variables", {"out": floats(4), "at": index}, block=4)
    assert (found.kind, found.line) == ("out_of_bounds", at("variable"))
    assert buffer in str(found.details["buffer"])
    assert (found.details["offset"], found.details["size"]) == (4 * (index % 100 if index > 0 else index), 16)


@pytest.mark.parametrize("skip", [1, 2, 3])
def test_a_float4_needs_16_bytes_of_alignment(skip: int) -> None:
    found = fault("misaligned_global", {"out": floats(128), "in": floats(140), "skip": skip})
    assert (found.kind, found.line, found.thread) == ("misaligned", at("misaligned load"), (9, 0, 0))
    assert (found.details["space"], found.details["width"], found.details["threads"]) == ("global", 16, 23)
    assert "multiples of 16" in found.message


def test_alignment_in_shared_memory_and_of_single_words() -> None:
    found = fault("misaligned_shared", {"out": floats(32), "skip": 1})
    assert (found.kind, found.line, found.details["space"]) == ("misaligned", at("misaligned shared"), "shared")
    found = fault("misaligned_word", {"out": np.zeros(32, I4), "in": np.zeros(140, np.uint8), "skip": 2})
    assert (found.kind, found.line, found.details["width"]) == ("misaligned", at("misaligned word"), 4)
    for kernel, skip in (("misaligned_shared", 4), ("misaligned_word", 4)):
        data = np.zeros(140, np.uint8)
        arguments: dict[str, Value] = {"out": np.zeros(32, I4)} | ({"in": data} if "word" in kernel else {})
        assert run(SOURCE, {**arguments, "skip": skip}, kernel=kernel).faults == ()


def test_null_pointers_are_named_with_the_first_thread_that_uses_them() -> None:
    found = fault("null_load", {"out": floats(32), "in": None})
    assert (found.kind, found.line, found.thread) == ("null_pointer", at("null load"), (3, 0, 0))
    found = fault("null_store", {"out": None}, grid=3)
    assert (found.kind, found.line, found.block) == ("null_pointer", at("null store"), (0, 0, 0))


def test_a_trap_and_a_failed_assertion_name_the_thread() -> None:
    found = fault("traps", {"out": np.arange(40, dtype=I4) - 30}, block=40)
    assert (found.kind, found.line, found.thread) == ("trap", at("trap"), (35, 0, 0))
    found = fault("asserts", {"out": np.arange(40, dtype=I4), "limit": 38}, block=40)
    assert (found.kind, found.line, found.thread) == ("assert", at("assert"), (38, 0, 0))
    assert "too large" in found.message


def test_trap_and_assert_that_do_not_happen_are_silent() -> None:
    assert run(SOURCE, {"out": np.zeros(40, I4)}, kernel="traps", block=40).faults == ()
    assert run(SOURCE, {"out": np.zeros(40, I4), "limit": 1}, kernel="asserts", block=40).faults == ()


def test_what_ran_before_the_fault_is_kept() -> None:
    result = run(SOURCE, {"out": np.arange(40, dtype=I4), "limit": 38}, kernel="asserts", block=40)
    assert result.outputs[0].tolist() == list(range(40))  # nobody of this block had got past the assertion
    first = run(
        SOURCE,
        {"out": floats(1024 * 18), "in": floats(1024 * 17), "shift": 0},
        kernel="global_store",
        grid=18,
        block=1024,
    )
    assert first.faults[0].block == (17, 0, 0)


def test_an_endless_loop_ends_with_its_line() -> None:
    limits = Limits(thread_instructions=200_000)
    found = fault("endless", {"out": np.arange(32, dtype=I4) % 3}, limits=limits)
    assert (found.kind, found.line) == ("no_forward_progress", at("endless"))
    assert found.thread == (0, 0, 0)
    assert found.details["threads"] == 11


def test_a_lock_that_nobody_gives_back_ends_with_its_line() -> None:
    limits = Limits(thread_instructions=200_000)
    found = fault("spin_lock", {"lock": np.ones(1, I4), "out": np.zeros(1, I4)}, limits=limits)
    assert (found.kind, found.line, found.details["threads"]) == ("no_forward_progress", at("spin lock"), 32)


def test_lanes_of_one_warp_take_turns_with_a_lock_as_on_hardware_since_volta() -> None:
    limits = Limits(thread_instructions=300_000)
    result = run(SOURCE, {"lock": np.zeros(1, I4), "out": np.zeros(1, I4)}, kernel="spin_lock", limits=limits)
    assert result.faults == ()
    assert result.outputs[1].tolist() == [32]


@pytest.mark.parametrize(("block", "grid"), [(1, 20), (64, 3)])
def test_warps_that_take_turns_with_a_lock_all_get_it(block: int, grid: int) -> None:
    arguments: dict[str, Value] = {"lock": np.zeros(1, I4), "out": np.zeros(1, I4)}
    limits = Limits(thread_instructions=300_000)
    result = run(SOURCE, arguments, kernel="lock_by_warp", block=block, grid=grid, limits=limits)
    assert result.faults == ()
    assert result.outputs[1].tolist() == [grid * -(-block // 32)]


def test_a_launch_ends_by_the_clock() -> None:
    start = time.monotonic()
    found = fault("endless", {"out": np.zeros(4096, I4)}, block=1024, grid=4, limits=Limits(seconds=0.2))
    assert found.kind == "no_forward_progress"
    assert time.monotonic() - start < 2


@pytest.mark.slow
def test_the_clock_is_looked_at_between_slow_blocks() -> None:
    source = """extern "C" __global__ void chain(unsigned* out, int n) {
        unsigned s = 0;
        for (int i = 0; i < n; ++i) s += atomicInc(out, 1u << 30);
        out[1] = s;
    }"""
    start = time.monotonic()
    arguments: dict[str, Value] = {"out": np.zeros(2, np.uint32), "n": 100_000}
    result = run(source, arguments, kernel="chain", block=1024, grid=32, limits=Limits(seconds=0.2))
    assert fault_of(result).kind == "no_forward_progress"
    assert time.monotonic() - start < 6


POINTERS = r"""
extern "C" __global__ void k(float* out, float* far, int shift) {
    __shared__ float near[32];
    near[threadIdx.x] = threadIdx.x;
    far[threadIdx.x] = 100 + threadIdx.x;
    __syncwarp();
    float* p = threadIdx.x % 2 ? near : far;
    out[threadIdx.x] = p[(int)threadIdx.x + shift];  // either
}
"""


def test_generic_pointers_lead_each_lane_to_its_own_memory() -> None:
    result = run(POINTERS, {"out": floats(32), "far": floats(32), "shift": 0})
    assert result.faults == ()
    assert result.outputs[0].tolist() == [t if t % 2 else 100 + t for t in range(32)]


@pytest.mark.parametrize(("shift", "space", "thread"), [(1, "shared", 31), (-1, "global", 0), (2, "shared", 31)])
def test_generic_pointers_are_bounded_in_the_memory_they_lead_to(shift: int, space: str, thread: int) -> None:
    found = fault_of(run(POINTERS, {"out": floats(32), "far": floats(32), "shift": shift}))
    assert (found.kind, found.line) == ("out_of_bounds", line_of(POINTERS, "// either"))
    assert (found.details["space"], found.thread) == (space, (thread, 0, 0))
