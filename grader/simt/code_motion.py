"""Did ptxas move a load to where other lanes come by?

A load whose value is needed only behind a branch may be done behind it, and one that is the same in every round of a
loop in front of it. Machine instructions of one basic block are executed by the same lanes, and the line table names
the PTX line of each: a load that lies among instructions of none of the PTX blocks that are executed by the lanes that
execute its own, and as often, was moved.
"""

from __future__ import annotations

from collections.abc import Mapping

from grader.simt.flow import Dominators, immediate_post_dominators, loops
from grader.simt.kernel import Block


class CodeMotion:
    """company: for every memory instruction, by address, the other PTX lines of its machine basic block."""

    def __init__(self, blocks: list[Block], company: Mapping[int, frozenset[int]]) -> None:
        self._company = company
        self._block_of = {
            i.text_line: b.index for b in blocks for i in (*b.instructions, *([b.last] if b.last else ()))
        }  # fmt: skip
        self._dominators = Dominators(blocks)
        self._post_dominators = immediate_post_dominators(blocks)
        inside: dict[int, list[int]] = {}
        for number, body in enumerate(loops(blocks)):
            for index in body:
                inside.setdefault(index, []).append(number)
        self._inside = inside

    def moved(self, block: int, address: int) -> bool:
        """Does the machine instruction at an address, made from this PTX block, lie in none like it?"""
        others = {self._block_of[line] for line in self._company.get(address, ()) if line in self._block_of}
        return bool(others) and not any(self._alike(block, other) for other in others)

    def _alike(self, one: int, other: int) -> bool:
        """Are two blocks executed by the same lanes, equally often?"""
        if one == other:
            return True
        if self._inside.get(one) != self._inside.get(other):
            return False
        return any(
            self._dominators.over(first, last) and self._comes_after(last, first)
            for first, last in ((one, other), (other, one))
        )

    def _comes_after(self, block: int, first: int) -> bool:
        """Do all paths from `first` to an exit pass through the block?"""
        at: int | None = first
        while at is not None and at != block:
            at = self._post_dominators[at]
        return at is not None
