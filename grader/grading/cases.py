"""Runs the cases of an exercise on a device: what students see, then the private ones, smallest first."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from grader.checks.base import CaseRun, Failure, FailureKind
from grader.checks.correctness import ENDLESS
from grader.checks.ordering import order_cases, size_of
from grader.grading.runaway import allowance, told
from grader.launch import LaunchRequest, LaunchResult
from grader.problems import PROBLEMS
from grader.problems.base import Prepared
from grader.sandbox.session import Crashed, MemoryExceeded, TimedOut

if TYPE_CHECKING:
    from grader.course.models import Case, ExerciseSpec

# Exceptions that are the student's fault and lead to a verdict; others do not.
STOPPED: dict[type[Exception], FailureKind] = {
    TimedOut: FailureKind.TIMED_OUT, MemoryExceeded: FailureKind.MEMORY, Crashed: FailureKind.CRASHED
}  # fmt: skip
# Faults after which running further cases would only take time.
ENDS_ALL = (ENDLESS,)


def run_cases(
    spec: ExerciseSpec, launch: Callable[[LaunchRequest], LaunchResult], only: Collection[int] | None = None,
    ends_all: Collection[str] | None = ENDS_ALL, sampled: Collection[int] = (), source: str = "",
    public: int | None = None, counted: Collection[int] | None = None,
    wishes: Mapping[int, Collection[str]] = MappingProxyType({}),
) -> Iterator[CaseRun]:  # fmt: skip
    """Run every case (or `only` those), each on fresh values, in the order of `order_cases`. sampled: cases to sample
    requests of. source: the kernel's text, for messages about its loops. public: number of cases that students see.
    counted: cases whose accesses are judged or shown (None: all). wishes: what else is wanted of a case, as of
    LaunchRequest.

    After a case that stopped the sandbox or had a fault in `ends_all` (None: any fault), the others are skipped.
    """
    problem = PROBLEMS[spec.problem]
    stopped = False
    for index in order_cases(spec.cases, public):
        case = spec.cases[index]
        if only is not None and index not in only:
            continue
        if stopped:
            yield CaseRun(index, case, failure=Failure(FailureKind.SKIPPED))
            continue
        prepared = problem.arguments(case, np.random.default_rng())
        try:
            wished = wishes.get(index, ())
            asked = replace(request(spec, case, prepared), sampled=index in sampled,
                            counted=counted is None or index in counted, executed="executed" in wished,
                            orders="orders" in wished, alone="alone" in wished)  # fmt: skip
            run = CaseRun(index, case, prepared, launch(asked))
            run = told(run, spec.problem, math.prod(asked.grid) * math.prod(asked.block), source)
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
                         allowance=allowance(size_of(case), grid, block), symbols=prepared.symbols)  # fmt: skip
