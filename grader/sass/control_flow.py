"""Encodings of branches, barriers, what lanes tell each other, and special registers."""

from __future__ import annotations

from collections.abc import Iterator

from grader.sass.fields import (
    Entry,
    Reader,
    Spec,
    address,
    bits,
    choose,
    distance,
    fixed,
    flag,
    integer,
    jump,
    named,
    only,
    pick,
    pred,
    pred_unless_true,
    reg,
    ureg,
    when,
    zero,
)  # fmt: skip
from grader.sass.instruction import Immediate, Operand, Predicate, Register, UnknownInstruction

_SPECIAL = {
    0: "SR_LANEID",
    1: "SR_CLOCK",
    2: "SR_VIRTCFG",
    3: "SR_VIRTID",
    33: "SR_TID.X",
    34: "SR_TID.Y",
    35: "SR_TID.Z",
    32: "SR_TID",
    37: "SR_CTAID.X",
    38: "SR_CTAID.Y",
    39: "SR_CTAID.Z",
    40: "SR_NTID",
    46: "SR_LWINHI",
    47: "SR_SWINHI",
    48: "SR_SWINLO",
    49: "SR_SWINSZ",
    50: "SR_SMEMSZ",
    51: "SR_SMEMBANKS",
    52: "SR_LWINLO",
    53: "SR_LWINSZ",
    54: "SR_LMEMLOSZ",
    55: "SR_LMEMHIOFF",
    56: "SR_EQMASK",
    57: "SR_LTMASK",
    58: "SR_LEMASK",
    59: "SR_GTMASK",
    60: "SR_GEMASK",
    61: "SR_REGALLOC",
    62: "SR_BARRIERALLOC",
    64: "SR_GLOBALERRORSTATUS",
    65: "SR_CGAERRORSTATUS",
    66: "SR_WARPERRORSTATUS",
    67: "SR_VIRTUALSMID",
    68: "SR_VIRTUALENGINEID",
    80: "SR_CLOCKLO",
    81: "SR_CLOCKHI",
    82: "SR_GLOBALTIMERLO",
    83: "SR_GLOBALTIMERHI",
    134: "SR_WARPGROUP_INFO",
    135: "SR_WARPGROUPID",
    136: "SR_CgaCtaId",
    137: "SR_GpcLocalCgaId",
    139: "SR_CTARegPoolSz",
    255: "SRZ",
    **{100 + 2 * n: f"SR_PM{n}" for n in range(8)},
    **{101 + 2 * n: f"SR_PM_HI{n}" for n in range(8)},
}
_STATES = (
    *(f"B{n}" for n in range(16)),
    *(f"THREAD_STATE_ENUM.{n}" for n in range(5)),
    "TRAP_RETURN_PC.LO",
    "TRAP_RETURN_PC.HI",
    "TRAP_RETURN_MASK",
    "MEXITED",
    "MKILL",
    "MACTIVE",
    "MATEXIT",
    "OPT_STACK",
    "API_CALL_DEPTH",
    "ATEXIT_PC.LO",
    "ATEXIT_PC.HI",
    "MCOLLECTIVE",
)
_D = reg(16)
_UNLESS = pred_unless_true(87, 90)


def _special(word: int) -> str:
    number = word >> 72 & 0xFF
    if number not in _SPECIAL:
        raise UnknownInstruction(f"special register {number}")
    return _SPECIAL[number]


def _state(word: int) -> str:
    number = word >> 24 & 0x3F
    if number >= len(_STATES):
        raise UnknownInstruction(f"state {number}")
    return _STATES[number]


def _barrier(word: int) -> str:
    return f"B{word >> 16 & 15}"


