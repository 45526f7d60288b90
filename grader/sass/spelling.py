"""Instructions as text, in nvdisasm's words: `@!P0 LDG.E.64 R4, desc[UR4][R2.64+0x10]`."""

from __future__ import annotations

import struct

from grader.sass.instruction import (
    Address,
    Constant,
    Immediate,
    Instruction,
    Kind,
    Operand,
    Predicate,
    Register,
    Target,
)  # fmt: skip

_SMALL = 1 << 16  # negative numbers down to here are written with a minus


def spell(instruction: Instruction) -> str:
    """Guard, mnemonic and operands. Immediates of floating point have the fewest digits that tell them apart."""
    guard = "" if instruction.guard.always else f"@{spell_operand(instruction.guard)} "
    operands = ", ".join(spell_operand(each) for each in instruction.operands)
    return f"{guard}{instruction.name} {operands}".rstrip()


def spell_operand(operand: Operand) -> str:
    """One operand."""
    if isinstance(operand, Register):
        number = f"{'UR' if operand.uniform else 'R'}{'Z' if operand.zero else operand.number}"
        part = f".{operand.part}" if operand.part else ""
        return _marked(operand, number + part) if operand.uniform else _marked(operand, number) + part
    if isinstance(operand, Predicate):
        number = "T" if operand.number == 7 else str(operand.number)
        return f"{'!' if operand.negated else ''}{'U' if operand.uniform else ''}P{number}"
    if isinstance(operand, Immediate):
        return _number(operand)
    if isinstance(operand, Constant):
        return _constant(operand)
    if isinstance(operand, Address):
        return _address(operand)
    return hex(operand.address) if isinstance(operand, Target) else operand.name


def _marked(operand: Register | Constant, text: str) -> str:
    if operand.absolute:
        text = f"|{text}|"
    return f"{'-' if operand.negated else '~' if operand.inverted else ''}{text}"


def _constant(operand: Constant) -> str:
    bank = f"cx[{spell_operand(operand.bank)}]" if isinstance(operand.bank, Register) else f"c[{operand.bank:#x}]"
    inner = spell_operand(operand.index) if operand.index else ""
    if operand.offset or not inner:
        inner += f"{'+' if inner else ''}{operand.offset:#x}"
    return _marked(operand, f"{bank}[{inner}]") + (f".{operand.part}" if operand.part else "")


def _address(operand: Address) -> str:
    parts = []
    hidden = operand.base and operand.base.zero and (operand.uniform or operand.offset) and operand.scale == 1
    if operand.base and (not hidden or operand.base.part):
        scale = "" if operand.scale == 1 else f".X{operand.scale}"
        parts.append(f"{spell_operand(operand.base)}{'.64' if operand.base.wide else ''}{scale}")
    if operand.uniform:
        parts.append(spell_operand(operand.uniform))
    if operand.offset:
        parts.append(hex(operand.offset))
    inner = "+".join(parts)
    return f"desc[{spell_operand(operand.descriptor)}][{inner}]" if operand.descriptor else f"[{inner}]"


def _number(operand: Immediate) -> str:
    if operand.kind is Kind.INTEGER:
        size = 1 << (64 if operand.bits >> 32 else 32)
        return hex(operand.bits - size if size - _SMALL <= operand.bits else operand.bits)
    return f"{value(operand):.9g}"


def value(operand: Immediate) -> float:
    """What an immediate of floating point stands for."""
    if operand.kind is Kind.HALF:
        return float(struct.unpack("<e", struct.pack("<H", operand.bits))[0])
    if operand.kind is Kind.DOUBLE:
        return float(struct.unpack("<d", struct.pack("<Q", operand.bits << 32))[0])
    shift = 16 if operand.kind is Kind.BFLOAT else 0
    return float(struct.unpack("<f", struct.pack("<I", operand.bits << shift))[0])
