"""Pictures of cp.async: as many wavefronts and sectors are drawn as are counted, wherever the count is known."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.launch import Argument, LaunchRequest, LaunchResult
from grader.report.page.transactions import copied_sectors_of, copy_wavefronts_of
from grader.simt import emulator
from grader.simt.copy_wavefronts import copy_wavefronts
from grader.simt.patterns import WARP
from grader.toolchain import compile_source

FORMS = [(4, False), (8, False), (16, False), (16, True)]


@st.composite
def copies(draw: st.DrawFn) -> tuple[list[int], list[int], list[bool], int, bool]:
    """Addresses in shared and in global memory, which lanes take part, width, past L1."""
    width, past_l1 = draw(st.sampled_from(FORMS))
    sides = []
    for _ in range(2):
        if draw(st.booleans()):
            stride, base = draw(st.integers(0, 5)), draw(st.integers(0, 40))
            sides.append([width * (base + stride * lane) for lane in range(WARP)])
        else:
            sides.append([width * at for at in draw(st.lists(st.integers(0, 90), min_size=WARP, max_size=WARP))])
    active = draw(st.lists(st.booleans(), min_size=WARP, max_size=WARP).filter(any))
    return *sides, active, width, past_l1  # type: ignore[return-value]


@given(copies())
def test_as_many_wavefronts_are_drawn_as_are_counted(
    copy: tuple[list[int], list[int], list[bool], int, bool],
) -> None:
    to, source, active, width, past_l1 = copy
    rows = (np.array([side], np.int64) for side in (to, source))
    bounds = copy_wavefronts(*rows, np.array([active]), width, past_l1)
    found = copy_wavefronts_of(to, source, active, width, past_l1)
    if bounds.lower == bounds.upper:
        assert len(found) == bounds.lower
    served = sorted(lane for one in found for lane in one.lanes)
    assert served == [lane for lane in range(WARP) if active[lane]]
    for one in found:
        words = {(to[lane] // 4 + n) for lane in one.lanes for n in range(width // 4)}
        assert {word for _, word in one.words} == words and all(bank == word % 32 for bank, word in one.words)


@given(copies())
def test_as_many_sectors_are_drawn_as_a_copy_past_l1_reads(
    copy: tuple[list[int], list[int], list[bool], int, bool],
) -> None:
    to, source, active, _, _ = copy
    to, source = ([at // 16 * 16 for at in side] for side in (to, source))
    rows = (np.array([side], np.int64) for side in (to, source))
    bounds = copy_wavefronts(*rows, np.array([active]), 16, True)
    found = copied_sectors_of(to, source, active, 16)
    assert len(found) == bounds.sectors
    for one in found:
        assert all(source[lane] // 32 == one.number for lane in one.lanes)
        assert {source[lane] % 32 for lane in one.lanes} == {at for at in (0, 16) if one.used >> at & 1}
        assert len({to[lane] // 32 for lane in one.lanes}) == 1


KERNEL = """#include <cuda_pipeline.h>
extern "C" __global__ void k(const float* in, float* out, int stride, int first)
{{
    __shared__ float4 tile[64 * 5 + 8];
    int t = threadIdx.x;
    float* to = reinterpret_cast<float*>(tile) + {width} / 4 * (t * stride + first);
    __pipeline_memcpy_async(to, in + t * {width} / 4, {width});
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[t] = *to;
}}
"""


def ran(width: int, stride: int, first: int) -> LaunchResult:
    program = compile_source(KERNEL.format(width=width))
    arguments = (Argument("in", np.arange(512, dtype=np.float32)), Argument("out", np.zeros(64, np.float32)),
                 Argument("stride", np.int32(stride)), Argument("first", np.int32(first)))  # fmt: skip
    request = LaunchRequest("k", (3, 1, 1), (64, 1, 1), arguments, sampled=True)
    return emulator.launch(emulator.load(program, "k"), request)


@pytest.mark.parametrize("width", [4, 8, 16])
@pytest.mark.parametrize(("stride", "first"), [(1, 0), (1, 3), (2, 1), (5, 0)])
def test_examples_add_up_to_the_line(width: int, stride: int, first: int) -> None:
    result = ran(width, stride, first)
    rows = [row for row in result.accesses if row.operation == "async_copy"]
    assert {row.space for row in rows} == {"shared", "global"}
    for row in rows:
        samples = [s for s in result.samples if (s.operation, s.space) == ("async_copy", row.space)]
        if row.exact:
            assert samples and sum(s.cost * s.alike for s in samples) == row.cost
            assert sum(s.alike for s in samples) == row.requests == 6
        else:
            assert not samples or row.space == "global"
        if width == 16 or row.space == "shared":
            assert all(len(s.other) == WARP and s.past_l1 is (width == 16) for s in samples)
