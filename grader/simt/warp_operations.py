"""Instructions that exchange values between the lanes of a warp, and reads of special registers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from grader.simt.ptx import TYPE_BYTES, Instruction, Unsupported

if TYPE_CHECKING:
    from grader.simt.codegen import Writer


def _shuffle(writer: Writer, instruction: Instruction) -> None:
    mode = next(p for p in instruction.opcode if p in ("up", "down", "bfly", "idx"))
    target, _, inside = instruction.operands[0].partition("|")
    value, lane, clamp, mask = (writer.read(o, "i4") for o in (*instruction.operands[1:], "-1")[:4])
    pair = writer.new(f"M.warp.shuffle('{mode}', {value}, {lane}, {clamp}, {mask}, {instruction.line or 0}, L)")
    writer.write(target, f"{pair}[0]", "i4")
    if inside:
        writer.write(inside, f"{pair}[1]", "?")


def _vote(writer: Writer, instruction: Instruction) -> None:
    mode = next(p for p in instruction.opcode if p in ("all", "any", "uni", "ballot"))
    predicate = writer.read(instruction.operands[1], "?")
    dtype = "i4" if mode == "ballot" else "?"
    mask = writer.read(instruction.operands[2], "i4")
    writer.write(instruction.operands[0], f"M.warp.vote('{mode}', {predicate}, {mask}, L)", dtype)


def _match(writer: Writer, instruction: Instruction) -> None:
    value = writer.read(instruction.operands[1], f"i{TYPE_BYTES[instruction.opcode[-1]]}")
    mask = writer.read(instruction.operands[2], "i4")
    if "any" in instruction.opcode:
        writer.write(instruction.operands[0], f"M.warp.match_any({value}, {mask}, L)", "i4")
        return
    target, _, predicate = instruction.operands[0].partition("|")
    pair = writer.new(f"M.warp.match_all({value}, {mask}, L)")
    writer.write(target, f"{pair}[0]", "i4")
    if predicate:
        writer.write(predicate, f"{pair}[1]", "?")


def _reduce(writer: Writer, instruction: Instruction) -> None:
    opcode = instruction.opcode
    name, kind = opcode[2], opcode[-1]
    names = {"f32": ("min", "max"), "b32": ("and", "or", "xor")}.get(kind, ("add", "min", "max"))
    if kind not in ("u32", "s32", "b32", "f32") or name not in names:
        raise Unsupported(f"the instruction `{instruction.text}`", instruction.line)
    dtype = {"f32": "f4", "s32": "i4"}.get(kind, "u4")
    value, mask = writer.read(instruction.operands[1], dtype), writer.read(instruction.operands[2], "i4")
    if kind == "f32":
        value = writer.new(f"np.abs({value})") if "abs" in opcode else value
        call = f"M.warp.reduce_floats('{name}', {value}, {mask}, {'NaN' in opcode}, L)"
    else:
        call = f"M.warp.reduce('{name}', {value}, {mask}, L)"
    writer.write(instruction.operands[0], call, dtype)


def _active_mask(writer: Writer, instruction: Instruction) -> None:
    writer.write(instruction.operands[0], "M.warp.active_mask(L)", "i4")


def _warp_barrier(writer: Writer, instruction: Instruction) -> None:
    """bar.warp.sync: orders the memory accesses of the lanes in its mask."""
    writer.lines.append(f"U.order_warp({writer.read(instruction.operands[0], 'i4')}, L)")


def _elect(writer: Writer, instruction: Instruction) -> None:
    """elect.sync d|p, mask: d is the leader's lane, p holds in the leader."""
    target, _, leads = instruction.operands[0].partition("|")
    pair = writer.new(f"M.warp.elect({writer.read(instruction.operands[1], 'i4')}, L)")
    writer.write(target, f"{pair}[0]", "i4")
    writer.write(leads, f"{pair}[1]", "?")


WARP_OPERATIONS: dict[str, Callable[[Writer, Instruction], None]] = {
    "shfl": _shuffle, "vote": _vote, "match": _match, "redux": _reduce, "activemask": _active_mask,
    "bar": _warp_barrier, "elect": _elect,
}  # fmt: skip
