"""Which source lines access local memory, and why: an index known only at run time, or register spills."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from grader.toolchain.program import Program
from grader.toolchain.ptx import Instruction, is_integer, parse, registers_in

_BASES = ("%SP", "%SPL")
_KEEPS_PLACE = ("add", "mov", "cvta")


def local_lines(program: Program, kernel: str) -> Iterator[tuple[int, str]]:
    """(line, reason), each line once, those to fix first.

    reason: "index" for an array access at an index known only at run time, which keeps the array out of registers;
    "access" for other accesses to such an array; "spill" for register spills.
    """
    told: set[int] = set()
    text = program.source.split("\n")
    accesses = list(_array_accesses(program, kernel))
    at_run_time = Counter(line for line, moves in accesses if moves)  # through a reference a line has no brackets
    of_arrays = [line for line, _ in accesses if "[" in text[line - 1]]
    # The compiler attributes single accesses to the line before; a line's own accesses are more numerous.
    most = max(at_run_time.values(), default=0)
    code = program.machine_code.get(kernel, ())
    in_machine = [i.line for i in code if i.opcode in ("LDL", "STL") and i.file == program.file]
    reasons = [
        *((line, "index") for line, count in at_run_time.most_common() if 2 * count > most),
        *((line, "access") for line in of_arrays),
        *((line, "spill" if of_arrays else "access") for line in in_machine if line),
    ]
    for line, reason in reasons:
        if line not in told:
            told.add(line)
            yield line, reason


def _array_accesses(program: Program, kernel: str) -> Iterator[tuple[int, bool]]:
    """Lines of loads and stores of local arrays in the PTX, and whether the index is known only at run time."""
    for function in parse(program.ptx, program.file):
        if function.is_kernel and function.name != kernel:
            continue
        fixed = _fixed_places(function.instructions)
        for i in function.instructions:
            if i.opcode[0] in ("ld", "st") and "local" in i.opcode and i.line:
                pointer = i.operands[i.opcode[0] == "ld"]
                yield i.line, not fixed.issuperset(registers_in(pointer))


def _fixed_places(instructions: Iterable[Instruction]) -> set[str]:
    """Registers that hold the start of local memory plus a constant on every path."""
    sources: defaultdict[str, list[str] | None] = defaultdict(list)
    for i in instructions:
        if not i.operands or i.opcode[0] in ("st", "bra", "bar", "ret"):
            continue
        for target in registers_in(i.operands[0]):
            known = sources[target]
            if known is not None and i.opcode[0] in _KEEPS_PLACE and all(_is_place(o) for o in i.operands[1:]):
                known += [r for o in i.operands[1:] for r in registers_in(o)]
            else:
                sources[target] = None
    fixed = set(_BASES)
    grows = True
    while grows:
        more = {r for r, of in sources.items() if of and r not in fixed and fixed.issuperset(of)}
        fixed |= more
        grows = bool(more)
    return fixed


def _is_place(operand: str) -> bool:
    return operand.startswith(("%", "__local_depot")) or is_integer(operand)
