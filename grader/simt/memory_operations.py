"""Loads, stores and atomics: generated code gets a view of the addresses, then gathers or scatters.

A view is created once per value of an address register; all accesses `[register + constant]` share it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from grader.simt.accesses import Access, Group, space_of
from grader.simt.halves import KINDS
from grader.simt.kernel import parameter_slots
from grader.simt.ptx import TYPE_BYTES, Instruction, Unsupported

if TYPE_CHECKING:
    from grader.simt.codegen import Writer

_LOADED = {"u8": "u1", "b8": "u1", "s8": "i1", "u16": "u2", "b16": "i2", "s16": "i2", "f16": "i2", "bf16": "i2",
           "u32": "u4", "f32": "f4", "f64": "f8"}  # fmt: skip


def element_type(kind: str) -> str:
    """NumPy type of a PTX type in memory."""
    return _LOADED.get(kind, f"i{TYPE_BYTES[kind]}")


def _view(writer: Writer, group: Group, instruction: Instruction) -> str:
    """Variable with the group's view, which is created at its first access."""
    known = writer.entered.get(group.index)
    if known is not None:
        return known
    address = _address(writer, group)
    if group.space == "generic":
        variable = writer.new(f"M.generic({address}, L)")
    else:
        space = "constant" if group.space == "const" else group.space
        variable = writer.new(f"U.enter_{space}(G[{group.index}], {address}, L)")
    writer.entered[group.index] = variable
    return variable


def _address(writer: Writer, group: Group) -> str:
    """The group's base addresses."""
    if not group.base:
        return writer.program.constant(0, "i8")
    if group.base[0] == "%":
        return writer.read(group.base, writer.program.canonical(group.base))
    return writer.symbol(group.base, "i8")


def _lanes_of(access: Access) -> str:
    return element_type(access.element)


def _elements(operand: str) -> list[str]:
    """The registers of a vector, or the single one."""
    return [part.strip() for part in operand.strip("{}").split(",")]


def _load(writer: Writer, instruction: Instruction) -> None:
    if space_of(instruction) == "param":
        _load_parameter(writer, instruction)
        return
    group = writer.program.group_of[writer.block.index, writer.position]
    access = next(a for a in group.accesses if a.position == writer.position)
    targets = _elements(instruction.operands[0])
    view = _view(writer, group, instruction)
    dtype = _lanes_of(access)
    if group.space == "generic":
        for i, target in enumerate(targets):
            offset = access.offset + i * access.element_bytes
            _receive(writer, target, f"{view}.load(G[{group.index}], {offset}, '{dtype}')", dtype)
        return
    for i, target in enumerate(targets):
        if target != "_":
            offset = access.offset + i * access.element_bytes
            _receive(writer, target, f"{view}.load('{dtype}', {offset})", dtype)


def _receive(writer: Writer, target: str, expression: str, dtype: str) -> None:
    """Write a loaded value, extended to a wider register according to the type of the load."""
    if target == "_":
        return
    wide = writer.program.canonical(target)
    if int(wide[1]) > int(dtype[1]):
        writer.write(target, f"({expression}).astype('{wide}')", wide)
    else:
        writer.write(target, expression, dtype)


def _load_parameter(writer: Writer, instruction: Instruction) -> None:
    name, _, _ = instruction.operands[1].strip("[]").partition("+")
    dtype = element_type(instruction.opcode[-1])
    if name.startswith("%"):
        raise Unsupported("a run-time index into a parameter", instruction.line)
    targets = _elements(instruction.operands[0])
    kernel = {p[0]: p[1] for p in writer.program.kernel.parameters}
    for target, slot in zip(targets, parameter_slots(instruction), strict=True):
        at = int(slot.rpartition("+")[2])
        if name in kernel:
            _receive(writer, target, f"M.parameter({kernel[name] + at}, '{dtype}')", dtype)
        else:
            _check_shape(writer, instruction, name, at)
            _receive(writer, target, writer.read(slot, dtype), dtype)


def _check_shape(writer: Writer, instruction: Instruction, name: str, at: int) -> None:
    """Raises Unsupported unless a piece of a call parameter is read as stored, or its low part, or never stored."""
    size, shapes = TYPE_BYTES[instruction.opcode[-1]], writer.program.parameter_shapes.get(name, {})
    if shapes.get(at, 0) < size and any(o < at + size and at < o + s for o, s in shapes.items()):
        raise Unsupported("a struct argument that is read in other pieces than it was stored in", instruction.line)


def _store(writer: Writer, instruction: Instruction) -> None:
    values = _elements(instruction.operands[1])
    kind = instruction.opcode[-1]
    if space_of(instruction) == "param":
        dtype = element_type(kind)
        for slot, value in zip(parameter_slots(instruction), values, strict=True):
            writer.write(slot, writer.read(value, dtype), dtype)
        return
    group = writer.program.group_of[writer.block.index, writer.position]
    access = next(a for a in group.accesses if a.position == writer.position)
    view = _view(writer, group, instruction)
    dtype = _lanes_of(access)
    for i, value in enumerate(values):
        offset = access.offset + i * access.element_bytes
        data = writer.read(value, dtype)
        if group.space == "generic":
            writer.lines.append(f"{view}.store(G[{group.index}], {offset}, '{dtype}', {data}, {access.position})")
        else:
            writer.lines.append(f"{view}.store('{dtype}', {offset}, {data}, {access.position})")


