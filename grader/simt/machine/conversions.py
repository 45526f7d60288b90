"""Conversions between numbers of all kinds, and arithmetic on pairs of halves."""

from __future__ import annotations

from grader.sass.instruction import Immediate, Instruction, Operand, Predicate, Register
from grader.simt.machine.floats import bare, comparison, flushes, mufu, register, rounding, single
from grader.simt.machine.integers import Emit
from grader.simt.machine.writer import FALSE, TRUE, Writer

_INTEGERS = {"U8": "u1", "S8": "i1", "U16": "u2", "S16": "i2", "U32": "u4", "S32": "i4", "U64": "u8", "S64": "i8"}
_TO_INTEGER = {"TRUNC": "rzi", "FLOOR": "rmi", "CEIL": "rpi"}
_WHOLE = {"TRUNC": "np.trunc", "FLOOR": "np.floor", "CEIL": "np.ceil"}
_KINDS = {"F16": "f16", "BF16": "bf16"}


def _integer_of(i: Instruction) -> str:
    return next((_INTEGERS[m] for m in i.modifiers if m in _INTEGERS), "i4")


def _half_of(writer: Writer, operand: Operand, kind: str) -> str:
    """One half-precision operand, of the half of its register that it names, as float32."""
    if isinstance(operand, Immediate):
        return writer.word(operand, "f4")
    upper = getattr(operand, "part", "") in ("H1", "H1_H1")
    bits = writer.word(bare(operand))
    part = writer.once(f"({bits} >> np.uint32(16)).astype('u2')" if upper else f"{bits}.astype('u2')", "u2")
    value = writer.once(f"H.widen('{kind}', {part}.view('i2'))", "f4")
    if getattr(operand, "absolute", False):
        value = writer.once(f"np.abs({value})", "f4")
    return writer.once(f"-{value}", "f4") if getattr(operand, "negated", False) else value


def _float_operand(writer: Writer, i: Instruction, operand: Operand, kind: str) -> str:
    if kind == "F64":
        return writer.pair(operand, "f8")
    if kind in _KINDS:
        return _half_of(writer, operand, _KINDS[kind])
    return single(writer, i, operand)


def _i2f(writer: Writer, i: Instruction) -> None:
    target, source = i.operands
    dtype = _integer_of(i)
    if dtype[1] == "8":
        value = writer.pair(source, dtype)
    elif dtype[1] == "4":
        value = writer.word(source, dtype)
    else:
        part = getattr(source, "part", "")
        shift = int(part[1:] or 0) * (8 if part[:1] == "B" else 16) if part else 0
        bits = writer.word(bare(source)) if part else writer.word(source)
        moved = f"({bits} >> np.uint32({shift}))" if shift else bits
        value = writer.once(f"{moved}.astype('u{dtype[1]}').view('{dtype}')", dtype)
    direction = rounding(i)
    if "F64" in i.modifiers:
        converted = f"A.convert_directed({value}, 'f8', '{direction}')" if direction else f"{value}.astype('f8')"
        writer.set_pair(register(target), converted, "f8")
    elif not _KINDS.keys().isdisjoint(i.modifiers):
        kind = next(_KINDS[m] for m in i.modifiers if m in _KINDS)
        wide = f"A.integer_to_odd({value})" if dtype[1] == "8" else f"{value}.astype('f8')"
        writer.set(register(target), f"H.narrow('{kind}', {wide}, '{direction or 'rn'}').view('u2').astype('u4')", "u4")
    else:
        converted = f"A.convert_directed({value}, 'f4', '{direction}')" if direction else f"{value}.astype('f4')"
        writer.set(register(target), converted, "f4")


def _f2i(writer: Writer, i: Instruction) -> None:
    target, source = i.operands
    dtype = _integer_of(i)
    way = next((_TO_INTEGER[m] for m in i.modifiers if m in _TO_INTEGER), "rni")
    kind = next((m for m in i.modifiers if m in ("F64", "F16", "BF16")), "F32")
    value = _float_operand(writer, i, source, kind)
    size = "8" if dtype[1] == "8" else "4"
    converted = writer.new(f"A.float_to_int({value}, np.dtype('{dtype}').type, '{way}')", dtype)
    if dtype[1] in "12":
        converted = writer.new(f"{converted}.astype('{dtype[0]}4')", f"{dtype[0]}4")
    if size == "8":
        writer.set_pair(register(target), f"{converted}.view('u8')", "u8")
    else:
        writer.set(register(target), f"{converted}.view('u4')", "u4")


