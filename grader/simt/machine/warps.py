"""What lanes of a warp tell each other, special registers, and what only affects performance."""

from __future__ import annotations

from grader.sass.instruction import Instruction, Named, Operand, Predicate, Register
from grader.simt.machine.integers import Emit, split
from grader.simt.machine.writer import FALSE, TRUE, ZERO, Writer, slot

_FULL = 0xFFFFFFFF


def _register(operand: Operand) -> Register:
    assert isinstance(operand, Register)
    return operand


def _old_word(writer: Writer, target: Register, kind: str = "u4") -> str:
    return ZERO if target.zero else writer.viewed(writer.kept(lambda: writer.raw(slot(target))), kind)


def old_truth(writer: Writer, target: Predicate) -> str:
    return writer.kept(lambda: writer.truth(Predicate(target.number, target.uniform)))


def _write(writer: Writer, target: Register, name: str) -> None:
    writer.set_words(target, [name])


def write_predicate(writer: Writer, target: Predicate, name: str) -> None:
    """Write a predicate, whose value in the other lanes is what it was."""
    guard, writer.guard = writer.guard, None
    writer.set_predicate(target, name)
    writer.guard = guard


def _shfl(writer: Writer, i: Instruction) -> None:
    inside, target, value, lane, clamp = i.operands
    assert isinstance(inside, Predicate) and isinstance(target, Register)
    inputs = [writer.word(value), writer.word(lane, "i4"), writer.word(clamp, "i4")]
    mode = i.modifiers[0].lower()
    named = writer.names_of.mask(i.address)
    mask = "M.mask_of(w)" if named is None else writer.constants.name(named, "u4")
    call = f"W.shuffle('{mode}', x0, x1, x2, {mask}, {writer.line} or 0, w)"
    olds = [_old_word(writer, target), old_truth(writer, inside)]
    moved, there = writer.among_guarded(call, inputs, olds, ["u4", "?"])
    _write(writer, target, moved)
    write_predicate(writer, inside, there)


def _vote(writer: Writer, i: Instruction) -> None:
    operands = list(i.operands)
    target = operands.pop(0) if isinstance(operands[0], Register) else None
    predicate, source = operands[:2]
    assert isinstance(predicate, Predicate)
    mode = i.modifiers[0].lower()
    truth = writer.truth(source)
    if isinstance(target, Register) and not target.zero:
        call = "W.vote('ballot', x0, FULL, w).view('u4')"
        (mask,) = writer.among_guarded(call, [truth], [_old_word(writer, target)], ["u4"])
        _write(writer, target, mask)
    if predicate.number != 7:
        name = {"eq": "uni"}.get(mode, mode)
        call = f"W.vote('{name}', x0, FULL, w)"
        (result,) = writer.among_guarded(
            call, [truth], [old_truth(writer, predicate)], ["?"]
        )
        write_predicate(writer, predicate, result)


def _redux(writer: Writer, i: Instruction) -> None:
    target, source = i.operands
    name = next((m for m in i.modifiers if m in ("MIN", "MAX", "OR", "XOR", "SUM", "AND")), "AND")
    kind = "i4" if "S32" in i.modifiers else "u4"
    call = f"W.reduce('{'add' if name == 'SUM' else name.lower()}', x0, FULL, w).view('u4')"
    to = _register(target)
    (result,) = writer.among_guarded(call, [writer.word(source, kind)], [_old_word(writer, to)], ["u4"])
    _write(writer, to, result)


def _match(writer: Writer, i: Instruction) -> None:
    outs, rest, _ = split(i.operands)
    target, source = rest
    to = _register(target)
    wide = "U64" in i.modifiers
    value = writer.pair(source, "i8") if wide else writer.word(source, "i4")
    if i.modifiers[0] == "ANY":
        call = "W.match_any(x0, FULL, w).view('u4')"
        (mask,) = writer.among_guarded(call, [value], [_old_word(writer, to)], ["u4"])
        _write(writer, to, mask)
        return
    olds = [_old_word(writer, to), old_truth(writer, outs[0]) if outs else FALSE]
    call = "(lambda r: (r[0].view('u4'), r[1]))(W.match_all(x0, FULL, w))"
    mask, agree = writer.among_guarded(call, [value], olds, ["u4", "?"])
    _write(writer, to, mask)
    if outs:
        write_predicate(writer, outs[0], agree)


def _elect(writer: Writer, i: Instruction) -> None:
    """One of the lanes for which the predicate holds: the lowest."""
    predicate, target, source = i.operands
    assert isinstance(predicate, Predicate)
    if writer.truth(source) != TRUE:
        raise writer.unknown()
    olds = [_old_word(writer, _register(target)), old_truth(writer, predicate)]
    call = "(lambda r: (r[0].view('u4'), r[1]))(W.elect(FULL, w))"
    leader, chosen = writer.among_guarded(call, [], olds, ["u4", "?"])
    _write(writer, _register(target), leader)
    write_predicate(writer, predicate, chosen)


