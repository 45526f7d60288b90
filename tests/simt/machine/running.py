"""Compile CUDA C++ and run its machine code, as the tests of this folder do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.launch import Argument, Dim3, Executed, LaunchRequest, LaunchResult
from grader.simt.launch_state import Limits
from grader.simt.machine import launching
from tests.simt.running import compiled

Array = NDArray[Any]
Value = Array | np.generic | int | float | None
Extent = int | tuple[int, ...]


@cache
def loaded(source: str, kernel: str) -> launching.LoadedMachineCode:
    """One kernel of a source, loaded once in a test run."""
    return launching.load(compiled(source), kernel)


def request(kernel: str, grid: Extent, block: Extent, arguments: Mapping[str, Any], shared: int = 0) -> LaunchRequest:
    """A launch whose executed instructions are wanted, too."""
    given = tuple(Argument(name, _value(value)) for name, value in arguments.items())
    return LaunchRequest(kernel, _dim3(grid), _dim3(block), given, shared, executed=True)


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
    doubtful: bool = False,
) -> LaunchResult:
    """Launch one kernel. arguments: by the name that messages use, in parameter order; int is i32, float is f32."""
    asked = request(kernel, grid, block, arguments, shared)
    return launching.launch(loaded(source, kernel), asked, limits, doubtful=doubtful)


def computed(source: str, arguments: Mapping[str, Any], /, **options: Any) -> Array:
    """The first buffer argument after a launch without faults."""
    result = run(source, arguments, **options)
    assert result.faults == ()
    return result.outputs[min(result.outputs)]


def rows_of(result: LaunchResult, opcode: str) -> list[Executed]:
    """The executed instructions with one mnemonic."""
    return [row for row in result.executed if row.opcode == opcode]


def _value(value: Value) -> Array | np.generic | None:
    if isinstance(value, np.generic | np.ndarray):
        return value
    if isinstance(value, int):
        return np.int32(value)
    if isinstance(value, float):
        return np.float32(value)
    return None


def _dim3(extent: Extent) -> Dim3:
    x, y, z = (*((extent,) if isinstance(extent, int) else extent), 1, 1)[:3]
    return x, y, z
