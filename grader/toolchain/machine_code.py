"""The machine instructions of every kernel in a cubin, with opcode, width, address and source line."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable

from grader.toolchain.elf import Cubin, reading
from grader.toolchain.line_table import LineTable, read_line_tables
from grader.toolchain.opcodes import Decoded, decode
from grader.toolchain.program import MachineInstruction

INSTRUCTION_BYTES = 16
_CODE = ".text."
_INSTRUCTION = struct.Struct("<QQ")
_OTHER = Decoded("OTHER")
_ALWAYS = 7  # the predicate register that is always true


@reading()
def read_machine_code(
    cubin: Cubin, arch: str, shown: Callable[[str], str] = lambda path: path
) -> dict[str, tuple[MachineInstruction, ...]]:
    """Instructions in address order by kernel, or by function where ptxas did not inline it.

    arch: "sm_90". shown: maps the line table's file paths to names. Addresses count from the kernel's start. Like
    everything here, raises NotACubin for a damaged cubin.
    """
    major = _major(arch)
    tables = read_line_tables(cubin)
    names: dict[str, str] = {}
    code = {}
    for number, section in enumerate(cubin.sections):
        if section.name.startswith(_CODE):
            kernel = section.name.removeprefix(_CODE)
            code[kernel] = _instructions(section.data, major, tables.get(number, LineTable()), names, shown)
    return code


@reading()
def read_ptx_lines(cubin: Cubin) -> dict[str, dict[int, int]]:
    """The PTX line (from 1) of each instruction, by kernel and address.

    Tells the accesses of one source line apart. A merged access has the line of one of its parts.
    """
    tables = read_line_tables(cubin, ".nv_debug_line_sass")
    lines = {}
    for number, section in enumerate(cubin.sections):
        if section.name.startswith(_CODE):
            table = tables.get(number, LineTable())
            found = ((a, table.at(a)) for a in range(0, len(section.data), INSTRUCTION_BYTES))
            lines[section.name.removeprefix(_CODE)] = {a: position[1] for a, position in found if position}
    return lines


@reading()
def called_functions(cubin: Cubin) -> dict[str, tuple[str, ...]]:
    """PTX names of the functions that each kernel calls because ptxas did not inline them."""
    calls: dict[str, list[str]] = {}
    for symbol in cubin.symbols:
        match = re.fullmatch(r"\$(.+?)\$([^$].*)", symbol.name)
        section = cubin.sections[symbol.section].name if 0 < symbol.section < len(cubin.sections) else ""
        if match and section == _CODE + match[1]:
            calls.setdefault(match[1], []).append(match[2])
    return {kernel: tuple(names) for kernel, names in calls.items()}


def _instructions(
    data: bytes, major: int, table: LineTable, names: dict[str, str], shown: Callable[[str], str]
) -> tuple[MachineInstruction, ...]:
    instructions = []
    row, rows = -1, len(table.addresses)
    file: str | None = None
    line: int | None = None
    for index, (low, high) in enumerate(_INSTRUCTION.iter_unpack(data)):
        address = index * INSTRUCTION_BYTES
        while row + 1 < rows and table.addresses[row + 1] <= address:
            row += 1
            position = table.positions[row]
            file, line = (None, None) if position is None else (_name(position[0], names, shown), position[1])
        found = decode(high << 64 | low, major) or _OTHER
        target = None if found.jump is None else address + INSTRUCTION_BYTES + found.jump
        instructions.append(MachineInstruction(address, found.opcode, found.width, found.base, found.offset, file, line,
                                               low >> 12 & 0xF != _ALWAYS, target))  # fmt: skip
    return tuple(instructions)


def _name(path: str, names: dict[str, str], shown: Callable[[str], str]) -> str:
    if path not in names:
        names[path] = shown(path)
    return names[path]


def _major(arch: str) -> int:
    match = re.match(r"sm_(\d+)\d", arch)
    return int(match[1]) if match else 0
