"""Uncertain counts: those that depend on the order of threads, or on which lanes the machine runs together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from grader.dataclass import dataclass
from grader.simt.accesses import Group
from grader.simt.flow import after_calls, crossings, loops, reached
from grader.simt.kernel import Block, Kernel
from grader.simt.order_dependence import OrderDependence, is_decided_by_others


@dataclass(frozen=True)
class UncertainCounts:
    """Groups of accesses whose counts may become uncertain.

    after: once lanes of a warp diverged at the end of that block. in_functions: once they did so in a recursive
    function. contended: once a second lane executed accesses that are `for_one`.
    """

    after: Mapping[int, list[Group]]
    in_functions: list[Group]
    contended: list[Group]


def uncertain_counts(groups: Sequence[Group], kernel: Kernel) -> UncertainCounts:
    """Which counts may become uncertain: those that depend on the order of threads, unless a lane is alone; and more.

    In an unrolled loop, lanes with different numbers of iterations meet at other accesses than in the PTX. If two paths
    of a branch join before the block where all of them meet, the machine's lanes may not wait for each other. Nor do
    they, as seen on an H200, after a loop that waits for memory to change, and after a recursive function, from which
    each lane returns on its own.
    """
    blocks = kernel.blocks
    uncertain = OrderDependence(blocks)
    contended = [g for g in groups if g.block in uncertain.blocks or g.base in uncertain.registers]
    for group in groups if contended else ():
        first = blocks[group.block].instructions[group.accesses[0].position]
        group.for_one = is_decided_by_others(first) or (uncertain.watches and first.opcode[0] != "ld")
    found: dict[int, list[Group]] = defaultdict(list)
    _in_unrolled_loops(groups, blocks, found)
    _behind_waiting(groups, blocks, uncertain, found)
    _where_ways_cross(groups, kernel, found)
    later = after_calls(blocks)
    return UncertainCounts(found, [g for g in groups if g.block in later], contended)


def _where_ways_cross(groups: Sequence[Group], kernel: Kernel, found: dict[int, list[Group]]) -> None:
    if not kernel.lanes_meet:
        found.update((block.index, list(groups)) for block in kernel.blocks)
        return
    known: dict[int, list[Group]] = {}  # by collection: with too many blocks, all branches have the same one
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
    groups: Sequence[Group], blocks: list[Block], uncertain: OrderDependence, found: dict[int, list[Group]]
) -> None:
    for body in loops(blocks) if uncertain.deciding else ():
        for branch in uncertain.deciding & body:
            out = [s for s in blocks[branch].next if s not in body]
            behind = reached(blocks, out) if out else set()
            found[branch] += [g for g in groups if g.block in behind]
