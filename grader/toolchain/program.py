"""The result of a compilation: PTX, machine code, resources, diagnostics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace

from grader.dataclass import dataclass
from grader.toolchain.objections import OBJECTIONS


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One message of the compiler. `line` and `column` count from 1; None where it named none.

    message: the compiler's own; "" where the text `compile.<key>`, filled with `values`, replaces it. file: the
    student's file name, or the header in which the compiler stopped.

    Raises ValueError for a key that is not in OBJECTIONS, or other values than the key has.
    """

    severity: str  # "error", "warning" or "note"
    message: str
    file: str
    line: int | None = None
    column: int | None = None
    key: str = ""
    values: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if self.key and self.key not in OBJECTIONS:
            raise ValueError(f"nobody says {self.key!r}")
        if {*self.values} != {*OBJECTIONS.get(self.key, ())}:
            raise ValueError(f"other values than those of {self.key!r}")

    def __str__(self) -> str:
        """For logs: the compiler's message, or the key and its values."""
        return self.message or " ".join([self.key, *self.values.values()])

    def said_as(self, key: str, /, **values: str) -> Diagnostic:
        """The same with the text of a key instead of the compiler's message."""
        return replace(self, message="", key=key, values=values)


def objection(key: str, file: str, line: int | None = None, /, **values: str) -> Diagnostic:
    """An error that is not the compiler's."""
    return Diagnostic("error", "", file, line, key=key, values=values)


class CompileError(Exception):
    """The source does not compile; `diagnostics` has at least one error. log: the compiler's, "" if it did not run."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...], log: str) -> None:
        super().__init__(str(diagnostics[0]) if diagnostics else log)
        self.diagnostics = diagnostics
        self.log = log


class ToolchainError(Exception):
    """The compiler itself is missing or broken: never the student's fault."""


class UnknownArchitecture(ToolchainError):
    """The compiler makes no machine code for the requested architecture."""


@dataclass(frozen=True, slots=True)
class Resources:
    """Resources of one kernel as ptxas reports them. registers: per thread. shared_bytes: static, per block.
    local_bytes: stack frame per thread. spill_bytes: spill stores plus spill loads, per thread.
    barriers: that a block reserves, of the 16 that it may name.
    """

    registers: int
    shared_bytes: int
    local_bytes: int
    spill_bytes: int
    barriers: int = 0


@dataclass(frozen=True, slots=True)
class MachineInstruction:
    """One machine instruction.

    opcode: "LDS", "STG", "ATOMS", "LDGSTS", "BAR", "FFMA" ... as in `opcodes`, or "OTHER". width: bytes per lane of a
    memory access (1, 2, 4, 8, 16), else None. base, offset: address register number and immediate byte offset of a
    memory access, where encoded. file, line: source position (the innermost inlined function's), None where unknown.
    predicated: has a predicate other than "always true". target: address of a BRA's target.
    """

    address: int
    opcode: str
    width: int | None = None
    base: int | None = None
    offset: int | None = None
    file: str | None = None
    line: int | None = None
    predicated: bool = False
    target: int | None = None

    @property
    def name(self) -> str:
        """nvdisasm's mnemonic up to the width: `LDS`, `LDS.64`, `LDG.128`, `FFMA`."""
        return f"{self.opcode}.{self.width * 8}" if self.width in (8, 16) else self.opcode


@dataclass(frozen=True)
class Program:
    """One source file compiled for one architecture.

    kernels, machine_code: resources and instructions (in address order) by the kernel's name in the PTX. names: the PTX
    name of each requested name expression.
    """

    source: str
    file: str
    arch: str
    toolchain: str
    ptx: str
    cubin: bytes
    log: str
    diagnostics: tuple[Diagnostic, ...]
    kernels: Mapping[str, Resources]
    machine_code: Mapping[str, tuple[MachineInstruction, ...]]
    names: Mapping[str, str] = field(default_factory=dict)

    def instructions(self, kernel: str, opcode: str) -> Iterator[MachineInstruction]:
        """The kernel's machine instructions of one opcode, in address order."""
        return (i for i in self.machine_code[kernel] if i.opcode == opcode)
