"""Encodings of texture and surface instructions."""

from __future__ import annotations

from collections.abc import Iterator

from grader.sass.fields import (
    Entry,
    Spec,
    address,
    choose,
    fixed,
    flag,
    integer,
    named,
    pick,
    pred_unless_true,
    reg,
    ureg,
    when,
)  # fmt: skip
from grader.sass.memory import EVICT, LOAD_ORDER, STORE_ORDER, WIDTHS

_D = reg(16)
_SURFACES = "1D 1D_BUFFER 1D_ARRAY 2D 2D_ARRAY 3D ? ?"


def entries() -> Iterator[Entry]:
    """Every operation of this file."""
    shape = named(pick(61, "1D 2D 3D CUBE ARRAY_1D ARRAY_2D ? ARRAY_CUBE"))
    where = (ureg(40), integer(46, 8), shape, when(lambda w: w >> 72 & 15 != 15, integer(72, 4)))
    both = when(lambda w: w >> 64 & 0xFF != 0xFF or w >> 72 & 15 != 15, reg(64))
    results = (pred_unless_true(81), both, _D)
    more = when(lambda w: w >> 32 & 0xFF != 0xFF, reg(32))
    half, scores, offsets = pick(79, "- F16.RN F16.RZ ?"), flag(60, "SCR"), flag(76, "AOFFI")
    compares, ends = flag(78, "DC"), (EVICT, flag(90, "NODEP"))
    levels = pick(87, "- LZ LB LL LC LB.LC LC.FDV ?")
    yield 0xF60, Spec("TEX", (half, scores, levels, offsets, compares, flag(77, "NDV"), *ends),
                      (*results, reg(24), reg(32), *where))  # fmt: skip
    fetched = choose(lambda w: w >> 87 & 7, {1: "LZ", 3: "LL"})
    yield 0xF66, Spec("TLD", (half, scores, fetched, offsets, flag(78, "MS"), flag(77, "CL"), *ends),
                      (*results, reg(24), more, *where))  # fmt: skip
    yield 0xF63, Spec("TLD4", (scores, pick(87, "R G B A"), half, offsets, flag(77, "PTP"), compares, *ends),
                      (*results, reg(24), more, *where))  # fmt: skip
    yield 0xF6C, Spec("TXD", (half, offsets, flag(87, "LC"), *ends), (*results, reg(24), reg(32), *where))
    at = (address(uniform=None, offset=(104, 1)), ureg(40), integer(46, 8))
    kind = (fixed("D"), flag(72, "BA"), pick(61, _SURFACES), EVICT, pick(73, WIDTHS))
    beyond = pick(59, "IGN - TRAP ?")
    yield 0xF9D, Spec("SUST", (*kind, STORE_ORDER, beyond), (at[0], reg(32), *at[1:]))
    yield 0xF99, Spec("SULD", (*kind, LOAD_ORDER, beyond), (pred_unless_true(81), _D, *at))
