"""Struct arguments that are read in other pieces than they were stored: both sides are split into bytes.

A caller may store four chars one by one, and the function read one word. Parameters are registers, one for each
piece (see `inlining`), so the pieces must be the same on both sides.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from grader.simt.inlining import Flat
from grader.simt.kernel import parameter_slots
from grader.simt.ptx import TYPE_BYTES, Instruction

Piece = tuple[int, int]  # (offset, bytes)


def cut_where_they_differ(flat: Flat) -> None:
    """Rewrite the loads and stores of such arguments, and the calls that pass them on."""
    names = _differing(flat.instructions)
    if not names:
        return
    cutter = _Cutter(flat)
    new_index: list[int] = []
    instructions: list[Instruction] = []
    for instruction in flat.instructions:
        new_index.append(len(instructions))
        if instruction.opcode[0] == "pass":
            cut = _passed_bytes(instruction) if _owner(instruction.operands[0]) in names else [instruction]
            instructions += cut
        else:
            instructions += cutter.cut(instruction) if _parameter(instruction) in names else [instruction]
    new_index.append(len(instructions))
    flat.instructions = instructions
    flat.labels = {label: new_index[index] for label, index in flat.labels.items()}


def _owner(slot: str) -> str:
    return slot.rpartition("+")[0]


def _passed_bytes(instruction: Instruction) -> list[Instruction]:
    """A piece that is passed to a called function, or a result from it, byte by byte."""
    (target, _, to), (source, _, at) = (slot.rpartition("+") for slot in instruction.operands)
    return [
        replace(instruction, opcode=("pass", "b8"), operands=(f"{target}+{int(to) + i}", f"{source}+{int(at) + i}"))
        for i in range(TYPE_BYTES[instruction.opcode[1]])
    ]


def _parameter(instruction: Instruction) -> str | None:
    """Name of the parameter that an instruction loads or stores."""
    if instruction.opcode[0] not in ("ld", "st") or not instruction.opcode[1].startswith("param"):
        return None
    return _owner(parameter_slots(instruction)[0])


def _pieces(instruction: Instruction) -> list[Piece]:
    size = TYPE_BYTES[instruction.opcode[-1]]
    return [(int(slot.rpartition("+")[2]), size) for slot in parameter_slots(instruction)]


def _differing(instructions: list[Instruction]) -> set[str]:
    stored: dict[str, set[Piece]] = defaultdict(set)
    loaded: dict[str, set[Piece]] = defaultdict(set)
    linked: dict[str, set[str]] = defaultdict(set)
    for instruction in instructions:
        name = _parameter(instruction)
        if name is not None:
            (loaded if instruction.opcode[0] == "ld" else stored)[name].update(_pieces(instruction))
        elif instruction.opcode[0] == "pass":
            owners = [_owner(slot) for slot in instruction.operands]
            for slot, side in zip(instruction.operands, (stored, loaded), strict=True):
                side[_owner(slot)].add((int(slot.rpartition("+")[2]), TYPE_BYTES[instruction.opcode[1]]))
            for owner in owners:
                linked[owner].update(owners)
    names = {name for name, pieces in stored.items() if _differ(pieces, loaded[name])}
    pending = list(names)
    while pending:  # what is passed on is cut on both sides
        fresh = linked[pending.pop()] - names
        names |= fresh
        pending += fresh
    return names


def _differ(stored: set[Piece], loaded: set[Piece]) -> bool:
    """Whether a store overlaps another piece partly, except that only its low part is read."""

    def meet(a: Piece, b: Piece) -> bool:
        return a[0] < b[0] + b[1] and b[0] < a[0] + a[1]

    apart = all(a == b or not meet(a, b) for a in stored for b in stored)
    return not apart or any(meet(a, b) and not (a[0] == b[0] and a[1] >= b[1]) for a in stored for b in loaded)


class _Cutter:
    """Generates the instructions that move bytes, with new registers."""

    def __init__(self, flat: Flat) -> None:
        self._count = 0
        for bits in (8, 16, 32, 64):
            flat.register_types[f"%piece{bits}_"] = f"b{bits}"

    def _register(self, size: int) -> str:
        self._count += 1
        return f"%piece{8 * size}_{self._count}"

    def cut(self, instruction: Instruction) -> Iterator[Instruction]:
        """The instruction split into moves of one byte of the parameter each."""
        loads = instruction.opcode[0] == "ld"
        elements = [e.strip() for e in instruction.operands[0 if loads else 1].strip("{}").split(",")]
        name = _parameter(instruction) or ""
        for element, (offset, size) in zip(elements, _pieces(instruction), strict=True):
            octets = [self._register(1) for _ in range(size)]
            move = self._load if loads else self._store
            yield from move(instruction, element, octets, name, offset)

    def _load(
        self, instruction: Instruction, target: str, octets: list[str], name: str, offset: int
    ) -> Iterator[Instruction]:
        """Join bytes in a new parameter, from which they are loaded as the opcode says."""
        for i, octet in enumerate(octets):
            yield replace(instruction, opcode=("ld", "param", "b8"), operands=(octet, f"[{name}+{offset + i}]"))
        joined, bits = octets[0], 8 * len(octets)
        if len(octets) > 1:
            joined = self._register(len(octets))
            yield replace(instruction, opcode=("mov", f"b{bits}"), operands=(joined, f"{{{', '.join(octets)}}}"))
        whole = f"[{name}$whole{self._count}+0]"
        yield replace(instruction, opcode=("st", "param", f"b{bits}"), operands=(whole, joined))
        yield replace(instruction, opcode=("ld", "param", instruction.opcode[-1]), operands=(target, whole))

    def _store(
        self, instruction: Instruction, value: str, octets: list[str], name: str, offset: int
    ) -> Iterator[Instruction]:
        if len(octets) > 1:
            kind = instruction.opcode[-1]
            whole = f"[{name}$whole{self._count}+0]"  # a literal becomes bits of its type
            yield replace(instruction, opcode=("st", "param", kind), operands=(whole, value))
            bits, form = self._register(len(octets)), f"b{8 * len(octets)}"
            yield replace(instruction, opcode=("ld", "param", form), operands=(bits, whole))
            yield replace(instruction, opcode=("mov", form), operands=(f"{{{', '.join(octets)}}}", bits))
        else:
            octets = [value]
        for i, octet in enumerate(octets):
            yield replace(instruction, opcode=("st", "param", "b8"), operands=(f"[{name}+{offset + i}]", octet))
