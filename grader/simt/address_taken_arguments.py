"""Struct arguments whose address a function takes: they are kept in local memory, as on the GPU.

The compiler makes such functions for structs of more than 128 bytes that are passed by value and indexed at run time.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from grader.simt.inlining import Flat
from grader.simt.kernel import parameter_slots, registers_in
from grader.simt.ptx import TYPE_BYTES, Instruction, Unsupported, Variable

_NAME = re.compile(r"[A-Za-z_$][$\w]*")


def keep_in_memory(flat: Flat, names: set[str]) -> None:
    """Move them to local memory. names: of variables and functions, whose addresses may be taken too.

    Raises Unsupported for the address of a parameter of the kernel or of a recursive function; an unused address
    becomes 0.
    """
    extents = _extents(flat.instructions)
    uses = Counter(r for i in flat.instructions for o in i.operands for r in registers_in(o))
    moved: set[str] = set()
    for at, instruction in enumerate(flat.instructions):
        source = _addressed(instruction)
        if source is None or source in names:
            continue
        if source in extents:
            moved.add(source)
        elif uses[instruction.operands[0]] > 1:
            raise Unsupported("the address of a parameter", instruction.line)
        else:
            flat.instructions[at] = replace(instruction, operands=(instruction.operands[0], "0"))
    flat.variables += [Variable(name, "local", extents[name], 16, "b8") for name in sorted(moved)]
    for at, instruction in enumerate(flat.instructions):
        name = next(_stored_or_loaded(instruction), ("", 0))[0]
        if name in moved:
            opcode = (instruction.opcode[0], "local", *instruction.opcode[2:])
            flat.instructions[at] = replace(instruction, opcode=opcode)


def _addressed(instruction: Instruction) -> str | None:
    """The name of which an instruction takes the address."""
    if instruction.opcode in (("mov", "b64"), ("mov", "u64")) and _NAME.fullmatch(instruction.operands[1]):
        return instruction.operands[1]
    return None


def _stored_or_loaded(instruction: Instruction) -> Iterator[tuple[str, int]]:
    """(parameter, end of the access in it) for each element of a load or store of parameters."""
    if instruction.opcode[0] in ("ld", "st") and instruction.opcode[1].startswith("param"):
        for slot in parameter_slots(instruction):
            name, _, offset = slot.rpartition("+")
            yield name, int(offset) + TYPE_BYTES[instruction.opcode[-1]]


def _extents(instructions: list[Instruction]) -> dict[str, int]:
    """Sizes of the parameters that are stored as arguments of non-recursive calls."""
    ends: Counter[str] = Counter()
    stored, passed = set(), set()
    for instruction in instructions:
        for name, end in _stored_or_loaded(instruction):
            ends[name] = max(ends[name], end)
            if instruction.opcode[0] == "st":
                stored.add(name)
        if instruction.opcode[0] == "pass":
            passed |= {slot.rpartition("+")[0] for slot in instruction.operands}
    return {name: ends[name] for name in stored - passed}
