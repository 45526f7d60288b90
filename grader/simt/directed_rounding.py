"""Float instructions that round in a direction (.rz, .rm, .rp); the mathematical functions of CUDA are full of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.simt.ptx import Instruction, Unsupported

if TYPE_CHECKING:
    from grader.simt.codegen import Writer


def direction(instruction: Instruction) -> str | None:
    """The rounding of a float instruction, where it is not to nearest."""
    return next((p for p in instruction.opcode if p in ("rz", "rm", "rp")), None)


def to_nearest(instruction: Instruction) -> None:
    """Raises Unsupported for an instruction that rounds in a direction."""
    if direction(instruction):
        raise Unsupported(f"the directed rounding of `{instruction.text}`", instruction.line)


def emit_directed(writer: Writer, instruction: Instruction) -> bool:
    """Emit the arithmetic of an instruction that rounds in a direction; False if it rounds to nearest."""
    rounding, kind, name = direction(instruction), instruction.opcode[-1], instruction.opcode[0]
    if rounding is None:
        return False
    if kind == "f32" and name in ("add", "sub", "mul", "fma", "mad"):
        expression = _fused(writer, instruction, rounding)
    elif kind == "f64" and name in ("add", "sub"):
        a, b = (writer.read(o, "f8") for o in instruction.operands[1:3])
        expression = f"A.add_f64_directed({a}, {b if name == 'add' else f'-{b}'}, '{rounding}')"
    elif kind in ("f32", "f64") and name in ("mul", "fma", "mad", "div", "rcp", "sqrt"):
        dtype = "f4" if kind == "f32" else "f8"
        values = ", ".join(_flushed(instruction, writer.read(o, dtype)) for o in instruction.operands[1:])
        expression = f"A.directed('{name.replace('mad', 'fma')}', '{rounding}', {values})"
    else:
        return False
    if "sat" in instruction.opcode:
        expression = f"A.clamp_unit({expression})"
    if "ftz" in instruction.opcode:
        expression = f"A.flush({expression})"
    writer.write(instruction.operands[0], expression, "f4" if kind == "f32" else "f8")
    return True


def _flushed(instruction: Instruction, operand: str) -> str:
    return f"A.flush({operand})" if "ftz" in instruction.opcode else operand


def _fused(writer: Writer, instruction: Instruction, rounding: str) -> str:
    name = instruction.opcode[0]
    operands = [_flushed(instruction, writer.read_wide(o)) for o in instruction.operands[1:]]
    if name in ("add", "sub"):
        a, b, c = operands[0], writer.program.constant(1.0, "f8"), operands[1] if name == "add" else f"-{operands[1]}"
    elif name == "mul":
        a, b, c = *operands, f"np.copysign(0.0, {operands[0]} * {operands[1]})"
    else:
        a, b, c = operands
    return f"A.fma_f32_directed({a}, {b}, {c}, '{rounding}')"
