"""CUDA C++ to PTX and machine code, with no GPU, driver or toolkit.

The entry point is `compile_source`. Everything is imported and loaded on first use: importing this package is free.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.toolchain.compile import compile_source
    from grader.toolchain.disassembly import disassemble
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

__all__ = ["CompileError", "Diagnostic", "MachineInstruction", "Program", "Resources", "SourceError", "ToolchainError",
           "UnknownKernel", "compile_source", "disassemble", "read_source"]  # fmt: skip

_HOME = {"compile_source": "compile", "disassemble": "disassembly", "UnknownKernel": "names", "SourceError": "source",
         "read_source": "source"}  # fmt: skip


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOME.get(name, 'program')}"), name)
