"""The data of pictures, made from a kernel that ran: it says what the counts say."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from grader.launch import Argument, LaunchRequest
from grader.report.page.figures import figure
from grader.simt import emulator
from grader.toolchain import compile_source

ATOMICS = """extern "C" __global__ void k(const float* in, float* out)
{
    if (threadIdx.x < 10)
        atomicAdd(&out[threadIdx.x % 4 + 2], in[threadIdx.x]);
}
"""
SOURCE = """extern "C" __global__ void k(const float* in, float* out)
{
    __shared__ float tile[32 * 32];
    if (threadIdx.x < 20)
        tile[threadIdx.x * 32] = in[threadIdx.x * 2];
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x / 32 * 32];
}
"""


def figures(source: str = SOURCE) -> list[Any]:
    arguments = Argument("in", np.zeros(64, np.float32)), Argument("out", np.zeros(32, np.float32))
    request = LaunchRequest("k", (1, 1, 1), (32, 1, 1), arguments, sampled=True)
    result = emulator.launch(emulator.load(compile_source(source), "k"), request)
    return [json.loads(json.dumps(figure(sample))) for sample in result.samples]


def of(space: str, operation: str) -> Any:
    return next(f for f in figures() if (f["space"], f["operation"]) == (space, operation))


def test_a_column_conflicts_lane_by_lane() -> None:
    column = of("shared", "store")
    assert len(column["wavefronts"]) == column["cost"] == 20 and column["ideal"] == 1
    assert column["wavefronts"][3] == {"lanes": [3], "words": [[0, 96, [3]]]}
    assert column["addresses"][19] == 19 * 128 and column["addresses"][20:] == [None] * 12


def test_one_word_is_served_to_all_lanes_at_once() -> None:
    (one,) = of("shared", "load")["wavefronts"]
    assert one == {"lanes": list(range(32)), "words": [[0, 0, list(range(32))]]}


def test_every_second_word_of_a_sector_is_used() -> None:
    load = of("global", "load")
    assert [sector["number"] for sector in load["sectors"]] == [0, 1, 2, 3, 4] and load["cost"] == 5
    assert load["sectors"][0] == {"number": 0, "used": 0x0F0F0F0F, "lanes": [0, 1, 2, 3]} and load["buffer"] == "in"


def test_lanes_stand_on_the_place_that_they_change_and_only_atomics_have_towers() -> None:
    (atomic,) = (f for f in figures(ATOMICS) if f["operation"] == "atomic")
    assert atomic["towers"] == [[8, [0, 4, 8]], [12, [1, 5, 9]], [16, [2, 6]], [20, [3, 7]]]
    assert not any("towers" in f for f in figures())