def _branches() -> Iterator[Entry]:
    mask = lambda word, at: Register(word >> 24 & 0x3F, True, inverted=bool(word >> 30 & 1))  # noqa: E731

    def kind(word: int) -> str:
        if word >> 85 & 3:
            raise UnknownInstruction("a branch that counts")
        name = ("", "U", "DIV", "CONV")[word >> 32 & 3]
        return f"{name}.ANY" if word >> 84 & 1 else name

    def unless(word: int, at: int) -> Operand | None:
        found = Predicate(word >> 87 & 7, word >> 32 & 3 == 1, bool(word >> 90 & 1))
        return None if found.always else found

    divergent = when(lambda w: w >> 32 & 3 in (2, 3) and w >> 91 & 1, mask)
    uniform = lambda word, at: Predicate(word >> 24 & 7, True, bool(word >> 27 & 1))  # noqa: E731
    yield 0x547, Spec("BRA", (only(32, 2, 1), kind), (_UNLESS, uniform, jump()))
    yield 0x947, Spec("BRA", (kind,), (unless, divergent, jump()))
    yield 0x949, Spec("BRX", (pick(85, "- INC DEC ?"),), (_UNLESS, reg(24), _relative()))
    noinc, nodec = flag(86, "NOINC"), flag(86, "NODEC")
    yield 0x944, Spec("CALL", (fixed("REL"), noinc), (_UNLESS, jump()))
    yield (
        0x343,
        Spec(
            "CALL",
            (fixed("ABS"), noinc),
            (_UNLESS, reg(24), when(lambda w: w >> 16 & 0xFF or w >> 34 & (1 << 48) - 1, _relative())),
        ),
    )
    yield 0x344, Spec("CALL", (fixed("REL"), noinc), (_UNLESS, reg(24), _relative()))
    yield 0x950, Spec("RET", (flag(85, "ABS", "REL"), nodec), (_UNLESS, reg(24), _relative()))
    yield 0x94D, Spec("EXIT", (pick(84, "- KEEPREFCOUNT PREEMPTED ?"), flag(86, "NO_ATEXIT")), (_UNLESS,))
    yield 0x945, Spec("BSSY", (), (named(_barrier), _UNLESS, jump()))
    yield 0x941, Spec("BSYNC", (), (_UNLESS, named(_barrier)))
    yield 0x942, Spec("BREAK", (), (named(_barrier), _UNLESS))
    yield (
        0x948,
        Spec("WARPSYNC", (flag(86, "COLLECTIVE"), fixed("ALL")), (_UNLESS, when(lambda w: w >> 86 & 1, jump()))),
    )
    yield (
        0x348,
        Spec(
            "WARPSYNC", (pick(85, "- EXCLUSIVE COLLECTIVE ?"),), (_UNLESS, reg(24), when(lambda w: w >> 86 & 1, jump()))
        ),
    )
    yield 0x91B, Spec("ENDCOLLECTIVE", (), (_UNLESS,))
    yield 0x946, Spec("YIELD", (), (_UNLESS,))
    yield 0x94E, Spec("LEPC", (), (_D, jump()))
    move = choose(lambda w: w >> 84 & 1, {0: "32", 1: "32.CLEAR"})
    yield 0x355, Spec("BMOV", (move,), (_D, named(_state)))
    yield 0x356, Spec("BMOV", (flag(84, "32.PQUAD", "32"),), (named(_state), reg(32)))
    kept = named(lambda w: f"Rpc.{'HI' if w >> 31 & 1 else 'LO'}")
    yield 0x352, Spec("RPCMOV", (fixed("32"),), (kept, reg(32)))
    yield 0x353, Spec("RPCMOV", (fixed("32"),), (_D, kept))
    yield 0x918, Spec("NOP", (), ())
    traps = choose(lambda w: w >> 84 & 7, {3: "TRAP", 4: "INT"})
    yield 0x95C, Spec("BPT", (traps,), (when(lambda w: w >> 34 & 7, integer(34, 3)),))
    sleeps = (flag(86, "RAND"), flag(85, "WARP"), flag(84, "SYNCS"))
    yield 0x35D, Spec("NANOSLEEP", (zero(83, 1), *sleeps), (_UNLESS, reg(32)))
    yield 0x95D, Spec("NANOSLEEP", (zero(83, 1), *sleeps), (_UNLESS, integer(32, 32)))


def _relative() -> Reader:
    """The distance of an indirect jump, from where its register points."""
    return lambda word, at: Immediate(distance(word) & (1 << 64) - 1)


def _of_a_line(word: int) -> bool:
    """Whether CCTL is about one line of a cache, not all of it."""
    return word >> 87 & 15 not in (4, 6, 7, 8)


def _of_a_line_extended(word: int) -> bool:
    return _of_a_line(word) and bool(word >> 72 & 1)


