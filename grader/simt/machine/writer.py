"""Writes one basic block of machine code as a Python function over NumPy arrays.

The function takes (M, R, L, C): the machine, its registers, the active lanes, and words of constant banks. It reads the
registers that it needs, computes new arrays (never in place), stores those that it changed, and returns what decides
how it goes on, if anything does.

A value is the name of a variable of the function. Registers hold 32 bits of whatever type: `word` reads one as an
integer or a float, `pair` two as a number of 64 bits. A pair that was computed as one stays one until a half is read.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from grader.dataclass import dataclass
from grader.sass.instruction import (
    Constant,
    Immediate,
    Instruction,
    Kind,
    Operand,
    Predicate,
    Register,
)  # fmt: skip
from grader.simt.machine.code import PARAMETERS
from grader.simt.machine.constants import KNOWN
from grader.simt.machine.names import Names
from grader.simt.unsupported import Unsupported

UNIFORM, PREDICATES, UNIFORM_PREDICATES = 256, 320, 328  # where these begin among the registers
REGISTERS = 336
VARIABLES = 1 << 20  # added to an offset in constant bank 4, which has the addresses of variables
BANKS = (0, 2, 3, 4)  # of constants
TRUE, FALSE, ZERO, ZERO_PAIR = "T", "F", "Z", "Z8"


@dataclass(frozen=True, slots=True)
class Half:
    """A register that is a half of a value of 64 bits."""

    pair: str
    high: bool


def slot(register: Register) -> int:
    """The number of a register among all."""
    return register.number + (UNIFORM if register.uniform else 0)


def predicate_slot(predicate: Predicate) -> int:
    """The number of a predicate among all registers."""
    return predicate.number + (UNIFORM_PREDICATES if predicate.uniform else PREDICATES)


def _listed(items: Iterable[object]) -> str:
    """Items of a tuple."""
    return "".join(f"{item}, " for item in items)


class Constants:
    """Arrays of one element that generated code names."""

    def __init__(self) -> None:
        self.namespace: dict[str, object] = {}
        self._names: dict[tuple[str, bytes], str] = {}

    def name(self, value: object, dtype: str) -> str:
        """The name of an array with this value."""
        array = np.array([value]).astype(dtype)
        key = (dtype, array.tobytes())
        if key not in self._names:
            self._names[key] = name = f"k{len(self._names)}"
            self.namespace[name] = array
        return self._names[key]


class Writer:
    """The state of writing one block. names_of: what the PTX says."""

    def __init__(self, constants: Constants, names_of: Names) -> None:
        self.constants, self.names_of = constants, names_of
        self.lines: list[str] = []
        self.instruction: Instruction | None = None
        self.guard: str | None = None  # the predicate of the current instruction
        self.changed: set[int] = set()
        self.reads: set[int] = set()  # of the current instruction
        self.writes: set[int] = set()
        self.parameters: set[int] = set()  # that it reads, as of Step
        self._taken: dict[int, str] = {}
        self._values: dict[int, str | Half] = {}
        self._dtypes: dict[str, str] = {}
        self._derived: dict[tuple[str, ...], str] = {}  # names of what was computed from names before
        self._count = 0

    # ---- variables

    def new(self, expression: str, dtype: str = "") -> str:
        """A new variable; none for what is a variable already."""
        if expression.isidentifier() and self._dtypes.get(expression, dtype) == dtype:
            return expression
        self._count += 1
        name = f"v{self._count}"
        self.lines.append(f"{name} = {expression}")
        self._dtypes[name] = dtype
        return name

    def begin(self, instruction: Instruction) -> None:
        """Go on with the next instruction."""
        self.instruction, self.reads, self.writes, self.parameters = instruction, set(), set(), set()

    def names(self, count: int) -> list[str]:
        """Names of new variables, to be assigned by a line that the caller writes."""
        found = [f"v{self._count + 1 + k}" for k in range(count)]
        self._count += count
        return found

    def assign(self, names: list[str], call: str) -> None:
        """A line that assigns the elements of a tuple."""
        if len(names) == 1:
            self.lines.append(f"{names[0]} = ({call})[0]")
        else:
            self.lines.append(f"{', '.join(names)} = {call}" if names else call)

    def typed(self, name: str, dtype: str) -> str:
        """Note the type of a variable."""
        self._dtypes[name] = dtype
        return name

    def among_guarded(
        self, call: str, inputs: list[str], olds: Sequence[str] = (), kinds: Sequence[str] = ()
    ) -> list[str]:
        """Variables for what a call returns for the lanes of the guard; the others keep the olds. call: of w, the
        lanes, and x0, x1 ...; of several kinds, or of none, it returns a tuple."""
        names = [self.typed(name, kind) for name, kind in zip(self.names(len(kinds)), kinds, strict=True)]
        parameters = "".join(f", x{k}" for k in range(len(inputs)))
        action = f"lambda w{parameters}: ({call},)" if len(kinds) == 1 else f"lambda w{parameters}: {call}"
        listed = _listed(inputs)
        if self.guard is None:
            self.assign(names, f"({action})(L, {listed})")
        else:
            self.assign(names, f"M.among({self.guard}, L, {action}, ({listed}), ({_listed(olds)}))")
        return names

    @property
    def line(self) -> str:
        """The student's line of the current instruction, when it runs."""
        return f"M.line({self.instruction.address if self.instruction else 0})"

    def once(self, expression: str, dtype: str = "") -> str:
        """A variable for an expression of names, which is computed once in the block."""
        key = (expression,)
        if key not in self._derived:
            self._derived[key] = self.new(expression, dtype)
        return self._derived[key]

    def viewed(self, name: str, dtype: str) -> str:
        """The bits of a value as another type of the same size."""
        if (name == ZERO and dtype == "u4") or (name == ZERO_PAIR and dtype == "u8") or self._dtypes.get(name) == dtype:
            return name
        if name == ZERO:
            return self.constants.name(0, dtype)
        if name == ZERO_PAIR:
            return self.constants.name(0, dtype)
        return self.once(f"{name}.view('{dtype}')", dtype)

    # ---- registers

    def raw(self, number: int) -> str:
        """A register, of any type of 32 bits, or a predicate."""
        self.reads.add(number)
        value = self._values.get(number)
        if value is None:
            value = self._values[number] = self._taken[number] = self.names(1)[0]
            self.typed(value, "?" if number >= PREDICATES else "")
        if isinstance(value, Half):
            whole = self.viewed(value.pair, "u8")
            value = self.once(f"I.high({whole})" if value.high else f"{whole}.astype('u4')", "u4")
            self._values[number] = value
        return value

    def halves(self, number: int) -> str:
        """Two registers from this one on, as 64 bits of any type."""
        self.reads |= {number, number + 1}
        low, high = self._values.get(number), self._values.get(number + 1)
        if isinstance(low, Half) and isinstance(high, Half) and low.pair == high.pair and high.high and not low.high:
            return low.pair
        return self.once(f"M.join({self.raw(number)}, {self.raw(number + 1)})", "u8")

    def set(self, register: Register, expression: str, dtype: str) -> None:
        """Write 32 bits, in the lanes for which the guard holds."""
        if register.zero:
            return
        self._set(slot(register), self._guarded(expression, dtype, lambda: self._old(slot(register), dtype)))

    def set_pair(self, register: Register, expression: str, dtype: str) -> None:
        """Write 64 bits."""
        if register.zero:
            return
        self.set_whole_pair(register, self._guarded(expression, dtype, lambda: self.old_pair(register, dtype)))

    def old_pair(self, register: Register, dtype: str) -> str:
        """What 64 bits had, for lanes that keep them."""
        return self.viewed(ZERO_PAIR if register.zero else self.kept(lambda: self.halves(slot(register))), dtype)

    def set_whole_pair(self, register: Register, whole: str) -> None:
        """Write 64 bits, without regard to the guard."""
        if register.zero:
            return
        number = slot(register)
        self._values[number], self._values[number + 1] = Half(whole, False), Half(whole, True)
        self.changed |= {number, number + 1}
        self.writes |= {number, number + 1}

    def set_words(self, register: Register, names: Iterable[str]) -> None:
        """Write several registers, without regard to the guard."""
        if not register.zero:
            self.set_words_of(slot(register), names)

    def set_words_of(self, number: int, names: Iterable[str]) -> None:
        """The same from a number among all registers on."""
        for k, name in enumerate(names):
            self._set(number + k, name)

    def set_predicate(self, predicate: Predicate, expression: str) -> None:
        """Write a predicate, in the lanes for which the guard holds."""
        if predicate.number == 7:
            return
        number = predicate_slot(predicate)
        self._set(number, self._guarded(expression, "?", lambda: self.kept(lambda: self.raw(number))))

    def _set(self, number: int, name: str) -> None:
        self._values[number] = name
        self.changed.add(number)
        self.writes.add(number)

    def _old(self, number: int, dtype: str) -> str:
        return self.viewed(self.kept(lambda: self.raw(number)), dtype)

    def kept(self, read: Callable[[], str]) -> str:
        """What registers had, which lanes keep for which the guard does not hold: that is no use of the value."""
        known = set(self.reads)
        name = read()
        self.reads = known
        return name

    def _guarded(self, expression: str, dtype: str, old: Callable[[], str]) -> str:
        if self.guard is None:
            return self.new(expression, dtype)
        before = old()
        return self.new(f"choose({self.guard}, {self.new(expression, dtype)}, {before})", dtype)

    def close(self, live: int) -> list[str]:
        """All lines: those that take the registers from the machine come first, those that give them back last. live:
        the registers that are read again, as bits."""
        given = [(number, self.raw(number)) for number in sorted(self.changed) if live >> number & 1]
        lines, self.lines = self.lines, []
        if self._taken:
            self.assign(list(self._taken.values()), f"L.take(R, ({_listed(self._taken)}))")
        self.lines += lines
        if given:
            self.lines.append(f"L.give(R, ({_listed(n for n, _ in given)}), ({_listed(v for _, v in given)}))")
        return self.lines

    # ---- operands

    def word(self, operand: Operand, dtype: str = "u4") -> str:
        """32 bits as u4, i4 or f4, with the operand's signs."""
        if isinstance(operand, Register):
            return self._signed(ZERO if operand.zero else self.raw(slot(operand)), operand, dtype)
        if isinstance(operand, Immediate):
            bits = struct.pack("<I", operand.bits)
            return self._signed(self.constants.name(np.frombuffer(bits, dtype)[0], dtype), operand, dtype)
        if isinstance(operand, Constant):
            return self._signed(self.constant(operand, "u4"), operand, dtype)
        raise self.unknown()

    def _signed(self, name: str, operand: Register | Immediate | Constant, dtype: str) -> str:
        value = self.viewed(name, dtype)
        if operand.absolute:
            value = self.once(f"np.abs({value})", dtype)
        if operand.negated:
            value = self.once(f"-{value}", dtype)
        if getattr(operand, "inverted", False):
            value = self.once(f"~{value}", dtype)
        return value

    def pair(self, operand: Operand, dtype: str = "u8") -> str:
        """64 bits as u8, i8 or f8, with the operand's signs."""
        if isinstance(operand, Register):
            return self._signed(ZERO_PAIR if operand.zero else self.halves(slot(operand)), operand, dtype)
        if isinstance(operand, Constant):
            return self._signed(self.constant(operand, "u8"), operand, dtype)
        if isinstance(operand, Immediate):
            bits = operand.bits << 32 if operand.kind is Kind.DOUBLE else operand.bits
            value = np.frombuffer(struct.pack("<Q", bits), dtype)[0]
            return self._signed(self.constants.name(value, dtype), operand, dtype)
        raise self.unknown()

    def constant(self, operand: Constant, dtype: str) -> str:
        """Content of a constant bank."""
        if isinstance(operand.bank, Register):
            raise self.unknown()
        if operand.bank not in BANKS:
            raise Unsupported(f"constant bank {operand.bank}")
        if operand.bank == 0:
            if operand.offset < PARAMETERS and operand.offset not in KNOWN:
                raise Unsupported(f"c[0x0][{operand.offset:#x}]")
            self.parameters.add(operand.offset)
        if operand.bank == 4:
            self.parameters.add(VARIABLES + operand.offset)
        if operand.index is None or operand.index.zero:
            offset = operand.offset & 0xFFFF  # a sign only together with a register
            return self.once(f"C[{operand.bank}, {offset}, '{dtype}']", dtype)
        index = self.word(operand.index, "i4")
        address = self.instruction.address if self.instruction else 0
        place = f"{operand.bank}, {index}, {operand.offset}, '{dtype}', {address}"
        return self.new(f"M.indexed_constant({place}, L, {self.guard})", dtype)

    def truth(self, operand: Operand) -> str:
        """A predicate as an operand."""
        assert isinstance(operand, Predicate)
        if operand.number == 7:
            return FALSE if operand.negated else TRUE
        name = self.raw(predicate_slot(operand))
        return self.once(f"~{name}", "?") if operand.negated else name

    def both(self, one: str, other: str) -> str:
        """The conjunction of two predicates."""
        if TRUE in (one, other):
            return other if one == TRUE else one
        return self.once(f"{one} & {other}", "?")

    def unknown(self) -> Unsupported:
        """The error for an instruction that is not known to be executable."""
        name = self.instruction.name if self.instruction else ""
        return Unsupported(f"the machine instruction {name}")
