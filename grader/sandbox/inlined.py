"""Machine instructions of inlined header functions, attributed to the student's lines that call them."""

from __future__ import annotations

from dataclasses import replace

from grader.toolchain.elf import Cubin, NotACubin
from grader.toolchain.machine_code import read_ptx_lines
from grader.toolchain.program import MachineInstruction, Program
from grader.toolchain.ptx_locations import LocationsOfLines


def at_callers(program: Program, kernel: str) -> tuple[MachineInstruction, ...]:
    """The kernel's machine instructions; memory accesses from other files have the line where they were inlined.

    The machine code's line table has only the innermost function. The PTX has the call sites, and the PTX line of each
    machine instruction is known. If that fails too, an instruction is unchanged.
    """
    code = program.machine_code[kernel]
    if all(i.file == program.file for i in code if i.width is not None):
        return code
    try:
        ptx = read_ptx_lines(Cubin(program.cubin)).get(kernel, {})
    except NotACubin:  # a GPU may run what the emulator cannot
        return code
    locations = LocationsOfLines(program.ptx, program.file)

    def moved(instruction: MachineInstruction) -> MachineInstruction:
        if instruction.width is None or instruction.file == program.file:
            return instruction
        here = locations.at(ptx.get(instruction.address, 0))
        line = here.student_line if here else None
        return instruction if line is None else replace(instruction, file=program.file, line=line)

    return tuple(map(moved, code))
