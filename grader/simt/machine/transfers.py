"""Loads, stores, atomics and copies: generated code gets a view of the addresses, then gathers or scatters.

Accesses of a block through one register form a group, whose view is made once, unless an access in between might
conflict. What a predicate guards is done by those lanes alone.
"""

from __future__ import annotations

from collections.abc import Callable

from grader.sass.fields import INSTRUCTION_BYTES
from grader.sass.instruction import Address, Constant, Instruction, Named, Operand, Predicate, Register
from grader.simt.accesses import ASYNC_COPY, Access, Group, Request
from grader.simt.machine.code import Code
from grader.simt.machine.names import Names
from grader.simt.machine.writer import TRUE, ZERO, ZERO_PAIR, Writer, slot
from grader.toolchain.ptx_locations import Location

_WIDTHS = {"U8": 1, "S8": 1, "U16": 2, "S16": 2, "64": 8, "128": 16}
_NEAR = 64 * INSTRUCTION_BYTES
_TRUE = 7  # the predicate that always holds
_SPACES = {"LDG": "global", "STG": "global", "ATOMG": "global", "REDG": "global", "LDS": "shared", "STS": "shared",
           "ATOMS": "shared", "LDL": "local", "STL": "local", "LD": "generic", "ST": "generic", "ATOM": "generic",
           "LDSM": "shared", "STSM": "shared"}  # fmt: skip
ATOMIC = {"ADD": "add", "MIN": "min", "MAX": "max", "AND": "and", "OR": "or", "XOR": "xor", "EXCH": "exch",
           "CAS": "cas", "INC": "inc", "DEC": "dec", "SAFEADD": "add"}  # fmt: skip


class Sites:
    """The groups of accesses of a kernel. location: of the instruction at an address; names: from its PTX."""

    def __init__(self, code: Code, location: Callable[[int], Location | None], names: Names) -> None:
        self.groups: list[Group] = []
        self.names, self._code, self._location = names, code, location
        self._known: dict[tuple[int, str, int], Group] = {}

    def group(self, block: int, space: str, first: int) -> Group:
        """A new group, or the same as when this block was lowered before."""
        key = (block, space, first)
        if key not in self._known:
            self._known[key] = Group(len(self.groups), block, space)
            self.groups.append(self._known[key])
        return self._known[key]

    def is_swapped(self, load: Instruction) -> bool:
        """Whether a compare-and-swap comes soon after a load from its address: together they are one atomic operation.
        """
        place = next(o for o in load.operands if isinstance(o, Address))
        for address in range(load.address, min(load.address + _NEAR, self._code.length), INSTRUCTION_BYTES):
            i = self._code.at(address)
            if i.opcode.startswith("ATOM") and not {"CAS", "CAST"}.isdisjoint(i.modifiers):
                places = [o for o in i.operands if isinstance(o, Address)]
                return any((o.base, o.offset) == (place.base, place.offset) for o in places)
        return False

    def location(self, address: int) -> Location | None:
        """The source position of an instruction."""
        return self._location(address)


class Transfers:
    """The memory instructions of one block, as they are written. open: the view of each group that may go on."""

    def __init__(self, writer: Writer, sites: Sites, block: int) -> None:
        self.writer, self.sites, self.block = writer, sites, block
        self._open: dict[tuple[str, str], tuple[Group, str]] = {}
        self._stores: dict[str, bool] = {}

    def position(self, i: Instruction) -> int:
        """Of an instruction in the block."""
        return (i.address - self.block) // INSTRUCTION_BYTES

    def close(self) -> None:
        """Later accesses are not grouped with earlier ones."""
        self._open.clear()

    def enter(self, i: Instruction, access: Access, space: str, address: str, pattern: str) -> tuple[Group, str]:
        """(group, variable of the view) of an access that nothing guards."""
        key = (space, address)
        for other in [k for k in self._open if k != key and self._conflicts(k, space, access)]:
            del self._open[other]
        found = self._open.get(key)
        if found is not None and found[0].accesses[0].operation != access.operation:
            found = None
        if found is None:
            group = self.sites.group(self.block, space, i.address)
            view = self.writer.new(f"M.generic({address}, L)") if space == "generic" else ""
            found = self._open[key] = group, view or self.writer.new(f"U.enter_{space}(G[{group.index}], {address}, L)")
        group, view = found
        add(group, access, pattern)
        if access.operation == "atomic":
            del self._open[key]
        return group, view

    def _conflicts(self, key: tuple[str, str], space: str, access: Access) -> bool:
        if "generic" not in (key[0], space) and key[0] != space:
            return False
        return access.operation != "load" or self._open[key][0].accesses[0].operation != "load"

    def alone(self, i: Instruction, access: Access, space: str, pattern: str, exact: bool = True) -> Group:
        """The group of an access that a predicate guards."""
        for other in [k for k in self._open if self._conflicts(k, space, access)]:
            del self._open[other]
        group = self.sites.group(self.block, space, i.address)
        add(group, access, pattern, exact)
        return group


