"""How operands of instructions are read and results written: the types of PTX as types of NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.simt.directed_rounding import to_nearest
from grader.simt.ptx import TYPE_BYTES, Instruction

if TYPE_CHECKING:
    from grader.simt.codegen import Writer


def numpy_type(kind: str) -> str:
    """NumPy type of a PTX type, signedness included."""
    if kind == "pred":
        return "?"
    return {"f": "f", "s": "i", "u": "u", "b": "i"}[kind[0]] + str(TYPE_BYTES[kind])


def sources(writer: Writer, instruction: Instruction, dtype: str) -> list[str]:
    """The sources, all of one type; .ftz makes zeros of subnormal numbers."""
    read = [writer.read(o, dtype) for o in instruction.operands[1:]]
    return [f"A.flush({r})" for r in read] if flushes(instruction, dtype) else read


def flushes(instruction: Instruction, dtype: str) -> bool:
    """Whether subnormal numbers of a type become zeros."""
    return dtype == "f4" and "ftz" in instruction.opcode


def finish(writer: Writer, instruction: Instruction, expression: str, dtype: str) -> None:
    """Write a result, saturated and flushed as the opcode asks."""
    if dtype[0] == "f":
        to_nearest(instruction)
    if "sat" in instruction.opcode and dtype[0] == "f":
        expression = f"A.clamp_unit({expression})"
    if flushes(instruction, dtype):
        expression = f"A.flush({expression})"
    writer.write(instruction.operands[0], expression, dtype)
