"""Compile each file of the corpus once and launch its kernels on the emulator, in this process; judge the launches."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import numpy as np

from grader.launch import Argument, Dim3, LaunchRequest, LaunchResult
from grader.simt import emulator
from grader.simt.unsupported import Unsupported
from grader.toolchain import Program, compile_source
from grader.toolchain.scan import closing_brace
from tests.language.case import Case, Data, Extent, Value

KERNELS = Path(__file__).parent / "kernels"
_ATTRIBUTE = r"__\w+__\((?:[^()]|\([^()]*\))*\)\s+"  # such as __launch_bounds__((M * N) / (TM * TN))
KERNEL = re.compile(rf'(?:extern "C" )?__global__\s+void\s+(?:{_ATTRIBUTE})*(\w+)\(')


@cache
def source_of(file: str) -> str:
    """The text of a file of kernels."""
    return (KERNELS / file).read_text(encoding="utf-8")


@cache
def compiled(
    file: str,
    fmad: bool = True,
    expression: str | None = None,
    arch: str = "sm_90",
    without: frozenset[str] = frozenset(),
) -> Program:
    """A file of kernels, compiled once in a test run; an instance of a template needs a compilation of its own.

    without: kernels that are left out.
    """
    source = blanked(source_of(file), lambda kernel: kernel in without)
    return compile_source(source, file=file, fmad=fmad, kernel=expression, arch=arch)


def blanked(source: str, drop: Callable[[str], bool]) -> str:
    """The source with spaces for some kernels, so that every line keeps its number."""
    for match in KERNEL.finditer(source):
        if drop(match[1]):
            end = closing_brace(source, source.index("{", match.end())) + 1
            source = source[: match.start()] + re.sub(r"[^\n]", " ", source[match.start() : end]) + source[end:]
    return source


@cache
def loaded(
    file: str, kernel: str, fmad: bool = True, arch: str = "sm_90", without: frozenset[str] = frozenset()
) -> emulator.LoadedKernel:
    """One kernel of a file, lowered once in a test run; kernel: its name, or a name expression."""
    expression = kernel if "<" in kernel else None
    program = compiled(file, fmad, expression, arch, without)
    return emulator.load(program, program.names[kernel] if expression else kernel)


def generator(name: str) -> np.random.Generator:
    """The generator that makes a case's data."""
    return np.random.default_rng(zlib.crc32(name.encode()))


def launched(case: Case, data: Data, arch: str = "sm_90", without: frozenset[str] = frozenset()) -> LaunchResult:
    """The case's launch; a kernel that cannot be loaded gives the fault `unsupported`, as it does for students."""
    try:
        ready = loaded(case.file, case.kernel, case.fmad, arch, without)
    except Unsupported as construct:
        return emulator.unsupported(construct)
    given = tuple(Argument(name, value_of(value)) for name, value in data.arguments.items())
    request = LaunchRequest(ready.code.name, _dim3(case.grid), _dim3(case.block), given, case.shared)
    return emulator.launch(ready, request)


def judge(case: Case, data: Data, result: LaunchResult) -> None:
    """Fails unless the launch computed what the case wants, and reported what it should, but for hazards."""
    assert [f.kind for f in result.faults] == list(case.faults), [(f.line, f.message) for f in result.faults]
    found = outputs(result, data.arguments)
    for name, wanted in data.wanted.items():
        if case.rtol or case.atol:
            np.testing.assert_allclose(
                found[name].astype(np.float64), wanted.ravel().astype(np.float64), case.rtol, case.atol, err_msg=name
            )
        else:
            np.testing.assert_array_equal(found[name], wanted.ravel(), name)
    assert result.printed == data.printed


def judge_hazards(case: Case, result: LaunchResult) -> None:
    """Fails unless the launch reported the hazards that the case names."""
    hazards = sorted({h.kind for h in result.hazards if h.severity != "note"})
    assert hazards == sorted(case.hazards), [(h.kind, h.line_a, h.line_b, h.message) for h in result.hazards]


def outputs(result: LaunchResult, arguments: Mapping[str, Value]) -> dict[str, np.ndarray]:
    """The launch's buffers by argument name."""
    return {name: result.outputs[i] for i, name in enumerate(arguments) if i in result.outputs}


def value_of(value: Value) -> np.ndarray | np.generic | None:
    """A value as launches take it."""
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
