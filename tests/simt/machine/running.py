"""Compile CUDA C++ and run its machine code, as the tests of this folder do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from numpy.typing import NDArray

from grader.launch import Argument, Executed, LaunchRequest, LaunchResult
from grader.simt import emulator
from grader.simt.limits import Limits
from tests.simt.running import Extent, compiled, dim3_of, value_of

Array = NDArray[Any]


@cache
def loaded(source: str, kernel: str) -> emulator.LoadedKernel:
    """One kernel of a source, loaded once in a test run."""
    return emulator.load(compiled(source), kernel)


def request(kernel: str, grid: Extent, block: Extent, arguments: Mapping[str, Any], shared: int = 0) -> LaunchRequest:
    """A launch whose executed instructions are wanted, too."""
    given = tuple(Argument(name, value_of(value)) for name, value in arguments.items())
    return LaunchRequest(kernel, dim3_of(grid), dim3_of(block), given, shared, executed=True)


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
) -> LaunchResult:
    """Launch one kernel. arguments: by the name that messages use, in parameter order; int is i32, float is f32."""
    asked = request(kernel, grid, block, arguments, shared)
    return emulator.launch(loaded(source, kernel), asked, limits)


def computed(source: str, arguments: Mapping[str, Any], /, **options: Any) -> Array:
    """The first buffer argument after a launch without faults."""
    result = run(source, arguments, **options)
    assert result.faults == ()
    return result.outputs[min(result.outputs)]


def rows_of(result: LaunchResult, opcode: str) -> list[Executed]:
    """The executed instructions with one mnemonic."""
    return [row for row in result.executed if row.opcode == opcode]
