"""Iteration counts of a kernel's loops, by source line.

The compiler may unroll a loop in the machine code, but each of its instructions still knows the line of the PTX. So a
round of a loop of the PTX is one execution, somewhere, of an instruction of its body.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from math import gcd

from grader.launch import LoopRounds
from grader.sass.fields import INSTRUCTION_BYTES
from grader.simt.locations import Location
from grader.simt.machine.names import Names, Statement
from grader.simt.machine.state import MachineState

_WORK = ("ld", "st", "fma", "mul", "atom", "red")  # occur equally often in each copy of an unrolled body
_SURE = (("st", "atom", "red"), ("ld",), ())  # who is executed once a round, the surest first
_MANY = 64  # iterations per thread


def rounds_of_loops(state: MachineState) -> tuple[LoopRounds, ...]:
    """Each source line with a loop, and the iterations of all threads together.

    If the compiler has unrolled a loop of the PTX, each copy of its body counts as an iteration.
    """
    names, locations = state.lowering.names, state.lowering.lines
    threads: Counter[int] = Counter()  # by line of the PTX, the most that executed an instruction, all copies together
    for start, count in state.tally.blocks.items():
        block = state.lowering.blocks[start]
        of_block: Counter[int] = Counter()
        seen: Counter[tuple[int, str]] = Counter()
        for address in range(start, start + block.size * INSTRUCTION_BYTES, INSTRUCTION_BYTES):
            seen[names.line(address), state.lowering.code.at(address).opcode] += 1
        for (line, _), copies in seen.items():
            of_block[line] = max(of_block[line], copies)
        for line, copies in of_block.items():
            threads[line] += copies * count.threads
    rounds: Counter[int] = Counter()
    for first, last in names.loops:
        inner = [(f, e) for f, e in names.loops if first <= f and e <= last and (f, e) != (first, last)]
        body = [n for n in range(first, last + 1) if not any(f <= n <= e for f, e in inner)]
        each = (max((threads[n] for n in body if _is(names, n, kinds)), default=0) for kinds in _SURE)
        most = next(filter(None, each), 0)
        location = locations(last)
        if most and location is not None and location.student_line:
            rounds[location.student_line] += most * (1 if inner else _copies(names, body, locations))
    return tuple(LoopRounds(line, count) for line, count in sorted(rounds.items()))


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
