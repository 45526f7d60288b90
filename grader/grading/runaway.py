"""Runaway loops: how much work a case is allowed, and the details of a loop that exceeds it.

The bound is a generous multiple of the case's size, the product of its dimensions. It needs no solution, which the
student edition lacks.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace
from itertools import islice

from grader.checks.base import CaseRun
from grader.checks.ordering import size_of
from grader.launch import Dim3, Fault, LaunchResult
from grader.problems import PROBLEMS
from grader.toolchain.scan import scan

_AT_LEAST, _OF_SIZE = 16_384, 1024  # instructions: for any case, and per unit of its size
_ROUNDS = 16  # iterations per element and per thread, in total, of a loop whose work threads share
# Loops whose variable may step by 1: for (int i = first; ...; ++i), for (; i < n; ++i), while (i < n) { ... ++i; },
# do { ... ++i; } while (i < n); Repetitions are bounded, so that no text makes the search long.
_FOR = re.compile(
    r"\bfor\s*\(\s*(?:(?:[\w:]+\s+){0,9}\w+\s*=(?P<start>[^;]{1,300}))?;[^;]{0,300};"
    r"\s*(?:\+\+\s*(?P<name>\w+)|(?P<same>\w+)\s*(?:\+\+|\+=\s*1|=\s*(?P=same)\s*\+\s*1))\s*\)"
)
_WHILE = re.compile(r"\bwhile\s*\(\s*(?P<name>\w+)\s*<[^{};]{0,300}\{(?P<body>[^{}]{0,9000})\}")
_DO = re.compile(r"\bdo\s*\{(?P<body>[^{}]{0,9000})\}\s*while\s*\(\s*(?P<name>\w+)\s*<[^{};]{0,300};")
_LOOPS = (_FOR, _WHILE, _DO)
_TRIED = 8  # loops that share a line
_STEP = r"\+\+\s*{0}\b|\b{0}\s*(?:\+\+|\+=\s*1\s*;|=\s*{0}\s*\+\s*1\s*;)"


def allowance(size: int, grid: Dim3, block: Dim3) -> int:
    """Instructions after which the emulator stops a case, each counted once for all threads that run it together; one
    more for each thread, because large grids run in parts."""
    return _AT_LEAST + _OF_SIZE * size + math.prod(grid) * math.prod(block)


def told(run: CaseRun, problem: str, threads: int, source: str) -> CaseRun:
    """The run with details of a loop that did not finish, or, if the results are wrong, of one whose variable steps by
    1 although the threads should share its iterations. source: the text of the file."""
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


def _walks_over_everything(result: LaunchResult, size: int, threads: int, source: str) -> Fault | None:
    for loop in result.loops:
        if loop.rounds > _ROUNDS * (size + threads) and (variable := _variable(source, loop.line)):
            details: dict[str, object] = {"rounds": loop.rounds, "elements": size, **variable}
            return Fault("no_forward_progress", loop.line, None, None, f"{loop.rounds} rounds of a loop", details)
    return None


def _variable(source: str, line: int | None) -> dict[str, object]:
    """The variable of the loop at a line of the source, if it steps by 1 from a start of each thread's own."""
    scanned = scan(source)
    if not line:
        return {}
    every = (loop for kind in _LOOPS for loop in kind.finditer(scanned.code))
    here = (loop for loop in every if scanned.line_at(loop.start()) <= line <= scanned.line_at(loop.end()))
    for loop in islice(here, _TRIED):
        found = loop.groupdict()
        name, before = found["name"] or found["same"], loop.string[: loop.start()]
        starts = [found.get("start") or "", *re.findall(rf"\b{name}\s*=(?!=)([^;]{{0,300}});", before)]
        steps = re.search(_STEP.format(name), found.get("body", f"++{name}"))
        if steps and not re.fullmatch(r"\s*(?:\d+u?\s*)?", starts[0] or starts[-1]):
            return {"variable": name}
    return {}