def _block_barriers() -> Iterator[Entry]:
    """BAR: bits 77 to 79 tell what is done, bit 80 is clear where the barrier is deferred."""
    kinds = choose(
        lambda w: w >> 77 & 7 | w >> 71 & 0x38 if w >> 77 & 7 == 2 else w >> 77 & 7,
        {0: "SYNC", 1: "ARV", 2: "RED.POPC", 2 | 8: "RED.AND", 2 | 16: "RED.OR"},
    )
    deferred = flag(80, "DEFER_BLOCKING")

    def mode(word: int) -> str:
        name = kinds(word)
        return name if name == "ARV" else ".".join(filter(None, (name, deferred(word))))

    count = when(lambda w: bits(w, 42, 12), integer(42, 12))
    value = when(lambda w: w >> 77 & 7 == 2, pred(87, 90))
    yield 0xB1D, Spec("BAR", (mode,), (integer(54, 4), count, value))
    yield 0x91D, Spec("BAR", (mode,), (integer(54, 4), reg(32), value))
    yield 0x51D, Spec("BAR", (mode,), (reg(32), count, value))
    yield 0x31D, Spec("BAR", (mode,), (reg(32), reg(32), value))
    results = choose(lambda w: w >> 78 & 3, {1: "RESULT"})
    yield 0x31C, Spec("B2R", (results,), (_D, pred_unless_true(81)))
    yield 0x992, Spec("MEMBAR", (zero(73, 1), pick(79, "SC ALL - MMIO"), pick(76, "CTA SM GPU SYS ? VC ? ?")), ())
    yield 0x9AB, Spec("ERRBAR", (), ())
    yield 0x5AB, Spec("CGAERRBAR", (), ())
    caches = "PF1 PF2 WB IV IVALL RS IVALLP WBALL WBALLP PML2 DML2 RML2 ? ? ? ?"
    line = when(_of_a_line, address(offset=(32, 32), uniform=None, wide=_of_a_line_extended))
    extended = choose(_of_a_line_extended, {False: "", True: "E"})
    yield 0x98F, Spec("CCTL", (extended, pick(78, "- U C I"), pick(87, caches)), (line,))


def _across_lanes() -> Iterator[Entry]:
    mode = pick(58, "IDX UP DOWN BFLY")
    lane, clamp = integer(53, 5), integer(40, 13)
    for code, operands in (
        (0x389, (reg(32), reg(64))),
        (0x589, (reg(32), clamp)),
        (0x989, (lane, reg(64))),
        (0xF89, (lane, clamp)),
    ):
        yield code, Spec("SHFL", (mode,), (pred(81), _D, reg(24), *operands))
    votes = pick(72, "ALL ANY EQ ?")
    yield 0x806, Spec("VOTE", (votes,), (when(lambda w: w >> 16 & 0xFF != 0xFF, _D), pred(81), pred(87, 90)))

    def unless_zero(word: int, at: int) -> Operand | None:
        register = Register(word >> 16 & 0x3F, uniform=True)
        return None if register.zero else register

    yield 0x886, Spec("VOTEU", (votes,), (unless_zero, pred(81, uniform=True), pred(87, 90)))
    yield (
        0x3A1,
        Spec(
            "MATCH", (flag(79, "ANY", "ALL"), flag(73, "U64")), (when(lambda w: not w >> 79 & 1, pred(81)), _D, reg(24))
        ),
    )
    yield 0x3C4, Spec("REDUX", (pick(78, "- OR XOR SUM MIN MAX ? ?"), flag(73, "S32")), (ureg(16), reg(24)))
    yield 0x82F, Spec("ELECT", (flag(85, "IGNOREKILL"), zero(91, 1)), (pred(81), ureg(16), pred(87, 90)))
    yield 0x919, Spec("S2R", (), (_D, named(_special)))
    yield 0x9C3, Spec("S2UR", (), (ureg(16), named(_special)))
    yield 0x805, Spec("CS2R", (flag(80, "", "32"),), (_D, named(_special)))


def entries() -> Iterator[Entry]:
    """Every operation of this file."""
    for family in (_branches, _block_barriers, _across_lanes):
        yield from family()
