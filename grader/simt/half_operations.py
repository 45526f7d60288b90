"""Half-precision PTX instructions, and conversions to and from 8-bit floats, computed by `halves` at run time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.simt import small_floats
from grader.simt.comparisons import combined, comparison
from grader.simt.halves import KINDS, OPERATIONS
from grader.simt.operand_types import numpy_type
from grader.simt.ptx import TYPE_BYTES, Instruction

if TYPE_CHECKING:
    from grader.simt.codegen import Writer

_INTEGRAL = {"rni": "rint", "rzi": "trunc", "rmi": "floor", "rpi": "ceil"}


def half_kind(instruction: Instruction) -> str | None:
    """The half-precision type of an arithmetic instruction, if it has one."""
    return instruction.opcode[-1] if instruction.opcode[-1] in KINDS else None


def emit_half(writer: Writer, instruction: Instruction) -> bool:
    """Emit a half-precision instruction; False for others."""
    opcode = instruction.opcode
    kind = half_kind(instruction)
    if opcode[0] == "cvt":
        return any(k in opcode for k in (*KINDS, *small_floats.KINDS)) and _cvt(writer, instruction)
    if kind is None:
        return False
    if opcode[0] in ("setp", "set"):
        _compare(writer, instruction, kind)
        return True
    if opcode[0] not in OPERATIONS:
        return False
    dtype = f"i{TYPE_BYTES[kind]}"
    operands = ", ".join(writer.read(o, dtype) for o in instruction.operands[1:])
    modes = tuple(p for p in opcode if p in ("relu", "sat", "NaN", "ftz"))
    call = f"H.apply('{opcode[0]}', '{kind}', {modes}, {operands})"
    writer.write(instruction.operands[0], call, dtype)
    return True


def _compare(writer: Writer, instruction: Instruction, kind: str) -> None:
    opcode = instruction.opcode
    dtype = f"i{TYPE_BYTES[kind]}"
    a, b = (writer.read(o, dtype) for o in instruction.operands[1:3])
    truth = f"lambda x, y: {comparison(opcode[1], 'x', 'y', True)}"
    compared = writer.new(f"H.compare('{kind}', {truth}, {a}, {b}, {'ftz' in opcode})")
    pair = kind.endswith("x2")
    if opcode[0] == "set":
        compared = combined(writer, instruction, compared, "np.repeat({}, 2, axis=-1)" if pair else "{}")
        call = f"H.one_or_zero('{kind}', {compared}, {opcode[-2] not in KINDS})"
        writer.write(instruction.operands[0], call, dtype)
        return
    for i, target in enumerate(instruction.operands[0].split("|")):
        value = f"{compared}[..., {i}::2]" if pair else compared if i == 0 else f"~{compared}"
        writer.write(target, combined(writer, instruction, value), "?")


def _cvt(writer: Writer, instruction: Instruction) -> bool:
    """Between half precision, 8-bit floats and other types. A pair takes its upper value first."""
    opcode, (target, *sources) = instruction.opcode, instruction.operands
    to, source = opcode[-2], opcode[-1]
    rounding = next((p for p in opcode if p in ("rn", "rz", "rm", "rp")), "rn")
    integer = next((p for p in opcode if p in _INTEGRAL), None)
    if len(sources) == 2:
        high, low = (writer.read(o, "f4") for o in sources)
        value = writer.new(f"H.interleave({low}, {high})")
    elif source in KINDS or source in small_floats.KINDS:
        value = writer.new(f"H.widen('{source}', {writer.read(sources[0], f'i{TYPE_BYTES[source]}')})")
    else:
        value = writer.read(sources[0], numpy_type(source))
        if numpy_type(source)[0] in "iu":
            long = numpy_type(source)[1] == "8"
            value = writer.new(f"A.integer_to_odd({value})" if long else f"{value}.astype('f8')")
    if "relu" in opcode:
        value = writer.new(f"H.positive_part({value})")
    if "sat" in opcode:
        value = writer.new(f"A.clamp_unit({value})")
    if "satfinite" in opcode and to in KINDS:
        value = writer.new(f"H.finite('{to}', {value})")
    if to in KINDS or to in small_floats.KINDS:
        if integer:
            value = writer.new(f"np.{_INTEGRAL[integer]}({value})")
        writer.write(target, f"H.narrow('{to}', {value}, '{rounding}')", f"i{TYPE_BYTES[to]}")
    elif numpy_type(to)[0] in "iu":
        dtype = numpy_type(to)
        call = f"A.float_to_int({value}, np.dtype('{dtype}').type, '{integer or 'rzi'}')"
        wide = writer.program.canonical(target)
        writer.write(target, f"{call}.astype('{wide}')" if int(wide[1]) > int(dtype[1]) else call,
                     wide if int(wide[1]) > int(dtype[1]) else dtype)  # fmt: skip
    else:
        writer.write(target, f"{value}.astype('{numpy_type(to)}')", numpy_type(to))
    return True