def add(group: Group, access: Access, pattern: str, exact: bool = True) -> None:
    """Add an access to its group, unless it is there."""
    if any(a.position == access.position for a in group.accesses):
        return
    group.accesses.append(access)
    group.requests.append(Request(access.operation, access.width, access.offset, access.location, pattern, exact,
                                  access.past_l1, site=group.address(access) + 1))  # fmt: skip


def width_of(i: Instruction) -> int:
    """Bytes per lane."""
    return next((_WIDTHS[m] for m in i.modifiers if m in _WIDTHS), 4)


def address_of(writer: Writer, operand: Operand, space: str, wide: bool) -> tuple[str, int]:
    """(variable with signed addresses, bytes to add)."""
    assert isinstance(operand, Address)
    parts: list[str] = []
    long = space in ("global", "generic") and wide
    if operand.base is not None and not operand.base.zero:
        number = slot(operand.base)
        if long:
            parts.append(writer.halves(number))
        else:
            scaled = writer.raw(number)
            if operand.scale != 1:
                scaled = writer.once(f"{writer.viewed(scaled, 'u4')} * np.uint32({operand.scale})", "u4")
            parts.append(scaled)
    if operand.uniform is not None and not operand.uniform.zero:
        parts.append(writer.halves(slot(operand.uniform)) if long else writer.raw(slot(operand.uniform)))
    if not parts:
        parts = [ZERO_PAIR if long else ZERO]
    kind = "i8" if long else "i4"
    return writer.once(f"M.address({', '.join(parts)}, dtype='{kind}')", kind), operand.offset


