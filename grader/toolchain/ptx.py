"""Parses PTX into plain instructions with source positions, without interpreting them."""

from __future__ import annotations

import re
from dataclasses import field

from grader.dataclass import dataclass
from grader.toolchain.ptx_locations import Location, Locations
from grader.toolchain.ptx_statements import (
    CLOSE,
    END,
    HEADER,
    OPEN,
    operands_of,
    plain_constants,
    statements,
    without_comments,
)

TYPE_BYTES = {
    "b8": 1, "u8": 1, "s8": 1, "b16": 2, "u16": 2, "s16": 2, "f16": 2, "bf16": 2, "b32": 4, "u32": 4, "s32": 4,
    "f32": 4, "f16x2": 4, "bf16x2": 4, "b64": 8, "u64": 8, "s64": 8, "f64": 8, "b128": 16, "pred": 1,
    "e4m3x2": 2, "e5m2x2": 2,
}  # fmt: skip
_OF_NO_REGISTER = ("e4m3x2", "e5m2x2")  # how an instruction interprets a .b16


class UnreadablePtx(Exception):
    """PTX that is not read, and the source line."""

    def __init__(self, construct: str, line: int | None = None) -> None:
        super().__init__(construct)
        self.line = line


def integer(text: str) -> int:
    """The value of a PTX integer literal. Raises ValueError for others, and beyond 64 bits."""
    match = INTEGER.fullmatch(text)
    if match is None:
        raise ValueError("not an integer of PTX")
    sign, digits = match.groups()
    value = int(digits, 8 if digits[0] == "0" and digits.isdigit() else 0)
    return -value if sign else value


@dataclass(slots=True)
class Instruction:
    """One PTX instruction. opcode: dot-separated parts; guard: predicate register, "!" in front if negated."""

    opcode: tuple[str, ...]
    operands: tuple[str, ...]
    guard: str | None = None
    location: Location | None = None
    text_line: int = 0  # line of the PTX text, counted from 1

    @property
    def text(self) -> str:
        """The instruction in PTX, without operands."""
        return ".".join(self.opcode)

    @property
    def line(self) -> int | None:
        """The student's line, if known."""
        return self.location.student_line if self.location else None


@dataclass(slots=True)
class Variable:
    """A variable in .shared, .global, .const or .local space. size in bytes; 0: an array without a size."""

    name: str
    space: str
    size: int
    align: int
    element: str
    initial: str | None = None
    is_array: bool = False


@dataclass(slots=True)
class Parameter:
    """A formal parameter: size and align in bytes."""

    name: str
    type: str
    size: int
    align: int


