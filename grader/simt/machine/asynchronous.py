"""Barriers in shared memory, copies that report to them, and barriers of clusters: calls of what does them."""

from __future__ import annotations

from grader.sass.instruction import Address, Instruction, Named, Operand, Predicate, Register
from grader.simt.accesses import Access, Group
from grader.simt.interleaved_memory import WORD
from grader.simt.machine.transfers import ATOMIC, EmitTransfer, Transfers, add, address_of, old_words
from grader.simt.machine.warps import old_truth, write_predicate
from grader.simt.machine.writer import TRUE, ZERO, Writer, slot

_FORMS = ("A1T0", "A0T1", "A0TR", "A0TX", "ART0")
_TYPES = {"S32": "i4", "U64": "u8", "S64": "i8", "F16.RN": "f2", "F32.RN": "f4", "F64.RN": "f8"}
_RPC = {"LO": 255, "HI": 319}  # places among the registers that no other has: those of RZ and URZ
_BARRIER = 8  # bytes of an mbarrier
_NUMBERS = {"": 1, "64": 2, "128": 4}


def is_wait(i: Instruction) -> bool:
    """Whether threads may wait there for a phase."""
    return i.opcode == "SYNCS" and "TRYWAIT" in i.modifiers


def wait(writer: Writer, i: Instruction) -> str:
    """What the end of a block needs to wait."""
    _, where, parity = i.operands
    address, offset = address_of(writer, where, "shared", False)
    return f"({writer.guard or TRUE}, {address}, {offset}, {writer.word(parity)})"


