"""Compile each file of the corpus once and launch its kernels on the emulator, in this process."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np

from grader.simt import emulator
from grader.simt.launch import Argument, Dim3, LaunchRequest, LaunchResult
from grader.simt.ptx import Unsupported
from grader.toolchain import Program, compile_source
from tests.language.case import Case, Data, Extent, Value

KERNELS = Path(__file__).parent / "kernels"


@cache
def source_of(file: str) -> str:
    """The text of a file of kernels."""
    return (KERNELS / file).read_text(encoding="utf-8")


@cache
def compiled(file: str, fmad: bool = True, expression: str | None = None) -> Program:
    """A file of kernels, compiled once in a test run; an instance of a template needs a compilation of its own."""
    return compile_source(source_of(file), file=file, fmad=fmad, kernel=expression)


@cache
def _loaded(file: str, kernel: str, fmad: bool) -> emulator.LoadedKernel:
    expression = kernel if "<" in kernel else None
    program = compiled(file, fmad, expression)
    return emulator.load(program, program.names[kernel] if expression else kernel)


def launched(case: Case, data: Data) -> LaunchResult:
    """The case's launch; a kernel that cannot be loaded gives the fault `unsupported`, as it does for students."""
    try:
        ready = _loaded(case.file, case.kernel, case.fmad)
    except Unsupported as construct:
        return emulator.unsupported(construct)
    given = tuple(Argument(name, _value(value)) for name, value in data.arguments.items())
    request = LaunchRequest(ready.kernel.name, _dim3(case.grid), _dim3(case.block), given, case.shared)
    return emulator.launch(ready, request)


def outputs(result: LaunchResult, arguments: Mapping[str, Value]) -> dict[str, np.ndarray]:
    """The launch's buffers by argument name."""
    return {name: result.outputs[i] for i, name in enumerate(arguments) if i in result.outputs}


def _value(value: Value) -> np.ndarray | np.generic | None:
    if isinstance(value, np.generic):  # before float: a float64 is one
        return value
    if isinstance(value, int):
        return np.int32(value)
    if isinstance(value, float):
        return np.float32(value)
    return value


def _dim3(extent: Extent) -> Dim3:
    x, y, z = (*((extent,) if isinstance(extent, int) else extent), 1, 1)[:3]
    return x, y, z
