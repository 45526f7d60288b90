"""Machine instructions of inlined header functions, attributed to the student's lines that call them."""

from __future__ import annotations

from dataclasses import replace

from grader.simt.ptx import Unsupported, parse
from grader.toolchain.elf import Cubin, NotACubin
from grader.toolchain.machine_code import read_ptx_lines
from grader.toolchain.program import MachineInstruction, Program


def at_callers(program: Program, kernel: str) -> tuple[MachineInstruction, ...]:
    """The kernel's machine instructions; memory accesses from other files have the line where they were inlined.

    The machine code's line table has only the innermost function. The PTX has the call sites, and the PTX line of each
    machine instruction is known. If that fails too, an instruction is unchanged.
    """
    code = program.machine_code[kernel]
    if all(i.file == program.file for i in code if i.width is not None):
        return code
    try:
        functions = parse(program.ptx, program.file).functions.values()
        ptx = read_ptx_lines(Cubin(program.cubin)).get(kernel, {})
    except (Unsupported, NotACubin):  # a GPU may run what the emulator cannot
        return code
    lines = {i.text_line: i.line for function in functions for i in function.instructions}

    def moved(instruction: MachineInstruction) -> MachineInstruction:
        if instruction.width is None or instruction.file == program.file:
            return instruction
        line = lines.get(ptx.get(instruction.address, 0))
        return instruction if line is None else replace(instruction, file=program.file, line=line)

    return tuple(map(moved, code))
