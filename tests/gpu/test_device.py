"""Launches on a real GPU: results, guards, faults, kernels that hang, and that the next launch is not disturbed."""

from __future__ import annotations

import subprocess
import sys
import time

import numpy as np
import pytest

from grader.launch import Argument, LaunchRequest, LaunchResult
from grader.sandbox.gpu_session import GpuSession
from grader.sandbox.session import MemoryExceeded, TimedOut
from grader.toolchain.program import CompileError

SOURCE = """
#include <assert.h>
__device__ int calls;

extern "C" __global__ void twice(const float* in, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i];
}
#define KERNEL(name) extern "C" __global__ void name(const float* in, float* out, int n)
KERNEL(one_too_many) { out[threadIdx.x + 1] = in[threadIdx.x]; }
KERNEL(one_before) { out[(int)threadIdx.x - 1] = in[threadIdx.x]; }
KERNEL(wild) { *(float*)((size_t)out + (1ull << 44)) = 1; }
KERNEL(null) { *(volatile float*)nullptr = n; }
KERNEL(misaligned) { *(float4*)(out + 1) = float4{1, 2, 3, 4}; }
KERNEL(trapped) { __trap(); }
KERNEL(asserted)
{
    assert(threadIdx.x != 37);
}
KERNEL(endless) { while (((volatile float*)out)[0] != 12345.0f); }
KERNEL(talks) { if (threadIdx.x < 3) printf("lane %d\\n", threadIdx.x); }
KERNEL(floods) { for (int i = 0; i < 100000; ++i) printf("%d\\n", i); }
KERNEL(counts_calls) { out[threadIdx.x] = atomicAdd(&calls, 1) < 64; }
KERNEL(dynamic)
{
    extern __shared__ float room[];
    room[n - 1 - threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = room[n - 1 - threadIdx.x];
}
KERNEL(leaves_words_behind)
{
    __shared__ volatile float words[8192];
    for (int i = threadIdx.x; i < 8192; i += 64)
        words[i] = 42;
    out[threadIdx.x] = words[threadIdx.x];
}
KERNEL(finds_words)
{
    __shared__ volatile float words[8192];
    out[threadIdx.x] = words[threadIdx.x];
}
"""
HUGE = """
__device__ float huge[1ull << 38];
extern "C" __global__ void too_big(const float* in, float* out, int n) { out[0] = huge[(size_t)n << 30] = in[0]; }
"""
CLUSTER = """
extern "C" __global__ void __cluster_dims__(64, 1, 1) too_many(const float* in, float* out, int n) { out[0] = in[0]; }
"""
BOMB = """
template <int N> struct Sum { static const long value = Sum<N - 1>::value + Sum<N - 2>::value * N; long more[N]; };
template <> struct Sum<0> { static const long value = 0; };
template <> struct Sum<1> { static const long value = 1; };
#define E1(x) x x x x x x x x x x x x x x x x
#define E2(x) E1(E1(E1(E1(E1(E1(E1(x)))))))
extern "C" __global__ void bomb(const float* in, float* out, int n) { E2(out[threadIdx.x] += in[n];) }
"""


def launch(
    gpu: GpuSession, kernel: str, block: int = 64, shared: int = 0, seconds: float = 5.0, n: int = 64,
    source: str = SOURCE,
) -> LaunchResult:  # fmt: skip
    gpu.compile(source)
    arguments = (
        Argument("in", np.arange(64, dtype=np.float32)),
        Argument("out", np.full(64, -1, np.float32)),
        Argument("n", np.int32(n)),
    )
    return gpu.launch(LaunchRequest(kernel, (1, 1, 1), (block, 1, 1), arguments, shared), seconds)


def test_results_come_back_and_inputs_are_unchanged(gpu: GpuSession) -> None:
    result = launch(gpu, "twice")
    assert not result.faults
    assert np.array_equal(result.outputs[1], 2 * np.arange(64, dtype=np.float32))
    assert np.array_equal(result.outputs[0], np.arange(64, dtype=np.float32))


@pytest.mark.parametrize(("kernel", "offset"), [("one_too_many", 256), ("one_before", -4)])
def test_a_write_beside_a_buffer_is_seen_in_its_guard(gpu: GpuSession, kernel: str, offset: int) -> None:
    (fault,) = launch(gpu, kernel).faults
    assert fault.kind == "out_of_bounds"
    assert abs(int(str(fault.details["offset"])) - offset) < 4
    assert (fault.details["buffer"], fault.details["size"]) == ("out", 256)


