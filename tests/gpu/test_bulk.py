"""The GPU fills buffers with the values that the grader recomputes, and times what it is asked to time, CUB too."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.cuda.timing import TimedBuffer, TimedLaunch, Turn
from grader.launch import Argument
from grader.problems import PROBLEMS
from grader.problems.bulk import BulkBuffer, Halves, buffer_seed, draw_of, drawn, packed
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


@pytest.mark.parametrize("halves", ["f16", "bf16"])
def test_the_host_recomputes_the_halves_that_the_gpu_filled_in(gpu: GpuSession, halves: Halves) -> None:
    gpu.compile(KERNEL)
    arguments = (TimedBuffer(COUNT, True, halves=halves), TimedBuffer(COUNT, False), Argument("n", np.int32(COUNT)))
    gpu.enter("student", TimedLaunch("copy", (1024, 1, 1), (256, 1, 1), 0, arguments))
    for seed in (1, 2**64 - 1):
        assert isinstance(gpu.turn("student", {0: seed}), Turn)
        (result,) = gpu.fetch("student", [(1, 0, COUNT)])
        expected = packed(drawn(seed, np.arange(2 * COUNT)), halves)
        assert np.array_equal(result.view(np.uint32), expected.view(np.uint32))


@pytest.mark.parametrize("name", ["hgemm", "gemm_bf16", "gemm_tf32"])
@pytest.mark.parametrize("sizes", [
    {"M": 1024, "N": 512, "K": 2048},
    {"M": 512, "N": 640, "K": 256, "lda": 264, "ldb": 648, "ldc": 644, "alpha": 1.5, "beta": -0.5},
])  # fmt: skip
def test_cublas_by_tensor_cores_is_found_right(gpu: GpuSession, name: str, sizes: dict[str, Any]) -> None:
    """In TF32 how cuBLAS rounds its factors is its own business: only that its result is near."""
    family = PROBLEMS[name]
    assert family.bulk is not None
    bulk = family.bulk(family.case_model.model_validate(sizes))
    arguments = tuple(
        TimedBuffer(a.count, a.floats, a.zeros, a.halves) if isinstance(a, BulkBuffer) else a for a in bulk.arguments
    )
    assert bulk.library is not None
    gpu.enter("library", TimedLaunch("", (1, 1, 1), (1, 1, 1), 0, arguments), routine=bulk.library)
    seeds = {i: buffer_seed(3, i) for i, a in enumerate(arguments) if isinstance(a, TimedBuffer) and a.floats}
    assert isinstance(gpu.turn("library", seeds), Turn)
    whole = bulk.whole(np.random.default_rng())
    fetched = dict(zip(whole, gpu.fetch("library", [(s.position, s.start, s.count) for s in whole]), strict=True))
    found = bulk.verify_whole(draw_of(bulk, 3), fetched, np.random.default_rng())
    assert found is None or (name == "gemm_tf32" and not found.far)
