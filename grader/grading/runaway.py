"""Loops that go round far too often: how much work a case is allowed, and what is told of a loop that goes beyond it.

The bound needs no solution, which a student's edition has not: it is a generous multiple of the case's size, the
product of its dimensions.
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

_AT_LEAST, _OF_SIZE = 16_384, 1024  # instructions: of any case, and for each unit of its size
_ROUNDS = 16  # of a loop whose threads share the work, for each of both
# for (int i = first; ...; ++i): a loop that every thread begins at a place of its own, and that steps by 1.
_STEPS_BY_ONE = re.compile(
    r"\bfor\s*\(\s*(?:[\w:]+\s+)*(?P<name>\w+)\s*=(?!\s*\d+u?\s*;)[^;]+;[^;]*;"
    r"\s*(?:\+\+\s*(?P=name)|(?P=name)\s*(?:\+\+|\+=\s*1))\s*\)"
)


def allowance(size: int, grid: Dim3, block: Dim3) -> int:
    """Instructions after which the emulator gives a case up, however many threads run them together. Many threads run
    in parts, so that there is one more for each."""
    return _AT_LEAST + _OF_SIZE * size + math.prod(grid) * math.prod(block)


def told(run: CaseRun, problem: str, threads: int, source: Sequence[str]) -> CaseRun:
    """The run with what there is to say of a loop: one that came to no end; or one whose variable steps by 1 where the
    threads should share its rounds, if the results are wrong. source: the lines of the file."""
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
