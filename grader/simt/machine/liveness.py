"""The registers that are read again behind a block. What is in the others is lost, as nobody would see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from grader.sass.instruction import Predicate
from grader.simt.machine.blocks import ANYWHERE, Block
from grader.simt.machine.graph import ways_of
from grader.simt.machine.writer import REGISTERS, predicate_slot

ALL = (1 << REGISTERS) - 1


def live_after(blocks: Mapping[int, Block]) -> dict[int, int]:
    """For each block, the registers that may be read behind it before all lanes write them; bit n: register n."""
    ways, effects = ways_of(blocks), {start: _effect(block) for start, block in blocks.items()}
    from_where: dict[int, list[int]] = {start: [] for start in blocks}
    for start, following in ways.items():
        for to in following:
            from_where[to].append(start)
    after = {start: ALL if block.end in ANYWHERE else 0 for start, block in blocks.items()}
    pending = sorted(blocks)
    while pending:
        start = pending.pop()
        reads, writes = effects[start]
        before = reads | after[start] & ~writes
        for each in from_where[start]:
            if before & ~after[each]:
                after[each] |= before
                pending.append(each)
    return after


def _effect(block: Block) -> tuple[int, int]:
    """(registers that it reads before it writes them, those that it writes in all lanes). What is written under a
    predicate is written for what reads it under the same one."""
    reads: set[int] = set()
    writes: set[int] = set()
    under: dict[Predicate, set[int]] = {}
    for step in block.steps:
        guard = step.instruction.guard
        reads |= step.reads - writes - under.get(guard, set())
        under = {p: written for p, written in under.items() if predicate_slot(p) not in step.writes}
        if guard.always:
            writes |= step.writes
        else:
            under[guard] = under.get(guard, set()) | step.writes
            writes |= step.writes & under.get(replace(guard, negated=not guard.negated), set())
    return _mask(reads), _mask(writes)


def _mask(registers: set[int]) -> int:
    return sum(1 << number for number in registers)
