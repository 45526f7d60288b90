"""Float instructions with directed rounding (.rz, .rm, .rp), common in CUDA's mathematical functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.simt.operand_types import direction, flushes, numpy_type, sources, write_float
from grader.simt.ptx import Instruction

if TYPE_CHECKING:
    from grader.simt.codegen import Writer


def emit_directed(writer: Writer, instruction: Instruction) -> bool:
    """Emit an arithmetic instruction with directed rounding; False if it rounds to nearest."""
    rounding, kind, name = direction(instruction), instruction.opcode[-1], instruction.opcode[0]
    if rounding is None:
        return False
    if kind == "f32" and name in ("add", "sub", "mul", "fma", "mad"):
        expression = _fused(writer, instruction, rounding)
    elif kind == "f64" and name in ("add", "sub"):
        a, b = (writer.read(o, "f8") for o in instruction.operands[1:3])
        expression = f"A.add_f64_directed({a}, {b if name == 'add' else f'-{b}'}, '{rounding}')"
    elif kind in ("f32", "f64") and name in ("mul", "fma", "mad", "div", "rcp", "sqrt"):
        values = ", ".join(sources(writer, instruction, numpy_type(kind)))
        expression = f"A.directed('{name.replace('mad', 'fma')}', '{rounding}', {values})"
    else:
        return False
    write_float(writer, instruction, expression, numpy_type(kind))
    return True


def _fused(writer: Writer, instruction: Instruction, rounding: str) -> str:
    name = instruction.opcode[0]
    operands = [writer.read_wide(o) for o in instruction.operands[1:]]
    if flushes(instruction, "f4"):
        operands = [f"A.flush({o})" for o in operands]
    if name in ("add", "sub"):
        a, b, c = operands[0], writer.program.constant(1.0, "f8"), operands[1] if name == "add" else f"-{operands[1]}"
    elif name == "mul":
        a, b, c = *operands, f"np.copysign(0.0, {operands[0]} * {operands[1]})"
    else:
        a, b, c = operands
    return f"A.fma_f32_directed({a}, {b}, {c}, '{rounding}')"
