"""The chain that measures what N-way conflicts take has N ways in every step. The emulator has no cycles."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from grader.launch import Argument, LaunchRequest
from grader.simt import emulator
from grader.toolchain import compile_source
from grader.toolchain.program import Program

SOURCE = Path(__file__).resolve().parents[2] / "benchmarks" / "kernels" / "conflict_chain.cu"
STEPS, DISTANCE, WORDS = 96, 1024, 8 * 1024


@cache
def program() -> Program:
    return compile_source(SOURCE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("ways", [1, 2, 4, 8, 16, 32])
@pytest.mark.parametrize("warps", [1, 3])
def test_every_step_of_a_walk_has_so_many_ways_and_ends_where_its_chain_leads(ways: int, warps: int) -> None:
    threads = 32 * warps
    values = (np.uint32(ways), np.uint32(STEPS), *(np.zeros(threads, np.uint64) for _ in range(2)))
    given = (*values, np.zeros(threads, np.uint32))
    arguments = tuple(Argument(f"argument {n}", value) for n, value in enumerate(given))
    request = LaunchRequest("conflict_chain", (1, 1, 1), (threads, 1, 1), arguments)
    result = emulator.launch(emulator.load(program(), "conflict_chain"), request)
    assert not result.faults and not result.hazards
    assert np.array_equal(result.outputs[4], (np.arange(threads) % 32 * ways + STEPS * DISTANCE) % WORDS)
    (load,) = [row for row in result.accesses if (row.space, row.operation) == ("shared", "load")]
    assert (load.requests, load.cost) == (STEPS * warps, STEPS * warps * ways) and load.exact


def test_the_machine_code_has_one_load_a_step_and_no_more() -> None:
    names = [i.name.split(".")[0] for i in program().machine_code["conflict_chain"]]
    assert names.count("LDS") == 32
