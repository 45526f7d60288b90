"""The GPU fills buffers with the values that the grader recomputes, and times what it is asked to time, CUB too."""

from __future__ import annotations

import numpy as np
import pytest

from grader.cuda.timing import TimedBuffer, TimedLaunch, Turn
from grader.launch import Argument
from grader.problems import PROBLEMS
from grader.problems.bulk import buffer_seed, draw_of, drawn
from grader.sandbox.gpu_session import GpuSession

KERNEL = """
extern "C" __global__ void copy(const float* in, float* out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = in[i];
}
extern "C" __global__ void wild(const float* in, float* out, int n) { *(float*)((size_t)out + (1ull << 44)) = 1; }
extern "C" __global__ void spins(const float* in, float* out, int n)
{
    for (long long began = clock64(); clock64() - began < n;);
    out[0] = 1;
}
"""
COUNT = 1 << 20


def timed(kernel: str, n: int = COUNT) -> TimedLaunch:
    arguments = (TimedBuffer(COUNT, True), TimedBuffer(COUNT, False), Argument("n", np.int32(n)))
    return TimedLaunch(kernel, (1024, 1, 1), (256, 1, 1), 0, arguments)


def test_the_host_recomputes_what_the_gpu_filled_in(gpu: GpuSession) -> None:
    gpu.compile(KERNEL)
    gpu.enter("student", timed("copy"))
    for seed in (1, 0xFEDCBA9876543210, 2**64 - 1):
        assert isinstance(gpu.turn("student", {0: seed}), Turn)
        given, result = gpu.fetch("student", [(0, 0, COUNT), (1, 0, COUNT)])
        expected = drawn(seed, np.arange(COUNT))
        assert np.array_equal(given, expected)
        assert np.array_equal(result, expected)
        assert -1 <= given.min() < -0.99 and 0.99 < given.max() < 1 and abs(given.mean()) < 0.01


def test_outputs_are_poisoned_before_a_turn(gpu: GpuSession) -> None:
    gpu.compile(KERNEL)
    gpu.enter("student", timed("spins", 1000))
    gpu.turn("student", {0: 7})
    (result,) = gpu.fetch("student", [(1, 0, COUNT)])
    assert result[0] == 1
    assert np.all(result[1:].view(np.uint32) == 0x7FA5A5A5)


def test_a_contender_that_faults_or_hangs_ends_the_child_only(gpu: GpuSession) -> None:
    gpu.compile(KERNEL)
    gpu.enter("student", timed("wild"))
    fault = gpu.turn("student", {0: 1})
    assert fault is not None and not isinstance(fault, Turn) and fault.kind == "out_of_bounds"
    gpu.compile(KERNEL)
    gpu.enter("student", timed("spins", 2_000_000_000))
    assert gpu.turn("student", {0: 1}, seconds=0.2) is None
    gpu.compile(KERNEL)
    gpu.enter("student", timed("copy"))
    assert isinstance(gpu.turn("student", {0: 1}), Turn)


def test_clocks_are_read(gpu: GpuSession) -> None:
    gpu.compile(KERNEL)
    gpu.enter("student", timed("copy"))
    clocks = gpu.clocks()
    assert clocks is not None and clocks.sm is not None and clocks.sm > 100


@pytest.mark.parametrize(("rows", "cols"), [(8192, 1024), (3, 1 << 20), (1, 1 << 22), (70_000, 3)])
def test_cub_adds_up_rows_in_the_buffers_of_the_contest(gpu: GpuSession, rows: int, cols: int) -> None:
    family = PROBLEMS["row_sums"]
    assert family.bulk is not None
    bulk = family.bulk(family.case_model(rows=rows, cols=cols))
    arguments = (TimedBuffer(rows * cols, True), TimedBuffer(rows, False), *bulk.arguments[2:])
    gpu.enter("library", TimedLaunch("", (1, 1, 1), (1, 1, 1), 0, arguments), routine="cub_row_sums")
    for seed in (1, 2, 3):
        assert isinstance(gpu.turn("library", {0: buffer_seed(seed, 0)}), Turn)
        whole = bulk.whole(np.random.default_rng())
        fetched = dict(zip(whole, gpu.fetch("library", [(s.position, s.start, s.count) for s in whole]), strict=True))
        assert bulk.verify_whole(draw_of(bulk, seed), fetched, np.random.default_rng()) is None
