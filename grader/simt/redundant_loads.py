"""Loads without a machine instruction, because an earlier one has loaded their data.

ptxas drops repeated loads, and lets one wide load serve accesses of later basic blocks. A load whose PTX line has no
machine instruction is explained by such an earlier load, or stays unexplained.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.simt.accesses import Access, Group, Request
from grader.simt.flow import Dominators, between
from grader.simt.kernel import Block, definitions_and_uses

_Orphan = tuple[Group, Access]


def absorb(orphans: list[_Orphan], groups: Sequence[Group], blocks: list[Block]) -> None:
    """Remove requests that earlier ones serve; of several ways to read an earlier one, keep that which serves most."""
    loads = [o for o in orphans if o[1].operation == "load"]
    if not loads:
        return
    dominators, definitions = Dominators(blocks), _Definitions(blocks)
    served: dict[int, list[tuple[Group, Access]]] = {}
    for group, access in loads:
        for earlier in groups:
            if _comes_before(earlier, group, dominators) and definitions.same_base(earlier, group):
                served.setdefault(earlier.index, []).append((group, access))
    done: set[tuple[int, int]] = set()
    for index, asked in served.items():
        earlier = groups[index]
        _settle(earlier, [access for _, access in asked])
        for group, access in asked:
            ways = earlier.alternatives or [earlier.requests]
            if all(any(r.exact and _covers(r, access) for r in way) for way in ways):
                done.add((group.index, access.position))
    for group, access in loads:
        if (group.index, access.position) in done:
            group.requests = [r for r in group.requests if r.members != (access,)]
        elif not any(r.exact and access in r.members for r in group.requests):
            group.twins += _twins(group, access, groups)


def _twins(group: Group, access: Access, groups: Sequence[Group]) -> list[Group]:
    """Candidates for a load without an instruction, which ptxas may have merged with one of another branch: those by
    the same register, or else all of the same width."""
    alike = [(g, r) for g in groups if g is not group and g.space == group.space for r in g.requests
             if r.operation == "load" and r.width == access.width]  # fmt: skip
    twins = [g for g, r in alike if g.base == group.base and r.offset == access.offset]
    return twins or [g for g, _ in alike]


def _settle(group: Group, asked: list[Access]) -> None:
    """Of several ways to cover a group's own accesses, keep those that serve the most others."""
    best = max((_served(way, asked) for way in group.alternatives), default=0)
    if best == 0:
        return
    ways = [way for way in group.alternatives if _served(way, asked) == best]
    if len(ways) == 1:
        group.requests, group.alternatives = ways[0], []
    else:
        group.alternatives = ways


def _served(way: list[Request], asked: list[Access]) -> int:
    return sum(any(_covers(r, access) for r in way) for access in asked)


def _covers(request: Request, access: Access) -> bool:
    return (
        request.operation == "load"
        and request.offset <= access.offset
        and access.offset + access.width <= request.offset + request.width
    )


def _comes_before(earlier: Group, later: Group, dominators: Dominators) -> bool:
    if earlier is later or earlier.accesses[0].operation != "load":
        return False
    if (earlier.space, earlier.base) != (later.space, later.base):
        return False
    if earlier.block == later.block:
        return earlier.accesses[0].position < later.accesses[0].position
    return dominators.over(earlier.block, later.block)


class _Definitions:
    """Where each register is written, by block and position in it."""

    def __init__(self, blocks: list[Block]) -> None:
        self._blocks = blocks
        self._places: dict[str, list[tuple[int, int]]] = {}
        self._passed: dict[tuple[int, int], set[int]] = {}
        for block in blocks:
            for position, instruction in enumerate(block.instructions):
                for register in definitions_and_uses(instruction)[0]:
                    self._places.setdefault(register, []).append((block.index, position))

    def same_base(self, earlier: Group, later: Group) -> bool:
        """Whether the base register has the same value at both."""
        first, last = earlier.accesses[0].position, later.accesses[0].position
        places = self._places.get(earlier.base, ()) if earlier.base.startswith("%") else ()
        if earlier.block == later.block:
            return not any(block == later.block and first <= position < last for block, position in places)
        return not any(
            (block == earlier.block and position >= first)
            or (block == later.block and position < last)
            or block in self._between(earlier.block, later.block)
            for block, position in places
        )

    def _between(self, first: int, last: int) -> set[int]:
        found = self._passed.get((first, last))
        if found is None:
            found = self._passed[first, last] = between(self._blocks, first, last)
        return found
