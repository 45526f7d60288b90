"""Minima, sums and differences of words, halves and bytes: VIMNMX, VIADD, IDP, VABSDIFF."""

from __future__ import annotations

from grader.sass.instruction import Instruction, Operand, Predicate
from grader.simt.machine.integers import Emit, register_of, split, without_minus
from grader.simt.machine.writer import FALSE, TRUE, Writer


def _minimum(writer: Writer, i: Instruction, names: list[str], which: Operand, dtype: str) -> str:
    least, most = (_nested(f, names) for f in ("np.minimum", "np.maximum"))
    truth = writer.truth(which)
    value = least if truth == TRUE else most if truth == FALSE else f"choose({truth}, {least}, {most})"
    if "RELU" in i.modifiers:
        value = f"np.maximum({value}, np.int32(0))"
    return value if dtype == "u4" else f"({value}).view('u4')"


def _nested(function: str, names: list[str]) -> str:
    value = names[0]
    for name in names[1:]:
        value = f"{function}({value}, {name})"
    return value


def _vimnmx(writer: Writer, i: Instruction) -> None:
    outs, sources, (which,) = split(i.operands[1:])
    target = register_of(i.operands[0])
    if _halves(i):
        _pairs(writer, i, sources, which, outs)
        return
    dtype = "u4" if "U32" in i.modifiers else "i4"
    names = [writer.word(s, dtype) for s in sources]
    if i.opcode == "VIADDMNMX":
        names = [writer.new(f"{names[0]} + {names[1]}", dtype), names[2]]
    if outs and outs[0].number != 7:
        raise writer.unknown()
    writer.set(target, _minimum(writer, i, names, which, dtype), "u4")


def _halves(i: Instruction) -> bool:
    return not {"U16x2", "S16x2", "16x2"}.isdisjoint(i.modifiers)


def _pairs(
    writer: Writer, i: Instruction, sources: list[Operand], which: Operand, outs: list[Predicate]
) -> None:  # fmt: skip
    """Minimum or maximum of both halves, after an addition or of three."""
    signed, relu = "S16x2" in i.modifiers, "RELU" in i.modifiers
    names = [writer.word(s, "i4") for s in sources]
    truth = writer.truth(which)
    if truth not in (TRUE, FALSE):
        raise writer.unknown()
    name = "min" if truth == TRUE else "max"
    if i.opcode == "VIADDMNMX":
        total = writer.new(f"A.packed.pairs('add', {signed}, False, {names[0]}, {names[1]})", "i4")
        names = [total, names[2]]
    value = names[0]
    for k, other in enumerate(names[1:]):
        last = k == len(names) - 2
        value = writer.new(f"A.packed.pairs('{name}', {signed}, {relu and last}, {value}, {other})", "i4")
    writer.set(register_of(i.operands[0]), f"{value}.view('u4')", "u4")
    for out, half in zip(outs, (0xFFFF, 0xFFFF0000), strict=False):  # whether it is the first one's half
        same = f"({value}.view('u4') ^ {writer.viewed(names[0], 'u4')}) & np.uint32({half}) == 0"
        writer.set_predicate(out, same)


def _viadd(writer: Writer, i: Instruction) -> None:
    a, b = i.operands[1:3]
    if _halves(i):
        if getattr(b, "negated", False):
            call = f"A.packed.pairs('sub', False, False, {writer.word(a, 'i4')}, {writer.word(without_minus(b), 'i4')})"
        else:
            call = f"A.packed.pairs('add', False, False, {writer.word(a, 'i4')}, {writer.word(b, 'i4')})"
        writer.set(register_of(i.operands[0]), f"{call}.view('u4')", "u4")
        return
    writer.set(register_of(i.operands[0]), f"{writer.word(a)} + {writer.word(b)}", "u4")


def _idp(writer: Writer, i: Instruction) -> None:
    a, b, c = (writer.word(o, "i4") for o in i.operands[1:4])
    left, right = i.modifiers[-2:]
    words = {"LO": "'lo'", "HI": "'hi'"}.get(i.modifiers[1], "None")
    call = f"A.packed.dot_product({a}, {b}, {c}, {left[0] == 'S'}, {right[0] == 'S'}, {words})"
    writer.set(register_of(i.operands[0]), f"{call}.view('u4')", "u4")


def _vabsdiff(writer: Writer, i: Instruction) -> None:
    _, (a, b, c), _ = split(i.operands[1:])
    signed = "U32" not in i.modifiers
    dtype = "i4" if signed else "u4"
    x, y = (f"{writer.word(o, dtype)}.astype('i8')" for o in (a, b))
    writer.set(register_of(i.operands[0]), f"np.abs({x} - {y}).astype('u4') + {writer.word(c)}", "u4")


def _vabsdiff4(writer: Writer, i: Instruction) -> None:
    _, (a, b, c), _ = split(i.operands[1:])
    x, y, z = (writer.word(o, "i4") for o in (a, b, c))
    signed = "U8" not in i.modifiers
    call = f"I.absolute_differences({x}, {y}, {z}, {signed}, {'ACC' in i.modifiers})"
    writer.set(register_of(i.operands[0]), call, "u4")


VECTORS: dict[str, Emit] = {
    "VIMNMX": _vimnmx, "VIMNMX3": _vimnmx, "VIADDMNMX": _vimnmx, "VIADD": _viadd, "IDP": _idp, "VABSDIFF": _vabsdiff,
    "VABSDIFF4": _vabsdiff4,
}  # fmt: skip