def _f2f(writer: Writer, i: Instruction) -> None:
    target, source = i.operands
    to, kind = [m for m in i.modifiers if m in ("F64", "F32", "F16", "BF16")]
    value, direction = _float_operand(writer, i, source, kind), rounding(i)
    if to == "F64":
        value = f"A.canonical({value})" if kind == "F32" and flushes(i) else value
        writer.set_pair(register(target), f"{value}.astype('f8')", "f8")
    elif to == "F32":
        converted = f"A.convert_directed({value}, 'f4', '{direction}')" if direction else f"{value}.astype('f4')"
        writer.set(register(target), converted, "f4")
    else:
        packed = f"H.narrow('{_KINDS[to]}', {value}, '{direction or 'rn'}')"
        packed = f"H.nans_of_doubles({packed}, {value})" if (to, kind) == ("F16", "F64") else packed
        writer.set(register(target), f"{packed}.view('u2').astype('u4')", "u4")


def _frnd(writer: Writer, i: Instruction) -> None:
    target, source = i.operands
    function = next((_WHOLE[m] for m in i.modifiers if m in _WHOLE), "np.rint")
    kind = next((m for m in i.modifiers if m in ("F64", "F16", "BF16")), "F32")
    value = _float_operand(writer, i, source, kind)
    if kind == "F64":
        writer.set_pair(register(target), f"{function}({value})", "f8")
    elif kind == "F32":
        writer.set(register(target), f"A.canonical({function}({value}))", "f4")
    else:
        packed = f"H.narrow('{_KINDS[kind]}', {function}({value}))"
        writer.set(register(target), f"{packed}.view('u2').astype('u4')", "u4")


def _i2i(writer: Writer, i: Instruction) -> None:
    target, source = i.operands
    dtype = _INTEGERS[i.modifiers[0]]
    clamped = f"A.saturate_int({writer.word(source, 'i4')}, np.dtype('{dtype}').type)"
    writer.set(register(target), f"{clamped}.astype('{dtype[0]}4').view('u4')", "u4")


def _i2ip(writer: Writer, i: Instruction) -> None:
    kind = i.modifiers[0]
    if "SATRELU" in i.modifiers or "SAT" not in i.modifiers:
        raise writer.unknown()
    a, b, c = (writer.word(o, "i4") for o in i.operands[1:4])
    call = f"A.packed.pack_saturated({kind[1:]}, {kind[0] == 'S'}, {a}, {b}, {c}).view('u4')"
    writer.set(register(i.operands[0]), call, "u4")


def _f2ip(writer: Writer, i: Instruction) -> None:
    """A float to a byte; the compiler packs no second one beside it."""
    target, other, source, above = i.operands
    if not {"S8", "RELU"}.isdisjoint(i.modifiers) or not all(getattr(o, "zero", False) for o in (other, above)):
        raise writer.unknown()
    way = "rzi" if "TRUNC" in i.modifiers else "rni"
    writer.set(register(target), f"A.float_to_int({writer.word(source, 'f4')}, np.uint8, '{way}').astype('u4')", "u4")


