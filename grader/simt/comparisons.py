"""Comparisons, and selections by their results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.simt.operand_types import flushes, numpy_type
from grader.simt.ptx import Instruction

if TYPE_CHECKING:
    from grader.simt.codegen import Writer

_COMPARE = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "lo": "<", "ls": "<=", "hi": ">",
            "hs": ">="}  # fmt: skip
_UNORDERED = {"equ": "ne", "neu": "eq", "ltu": "ge", "leu": "gt", "gtu": "le", "geu": "lt"}


def comparison(operator: str, a: str, b: str, is_float: bool) -> str:
    """Expression of a PTX comparison; the unordered ones are true if an operand is NaN."""
    if operator == "num":
        return f"~(np.isnan({a}) | np.isnan({b}))"
    if operator == "nan":
        return f"np.isnan({a}) | np.isnan({b})"
    if operator == "neu":
        return f"{a} != {b}"
    if operator == "ne" and is_float:
        return f"({a} < {b}) | ({a} > {b})"
    if operator == "equ":
        return f"~(({a} < {b}) | ({a} > {b}))"
    if operator in _UNORDERED:
        return f"~({a} {_COMPARE[_UNORDERED[operator]]} {b})"
    return f"{a} {_COMPARE[operator]} {b}"


def setp(writer: Writer, instruction: Instruction) -> None:
    """A comparison into one predicate, or into two of which the second is the opposite."""
    opcode = instruction.opcode
    dtype = numpy_type(opcode[-1])
    if opcode[1] in ("lo", "ls", "hi", "hs"):
        dtype = "u" + dtype[1:]
    a, b = _compared(writer, instruction, dtype)
    compared = writer.new(comparison(opcode[1], a, b, dtype[0] == "f"))
    targets = instruction.operands[0].split("|")
    for i, target in enumerate(targets):
        writer.write(target, combined(writer, instruction, compared if i == 0 else f"~{compared}"), "?")


def _compared(writer: Writer, instruction: Instruction, dtype: str) -> list[str]:
    sources = [writer.read(o, dtype) for o in instruction.operands[1:3]]
    return [f"A.flush({s})" for s in sources] if flushes(instruction, dtype) else sources


_BOOLEAN = {"and": "&", "or": "|", "xor": "^"}


def combined(writer: Writer, instruction: Instruction, truth: str, form: str = "{}") -> str:
    """The result of a comparison, combined with a predicate as in setp.lt.and.s32."""
    operator = next((sign for word, sign in _BOOLEAN.items() if word in instruction.opcode), None)
    return f"({truth}) {operator} {form.format(writer.read(instruction.operands[3], '?'))}" if operator else truth


def set_value(writer: Writer, instruction: Instruction) -> None:
    """set: a comparison into a number, 1.0 or all bits one where true."""
    opcode, target = instruction.opcode, instruction.opcode[-2]
    dtype = numpy_type(opcode[-1])
    if opcode[1] in ("lo", "ls", "hi", "hs"):
        dtype = "u" + dtype[1:]
    a, b = _compared(writer, instruction, dtype)
    truth = combined(writer, instruction, comparison(opcode[1], a, b, dtype[0] == "f"))
    result = f"({truth}).astype('f4')" if target == "f32" else f"-({truth}).astype('i4')"
    writer.write(instruction.operands[0], result, "f4" if target == "f32" else "i4")


def select(writer: Writer, instruction: Instruction) -> None:
    """selp: one of two values by a predicate."""
    dtype = numpy_type(instruction.opcode[-1])
    target, yes, no, condition = instruction.operands
    a, b = writer.read(yes, dtype), writer.read(no, dtype)
    writer.write(target, f"np.where({writer.read(condition, '?')}, {a}, {b})", dtype)


def select_by_sign(writer: Writer, instruction: Instruction) -> None:
    """slct: one of two values by the sign of a third."""
    dtype, by = numpy_type(instruction.opcode[-2]), numpy_type(instruction.opcode[-1])
    target, yes, no, selector = instruction.operands
    zero = writer.program.constant(0, by)
    condition = f"{writer.read(selector, by)} >= {zero}"
    writer.write(target, f"np.where({condition}, {writer.read(yes, dtype)}, {writer.read(no, dtype)})", dtype)
