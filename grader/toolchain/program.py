"""What the compiler makes of a source file: PTX, machine code, resources, diagnostics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One message of the compiler. `line` and `column` count from 1; None where it named none.

    `file` is the student's file name, or the header in which the compiler stopped.
    """

    severity: str  # "error", "warning" or "note"
    message: str
    file: str
    line: int | None = None
    column: int | None = None


class CompileError(Exception):
    """The source does not compile; `diagnostics` holds at least one error.

    log: what the compiler wrote; empty where it was not asked, or came to no end.
    """

    def __init__(self, diagnostics: tuple[Diagnostic, ...], log: str) -> None:
        super().__init__(diagnostics[0].message if diagnostics else log)
        self.diagnostics = diagnostics
        self.log = log


class ToolchainError(Exception):
    """The compiler itself is missing or broken: never the student's fault."""


class UnknownArchitecture(ToolchainError):
    """The compiler makes no machine code for the architecture that was asked for."""


@dataclass(frozen=True, slots=True)
class Resources:
    """Resources of one kernel as ptxas reports them.

    registers: per thread. shared_bytes: static, per block. local_bytes: stack frame per thread.
    spill_bytes: spill stores plus spill loads, per thread.
    """

    registers: int
    shared_bytes: int
    local_bytes: int
    spill_bytes: int


@dataclass(frozen=True, slots=True)
class MachineInstruction:
    """One machine instruction of interest.

    opcode: "LDS", "STS", "LDG", "STG", "LDL", "STL", "LD", "ST", "ATOMS", "ATOMG", "RED", "LDGSTS", "LDSM",
    "BAR", "FFMA", "FADD", "FMUL" ... or "OTHER". width: bytes per lane of a memory access (1, 2, 4, 8, 16), else None.
    base, offset: address register number and immediate byte offset of a memory access, where the encoding has them.
    file, line: source position by the line table (the innermost inlined function's), None where it has none.
    predicated: does it run under a predicate other than "always"? target: address to which a BRA leads.
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
        """The mnemonic as nvdisasm spells it, up to its width: `LDS`, `LDS.64`, `LDG.128`, `FFMA`."""
        return f"{self.opcode}.{self.width * 8}" if self.width in (8, 16) else self.opcode


@dataclass(frozen=True)
class Program:
    """One source file compiled for one architecture.

    kernels: resources per `__global__` function, by the name in the PTX.
    machine_code: instructions in address order per kernel, by the same name.
    names: for every name expression asked for, the PTX name it stands for.
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
