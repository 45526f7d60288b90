"""A decoded machine instruction: opcode, modifiers, guard, operands and control word."""

from __future__ import annotations

from enum import StrEnum

from grader.dataclass import dataclass

RZ, URZ, PT = 255, 63, 7  # register and predicate numbers that always read zero, or true


@dataclass(frozen=True, slots=True)
class Register:
    """A 32-bit register, or the first of several. part: "H0_H0", "B1" ... where an instruction takes a part of it.

    negated: arithmetically; inverted: bitwise. wide: an address of 64 bits, in this register and the next.
    """

    number: int
    uniform: bool = False
    negated: bool = False
    absolute: bool = False
    inverted: bool = False
    part: str = ""
    wide: bool = False

    @property
    def zero(self) -> bool:
        """Whether it reads zero and forgets what is written."""
        return self.number == (URZ if self.uniform else RZ)


@dataclass(frozen=True, slots=True)
class Predicate:
    """A predicate register; number 7 is always true."""

    number: int
    uniform: bool = False
    negated: bool = False

    @property
    def always(self) -> bool:
        """Whether it always holds."""
        return self.number == PT and not self.negated


ALWAYS = Predicate(PT)


class Kind(StrEnum):
    """What the bits of an immediate mean."""

    INTEGER = "integer"
    FLOAT = "float"
    DOUBLE = "double"  # bits: the high word of a double whose low word is zero
    HALF = "half"
    BFLOAT = "bfloat"


@dataclass(frozen=True, slots=True)
class Immediate:
    """A number in the instruction. bits: unsigned, 32 of them, 16 of a half; negated, absolute: as of registers."""

    bits: int
    kind: Kind = Kind.INTEGER
    negated: bool = False
    absolute: bool = False


@dataclass(frozen=True, slots=True)
class Constant:
    """A word of a constant bank. bank: its number, or a uniform register that holds a handle. index: of a register."""

    bank: int | Register
    offset: int
    index: Register | None = None
    negated: bool = False
    absolute: bool = False
    inverted: bool = False
    part: str = ""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a memory instruction goes: base * scale + uniform + offset. descriptor: the uniform pair in `desc[]`."""

    base: Register | None
    uniform: Register | None = None
    offset: int = 0
    scale: int = 1
    descriptor: Register | None = None


@dataclass(frozen=True, slots=True)
class Target:
    """An address of code, in bytes from the beginning of the function."""

    address: int


@dataclass(frozen=True, slots=True)
class Named:
    """Something with a name of its own: a special register, a convergence barrier (B0), a scoreboard (SB0), a shape."""

    name: str


Operand = Register | Predicate | Immediate | Constant | Address | Target | Named


@dataclass(frozen=True, slots=True)
class Control:
    """What the scheduler is told. stall: cycles before the next instruction of this warp. yields: another warp may go
    first. writes, reads: the scoreboard (0 to 5) released when results are written, or operands read; None for none.
    waits: a mask of scoreboards to wait for. reuse: a mask of operand slots whose register stays in the reuse cache.
    """

    stall: int
    yields: bool
    writes: int | None
    reads: int | None
    waits: int
    reuse: int


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction. address: in bytes from the beginning of its function; modifiers: in nvdisasm's order."""

    address: int
    opcode: str
    modifiers: tuple[str, ...]
    guard: Predicate
    operands: tuple[Operand, ...]
    control: Control

    @property
    def name(self) -> str:
        """The mnemonic with its modifiers: `LDG.E.64`."""
        return ".".join((self.opcode, *self.modifiers))


class UnknownInstruction(ValueError):
    """A word that is no instruction of sm_90, or none that is known here."""
