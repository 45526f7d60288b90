"""Compile CUDA C++ and launch it on the emulator, as the tests of this folder do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.launch import AccessLine, Argument, Dim3, Fault, Hazard, LaunchRequest, LaunchResult
from grader.simt import emulator
from grader.simt.limits import Limits
from grader.simt.unsupported import Unsupported
from grader.textures import Texture
from grader.toolchain import Program, compile_source

Array = NDArray[Any]
Value = Array | np.generic | Texture | int | float | None
Extent = int | tuple[int, ...]


@cache
def compiled(source: str, fmad: bool = True) -> Program:
    """The source compiled for the emulator's architecture, once in a test run."""
    return compile_source(source, fmad=fmad)


@cache
def loaded(source: str, kernel: str, fmad: bool = True) -> emulator.LoadedKernel:
    """One kernel of a source, lowered once in a test run."""
    return emulator.load(compiled(source, fmad), kernel)


def run(
    source: str,
    arguments: Mapping[str, Any],
    /,
    *,
    kernel: str = "k",
    grid: Extent = 1,
    block: Extent = 32,
    shared: int = 0,
    limits: Limits | None = None,
    fmad: bool = True,
    symbols: Mapping[str, Array] | None = None,
) -> LaunchResult:
    """Launch one kernel. arguments: by the name that messages use, in parameter order; int is i32, float is f32."""
    try:
        ready = loaded(source, kernel, fmad)
    except Unsupported as construct:
        return emulator.unsupported(construct)
    given = tuple(Argument(name, value_of(value)) for name, value in arguments.items())
    filled = tuple(Argument(name, value) for name, value in (symbols or {}).items())
    request = LaunchRequest(kernel, dim3_of(grid), dim3_of(block), given, shared, symbols=filled)
    return emulator.launch(ready, request, limits)


def outputs(result: LaunchResult) -> Array:
    """The first buffer of a launch that found nothing wrong."""
    assert result.faults == ()
    assert [h for h in result.hazards if h.severity != "note"] == []
    return result.outputs[min(result.outputs)]


def computed(source: str, arguments: Mapping[str, Any], /, **options: Any) -> Array:
    """The first buffer argument after a launch that must be clean."""
    return outputs(run(source, arguments, **options))


def fault_of(result: LaunchResult) -> Fault:
    """The one fault of a launch."""
    assert len(result.faults) == 1, result.faults
    return result.faults[0]


def hazards_of(result: LaunchResult) -> list[tuple[str, str, int | None, int | None]]:
    """(kind, severity, line, line) of every hazard of a launch without faults."""
    assert result.faults == ()
    found = [(h.kind, h.severity, h.line_a, h.line_b) for h in result.hazards]
    return sorted(found, key=lambda h: (h[0], h[1], h[2] or 0, h[3] or 0))


def hazard_of(result: LaunchResult) -> Hazard:
    """The one hazard of a launch without faults."""
    assert result.faults == ()
    assert len(result.hazards) == 1, result.hazards
    return result.hazards[0]


def access_of(result: LaunchResult, line: int, space: str, operation: str) -> AccessLine:
    """The one row of counts of a line, space and operation."""
    rows = [a for a in result.accesses if (a.line, a.space, a.operation) == (line, space, operation)]
    assert len(rows) == 1, result.accesses
    return rows[0]


def line_of(source: str, mark: str) -> int:
    """The line, counted from 1, of the only place in the source that holds the mark (a `// comment`: ends in it)."""
    holds = str.endswith if mark.startswith("//") else str.__contains__
    found = [number for number, text in enumerate(source.split("\n"), 1) if holds(text, mark)]
    assert len(found) == 1, (mark, found)
    return found[0]


def value_of(value: Value) -> Array | np.generic | Texture | None:
    """An argument's value: int is i32, float is f32."""
    if isinstance(value, np.generic | np.ndarray | Texture):
        return value
    if isinstance(value, int):
        return np.int32(value)
    if isinstance(value, float):
        return np.float32(value)
    return None


def dim3_of(extent: Extent) -> Dim3:
    """Three extents."""
    x, y, z = (*((extent,) if isinstance(extent, int) else extent), 1, 1)[:3]
    return x, y, z
