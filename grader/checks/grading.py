"""Grades one submission: compiles it, runs every case in the sandbox, and has the observations judged.

The sandbox sees the kernel's source and its arguments; inputs are drawn and references kept on this side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import numpy as np

from grader import __version__, sandbox
from grader.checks.base import CaseRun, Failure, FailureKind, Observations
from grader.checks.evaluate import evaluate
from grader.checks.interface import interface_fault
from grader.checks.ordering import order_cases
from grader.course.models import StructuralSpec
from grader.problems import PROBLEMS
from grader.report.model import CheckResult, Report, Status
from grader.simt.launch import AccessLine, LaunchRequest, LaunchResult
from grader.texts import say
from grader.toolchain.program import CompileError, Diagnostic, Program

if TYPE_CHECKING:
    from grader.course.models import ExerciseSpec

EMULATED = "emulated"
ARCH = "sm_90"


@dataclass(frozen=True)
class Submission:
    """What is graded. text: the source; refused: why the file is no source, where it has no text.

    exercise: its id. file: how messages call the file. sha256: of its bytes, in hexadecimal.
    """

    exercise: str
    spec: ExerciseSpec
    file: str
    sha256: str
    text: str = ""
    refused: str | None = None


@dataclass(frozen=True)
class Graded:
    """A report, and what lies behind it: the compiler's messages, and the accesses of every case by its index."""

    report: Report
    diagnostics: tuple[Diagnostic, ...] = ()
    accesses: Mapping[int, tuple[AccessLine, ...]] = field(default_factory=dict)


class Box(Protocol):
    """What is used of `sandbox.Session`."""

    def compile(
        self,
        source: str,
        *,
        file: str,
        arch: str = ...,
        fmad: bool = ...,
        defines: Mapping[str, str],
        kernel: str | None = ...,
    ) -> Program: ...

    def launch(self, request: LaunchRequest) -> LaunchResult: ...


Open = Callable[[], AbstractContextManager[Box]]

# What stops the sandbox is the student's doing, and a verdict; anything else that is raised is not.
STOPPED: dict[type[Exception], FailureKind] = {
    sandbox.TimedOut: FailureKind.TIMED_OUT,
    sandbox.MemoryExceeded: FailureKind.MEMORY,
    sandbox.Crashed: FailureKind.CRASHED,
}


def grade(submission: Submission, open_box: Open, lang: str) -> Graded:
    """Grade a submission on the emulator, with messages in `lang`. Raises ToolchainError."""
    if submission.refused is not None:
        return _graded(submission, _refused(submission, submission.refused), (), lang)
    with open_box() as box:
        compiled = _compiled(submission, box, lang)
        runs: tuple[CaseRun, ...] = ()
        if isinstance(compiled, Program) and interface_fault(compiled, submission.spec) is None:
            runs = tuple(_runs(submission.spec, box))
    return _graded(submission, compiled, runs, lang)


def not_judged(
    exercise: str,
    spec: ExerciseSpec | None,
    error: tuple[str, str],
    reason: str,
    sha256: str = "",
    backend: str = "",
) -> Report:
    """The report of an exercise that the grader itself could not judge: every check is not run, for `reason`.

    error: kind and message.
    """
    ids = {"compiles": 0.0} | ({name: rule.points for name, rule in spec.checks.items()} if spec else {})
    checks = tuple(
        CheckResult(name, Status.NOT_RUN, backend, points, message=reason, judgeable_here=name != "speed")
        for name, points in ids.items()
    )
    return Report(exercise, sha256, "", "", checks if spec else (), __version__, error=error)


def _compiled(submission: Submission, box: Box, lang: str) -> Program | CompileError:
    options = submission.spec.compile
    try:
        return box.compile(submission.text, file=submission.file, fmad=options.fmad, defines=options.defines)
    except CompileError as error:
        return error
    except tuple(STOPPED) as stopped:
        kind = STOPPED[type(stopped)]
        return _refused(submission, say(f"compile.{kind}", lang))


def _refused(submission: Submission, reason: str) -> CompileError:
    return CompileError((Diagnostic("error", reason, submission.file),), "")


def _runs(spec: ExerciseSpec, box: Box) -> Iterator[CaseRun]:
    """Every case, smallest first; after one that stopped the sandbox or did not end, the others are skipped.

    A student should not wait for the time limit once for each case.
    """
    problem = PROBLEMS[spec.problem]
    stopped = False
    for index in order_cases(spec.cases):
        case = spec.cases[index]
        if stopped:
            yield CaseRun(index, case, failure=Failure(FailureKind.SKIPPED))
            continue
        prepared = problem.arguments(case, np.random.default_rng())
        request = LaunchRequest(spec.kernel, spec.grid(case), spec.block(case), prepared.arguments, spec.launch.shared)
        try:
            result = box.launch(request)
            stopped = any(fault.kind == "no_forward_progress" for fault in result.faults)
            yield CaseRun(index, case, prepared, result)
        except tuple(STOPPED) as reason:
            stopped = True
            yield CaseRun(index, case, prepared, failure=Failure(STOPPED[type(reason)], str(reason)))


def _graded(submission: Submission, compiled: Program | CompileError, runs: tuple[CaseRun, ...], lang: str) -> Graded:
    observations = Observations(compiled, runs, submission.file, EMULATED)
    checks = evaluate(submission.spec, observations, lang)
    accesses = {run.index: run.result.accesses for run in runs if run.result and not run.result.faults}
    report = Report(
        exercise=submission.exercise,
        source_sha256=submission.sha256,
        device=f"{EMULATED} {ARCH}",
        toolchain=compiled.toolchain if isinstance(compiled, Program) else "",
        checks=checks,
        grader_version=__version__,
        source=submission.text,
        accesses=accesses.get(counted_case(submission.spec), ()),
        printed=next((r.result.printed for r in runs if r.result and r.result.printed), ""),
    )
    return Graded(report, compiled.diagnostics, accesses)


def counted_case(spec: ExerciseSpec) -> int:
    """The case whose accesses are shown by line: that of the first check of counts, else the first."""
    return next((rule.case for rule in spec.checks.values() if isinstance(rule, StructuralSpec)), 0)
