"""Where diverged lanes of a warp reconverge in the machine code.

Since sm_70 diverged lanes stay apart until a BSYNC (or a barrier). ptxas places one where the paths of structured code
meet. For a jump into the middle of another branch, or out of a loop to its own return, it often places none: lanes then
continue apart, and a warp issues more requests than its lanes need.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import pairwise

from grader.simt.flow import dominance, turned
from grader.toolchain.program import MachineInstruction

_BRANCHES = frozenset({"BRA", "BRA.U", "BRA.DIV", "BRA.CONV", "BRX", "EXIT", "RET"})
_ENDS = frozenset({"EXIT", "RET"})
_MEETING = frozenset({"BSYNC", "WARPSYNC", "BAR"})


class MachineCodeFlow:
    """The basic blocks of one kernel's machine code, by the address of their first instruction."""

    def __init__(self, code: Iterable[MachineInstruction]) -> None:
        instructions = list(code)
        self.branches = [i.address for i in instructions if i.opcode in _BRANCHES]
        starts = {0} | {i.target for i in instructions if i.target is not None}
        starts |= {after.address for i, after in pairwise(instructions) if i.opcode in _BRANCHES}
        self._starts = sorted(starts)
        self._meets: set[int] = set()  # blocks in which lanes first wait for each other
        self._meetings: dict[int, list[int]] = defaultdict(list)
        self._into: dict[int, set[int]] = defaultdict(set)
        self._loops: list[tuple[int, int]] = []
        self._detours = [(i.address, i.target) for i in instructions if i.opcode == "BRA.U" and i.target is not None]
        self._ends = [i.address for i in instructions if i.opcode in _ENDS]
        last: MachineInstruction | None = None
        for i in instructions:
            if i.address in starts and (last is None or last.predicated or last.opcode not in _BRANCHES):
                self._into[i.address].add(i.address - 1)  # from the instruction before
            if i.opcode in _MEETING:
                self._meetings[self.block(i.address)].append(i.address)
            if i.target is not None:
                self._into[i.target].add(i.address)
                if i.target <= i.address:
                    self._loops.append((i.target, i.address))
            last = i

    def block(self, address: int) -> int:
        """The start of an instruction's basic block."""
        return self._starts[bisect_right(self._starts, address) - 1]

    def executed_alike(self, one: int, other: int) -> bool:
        """Whether two instructions are executed by the same lanes, equally often, as far as branches determine that."""
        first, last = sorted((self.block(one), self.block(other)))
        if first == last:
            return True
        if [(a, b) for a, b in self._loops if a <= first <= b] != [(a, b) for a, b in self._loops if a <= last <= b]:
            return False
        over, under = self._dominance
        return _is_over(first, last, over) and _is_over(last, first, under)

    @cached_property
    def _dominance(self) -> tuple[dict[int, int], dict[int, int]]:
        """The immediate dominator and post-dominator of every block, by their starts; -1: the end."""
        number = {start: i for i, start in enumerate(self._starts)}
        end = len(number)
        after: list[list[int]] = [[] for _ in range(end + 1)]
        for start, sources in self._into.items():
            for source in sources:
                after[number[self.block(source)]].append(number[start])
        for leaving in self._ends:
            after[number[self.block(leaving)]].append(end)
        before = turned(after, end + 1)
        starts = [*self._starts, -1]
        over, under = dominance(before, after, 0), dominance(after, before, end)
        return {starts[i]: starts[j] for i, j in over.items()}, {starts[i]: starts[j] for i, j in under.items()}

    def may_be_skipped(self, address: int) -> bool:
        """Whether a warp skips this instruction if no lane uses the result, which the PTX does not show."""
        return any(start < address < end for start, end in self._detours)

    def may_be_apart(self, address: int) -> bool:
        """Whether lanes of one warp may execute this instruction at different times, although none has exited.

        Searches backwards from its block for the last place where lanes waited for each other, or where paths meet
        without that.
        """
        seen: set[int] = set()
        while True:
            block = self.block(address)
            if any(at < address for at in self._meetings[block]):
                return False
            ahead = {source for source in self._into[block] if source < block}
            behind = len(self._into[block]) - len(ahead)
            if len(ahead) > 1 or behind > 1 or any(self._leaves(source, block) for source in ahead):
                return True
            if not ahead or block in seen:
                return False
            seen.add(block)
            address = ahead.pop()

    def _leaves(self, source: int, block: int) -> bool:
        """Whether this edge leaves a loop that does not contain the block: lanes take it in different iterations."""
        return any(first <= source <= last and not first <= block <= last for first, last in self._loops)


def _is_over(first: int, block: int, tree: Mapping[int, int]) -> bool:
    """Whether `first` is among the dominators of a block."""
    at = block
    while at != first:
        above = tree.get(at, at)
        if above == at:
            return False
        at = above
    return True
