"""Shared accesses that ptxas merges are counted as the machine issues them, or said not to be exact."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from grader.launch import Argument, LaunchRequest, LaunchResult
from grader.simt import emulator
from tests.simt.running import compiled, line_of, run

F4 = np.float32

SOURCE = r"""
extern "C" __global__ void rows(float* out) {
    __shared__ __align__(16) float s[32][4];
    int t = threadIdx.x;
    for (int i = 0; i < 4; ++i) s[i * 8 + t / 4][t % 4] = i + t;
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 4; ++k) sum = sum * 2 + s[t][k];           // four neighbours
    out[t] = sum;
}
extern "C" __global__ void padded(float* out) {
    __shared__ float s[32][5];
    int t = threadIdx.x;
    for (int i = 0; i < 4; ++i) s[i * 8 + t / 4][t % 4] = i + t;
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 4; ++k) sum = sum * 2 + s[t][k];           // alone
    out[t] = sum;
}
extern "C" __global__ void spread(float* out) {
    __shared__ float s[4][32];
    int t = threadIdx.x;
    for (int i = 0; i < 4; ++i) s[i][t] = i + t;
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 4; ++k) sum = sum * 2 + s[k][t];           // a row apart
    out[t] = sum;
}
"""


def launch(kernel: str) -> LaunchResult:
    result = run(SOURCE, {"out": np.zeros(32, F4)}, kernel=kernel)
    assert (result.faults, result.hazards) == ((), ())
    return result


def loads(result: LaunchResult, mark: str) -> list[tuple[int, int, int, bool]]:
    line = line_of(SOURCE, f"// {mark}")
    return [
        (a.width, a.requests, a.cost, a.exact)
        for a in result.accesses if (a.line, a.space, a.operation) == (line, "shared", "load")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("kernel", "mark"), [("rows", "four neighbours"), ("padded", "alone"), ("spread", "a row apart")]
)
def test_requests_are_those_of_the_machine_code(kernel: str, mark: str) -> None:
    line = line_of(SOURCE, f"// {mark}")
    machine = [i for i in compiled(SOURCE).instructions(kernel, "LDS") if i.line == line]
    rows = loads(launch(kernel), mark)
    assert sorted((width, requests) for width, requests, _, _ in rows) == sorted(
        (width, sum(i.width == width for i in machine)) for width in {i.width for i in machine if i.width}
    )
    assert all(exact for *_, exact in rows)


def test_neighbours_on_16_bytes_are_one_load_and_padding_keeps_them_apart() -> None:
    assert loads(launch("rows"), "four neighbours") == [(16, 1, 4, True)]
    # 5 words a row: no bank twice. 32 words a row: neighbouring lanes on neighbouring banks.
    assert loads(launch("padded"), "alone") == [(4, 4, 4, True)]
    assert loads(launch("spread"), "a row apart") == [(4, 4, 4, True)]


@pytest.mark.parametrize("kernel", ["rows", "padded", "spread"])
def test_merged_loads_deliver_the_same_values(kernel: str) -> None:
    found = launch(kernel).outputs[0]
    table = np.zeros((32, 4))
    for t in range(32):
        for i in range(4):
            row, column = (t, i) if kernel == "spread" else (i * 8 + t // 4, t % 4)
            table[row, column] = i + t
    expected = [((table[t, 0] * 2 + table[t, 1]) * 2 + table[t, 2]) * 2 + table[t, 3] for t in range(32)]
    assert found.tolist() == expected


def test_without_machine_code_no_shared_count_claims_to_be_exact() -> None:
    program = replace(compiled(SOURCE), cubin=b"", machine_code={})
    request = LaunchRequest("rows", (1, 1, 1), (32, 1, 1), (Argument("out", np.zeros(32, F4)),))
    result = emulator.launch(emulator.load(program, "rows"), request)
    assert result.faults == ()
    rows = [a for a in result.accesses if a.space == "shared"]
    assert rows
    assert not any(a.exact for a in rows)
    assert result.outputs[0].tolist() == launch("rows").outputs[0].tolist()
