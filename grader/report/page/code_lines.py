"""What the compiler made of each line of a student's file: PTX and machine instructions."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import field

from grader.dataclass import dataclass
from grader.sass.listing import ARCHITECTURE, listing
from grader.toolchain.program import MachineInstruction, Program
from grader.toolchain.ptx import Instruction, parse

_OPCODE = re.compile(r"(?:@\S+ )?([A-Z]\w*)")
_MOST = 400  # instructions of one line that are shown


@dataclass
class CodeLine:
    """The code of one source line. ptx: instructions in text order; machine: counts by name (`LDS.128`, `FFMA`) in code
    order; sass: machine instructions in code order, where they can be read. left_out, sass_left_out: those beyond the
    ones that are shown.
    """

    ptx: list[str] = field(default_factory=list)
    machine: dict[str, int] = field(default_factory=dict)
    sass: list[str] = field(default_factory=list)
    left_out: int = 0
    sass_left_out: int = 0


def code_lines(program: Program, kernel: str) -> Mapping[int, CodeLine]:
    """The code by line of the student's file, including called functions."""
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
    for each in program.machine_code.get(kernel, ()):
        if each.line and each.file == program.file:
            own = found[each.line]
            name = _name(each, words.get(each.address))
            own.machine[name] = own.machine.get(name, 0) + 1
            if each.address not in words:
                continue
            if len(own.sass) < _MOST:
                own.sass.append(words[each.address])
            else:
                own.sass_left_out += 1
    return dict(found)


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
