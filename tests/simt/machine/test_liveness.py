"""What nobody reads again is not kept: `live_after` against a walk over all ways, instruction by instruction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import pytest

from grader.simt.machine.blocks import ANYWHERE, Block, Step
from grader.simt.machine.liveness import ALL, live_after
from tests.simt.machine.running import computed, loaded

SOURCE = r"""
#include <cstdio>
extern "C" __global__ void loops(float* out, const float* in, int n) {
    __shared__ float tile[64];
    float sum = 0.0f, most = -1.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        tile[threadIdx.x] = i % 3 ? in[i] : 0.0f;
        __syncthreads();
        for (int k = 0; k < 8; ++k) {
            sum = fmaf(tile[(threadIdx.x + k) % 64], in[k], sum);
            if (sum > most) most = sum; else sum -= 0.5f;
        }
        __syncthreads();
    }
    out[threadIdx.x] = sum + most;
}
__device__ __noinline__ float twice(float x, int n) {
    return n ? twice(x + 1.0f, n - 1) : 2.0f * x;
}
extern "C" __global__ void calls(float* out, const float* in, int n) {
    float x = in[threadIdx.x];
    float* own = (float*)malloc(16);
    own[1] = x;
    if (threadIdx.x % 5 == 0) printf("%d %f\n", n, x);
    out[threadIdx.x] = twice(x, threadIdx.x % 3) + own[1];
    free(own);
}
"""
IN = np.arange(64, dtype=np.float32)


def blocks_of(kernel: str) -> tuple[Mapping[int, Block], Mapping[int, tuple[int, ...]]]:
    analysis = loaded(SOURCE, kernel).analysis(detailed=False)
    return analysis.blocks, analysis.ways


def seen_by(steps: list[Step], register: int) -> str | None:
    """What the first of the steps that touches a register does: "read", or "written" by all lanes."""
    for step in steps:
        if register in step.reads:
            return "read"
        if register in step.writes and step.instruction.guard.always:
            return "written"
    return None


def read_behind(blocks: Mapping[int, Block], ways: Mapping[int, tuple[int, ...]], start: int, register: int) -> bool:
    """Whether a way leads from a block's end to a read of the register, predicates left aside."""
    pending, seen = list(ways[start]), set[int]()
    while pending:
        at = pending.pop()
        if at in seen:
            continue
        seen.add(at)
        found = seen_by(blocks[at].steps, register)
        if found == "read" or (found is None and blocks[at].end in ANYWHERE):
            return True
        pending += ways[at] if found is None else ()
    return blocks[start].end in ANYWHERE


def touched(blocks: Mapping[int, Block]) -> Iterator[tuple[int, int]]:
    registers = sorted({r for b in blocks.values() for s in b.steps for r in s.reads | s.writes})
    return ((start, register) for start in blocks for register in registers)


@pytest.mark.parametrize("kernel", ["loops", "calls"])
def test_live_registers_are_those_that_a_way_leads_to_a_read_of(kernel: str) -> None:
    blocks, ways = blocks_of(kernel)
    live = live_after(blocks)
    differing = [(start, register) for start, register in touched(blocks)
                 if (live[start] >> register & 1) != read_behind(blocks, ways, start, register)]  # fmt: skip
    for start, register in differing:  # only what is written and read under one predicate, which the walk leaves aside
        assert not live[start] >> register & 1
        assert any(register in s.reads and not s.instruction.guard.always for b in blocks.values() for s in b.steps)
    assert any(live[start] >> register & 1 for start, register in touched(blocks))
    assert any(not live[start] >> register & 1 for start, register in touched(blocks))


def test_behind_a_call_everything_lives() -> None:
    blocks, _ = blocks_of("calls")
    live = live_after(blocks)
    ends = [live[start] for start, block in blocks.items() if block.end in ANYWHERE]
    assert ends
    assert set(ends) == {ALL}


def test_loops_compute_what_they_did() -> None:
    totals = np.zeros(64, np.float32)
    most = np.full(64, -1, np.float32)
    for first in (0, 64):
        i = np.arange(first, first + 64)
        tile = np.where(i % 3 != 0, np.resize(IN, 128)[i], np.float32(0))
        for k in range(8):
            totals = (np.roll(tile, -k).astype(np.float64) * k + totals).astype(np.float32)
            more = totals > most
            most, totals = np.where(more, totals, most), np.where(more, totals, totals - np.float32(0.5))
    expected = totals + most
    given = {"out": np.zeros(64, np.float32), "in": np.resize(IN, 128), "n": 128}
    assert np.array_equal(computed(SOURCE, given, kernel="loops", block=64), expected)


def test_functions_get_their_arguments_and_give_their_results() -> None:
    given = {"out": np.zeros(64, np.float32), "in": IN, "n": 7}
    found = computed(SOURCE, given, kernel="calls", block=64)
    assert np.array_equal(found, 2 * (IN + np.arange(64) % 3) + IN)
