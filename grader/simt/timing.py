"""Which counts are not certain: where it matters who comes first, or which lanes the machine runs together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.simt.accesses import Group
from grader.simt.flow import after_calls, crossings, loops, reached
from grader.simt.kernel import Block, Kernel
from grader.simt.uncertainty import Uncertainty, is_decided_by_others


@dataclass(frozen=True)
class Doubts:
    """Groups of accesses whose counts may turn out not to be certain.

    after: once lanes of a warp went different ways at the end of that block. in_functions: once they did so in a
    function that calls itself. contended: once a second lane came to accesses that are `for_one`.
    """

    after: Mapping[int, list[Group]]
    in_functions: list[Group]
    contended: list[Group]


def doubts(groups: Sequence[Group], kernel: Kernel) -> Doubts:
    """Which counts may turn out not to be certain: what hangs on who comes first, unless a lane is alone; and more.

    An unrolled loop does not do its rounds one by one: lanes with different numbers of rounds meet at other accesses
    than in the PTX. Where two ways of a branch come together before the block where all of them do, the machine's lanes
    may not wait for each other. Nor do they, seen on an H200, behind a loop in which they wait for memory to change,
    and behind a function that calls itself, from which each returns when it is done.
    """
    blocks = kernel.blocks
    uncertain = Uncertainty(blocks)
    contended = [g for g in groups if g.block in uncertain.blocks or g.base in uncertain.registers]
    for group in groups if contended else ():
        first = blocks[group.block].instructions[group.accesses[0].position]
        group.for_one = is_decided_by_others(first) or (uncertain.watches and first.opcode[0] != "ld")
    found: dict[int, list[Group]] = defaultdict(list)
    _in_unrolled_loops(groups, blocks, found)
    _behind_waiting(groups, blocks, uncertain, found)
    _where_ways_cross(groups, kernel, found)
    later = after_calls(blocks)
    return Doubts(found, [g for g in groups if g.block in later], contended)


def _where_ways_cross(groups: Sequence[Group], kernel: Kernel, found: dict[int, list[Group]]) -> None:
    if not kernel.lanes_meet:
        found.update((block.index, list(groups)) for block in kernel.blocks)
        return
    known: dict[int, list[Group]] = {}  # of one collection: with too many blocks it is the same for all branches
    for branch, twice in crossings(kernel.blocks).items():
        if id(twice) not in known:
            known[id(twice)] = [g for g in groups if g.block in twice and g.apart]
        found[branch] = [*found[branch], *known[id(twice)]] if found[branch] else known[id(twice)]


def _in_unrolled_loops(groups: Sequence[Group], blocks: list[Block], found: dict[int, list[Group]]) -> None:
    copied = [g for g in groups if g.copied and not g.unrolled]
    for body in loops(blocks) if copied else ():
        inside = [g for g in copied if g.block in body]
        for block in body if inside else ():
            if len(blocks[block].next) > 1 and not body.issuperset(blocks[block].next):
                found[block] += inside


def _behind_waiting(
    groups: Sequence[Group], blocks: list[Block], uncertain: Uncertainty, found: dict[int, list[Group]]
) -> None:
    for body in loops(blocks) if uncertain.deciding else ():
        for branch in uncertain.deciding & body:
            out = [s for s in blocks[branch].next if s not in body]
            behind = reached(blocks, out) if out else set()
            found[branch] += [g for g in groups if g.block in behind]
