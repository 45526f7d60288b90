"""Batches that do not get on: who is let go, and who is blamed."""

from __future__ import annotations

from collections.abc import Hashable
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from grader.sass.fields import INSTRUCTION_BYTES
from grader.simt.lanes import Lanes
from grader.simt.machine.blocks import Block
from grader.simt.machine.flags import awaited
from grader.simt.machine.loops import endless
from grader.simt.memory import KernelFault

if TYPE_CHECKING:
    from grader.simt.machine.machine import Machine


def let_go(machine: Machine) -> bool:
    """Lanes that wait for others at a WARPSYNC, or at a barrier of the block, are not waited for where their paths
    should have met: those others go on, as on an H200. Returns whether there were any."""
    asking = machine.flow.asking
    for at, lanes in asking:
        said = machine.lowering.names.statement(at - INSTRUCTION_BYTES)
        if said is not None and said.opcode[0] in ("bar", "barrier"):
            machine.barriers.left_behind(lanes)
    waiting = [lanes for _, lanes in asking]
    waiting += [lanes for a in (*machine.named.waiting, *machine.barriers.waiting) for lanes in a.everyone]
    waiting += [a.lanes for a in machine.cooperation.apart]
    waiting += [w.asks for w in machine.cooperation.awaiting]
    return bool(waiting) and machine.flow.give_up(np.concatenate([lanes.ids for lanes in waiting]))


def state(machine: Machine) -> Hashable:
    """Which lanes are in which loops, and the registers that decide how they continue; None if unknown."""
    found: list[Hashable] = []
    for key, parts in machine.ready.items():
        wait = machine.waits.get(key.address)
        if wait is None or wait.state is None:
            return None
        lanes = machine.layout.join(parts)
        values = (lanes.flat(lanes.gather(machine.registers[n])).tobytes() for n in sorted(wait.state))
        found.append((key, lanes.ids.tobytes(), *values))
    return frozenset(found)


def no_end(machine: Machine, block: Block, lanes: Lanes) -> KernelFault:
    """The fault of a launch that has reached its limits, with the loop that it does not leave, if any."""
    tally = machine.launch.tally
    loop = endless(machine.launch.analysis.loops.rounds(tally), tally.blocks[0].threads)
    line = loop.line if loop else machine.line(block.last.address)
    rounds = {"rounds": loop.rounds} if loop else {}
    return KernelFault("no_forward_progress", line, int(lanes.ids[0]), threads=lanes.count,
                       thread_instructions=tally.thread_instructions, **rounds)  # fmt: skip


def who_waits(machine: Machine) -> list[tuple[int | None, Lanes, str]]:
    """(line, lanes, for what) of all that wait."""
    found = [(machine.line(at - INSTRUCTION_BYTES), lanes, "warp") for at, lanes in machine.flow.waiting]
    found += [(a.where.line, a.lanes, "barrier") for a in (*machine.named.waiting, *machine.barriers.waiting)]
    found += [(w.line, w.asks, "mbarrier") for w in machine.cooperation.awaiting]
    return found + [(a.where.line, a.lanes, "cluster") for a in machine.cooperation.apart]


def deadlock(machine: Machine) -> KernelFault:
    """The fault of a launch in which everyone waits, with the line, the number of threads and what they wait for."""
    reads = [(machine.waits[key.address].address, lanes)
             for key, parts in machine.ready.items() for lanes in parts if key.address in machine.waits]  # fmt: skip
    places = [(machine.line(address), lanes, "memory") for address, lanes in reads]
    places += who_waits(machine)
    found: dict[tuple[int | None, str], int] = {}
    for line, lanes, what in places:
        found[line, what] = found.get((line, what), 0) + lanes.count
    line, first, _ = places[0]
    waiting = tuple((line, count, what) for (line, what), count in found.items())
    order = machine.launch.order
    backwards = order is not None and order.backwards
    unstarted = int(machine.blocks.min()) if backwards else prod(machine.launch.grid) - int(machine.blocks.max()) - 1
    if unstarted and machine.waits:
        waiting += ((None, unstarted, "place"),)
    return KernelFault("no_forward_progress", line, int(first.ids[0]), threads=first.count,
                       thread_instructions=machine.launch.tally.thread_instructions, waiting=waiting,
                       flag=awaited(machine, *reads[0]) if reads else None)  # fmt: skip
