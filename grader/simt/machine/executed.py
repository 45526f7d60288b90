"""What a launch has executed, instruction by instruction."""

from __future__ import annotations

from collections import defaultdict

from grader.launch import Executed
from grader.sass.fields import INSTRUCTION_BYTES
from grader.sass.pipes import pipe_of
from grader.sass.spelling import spell
from grader.simt.counters import Sum
from grader.simt.machine.exactness import Uncertain
from grader.simt.machine.state import Count, MachineState


def executed(state: MachineState, found: Uncertain) -> tuple[Executed, ...]:
    """Every instruction that was executed, in the order of their addresses; of a launch whose lowering is detailed."""
    costs: dict[tuple[int, str], Sum] = defaultdict(Sum)
    for c in state.counters.counters:
        costs[c.site - 1, c.space].add(c.requests, c.cost, c.ideal, None)
    counts: dict[int, Count] = defaultdict(Count)
    unsure: set[int] = set()  # how often they run
    for start, count in state.tally.blocks.items():  # a jump through a register may lead into the middle of a block
        size = state.lowering.blocks[start].size
        for address in range(start, start + size * INSTRUCTION_BYTES, INSTRUCTION_BYTES):
            counts[address].warps += count.warps
            counts[address].threads += count.threads
            if found.has_block(start):
                unsure.add(address)
    return tuple(_row(state, address, counts[address], costs, address in unsure, found.has_site(address + 1))
                 for address in sorted(counts))  # fmt: skip


def _row(
    state: MachineState, address: int, count: Count, costs: dict[tuple[int, str], Sum], unsure: bool, other_costs: bool
) -> Executed:  # fmt: skip
    location = state.lowering.location(address)
    shared, memory = costs[address, "shared"], costs[address, "global"]
    return Executed(
        address=address, line=(location.student_line or 0) if location else 0,
        text=spell(state.lowering.code.at(address)), inst_executed=count.warps, thread_inst_executed=count.threads,
        thread_inst_executed_true=state.tally.held.get(address, count.threads), wavefronts=shared.cost,
        wavefronts_ideal=shared.ideal, sectors=memory.cost, sectors_ideal=memory.ideal,
        exact=not (unsure or other_costs),
        pipe=pipe_of(state.lowering.code.at(address)), sectors_local=state.tally.local.get(address, 0),
        divergent=state.tally.divergent.get(address, 0), costs_alone=other_costs and not unsure,
    )  # fmt: skip
