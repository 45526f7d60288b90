"""Arithmetic in single and double precision."""

from __future__ import annotations

from dataclasses import replace

from grader.sass.instruction import Constant, Instruction, Operand, Predicate, Register
from grader.simt.machine.integers import Emit, set_both
from grader.simt.machine.writer import FALSE, TRUE, Writer

_ROUNDINGS = {"RZ": "rz", "RM": "rm", "RP": "rp"}
_SCALES = {"D2": 0.5, "D4": 0.25, "D8": 0.125, "M2": 2, "M4": 4, "M8": 8}
_COMPARED = {"LT": "<", "LE": "<=", "GT": ">", "GE": ">=", "EQ": "=="}
_REVERSED = {"LT": ">=", "LE": ">", "GT": "<=", "GE": "<"}


def register(operand: Operand) -> Register:
    """An operand that is a register."""
    assert isinstance(operand, Register)
    return operand


def rounding(i: Instruction) -> str | None:
    """The direction of rounding, None for the nearest."""
    return next((_ROUNDINGS[m] for m in i.modifiers if m in _ROUNDINGS), None)


def bare(operand: Operand) -> Operand:
    """The whole register or constant, without minus and bars; an immediate as it is."""
    if isinstance(operand, Register | Constant):
        return replace(operand, part="", negated=False, absolute=False)
    return operand


def flushes(i: Instruction) -> bool:
    """Whether subnormal numbers become zeros."""
    return "FTZ" in i.modifiers or "FMZ" in i.modifiers


def single(writer: Writer, i: Instruction, operand: Operand) -> str:
    """A float32 operand, flushed if the instruction does so."""
    name = writer.word(operand, "f4")
    return writer.once(f"A.flush({name})", "f4") if flushes(i) else name


def _result(writer: Writer, i: Instruction, expression: str) -> None:
    """Write what A.canonical or A.fma_f32 gives."""
    if flushes(i):
        expression = f"A.flush({expression})"
    if "SAT" in i.modifiers:
        expression = f"A.clamp_unit({expression})"
    writer.set(register(i.operands[0]), expression, "f4")


def _fadd(writer: Writer, i: Instruction) -> None:
    a, b = (single(writer, i, o) for o in i.operands[1:3])
    if direction := rounding(i):
        one = writer.constants.name(1.0, "f8")
        total = f"A.fma_f32_directed({a}.astype('f8'), {one}, {b}.astype('f8'), '{direction}')"
    else:
        total = f"{a} + {b}"
    _result(writer, i, f"A.canonical({total})")


def _fmul(writer: Writer, i: Instruction) -> None:
    a, b = (single(writer, i, o) for o in i.operands[1:3])
    if direction := rounding(i):
        nothing = writer.constants.name(0.0 if direction == "rm" else -0.0, "f8")  # keeps the sign of a product of zero
        product = f"A.fma_f32_directed({a}.astype('f8'), {b}.astype('f8'), {nothing}, '{direction}')"
    else:
        product = f"{a} * {b}"
    scale = next((_SCALES[m] for m in i.modifiers if m in _SCALES), None)
    if scale is not None:
        product = f"(({a} * np.float32({scale})) * {b})"
    _result(writer, i, f"A.canonical({product})")


def _ffma(writer: Writer, i: Instruction) -> None:
    a, b, c = (single(writer, i, o) for o in i.operands[1:4])
    if direction := rounding(i):
        wide = ", ".join(f"{x}.astype('f8')" for x in (a, b, c))
        _result(writer, i, f"A.canonical(A.fma_f32_directed({wide}, '{direction}'))")
    else:
        _result(writer, i, f"A.fma_f32({a}, {b}, {c})")


def _fmnmx(writer: Writer, i: Instruction) -> None:
    a, b = (single(writer, i, o) for o in i.operands[1:3])
    truth = writer.truth(i.operands[3])
    least, most = f"A.minimum_float({a}, {b})", f"A.maximum_float({a}, {b})"
    value = least if truth == TRUE else most if truth == FALSE else f"choose({truth}, {least}, {most})"
    if "NAN" in i.modifiers:
        value = f"A.or_nan({value}, {a}, {b})"
    if "XORSIGN" in i.modifiers:
        raise writer.unknown()
    writer.set(register(i.operands[0]), f"A.canonical({value})", "f4")


