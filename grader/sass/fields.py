"""Where the parts of an instruction lie in its word: readers for modifiers and operands, out of which tables are made.

A *modifier* reader returns a name, or "" for the one that is not written. An *operand* reader returns an operand, or
None for one that this form does not have. Both raise UnknownInstruction for values that mean nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grader.dataclass import dataclass
from grader.sass.instruction import (
    Address,
    Constant,
    Immediate,
    Kind,
    Named,
    Operand,
    Predicate,
    Register,
    Target,
    UnknownInstruction,
)  # fmt: skip

INSTRUCTION_BYTES = 16

Modifier = Callable[[int], str]
Reader = Callable[[int, int], Operand | None]  # of a word and its address


@dataclass(frozen=True, slots=True)
class Spec:
    """How one operation is written: its modifiers and its operands, each in nvdisasm's order."""

    opcode: str
    modifiers: tuple[Modifier, ...]
    operands: tuple[Reader, ...]


Entry = tuple[int, Spec]  # the low 12 bits of a word, and what they mean


def bits(word: int, start: int, count: int) -> int:
    """`count` bits of a word from bit `start`, unsigned."""
    return word >> start & (1 << count) - 1


def signed(word: int, start: int, count: int) -> int:
    """`count` bits of a word from bit `start`, in two's complement."""
    value = bits(word, start, count)
    return value - (1 << count) if value >> (count - 1) else value


def form(word: int) -> int:
    """Which of its operands an instruction takes from an immediate, a constant or a uniform register."""
    return word >> 9 & 7


# ---- modifiers


def fixed(name: str) -> Modifier:
    """A modifier that is always there."""
    return lambda word: name


def flag(bit: int, name: str, otherwise: str = "") -> Modifier:
    """A name where the bit is set, another where it is not."""
    return lambda word: name if word >> bit & 1 else otherwise


def pick(start: int, names: str) -> Modifier:
    """One of as many names as its bits can tell apart, "-" for none and "?" for what means nothing."""
    listed = names.split()
    count = (len(listed) - 1).bit_length()

    def read(word: int) -> str:
        value = word >> start & (1 << count) - 1
        name = listed[value] if value < len(listed) else "?"
        if name == "?":
            raise UnknownInstruction(f"{value} in bits {start} to {start + count - 1}")
        return "" if name == "-" else name

    return read


def choose(key: Callable[[int], int], names: dict[int, str]) -> Modifier:
    """The name of a key; any other key means nothing. Names may hold several modifiers, with points between."""

    def read(word: int) -> str:
        value = key(word)
        if value not in names:
            raise UnknownInstruction(f"{value} is none of {sorted(names)}")
        return names[value]

    return read


def zero(start: int, count: int) -> Modifier:
    """Bits that must be clear: set, they mean something that is not known here."""
    return only(start, count, 0)


def only(start: int, count: int, value: int) -> Modifier:
    """The one known meaning of some bits."""

    def read(word: int) -> str:
        if bits(word, start, count) != value:
            raise UnknownInstruction(f"bits {start} to {start + count - 1} are not {value}")
        return ""

    return read


# ---- what many operations share

LAST = (1, 4, 5, 6)  # forms with the last operand in slot 32: a register, an immediate, a constant, a uniform register
SUM = (1, 2, 3, 7)  # the same of additions, which count the second operand as the third
ANY = (1, 2, 3, 4, 5, 6, 7)
COMPARISONS = "F LT EQ LE GT NE GE T"
FLOAT_COMPARISONS = "F LT EQ LE GT NE GE NUM NAN LTU EQU LEU GTU NEU GEU T"
ROUNDINGS = "- RM RP RZ"
COMBINATIONS = "AND OR XOR ?"
DENORMALS = choose(lambda word: word >> 80 & 1 | word >> 75 & 2, {0: "", 1: "FTZ", 2: "FMZ"})


def in_forms(forms: tuple[int, ...], code: int, opcode: str, modifiers: tuple[Modifier, ...] = (),
             operands: tuple[Reader, ...] = ()) -> Iterator[Entry]:  # fmt: skip
    """One operation in several forms. code: the low 9 bits."""
    spec = Spec(opcode, modifiers, operands)
    return ((each << 9 | code, spec) for each in forms)


def carries(word: int) -> bool:
    """Whether an integer operation adds a carry (.X)."""
    return bool(word >> 74 & 1)


# ---- operands


def reg(start: int, *, part: Callable[[int], str] | None = None) -> Reader:
    """A register without a sign."""
    if part is None:
        return lambda word, at: Register(word >> start & 0xFF)
    return lambda word, at: Register(word >> start & 0xFF, part=part(word))


def ureg(start: int) -> Reader:
    """A uniform register without a sign."""
    return lambda word, at: Register(word >> start & 0x3F, uniform=True)


def pred(start: int, negate: int | None = None, *, uniform: bool = False) -> Reader:
    """A predicate. negate: the bit that negates it."""

    def read(word: int, at: int) -> Operand:
        return Predicate(word >> start & 7, uniform, negate is not None and bool(word >> negate & 1))

    return read


def pred_unless_true(start: int, negate: int | None = None, *, uniform: bool = False) -> Reader:
    """A predicate that is not written where it is always true."""
    read = pred(start, negate, uniform=uniform)

    def found(word: int, at: int) -> Operand | None:
        operand = read(word, at)
        return None if isinstance(operand, Predicate) and operand.always else operand

    return found


