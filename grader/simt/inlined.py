"""Machine instructions that a header's function left behind, at the student's lines that call it."""

from __future__ import annotations

from dataclasses import replace

from grader.simt.ptx import Unsupported, parse
from grader.toolchain.elf import Cubin, NotACubin
from grader.toolchain.machine_code import read_ptx_lines
from grader.toolchain.program import MachineInstruction, Program


def at_callers(program: Program, kernel: str) -> tuple[MachineInstruction, ...]:
    """The kernel's machine instructions; memory accesses from other files have the line at which they were inlined.

    The line table of the machine code knows only the innermost function. The PTX knows who called it, and which of its
    instructions became which machine instruction. Where even that is unknown, an instruction stays as it is.
    """
    code = program.machine_code[kernel]
    if all(i.file == program.file for i in code if i.width is not None):
        return code
    try:
        functions = parse(program.ptx, program.file).functions.values()
        ptx = read_ptx_lines(Cubin(program.cubin)).get(kernel, {})
    except (Unsupported, NotACubin):  # a GPU runs what the emulator cannot read
        return code
    lines = {i.text_line: i.line for function in functions for i in function.instructions}

    def moved(instruction: MachineInstruction) -> MachineInstruction:
        if instruction.width is None or instruction.file == program.file:
            return instruction
        line = lines.get(ptx.get(instruction.address, 0))
        return instruction if line is None else replace(instruction, file=program.file, line=line)

    return tuple(map(moved, code))
