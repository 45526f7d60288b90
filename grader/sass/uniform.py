"""Encodings of the uniform datapath: what is computed once for a warp."""

from __future__ import annotations

from collections.abc import Iterator

from grader.sass.fields import (
    COMBINATIONS,
    COMPARISONS,
    Entry,
    Signs,
    Spec,
    bits,
    carries,
    fixed,
    flag,
    in_forms,
    integer,
    named,
    pick,
    pred,
    pred_unless_true,
    reg,
    second,
    slot,
    third,
    ureg,
    when,
    zero,
)  # fmt: skip
from grader.sass.instruction import Immediate, Operand, Predicate, Register
from grader.sass.integers import lea_extends, lea_has_high

_UNIFORM = (1, 2, 4)
_UD = ureg(16)
_U = Signs(uniform=True)
_U_CARRYING = Signs(negates=True, inverts=74, uniform=True)
_U_INVERTING = Signs(negates=True, inverts=True, uniform=True)
_U_CARRY_IN = when(carries, pred(87, 90, uniform=True))
_U32 = flag(73, "", "U32")


def _r2ur_result(word: int, at: int) -> Operand | None:
    """A predicate that R2UR.OR always has."""
    return (pred if word >> 84 & 1 else pred_unless_true)(81)(word, at)


def _uniform() -> Iterator[Entry]:
    a, carrying = slot(24, _U), slot(24, _U_CARRYING)
    last, high = slot(32, _U), slot(64, _U)
    b, c = second(_U), third(_U)
    carry_out = pred_unless_true(81, uniform=True)
    yield from in_forms(
        (1, 4),
        0x090,
        "UIADD3",
        (flag(74, "X"),),
        (
            _UD,
            carry_out,
            pred_unless_true(84, uniform=True),
            carrying,
            slot(32, _U_CARRYING),
            slot(64, _U_CARRYING),
            _U_CARRY_IN,
            when(carries, pred(77, 80, uniform=True)),
        ),
    )
    wide = (_UD, carrying, slot(32, _U_CARRYING), slot(64, _U_CARRYING))
    yield from in_forms((1, 4), 0x097, "UIADD3", (fixed("64"),), wide)
    sums = third(_U_CARRYING)
    yield from in_forms(_UNIFORM, 0x0A4, "UIMAD", (_U32, flag(74, "X")), (_UD, a, b, sums, _U_CARRY_IN))
    yield from in_forms(
        _UNIFORM, 0x0A5, "UIMAD", (fixed("WIDE"), _U32, flag(74, "X")), (_UD, carry_out, a, b, sums, _U_CARRY_IN)
    )
    yield from in_forms(
        (1, 4),
        0x092,
        "ULOP3",
        (fixed("LUT"), flag(80, "PAND")),
        (carry_out, _UD, a, last, high, integer(72, 8), pred(87, 90, uniform=True)),
    )
    shift = (flag(76, "R", "L"), flag(75, "W"), pick(73, "S64 U64 S32 U32"), flag(80, "HI"))
    yield from in_forms(_UNIFORM, 0x099, "USHF", shift, (_UD, a, b, c))
    lea = (flag(80, "HI"), flag(74, "X"), lea_extends)
    yield from in_forms(
        (1, 4),
        0x091,
        "ULEA",
        lea,
        (_UD, carry_out, carrying, slot(32, _U_CARRYING), when(lea_has_high, high), integer(75, 5), _U_CARRY_IN),
    )
    compare = (pick(76, COMPARISONS), _U32, pick(74, COMBINATIONS), flag(72, "EX"))
    u = {"uniform": True}
    results = (pred(81, **u), pred(84, **u))
    low_result = when(lambda w: w >> 72 & 1, pred(68, 71, **u))
    yield from in_forms((1, 4), 0x08C, "UISETP", compare, (*results, a, last, pred(87, 90, **u), low_result))
    yield from in_forms((1, 4), 0x087, "USEL", (), (_UD, a, last, pred(87, 90, **u)))
    yield from in_forms((1, 4, 6), 0x082, "UMOV", (), (_UD, last))
    yield from in_forms(_UNIFORM, 0x096, "UPRMT", (zero(72, 3),), (_UD, a, b, c))
    yield from in_forms((1, 4), 0x09A, "USGXT", (flag(75, "W"), _U32), (_UD, a, last))
    yield from in_forms((1, 4), 0x0BE, "UBREV", (), (_UD, last))
    yield from in_forms((1, 4), 0x09B, "UBMSK", (flag(75, "W"),), (_UD, a, last))
    yield from in_forms((1, 4), 0x0BD, "UFLO", (_U32, flag(74, "SH")), (_UD, carry_out, slot(32, _U_INVERTING)))
    yield from in_forms((1, 4), 0x0BF, "UPOPC", (), (_UD, slot(32, _U_INVERTING)))
    yield 0x2CA, Spec("R2UR", (flag(84, "OR"),), (_r2ur_result, _UD, reg(24)))
    lut = (lambda w, at: Immediate(bits(w, 72, 5) << 3 | bits(w, 64, 3)), integer(16, 8))
    sources = (pred(87, 90, **u), pred(77, 80, **u),
               lambda w, at: Predicate(w >> 68 & 7, uniform=True, negated=bool(w >> 71 & 1)))  # fmt: skip
    yield 0x89C, Spec("UPLOP3", (fixed("LUT"),), (*results, *sources, *lut))
    every, byte = named(lambda w: "UPR"), pick(76, "- B1 B2 B3")
    some = when(lambda w: w >> 32 & 0xFFFFFFFF != 0xFF, integer(32, 32))
    yield 0x883, Spec("UP2UR", (byte,), (_UD, every, ureg(24), integer(32, 32)))
    yield 0x884, Spec("UR2UP", (), (every, lambda w, at: Register(w >> 24 & 0x3F, True, part=byte(w)), some))


def entries() -> Iterator[Entry]:
    """Every operation of this file."""
    yield from _uniform()
