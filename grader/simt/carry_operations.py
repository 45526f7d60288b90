"""Extended-precision integer arithmetic: additions, subtractions and multiply-adds with carry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.simt.ptx import TYPE_BYTES, Instruction, Unsupported

if TYPE_CHECKING:
    from grader.simt.codegen import Writer


def uses_carry(instruction: Instruction) -> bool:
    """Whether it reads or writes the carry flag."""
    return instruction.opcode[0] in ("addc", "subc", "madc") or "cc" in instruction.opcode


def emit_carry(writer: Writer, instruction: Instruction) -> None:
    """Emit an instruction with a carry. The flag lives from one instruction to the next, within a basic block.

    A subtraction adds the complement and 1, so its carry means "no borrow", also for an addc after sub.cc.
    """
    opcode, operands = instruction.opcode, instruction.operands
    dtype = f"u{TYPE_BYTES[opcode[-1]]}"
    reads = opcode[0] in ("addc", "subc", "madc")
    if reads and writer.carry is None:
        raise Unsupported(f"a carry from another basic block (`{instruction.text}`)", instruction.line)
    subtracts = opcode[0].startswith("sub")
    carry = writer.carry if reads and writer.carry else str(subtracts)
    values = [writer.read(o, dtype) for o in operands[1:]]
    if opcode[0].startswith("mad"):
        signed = "i" if opcode[-1][0] == "s" else "u"
        left, right = (writer.read(o, f"{signed}{dtype[1:]}") for o in operands[1:3])
        high = f"A.multiply_high({left}, {right}).view('{dtype}')"
        values = [writer.new(high if "hi" in opcode else f"{values[0]} * {values[1]}"), values[2]]
    right = f"~{values[1]}" if subtracts else values[1]
    pair = writer.new(f"A.add_with_carry({values[0]}, {right}, {carry})")
    writer.write(operands[0], f"{pair}[0]", dtype)
    if "cc" in opcode:
        writer.carry = writer.new(f"{pair}[1]")