def _f2fp(writer: Writer, i: Instruction) -> None:
    """Two floats into one register, or two small floats out of one."""
    target, *sources = i.operands
    names = set(i.modifiers)
    way = next(m for m in i.modifiers if m.startswith(("PACK", "UNPACK", "MERGE")))
    direction = rounding(i) or "rn"
    if way == "PACK_AB" and not names.isdisjoint(_KINDS) and "F32" in names:
        kind = next(_KINDS[m] for m in i.modifiers if m in _KINDS)
        high, low = (writer.word(s, "f4") for s in sources)
        value = f"H.interleave({low}, {high})"
        if "SATFINITE" in names:
            value = f"H.finite('{kind}', {value})"
        if "RELU" in names:
            value = f"H.positive_part({value})"
        writer.set(register(target), f"H.narrow('{kind}x2', {value}, '{direction}').view('u4')", "u4")
        return
    if way == "PACK_B" and "TF32" in names:
        value = writer.word(sources[0], "f4")
        value = f"H.positive_part({value})" if "RELU" in names else value
        writer.set(register(target), f"H.to_tf32({value}, '{direction}')", "u4")
        return
    small = next((m.lower() for m in i.modifiers if m in ("E4M3", "E5M2")), None)
    if way == "MERGE_C" and small is None:
        kind, value = next(_KINDS[m] for m in i.modifiers if m in _KINDS), writer.word(sources[0], "f4")
        value = f"H.positive_part({value})" if "RELU" in names else value
        low = f"H.narrow('{kind}', {value}, '{direction}').view('u2')"
        writer.set(register(target), f"{low} | ({writer.word(sources[1])} & np.uint32(0xFFFF0000))", "u4")
        return
    if small is None:
        raise writer.unknown()
    if way == "UNPACK_B" and "F16" in names:
        upper = getattr(sources[0], "part", "") == "H1"
        bits = writer.word(bare(sources[0]))
        part = f"({bits} >> np.uint32(16)).astype('u2')" if upper else f"{bits}.astype('u2')"
        widened = f"H.widen('{small}x2', {part}.view('i2'))"
        writer.set(register(target), f"H.narrow('f16x2', {widened}).view('u4')", "u4")
        return
    if way == "PACK_AB_MERGE_C":
        high, low = (writer.word(s, "f4") for s in sources[:2])
        value = f"H.interleave({low}, {high})"
    elif way == "UNPACK_B_MERGE_C":
        value = f"H.widen('f16x2', {writer.word(sources[0], 'i4')})"
    else:
        raise writer.unknown()
    if "RELU" in names:
        value = f"H.positive_part({value})"
    packed = f"H.narrow('{small}x2', {value}).view('u2').astype('u4')"
    writer.set(register(target), f"{packed} | ({writer.word(sources[-1])} << np.uint32(16))", "u4")


def _mufu_of_half(writer: Writer, i: Instruction) -> None:
    """MUFU in single precision; of the result the lower bits are cut off."""
    kind = next((_KINDS[m] for m in i.modifiers if m in _KINDS), None)
    if kind is None:
        mufu(writer, i)
        return
    if i.modifiers[0] not in ("EX2", "TANH"):
        raise writer.unknown()
    value = writer.new(f"S.{i.modifiers[0].lower()}({_half_of(writer, i.operands[1], kind)})", "f4")
    beyond = f"np.where({value} >= 65536, np.float32(np.inf), {value})" if kind == "f16" else value
    writer.set(register(i.operands[0]), f"H.narrow('{kind}', {beyond}, 'rz').view('u2').astype('u4')", "u4")


# ---- pairs of halves


def _pair_kind(i: Instruction) -> str:
    return "bf16" if "BF16_V2" in i.modifiers else "f16"


def _pairs_of(writer: Writer, i: Instruction, operands: list[Operand]) -> list[str]:
    """The operands of an instruction on pairs, each as a register with both halves, signs applied."""
    found: list[str] = []
    rest = list(operands)
    while rest:
        first = rest.pop(0)
        if isinstance(first, Immediate):
            low = rest.pop(0)
            assert isinstance(low, Immediate)
            found.append(writer.constants.name(first.bits << 16 | low.bits, "u4"))
        else:
            found.append(_pair_of(writer, first))
    return found


def _pair_of(writer: Writer, operand: Operand) -> str:
    name = writer.word(bare(operand))
    part = getattr(operand, "part", "")
    if part in ("H0_H0", "H0_NH1", "H1_H1"):
        one = f"({name} >> np.uint32(16))" if part == "H1_H1" else f"({name} & np.uint32(0xFFFF))"
        name = writer.once(f"{one} * np.uint32(0x10001)", "u4") if part != "H0_NH1" else name
    if getattr(operand, "absolute", False):
        name = writer.once(f"{name} & np.uint32(0x7FFF7FFF)", "u4")
    if getattr(operand, "negated", False):
        name = writer.once(f"{name} ^ np.uint32(0x80008000)", "u4")
    if part != "H0_NH1":
        return name
    swapped = f"({name} >> np.uint32(16) | {name} << np.uint32(16))"  # the low half is the negated high one
    return writer.once(f"{swapped} ^ np.uint32(0x8000)", "u4")


def _modes(i: Instruction) -> tuple[str, ...]:
    modes = ["sat"] if "SAT" in i.modifiers else []
    modes += ["relu"] if "RELU" in i.modifiers else []
    modes += ["NaN"] if "NAN" in i.modifiers else []
    return (*modes, *(("ftz",) if flushes(i) else ()))


def _applied(writer: Writer, i: Instruction, name: str, pairs: list[str]) -> str:
    listed = ", ".join(writer.viewed(p, "i4") for p in pairs)
    return writer.new(f"H.apply('{name}', '{_pair_kind(i)}x2', {_modes(i)}, {listed}).view('u4')", "u4")


