"""Examples of requests, lane by lane: they are what the kernel asked for, and cost what they are said to cost."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.launch import AccessLine, Argument, LaunchRequest, LaunchResult, WarpAccess
from grader.report.page.transactions import wavefronts_of
from grader.simt import emulator
from grader.simt.patterns import WARP
from grader.toolchain import compile_source

SOURCE = """extern "C" __global__ void k(const float* in, float* out, int stride, int base)
{
    __shared__ float tile[2080];
    int t = threadIdx.x;
    for (int i = t; i < 2080; i += blockDim.x) tile[i] = 0;
    __syncthreads();
    if (t < 32) tile[base + t * stride] = in[t * stride];
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = tile[t];
}
"""
LINES = {name: i for i, text in enumerate(SOURCE.splitlines(), 1)
         for name, mark in (("column", "in[t"), ("copy", "out[b")) if mark in text}  # fmt: skip
PROGRAM = compile_source(SOURCE)


def launched(stride: int = 1, base: int = 0, *, sampled: bool = True, blocks: int = 3,
             threads: int = 96) -> LaunchResult:  # fmt: skip
    arguments = (
        Argument("in", np.arange(2080, dtype=np.float32)), Argument("out", np.zeros(blocks * threads, np.float32)),
        Argument("stride", np.int32(stride)), Argument("base", np.int32(base)),
    )  # fmt: skip
    request = LaunchRequest("k", (blocks, 1, 1), (threads, 1, 1), arguments, sampled=sampled)
    return emulator.launch(emulator.load(PROGRAM, "k"), request)


def of(result: LaunchResult, line: str, space: str, operation: str) -> list[WarpAccess]:
    return [s for s in result.samples
            if (s.line, s.space, s.operation) == (LINES[line], space, operation)]  # fmt: skip


def test_nothing_is_sampled_that_nobody_wants() -> None:
    assert launched(sampled=False).samples == ()


@pytest.mark.parametrize(("stride", "base"), [(1, 0), (32, 3), (33, 0), (2, 5), (0, 7)])
def test_a_column_is_where_the_kernel_put_it(stride: int, base: int) -> None:
    (store,) = of(launched(stride, base), "column", "shared", "store")
    assert store.addresses == tuple(4 * (base + lane * stride) for lane in range(WARP))
    assert (store.buffer, store.active, store.width, store.block, store.warp) == ("tile", 2**32 - 1, 4, (0, 0, 0), 0)
    assert store.alike == 3, "one warp of each block"
    (load,) = of(launched(stride, base), "column", "global", "load")
    assert (load.buffer, load.addresses) == ("in", tuple(4 * lane * stride for lane in range(WARP)))


def test_warps_that_ask_alike_are_one_example() -> None:
    (store,) = of(launched(), "copy", "global", "store")
    assert (store.alike, store.buffer, store.cost, store.ideal) == (9, "out", 4, 4)
    (load,) = of(launched(), "copy", "shared", "load")
    assert (load.alike, load.cost) == (9, 1)


def test_lanes_that_take_no_part_are_told_apart() -> None:
    whole, part = of(launched(threads=48), "copy", "global", "store")
    assert (whole.active, part.active, part.warp) == (2**32 - 1, 2**16 - 1, 1)
    assert part.addresses[16:] == (0,) * 16


@given(st.integers(0, 64), st.integers(0, 31), st.integers(1, 4), st.sampled_from([32, 40, 64, 96]))
def test_examples_add_up_to_the_line(stride: int, base: int, blocks: int, threads: int) -> None:
    """Few patterns are there, so that none is left out: all requests of a line are like one of its examples."""
    result = launched(stride, base, blocks=blocks, threads=threads)
    sums: dict[tuple[object, ...], list[int]] = defaultdict(lambda: [0, 0, 0])
    for each in result.samples:
        total = sums[each.line, each.space, each.operation, each.width]
        for at, number in enumerate((1, each.cost, each.ideal)):
            total[at] += each.alike * number
    assert sums == {(a.line, a.space, a.operation, a.width): [a.requests, a.cost, a.ideal] for a in rows(result)}
    for each in (s for s in result.samples if s.space == "shared"):
        lanes = [bool(each.active >> lane & 1) for lane in range(WARP)]
        assert len(wavefronts_of(each.addresses, lanes, each.width, each.pattern)) == each.cost


def rows(result: LaunchResult) -> list[AccessLine]:
    return [row for row in result.accesses if row.space in ("shared", "global")]
