"""Iteration counts of a kernel's loops, by source line.

The compiler may unroll a loop in the machine code, but each of its instructions still knows the line of the PTX. So a
round of a loop of the PTX is one execution, somewhere, of an instruction of its body.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cached_property
from math import gcd
from typing import TYPE_CHECKING

from grader.dataclass import dataclass
from grader.launch import LoopRounds
from grader.sass.fields import INSTRUCTION_BYTES
from grader.simt.machine.lowering import Lowering
from grader.simt.machine.names import Names, Statement
from grader.toolchain.ptx_locations import Location

if TYPE_CHECKING:
    from grader.simt.machine.state import MachineTally

_WORK = ("ld", "st", "fma", "mul", "atom", "red")  # occur equally often in each copy of an unrolled body
_SURE = (("st", "atom", "red"), ("ld",), ())  # who is executed once a round, the surest first
_MANY = 64  # iterations per thread


@dataclass(frozen=True)
class _Loop:
    """A loop of the PTX. line: of the student; certain: lines of its body that are executed once a round, the surest
    first; copies: of the source's body in it."""

    line: int
    certain: tuple[tuple[int, ...], ...]
    copies: int


class Loops:
    """The loops of a kernel."""

    def __init__(self, lowering: Lowering) -> None:
        self._lowering = lowering
        self._copies: dict[int, Counter[int]] = {}  # of each line of the PTX, in a block of the machine code

    def rounds(self, tally: MachineTally) -> tuple[LoopRounds, ...]:
        """Each source line with a loop, and the iterations of all threads together.

        If the compiler has unrolled a loop of the PTX, each copy of its body counts as an iteration.
        """
        threads: Counter[int] = Counter()  # by line of the PTX, the most that executed an instruction
        for start, count in tally.blocks.items():
            for line, copies in self._copies_in(start).items():
                threads[line] += copies * count.threads
        rounds: Counter[int] = Counter()
        for loop in self._all:
            each = (max((threads[n] for n in lines), default=0) for lines in loop.certain)
            most = next(filter(None, each), 0)
            if most:
                rounds[loop.line] += most * loop.copies
        return tuple(LoopRounds(line, count) for line, count in sorted(rounds.items()))

    def _copies_in(self, start: int) -> Counter[int]:
        """How often a block executes an instruction of each line, all copies together."""
        if start not in self._copies:
            block, names, code = self._lowering.blocks[start], self._lowering.names, self._lowering.code
            addresses = range(start, start + block.size * INSTRUCTION_BYTES, INSTRUCTION_BYTES)
            seen = Counter((names.line(address), code.at(address).opcode) for address in addresses)
            found = self._copies[start] = Counter()
            for (line, _), copies in seen.items():
                found[line] = max(found[line], copies)
        return self._copies[start]

    @cached_property
    def _all(self) -> tuple[_Loop, ...]:
        names, locations, found = self._lowering.names, self._lowering.lines, list[_Loop]()
        for first, last in names.loops:
            location = locations(last)
            if location is None or not location.student_line:
                continue
            inner = [(f, e) for f, e in names.loops if first <= f and e <= last and (f, e) != (first, last)]
            body = [n for n in range(first, last + 1) if not any(f <= n <= e for f, e in inner)]
            certain = tuple(tuple(n for n in body if _is(names, n, kinds)) for kinds in _SURE)
            found.append(_Loop(location.student_line, certain, 1 if inner else _copies(names, body, locations)))
        return tuple(found)


def endless(loops: tuple[LoopRounds, ...], threads: int) -> LoopRounds | None:
    """The loop that a kernel does not leave: the first in the source with many rounds per thread, else the busiest."""
    many = (loop for loop in loops if loop.rounds >= _MANY * threads)
    return next(many, max(loops, key=lambda loop: loop.rounds, default=None))


def _is(names: Names, line: int, kinds: tuple[str, ...]) -> bool:
    said = names.statement_in(line)
    return not kinds or (said is not None and said.opcode[0] in kinds)


def _copies(names: Names, body: list[int], locations: Callable[[int], Location | None]) -> int:
    """The number of source iterations in one of the PTX: the number of copies of its instructions."""
    statements: Mapping[int, Statement | None] = {n: names.statement_in(n) for n in body}
    own = [(n, s) for n, s in statements.items() if s is not None and s.opcode[0] in _WORK]
    same = Counter((here.student_line if (here := locations(n)) else None, s.opcode) for n, s in own)
    return gcd(*same.values()) or 1