def _on_halves(writer: Writer, i: Instruction) -> None:
    if i.opcode == "HADD2" and "F32" in i.modifiers:
        writer.set(register(i.operands[0]), f"A.canonical({_half_of(writer, i.operands[2], _pair_kind(i))})", "f4")
        return
    sources = list(i.operands[1:])
    which = sources.pop() if isinstance(sources[-1], Predicate) else None
    if i.opcode == "HFMA2" and _is_constant(sources):
        high, low = sources[2:]
        assert isinstance(high, Immediate) and isinstance(low, Immediate)
        writer.set(register(i.operands[0]), writer.constants.name(high.bits << 16 | low.bits, "u4"), "u4")
        return
    pairs = _pairs_of(writer, i, sources)
    if i.opcode == "HMNMX2":
        assert which is not None
        truth = writer.truth(which)
        least, most = (_applied(writer, i, n, pairs) for n in ("min", "max"))
        value = least if truth == TRUE else most if truth == FALSE else f"choose({truth}, {least}, {most})"
    else:
        value = _applied(writer, i, {"HADD2": "add", "HMUL2": "mul", "HFMA2": "fma"}[i.opcode], pairs)
    writer.set(register(i.operands[0]), value, "u4")


def _is_constant(sources: list[Operand]) -> bool:
    """Whether it only puts two numbers into a register: -0 * 0 plus them."""
    zeros = [s for s in sources[:2] if isinstance(s, Register) and s.zero]
    return len(sources) == 4 and len(zeros) == 2 and isinstance(sources[2], Immediate)


def _halves_compared(writer: Writer, i: Instruction, sources: list[Operand]) -> str:
    """Both comparisons of pairs, as neighbouring elements."""
    name = next(m for m in i.modifiers if m not in ("BF16_V2", "BF"))
    a, b = (writer.viewed(p, "i4") for p in _pairs_of(writer, i, sources))
    truth = f"lambda x, y: {comparison(name, 'x', 'y')}"
    return writer.new(f"H.compare('{_pair_kind(i)}x2', {truth}, {a}, {b}, {flushes(i)})", "?")


def _combined(writer: Writer, i: Instruction, extra: Operand) -> tuple[str, str | None]:
    combination = next(m for m in i.modifiers if m in ("AND", "OR", "XOR"))
    more = writer.truth(extra)
    neutral = {"AND": TRUE, "OR": FALSE, "XOR": FALSE}[combination]
    return {"AND": "&", "OR": "|", "XOR": "^"}[combination], None if more == neutral else more


def _hset2(writer: Writer, i: Instruction) -> None:
    target, *sources, extra = i.operands
    truth = _halves_compared(writer, i, sources)
    symbol, more = _combined(writer, i, extra)
    if more:
        truth = writer.new(f"{truth} {symbol} np.repeat({more}, 2, axis=-1)", "?")
    as_mask = "BF" not in i.modifiers
    call = f"H.one_or_zero('{_pair_kind(i)}x2', {truth}, {as_mask}).view('u4')"
    writer.set(register(target), call, "u4")


def _hsetp2(writer: Writer, i: Instruction) -> None:
    """Without H_AND the predicates are those of the low and of the high half."""
    first, second, *sources, extra = i.operands
    truth = _halves_compared(writer, i, sources)
    low, high = writer.new(f"{truth}[..., 0::2]", "?"), writer.new(f"{truth}[..., 1::2]", "?")
    if "H_AND" in i.modifiers:
        low = writer.new(f"{low} & {high}", "?")
        high = writer.new(f"~{low}", "?")
    symbol, more = _combined(writer, i, extra)
    for target, value in ((first, low), (second, high)):
        assert isinstance(target, Predicate)
        writer.set_predicate(target, f"{value} {symbol} {more}" if more else value)


CONVERSIONS: dict[str, Emit] = {
    "I2F": _i2f, "I2FP": _i2f, "F2I": _f2i, "F2F": _f2f, "FRND": _frnd, "I2I": _i2i, "I2IP": _i2ip, "F2IP": _f2ip,
    "F2FP": _f2fp, "HADD2": _on_halves, "HMUL2": _on_halves, "HFMA2": _on_halves, "HMNMX2": _on_halves, "HSET2": _hset2,
    "HSETP2": _hsetp2, "MUFU": _mufu_of_half,
}  # fmt: skip