def _r2ur(writer: Writer, i: Instruction) -> None:
    """A uniform register gets the value of the first lane for which the guard holds. The predicate tells which lanes
    have another one; with OR those for which it held before, too."""
    outs, (target, source), _ = split(i.operands)
    value, to = writer.word(source), _register(target)
    if writer.guard is None and not outs:
        writer.set(to, value, "u4")
        return
    first = writer.new(f"M.of_first({value}, L, {writer.guard})", "u4")
    if outs:
        other = f"({value} != {first})"
        writer.set_predicate(outs[0], f"{other} | {writer.truth(outs[0])}" if "OR" in i.modifiers else other)
    if writer.guard is None:
        writer.set(to, first, "u4")
        return
    old = _old_word(writer, to)
    any_lane = writer.new(f"W.vote('any', {writer.guard}, FULL, L)", "?")
    _write(writer, to, writer.new(f"choose({any_lane}, {first}, {old})", "u4"))


def _special(writer: Writer, i: Instruction) -> None:
    target, source = i.operands
    assert isinstance(source, Named)
    if i.opcode == "CS2R" and "32" not in i.modifiers:
        name = source.name
        if name == "SRZ":
            to = _register(target)
            writer.set(to, ZERO, "u4")
            writer.set(replace_number(to), ZERO, "u4")
            return
        writer.set_pair(_register(target), f"M.clock('{name}', 'u8')", "u8")
        return
    writer.set(_register(target), ZERO if source.name == "SRZ" else f"M.special('{source.name}', L)", "u4")


def replace_number(register: Register) -> Register:
    """The register after this one."""
    return Register(register.number + 1, register.uniform)


def _b2r(writer: Writer, i: Instruction) -> None:
    """The result of a reducing barrier: the count, and what all or any said."""
    outs: list[Predicate] = [o for o in i.operands if isinstance(o, Predicate)]
    target = _register(i.operands[0])
    count, truth = writer.names(2)
    writer.lines.append(f"{writer.typed(count, 'u4')}, {writer.typed(truth, '?')} = M.barrier_result(L)")
    writer.set(target, count, "u4")
    if outs:
        writer.set_predicate(outs[0], truth)


def _bmov(writer: Writer, i: Instruction) -> None:
    """A convergence barrier to or from a register."""
    target, source = i.operands
    if isinstance(source, Named):
        if not source.name.startswith("B"):
            raise writer.unknown()
        clear = "CLEAR" in i.modifiers
        to = _register(target)
        guard = writer.guard or "T"
        value = writer.new(f"M.flow.saved('{source.name}', {guard}, L, {clear})", "u4")
        writer.set(to, value, "u4")
        return
    assert isinstance(target, Named)
    if not target.name.startswith("B"):
        raise writer.unknown()
    writer.lines.append(f"M.flow.restore('{target.name}', {writer.word(source)}, {writer.guard or 'T'}, L)")


def _bssy(writer: Writer, i: Instruction) -> None:
    if writer.guard is not None:
        raise writer.unknown()
    barrier = i.operands[0]
    assert isinstance(barrier, Named)
    writer.lines.append(f"M.flow.open('{barrier.name}', L)")


def _break(writer: Writer, i: Instruction) -> None:
    barrier, *more = i.operands
    assert isinstance(barrier, Named)
    truth = writer.guard or TRUE
    for each in more:
        truth = writer.both(truth, writer.truth(each))
    writer.lines.append(f"M.flow.leave('{barrier.name}', {truth}, L)")


def _lepc(writer: Writer, i: Instruction) -> None:
    """The address of an instruction after the next call: a fixed distance before what is written."""
    target, where = i.operands
    writer.set_pair(_register(target), writer.constants.name(getattr(where, "address", 0) - 0x40, "u8"), "u8")


def _nothing(writer: Writer, i: Instruction) -> None:
    """No effect on results."""


def _nop(writer: Writer, i: Instruction) -> None:
    """What is left of a __syncwarp() where all lanes of a warp are together anyway."""
    if writer.names_of.syncs_warp(i.address):
        named = writer.names_of.mask(i.address)
        mask = "M.mask_of(L)" if named is None else writer.constants.name(named, "u4")
        writer.lines.append(f"U.order_warp({mask}, L, {writer.names_of.line(i.address)})")


_SILENT = (
    "CCTL", "NANOSLEEP", "ERRBAR", "CGAERRBAR", "ENDCOLLECTIVE", "PMTRIG", "UTMACCTL", "UTMAPF", "UBLKPF", "PREEXIT",
    "ACQBULK",
)  # fmt: skip
WARPS: dict[str, Emit] = {
    "SHFL": _shfl, "VOTE": _vote, "VOTEU": _vote, "REDUX": _redux, "MATCH": _match, "ELECT": _elect, "R2UR": _r2ur,
    "S2R": _special, "S2UR": _special, "CS2R": _special, "B2R": _b2r, "BMOV": _bmov, "BSSY": _bssy, "BREAK": _break,
    "LEPC": _lepc, "NOP": _nop, **dict.fromkeys(_SILENT, _nothing),
}  # fmt: skip
