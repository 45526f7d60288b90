"""What is known of a basic block of machine code."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

from grader.dataclass import dataclass
from grader.sass.fields import INSTRUCTION_BYTES
from grader.sass.instruction import Instruction

BlockFunction = Callable[..., Any]


class End(Enum):
    """How a basic block ends."""

    FALL = "fall"
    BRANCH = "branch"
    DIVERGED = "diverged"  # BRA.DIV
    CONVERGED = "converged"  # BRA.CONV
    INDEXED = "indexed"
    EXIT = "exit"
    MEET = "meet"
    BARRIER = "barrier"
    CALL = "call"
    RETURN = "return"
    WARP = "warp"
    TRAP = "trap"
    YIELD = "yield"
    PHASE = "phase"  # of an mbarrier
    CLUSTER = "cluster"


ANYWHERE = frozenset({End.CALL, End.RETURN, End.INDEXED})  # behind these the way may lead to any block


@dataclass(slots=True, eq=False)
class Step:
    """An instruction. reads, writes: numbers of registers and predicates, without what lanes keep for which the guard
    does not hold; parameters: offsets in constant bank 0, and with VARIABLES more those in bank 4."""

    instruction: Instruction
    reads: set[int]
    writes: set[int]
    parameters: set[int]


@dataclass(slots=True, eq=False)
class Block:
    """A basic block. size: its instructions; target: of a branch or a call that is known; last: what ends it.

    steps: what it does. order: its place in the PTX, then in the machine code. writes: whether it may change memory
    that others see. observed: whether a profiler's own code runs in it, which it adds to accesses of memory.
    """

    start: int
    function: BlockFunction
    size: int
    end: End
    following: int
    target: int | None
    last: Instruction
    writes: bool
    observed: bool
    steps: list[Step]
    order: tuple[int, int]

    def has(self, address: int) -> bool:
        """Whether the instruction at an address is one of its own."""
        return self.start <= address < self.start + INSTRUCTION_BYTES * self.size
