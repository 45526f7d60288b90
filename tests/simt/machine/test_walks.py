"""The way of one warp: which lanes ran what, in order."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.launch import Argument, LaunchRequest, LaunchResult
from grader.sandbox.wire import read_result, write_result
from grader.simt import emulator
from grader.simt.machine import walks
from grader.toolchain import compile_source

SOURCE = """extern "C" __global__ void two_sides(const float* in, float* out, int from)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[t], v = x;
    if (t >= from) {
        #pragma unroll
        for (int k = 0; k < 32; ++k) v = v * 0.5f + x;
    } else {
        #pragma unroll
        for (int k = 0; k < 32; ++k) v = fabsf(v - x);
    }
    out[t] = v;
}
extern "C" __global__ void rounds(const float* in, float* out, int ways)
{
    float v = in[threadIdx.x];
    #pragma unroll 1
    for (int k = 0; k < threadIdx.x % ways; ++k) v += 0.5f;
    out[threadIdx.x] = v;
}
"""
PROGRAM = compile_source(SOURCE)
FULL = 2**32 - 1


def launched(kernel: str, number: int, *, blocks: int = 2, threads: int = 96, sampled: bool = True) -> LaunchResult:
    total = blocks * threads
    values = (np.arange(total, dtype=np.float32), np.zeros(total, np.float32), np.int32(number))
    arguments = tuple(Argument(name, value) for name, value in zip(("in", "out", "number"), values, strict=True))
    request = LaunchRequest(kernel, (blocks, 1, 1), (threads, 1, 1), arguments, sampled=sampled, executed=True)
    return emulator.launch(emulator.load(PROGRAM, kernel), request)


@given(st.integers(1, 191).filter(lambda first: first % 32))
def test_the_warp_that_parts_walks_both_sides_with_its_own_lanes(first: int) -> None:
    walk = launched("two_sides", first).walk
    assert walk is not None and walk.whole
    assert (walk.block, walk.warp) == ((first // 96, 0, 0), first % 96 // 32)
    below = (1 << first % 32) - 1
    masks = [step.active for step in walk.steps]
    assert masks[0] == masks[-1] == FULL and sorted(masks[1:-1]) == sorted((below, FULL - below))
    sides = {step.active: step.lines for step in walk.steps[1:-1]}
    assert 7 in sides[FULL - below] and 10 in sides[below]
    assert 12 in walk.steps[-1].lines and 4 in walk.steps[0].lines


def test_lanes_leave_a_loop_one_group_after_another_and_meet_behind_it() -> None:
    walk = launched("rounds", 3, blocks=1, threads=32).walk
    assert walk is not None
    kinds = [sum(1 << lane for lane in range(32) if lane % 3 >= least) for least in (1, 2)]
    assert [step.active for step in walk.steps] == [FULL, *kinds, FULL] or walk.steps[0].active == FULL
    assert {*kinds, FULL} <= {step.active for step in walk.steps}


@given(st.integers(1, 63), st.sampled_from(["two_sides", "rounds"]))
def test_a_walk_has_every_instruction_of_its_warp(number: int, kernel: str) -> None:
    result = launched(kernel, number, blocks=1, threads=32)
    if result.walk is None:
        assert result.divergent_branches == 0
        return
    assert sum(step.instructions for step in result.walk.steps) == sum(row.inst_executed for row in result.executed)
    lanes = sum(step.instructions * step.active.bit_count() for step in result.walk.steps)
    assert lanes == sum(row.thread_inst_executed for row in result.executed)


def test_nobody_parts_and_nobody_asked() -> None:
    assert launched("two_sides", 64).walk is None
    assert launched("two_sides", 63, sampled=False).walk is None


def test_a_long_way_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walks, "_MOST", 3)
    walk = launched("rounds", 7, blocks=1, threads=32).walk
    assert walk is not None and not walk.whole and len(walk.steps) <= 3


def test_it_comes_through_the_sandbox_as_it_was() -> None:
    result = launched("two_sides", 40)
    header, blobs = write_result(result)
    arguments = tuple(Argument("x", result.outputs[p]) for p in (0, 1))
    request = LaunchRequest("two_sides", (2, 1, 1), (96, 1, 1), arguments)
    assert read_result(json.loads(json.dumps(header)), [bytearray(b) for b in blobs], request).walk == result.walk
