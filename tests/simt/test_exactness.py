"""What may not be called exact: accesses that hang on who comes first, and rounds of an unrolled loop that lanes leave
one by one."""

from __future__ import annotations

import numpy as np
import pytest

from tests.simt.running import run

APPEND = """extern "C" __global__ void k(const int* in, int* out, int* count) {
    int v = in[threadIdx.x];
    if (v > 50) out[atomicAdd(count, 1)] = v;  // append
    out[64 + threadIdx.x] = v;                 // plain
}
"""
SUM = """extern "C" __global__ void k(const int* in, int* out, int* count) {
    atomicAdd(count, in[threadIdx.x]);
    out[threadIdx.x] = in[threadIdx.x];
}
"""
SPIN = """extern "C" __global__ void k(const int* in, int* out, int* count) {
    volatile int* flag = count;
    if (threadIdx.x == 0) *flag = 1;
    while (*flag == 0) {}  // wait
    out[threadIdx.x] = in[threadIdx.x];
}
"""
SEGMENTS = """extern "C" __global__ void k(const int* start, const float* in, float* out) {
    float sum = 0;
    for (int i = start[threadIdx.x]; i < start[threadIdx.x + 1]; ++i) {
        sum += in[i];  // rounds
    }
    out[threadIdx.x] = sum;
}
"""


def exact_lines(source: str, **arguments: object) -> dict[int, bool]:
    result = run(source, arguments, block=32)
    assert not result.faults
    lines: dict[int, bool] = {}
    for access in result.accesses:
        lines[access.line] = lines.get(access.line, True) and access.exact
    return lines


def buffers() -> dict[str, np.ndarray]:
    return {"in": np.arange(32, dtype=np.int32) * 3, "out": np.zeros(128, np.int32), "count": np.zeros(1, np.int32)}


def line_of(source: str, mark: str) -> int:
    return next(n for n, line in enumerate(source.split("\n"), 1) if mark in line)


def test_an_index_that_an_atomic_gave_out_is_uncertain_and_nothing_else() -> None:
    lines = exact_lines(APPEND, **buffers())
    assert not lines[line_of(APPEND, "// append")]
    assert lines[line_of(APPEND, "// plain")]


def test_an_atomic_whose_result_nobody_uses_leaves_all_exact() -> None:
    assert all(exact_lines(SUM, **buffers()).values())


def test_rounds_of_waiting_are_uncertain() -> None:
    assert not exact_lines(SPIN, **buffers())[line_of(SPIN, "// wait")]


@pytest.mark.parametrize("longer", [0, 4, 5])
def test_an_unrolled_loop_is_exact_however_many_rounds_each_lane_does(longer: int) -> None:
    start = np.arange(33, dtype=np.int32) * 4
    start[20:] += longer  # for lane 19 alone
    arguments = {"start": start, "in": np.zeros(256, np.float32), "out": np.zeros(32, np.float32)}
    assert exact_lines(SEGMENTS, **arguments)[line_of(SEGMENTS, "// rounds")]
