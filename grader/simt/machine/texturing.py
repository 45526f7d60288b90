"""Instructions that read textures."""

from __future__ import annotations

from grader.sass.instruction import Immediate, Instruction, Named, Register
from grader.simt.machine.transfers import EmitTransfer, Transfers
from grader.simt.machine.writer import Writer, slot

_ALL, _HALF = 0b1111, 2  # components; the first target takes so many of those that are wanted
_SHAPES = ("1D", "2D")
_MODIFIERS = {"TEX": {"LL", "LZ", "NODEP"}, "TLD": {"LZ", "NODEP"}}  # levels, of which a CUDA array has one


def _read(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    registers = [o for o in i.operands if isinstance(o, Register)]
    shape = next(o.name for o in i.operands if isinstance(o, Named))
    plain = set(i.modifiers) <= _MODIFIERS[i.opcode] and shape in _SHAPES
    if not plain or (i.opcode == "TLD" and len(registers) != 4):
        raise writer.unknown()
    more, target, at, *_, handle = registers
    numbers = [o.bits for o in i.operands if isinstance(o, Immediate)]
    mask = numbers[1] if len(numbers) > 1 else _ALL
    wanted = [c for c in range(4) if mask >> c & 1]
    kind = "f4" if i.opcode == "TEX" else "i4"
    places = [writer.viewed(writer.raw(slot(at) + k), kind) for k in range(1 if shape == "1D" else 2)]
    names = writer.names(len(wanted))
    for name in names:
        writer.typed(name, "u4")
    listed = f"({', '.join(places)},)"
    writer.assign(names, f"M.texture({i.opcode == 'TLD'}, {writer.word(handle)}, {listed}, {wanted}, L, {i.address})")
    for k, name in enumerate(names):
        first = target if k < _HALF else more
        writer.set(first if first.zero else Register(first.number + k % _HALF), name, "u4")


TEXTURES: dict[str, EmitTransfer] = {"TEX": _read, "TLD": _read}
