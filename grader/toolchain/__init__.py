"""CUDA C++ to PTX and machine code, with no GPU, driver or toolkit.

`compile_source` does it all; nothing is loaded before its first call.
"""

from __future__ import annotations

from grader.toolchain.compile import compile_source
from grader.toolchain.diagnostics import format_diagnostic
from grader.toolchain.names import UnknownKernel
from grader.toolchain.program import (
    CompileError,
    Diagnostic,
    MachineInstruction,
    Program,
    Resources,
    ToolchainError,
)
from grader.toolchain.source import SourceError, read_source

__all__ = [
    "CompileError",
    "Diagnostic",
    "MachineInstruction",
    "Program",
    "Resources",
    "SourceError",
    "ToolchainError",
    "UnknownKernel",
    "compile_source",
    "format_diagnostic",
    "read_source",
]
