"""Integer arithmetic, logic, selection: how each machine instruction is written with NumPy.

Where an instruction adds, a negated operand counts as its complement plus one, so that -0 carries.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from grader.sass.instruction import Immediate, Instruction, Operand, Predicate, Register
from grader.simt.machine.writer import FALSE, TRUE, ZERO, ZERO_PAIR, Writer

Emit = Callable[[Writer, Instruction], None]
_PAIR_BITS = "np.uint64(32)"


def split(operands: tuple[Operand, ...]) -> tuple[list[Predicate], list[Operand], list[Predicate]]:
    """(predicates that are written, sources, predicates that are read) of the operands after the first register."""
    rest = list(operands)
    outs: list[Predicate] = []
    while rest and isinstance(rest[0], Predicate):
        outs.append(rest.pop(0))  # type: ignore[arg-type]
    ins: list[Predicate] = []
    while rest and isinstance(rest[-1], Predicate):
        ins.insert(0, rest.pop())  # type: ignore[arg-type]
    return outs, rest, ins


def register_of(operand: Operand) -> Register:
    assert isinstance(operand, Register)
    return operand


def _number(operand: Operand) -> int:
    assert isinstance(operand, Immediate)
    return operand.bits


def _is_zero(operand: Operand) -> bool:
    if isinstance(operand, Immediate):
        return operand.bits == 0
    return isinstance(operand, Register) and operand.zero and not operand.inverted


def _carry(writer: Writer, predicate: Predicate) -> str | None:
    """A carry as an unsigned number; None where it is always clear."""
    truth = writer.truth(predicate)
    return None if truth == FALSE else writer.constants.name(1, "u4") if truth == TRUE else writer.once(
        f"{truth}.astype('u4')", "u4")  # fmt: skip


def _mov(writer: Writer, i: Instruction) -> None:
    writer.set(register_of(i.operands[0]), writer.word(i.operands[1]), "u4")


def _iadd3(writer: Writer, i: Instruction) -> None:
    if "64" in i.modifiers:
        pairs = [writer.pair(s) for s in i.operands[1:] if not _is_zero(s)]
        writer.set_pair(register_of(i.operands[0]), _sum(pairs), "u8")
        return
    outs, sources, ins = split(i.operands[1:])
    terms = [s for s in sources if not _is_zero(s)]
    carries = [c for p in ins if (c := _carry(writer, p)) is not None]
    wanted = [p for p in outs if p.number != 7]
    target = register_of(i.operands[0])
    if not wanted:
        words = [writer.word(t) for t in terms] + carries
        writer.set(target, _sum(words) if words else ZERO, "u4")
        return
    if len(terms) == 2 and not carries and len(outs) == 1 and not any(getattr(t, "negated", False) for t in terms):
        a, b = (writer.word(t) for t in terms)
        total = writer.new(f"{a} + {b}", "u4")
        carry = f"{total} < {a}"
    elif len(terms) == 2 and not carries and len(outs) == 1 and getattr(terms[1], "negated", False):
        a = writer.word(terms[0])
        b = writer.word(without_minus(terms[1]))
        total, carry = writer.new(f"{a} - {b}", "u4"), f"{a} >= {b}"
        if getattr(terms[0], "negated", False):
            total, carry = _wide_sum(writer, sources, carries)
    else:
        total, carry = _wide_sum(writer, sources, carries)
    for k, out in enumerate(outs):
        writer.set_predicate(out, carry if k == 0 else carry.replace("> 0", f"> {k}"))
    writer.set(target, total, "u4")


def _sum(words: list[str]) -> str:
    return " + ".join(words)


def without_minus(operand: Operand) -> Operand:
    return replace(cast(Register, operand), negated=False)


def _wide_sum(writer: Writer, sources: list[Operand], carries: list[str]) -> tuple[str, str]:
    """(low word, what says whether there is a carry) of a sum in 64 bits."""
    parts = [f"{c}.astype('u8')" for c in carries]
    ones = 0
    for each in sources:
        if getattr(each, "negated", False):
            ones += 1
            complement = writer.once(f"~{writer.word(without_minus(each))}", "u4")
            parts.append(f"{complement}.astype('u8')")
        elif not _is_zero(each):
            parts.append(f"{writer.word(each)}.astype('u8')")
    if ones:
        parts.append(f"np.uint64({ones})")
    total = writer.new(" + ".join(parts) if parts else ZERO_PAIR, "u8")
    high = writer.new(f"{total} >> {_PAIR_BITS}", "u8")
    return writer.new(f"{total}.astype('u4')", "u4"), f"{high} > 0"


def _imad(writer: Writer, i: Instruction) -> None:
    if i.modifiers[:1] in (("WIDE",), ("HI",)):
        _imad_wide(writer, i)
        return
    _, (a, b, c), ins = split(i.operands[1:])
    words = [] if _is_zero(a) or _is_zero(b) else [_product(writer, a, b)]
    words += [] if _is_zero(c) else [writer.word(c)]
    words += [found for p in ins if (found := _carry(writer, p)) is not None]
    writer.set(register_of(i.operands[0]), _sum(words) if words else ZERO, "u4")


def _product(writer: Writer, a: Operand, b: Operand) -> str:
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Immediate) and one.bits and one.bits & (one.bits - 1) == 0:
            if one.bits == 1:
                return writer.word(other)
            return f"({writer.word(other)} << np.uint32({one.bits.bit_length() - 1}))"
    return f"{writer.word(a)} * {writer.word(b)}"


def _imad_wide(writer: Writer, i: Instruction) -> None:
    outs, (a, b, c), ins = split(i.operands[1:])
    target = register_of(i.operands[0])
    signed = "U32" not in i.modifiers
    dtype = "i8" if signed else "u8"
    if _is_zero(a) or _is_zero(b):
        product = ZERO_PAIR
    else:
        x, y = (writer.once(f"{writer.word(o, 'i4' if signed else 'u4')}.astype('{dtype}')", dtype) for o in (a, b))
        product = writer.viewed(writer.once(f"{x} * {y}", dtype), "u8")
    addend = writer.pair(c)
    total = product if addend == ZERO_PAIR else writer.new(f"{product} + {addend}", "u8")
    carries = [found for p in ins if (found := _carry(writer, p)) is not None]
    before = total
    for each in carries:
        total = writer.new(f"{total} + {each}.astype('u8')", "u8")
    if outs:
        overflow = f"({before} < {product})"
        writer.set_predicate(outs[0], f"{overflow} | ({total} < {before})" if carries else overflow)
    if "HI" in i.modifiers:
        high = writer.new(f"{total} >> {_PAIR_BITS}", "u8")
        writer.set(target, f"{high}.astype('u4')", "u4")
    else:
        writer.set_pair(target, total, "u8")


def _lea(writer: Writer, i: Instruction) -> None:
    outs, sources, ins = split(i.operands[1:])
    target = register_of(i.operands[0])
    shift = _number(sources[-1])
    a, b = sources[:2]
    if "HI" in i.modifiers:
        if "SX32" in i.modifiers:
            moved = f"({writer.word(a, 'i4')} >> np.int32({min(32 - shift, 31)})).view('u4')"
        elif shift == 0:
            moved = writer.word(sources[2])
        else:
            low = f"({writer.word(a)} >> np.uint32({32 - shift}))"
            high = sources[2]
            moved = low if _is_zero(high) else f"(({writer.word(high)} << np.uint32({shift})) | {low})"
        shifted = writer.new(moved, "u4")
    else:
        shifted = writer.once(f"{writer.word(a)} << np.uint32({shift})", "u4") if shift else writer.word(a)
    carries = [c for p in ins if (c := _carry(writer, p)) is not None]
    if not outs:
        words = [shifted] + ([] if _is_zero(b) else [writer.word(b)]) + carries
        writer.set(target, _sum(words), "u4")
        return
    negated = getattr(b, "negated", False)
    other = writer.word(without_minus(b)) if negated else writer.word(b)
    if not carries:
        total = writer.new(f"{shifted} {'-' if negated else '+'} {other}", "u4")
        writer.set_predicate(outs[0], f"{shifted} >= {other}" if negated else f"{total} < {shifted}")
    else:
        wide = writer.new(" + ".join(f"{n}.astype('u8')" for n in (shifted, other, *carries)), "u8")
        total = writer.new(f"{wide}.astype('u4')", "u4")
        writer.set_predicate(outs[0], f"({wide} >> {_PAIR_BITS}) > 0")
    writer.set(target, total, "u4")


def _shf(writer: Writer, i: Instruction) -> None:
    low, amount, high = i.operands[1:4]
    left, wraps, upper = i.modifiers[0] == "L", "W" in i.modifiers, "HI" in i.modifiers
    kind = next(m for m in i.modifiers if m in ("U32", "S32", "U64", "S64"))
    bits, target = int(kind[1:]), register_of(i.operands[0])
    if isinstance(amount, Immediate):
        n = amount.bits & (bits - 1) if wraps else min(amount.bits, bits)
        if n < 32 and left and not upper:
            writer.set(target, f"{writer.word(low)} << np.uint32({n})", "u4")
            return
        if n < 32 and not left and upper:
            if kind[0] == "U":
                writer.set(target, f"{writer.word(high)} >> np.uint32({n})", "u4")
            else:
                writer.set(target, f"({writer.word(high, 'i4')} >> np.int32({n})).view('u4')", "u4")
            return
        if 0 < n < 32 and kind[0] == "U":
            first, second = (high, low) if left else (low, high)
            x, y = writer.word(first), writer.word(second)
            near, far = ("<<", ">>") if left else (">>", "<<")
            writer.set(target, f"({x} {near} np.uint32({n})) | ({y} {far} np.uint32({32 - n}))", "u4")
            return
    if not left and upper and _is_zero(low) and not wraps and bits == 32:
        kind_of = "u4" if kind[0] == "U" else "i4"
        shifted = f"A.shift_right({writer.word(high, kind_of)}, {writer.word(amount)})"
        writer.set(target, shifted if kind_of == "u4" else f"{shifted}.view('u4')", "u4")
        return
    if left and not upper and _is_zero(high) and not wraps and bits == 32:
        writer.set(target, f"A.shift_left({writer.word(low)}, {writer.word(amount)})", "u4")
        return
    call = (f"I.funnel({writer.word(low)}, {writer.word(amount)}, {writer.word(high)}, "
            f"{left}, {kind[0] == 'S'}, {bits}, {wraps}, {upper})")  # fmt: skip
    writer.set(target, call, "u4")


def _lop3(writer: Writer, i: Instruction) -> None:
    outs: list[Predicate] = []
    rest = list(i.operands)
    if isinstance(rest[0], Predicate):
        outs.append(rest.pop(0))  # type: ignore[arg-type]
    target, a, b, c, table, extra = rest
    result = writer.new(_table_of_words(writer, (a, b, c), _number(table)), "u4")
    writer.set(register_of(target), result, "u4")
    if outs:
        truth = writer.new(f"{result} != 0", "?")
        more = writer.truth(extra)
        if "PAND" in i.modifiers:
            writer.set_predicate(outs[0], truth if more == TRUE else f"{truth} & {more}")
        else:
            writer.set_predicate(outs[0], truth if more == FALSE else f"{truth} | {more}")


_FORMULAS = {
    0xC0: "{a} & {b}", 0x3C: "{a} ^ {b}", 0xFC: "{a} | {b}", 0x33: "~{b}", 0x30: "{a} & ~{b}", 0xF0: "{a}",
    0xCC: "{b}", 0xAA: "{c}", 0x0F: "~{a}", 0x96: "{a} ^ {b} ^ {c}", 0x80: "{a} & {b} & {c}", 0xFE: "{a} | {b} | {c}",
    0xF8: "{a} | ({b} & {c})", 0xEA: "({a} & {b}) | {c}", 0xE2: "({a} & {b}) | ({c} & ~{b})",
    0xCA: "({a} & {b}) | ({c} & ~{a})", 0xFA: "{a} | {c}", 0xA0: "{a} & {c}", 0x5A: "{a} ^ {c}",
    0x3F: "~({a} & {b})", 0x03: "~({a} | {b})", 0x0C: "~{a} & {b}", 0xC3: "~({a} ^ {b})", 0xF3: "{a} | ~{b}",
    0x55: "~{c}", 0x6A: "({a} & {b}) ^ {c}", 0xC8: "{b} & ({a} | {c})", 0xA8: "{c} & ({a} | {b})",
    0xE0: "{a} & ({b} | {c})", 0x78: "{a} ^ ({b} & {c})", 0xB8: "({a} & ~{b}) | ({c} & {b})", 0xE8:
    "({a} & {b}) | ({c} & ({a} | {b}))",
}  # fmt: skip


def _table_of_words(writer: Writer, operands: tuple[Operand, ...], table: int) -> str:
    if table in (0, 0xFF):
        return ZERO if table == 0 else writer.constants.name(0xFFFFFFFF, "u4")
    if table in _FORMULAS:
        formula = _FORMULAS[table]
        words = {n: writer.word(o) for n, o in zip("abc", operands, strict=True) if f"{{{n}}}" in formula}
        return formula.format(**words)
    a, b, c = (writer.word(o) for o in operands)
    return f"A.lookup3({a}, {b}, {c}, {table}).view('u4')"


def _plop3(writer: Writer, i: Instruction) -> None:
    first, second, *sources, table, other = i.operands
    names = [_sign_or_truth(writer, s) for s in sources]
    results = [_table_of_truths(names, _number(t)) for t in (table, other)]
    for target, result in zip((first, second), results, strict=True):
        assert isinstance(target, Predicate)
        writer.set_predicate(target, result)


def _sign_or_truth(writer: Writer, operand: Operand) -> str:
    if isinstance(operand, Register):
        return writer.once(f"{writer.word(Register(operand.number), 'i4')} < 0", "?")
    return writer.truth(operand)


def _table_of_truths(names: list[str], table: int) -> str:
    """The function of three predicates with this table, of which some may be known."""
    known = {TRUE: 1, FALSE: 0}
    free = [k for k, n in enumerate(names) if n not in known]
    fixed = sum(known.get(n, 0) << 2 - k for k, n in enumerate(names))
    terms: list[str] = []
    values: list[bool] = []
    for code in range(1 << len(free)):
        row = fixed | sum((code >> j & 1) << 2 - k for j, k in enumerate(free))
        values.append(bool(table >> row & 1))
        if values[-1]:
            terms.append(" & ".join(names[k] if code >> j & 1 else f"~{names[k]}" for j, k in enumerate(free)))
    if all(values) or not any(values):
        return TRUE if values[0] else FALSE
    if len(terms) > len(values) // 2 and len(values) > 2:
        terms = [" & ".join(names[k] if code >> j & 1 else f"~{names[k]}" for j, k in enumerate(free))
                 for code, value in enumerate(values) if not value]  # fmt: skip
        return "~(" + " | ".join(f"({t})" for t in terms) + ")"
    return " | ".join(f"({t})" for t in terms)


_SYMBOLS = {"LT": "<", "LE": "<=", "GT": ">", "GE": ">=", "EQ": "==", "NE": "!="}


def _isetp(writer: Writer, i: Instruction) -> None:
    first, second, a, b, extra, *low = i.operands
    name = i.modifiers[0]
    if name in ("T", "F"):
        truth = TRUE if name == "T" else FALSE
    else:
        dtype = "u4" if "U32" in i.modifiers or name in ("EQ", "NE") else "i4"
        x, y = writer.word(a, dtype), writer.word(b, dtype)
        truth = writer.once(f"{x} {_SYMBOLS[name]} {y}", "?")
        if "EX" in i.modifiers:
            below = writer.truth(low[0])
            if name in ("EQ", "NE"):
                truth = writer.new(f"{truth} {'&' if name == 'EQ' else '|'} {below}", "?")
            else:
                strict = writer.once(f"{x} {_SYMBOLS[name][0]} {y}", "?")
                truth = writer.new(f"{strict} | (({x} == {y}) & {below})", "?")
    set_both(writer, i, (first, second), truth, extra)


def set_both(writer: Writer, i: Instruction, targets: tuple[Operand, Operand], truth: str, extra: Operand) -> None:
    """Write a comparison and its negation, each combined with another predicate."""
    combination = next(m for m in i.modifiers if m in ("AND", "OR", "XOR"))
    symbol = {"AND": "&", "OR": "|", "XOR": "^"}[combination]
    more = writer.truth(extra)
    alone = more == {"AND": TRUE, "OR": FALSE, "XOR": FALSE}[combination]
    results = []
    for k, target in enumerate(targets):
        assert isinstance(target, Predicate)
        if target.number != 7:
            value = truth if k == 0 else writer.once(f"~{truth}", "?")
            results.append((target, value if alone else writer.new(f"{value} {symbol} {more}", "?")))
    for target, value in results:
        writer.set_predicate(target, value)


def _sel(writer: Writer, i: Instruction) -> None:
    target, a, b, which = i.operands
    writer.set(register_of(target), f"choose({writer.truth(which)}, {writer.word(a)}, {writer.word(b)})", "u4")


def _iabs(writer: Writer, i: Instruction) -> None:
    writer.set(register_of(i.operands[0]), f"np.abs({writer.word(i.operands[1], 'i4')}).view('u4')", "u4")


def _prmt(writer: Writer, i: Instruction) -> None:
    a, selector, c = i.operands[1:4]
    chosen = writer.word(selector, "i4")
    if i.modifiers:
        chosen = writer.new(f"A.packed.selector('{i.modifiers[0].lower()}', {chosen})", "i4")
    elif isinstance(selector, Immediate) and (simple := _simple_bytes(writer, selector.bits, a, c)):
        writer.set(register_of(i.operands[0]), simple, "u4")
        return
    call = f"A.permute_bytes({writer.word(a, 'i4')}, {writer.word(c, 'i4')}, {chosen}).view('u4')"
    writer.set(register_of(i.operands[0]), call, "u4")


def _simple_bytes(writer: Writer, selector: int, a: Operand, c: Operand) -> str | None:
    """A permutation that picks whole halves, as shifts."""
    low, high = selector & 0xFF, selector >> 8 & 0xFF
    halves = {0x10: (a, 0), 0x32: (a, 16), 0x54: (c, 0), 0x76: (c, 16)}
    if low not in halves or high not in halves:
        return None
    (x, at), (y, of) = halves[low], halves[high]
    one = f"({writer.word(x)} >> np.uint32(16))" if at else f"({writer.word(x)} & np.uint32(0xFFFF))"
    other = f"({writer.word(y)} & np.uint32(0xFFFF0000))" if of else f"({writer.word(y)} << np.uint32(16))"
    return f"{one} | {other}"


def _sgxt(writer: Writer, i: Instruction) -> None:
    a, width = i.operands[1:3]
    call = (f"A.bits.extended({writer.word(a, 'i4')}, {writer.word(width, 'i4')}, {'U32' not in i.modifiers}, "
            f"{'W' in i.modifiers}).view('u4')")  # fmt: skip
    writer.set(register_of(i.operands[0]), call, "u4")


def _bmsk(writer: Writer, i: Instruction) -> None:
    start, width = i.operands[1:3]
    call = f"A.bits.mask_of({writer.word(start, 'i4')}, {writer.word(width, 'i4')}, {'W' in i.modifiers}).view('u4')"
    writer.set(register_of(i.operands[0]), call, "u4")


def _popc(writer: Writer, i: Instruction) -> None:
    writer.set(register_of(i.operands[0]), f"np.bitwise_count({writer.word(i.operands[1])}).astype('u4')", "u4")


def _brev(writer: Writer, i: Instruction) -> None:
    writer.set(register_of(i.operands[0]), f"A.reverse_bits({writer.word(i.operands[1])})", "u4")


def _flo(writer: Writer, i: Instruction) -> None:
    outs, (a,), _ = split(i.operands[1:])
    value = writer.word(a, "u4" if "U32" in i.modifiers else "i4")
    found = writer.new(f"A.find_most_significant({value}, {'SH' in i.modifiers}).view('u4')", "u4")
    writer.set(register_of(i.operands[0]), found, "u4")
    if outs:
        writer.set_predicate(outs[0], f"{found} != np.uint32(0xFFFFFFFF)")


def _p2r(writer: Writer, i: Instruction) -> None:
    target, a = (o for o in i.operands if isinstance(o, Register))
    mask = i.operands[-1]
    byte = {"": 0, "B1": 1, "B2": 2, "B3": 3}[i.modifiers[0] if i.modifiers else ""] * 8
    bits = _number(mask)
    terms = [f"({writer.word(a)} & np.uint32({0xFFFFFFFF & ~(bits << byte)}))"]
    for k in range(7):
        if bits >> k & 1:
            terms.append(f"({writer.truth(Predicate(k, i.opcode == 'UP2UR'))}.astype('u4') << np.uint32({k + byte}))")
    writer.set(register_of(target), " | ".join(terms), "u4")


def _r2p(writer: Writer, i: Instruction) -> None:
    _, source, *mask = i.operands
    assert isinstance(source, Register)
    byte = {"": 0, "B1": 1, "B2": 2, "B3": 3}[source.part] * 8
    value = writer.word(Register(source.number, source.uniform))
    for k in range(7):
        if not mask or _number(mask[0]) >> k & 1:
            writer.set_predicate(Predicate(k, source.uniform), f"({value} & np.uint32({1 << k + byte})) != 0")


INTEGERS: dict[str, Emit] = {
    "MOV": _mov, "UMOV": _mov, "IADD3": _iadd3, "UIADD3": _iadd3, "IMAD": _imad, "UIMAD": _imad, "LEA": _lea,
    "ULEA": _lea, "SHF": _shf, "USHF": _shf, "LOP3": _lop3, "ULOP3": _lop3, "PLOP3": _plop3, "UPLOP3": _plop3,
    "ISETP": _isetp, "UISETP": _isetp, "SEL": _sel, "USEL": _sel, "IABS": _iabs, "PRMT": _prmt, "UPRMT": _prmt,
    "SGXT": _sgxt, "USGXT": _sgxt, "BMSK": _bmsk, "UBMSK": _bmsk, "POPC": _popc, "UPOPC": _popc, "BREV": _brev,
    "UBREV": _brev, "FLO": _flo, "UFLO": _flo, "P2R": _p2r, "R2P": _r2p, "UP2UR": _p2r, "UR2UP": _r2p,
}  # fmt: skip
