"""Encodings of conversions between numbers of all kinds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from grader.sass.fields import (
    LAST,
    PLAIN,
    ROUNDINGS,
    Entry,
    Reader,
    Signs,
    choose,
    fixed,
    flag,
    in_forms,
    pick,
    reg,
    slot,
    when,
    zero,
)  # fmt: skip
from grader.sass.instruction import Kind, Operand, Register, UnknownInstruction

_D = reg(16)


_WIDTHS = {0: "8", 1: "16", 2: "32", 3: "64"}


def _float_name(code: int) -> str:
    """1 to 4: what kind of float."""
    if not 1 <= code <= 4:
        raise UnknownInstruction("no such kind of float")
    return ("F16", "F32", "F64", "BF16")[code - 1]


def _conversions() -> Iterator[Entry]:
    last = slot(32, Signs(negates=True, absolute=True, kind=Kind.FLOAT))
    whole = slot(32, Signs())
    to_float = choose(lambda w: w >> 75 & 7, {1: "F16", 2: "", 3: "F64", 4: "BF16"})
    ftz, rounding = flag(80, "FTZ"), pick(78, ROUNDINGS)
    to_integer = pick(78, "- FLOOR CEIL TRUNC")
    for wide in (0x004, 0x010):
        yield from in_forms(LAST, 0x100 | wide, "F2F", (ftz, _f2f, rounding), (_D, _part_of_f16(last)))
    for code in (0x105, 0x111):
        yield from in_forms(LAST, code, "F2I", (ftz, _f2i, to_integer, flag(77, "NTZ")), (_D, _part_of_f16(last)))
    for code in (0x106, 0x112):
        yield from in_forms(LAST, code, "I2F", (to_float, _i2f, rounding), (_D, _part_of_integer(whole)))
    for code in (0x107, 0x113):
        yield from in_forms(LAST, code, "FRND", (ftz, _frnd, to_integer), (_D, _part_of_f16(last)))
    pairs = {0: "F16", 4: "BF16", 5: "TF32", 2: "E5M2", 6: "E4M3"}
    modes = {0: "PACK_AB", 1: "MERGE_C", 4: "UNPACK_B", 5: "PACK_B", 8: "UNPACK_B_MERGE_C", 9: "PACK_AB_MERGE_C"}
    packed = (
        zero(72, 1),
        flag(77, "SATFINITE"),
        flag(75, "RELU"),
        choose(lambda w: w >> 86 & 3 | w >> 74 & 4, pairs),
        pick(73, "F32 F16 E5M2 E4M3"),
        choose(_packing, modes),
        choose(lambda w: w >> 79 & 3, {0: "", 3: "RZ"}),
    )
    plain = Signs(kind=Kind.FLOAT)
    yield from in_forms(
        LAST,
        0x03E,
        "F2FP",
        packed,
        (
            _D,
            when(lambda w: _packing(w) in (0, 9), slot(24, plain)),
            slot(32, Signs(kind=Kind.FLOAT, parts=_half(88))),
            when(lambda w: _packing(w) not in (0, 4, 5), slot(64, plain)),
        ),
    )
    signed = choose(lambda w: w >> 74 & 1 | w >> 83 & 6, {4: "U32", 5: "S32"})
    yield from in_forms(
        LAST,
        0x045,
        "I2FP",
        (choose(lambda w: w >> 75 & 7, {2: "F32"}), signed, choose(lambda w: w >> 78 & 3, {0: "", 3: "RZ"})),
        (_D, whole),
    )
    kinds = choose(lambda w: w >> 76 & 3, {0: "U8", 1: "S8", 2: "U16", 3: "S16"})
    yield from in_forms(LAST, 0x038, "I2I", (kinds, fixed("S32"), fixed("SAT")), (_D, whole))
    packs = choose(lambda w: w >> 76 & 7, {0: "U8", 1: "S8", 2: "U16", 3: "S16"})
    yield from in_forms(
        LAST,
        0x039,
        "I2IP",
        (zero(72, 2), packs, fixed("S32"), pick(74, "- SAT SATRELU ?")),
        (_D, slot(24, PLAIN), whole, slot(64, PLAIN)),
    )
    yield from in_forms(
        LAST,
        0x043,
        "F2IP",
        (pick(76, "U8 S8 ? ?"), fixed("F32"), pick(78, "- ? ? TRUNC"), flag(74, "NTZ"), flag(75, "RELU")),
        (_D, slot(24, plain), slot(32, plain), slot(64, Signs(parts=_half(72)))),
    )


_DOUBLE_CODE = 3  # of the kinds of floats


def _half(bit: int) -> Callable[[int, int], str]:
    """The half that a bit chooses; the lower is not written."""
    return lambda word, start: "H1" if word >> bit & 1 else ""


def _packing(word: int) -> int:
    """How F2FP puts its results into a register."""
    return word >> 78 & 1 | word >> 87 & 12


def _f2f(word: int) -> str:
    to, source = word >> 75 & 7, word >> 84 & 7
    if to == source or (word & 0x1FF == 0x110) != (_DOUBLE_CODE in (to, source)):
        raise UnknownInstruction("no such conversion")
    return f"{_float_name(to)}.{_float_name(source)}"


def _f2i(word: int) -> str:
    to, source = word >> 75 & 3, word >> 84 & 7
    if (word & 0x1FF == 0x111) != (to == 3 or source == _DOUBLE_CODE):
        raise UnknownInstruction("no such conversion")
    name, kind = f"{'S' if word >> 72 & 1 else 'U'}{_WIDTHS[to]}", _float_name(source)
    return ".".join(each for each in (name, kind) if each not in ("S32", "F32"))


def _i2f(word: int) -> str:
    source = word >> 84 & 7
    if source > 3 or (word & 0x1FF == 0x112) != (source == 3 or word >> 75 & 7 == _DOUBLE_CODE):
        raise UnknownInstruction("no such conversion")
    name = f"{'S' if word >> 74 & 1 else 'U'}{_WIDTHS[source]}"
    return "" if name == "S32" else name


def _frnd(word: int) -> str:
    to, source = word >> 75 & 7, word >> 84 & 7
    if to != source or (word & 0x1FF == 0x113) != (to == _DOUBLE_CODE):
        raise UnknownInstruction("no such rounding")
    name = _float_name(to)
    return "" if name == "F32" else name


def _part_of_f16(reader: Reader) -> Reader:
    """A conversion from a half takes one of two in its register; the lower is not written."""

    def read(word: int, at: int) -> Operand | None:
        operand, number = reader(word, at), word >> 60 & 3
        if not isinstance(operand, Register) or word >> 84 & 7 not in (1, 4) or number == 0:
            return operand
        if number > 1:
            raise UnknownInstruction("no such half")
        return replace(operand, part="H1")

    return read


def _part_of_integer(reader: Reader) -> Reader:
    """I2F takes a byte (.B0 to .B3, bits 60 and 61) or a half (.H0, .H1) of its register; the lowest is not written."""

    def read(word: int, at: int) -> Operand | None:
        operand = reader(word, at)
        width, number = word >> 84 & 7, word >> 60 & 3
        if not isinstance(operand, Register) or width > 1 or number == 0:
            return operand
        if width == 1 and number > 1:
            raise UnknownInstruction("no such half")
        return replace(operand, part=f"{'BH'[width]}{number}")

    return read


def entries() -> Iterator[Entry]:
    """Every operation of this file."""
    yield from _conversions()
