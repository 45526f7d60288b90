"""Accesses whose number or addresses hang on who comes first: no emulator can know how the hardware decides.

That is so where a value that an atomic operation returned, or that was read while others may write it (volatile,
relaxed, acquire), decides a branch or an address.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from grader.simt.accesses import Group, space_of
from grader.simt.flow import immediate_post_dominators, influenced, loops
from grader.simt.kernel import Block, definitions_and_uses
from grader.simt.ptx import Instruction

_WATCHING = frozenset({"volatile", "relaxed", "acquire"})


def doubt_what_depends_on_timing(groups: Sequence[Group], blocks: list[Block]) -> None:
    """Mark the requests of such accesses as not exact."""
    uncertain = _uncertain_registers(blocks)
    if not uncertain:
        return
    places = _uncertain_blocks(blocks, uncertain)
    for group in groups:
        if group.block in places or group.base in uncertain:
            group.requests, group.windows = ([replace(r, exact=False, bounded=False) for r in requests]
                                             for requests in (group.requests, group.windows))  # fmt: skip
            group.alternatives = []


def divergent_exits(groups: Sequence[Group], blocks: list[Block]) -> dict[int, list[Group]]:
    """For every block in which lanes may leave a loop: the groups of the loop that ptxas made several copies of.

    An unrolled loop does not do its rounds one by one. Lanes with different numbers of rounds then meet at other
    accesses than in the PTX.
    """
    found: dict[int, list[Group]] = defaultdict(list)
    copied = [g for g in groups if g.copied]
    for body in loops(blocks) if copied else ():
        inside = [g for g in copied if g.block in body]
        for block in body if inside else ():
            if len(blocks[block].next) > 1 and not body.issuperset(blocks[block].next):
                found[block] += inside
    return found


def _uncertain_registers(blocks: list[Block]) -> set[str]:
    flows: list[tuple[list[str], list[str]]] = []
    found: set[str] = set()
    for block in blocks:
        for instruction in [*block.instructions, *([block.last] if block.last else [])]:
            targets, used = definitions_and_uses(instruction)
            if _is_decided_by_others(instruction):
                found.update(targets)
            else:
                flows.append((targets, used))
    changed = bool(found)
    while changed:
        changed = False
        for targets, used in flows:
            if not found.isdisjoint(used) and not found.issuperset(targets):
                found.update(targets)
                changed = True
    return found


def _is_decided_by_others(instruction: Instruction) -> bool:
    if instruction.opcode[0] == "atom":
        return True
    watching = not _WATCHING.isdisjoint(instruction.opcode)
    return instruction.opcode[0] == "ld" and watching and space_of(instruction) in ("shared", "global", "generic")


def _uncertain_blocks(blocks: list[Block], uncertain: set[str]) -> set[int]:
    """Blocks that run, or run again, as an uncertain value decides."""
    deciding = [
        b for b in blocks if b.last is not None and len(b.next) > 1
        and not uncertain.isdisjoint(definitions_and_uses(b.last)[1])
    ]  # fmt: skip
    if not deciding:
        return set()
    meeting, bodies = immediate_post_dominators(blocks), loops(blocks)
    found: set[int] = set()
    for block in deciding:
        found |= influenced(blocks, meeting[block.index], block.index)
        for body in bodies:
            if block.index in body and not body.issuperset(block.next):
                found |= body
    return found