def _syncs(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    transfers.close()
    if i.modifiers[0] == "EXCH":
        _, where, word = i.operands
        assert isinstance(word, Register)
        address, offset = address_of(writer, where, "shared", False)
        halves = [writer.viewed(writer.raw(slot(word) + k), "u4") for k in (0, 1)]
        group = _group(writer, transfers, i, "store", _BARRIER)
        call = f"M.cooperation.initialise(G[{group.index}], x0, {offset}, x1, x2, w)"
        writer.among_guarded(call, [address, *halves])
    elif i.modifiers[0] == "CCTL":
        address, offset = address_of(writer, i.operands[0], "shared", False)
        writer.among_guarded(f"M.cooperation.invalidate(x0, {offset}, w, {writer.line})", [address])
    elif i.modifiers[0] == "PHASECHK":
        predicate, where, parity = i.operands
        assert isinstance(predicate, Predicate)
        address, offset = address_of(writer, where, "shared", False)
        old = old_truth(writer, predicate)
        call = f"M.cooperation.is_over(x0, {offset}, x1, w, {writer.line})"
        (over,) = writer.among_guarded(call, [address, writer.word(parity)], [old], ["?"])
        write_predicate(writer, predicate, over)
    else:
        _arrive(writer, i, _group(writer, transfers, i, "atomic", _BARRIER))


def _arrive(writer: Writer, i: Instruction, group: Group) -> None:
    """The state comes to the second of two registers; with TMASK also the mask to the first."""
    target, where, word = i.operands
    assert isinstance(target, Register)
    form = next((m for m in i.modifiers if m in _FORMS), "")
    address, offset = address_of(writer, where, "shared", False)
    last = "OPTOUT" in i.modifiers
    call = f"M.cooperation.arrive(G[{group.index}], '{form}', {last}, x0, {offset}, x1, w)"
    if target.zero:
        writer.among_guarded(f"({call}, ())[1]", [address, writer.word(word)])
        return
    olds = old_words(writer, target, 2)[::-1]
    state, mask = writer.among_guarded(call, [address, writer.word(word)], olds, ["u4", "u4"])
    writer.set_words(Register(target.number + 1), [state])
    if "TMASK" in i.modifiers:
        writer.set_words(target, [mask])


def _group(writer: Writer, transfers: Transfers, i: Instruction, operation: str, width: int) -> Group:
    access = Access(transfers.position(i), transfers.sites.names.line(i.address), operation, 0, WORD,
                    width // WORD, transfers.sites.location(i.address), reads=operation == "load")  # fmt: skip
    group = transfers.sites.group(transfers.block, "shared", i.address)
    add(group, access, operation, exact=False)
    return group


def _uniform(operand: Operand) -> Register:
    assert isinstance(operand, Address) and operand.uniform is not None
    return operand.uniform


def _bulk(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    """UBLKCP and UBLKRED. In shared memory a pair of registers has the place, and the mbarrier that is told."""
    transfers.close()
    to, source, size = (_uniform(o) if isinstance(o, Address) else o for o in i.operands[:3])  # without a policy
    assert isinstance(size, Register) and isinstance(source, Register) and isinstance(to, Register)
    group = _group(writer, transfers, i, "store", 16)

    def word(register: Register, further: int = 0) -> str:
        return writer.viewed(writer.raw(slot(register) + further), "u4")

    def pair(register: Register) -> str:
        return writer.viewed(writer.halves(slot(register)), "i8")

    name, ends, operation = f"G[{group.index}]", i.modifiers[:2], None
    if i.opcode == "UBLKRED":
        kind = "u4" if len(i.modifiers) < 4 else _TYPES[".".join(i.modifiers[3:])]
        operation = ATOMIC[i.modifiers[2]], kind
    if ends == ("S", "G") and operation is None:
        call = f"M.bulk.to_shared({name}, x0, x1, x2, x3, {'MULTICAST' in i.modifiers}, w)"
        inputs = [word(to), word(to, 1), pair(source), word(size)]
    elif ends == ("S", "S"):
        call = f"M.bulk.between({name}, x0, x1, x2, x3, {operation}, w)"
        inputs = [word(to), word(to, 1), word(source), word(size)]
    elif ends == ("G", "S"):
        call, inputs = f"M.bulk.to_global({name}, x0, x1, x2, {operation}, w)", [pair(to), word(source), word(size)]
    else:
        raise writer.unknown()
    writer.among_guarded(call, inputs)


def _tiles(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    """UTMALDG, UTMASTG, UTMAREDG: registers have the place in shared memory, the mbarrier of a load, the corner."""
    transfers.close()
    first, where = (_uniform(o) for o in i.operands[:2])
    dimensions, loads = int(i.modifiers[0][0]), i.opcode == "UTMALDG"

    def words(*further: int) -> list[str]:
        return [writer.viewed(writer.raw(slot(first) + k), "u4") for k in further]

    group = _group(writer, transfers, i, "store", 16)
    corner = words(*range(2, 2 + dimensions) if loads else range(1, 1 + dimensions))
    inputs = [*words(*(0, 1) if loads else (0,)), writer.viewed(writer.halves(slot(where)), "i8"), *corner]
    at = len(inputs) - dimensions
    listed = "".join(f"x{at + k}, " for k in range(dimensions))
    if not loads:
        operation = ATOMIC[i.modifiers[1]] if i.opcode == "UTMAREDG" else None
        call = f"M.tiles.to_global(G[{group.index}], x0, x1, ({listed}), {operation!r}, w)"
    elif "MULTICAST" in i.modifiers:
        mask = i.operands[2]
        assert isinstance(mask, Register)
        call = f"M.tiles.to_shared(G[{group.index}], x0, x1, x2, ({listed}), x{len(inputs)}, w)"
        inputs.append(writer.viewed(writer.raw(slot(mask)), "u4"))
    else:
        call = f"M.tiles.to_shared(G[{group.index}], x0, x1, x2, ({listed}), None, w)"
    writer.among_guarded(call, inputs)


def _store_async(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    """STAS and REDAS: a pair of registers has the place, and the mbarrier that is told."""
    transfers.close()
    where, source = i.operands
    assert isinstance(where, Address) and where.base is not None and isinstance(source, Register)
    if where.uniform is not None or where.offset:
        raise writer.unknown()
    address, report = (writer.viewed(writer.raw(slot(where.base) + k), "u4") for k in (0, 1))
    if i.opcode == "STAS":
        count = _NUMBERS["".join(i.modifiers)]
        group = _group(writer, transfers, i, "store", WORD * count)
        words = [ZERO if source.zero else writer.raw(slot(source) + k) for k in range(count)]
        listed = "".join(f"x{k + 2}, " for k in range(count))
        writer.among_guarded(f"M.bulk.store(G[{group.index}], x0, x1, ({listed}), w)", [address, report, *words])
        return
    name = next(ATOMIC[m] for m in i.modifiers if m in ATOMIC)
    if "64" in i.modifiers:
        kind, value = "u8", writer.pair(source)
    else:
        kind, value = "i4" if "S32" in i.modifiers else "u4", writer.word(source)
    group = _group(writer, transfers, i, "atomic", int(kind[1]))
    call = f"M.bulk.reduce(G[{group.index}], '{name}', '{kind}', x0, x1, x2, w)"
    writer.among_guarded(call, [address, report, value])


def _arrives(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    transfers.close()
    address, offset = address_of(writer, i.operands[0], "shared", False)
    form = next((m for m in i.modifiers if m in ("ARVCNT", "TRANSCNT")), "")
    if not form:
        raise writer.unknown()
    writer.among_guarded(f"M.bulk.hand_over('{form}', x0, {offset}, w, {writer.line})", [address])


def _close(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    """What is written so far is what copies will read."""
    transfers.close()


def _flush(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    writer.among_guarded("M.bulk.commit(w)", [])


def _cluster_arrive(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    transfers.close()
    writer.among_guarded("M.cooperation.cluster_arrive(w)", [])


def _rpcmov(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    """A register is kept in the one for return addresses, or comes back."""
    target, source = i.operands

    def place(operand: Operand) -> Register:
        if isinstance(operand, Named):
            number = _RPC[operand.name.partition(".")[2]]
            return Register(number % 256, uniform=number >= 256)
        assert isinstance(operand, Register)
        return operand

    to, origin = place(target), place(source)
    name = writer.viewed(writer.raw(slot(origin)), "u4")
    if writer.guard is not None:
        raise writer.unknown()
    writer.set_words_of(slot(to), [name])


ASYNCHRONOUS: dict[str, EmitTransfer] = {
    "SYNCS": _syncs, "UBLKCP": _bulk, "UBLKRED": _bulk, "STAS": _store_async, "REDAS": _store_async,
    "UTMALDG": _tiles, "UTMASTG": _tiles, "UTMAREDG": _tiles, "ARRIVES": _arrives, "FENCE": _close,
    "UTMACMDFLUSH": _flush, "UCGABAR_ARV": _cluster_arrive, "RPCMOV": _rpcmov,
}  # fmt: skip
