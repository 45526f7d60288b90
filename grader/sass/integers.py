"""Encodings of integer arithmetic, logic and selection."""

from __future__ import annotations

from collections.abc import Iterator

from grader.sass.fields import (
    ANY,
    COMBINATIONS,
    COMPARISONS,
    LAST,
    PLAIN,
    Entry,
    Signs,
    Spec,
    bits,
    carries,
    choose,
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
    when,
    zero,
)  # fmt: skip
from grader.sass.instruction import PT, Immediate, Predicate, UnknownInstruction

_D = reg(16)
_MINUS = Signs(negates=True)
_INVERTING = Signs(negates=True, inverts=True)
_CARRYING = Signs(negates=True, inverts=74)
_CARRY_IN = when(carries, pred(87, 90))
_U32 = flag(73, "", "U32")


def _integers() -> Iterator[Entry]:
    a, carrying = slot(24, PLAIN), slot(24, _CARRYING)
    last, b, c = slot(32, PLAIN), second(PLAIN), third(PLAIN)
    carry_out = pred_unless_true(81)
    yield from in_forms(
        LAST,
        0x010,
        "IADD3",
        (flag(74, "X"),),
        (
            _D,
            carry_out,
            pred_unless_true(84),
            carrying,
            slot(32, _CARRYING),
            slot(64, _CARRYING),
            _CARRY_IN,
            when(carries, pred(77, 80)),
        ),
    )
    sums = third(_CARRYING)
    yield from in_forms(ANY, 0x024, "IMAD", (_U32, flag(74, "X")), (_D, a, b, sums, _CARRY_IN))
    for code, name in ((0x025, "WIDE"), (0x027, "HI")):
        yield from in_forms(
            ANY, code, "IMAD", (fixed(name), _U32, flag(74, "X")), (_D, carry_out, a, b, sums, _CARRY_IN)
        )
    yield from in_forms(LAST, 0x036, "VIADD", (flag(73, "16x2"),), (_D, a, slot(32, _MINUS)))
    compare = (pick(76, COMPARISONS), _U32, pick(74, COMBINATIONS), flag(72, "EX"))
    low_result = when(lambda w: w >> 72 & 1, pred(68, 71))
    yield from in_forms(LAST, 0x00C, "ISETP", compare, (pred(81), pred(84), a, last, pred(87, 90), low_result))
    yield from in_forms(LAST, 0x013, "IABS", (), (_D, last))
    kinds = (pick(72, "U32 - U16x2 S16x2"), flag(76, "RELU"))
    yield from in_forms(
        LAST, 0x048, "VIMNMX", (_both_or_none, *kinds), (_D, carry_out, pred_unless_true(84), a, last, pred(87, 90))
    )
    yield from in_forms(ANY, 0x00F, "VIMNMX3", kinds, (_D, a, b, c, pred(87, 90)))
    yield from in_forms(ANY, 0x046, "VIADDMNMX", kinds, (_D, a, second(_MINUS), c, pred(87, 90)))
    shapes = choose(lambda w: w >> 76 & 3, {0: "4A", 1: "2A.LO", 3: "2A.HI"})
    widths = choose(lambda w: w >> 73 & 1 | w >> 75 & 2, {0: "U8", 1: "S8", 2: "U16", 3: "S16"})
    yield from in_forms(ANY, 0x026, "IDP", (shapes, widths, flag(74, "S8", "U8")), (_D, a, b, third(_MINUS)))
    yield from in_forms(ANY, 0x014, "VABSDIFF", (_U32,), (_D, carry_out, a, b, c))
    yield from in_forms(ANY, 0x015, "VABSDIFF4", (flag(73, "", "U8"), flag(75, "ACC")), (_D, carry_out, a, b, c))
    yield from in_forms(LAST, 0x007, "SEL", (), (_D, a, last, pred(87, 90)))
    yield from in_forms(LAST, 0x002, "MOV", (), (_D, last, when(lambda w: w >> 72 & 15 != 15, integer(72, 4))))
    yield from in_forms(ANY, 0x016, "PRMT", (pick(72, "- F4E B4E RC8 ECL ECR RC16 ?"),), (_D, a, b, c))
    yield from in_forms(LAST, 0x01A, "SGXT", (flag(75, "W"), _U32), (_D, a, last))
    yield from in_forms(LAST, 0x01B, "BMSK", (flag(75, "W"),), (_D, a, last))
    for code, name, extra in ((0x109, "POPC", ()), (0x101, "BREV", ()), (0x100, "FLO", (_U32, flag(74, "SH")))):
        outs = (_D, carry_out) if code == 0x100 else (_D,)
        signs = PLAIN if code == 0x101 else _INVERTING
        yield from in_forms(LAST, code, name, extra, (*outs, slot(32, signs)))


def _both_or_none(word: int) -> str:
    """VIMNMX on pairs tells of both halves which operand won, or of none."""
    if (word >> 81 & 7 == PT) != (word >> 84 & 7 == PT):
        raise UnknownInstruction("half of the predicates")
    return ""


def _logic() -> Iterator[Entry]:
    a = slot(24, PLAIN)
    table = (fixed("LUT"), flag(80, "PAND"))
    yield from in_forms(
        LAST,
        0x012,
        "LOP3",
        table,
        (pred_unless_true(81), _D, a, slot(32, PLAIN), slot(64, PLAIN), integer(72, 8), pred(87, 90)),
    )
    shift = (flag(76, "R", "L"), flag(75, "W"), pick(73, "S64 U64 S32 U32"), flag(80, "HI"))
    yield from in_forms(ANY, 0x019, "SHF", shift, (_D, a, second(PLAIN), third(PLAIN)))
    lea = (flag(80, "HI"), flag(74, "X"), lea_extends)
    yield from in_forms(
        LAST,
        0x011,
        "LEA",
        lea,
        (
            _D,
            pred_unless_true(81),
            slot(24, _CARRYING),
            slot(32, _CARRYING),
            when(lea_has_high, slot(64, PLAIN)),
            integer(75, 5),
            _CARRY_IN,
        ),
    )
    predicates = (pred(81), pred(84))
    lut = (lambda w, at: Immediate(bits(w, 72, 5) << 3 | bits(w, 64, 3)), integer(16, 8))
    sources = (pred(87, 90), pred(77, 80), lambda w, at: Predicate(w >> 68 & 7, bool(w >> 67 & 1), bool(w >> 71 & 1)))
    yield 0x81C, Spec("PLOP3", (fixed("LUT"),), (*predicates, *sources, *lut))
    sign = reg(24, part=lambda w: "SIGN"), reg(32, part=lambda w: "SIGN"), reg(64, part=lambda w: "SIGN")
    yield 0x21F, Spec("PLOP3", (fixed("LUT"),), (*predicates, *sign, integer(72, 8), integer(16, 8)))
    yield from in_forms((4,), 0x003, "P2R", (zero(87, 4), _byte), (named(lambda w: "PR"), _D, a, integer(32, 32)))
    yield from in_forms((4,), 0x004, "R2P", (), (named(lambda w: "PR"), reg(24, part=_byte), integer(32, 32)))


def _byte(word: int) -> str:
    return ("", "B1", "B2", "B3")[word >> 76 & 3]


def lea_extends(word: int) -> str:
    if word >> 73 & 1 and not word >> 80 & 1:
        raise UnknownInstruction("only the high half extends a sign")
    return "SX32" if word >> 73 & 1 else ""


def lea_has_high(word: int) -> bool:
    return bool(word >> 80 & 1) and not word >> 73 & 1


def entries() -> Iterator[Entry]:
    """Every operation of this file."""
    yield from _integers()
    yield from _logic()
