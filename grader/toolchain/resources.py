"""Registers, shared memory, stack, spills and barriers per kernel, from the `ptxas -v` part of NVRTC's log."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from grader.toolchain.program import Resources

_ENTRY = re.compile(r"Compiling entry function '([^']+)'")
_FUNCTION = re.compile(r"Function properties for (\S+)")
_STACK = re.compile(r"\b(\d{1,18}) bytes stack frame, (\d{1,18}) bytes spill stores, (\d{1,18}) bytes spill loads")
_REGISTERS = re.compile(r"Used (\d{1,18}) registers")
_SHARED = re.compile(r"\b(\d{1,18}) bytes smem")
_BARRIERS = re.compile(r"used (\d{1,18}) barriers")
_CUMULATIVE = re.compile(r"\b(\d{1,18}) bytes cumulative stack size")


def parse_resources(log: str, callees: Mapping[str, Iterable[str]] | None = None) -> dict[str, Resources]:
    """Resources by kernel, in the order of the log.

    callees: functions that ptxas did not inline, by kernel; their spills are added to the kernel's. The stack is that
    of the whole call chain; with recursion ptxas does not know it, and each frame counts once.
    """
    stacks: dict[str, tuple[int, int]] = {}  # function: frame, spill bytes
    used: dict[str, tuple[int, int, int, int]] = {}  # kernel: registers, shared bytes, cumulative stack, barriers
    entry = function = ""
    for line in log.splitlines():
        if match := _ENTRY.search(line):
            entry = match[1]
        elif match := _FUNCTION.search(line):
            function = match[1]
        elif match := _STACK.search(line):
            stacks[function] = int(match[1]), int(match[2]) + int(match[3])
        elif match := _REGISTERS.search(line):
            shared, cumulative, barriers = (_number(each, line) for each in (_SHARED, _CUMULATIVE, _BARRIERS))
            used[entry] = int(match[1]), shared, cumulative, barriers
    found = {}
    for kernel, (registers, shared, cumulative, barriers) in used.items():
        frames = [stacks.get(function, (0, 0)) for function in {kernel, *(callees or {}).get(kernel, ())}]
        own = stacks.get(kernel, (0, 0))[0]
        stack = max(cumulative, own) if cumulative else sum(frame for frame, _ in frames)
        found[kernel] = Resources(registers, shared, stack, sum(spilled for _, spilled in frames), barriers)
    return found


def _number(pattern: re.Pattern[str], line: str) -> int:
    match = pattern.search(line)
    return int(match[1]) if match else 0
