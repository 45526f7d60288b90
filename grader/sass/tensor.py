"""Encodings of tensor cores, and of what feeds them from shared memory."""

from __future__ import annotations

from collections.abc import Iterator

from grader.sass.fields import (
    ROUNDINGS,
    Entry,
    Reader,
    Signs,
    Spec,
    address,
    choose,
    fixed,
    flag,
    only,
    pick,
    reg,
    slot,
    zero,
)  # fmt: skip
from grader.sass.instruction import Kind, Register

_D = reg(16)


def _signed(start: int, minus: int) -> Reader:
    return lambda word, at: Register(word >> start & 0xFF, negated=bool(word >> minus & 1))


def entries() -> Iterator[Entry]:
    """Every operation of this file."""
    shapes = choose(lambda w: w >> 75 & 1 | w >> 77 & 2, {0: "1688", 1: "16816", 2: "1684"})
    types = pick(82, "- BF16 TF32 ?")
    dense = (zero(73, 1), zero(87, 4))
    yield 0x23C, Spec("HMMA", (*dense, shapes, flag(76, "F32", "F16"), types),
                      (_D, _signed(24, 72), _signed(32, 63), reg(64)))  # fmt: skip
    rows, columns = reg(24, part=lambda w: "ROW"), reg(32, part=lambda w: "COL")
    integers = choose(lambda w: w >> 75 & 1 | w >> 84 & 6, {0: "8816", 4: "16816", 5: "16832"})
    left = choose(lambda w: w >> 76 & 3 | w >> 81 & 4, {0: "U8", 1: "S8"})
    right = choose(lambda w: w >> 78 & 3 | w >> 82 & 4, {0: "U8", 1: "S8"})
    layout = (zero(72, 2), only(74, 1, 1), zero(87, 4))
    yield 0x237, Spec("IMMA", (*layout, integers, left, right, flag(82, "SAT")), (_D, rows, columns, reg(64)))
    single = (only(72, 9, 0b1_0101_0100), fixed("168256"), fixed("AND"), fixed("POPC"))
    yield 0x23D, Spec("BMMA", (*single, zero(87, 4)), (_D, rows, columns, reg(64)))
    double = Signs(negates=True, absolute=True, kind=Kind.DOUBLE)
    yield 0x23F, Spec("DMMA", (zero(87, 4), pick(76, "8x8x4 16x8x4 16x8x8 16x8x16"), pick(78, ROUNDINGS)),
                      (_D, slot(24, double), slot(32, double), slot(64, double)))  # fmt: skip
    yield 0x23A, Spec("MOVM", (zero(75, 3), fixed("16"), pick(78, "MT88 M832 M864 ?")), (_D, reg(24)))
    matrices = (zero(75, 3), fixed("16"), pick(78, "M88 MT88 M816 M832"), pick(72, "- 2 4 ?"))
    yield 0x83B, Spec("LDSM", matrices, (_D, address(at=32)))
    stored = (zero(75, 1), fixed("16"), pick(78, "M88 MT88 ? ?"), pick(72, "- 2 4 ?"), zero(91, 1))
    yield 0x844, Spec("STSM", stored, (address(uniform=None), reg(32)))
