"""PTX instructions on the bytes, halfwords and bit fields of a word, handed to `packed_words` at run time."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from grader.simt.ptx import Instruction, Unsupported

if TYPE_CHECKING:
    from grader.simt.codegen import Writer

_VIDEO = re.compile(r"v(add|sub|avrg|absdiff|min|max|set)([24])$")
_PAIRS = ("u16x2", "s16x2")


def emit_pairs(writer: Writer, instruction: Instruction) -> bool:
    """Emit add, min or max of two halfwords, or with a clamp at 0; False if the instruction is none of these."""
    opcode = instruction.opcode
    kind = next((p for p in opcode if p in (*_PAIRS, "s32")), None)
    if opcode[0] not in ("add", "min", "max") or kind is None or (kind == "s32" and "relu" not in opcode):
        return False
    if not {opcode[0], kind, "relu"}.issuperset(opcode):
        raise Unsupported(f"the instruction `{instruction.text}`", instruction.line)
    bits = 16 if kind in _PAIRS else 32
    words = _words(writer, instruction.operands[1:3])
    call = f"pairwise('{opcode[0]}', {bits}, {kind[0] == 's'}, {'relu' in opcode}, {words})"
    _finish(writer, instruction, call)
    return True


def _finish(writer: Writer, instruction: Instruction, call: str) -> None:
    writer.write(instruction.operands[0], f"H.packed_words.{call}", "i4")


def _words(writer: Writer, operands: tuple[str, ...]) -> str:
    return ", ".join(writer.read(o, "i4") for o in operands)


def _video(writer: Writer, instruction: Instruction) -> None:
    """Without selectors of pieces: those are written behind the operands."""
    opcode, operands = instruction.opcode, instruction.operands
    match = _VIDEO.match(opcode[0])
    assert match is not None
    name, bits = match[1], 32 // int(match[2])
    types = [p == "s32" for p in opcode if p in ("s32", "u32")]
    if name == "set":
        name, types = next(p for p in opcode if p in ("eq", "ne", "lt", "le", "gt", "ge")), [False, *types[-2:]]
    if any("." in o for o in operands) or len(types) != 3:
        raise Unsupported(f"the instruction `{instruction.text}`", instruction.line)
    a, b, c = (writer.read(o, "i4") for o in operands[1:4])
    addend = c if "add" in opcode[1:] else None
    _finish(writer, instruction, f"video('{name}', {bits}, {tuple(types)}, {'sat' in opcode}, {a}, {b}, {addend})")


def _dp2a(writer: Writer, instruction: Instruction) -> None:
    signs = ", ".join(str(p == "s32") for p in instruction.opcode if p in ("s32", "u32"))
    words = _words(writer, instruction.operands[1:4])
    _finish(writer, instruction, f"dot_product_of_halves({words}, {signs}, {'hi' in instruction.opcode})")


def _fns(writer: Writer, instruction: Instruction) -> None:
    _finish(writer, instruction, f"find_set_bit({_words(writer, instruction.operands[1:4])})")


def _bmsk(writer: Writer, instruction: Instruction) -> None:
    words = _words(writer, instruction.operands[1:3])
    _finish(writer, instruction, f"bit_mask({words}, {'clamp' in instruction.opcode})")


def _szext(writer: Writer, instruction: Instruction) -> None:
    words = _words(writer, instruction.operands[1:3])
    signed = instruction.opcode[-1] == "s32"
    _finish(writer, instruction, f"extend({words}, {signed}, {'clamp' in instruction.opcode})")


PACKED_OPERATIONS: dict[str, Callable[[Writer, Instruction], None]] = {
    "dp2a": _dp2a, "fns": _fns, "bmsk": _bmsk, "szext": _szext,
    **{f"v{name}{n}": _video for name in ("add", "sub", "avrg", "absdiff", "min", "max", "set") for n in (2, 4)},
}  # fmt: skip
