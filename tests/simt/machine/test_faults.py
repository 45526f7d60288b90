"""What ends a launch of machine code, who is to blame, and what a kernel prints."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.launch import Fault
from grader.simt.limits import Limits
from tests.simt.machine.running import Array, run
from tests.simt.running import fault_of, line_of

SOURCE = r"""
#include <cassert>
#include <cstdio>
#define KERNEL(NAME) extern "C" __global__ void NAME
#define I (blockIdx.x * blockDim.x + threadIdx.x)
__device__ int variable[4] = {1, 2, 3, 4};

KERNEL(load)(int* out, const int* in, int shift) {
    int v = in[(int)I + shift];                          // load
    out[I] = v;
}
KERNEL(store)(int* out, const int* in, int shift) {
    int v = in[I];
    out[(int)I + shift] = v;                             // store
}
KERNEL(add)(int* out, const int* in, int shift) {
    if (threadIdx.x == 7) atomicAdd(&out[shift], 1);     // add
}
KERNEL(wide)(int* out, const int* in, int shift) {
    int4 v = *(const int4*)(in + shift + 4 * I);         // wide
    out[I] = v.x + v.y - v.z + v.w;
}
KERNEL(null)(int* out, const int* in, int shift) {
    out[I] = in[shift];                                  // null
}
KERNEL(shared)(int* out, const int* in, int shift) {
    __shared__ int s[64];
    s[threadIdx.x] = in[I];
    __syncthreads();
    out[I] = s[(int)threadIdx.x + shift];                // shared
}
KERNEL(shared_wide)(int* out, const int* in, int shift) {
    __shared__ __align__(16) int s[512];
    for (int k = threadIdx.x; k < 512; k += blockDim.x) s[k] = k;
    __syncthreads();
    int2 v = *(int2*)(s + shift + 2 * threadIdx.x);      // two at once
    out[I] = v.x + v.y;
}
KERNEL(local)(int* out, const int* in, int shift) {
    int own[40];
    for (int k = 0; k < 40; ++k) own[in[k]] = in[k] + k;
    out[I] = own[(in[I] & 7) + shift];                   // local
}
KERNEL(of_variable)(int* out, const int* in, int shift) {
    out[I] = variable[shift];                            // variable
}
KERNEL(fails)(int* out, const int* in, int limit) {
    assert(in[threadIdx.x] < limit);                     // claim
    out[I] = 1;
}
KERNEL(traps)(int* out, const int* in, int limit) {
    if (in[I] >= limit) __trap();                        // trap
    out[I] = 1;
}
KERNEL(waits)(int* out, const int* in, int limit) {
    while (*(volatile int*)out == 0) {}                  // wait
}
KERNEL(stuck)(int* out, const int* in, int limit) {
    __shared__ int turn;
    if (threadIdx.x == 0) turn = 0;
    __syncthreads();
    if (threadIdx.x < 32) while (*(volatile int*)&turn == 0) {}
    __syncthreads();
    if (threadIdx.x == 40) turn = 1;
}
__device__ __noinline__ int deep(int n) { return n ? (deep(n - 1) ^ n) * 3 : 0; }
KERNEL(overflows)(int* out, const int* in, int n) { out[I] = deep(n); }