@pytest.mark.parametrize(
    ("kernel", "kind"),
    [("wild", "out_of_bounds"), ("null", "out_of_bounds"), ("misaligned", "misaligned"), ("trapped", "trap")],
)
def test_a_fault_is_named_and_the_next_launch_is_well(gpu: GpuSession, kernel: str, kind: str) -> None:
    (fault,) = launch(gpu, kernel).faults
    assert fault.kind == kind
    assert not launch(gpu, "twice").faults


def test_a_failed_assertion_tells_its_line_and_thread(gpu: GpuSession) -> None:
    (fault,) = launch(gpu, "asserted").faults
    line = SOURCE.split("\n").index("    assert(threadIdx.x != 37);") + 1
    assert (fault.kind, fault.line, fault.block, fault.thread) == ("assert", line, (0, 0, 0), (37, 0, 0))
    assert fault.details["expression"] == "threadIdx.x != 37"


def test_a_kernel_that_hangs_is_ended_and_the_gpu_is_free_again(gpu: GpuSession) -> None:
    began = time.monotonic()
    (fault,) = launch(gpu, "endless", seconds=1.0).faults
    assert fault.kind == "no_forward_progress"
    assert time.monotonic() - began < 8
    assert not launch(gpu, "twice").faults


@pytest.mark.parametrize(("block", "shared"), [(1025, 0), (64, 1 << 20)])
def test_an_impossible_launch_is_a_fault_of_configuration(gpu: GpuSession, block: int, shared: int) -> None:
    (fault,) = launch(gpu, "twice", block, shared).faults
    assert fault.kind == "launch_configuration"


@pytest.mark.parametrize(("source", "kernel"), [(HUGE, "too_big"), (CLUSTER, "too_many")])
def test_a_module_that_the_driver_refuses_is_a_fault_of_configuration(
    gpu: GpuSession, source: str, kernel: str
) -> None:
    (fault,) = launch(gpu, kernel, source=source).faults
    assert fault.kind == "launch_configuration"
    assert not launch(gpu, "twice").faults


def test_a_source_that_eats_memory_or_time_ends_the_compiler_and_not_the_gpus_process(gpu: GpuSession) -> None:
    assert not launch(gpu, "twice").faults
    with pytest.raises((CompileError, MemoryExceeded, TimedOut)):
        gpu.compile(BOMB)
    assert not launch(gpu, "twice").faults


def test_shared_memory_that_nobody_wrote_holds_nothing_that_another_launch_left(gpu: GpuSession) -> None:
    """Nor zeros: but another process that takes its turn on the GPU in between may leave those."""
    found: set[int] = set()
    for _ in range(10):
        assert np.all(launch(gpu, "leaves_words_behind").outputs[1] == 42)
        found |= set(launch(gpu, "finds_words").outputs[1].view(np.uint32).tolist())
    words = np.array(sorted(found - {0}), np.uint32).view(np.float32)
    assert words.size and np.all(np.isnan(words) | (words > 1e29)), words


def test_dynamic_shared_memory_beyond_48_kib(gpu: GpuSession) -> None:
    result = launch(gpu, "dynamic", shared=60 << 10, n=15 << 10)
    assert not result.faults
    assert np.array_equal(result.outputs[1], np.arange(64, dtype=np.float32))


def test_what_a_kernel_prints_comes_back(gpu: GpuSession) -> None:
    assert launch(gpu, "talks").printed == "lane 0\nlane 1\nlane 2\n"
    assert launch(gpu, "twice").printed == ""
    assert len(launch(gpu, "floods", block=1).printed) == 1 << 16


def test_variables_begin_anew_with_every_launch(gpu: GpuSession) -> None:
    for _ in range(2):
        assert np.all(launch(gpu, "counts_calls").outputs[1] == 1)


def test_a_kernel_that_the_drivers_cache_knows_keeps_its_resources() -> None:
    """NVRTC takes machine code from that cache, where CUDA is in use, without the compiler's report on it."""
    script = """import cupy
from grader.toolchain import compile_source
cupy.zeros(1)
source = 'extern "C" __global__ void k(float* o) { __shared__ float t[64]; t[threadIdx.x] = 1; __syncthreads();'
source += ' o[threadIdx.x] = t[63 - threadIdx.x]; }'
first, second = (compile_source(source).kernels for _ in range(2))
assert first == second and first['k'].shared_bytes == 256, (first, second)
"""
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