def _atomic(writer: Writer, instruction: Instruction) -> None:
    """Vectors are changed element by element: as in PTX, each is atomic, not the whole."""
    group = writer.program.group_of[writer.block.index, writer.position]
    access = group.accesses[0]
    kind = access.element
    name = next(
        p for p in instruction.opcode if p in ("add", "min", "max", "inc", "dec", "and", "or", "xor", "exch", "cas")
    )
    if name != "add" and (access.elements > 1 or kind in KINDS):
        raise Unsupported(f"the atomic `{instruction.text}`", instruction.line)
    if kind in KINDS:
        name, dtype = f"add.{kind}", f"i{TYPE_BYTES[kind]}"
    else:
        dtype = f"{kind[0] if kind[0] in 'fu' else 'i' if kind[0] == 's' else 'u'}{TYPE_BYTES[kind]}"
    reduction = instruction.opcode[0] == "red"
    sources = instruction.operands[1:] if reduction else instruction.operands[2:]
    values = [[writer.read(v, dtype) for v in _elements(o)] for o in sources[: 2 if name == "cas" else 1]]
    targets = ["_"] if reduction else _elements(instruction.operands[0])
    view = _view(writer, group, instruction)
    in_group = f"G[{group.index}], " if group.space == "generic" else ""
    for i, own in enumerate(zip(*values, strict=True)):
        target = targets[i] if len(targets) > 1 else targets[0]
        wanted = target != "_" and _is_read_later(writer, target)
        offset = access.offset + i * access.element_bytes
        call = f"{view}.atomic({in_group}'{name}', '{dtype}', {offset}, ({', '.join(own)},), {wanted})"
        if wanted:
            writer.write(target, call, dtype)
        else:
            writer.lines.append(call)


def _is_read_later(writer: Writer, register: str) -> bool:
    """Whether the old value that an atomic returns is used."""
    if register in writer.block.live_out:
        return True
    rest = writer.block.instructions[writer.position + 1 :]
    last = [writer.block.last] if writer.block.last else []
    return any(register in operand for i in [*rest, *last] for operand in (*i.operands, i.guard or ""))


def _call(writer: Writer, instruction: Instruction) -> None:
    """The run-time functions that device code may call: printf and assert's failure."""
    name = instruction.opcode[1]
    at = instruction.operands.index(name)
    arguments = [writer.read(f"{o}+0", "i8") for o in instruction.operands[at + 1 :][:2]]
    if name == "vprintf":
        result = writer.new(f"M.printf({arguments[0]}, {arguments[1]}, L)")
        for target in instruction.operands[:at]:
            writer.write(f"{target}+0", result, "i4")
    elif name == "__assertfail":
        writer.lines.append(f"M.assert_failed({arguments[0]}, {instruction.line or 0}, L)")
    else:
        raise Unsupported(f"`{name}` on the device heap", instruction.line)


def _copy_async(writer: Writer, instruction: Instruction) -> None:
    opcode = instruction.opcode
    if "bulk" in opcode or "mbarrier" in opcode:
        raise Unsupported(f"the instruction `{instruction.text}`", instruction.line)
    if "commit_group" in opcode:
        writer.lines.append("U.copies.commit(L)")
    elif "wait_group" in opcode:
        writer.lines.append(f"U.copies.wait({int(instruction.operands[0], 0)}, L)")
    elif "wait_all" in opcode:
        writer.lines.append("U.copies.wait(None, L)")
    else:
        target = writer.program.group_of[writer.block.index, writer.position]
        source = writer.program.groups[target.index + 1]
        size = _copied(writer, instruction)
        writer.lines.append(
            f"U.copies.start(G[{target.index}], {_address(writer, target)}, G[{source.index}], "
            f"{_address(writer, source)}, {size}, L)"
        )


def _copied(writer: Writer, instruction: Instruction) -> str:
    """How many bytes a cp.async reads, from its last operand: a size, or a predicate that skips the read."""
    if len(instruction.operands) < 4:
        return "None"
    size = instruction.operands[3]
    if size[0] == "!" or (size[0] == "%" and writer.program.canonical(size) == "?"):
        return writer.new(f"np.where({writer.read(size, '?')}, 0, {instruction.operands[2]})")
    return writer.read(size, "i4")


MEMORY: dict[str, Callable[[Writer, Instruction], None]] = {
    "ld": _load, "ldu": _load, "st": _store, "atom": _atomic, "red": _atomic, "call": _call, "cp": _copy_async,
}  # fmt: skip
