"""Encodings of memory accesses, atomics, constants and asynchronous copies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from grader.sass.fields import (
    Entry,
    Reader,
    Spec,
    address,
    bits,
    choose,
    described,
    either,
    fixed,
    flag,
    integer,
    named,
    pick,
    pred,
    pred_unless_true,
    reg,
    signed,
    ureg,
    when,
    zero,
)  # fmt: skip
from grader.sass.instruction import Address, Constant, Operand, Register

WIDTHS = "U8 S8 U16 S16 - 64 128 ?"
_ORDERS = {
    0: "",
    1: "CONSTANT.PRIVATE",
    2: "CONSTANT.CTA",
    3: "CONSTANT.CTA.PRIVATE",
    5: "STRONG.SM",
    6: "STRONG.GPU.PRIVATE",
    7: "STRONG.GPU",
    8: "MMIO.GPU",
    9: "CONSTANT.SM",
    10: "STRONG.SYS",
    11: "CONSTANT.SM.PRIVATE",
    12: "MMIO.SYS",
    13: "CONSTANT.VC",
    14: "CONSTANT.VC.PRIVATE",
    15: "CONSTANT.GPU",
}
LOAD_ORDER = choose(lambda w: w >> 77 & 15, _ORDERS | {4: "CONSTANT"})
STORE_ORDER = choose(lambda w: w >> 77 & 15, _ORDERS | {4: "STRONG.SM.PRIVATE"})
EVICT = pick(84, "EF - EL LU EU NA ? ?")
_EXTENDED = flag(72, "E")
_PREFETCH = pick(68, "- LTC64B LTC128B LTC256B")
_D = reg(16)
_OPERATIONS = "ADD MIN MAX INC DEC AND OR XOR EXCH"
_INTEGERS = "- S32 64 S64 128 ? ? ?"
_FLOATS = (
    "F16x2.RN F16x4.RN F16x8.RN BF16x2.RN BF16x4.RN BF16x8.RN ? ? ? F32.FTZ.RN F32x2.FTZ.RN F32x4.FTZ.RN F32.RN "
    "F32x2.RN F32x4.RN F64.RN"
)


def _wide(word: int) -> bool:
    """Whether the address has 64 bits."""
    return bool(word >> 72 & 1)


def _plain_address(offset: tuple[int, int] = (40, 24)) -> Reader:
    return address(offset=offset, uniform=None, wide=_wide)


def _general() -> Iterator[Entry]:
    """Generic, global, local and shared memory."""
    fails = pred_unless_true(81)
    loaded = (zero(64, 4), _EXTENDED, EVICT, _PREFETCH, pick(73, WIDTHS), LOAD_ORDER)
    yield 0x980, Spec("LD", loaded, (_D, either(lambda w: w >> 91 & 1, described(at=32), _plain_address((32, 32)))))
    yield 0x981, Spec("LDG", loaded, (fails, _D, described(at=32)))
    yield 0x381, Spec("LDG", loaded, (fails, _D, _plain_address()))
    stored = (_EXTENDED, EVICT, pick(73, WIDTHS), STORE_ORDER)
    for code, name in ((0x185, "ST"), (0x186, "STG")):
        yield 0x800 | code, Spec(name, stored, (described(at=64), reg(32)))
    yield 0x386, Spec("STG", stored, (_plain_address(), reg(32)))
    yield 0x385, Spec("ST", stored, (_plain_address((32, 32)), reg(64)))
    width = pick(73, WIDTHS)
    yield 0x983, Spec("LDL", (EVICT, width), (_D, address(at=32)))
    yield 0x387, Spec("STL", (EVICT, width), (address(uniform=None), reg(32)))
    yield 0x987, Spec("STL", (EVICT, width), (address(at=64), reg(32)))
    yield 0x984, Spec("LDS", (pick(73, "U8 S8 U16 S16 - 64 128 -"),), (_D, address(scaled=True, at=32)))
    yield 0x388, Spec("STS", (width,), (address(scaled=True, uniform=None), reg(32)))
    yield 0x988, Spec("STS", (width,), (address(scaled=True, at=64), reg(32)))
    yield 0x3AA, Spec("QSPC", (_EXTENDED, pick(73, "G L S D")), (pred(81), _D, _plain_address()))
    yield 0x9AA, Spec("QSPC", (_EXTENDED, pick(73, "G L S D")), (pred(81), _D, _short_address))


def _short_address(word: int, at: int) -> Operand:
    """32 bits in a register, which are added to a uniform one of 64."""
    found = address(at=32)(word, at)
    assert isinstance(found, Address) and found.base is not None
    return replace(found, base=replace(found.base, part="U32"))


def _atomics() -> Iterator[Entry]:
    """Atomic operations. With a uniform register the instruction has bit 11 set, and the register at bit 64."""
    succeeds = pred(81)
    integers, floats = pick(73, _INTEGERS), pick(73, _FLOATS)
    operation = pick(87, _OPERATIONS + " ? ? ? ? ? ? ?")
    safe = pick(87, _OPERATIONS + " SAFEADD ? ? ? ? ? ?")
    float_operation = choose(lambda w: w >> 87 & 15, {0: "ADD", 2: "MIN", 4: "MAX"})
    for code, name, which, kind in (
        (0x18A, "ATOM", operation, integers),
        (0x1A8, "ATOMG", safe, integers),
        (0x1A2, "ATOM", float_operation, floats),
        (0x1A3, "ATOMG", float_operation, floats),
    ):
        modifiers = (_EXTENDED, which, EVICT, kind, STORE_ORDER)
        yield 0x800 | code, Spec(name, modifiers, (succeeds, _D, described(at=64, has=71), reg(32)))
    lone = (_EXTENDED, operation, EVICT, integers, STORE_ORDER)
    yield 0x38A, Spec("ATOM", lone, (succeeds, _D, _plain_address(), reg(32)))
    reductions = choose(lambda w: w >> 87 & 7, dict(enumerate(_OPERATIONS.split()[:8])))
    float_reductions = choose(lambda w: w >> 87 & 7, {0: "ADD", 2: "MIN", 4: "MAX"})
    for code, which, kind in ((0x18E, reductions, pick(73, "- S32 64 S64 ? ? ? ?")), (0x1A6, float_reductions, floats)):
        modifiers = (_EXTENDED, which, EVICT, kind, STORE_ORDER)
        yield 0x800 | code, Spec("REDG", modifiers, (described(at=64, has=71), reg(32)))
    swaps = choose(lambda w: w >> 87 & 3, {0: "CAS", 1: "CAST", 3: "CAST.SPIN", 2: "CAS"})
    for code, name, which in ((0x38B, "ATOM", swaps), (0x3A9, "ATOMG", fixed("CAS"))):
        modifiers = (_EXTENDED, which, EVICT, pick(73, "- S32 64 ? 128 ? ? ?"), STORE_ORDER)
        yield code, Spec(name, modifiers, (succeeds, _D, _plain_address(), reg(32), reg(64)))
    shared_kinds = pick(73, "- S32 64 ? 128 ? ? ?")
    yield 0x38C, Spec("ATOMS", (operation, shared_kinds), (_D, address(scaled=True, uniform=None), reg(32)))
    yield 0x98C, Spec("ATOMS", (operation, shared_kinds), (_D, address(scaled=True, at=64), reg(32)))
    yield 0x38D, Spec("ATOMS", (swaps, shared_kinds), (_D, address(scaled=True, uniform=None), reg(32), reg(64)))
    counted = choose(lambda w: w >> 87 & 15, {11: "POPC.INC"})
    yield 0xF8C, Spec("ATOMS", (counted, pick(73, "32 - - - - - - -")), (_D, address(scaled=True, at=64)))


def _copies() -> Iterator[Entry]:
    """From global to shared memory, past the registers."""
    order = choose(lambda w: w >> 77 & 15, {0: "", 4: "CONSTANT"})
    modifiers = (
        fixed("E"),
        flag(81, "", "BYPASS"),
        EVICT,
        pick(71, "- LTC64B LTC128B LTC256B"),
        pick(73, "? ? ? ? - 64 128 ?"),
        order,
        flag(82, "ZFILL"),
    )
    target = address(base=16, offset=(44, 20), uniform=None)
    yield 0xFAE, Spec("LDGSTS", modifiers, (target, described(offset=(32, 12), at=64), pred_unless_true(87, 90)))
    yield 0x9AF, Spec("LDGDEPBAR", (), ())
    yield (
        0x91A,
        Spec(
            "DEPBAR",
            (flag(47, "LE"),),
            (named(lambda w: f"SB{w >> 44 & 7}"), integer(38, 6), when(lambda w: w >> 32 & 63, named(_scoreboards))),
        ),
    )


def _scoreboards(word: int) -> str:
    return "{" + ",".join(str(n) for n in range(5, -1, -1) if word >> 32 + n & 1) + "}"


def _constants() -> Iterator[Entry]:
    """Words of constant banks, at an address that is known only at run time."""

    def source(word: int, at: int) -> Operand:
        index = Register(word >> 24 & 0xFF)
        bank = Register(bits(word, 32, 6), uniform=True) if word >> 91 & 1 else bits(word, 54, 5)
        return Constant(bank, signed(word, 38, 16), None if index.zero and signed(word, 38, 16) else index)

    def uniform_source(word: int, at: int) -> Operand:
        bank = Register(bits(word, 32, 6), uniform=True) if word >> 91 & 1 else bits(word, 54, 5)
        return Constant(bank, signed(word, 38, 16))

    def indexed(word: int, at: int) -> Operand:
        return Constant(bits(word, 54, 5), signed(word, 38, 16), Register(word >> 24 & 0x3F, uniform=True))

    widths = pick(73, "U8 S8 U16 S16 - 64 ? ?")
    yield 0xB82, Spec("LDC", (widths, pick(78, "- IL IS ISL")), (_D, source))
    yield 0xAB9, Spec("ULDC", (widths,), (ureg(16), uniform_source))
    yield 0xABB, Spec("ULDC", (widths,), (ureg(16), indexed))


def entries() -> Iterator[Entry]:
    """Every operation of this file."""
    for family in (_general, _atomics, _copies, _constants):
        yield from family()