def _access(writer: Writer, transfers: Transfers, i: Instruction, operation: str, offset: int) -> Access:
    width, names = width_of(i), transfers.sites.names
    said = names.statement(i.address)
    strong = "STRONG" in i.modifiers or names.is_strong(i.address)
    of_block = "SM" in i.modifiers or (said is not None and "cta" in said.opcode)
    return Access(
        transfers.position(i), names.line(i.address), operation, offset, min(width, 4), max(width // 4, 1),
        transfers.sites.location(i.address), reads=operation == "load", scope=(1 if of_block else 2) if strong else 0,
        in_atomic=(said is not None and said.opcode[0] in ("atom", "red"))
        or (operation == "load" and transfers.sites.is_swapped(i)),
        word_around=names.is_of_16_bits(i.address), acquires=names.acquires(i.address),
        releases=names.releases(i.address),
    )  # fmt: skip


def _load(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    rest = [o for o in i.operands if not isinstance(o, Predicate)]
    target, where = rest
    assert isinstance(target, Register)
    space = _SPACES[i.opcode]
    address, offset = address_of(writer, where, space, "E" in i.modifiers)
    access = _access(writer, transfers, i, "load", offset)
    width = access.width
    dtype = {1: "u1", 2: "u2"}.get(width, "u4")
    if {"S8", "S16"}.intersection(i.modifiers):
        dtype = "i" + dtype[1]
    pieces = [offset + 4 * k for k in range(max(width // 4, 1))]
    extend = "" if dtype == "u4" else f".astype('{'i4' if dtype[0] == 'i' else 'u4'}').view('u4')"
    if writer.guard is None:
        group, view = transfers.enter(i, access, space, address, "load")
        names = [writer.new(f"{_call(view, group, space, 'load', dtype, at)}{extend}", "u4") for at in pieces]
    else:
        group = transfers.alone(i, access, space, "load")
        loads = ", ".join(f"{_call('v', group, space, 'load', dtype, at)}{extend}" for at in pieces)
        names = _among(writer, f"lambda w, a: with_view({_enter(group, space)}, lambda v: ({loads},))", [address],
                       old_words(writer, target, len(pieces)))  # fmt: skip
    writer.set_words(target, names)


def _call(view: str, group: Group, space: str, method: str, dtype: str, at: int) -> str:
    if space == "generic":
        return f"{view}.{method}(G[{group.index}], {at}, '{dtype}')"
    return f"{view}.{method}('{dtype}', {at})"


def _enter(group: Group, space: str) -> str:
    return "M.generic(a, w)" if space == "generic" else f"U.enter_{space}(G[{group.index}], a, w)"


def old_words(writer: Writer, target: Register, count: int) -> list[str]:
    if target.zero:
        return [ZERO] * count
    return [writer.viewed(writer.kept(lambda k=k: writer.raw(slot(target) + k)), "u4")  # type: ignore[misc]
            for k in range(count)]  # fmt: skip


def _among(writer: Writer, action: str, inputs: list[str], olds: list[str]) -> list[str]:
    """Variables for what an action of the lanes of the guard returns; olds: what the other lanes keep."""
    names = writer.names(len(olds))
    for name in names:
        writer.typed(name, "u4")
    call = f"M.among({writer.guard}, L, {action}, ({_listed(inputs)}), ({_listed(olds)}))"
    writer.assign(names, call)
    return names


def _listed(names: list[str]) -> str:
    return "".join(f"{n}, " for n in names)


def _store(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    where, source = i.operands
    assert isinstance(source, Register)
    space = _SPACES[i.opcode]
    address, offset = address_of(writer, where, space, "E" in i.modifiers)
    access = _access(writer, transfers, i, "store", offset)
    width = access.width
    dtype = {1: "u1", 2: "u2"}.get(width, "u4")
    count = max(width // 4, 1)
    words = [ZERO if source.zero else writer.raw(slot(source) + k) for k in range(count)]
    words = [writer.viewed(w, "u4") if dtype == "u4" else writer.once(f"{writer.viewed(w, 'u4')}.astype('{dtype}')")
             for w in words]  # fmt: skip
    if writer.guard is None:
        group, view = transfers.enter(i, access, space, address, "store")
        for k, word in enumerate(words):
            writer.lines.append(_stored(view, group, space, dtype, offset + 4 * k, word, access.position))
        return
    group = transfers.alone(i, access, space, "store")
    inputs = [f"x{k}" for k in range(count)]
    stores = ", ".join(_stored("v", group, space, dtype, offset + 4 * k, n, access.position)
                       for k, n in enumerate(inputs))  # fmt: skip
    action = f"lambda w, a, {', '.join(inputs)}: with_view({_enter(group, space)}, lambda v: ({stores},))"
    _among(writer, action, [address, *words], [])


def _stored(view: str, group: Group, space: str, dtype: str, at: int, word: str, position: int) -> str:
    if space == "generic":
        return f"{view}.store(G[{group.index}], {at}, '{dtype}', {word}, {position})"
    return f"{view}.store('{dtype}', {at}, {word}, {position})"


_FLOAT_ATOMICS = {"F32": "f4", "F64": "f8", "F32x2": "f4", "F32x4": "f4", "F16x2": "f16x2", "F16x4": "f16x2",
                  "F16x8": "f16x2", "BF16x2": "bf16x2", "BF16x4": "bf16x2", "BF16x8": "bf16x2"}  # fmt: skip


def _kind_of_atomic(i: Instruction) -> tuple[str, int, int]:
    """(element type, bytes of one, number of them)."""
    for name, kind in _FLOAT_ATOMICS.items():
        if name in i.modifiers:
            count = int(name.partition("x")[2] or 1)
            if kind in ("f4", "f8"):
                return kind, int(kind[1]), count
            return kind, 4, count // 2
    if "128" in i.modifiers:
        return "u16", 16, 1
    if "S64" in i.modifiers or "64" in i.modifiers:
        return ("i8" if "S64" in i.modifiers else "u8"), 8, 1
    return ("i4" if "S32" in i.modifiers else "u4"), 4, 1


def _atomic(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    """With a predicate as its first operand it tells which lanes have an address in global memory, or in that of
    another block of the cluster: the others do nothing."""
    first, guard = i.operands[0], writer.guard
    if not isinstance(first, Predicate) or first.number == _TRUE or _SPACES[i.opcode] != "generic":
        _atomic_of_all(writer, transfers, i)
        return
    address, offset = address_of(writer, i.operands[2], "generic", "E" in i.modifiers)
    inside = writer.once(f"M.is_in_space('far', {address} + np.int64({offset}), L)", "?")
    writer.guard = writer.both(guard or TRUE, inside)
    _atomic_of_all(writer, transfers, i)
    writer.guard = guard
    writer.set_predicate(first, inside)


def _atomic_of_all(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    operands = list(i.operands)
    succeeded = operands.pop(0) if isinstance(operands[0], Predicate) else None
    target = operands.pop(0) if isinstance(operands[0], Register) else None
    where, *sources = operands
    space = _SPACES.get(i.opcode, "generic")
    spins = "CAST" in i.modifiers
    kind, size, count = _kind_of_atomic(i)
    if size == 16 or (succeeded is not None and getattr(succeeded, "number", _TRUE) != _TRUE and space == "global"):
        raise writer.unknown()
    name = "cas" if spins else "add" if "POPC" in i.modifiers else next(ATOMIC[m] for m in i.modifiers if m in ATOMIC)
    name += ".ftz" if (name, kind) == ("add", "f4") and "FTZ" in i.modifiers else ""
    if kind in ("f16x2", "bf16x2"):
        name, kind = f"{name}.{kind}", "i4"
    address, offset = address_of(writer, where, space, "E" in i.modifiers)
    location = transfers.sites.location(i.address)
    scope = 1 if "SM" in i.modifiers or space == "shared" else 2
    names = transfers.sites.names
    access = Access(transfers.position(i), names.line(i.address), "atomic", offset, size, count, location,
                    reads=name != "exch", scope=scope, word_around=names.is_of_16_bits(i.address),
                    acquires=names.acquires(i.address), releases=names.releases(i.address))  # fmt: skip
    pattern = _pattern(i, name)
    values = [_values_of(writer, s, kind, size, count) for s in sources]
    if "POPC" in i.modifiers:
        values = [[writer.constants.name(1, "u4")]]
    wanted = isinstance(target, Register) and not target.zero
    results: list[str] = []
    flat = [v for each in values for v in each]
    inputs = [f"x{k}" for k in range(len(flat))]
    group = transfers.alone(i, access, space, pattern, exact=count == 1)  # nobody has measured those of vectors
    calls = []
    for k in range(count):
        own = [inputs[k + count * j] for j in range(len(values))]
        given = f"G[{group.index}], " if space == "generic" else ""
        call = f"v.atomic({given}'{name}', '{kind}', {offset + k * size}, ({', '.join(own)},), {wanted or spins})"
        calls.append(call)
    if spins and space == "shared":
        calls = [f"M.compare_and_swap(v, '{kind}', {offset}, x0, x1)"]
    elif spins:  # the register tells which lanes have stored
        calls = [f"({calls[0]} == x0).astype('{'u8' if size == 8 else 'u4'}')"]
    words = f"words_of(({', '.join(calls)},), {wanted})"
    signature = "".join(f", {n}" for n in inputs)
    action = f"lambda w, a{signature}: with_view({_enter(group, space)}, lambda v: {words})"
    total = size * count // 4 if wanted else 0
    if writer.guard is None:
        results = writer.names(total)
        for each in results:
            writer.typed(each, "u4")
        call = f"({action})(L, {address}{''.join(f', {v}' for v in flat)})"
        writer.assign(results, call)
    else:
        olds = old_words(writer, target, total) if wanted and isinstance(target, Register) else []
        results = _among(writer, action, [address, *flat], olds)
    if wanted and isinstance(target, Register):
        writer.set_words(target, results)


def _pattern(i: Instruction, name: str) -> str:
    """How an atomic in shared memory is counted."""
    if "CAST" in i.modifiers:
        return "atomic_spin"
    return "atomic_increment" if "POPC" in i.modifiers else "atomic_cas" if name == "cas" else "atomic"


def _values_of(writer: Writer, source: Operand, kind: str, size: int, count: int) -> list[str]:
    assert isinstance(source, Register)
    if source.zero:
        return [writer.constants.name(0, kind)] * count
    if size == 8:
        return [writer.viewed(writer.halves(slot(source) + 2 * k), kind) for k in range(count)]
    return [writer.viewed(writer.raw(slot(source) + k), kind) for k in range(count)]


def _copy(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    """LDGSTS: from global to shared memory. A predicate says whether the source is read, or zeros are written."""
    to, source, *extra = i.operands
    target, at = address_of(writer, to, "shared", False)
    origin, offset = address_of(writer, source, "global", True)
    transfers.close()
    width = width_of(i)
    past = "BYPASS" in i.modifiers
    fills = "ZFILL" in i.modifiers
    size = writer.constants.name(width, "i8")
    if fills:  # the low bits of the address say how many bytes are zeros
        whole = writer.new(f"{origin} + np.int64({offset})", "i8")
        size = writer.new(f"np.int64({width}) - ({whole} & np.int64({width - 1}))", "i8")
        origin, offset = writer.new(f"{whole} & np.int64({-width})", "i8"), 0
    reads = writer.truth(extra[0]) if extra else "T"
    location = transfers.sites.location(i.address)
    groups = []
    for space, where in (("shared", at), ("global", offset)):
        access = Access(transfers.position(i), transfers.sites.names.line(i.address), "async_copy", where, 4,
                        width // 4, location, reads=False, past_l1=past)  # fmt: skip
        group = transfers.sites.group(transfers.block, space, i.address)
        pattern = ASYNC_COPY if space == "shared" or past else "load"
        add(group, access, pattern, exact=writer.guard is None or not past)  # a guarded one past L1 no counter sees
        groups.append(group)
    amount = "None" if reads == "T" and not fills else "n"
    action = f"lambda w, a, b, n: U.copies.start(G[{groups[0].index}], a, G[{groups[1].index}], b, {amount}, w)"
    if reads != "T":
        size = writer.new(f"choose({reads}, {size}, {writer.constants.name(0, 'i8')})", "i8")
    if writer.guard is None:
        writer.lines.append(f"({action})(L, {target}, {origin}, {size})")
    else:
        _among(writer, action, [target, origin, size], [])


def _ldc(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    target, source = i.operands
    assert isinstance(target, Register) and isinstance(source, Constant)
    kind = next((m for m in i.modifiers if m in _WIDTHS), "")
    dtype = {"": "u4", "64": "u8", "U8": "u1", "S8": "i1", "U16": "u2", "S16": "i2"}[kind]
    value = writer.constant(source, dtype)
    if dtype == "u8":
        writer.set_pair(target, value, "u8")
    elif dtype == "u4":
        writer.set(target, value, "u4")
    else:
        writer.set(target, f"{value}.astype('{'i4' if dtype[0] == 'i' else 'u4'}').view('u4')", "u4")


def _qspc(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    """Whether a generic address is in a space: S is the block's own shared memory, D that of its cluster."""
    predicate, _, where = i.operands
    assert isinstance(predicate, Predicate)
    address, offset = address_of(writer, where, "generic", "E" in i.modifiers)
    space = {"S": "own", "L": "local", "G": "global", "D": "shared"}[i.modifiers[-1]]
    writer.set_predicate(predicate, f"M.is_in_space('{space}', {address} + np.int64({offset}), L)")


def _dependency(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    """DEPBAR waits for copies; LDGDEPBAR closes a group of them."""
    transfers.close()
    if i.opcode == "LDGDEPBAR":
        writer.lines.append("U.copies.commit(L)")
    elif isinstance(i.operands[0], Named):
        newest = getattr(i.operands[1], "bits", 0)
        writer.lines += [f"U.copies.wait({newest}, L)", f"M.bulk.wait_groups({newest}, L)"]


def _fence(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    transfers.close()
    writer.lines.append(f"U.fence(L, {'CTA' in i.modifiers})")


EmitTransfer = Callable[[Writer, Transfers, Instruction], None]
TRANSFERS: dict[str, EmitTransfer] = {
    "LDG": _load, "LDS": _load, "LDL": _load, "LD": _load, "STG": _store, "STS": _store, "STL": _store, "ST": _store,
    "ATOM": _atomic, "ATOMG": _atomic, "ATOMS": _atomic, "REDG": _atomic, "LDGSTS": _copy, "LDC": _ldc, "ULDC": _ldc,
    "QSPC": _qspc, "DEPBAR": _dependency, "LDGDEPBAR": _dependency, "MEMBAR": _fence,
}  # fmt: skip