@dataclass(slots=True)
class Function:
    """A kernel (.entry) or a device function (.func). labels: name to index into instructions. bounds: launch bounds
    by directive.

    Declarations in braces get unique names: call_parameters are such names, each for one call.
    """

    name: str
    is_kernel: bool
    parameters: list[Parameter] = field(default_factory=list)
    returns: list[Parameter] = field(default_factory=list)
    registers: dict[str, str] = field(default_factory=dict)  # prefix (without number) to type
    variables: list[Variable] = field(default_factory=list)
    instructions: list[Instruction] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)
    branch_targets: dict[str, tuple[str, ...]] = field(default_factory=dict)
    call_parameters: set[str] = field(default_factory=set)
    bounds: dict[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(slots=True)
class Module:
    """A parsed PTX file."""

    functions: dict[str, Function]
    variables: list[Variable]

    @property
    def kernels(self) -> list[str]:
        """Names of the .entry functions."""
        return [f.name for f in self.functions.values() if f.is_kernel]


_REGISTER_NAME = re.compile(r"%[$\w]+(?:\.[xyzw])?")


def registers_in(operand: str) -> list[str]:
    """Registers in an operand: `[%rd1+4]` -> %rd1, `{%f1, %f2}` -> both, `!%p1` -> %p1."""
    return _REGISTER_NAME.findall(operand) if "%" in operand else []


INTEGER = re.compile(r"(-?)(0[xX][0-9a-fA-F]{1,16}|0[0-7]{0,22}|0[bB][01]{1,64}|[1-9][0-9]{0,19})U?")
_LABEL = re.compile(r"\s*([$\w]+):(?!:)\s*")
_INSTRUCTION = re.compile(r"(?:@\s*(!?\s*%?[$\w]+)\s+)?([a-z][\w.]*(?:::\w+[\w.]*)*)\s*(.*)", re.S)
_REGISTERS = re.compile(r"\.reg\s*\.(\w+)\s+(.*)", re.S)
_REGISTER = re.compile(r"%?[$\w]+(?:<[0-9]+>)?")
_VARIABLE = re.compile(
    r"(?:\.(?:visible|extern|weak|common)\s+)*\.(shared|global|const|local)\s+(?:\.attribute\([^)]*\)\s*)?"
    r"(?:\.align\s+(\d+)\s+)?(?:\.v([248])\s+)?\.(\w+)\s+([$%\w]+)((?:\s*\[\d{0,18}\])*)\s*(?:=\s*(.*))?$",
    re.S,
)
_PARAMETER = re.compile(
    r"\.param\s+(?:\.align\s+(\d+)\s+)?\.(\w+)(?:\s+\.ptr\S*)?((?:\s+\.\w+(?:\s+\d+)?)*)\s+"
    r"([$%\w]+)(?:\[(\d{1,18})\])?"
)
_BOUND = re.compile(r"\.(maxntid|reqntid|reqnctapercluster|blocksareclusters)\b((?:\s*,?\s*\d{1,9})*)")
_ALIGNMENTS = frozenset(str(1 << i) for i in range(17))
_CALL_PARAMETER = re.compile(r"\.param\b.*?([$\w]+)\s*(?:\[\d*\])?$")
_WORD = re.compile(r"%?[$\w]+")
_NAME = re.compile(r"[$\w]+")


def _numbers(text: str) -> tuple[int, ...]:
    """Up to three extents, `8, 8` -> (8, 8, 1)."""
    return tuple(int(n) for n in [*re.findall(r"\d+", text), "1", "1", "1"][:3])


def parse(ptx: str, student_file: str) -> Module:
    """Parse a PTX file. student_file: name of the compiled source, the last part of its path in a .file directive."""
    return _Parser(Locations(ptx, student_file)).run(without_comments(ptx))


class _Parser:
    """State of one pass over the text: current function, current source position, names of the open braces."""

    def __init__(self, locations: Locations) -> None:
        self._locations = locations
        self._text_line = 0
        self._module = Module({}, [])
        self._function: Function | None = None
        self._labels: list[tuple[int, dict[str, str]]] = []  # of the same scopes: first instruction, unique names
        self._scopes: list[dict[str, str]] = []  # of inline assembly and calls: declared name to unique name
        self._scope_count = 0

    def run(self, text: str) -> Module:
        for self._text_line, statement in statements(text):
            if statement.startswith((".loc\t", ".loc ")):
                self._locations.move(statement)
            elif self._function is None:
                self._top_level(statement)
            elif statement == END:
                self._function = None
            elif statement == OPEN:
                self._scopes.append({})
                self._scope_count += 1
                self._labels.append((len(self._function.instructions), {}))
            elif statement == CLOSE:
                self._scopes.pop()
                self._bind_labels(self._function)
            else:
                self._body(self._function, statement)
        return self._module

    def _top_level(self, statement: str) -> None:
        header = HEADER.match(statement)
        if header:
            self._begin(header.group(1) == "entry", header.group(2), statement.endswith("{"))
            return
        variable = self._variable(statement)
        if variable:
            self._module.variables.append(variable)

    def _begin(self, is_kernel: bool, rest: str, has_body: bool) -> None:
        rest = rest.removesuffix("{")
        groups = re.findall(r"\(([^()]*)\)", rest)
        name = next(iter(re.sub(r"\([^()]*\)", " ", rest).split()), "")
        if not _NAME.fullmatch(name):
            raise self._refusal(rest)
        returns_first = not is_kernel and rest.lstrip().startswith("(")
        function = Function(name, is_kernel, bounds={d: _numbers(n) for d, n in _BOUND.findall(rest)})
        if returns_first:
            function.returns = self._parameters(groups[0])
            groups = groups[1:]
        function.parameters = self._parameters(groups[0]) if groups else []
        if has_body:
            self._module.functions[name] = function
            self._function = function
            self._locations.here = None

    def _bind_labels(self, function: Function) -> None:
        """At the end of a scope, bind jumps to its own labels, which copies of the same assembly declare again."""
        start, labels = self._labels.pop()
        for instruction in function.instructions[start:]:
            if instruction.opcode[0] in ("bra", "brx") and instruction.operands:
                *before, target = instruction.operands
                instruction.operands = (*before, labels.get(target, target))
        for label in labels.values():
            if label in function.branch_targets:
                function.branch_targets[label] = tuple(labels.get(t, t) for t in function.branch_targets[label])

    def _body(self, function: Function, statement: str) -> None:
        while label := _LABEL.match(statement):
            name = label.group(1)
            if self._labels:
                unique = f"{name}_scope{self._scope_count}"
                self._labels[-1][1][name] = unique
                name = unique
            function.labels[name] = len(function.instructions)
            statement = statement[label.end() :]
        if not statement:
            return
        if statement.startswith("."):
            self._declaration(function, statement)
            return
        match = _INSTRUCTION.match(statement)
        if not match:
            raise self._refusal(statement)
        guard, opcode, operands = match.groups()
        guard = guard and guard.replace(" ", "")
        parts = tuple(opcode.replace("::", ".").split("."))
        if self._scopes:
            operands, guard = self._scoped(operands), guard and self._scoped(guard)
        found = tuple(operands_of(plain_constants(parts, operands)))
        if "cache_hint" in parts:  # the last operand is the cache policy
            found = found[:-1]
        function.instructions.append(Instruction(parts, found, guard, self._locations.here, self._text_line))

    @property
    def _line(self) -> int | None:
        return self._locations.here.student_line if self._locations.here else None

    def _refusal(self, statement: str) -> UnreadablePtx:
        """The exception for an invalid statement."""
        return UnreadablePtx(f"the PTX statement `{statement[:60]}`", self._line)

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

    def _declare_registers(self, function: Function, kind: str, names: str) -> None:
        for name in names.split(","):
            if kind not in TYPE_BYTES or kind in _OF_NO_REGISTER or not _REGISTER.fullmatch(name.strip()):
                raise self._refusal(f".reg .{kind} {names}")
            own, _, many = name.strip().partition("<")
            if self._scopes:
                known = own + "<" if many else own
                own = self._scopes[-1][known] = f"%scope{self._scope_count}_{own.lstrip('%')}"
            elif own[0] != "%":
                raise UnreadablePtx(f"the register `{own}`", self._line)
            if function.registers.setdefault(own, kind) != kind:
                raise self._refusal(f".reg .{kind} {names}")

    def _declare_call_parameter(self, function: Function, statement: str) -> None:
        match = _CALL_PARAMETER.match(statement)
        if match is None:
            raise self._refusal(statement)
        name = own = match.group(1)
        if self._scopes:
            own = self._scopes[-1][name] = f"{name}_call{self._scope_count}"
        function.call_parameters.add(own)

    def _declaration(self, function: Function, statement: str) -> None:
        if statement.startswith(".branchtargets"):
            label, at = next(reversed(function.labels.items()), ("", -1))
            targets = tuple(operands_of(statement.removeprefix(".branchtargets")))
            if at != len(function.instructions) or not targets:
                raise self._refusal(statement)
            function.branch_targets[label] = targets
            return
        registers = _REGISTERS.match(statement)
        if registers:
            self._declare_registers(function, *registers.groups())
            return
        if statement.startswith(".param"):
            self._declare_call_parameter(function, statement)
            return
        variable = self._variable(statement)
        if variable:
            function.variables.append(variable)

    def _parameters(self, text: str) -> list[Parameter]:
        found = []
        for match in _PARAMETER.finditer(text):
            align, kind, _, name, count = match.groups()
            if align and align not in _ALIGNMENTS:
                raise self._refusal(match.group())
            bytes_ = TYPE_BYTES.get(kind, 4)
            size = bytes_ * int(count) if count else bytes_
            found.append(Parameter(name, kind, size, int(align) if align else bytes_))
        return found

    def _variable(self, statement: str) -> Variable | None:
        match = _VARIABLE.match(statement)
        if not match:
            return None
        space, align, elements, element, name, extents, initial = match.groups()
        if align and align not in _ALIGNMENTS:
            raise self._refusal(statement)
        bytes_ = TYPE_BYTES.get(element, 4) * int(elements or 1)
        size = bytes_
        for extent in re.findall(r"\[(\d*)\]", extents or ""):
            size *= int(extent or 0)
        return Variable(name, space, size, int(align or bytes_), element, initial, bool(extents.strip()))
