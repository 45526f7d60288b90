"""Encodings of bulk copies, of barriers in shared memory, and of what clusters share."""

from __future__ import annotations

from collections.abc import Iterator

from grader.sass.fields import (
    Entry,
    Reader,
    Spec,
    address,
    choose,
    fixed,
    flag,
    integer,
    named,
    only,
    pick,
    pred,
    reg,
    signed,
    ureg,
    when,
    zero,
)  # fmt: skip
from grader.sass.instruction import Address, Operand, Register

_OPERATIONS = "ADD MIN MAX INC DEC AND OR XOR"


def _at_uniform(start: int, offset: tuple[int, int] | None = None) -> Reader:
    """`[UR]`, or `[UR + offset]`."""

    def read(word: int, at: int) -> Operand:
        return Address(None, Register(word >> start & 0x3F, uniform=True), signed(word, *offset) if offset else 0)

    return read


def _of_the_cluster() -> Reader:
    """`[R.64 + UR]`, where URZ is not written."""

    def read(word: int, at: int) -> Operand:
        uniform = Register(word >> 64 & 0x3F, uniform=True)
        offset = signed(word, 40, 24)
        return Address(Register(word >> 24 & 0xFF, wide=True), None if uniform.zero else uniform, offset)

    return read


def _copies() -> Iterator[Entry]:
    to, source, size = _at_uniform(32), _at_uniform(24), ureg(64)
    ways = flag(73, "S", "G"), flag(74, "S", "G")
    policy = when(lambda w: w >> 76 & 1, named(lambda w: f"desc[UR{w >> 40 & 0x3F}]"))
    yield 0x3BA, Spec("UBLKCP", (*ways, flag(75, "MULTICAST"), zero(77, 7)), (to, source, size, policy))
    types = choose(lambda w: w >> 81 & 15, {0: "", 1: "S32", 2: "U64", 3: "S64", 4: "F16.RN", 5: "F32.RN", 7: "F64.RN"})
    reduces = (*ways, zero(75, 6), pick(87, _OPERATIONS), types)
    yield 0x3BB, Spec("UBLKRED", reduces, (to, source, size))
    yield 0x3BC, Spec("UBLKPF", (fixed("L2"), zero(72, 8)), (source, size))
    dimensions = pick(79, "1D 2D 3D 4D 5D ? ? ?")
    tile = (zero(72, 3), zero(77, 2), zero(82, 5))
    alone = (*tile, zero(75, 1), dimensions)
    yield 0x5B4, Spec("UTMALDG", (*alone, zero(87, 3)), (to, source, policy))
    yield 0x3B4, Spec("UTMALDG", (zero(77, 2), zero(82, 8), dimensions, only(75, 1, 1), fixed("MULTICAST")),
                      (to, source, size, policy))  # fmt: skip
    yield 0x3B5, Spec("UTMASTG", (*alone, zero(87, 3)), (to, source, policy))
    yield 0x3B6, Spec("UTMAREDG", (*alone, pick(87, _OPERATIONS)), (to, source, policy))
    yield 0x5B8, Spec("UTMAPF", (fixed("L2"), *alone, zero(87, 3)), (to, source, policy))
    yield 0x9B7, Spec("UTMACMDFLUSH", (), ())
    yield 0x9B9, Spec("UTMACCTL", (flag(82, "PF", "IV"),), (source,))
    yield 0x3C6, Spec("FENCE", (fixed("VIEW"), fixed("ASYNC"), choose(lambda w: w >> 72 & 7, {0: "S", 1: "G"})), ())


def _barriers() -> Iterator[Entry]:
    """mbarrier: objects in shared memory."""
    at_64 = address(at=64)
    arrive = (
        only(70, 2, 0), fixed("ARRIVE"), fixed("TRANS64"), pick(73, "- TMASK RED ?"), flag(75, "OPTOUT"),
        pick(84, "- A1T0 A0T1 A0TR A0TX ART0 ? ?"),
    )  # fmt: skip
    yield 0x9A7, Spec("SYNCS", arrive, (reg(16), at_64, reg(32)))
    waits = (only(70, 2, 1), fixed("PHASECHK"), fixed("TRANS64"), flag(72, "TRYWAIT"))
    yield 0x5A7, Spec("SYNCS", waits, (pred(81), at_64, reg(32)))
    exchange = (only(72, 2, 1), fixed("EXCH"), fixed("64"))
    yield 0x5B2, Spec("SYNCS", exchange, (ureg(16), _at_uniform(24, (40, 24)), ureg(32)))
    yield 0x9B1, Spec("SYNCS", (zero(72, 8), fixed("CCTL"), fixed("IV")), (at_64,))
    counted = (only(72, 4, 0b1010), fixed("LDGSTSBAR"), fixed("64"), pick(70, "- ARVCNT TRANSCNT ?"))
    yield 0x9B0, Spec("ARRIVES", counted, (at_64,))


def _clusters() -> Iterator[Entry]:
    remote = _of_the_cluster()
    yield 0xDBD, Spec("STAS", (only(90, 1, 1), pick(73, "? ? ? ? - 64 128 ?"), zero(77, 4)), (remote, reg(32)))
    kinds = pick(73, "- S32 64 ? ? ? ? ?")
    yield 0xDBE, Spec("REDAS", (only(72, 1, 1), zero(90, 1), pick(87, _OPERATIONS), kinds, zero(77, 4)),
                      (remote, reg(32)))  # fmt: skip
    yield 0x9C7, Spec("UCGABAR_ARV", (zero(72, 1),), ())
    yield 0xDC7, Spec("UCGABAR_WAIT", (), ())
    yield 0x82D, Spec("PREEXIT", (), ())
    yield 0x82E, Spec("ACQBULK", (), ())
    yield 0x801, Spec("PMTRIG", (), (integer(32, 16),))


def entries() -> Iterator[Entry]:
    """Every operation of this file."""
    for family in (_copies, _barriers, _clusters):
        yield from family()
