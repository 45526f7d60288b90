"""Encodings of arithmetic in single and double precision."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from grader.sass.fields import (
    ANY,
    COMBINATIONS,
    DENORMALS,
    FLOAT_COMPARISONS,
    LAST,
    ROUNDINGS,
    SUM,
    Entry,
    Signs,
    choose,
    fixed,
    flag,
    in_forms,
    pick,
    pred,
    reg,
    second,
    slot,
    third,
    zero,
)  # fmt: skip
from grader.sass.instruction import Kind, Operand, Register

_DOUBLE_COMPARISONS = "MIN LT EQ LE GT NE GE NUM NAN LTU EQU LEU GTU NEU GEU MAX"
_D = reg(16)
_FLOAT = Signs(negates=True, absolute=True, kind=Kind.FLOAT)
_DOUBLE = Signs(negates=True, absolute=True, kind=Kind.DOUBLE)


def _floats() -> Iterator[Entry]:
    a, b, c, last = slot(24, _FLOAT), second(_FLOAT), third(_FLOAT), slot(32, _FLOAT)
    rounding, saturates = pick(78, ROUNDINGS), flag(77, "SAT")
    ftz = flag(80, "FTZ")
    scale = choose(lambda w: w >> 84 & 7, {4: "", 1: "D8", 2: "D4", 3: "D2", 5: "M2", 6: "M4", 7: "M8"})
    yield from in_forms(ANY, 0x023, "FFMA", (DENORMALS, rounding, saturates), (_D, a, b, c))
    yield from in_forms(LAST, 0x020, "FMUL", (DENORMALS, scale, rounding, saturates), (_D, a, last))
    yield from in_forms(SUM, 0x021, "FADD", (ftz, rounding, saturates), (_D, a, last))
    yield from in_forms(LAST, 0x008, "FSEL", (ftz,), (_D, a, last, pred(87, 90)))
    yield from in_forms(
        LAST, 0x009, "FMNMX", (zero(65, 1), ftz, flag(81, "NAN"), flag(82, "XORSIGN")), (_D, a, last, pred(87, 90))
    )
    compared = (pick(76, FLOAT_COMPARISONS), ftz, pick(74, COMBINATIONS))
    yield from in_forms(LAST, 0x00A, "FSET", (fixed("BF"), *compared), (_D, a, last, pred(87, 90)))
    yield from in_forms(LAST, 0x00B, "FSETP", compared, (pred(81), pred(84), a, last, pred(87, 90)))
    yield from in_forms(LAST, 0x102, "FCHK", (), (pred(81), a, last))
    functions = "COS SIN EX2 LG2 RCP RSQ RCP64H RSQ64H SQRT TANH ? ? ? ? ? ?"
    yield from in_forms(LAST, 0x108, "MUFU", (pick(74, functions), pick(72, "- F16 BF16 ?")), (_D, _mufu_source))


_MUFU_FLOAT, _MUFU_DOUBLE = slot(32, _FLOAT), slot(32, _DOUBLE)


def _mufu_source(word: int, at: int) -> Operand | None:
    """The high word of a double for the functions of doubles; for those of halves, a half of the register."""
    operand = (_MUFU_DOUBLE if word >> 75 & 7 == 3 else _MUFU_FLOAT)(word, at)
    upper = isinstance(operand, Register) and word >> 72 & 3 and word >> 60 & 1
    return replace(operand, part="H1") if upper and isinstance(operand, Register) else operand


def _doubles() -> Iterator[Entry]:
    a, b, c, last = slot(24, _DOUBLE), second(_DOUBLE), third(_DOUBLE), slot(32, _DOUBLE)
    rounding = pick(78, ROUNDINGS)
    yield from in_forms(ANY, 0x02B, "DFMA", (rounding,), (_D, a, b, c))
    yield from in_forms(LAST, 0x028, "DMUL", (rounding,), (_D, a, last))
    yield from in_forms(SUM, 0x029, "DADD", (rounding,), (_D, a, third(_DOUBLE)))
    compared = (pick(76, _DOUBLE_COMPARISONS), pick(74, COMBINATIONS))
    yield from in_forms((1, 2, 3, 7), 0x02A, "DSETP", compared, (pred(81), pred(84), a, last, pred(87, 90)))


def entries() -> Iterator[Entry]:
    """Every operation of this file."""
    yield from _floats()
    yield from _doubles()
