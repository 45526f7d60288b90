"""Registers, shared memory, stack and spills per kernel."""

from __future__ import annotations

from pathlib import Path

from grader.toolchain import Resources, compile_source
from grader.toolchain.resources import parse_resources

KERNELS = Path(__file__).parent / "kernels"

LOG = """ptxas info    : 2 bytes gmem
ptxas info    : Compiling entry function 'first' for 'sm_90'
ptxas info    : Function properties for first
ptxas         .     16 bytes stack frame, 8 bytes spill stores, 4 bytes spill loads
ptxas info    : Used 29 registers, used 1 barriers, 48 bytes cumulative stack size, 1792 bytes smem
ptxas info    : Compile time = 5.149 ms
ptxas info    : Function properties for helper
ptxas         .     32 bytes stack frame, 20 bytes spill stores, 24 bytes spill loads
ptxas info    : Compiling entry function 'second' for 'sm_90'
ptxas info    : Function properties for second
ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 12 registers, used 1 barriers, 400 bytes cmem[0]
"""


def test_kernels_are_told_apart_and_called_functions_count_for_their_callers():
    assert parse_resources(LOG) == {"first": Resources(29, 1792, 48, 12, 1), "second": Resources(12, 0, 0, 0, 1)}
    assert parse_resources(LOG, {"first": ["helper"]})["first"].spill_bytes == 12 + 44


def test_no_log_has_no_kernels():
    assert parse_resources("") == {}


def test_a_runtime_index_makes_a_stack_frame_and_no_spills():
    resources = compile_source((KERNELS / "local_arrays.cu").read_text()).kernels["local_arrays"]
    assert resources.local_bytes >= 32 * 4 + 8 * 16 + 16
    assert resources.spill_bytes == 0


def test_too_few_registers_spill():
    resources = compile_source((KERNELS / "spills.cu").read_text()).kernels["spills"]
    assert resources.registers == 32
    assert resources.spill_bytes > 0


def test_spills_of_a_function_that_is_not_inlined_are_the_kernels():
    source = """__device__ __noinline__ int f(int n) { return n < 2 ? 1 : f(n - 1) * n + f(n - 2); }
extern "C" __global__ void calls(int* a) { a[0] = f(a[1]); }
extern "C" __global__ void does_not(int* a) { a[0] = 1; }
"""
    kernels = compile_source(source).kernels
    assert kernels["calls"].spill_bytes > 0
    assert kernels["does_not"].spill_bytes == 0


RECURSIVE = """__device__ __noinline__ void work(int* a, int n)
{
    int kept[16] = {};
    for (int i = 0; i < n; ++i) kept[a[i] & 15] += i;
    if (n < 0) work(a, n + 1);
    a[n] = kept[n & 15];
}
extern "C" __global__ void calls(int* a, int n) { work(a, n); }
"""


def test_the_frames_of_functions_that_call_themselves_are_the_kernels():
    """ptxas knows no depth of such calls, and says nothing of the stack then."""
    assert compile_source(RECURSIVE).kernels["calls"].local_bytes >= 64
    assert parse_resources(LOG.replace("48 bytes cumulative stack size, ", ""), {"first": ["helper"]}) == {
        "first": Resources(29, 1792, 16 + 32, 12 + 44, 1), "second": Resources(12, 0, 0, 0, 1),
    }  # fmt: skip


def test_shared_memory_of_every_kernel_of_a_file():
    kernels = compile_source((KERNELS / "shared_atomics.cu").read_text()).kernels
    assert {name: r.shared_bytes for name, r in kernels.items()} == {
        "histogram": 1024,
        "results": 64 * (4 + 4 + 4 + 8 + 8),
    }


def test_numbers_beyond_all_bounds_are_none():
    endless = "9" * 5000
    log = (f"Compiling entry function 'k' for 'sm_90'\nUsed {endless} registers\n"
           f"Used 8 registers, {endless} bytes smem, {endless} bytes cumulative stack size\n")  # fmt: skip
    assert parse_resources(log) == {"k": Resources(registers=8, shared_bytes=0, local_bytes=0, spill_bytes=0)}


def test_a_barrier_whose_number_is_known_late_reserves_all_sixteen() -> None:
    source = """extern "C" __global__ void one(int* o) { __syncthreads(); o[threadIdx.x] = 1; }
extern "C" __global__ void seventh(int* o) { asm volatile("bar.sync 6, 32;"); o[threadIdx.x] = 1; }
extern "C" __global__ void any(int* o, int n) { asm volatile("bar.sync %0, 32;" :: "r"(n)); o[threadIdx.x] = 1; }
"""
    assert {name: used.barriers for name, used in compile_source(source).kernels.items()} == {
        "one": 1, "seventh": 7, "any": 16
    }  # fmt: skip
