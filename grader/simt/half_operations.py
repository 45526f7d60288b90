"""Half-precision PTX instructions, and conversions to and from 8-bit floats, handed to `halves` at run time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.simt import small_floats
from grader.simt.halves import KINDS, OPERATIONS
from grader.simt.packed_operations import emit_pairs
from grader.simt.ptx import TYPE_BYTES, Instruction, Unsupported

if TYPE_CHECKING:
    from grader.simt.codegen import Writer

_INTEGRAL = {"rni": "rint", "rzi": "trunc", "rmi": "floor", "rpi": "ceil"}
_MODIFIERS = {"rn", "relu", "NaN", "sat", "ftz", "approx"}  # of arithmetic; what is not here is refused
_CONVERTING = {"cvt", "rn", "rz", "rm", "rp", *_INTEGRAL, "relu", "sat", "satfinite", "ftz"}


def half_kind(instruction: Instruction) -> str | None:
    """The half-precision type that an arithmetic instruction works on, if it is one."""
    return instruction.opcode[-1] if instruction.opcode[-1] in KINDS else None


def emit_half(writer: Writer, instruction: Instruction) -> bool:
    """Emit an instruction on halves, or on pairs of integers; False if it is none."""
    if emit_pairs(writer, instruction):
        return True
    opcode = instruction.opcode
    kind = half_kind(instruction)
    if opcode[0] == "cvt":
        return any(k in opcode for k in (*KINDS, *small_floats.KINDS)) and _cvt(writer, instruction)
    if kind is None:
        return False
    if opcode[0] in ("setp", "set"):
        _compare(writer, instruction, kind)
        return True
    if opcode[0] in ("atom", "red") and "add" in opcode:
        _atomic_add(writer, instruction, kind)
        return True
    if opcode[0] not in OPERATIONS:
        return False
    if not _MODIFIERS.issuperset(opcode[1:-1]):
        raise Unsupported(f"the instruction `{instruction.text}`", instruction.line)
    dtype = f"i{TYPE_BYTES[kind]}"
    operands = ", ".join(writer.read(o, dtype) for o in instruction.operands[1:])
    flags = "".join(f", {m.lower()}=True" for m in ("NaN", "sat", "ftz") if m in opcode)
    call = f"H.apply('{opcode[0]}', '{kind}', {'relu' in opcode}, {operands}{flags})"
    writer.write(instruction.operands[0], call, dtype)
    return True


def _compare(writer: Writer, instruction: Instruction, kind: str) -> None:
    from grader.simt.operations import comparison

    opcode = instruction.opcode
    dtype = f"i{TYPE_BYTES[kind]}"
    a, b = (writer.read(o, dtype) for o in instruction.operands[1:3])
    truth = f"lambda x, y: {comparison(opcode[1], 'x', 'y', True)}"
    compared = writer.new(f"H.compare('{kind}', {truth}, {a}, {b}, {'ftz' in opcode})")
    operator = next((sign for word, sign in (("and", "&"), ("or", "|"), ("xor", "^")) if word in opcode), None)
    other = writer.read(instruction.operands[3], "?") if operator else ""
    pair = kind.endswith("x2")
    if opcode[0] == "set":
        if operator:
            compared = writer.new(f"{compared} {operator} {f'H.both({other})' if pair else other}")
        call = f"H.one_or_zero('{kind}', {compared}, {opcode[-2] not in KINDS})"
        writer.write(instruction.operands[0], call, dtype)
        return
    for i, target in enumerate(instruction.operands[0].split("|")):
        value = f"{compared}[..., {i}::2]" if pair else compared if i == 0 else f"~{compared}"
        writer.write(target, f"{value} {operator} {other}" if operator else value, "?")


def _cvt(writer: Writer, instruction: Instruction) -> bool:
    """Between half precision, 8-bit floats and other types. A pair takes its upper value first."""
    from grader.simt.operations import numpy_type

    opcode, (target, *sources) = instruction.opcode, instruction.operands
    to, source = opcode[-2], opcode[-1]
    if not _CONVERTING.issuperset(opcode[:-2]):
        raise Unsupported(f"the instruction `{instruction.text}`", instruction.line)
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
            value = writer.new(f"H.from_integer({value})")
    if "relu" in opcode:
        value = writer.new(f"H.positive_part({value})")
    if "sat" in opcode:
        value = writer.new(f"H.unit({value})")
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


def _atomic_add(writer: Writer, instruction: Instruction, kind: str) -> None:
    """atom.add and red.add; the two values of a pair are two atomics (PTX ISA 9.0, atom)."""
    from grader.simt.memory_operations import _view

    group = writer.program.group_of[writer.block.index, writer.position]
    access = group.accesses[0]
    if access.elements > 1:
        raise Unsupported(f"the atomic `{instruction.text}`", instruction.line)
    reduction = instruction.opcode[0] == "red"
    dtype = f"i{TYPE_BYTES[kind]}"
    value = writer.read(instruction.operands[1 if reduction else 2], dtype)
    views = _view(writer, group, instruction)
    views = f"{views}.views(G[{group.index}])" if group.space == "generic" else f"[({views}, None)]"
    old = f"H.atomic_add({views}, '{kind}', {access.offset}, {value}, L.count)"
    if reduction:
        writer.lines.append(old)
    else:
        writer.write(instruction.operands[0], old, dtype)
