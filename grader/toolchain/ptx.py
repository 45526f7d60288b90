"""The instructions of PTX and their source positions, without what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field

from grader.dataclass import dataclass
from grader.toolchain.ptx_locations import Location, Locations
from grader.toolchain.ptx_statements import CLOSE, END, HEADER, OPEN, operands_of, statements, without_comments

TYPE_BYTES = {
    "b8": 1, "u8": 1, "s8": 1, "b16": 2, "u16": 2, "s16": 2, "f16": 2, "bf16": 2, "b32": 4, "u32": 4, "s32": 4,
    "f32": 4, "f16x2": 4, "bf16x2": 4, "b64": 8, "u64": 8, "s64": 8, "f64": 8, "b128": 16, "pred": 1,
    "e4m3x2": 2, "e5m2x2": 2,
}  # fmt: skip
_INTEGER = re.compile(r"-?(0[xX][0-9a-fA-F]{1,16}|0[0-7]{0,22}|0[bB][01]{1,64}|[1-9][0-9]{0,19})U?")
_LABEL = re.compile(r"\s*[$\w]+:(?!:)\s*")
_INSTRUCTION = re.compile(r"(?:@\s*(!?\s*%?[$\w]+)\s+)?([a-z][\w.]*(?:::\w+[\w.]*)*)\s*(.*)", re.S)
_REGISTERS = re.compile(r"\.reg\s*\.\w+\s+(.*)", re.S)
_REGISTER = re.compile(r"%[$\w]+(?:\.[xyzw])?")
_WORD = re.compile(r"%?[$\w]+")
_NAME = re.compile(r"[$\w]+")


@dataclass(slots=True)
class Instruction:
    """One PTX instruction. opcode: dot-separated parts; guard: predicate register, "!" in front if negated; text_line:
    of the PTX text, counted from 1."""

    opcode: tuple[str, ...]
    operands: tuple[str, ...]
    guard: str | None
    location: Location | None
    text_line: int

    @property
    def text(self) -> str:
        """The instruction in PTX, without operands."""
        return ".".join(self.opcode)

    @property
    def line(self) -> int | None:
        """The student's line, if known."""
        return self.location.student_line if self.location else None


@dataclass(slots=True)
class Function:
    """A kernel (.entry) or a device function (.func) with a body."""

    name: str
    is_kernel: bool
    instructions: list[Instruction] = field(default_factory=list)


def parse(ptx: str, student_file: str) -> list[Function]:
    """The functions of a PTX file; what is no instruction is left out. student_file: name of the compiled source, the
    last part of its path in a .file directive."""
    return list(_Reader(Locations(ptx, student_file)).functions(without_comments(ptx)))


def registers_in(operand: str) -> list[str]:
    """Registers in an operand: `[%rd1+4]` -> %rd1, `{%f1, %f2}` -> both, `!%p1` -> %p1."""
    return _REGISTER.findall(operand) if "%" in operand else []


def is_integer(operand: str) -> bool:
    """Whether an operand is an integer constant."""
    return _INTEGER.fullmatch(operand) is not None


class _Reader:
    """State of one pass over the text. Registers declared in braces, by inline assembly, get unique names."""

    def __init__(self, locations: Locations) -> None:
        self._locations = locations
        self._scopes: list[dict[str, str]] = []  # of the open braces: declared name to unique name
        self._scope_count = 0

    def functions(self, text: str) -> Iterator[Function]:
        function: Function | None = None
        for number, statement in statements(text):
            if statement.startswith((".loc\t", ".loc ")):
                self._locations.move(statement)
            elif function is None:
                function = self._begun(statement)
            elif statement == END:
                yield function
                function = None
            elif statement == OPEN:
                self._scopes.append({})
                self._scope_count += 1
            elif statement == CLOSE:
                self._scopes.pop()
            elif registers := _REGISTERS.match(statement):
                self._declare(registers[1])
            elif found := self._instruction(statement, number):
                function.instructions.append(found)
        if function is not None:
            yield function

    def _begun(self, statement: str) -> Function | None:
        """The function whose body begins behind a statement."""
        header = HEADER.match(statement)
        if header is None or not statement.endswith("{"):
            return None
        rest = re.sub(r"\([^()]*\)", " ", header[2])
        name = _NAME.search(rest)
        self._locations.here = None
        return Function(name[0] if name else "", header[1] == "entry")

    def _declare(self, names: str) -> None:
        """Note the registers that the innermost braces declare, `t<2>` as `t<`."""
        for name in names.split(",") if self._scopes else ():
            own, _, many = name.strip().partition("<")
            self._scopes[-1][own + "<" if many else own] = f"%scope{self._scope_count}_{own.lstrip('%')}"

    def _instruction(self, statement: str, number: int) -> Instruction | None:
        while label := _LABEL.match(statement):
            statement = statement[label.end() :]
        match = _INSTRUCTION.match(statement)
        if match is None:
            return None
        guard, opcode, operands = match.groups()
        guard = guard and guard.replace(" ", "")
        if self._scopes:
            operands, guard = self._scoped(operands), guard and self._scoped(guard)
        parts = tuple(opcode.replace("::", ".").split("."))
        return Instruction(parts, tuple(operands_of(operands)), guard, self._locations.here, number)

    def _scoped(self, text: str) -> str:
        """The text with names declared in open braces replaced by their unique names."""
        return _WORD.sub(lambda m: self._meaning(m.group()), text)

    def _meaning(self, name: str) -> str:
        for scope in reversed(self._scopes):
            if name in scope:
                return scope[name]
            family = name.rstrip("0123456789")
            if family != name and f"{family}<" in scope:
                return scope[f"{family}<"] + name[len(family) :]
        return name
