"""Reading operands and writing results: PTX types as NumPy types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.simt.ptx import TYPE_BYTES, Instruction, Unsupported

if TYPE_CHECKING:
    from grader.simt.codegen import Writer


def numpy_type(kind: str) -> str:
    """NumPy type of a PTX type, signedness included."""
    if kind == "pred":
        return "?"
    return {"f": "f", "s": "i", "u": "u", "b": "i"}[kind[0]] + str(TYPE_BYTES[kind])


def sources(writer: Writer, instruction: Instruction, dtype: str) -> list[str]:
    """The sources, all of one type; .ftz flushes subnormal numbers to zero."""
    read = [writer.read(o, dtype) for o in instruction.operands[1:]]
    return [f"A.flush({r})" for r in read] if flushes(instruction, dtype) else read


def flushes(instruction: Instruction, dtype: str) -> bool:
    """Whether subnormal numbers of a type are flushed to zero."""
    return dtype == "f4" and "ftz" in instruction.opcode


def direction(instruction: Instruction) -> str | None:
    """The rounding direction of a float instruction, if it is not to nearest."""
    return next((p for p in instruction.opcode if p in ("rz", "rm", "rp")), None)


def to_nearest(instruction: Instruction) -> None:
    """Raises Unsupported for an instruction with directed rounding."""
    if direction(instruction):
        raise Unsupported(f"the directed rounding of `{instruction.text}`", instruction.line)


def finish(writer: Writer, instruction: Instruction, expression: str, dtype: str) -> None:
    """Write a result, saturated and flushed as the opcode says."""
    if dtype[0] == "f":
        to_nearest(instruction)
        write_float(writer, instruction, expression, dtype)
    else:
        writer.write(instruction.operands[0], expression, dtype)


def write_float(writer: Writer, instruction: Instruction, expression: str, dtype: str) -> None:
    """Write a rounded result, saturated and flushed as the opcode says."""
    if "sat" in instruction.opcode:
        expression = f"A.clamp_unit({expression})"
    if flushes(instruction, dtype):
        expression = f"A.flush({expression})"
    writer.write(instruction.operands[0], expression, dtype)
