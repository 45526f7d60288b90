"""Runs the cases of an exercise on a device, smallest first."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from grader import sandbox
from grader.checks.base import CaseRun, Failure, FailureKind
from grader.checks.ordering import order_cases, size_of
from grader.grading.runaway import allowance, told
from grader.launch import LaunchRequest, LaunchResult
from grader.problems import PROBLEMS
from grader.problems.base import Prepared

if TYPE_CHECKING:
    from grader.course.models import Case, ExerciseSpec

# What stops the sandbox is the student's doing, and a verdict; anything else that is raised is not.
STOPPED: dict[type[Exception], FailureKind] = {
    sandbox.TimedOut: FailureKind.TIMED_OUT,
    sandbox.MemoryExceeded: FailureKind.MEMORY,
    sandbox.Crashed: FailureKind.CRASHED,
}
# Faults after which the next case would only cost the student's time.
ENDS_ALL = ("no_forward_progress",)


def run_cases(
    spec: ExerciseSpec,
    launch: Callable[[LaunchRequest], LaunchResult],
    only: Collection[int] | None = None,
    ends_all: Collection[str] | None = ENDS_ALL,
    sampled: Collection[int] = (),
    source: str = "",
) -> Iterator[CaseRun]:
    """Every case (or `only` those), smallest first, each on fresh values. sampled: of which examples are wanted.
    source: the text of the kernel, for what is told of its loops.

    After one that stopped the sandbox or had a fault of `ends_all` (None: any fault), the others are skipped.
    """
    problem = PROBLEMS[spec.problem]
    stopped = False
    lines = source.split("\n")
    for index in order_cases(spec.cases):
        case = spec.cases[index]
        if only is not None and index not in only:
            continue
        if stopped:
            yield CaseRun(index, case, failure=Failure(FailureKind.SKIPPED))
            continue
        prepared = problem.arguments(case, np.random.default_rng())
        try:
            asked = replace(request(spec, case, prepared), sampled=index in sampled)
            run = CaseRun(index, case, prepared, launch(asked))
            run = told(run, spec.problem, math.prod(asked.grid) * math.prod(asked.block), lines)
            faults = run.result.faults if run.result else ()
            stopped = any(ends_all is None or fault.kind in ends_all for fault in faults)
            yield run
        except tuple(STOPPED) as reason:
            stopped = True
            yield CaseRun(index, case, prepared, failure=Failure(STOPPED[type(reason)], str(reason)))


def request(spec: ExerciseSpec, case: Case, prepared: Prepared) -> LaunchRequest:
    """The launch of one prepared case."""
    grid, block = spec.grid(case), spec.block(case)
    return LaunchRequest(spec.kernel, grid, block, prepared.arguments, spec.launch.shared,
                         allowance=allowance(size_of(case), grid, block))  # fmt: skip
