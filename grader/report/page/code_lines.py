"""What the compiler made of each line of a student's file: PTX and machine instructions."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import field

from grader.dataclass import dataclass
from grader.sass.listing import ARCHITECTURE, listing
from grader.sass.matrix_instructions import MatrixInstruction, instruction_of
from grader.toolchain.elf import Cubin
from grader.toolchain.machine_code import read_ptx_lines
from grader.toolchain.program import MachineInstruction, Program
from grader.toolchain.ptx import Instruction, parse
from grader.toolchain.ptx_locations import LocationsOfLines

_OPCODE = re.compile(r"(?:@\S+ )?([A-Z]\w*)")
_MOST = 400  # instructions of one line that are shown


@dataclass
class CodeLine:
    """The code of one source line. ptx: instructions in text order; machine: counts by name (`LDS.128`, `FFMA`) in code
    order; sass: machine instructions in code order, where they can be read. left_out, sass_left_out: those beyond the
    ones that are shown. matrices: names of the instructions on matrices, each once.
    """

    ptx: list[str] = field(default_factory=list)
    machine: dict[str, int] = field(default_factory=dict)
    sass: list[str] = field(default_factory=list)
    left_out: int = 0
    sass_left_out: int = 0
    matrices: dict[str, MatrixInstruction] = field(default_factory=dict)

    @property
    def by_wmma(self) -> bool:
        """Whether the source asks for them by wmma."""
        return any(text.startswith("wmma.") for text in self.ptx)


def code_lines(program: Program, kernel: str) -> Mapping[int, CodeLine]:
    """The code by line of the student's file, including called functions. What was inlined from a header belongs to the
    line that calls it.
    """
    found: defaultdict[int, CodeLine] = defaultdict(CodeLine)
    text = program.ptx.split("\n")
    for function in parse(program.ptx, program.file):
        if function.is_kernel and function.name != kernel:
            continue
        for instruction in function.instructions:
            if instruction.line:
                own = found[instruction.line]
                if len(own.ptx) < _MOST:
                    own.ptx.append(_spelt(instruction, text[instruction.text_line - 1]))
                else:
                    own.left_out += 1
    words = listing(program.cubin, kernel) if program.arch == ARCHITECTURE and program.cubin else {}
    for line, each in _placed(program, kernel):
        own = found[line]
        word = words.get(each.address)
        name = _name(each, word)
        own.machine[name] = own.machine.get(name, 0) + 1
        if word is None:
            continue
        if (matrices := instruction_of(word)) is not None:
            own.matrices[matrices.name] = matrices
        if len(own.sass) < _MOST:
            own.sass.append(word)
        else:
            own.sass_left_out += 1
    return dict(found)


def _placed(program: Program, kernel: str) -> Iterator[tuple[int, MachineInstruction]]:
    """The machine instructions that have a line of the student's file, with that line."""
    calls = LocationsOfLines(program.ptx, program.file)
    lines = read_ptx_lines(Cubin(program.cubin)).get(kernel, {}) if program.cubin else {}
    for each in program.machine_code.get(kernel, ()):
        if not each.line:
            continue
        line: int | None = each.line
        if each.file != program.file:
            place = calls.at(lines.get(each.address, 0))
            line = place.student_line if place is not None else None
        if line is not None:
            yield line, each


def _name(instruction: MachineInstruction, text: str | None) -> str:
    """The mnemonic up to the width; of an operation that the toolchain has no name for, from its text."""
    found = _OPCODE.match(text) if text and instruction.opcode == "OTHER" else None
    return found[1] if found else instruction.name


def _spelt(instruction: Instruction, line: str) -> str:
    """An instruction as the compiler wrote it, a call spanning several lines in one."""
    written = " ".join(line.split())
    if instruction.text in written:
        return written
    guard = f"@{instruction.guard} " if instruction.guard else ""
    return f"{guard}{instruction.text} {', '.join(instruction.operands)};"
