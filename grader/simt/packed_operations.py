"""Instructions on parts of a register, bytes, half-words or bit fields, computed by `packed` and `bits`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from grader.simt.forms import ORDERINGS, PART
from grader.simt.ptx import Instruction

if TYPE_CHECKING:
    from grader.simt.codegen import Writer


def emit_pairs(writer: Writer, instruction: Instruction) -> bool:
    """Emit add, min or max of pairs of 16-bit integers; False for another instruction."""
    kind = next((p for p in instruction.opcode if p in ("s16x2", "u16x2")), None)
    if kind is None:
        return False
    a, b = (writer.read(o, "i4") for o in instruction.operands[1:3])
    name, relu = instruction.opcode[0], "relu" in instruction.opcode
    writer.write(instruction.operands[0], f"A.packed.pairs('{name}', {kind == 's16x2'}, {relu}, {a}, {b})", "i4")
    return True


def _split(operand: str) -> tuple[str, str, str]:
    """(operand, unit "b" or "h" or "", digits of the parts) of an operand such as %r1.b3210."""
    match = PART.fullmatch(operand)
    return (match[1], match[2], match[3]) if match else (operand, "", "")


def _signs(instruction: Instruction, default: str | None) -> tuple[bool, bool, bool]:
    """Signedness of result, left and right operand. default: the result's type if the opcode has none."""
    types = [p for p in instruction.opcode if p in ("s32", "u32")]
    result, left, right = types if default is None else (default, *types)
    return result == "s32", left == "s32", right == "s32"


def _name(instruction: Instruction) -> tuple[str, str | None]:
    """(operation, the result's type if the opcode has none)."""
    opcode = instruction.opcode[0].removeprefix("v").rstrip("24")
    if opcode == "set":
        return next(p for p in instruction.opcode if p in ORDERINGS), "u32"
    if opcode in ("shl", "shr"):
        return f"{opcode}.{'clamp' if 'clamp' in instruction.opcode else 'wrap'}", None
    return opcode, None


def simd(writer: Writer, instruction: Instruction) -> None:
    """vadd2, vset4 ...: the parts of two registers side by side."""
    count = int(instruction.opcode[0][-1])
    name, result_type = _name(instruction)
    target, _, mask = _split(instruction.operands[0])
    (a, _, left), (b, _, right) = (_split(o) for o in instruction.operands[1:3])
    own, other = range(count), range(count, 2 * count)
    chosen = tuple(int(d) for d in reversed(mask)) or tuple(own)
    from_a = tuple(int(d) for d in reversed(left)) or tuple(own)
    from_b = tuple(int(d) for d in reversed(right)) or tuple(other)
    modes = f"{'sat' in instruction.opcode}, {'add' in instruction.opcode}, {chosen}, {from_a}, {from_b}"
    values = ", ".join(writer.read(o, "i4") for o in (a, b, instruction.operands[3]))
    call = f"A.packed.simd('{name}', {32 // count}, {_signs(instruction, result_type)}, {modes}, {values})"
    writer.write(target, call, "i4")


def scalar(writer: Writer, instruction: Instruction) -> None:
    """vadd, vshl, vset ...: one part of each of two registers, possibly followed by an operation with a third one."""
    name, result_type = _name(instruction)
    target, unit, index = _split(instruction.operands[0])
    sources = [_split(o) for o in instruction.operands[1:3]]
    second = next((p for p in instruction.opcode[1:] if p in ("add", "min", "max")), None)
    parts = tuple(_place(u, i) for _, u, i in sources)
    third = instruction.operands[3] if len(instruction.operands) > 3 else "0"
    values = ", ".join(writer.read(o, "i4") for o in (sources[0][0], sources[1][0], third))
    modes = f"{'sat' in instruction.opcode}, {second!r}, {_place(unit, index)}, {parts}"
    writer.write(target, f"A.packed.scalar('{name}', {_signs(instruction, result_type)}, {modes}, {values})", "i4")


def _place(unit: str, index: str) -> tuple[int, int]:
    """(first bit, bits) of the part of a register in a suffix."""
    bits = {"b": 8, "h": 16, "": 32}[unit]
    return bits * int(index or 0), bits


def _mode(instruction: Instruction) -> bool:
    """Whether amounts wrap around rather than being clamped."""
    return "wrap" in instruction.opcode


def _mask(writer: Writer, instruction: Instruction) -> None:
    a, b = (writer.read(o, "i4") for o in instruction.operands[1:3])
    writer.write(instruction.operands[0], f"A.bits.mask_of({a}, {b}, {_mode(instruction)})", "i4")


def _extend(writer: Writer, instruction: Instruction) -> None:
    a, b = (writer.read(o, "i4") for o in instruction.operands[1:3])
    signed = instruction.opcode[-1] == "s32"
    writer.write(instruction.operands[0], f"A.bits.extended({a}, {b}, {signed}, {_mode(instruction)})", "i4")


def _nth_set(writer: Writer, instruction: Instruction) -> None:
    mask, base, offset = (writer.read(o, "i4") for o in instruction.operands[1:4])
    writer.write(instruction.operands[0], f"A.bits.nth_set({mask}, {base}, {offset})", "i4")


def _permute(writer: Writer, instruction: Instruction) -> None:
    a, b, c = (writer.read(o, "i4") for o in instruction.operands[1:4])
    mode = instruction.opcode[-1]
    chosen = c if mode == "b32" else f"A.packed.selector('{mode}', {c})"
    writer.write(instruction.operands[0], f"A.permute_bytes({a}, {b}, {chosen})", "i4")


def _dot_product(writer: Writer, instruction: Instruction) -> None:
    signs = [p == "s32" for p in instruction.opcode if p in ("s32", "u32")]
    words = next((p for p in instruction.opcode if p in ("lo", "hi")), None)
    a, b, c = (writer.read(o, "i4") for o in instruction.operands[1:4])
    call = f"A.packed.dot_product({a}, {b}, {c}, {signs[0]}, {signs[1]}, {words!r})"
    writer.write(instruction.operands[0], call, "i4")


def emit_pack(writer: Writer, instruction: Instruction) -> bool:
    """Emit cvt.pack; False for another conversion."""
    if "pack" not in instruction.opcode:
        return False
    kind = instruction.opcode[3]
    operands = [*instruction.operands[1:], "0"][:3]
    values = ", ".join(writer.read(o, "i4") for o in operands)
    writer.write(instruction.operands[0], f"A.packed.pack_saturated({kind[1:]}, {kind[0] == 's'}, {values})", "i4")
    return True


_SIMD = ("vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax", "vset")
_SCALAR = ("vadd", "vsub", "vabsdiff", "vmin", "vmax", "vset", "vshl", "vshr")
PACKED: dict[str, Callable[[Writer, Instruction], None]] = {
    **{f"{name}{count}": simd for name in _SIMD for count in (2, 4)}, **dict.fromkeys(_SCALAR, scalar),
    "bmsk": _mask, "szext": _extend, "fns": _nth_set, "prmt": _permute, "dp4a": _dot_product, "dp2a": _dot_product,
}  # fmt: skip