KERNEL(prints)(int* out, const int* in, int n) {
    int i = threadIdx.x;
    if (i < n) printf("%d: %5.2f|%s|%c|%x|%lld|%%|%-4u|\n", i, in[i] * 0.5, i % 2 ? "odd" : "even", 'a' + i, 255 + i,
                      1LL << 40 | i, 7u + i);
    out[i] = i == 0 ? printf("done\n") : 0;
}
"""
IN: Array = np.arange(64, dtype=np.int32)


def fault(kernel: str, number: int, **options: Any) -> Fault:
    given = {"out": np.zeros(64, np.int32), "in": IN, "number": number}
    return fault_of(run(SOURCE, given | options.pop("given", {}), kernel=kernel, grid=2, block=32, **options))


@pytest.mark.parametrize(
    ("kernel", "number", "block", "thread", "buffer"),
    [
        ("load", 3, 1, 29, "in"),
        ("load", -2, 0, 0, "in"),
        ("store", 5, 1, 27, "out"),
        ("add", 64, 0, 7, "out"),
        ("of_variable", 4, 0, 0, "variable"),
        ("of_variable", -1, 0, 0, "variable"),
    ],
)
def test_an_access_outside_of_a_buffer(kernel: str, number: int, block: int, thread: int, buffer: str) -> None:
    found = fault(kernel, number)
    assert (found.kind, found.details["buffer"]) == ("out_of_bounds", buffer)
    assert found.line == line_of(SOURCE, "// variable" if kernel == "of_variable" else f"// {kernel}")
    assert (found.block, found.thread) == ((block, 0, 0), (thread, 0, 0))
    assert found.message


@pytest.mark.parametrize(("shift", "thread"), [(40, 24), (-1, 0)])
def test_an_access_outside_of_shared_memory(shift: int, thread: int) -> None:
    found = fault("shared", shift)
    assert (found.kind, found.details["space"]) == ("out_of_bounds", "shared")
    assert (found.line, found.block) == (line_of(SOURCE, "// shared"), (0, 0, 0))
    assert found.thread == (thread, 0, 0)


def test_an_access_outside_of_local_memory() -> None:
    found = fault("local", 1 << 20)
    assert (found.kind, found.line) == ("out_of_bounds", line_of(SOURCE, "// local"))
    assert found.details["space"] == "local"


def test_a_null_pointer() -> None:
    found = fault("null", 0, given={"in": None})
    assert (found.kind, found.line) == ("null_pointer", line_of(SOURCE, "// null"))


@pytest.mark.parametrize(("kernel", "mark", "shift"), [("wide", "// wide", 1), ("shared_wide", "// two at once", 1)])
def test_a_misaligned_access(kernel: str, mark: str, shift: int) -> None:
    found = fault(kernel, shift, given={"in": np.arange(512, dtype=np.int32)})
    assert (found.kind, found.line) == ("misaligned", line_of(SOURCE, mark))
    assert (found.block, found.thread) == ((0, 0, 0), (0, 0, 0))


def test_aligned_accesses_of_the_same_code_are_none() -> None:
    given = {"out": np.zeros(64, np.int32), "in": np.arange(512, dtype=np.int32), "number": 4}
    for kernel, wanted in (("wide", 8 * np.arange(64) + 10), ("shared_wide", 4 * (np.arange(64) % 32) + 9)):
        result = run(SOURCE, given, kernel=kernel, grid=2, block=32)
        assert result.faults == ()
        assert result.outputs[0].tolist() == wanted.tolist()


def test_an_assertion_names_its_text_and_line() -> None:
    found = fault("fails", 8)
    assert (found.kind, found.line) == ("assert", line_of(SOURCE, "// claim"))
    assert found.details["expression"] == "in[threadIdx.x] < limit"
    assert (found.block, found.thread) == ((0, 0, 0), (8, 0, 0))
    given = {"out": np.zeros(64, np.int32), "in": IN, "number": 64}
    assert run(SOURCE, given, kernel="fails", grid=2, block=32).faults == ()


def test_a_trap_ends_the_launch() -> None:
    found = fault("traps", 50)
    assert (found.kind, found.line, found.block) == ("trap", line_of(SOURCE, "// trap"), (1, 0, 0))
    given = {"out": np.zeros(64, np.int32), "in": IN, "number": 64}
    assert run(SOURCE, given, kernel="traps", grid=2, block=32).faults == ()


def test_waiting_for_ever_is_no_progress() -> None:
    found = fault("waits", 0, limits=Limits(seconds=0.2))
    assert (found.kind, found.line) == ("no_forward_progress", line_of(SOURCE, "// wait"))
    given = {"out": np.zeros(64, np.int32), "in": IN, "number": 0}
    stuck = fault_of(run(SOURCE, given, kernel="stuck", block=64, limits=Limits(steps=20_000)))
    assert stuck.kind == "no_forward_progress"


def test_recursion_without_end_overflows_the_stack() -> None:
    assert fault("overflows", 100_000).kind in ("stack_overflow", "out_of_bounds")
    given = {"out": np.zeros(64, np.int32), "in": IN, "number": 5}
    assert run(SOURCE, given, kernel="overflows", grid=2, block=32).faults == ()


def test_what_a_kernel_prints() -> None:
    result = run(SOURCE, {"out": np.zeros(32, np.int32), "in": IN, "number": 3}, kernel="prints")
    assert result.faults == ()
    lines = [f"{i}: {i * 0.5:5.2f}|{('even', 'odd')[i % 2]}|{'abc'[i]}|{255 + i:x}|{(1 << 40) + i}|%|{7 + i:<4}|"
             for i in range(3)]  # fmt: skip
    assert result.printed.splitlines() == [*lines, "done"]


def test_printing_stops_at_the_limit() -> None:
    given = {"out": np.zeros(32, np.int32), "in": IN, "number": 30}
    result = run(SOURCE, given, kernel="prints", limits=Limits(printed=4))
    assert len(result.printed.splitlines()) == 5
