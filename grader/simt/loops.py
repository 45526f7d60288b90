"""Iteration counts of a kernel's loops, by source line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import gcd

from grader.launch import LoopRounds
from grader.simt.kernel import Block, Kernel

_WORK = ("ld", "st", "fma", "mul", "atom", "red")  # occur equally often in each copy of an unrolled body
_MANY = 64  # iterations per thread


def rounds_of_loops(kernel: Kernel, visits: Mapping[int, int]) -> tuple[LoopRounds, ...]:
    """Each source line with a loop, and the iterations of all threads together. visits: threads, by basic block.

    If the compiler has unrolled a loop of one basic block, each copy counts as an iteration.
    """
    rounds: Counter[int] = Counter()
    for block in kernel.blocks:
        for head in block.next:
            if kernel.priorities[head] <= kernel.priorities[block.index] and visits.get(block.index):
                line = (block.last.line if block.last else None) or next((i.line for i in block.instructions), None)
                if line:
                    rounds[line] += visits[block.index] * (_copies(block) if head == block.index else 1)
    return tuple(LoopRounds(line, count) for line, count in sorted(rounds.items()))


def endless(loops: tuple[LoopRounds, ...], threads: int) -> LoopRounds | None:
    """The loop that a kernel does not leave: the first in the source with many rounds per thread, else the busiest."""
    many = (loop for loop in loops if loop.rounds >= _MANY * threads)
    return next(many, max(loops, key=lambda loop: loop.rounds, default=None))


def _copies(block: Block) -> int:
    """The number of source iterations in one of the block: the number of copies of its instructions."""
    same = Counter((i.line, i.opcode) for i in block.instructions if i.opcode[0] in _WORK)
    return gcd(*same.values()) or 1
