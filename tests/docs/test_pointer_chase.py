"""The chains that measure latencies lead where they should, one dependent load a step. The emulator has no cycles."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from grader.launch import Argument, Array, LaunchRequest
from grader.simt import emulator
from grader.toolchain import compile_source
from grader.toolchain.program import Program

SOURCE = Path(__file__).resolve().parents[2] / "benchmarks" / "kernels" / "pointer_chase.cu"
STEPS, WARM = 96, 32

# Linked and walked in one launch, so that the addresses in the chain are those of this launch's buffer.
LINK_AND_WALK = """
extern "C" __global__ void link_and_walk(u64* chain, const unsigned* order, unsigned nodes, unsigned spacing,
                                         unsigned warm, unsigned steps, u64* cycles, u64* reached)
{
    for (unsigned i = 0; i < nodes; ++i)
        chain[(u64)order[i] * spacing] = (u64)(chain + (u64)order[i + 1 < nodes ? i + 1 : 0] * spacing);
    timed_walk<MEMORY>((u64)(chain + (u64)order[0] * spacing), warm, steps, cycles, reached);
    *reached = (*reached - (u64)chain) / sizeof(u64);
}
"""


@cache
def program(added: str = "") -> Program:
    return compile_source(SOURCE.read_text(encoding="utf-8") + added)


def launched(kernel: str, *values: Array | np.generic, added: str = "") -> dict[int, Array]:
    arguments = tuple(Argument(f"argument {n}", value) for n, value in enumerate(values))
    result = emulator.launch(
        emulator.load(program(added), kernel), LaunchRequest(kernel, (1, 1, 1), (1, 1, 1), arguments)
    )
    assert result.faults == ()
    return dict(result.outputs)


def number() -> Array:
    return np.zeros(1, np.uint64)


@pytest.mark.parametrize("memory", ["ThroughL1", "ThroughL2"])
@pytest.mark.parametrize(("nodes", "spacing"), [(50, 16), (7, 1), (128, 16)])
def test_a_walk_through_global_memory_ends_where_its_chain_leads(memory: str, nodes: int, spacing: int) -> None:
    order = np.random.default_rng(5).permutation(nodes).astype(np.uint32)
    chain = np.zeros(nodes * spacing, np.uint64)
    sizes = (np.uint32(n) for n in (nodes, spacing, WARM, STEPS))
    added = LINK_AND_WALK.replace("MEMORY", memory)
    outputs = launched("link_and_walk", chain, order, *sizes, number(), number(), added=added)
    assert int(outputs[7][0]) == order[(WARM + STEPS) % nodes] * spacing
    assert int(outputs[6][0]) > 0


def test_a_linked_chain_is_one_cycle_through_all_nodes() -> None:
    nodes, spacing = 40, 4
    order = np.random.default_rng(6).permutation(nodes).astype(np.uint32)
    given = np.zeros(nodes * spacing, np.uint64)
    chain = launched("link_chain", given, order, np.uint32(nodes), np.uint32(spacing))[0]
    linked = chain[order.astype(np.int64) * spacing].astype(np.int64)
    base = linked - np.roll(order, -1).astype(np.int64) * spacing * 8
    assert len(set(base.tolist())) == 1  # every node holds the address of the next one in the order
    assert np.count_nonzero(chain) == nodes


def test_a_walk_through_shared_memory_ends_where_its_chain_leads() -> None:
    order = np.random.default_rng(7).permutation(1024).astype(np.uint32)
    outputs = launched("chase_shared", order, np.uint32(1024), np.uint32(STEPS), number(), number())
    assert int(outputs[4][0]) == order[STEPS]


def test_a_chain_of_multiply_adds_ends_at_its_fixed_point() -> None:
    value = np.zeros(1, np.float32)
    outputs = launched("chase_registers", np.float32(0.5), np.float32(1), np.uint32(STEPS), number(), value)
    assert outputs[4][0] == pytest.approx(2)


@pytest.mark.parametrize(
    ("kernel", "step", "others"),
    [("chase_l1", "LDG", 64), ("chase_l2", "LDG", 64), ("chase_shared", "LDS", 65), ("chase_registers", "FFMA", 32)],
)
def test_the_machine_code_has_the_steps_and_no_more(kernel: str, step: str, others: int) -> None:
    """32 a loop, two loops where a walk is warmed up, and in shared memory one read before the first."""
    names = [i.name.split(".")[0] for i in program().machine_code[kernel]]
    assert names.count(step) == others
