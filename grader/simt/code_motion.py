"""Whether ptxas moved a load to a place that other lanes execute.

ptxas may sink a load behind the branch after which its value is needed, and hoist a loop-invariant one out of a loop,
but moves no stores, barriers and branches. These serve as anchors: the line table names the PTX line of each machine
instruction. A load was moved if it is not executed like any anchor of its own PTX block, or of a block that the same
lanes execute equally often, and is next to instructions of other blocks. Without anchors, it was moved if it is only
among instructions of other blocks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from grader.simt.flow import Dominators, immediate_post_dominators, loops
from grader.simt.kernel import Block
from grader.simt.machine_code_flow import MachineCodeFlow

_ANCHORS = {"st": ("ST",), "bar": ("BAR",), "barrier": ("BAR",), "bra": ("BRA", "EXIT")}


class CodeMotion:
    """made: PTX line and opcode of every machine instruction, by address."""

    def __init__(self, blocks: list[Block], made: Mapping[int, tuple[int, str]], flow: MachineCodeFlow) -> None:
        self._flow = flow
        self._dominators = Dominators(blocks)
        self._post_dominators = immediate_post_dominators(blocks)
        self._inside: dict[int, list[int]] = defaultdict(list)
        for number, body in enumerate(loops(blocks)):
            for index in body:
                self._inside[index].append(number)
        found_in: dict[int, set[int]] = defaultdict(set)
        becomes: dict[int, tuple[str, ...]] = defaultdict(tuple)
        for block in blocks:
            for instruction in (*block.instructions, *([block.last] if block.last else ())):
                found_in[instruction.text_line].add(block.index)
                becomes[instruction.text_line] += _ANCHORS.get(instruction.opcode[0], ())
        # A line that is in several blocks (a function called twice, inline assembly that branches within a line) does
        # not tell to which one a machine instruction belongs.
        block_of = {line: next(iter(found)) for line, found in found_in.items() if len(found) == 1}
        self._company: dict[int, dict[int, int]] = defaultdict(dict)  # by machine block: PTX block by address
        self._anchors: dict[int, list[int]] = defaultdict(list)  # by PTX block: addresses
        self._kept: dict[int, list[int]] = {}  # by PTX block: anchors of all blocks executed alike
        for address, (line, opcode) in made.items():
            if line in block_of:
                self._company[flow.block(address)][address] = block_of[line]
                if opcode.startswith(becomes[line]):
                    self._anchors[block_of[line]].append(address)

    def moved(self, block: int, address: int, alone: bool) -> frozenset[int]:
        """The PTX blocks to which the machine instruction at an address, made from this one, was moved, if other lanes
        may execute them; none if it was not moved. alone: the only instruction made from its access."""
        anchors = self._anchors_like(block)
        company = self._company[self._flow.block(address)]
        beside = {other for at, other in company.items() if at != address}
        others = frozenset(other for other in beside if not self._alike(block, other))
        if anchors and alone:
            stays = self._goes_with(address, anchors)
        else:
            stays = others != beside
        if stays or not others:
            return frozenset()
        return frozenset(o for o in others if self._inside.get(o) == self._inside.get(block)) or others

    def destination(self, block: int, address: int, places: frozenset[int]) -> int | None:
        """Of the blocks to which a machine instruction was moved, one whose lanes execute it, each time they come, and
        that all reach through its own block; None if none is certain to be."""
        for place in sorted(places):
            if self._dominators.over(block, place) and self._goes_with(address, self._anchors_like(place)):
                return place
        return None

    def _anchors_like(self, block: int) -> list[int]:
        """The anchors of this PTX block, and of those that the same lanes execute equally often."""
        if block not in self._kept:
            self._kept[block] = [at for o, found in self._anchors.items() if self._alike(block, o) for at in found]
        return self._kept[block]

    def _goes_with(self, address: int, anchors: list[int]) -> bool:
        return any(self._flow.executed_alike(address, at) for at in anchors)

    def _alike(self, one: int, other: int) -> bool:
        """Whether two PTX blocks are executed by the same lanes, equally often."""
        if one == other:
            return True
        if self._inside.get(one) != self._inside.get(other):
            return False
        return any(
            self._dominators.over(first, last) and self._comes_after(last, first)
            for first, last in ((one, other), (other, one))
        )

    def _comes_after(self, block: int, first: int) -> bool:
        """Whether all paths from `first` to an exit pass through the block."""
        at: int | None = first
        while at is not None and at != block:
            at = self._post_dominators[at]
        return at is not None
