"""Runaway loops: how much work a case is allowed, and the details of a loop that exceeds it.

The bound is a generous multiple of the case's size, the product of its dimensions. It needs no solution, which the
student edition lacks.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace

from grader.checks.base import CaseRun
from grader.checks.ordering import size_of
from grader.launch import Dim3, Fault, LaunchResult
from grader.problems import PROBLEMS

_AT_LEAST, _OF_SIZE = 16_384, 1024  # instructions: for any case, and per unit of its size
_ROUNDS = 16  # iterations per element and per thread, in total, of a loop whose work threads share
# for (int i = first; ...; ++i): a loop with another start in each thread that steps by 1.
_STEPS_BY_ONE = re.compile(
    r"\bfor\s*\(\s*(?:[\w:]+\s+)*(?P<name>\w+)\s*=(?!\s*\d+u?\s*;)[^;]+;[^;]*;"
    r"\s*(?:\+\+\s*(?P=name)|(?P=name)\s*(?:\+\+|\+=\s*1))\s*\)"
)


def allowance(size: int, grid: Dim3, block: Dim3) -> int:
    """Instructions after which the emulator stops a case, each counted once for all threads that run it together; one
    more for each thread, because large grids run in parts."""
    return _AT_LEAST + _OF_SIZE * size + math.prod(grid) * math.prod(block)


def told(run: CaseRun, problem: str, threads: int, source: Sequence[str]) -> CaseRun:
    """The run with details of a loop that did not finish, or, if the results are wrong, of one whose variable steps by
    1 although the threads should share its iterations. source: the lines of the file."""
    result, size = run.result, size_of(run.case)
    if result is None or run.prepared is None:
        return run
    for place, fault in enumerate(result.faults):
        if "rounds" in fault.details:
            details = {**fault.details, "elements": size} | _variable(source, fault.line)
            faults = (*result.faults[:place], replace(fault, details=details), *result.faults[place + 1 :])
            return replace(run, result=replace(result, faults=faults))
    if result.faults or PROBLEMS[problem].judge(run.prepared, result.outputs).passed:
        return run
    walks = _walks_over_everything(result, size, threads, source)
    return run if walks is None else replace(run, result=replace(result, faults=(walks,)))


def _walks_over_everything(result: LaunchResult, size: int, threads: int, source: Sequence[str]) -> Fault | None:
    for loop in result.loops:
        variable = _variable(source, loop.line)
        if variable and loop.rounds > _ROUNDS * (size + threads):
            details: dict[str, object] = {"rounds": loop.rounds, "elements": size, **variable}
            return Fault("no_forward_progress", loop.line, None, None, f"{loop.rounds} rounds of a loop", details)
    return None


def _variable(source: Sequence[str], line: int | None) -> dict[str, object]:
    found = _STEPS_BY_ONE.search(source[line - 1]) if line and line <= len(source) else None
    return {"variable": found["name"]} if found else {}
