"""Encodings of arithmetic on pairs of halves. An operand is a pair, or one of its halves twice."""

from __future__ import annotations

from collections.abc import Iterator

from grader.sass.fields import (
    COMBINATIONS,
    DENORMALS,
    FLOAT_COMPARISONS,
    LAST,
    SUM,
    Entry,
    Reader,
    Signs,
    bits,
    choose,
    fixed,
    flag,
    in_forms,
    pick,
    pred,
    reg,
    slot,
    when,
    zero,
)  # fmt: skip
from grader.sass.instruction import Immediate, Kind, Operand, Register, UnknownInstruction

_D = reg(16)


def _half(word: int, start: int) -> str:
    name = ("", "?", "H0_H0", "H1_H1")[bits(word, {24: 74, 32: 60, 64: 81}[start], 2)]
    if name == "?":
        raise UnknownInstruction("no such half")
    return name


def _fma_half(word: int, start: int) -> str:
    """The factor of HFMA2 can have its upper half negated."""
    if start == 32 and word >> 86 & 1:
        if bits(word, 60, 2):
            raise UnknownInstruction("no such half")
        return "H0_NH1"
    return _half(word, start)


_BF16 = flag(85, "BF16_V2")
_HALF = Signs(negates=True, absolute=True, parts=_half)
_FMA_HALF = Signs(negates=True, absolute=True, parts=_fma_half)
_PAIR = Signs(negates=True, absolute=True)


def _halves_at(start: int, signs: Signs = _HALF) -> tuple[Reader, Reader]:
    """Slot 32 of instructions on halves: two immediates, the high one first, or one operand."""
    low = slot(32, signs)

    def first(word: int, at: int) -> Operand | None:
        if word >> 9 & 7 in (2, 4):
            return Immediate(bits(word, 48, 16), Kind.BFLOAT if _half_type(word, start) else Kind.HALF)
        return low(word, at)

    def other(word: int, at: int) -> Operand | None:
        if word >> 9 & 7 in (2, 4):
            return Immediate(bits(word, 32, 16), Kind.BFLOAT if _half_type(word, start) else Kind.HALF)
        return None

    return first, other


def _half_type(word: int, bit: int) -> bool:
    return bool(word >> bit & 1)


def _high_of_fma(swizzled: bool) -> Reader:
    """The addend of HFMA2, whose bars and minus lie at 83 and 84."""

    def read(word: int, at: int) -> Operand | None:
        part = _half(word, 64) if swizzled else ""
        return Register(word >> 64 & 0xFF, False, bool(word >> 84 & 1), bool(word >> 83 & 1), False, part)

    return read


def _half_operands() -> Iterator[Entry]:
    a = slot(24, _HALF)
    ftz, saturates = flag(80, "FTZ"), flag(77, "SAT")
    first, other = _halves_at(85)
    yield from in_forms(
        SUM,
        0x030,
        "HADD2",
        (_converts_plainly, _BF16, flag(78, "F32"), ftz, saturates),
        (_D, a, _unless_f32(first), other),
    )
    yield from in_forms(LAST, 0x032, "HMUL2", (_BF16, zero(78, 1), DENORMALS, saturates), (_D, a, first, other))
    relu = (flag(79, "RELU"), saturates)
    factor_1, factor_2 = _halves_at(85, _FMA_HALF)
    minimum = (_BF16, ftz, flag(81, "NAN"), flag(82, "XORSIGN"), zero(65, 1), zero(78, 1))
    yield from in_forms(LAST, 0x040, "HMNMX2", minimum, (_D, a, first, other, pred(87, 90)))
    # HFMA2 on the FMA pipes, and on the tensor pipe, which cannot choose halves
    for code, mma, high, low in (
        (0x031, (), _high_of_fma(True), a),
        (0x035, (fixed("MMA"),), _high_of_fma(False), slot(24, _PAIR)),
    ):
        modifiers = (*mma, _BF16, zero(78, 1), DENORMALS, *relu)
        ends = when(lambda w: w >> 79 & 1 and w >> 87 & 15 != 7, pred(87, 90))
        factor, second_factor = (factor_1, factor_2) if code == 0x031 else (_plain_pair(first), other)
        yield from in_forms((1, 4, 5, 6), code, "HFMA2", modifiers, (_D, low, factor, second_factor, high, ends))
        yield from in_forms((2, 3, 7), code, "HFMA2", modifiers, (_D, low, high, factor, second_factor, ends))
    compare = (pick(76, FLOAT_COMPARISONS), ftz)
    kinds = choose(lambda w: w >> 64 & 3, {0: "", 2: "BF16_V2"})
    first, other = _halves_at(65)
    yield from in_forms(
        SUM,
        0x033,
        "HSET2",
        (kinds, flag(71, "BF"), *compare, pick(69, COMBINATIONS)),
        (_D, a, first, other, pred(87, 90)),
    )
    yield from in_forms(
        SUM,
        0x034,
        "HSETP2",
        (kinds, compare[0], ftz, flag(71, "H_AND"), pick(69, COMBINATIONS)),
        (pred(81), pred(84), a, first, other, pred(87, 90)),
    )


def _plain_pair(reader: Reader) -> Reader:
    """The same without a choice of halves."""
    pair = slot(32, _PAIR)
    return lambda word, at: reader(word, at) if word >> 9 & 7 in (2, 4) else pair(word, at)


def _converts_plainly(word: int) -> str:
    if word >> 78 & 1 and word >> 73 & 1:
        raise UnknownInstruction("bars around what is only converted")
    return ""


def _unless_f32(first: Reader) -> Reader:
    """HADD2.F32 converts one half to a float: of an immediate, only the low one is written."""
    return lambda word, at: None if word >> 78 & 1 and word >> 9 & 7 in (2, 4) else first(word, at)


def entries() -> Iterator[Entry]:
    """Every operation of this file."""
    yield from _half_operands()