def when(test: Callable[[int], object], reader: Reader) -> Reader:
    """An operand of some words only."""
    return lambda word, at: reader(word, at) if test(word) else None


def either(test: Callable[[int], object], one: Reader, other: Reader) -> Reader:
    """One operand or another."""
    return lambda word, at: (one if test(word) else other)(word, at)


def named(name: Callable[[int], str]) -> Reader:
    """Something that is told by a name."""
    return lambda word, at: Named(name(word))


def integer(start: int, count: int) -> Reader:
    """An unsigned number."""
    return lambda word, at: Immediate(bits(word, start, count))


def distance(word: int) -> int:
    """How many bytes a branch skips: 56 bits, of which 8 lie apart, in units of 4 bytes."""
    return 4 * (signed(word, 34, 48) << 8 | bits(word, 16, 8))


def jump() -> Reader:
    """Where a branch goes, from the next instruction."""
    return lambda word, at: Target(at + INSTRUCTION_BYTES + distance(word))


# ---- the operand slots of arithmetic: A at bit 24, one at 32 that can be anything, one at 64


@dataclass(frozen=True, slots=True)
class Signs:
    """What may stand in front of an operand. inverts: the bit that turns a minus into a bitwise complement, or True.
    parts: the bits that choose a half, by the slot's first bit. kind: of immediates.
    """

    negates: bool = False
    absolute: bool = False
    inverts: int | bool = False
    parts: Callable[[int, int], str] | None = None
    kind: Kind = Kind.INTEGER
    uniform: bool = False


PLAIN = Signs()
_MARKS = {24: (72, 73), 32: (63, 62), 64: (75, 74)}  # of each slot: the bits of its minus, and of its bars


def slot(start: int, signs: Signs = PLAIN) -> Reader:
    """What lies at this bit: in slot 32 an immediate, a constant or a uniform register if the form says so."""
    minus, bars = _MARKS[start]
    uniform = signs.uniform

    def marks(word: int) -> tuple[bool, bool, bool, str]:
        negated = signs.negates and bool(word >> minus & 1)
        inverts = signs.inverts if isinstance(signs.inverts, bool) else bool(word >> signs.inverts & 1)
        absolute = signs.absolute and bool(word >> bars & 1)
        return negated and not inverts, absolute, negated and inverts, signs.parts(word, start) if signs.parts else ""

    def read(word: int, at: int) -> Operand:
        kind = form(word) if start == 32 else 1
        if kind in (2, 4):
            return Immediate(bits(word, 32, 32), signs.kind)
        if kind in (3, 5):
            bank = Register(bits(word, 32, 6), uniform=True) if word >> 91 & 1 else bits(word, 54, 5)
            negated, absolute, inverted, part = marks(word)
            return Constant(bank, signed(word, 38, 16), None, negated, absolute, inverted, part)
        if kind in (6, 7):
            return Register(word >> start & 0x3F, True, *marks(word))
        return Register(word >> start & (0x3F if uniform else 0xFF), uniform, *marks(word))

    return read


def second(signs: Signs = PLAIN) -> Reader:
    """The second of three factors: slot 64 where the form puts something else than a register third."""
    low, high = slot(32, signs), slot(64, signs)
    return lambda word, at: high(word, at) if form(word) in (2, 3, 7) else low(word, at)


def third(signs: Signs = PLAIN) -> Reader:
    """The third of three: slot 32 where the form says so."""
    low, high = slot(32, signs), slot(64, signs)
    return lambda word, at: low(word, at) if form(word) in (2, 3, 7) else high(word, at)


# ---- addresses


def address(base: int = 24, offset: tuple[int, int] = (40, 24), *, scaled: bool = False, uniform: int | None = 91,
            at: int = 32, wide: Callable[[int], bool] | None = None) -> Reader:  # fmt: skip
    """`[R + UR + offset]`. base: first bit of the register; offset: first bit and number of bits; uniform: the bit that
    says that there is a uniform register; at: its first bit; scaled: by bits 78 and 79; wide: whether it has 64 bits.
    """

    def read(word: int, here: int) -> Operand:
        register = Register(word >> base & 0xFF, wide=wide is not None and wide(word))
        has = uniform is not None and bool(word >> uniform & 1)
        extra = Register(word >> at & 0x3F, uniform=True) if has else None
        scale = (1, 4, 8, 16)[word >> 78 & 3] if scaled else 1
        return Address(register, extra, signed(word, *offset), scale)

    return read


def described(
    base: int = 24, offset: tuple[int, int] = (40, 24), *, at: int = 32, has: int = 76, wide: int = 72
) -> Reader:
    """An address in global or generic memory with a uniform register, if bit 91 is set: a descriptor, `desc[UR]`, where
    bit `has` is set, too, else a part of the address. wide: the bit of an address of 64 bits.
    """

    def read(word: int, here: int) -> Operand:
        uniform = Register(word >> at & 0x3F, uniform=True) if word >> 91 & 1 else None
        has_descriptor = uniform is not None and bool(word >> has & 1)
        register = Register(word >> base & 0xFF, wide=bool(word >> wide & 1))
        return Address(register, None if has_descriptor else uniform, signed(word, *offset),
                       descriptor=uniform if has_descriptor else None)  # fmt: skip

    return read