def comparison(name: str, a: str, b: str) -> str:
    """A comparison of floats: the names that end with U hold for NaNs, too."""
    if name in ("T", "F"):
        return TRUE if name == "T" else FALSE
    if name in ("NUM", "NAN"):
        unordered = f"(np.isnan({a}) | np.isnan({b}))"
        return f"~{unordered}" if name == "NUM" else unordered
    if name == "NEU":
        return f"{a} != {b}"
    if name == "NE":
        return f"({a} < {b}) | ({a} > {b})"
    if name == "EQU":
        return f"({a} == {b}) | np.isnan({a}) | np.isnan({b})"
    if name.endswith("U"):
        return f"~({a} {_REVERSED[name[:2]]} {b})"
    return f"{a} {_COMPARED[name]} {b}"


def _compared(writer: Writer, name: str, a: str, b: str) -> str:
    truth = comparison(name, a, b)
    return truth if truth in (TRUE, FALSE) else writer.new(truth, "?")


def _fsetp(writer: Writer, i: Instruction) -> None:
    first, second, a, b, extra = i.operands
    truth = _compared(writer, i.modifiers[0], single(writer, i, a), single(writer, i, b))
    set_both(writer, i, (first, second), truth, extra)


def _fset(writer: Writer, i: Instruction) -> None:
    target, a, b, extra = i.operands
    truth = _compared(writer, i.modifiers[1], single(writer, i, a), single(writer, i, b))
    symbol = {"AND": "&", "OR": "|", "XOR": "^"}[next(m for m in i.modifiers if m in ("AND", "OR", "XOR"))]
    writer.set(register(target), f"({truth} {symbol} {writer.truth(extra)}).astype('f4')", "f4")


def _fsel(writer: Writer, i: Instruction) -> None:
    target, a, b, which = i.operands
    value = f"choose({writer.truth(which)}, {single(writer, i, a)}, {single(writer, i, b)})"
    writer.set(register(target), value, "f4")


def mufu(writer: Writer, i: Instruction) -> None:
    """MUFU of singles, and of the high words of doubles."""
    target, source = i.operands
    name = i.modifiers[0]
    if name.endswith("64H"):
        writer.set(register(target), f"S.{name.lower()}({_high_word(writer, source)})", "u4")
        return
    if len(i.modifiers) > 1:
        raise writer.unknown()
    writer.set(register(target), f"S.{name.lower()}({writer.word(source, 'f4')})", "f4")


def _high_word(writer: Writer, source: Operand) -> str:
    """The high word of a double, with its signs."""
    return writer.viewed(writer.word(source, "f4"), "u4")


def _fchk(writer: Writer, i: Instruction) -> None:
    target, a, b = i.operands
    assert isinstance(target, Predicate)
    writer.set_predicate(target, f"I.needs_slow_division({writer.word(a, 'f4')}, {writer.word(b, 'f4')})")


def _double(writer: Writer, i: Instruction) -> None:
    operands = [writer.pair(o, "f8") for o in i.operands[1:]]
    a, *others = (writer.pair(bare(o), "f8") for o in i.operands[1:])
    direction, listed = rounding(i), ", ".join(operands)
    name = i.opcode
    if direction and name == "DADD":
        value = f"A.add_f64_directed({listed}, '{direction}')"
    elif direction:
        value = f"A.directed('{'mul' if name == 'DMUL' else 'fma'}', '{direction}', {listed})"
    elif name == "DFMA":
        value = f"A.fma_f64({listed})"
    else:
        value = f"{operands[0]} {'+' if name == 'DADD' else '*'} {operands[1]}"
    writer.set_pair(register(i.operands[0]), f"A.nans_of({value}, {', '.join(others)}, {a})", "f8")


def _dsetp(writer: Writer, i: Instruction) -> None:
    first, second, a, b, extra = i.operands
    x, y = writer.pair(a, "f8"), writer.pair(b, "f8")
    name = i.modifiers[0]
    if name in ("MIN", "MAX"):
        assert isinstance(first, Predicate) and isinstance(second, Predicate)
        sign = "<" if name == "MIN" else ">"
        zeros = f"({x} == {y}) & (np.signbit({y}) {sign} np.signbit({x}))"  # +0 is greater than -0
        chosen = writer.new(f"({x} {sign} {y}) | (np.isnan({y}) & ~np.isnan({x})) | ({zeros})", "?")
        neither = writer.new(f"np.isnan({x}) & np.isnan({y})", "?")
        writer.set_predicate(first, chosen)
        writer.set_predicate(second, neither)
        return
    set_both(writer, i, (first, second), _compared(writer, name, x, y), extra)


FLOATS: dict[str, Emit] = {
    "FADD": _fadd, "FMUL": _fmul, "FFMA": _ffma, "FMNMX": _fmnmx, "FSETP": _fsetp, "FSET": _fset, "FSEL": _fsel,
    "FCHK": _fchk, "DADD": _double, "DMUL": _double, "DFMA": _double, "DSETP": _dsetp,
}  # fmt: skip
