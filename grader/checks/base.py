"""What a check is given and what it returns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, cast

import grader.problems.base as problem
from grader.report.model import LineNote, Status
from grader.simt.launch import LaunchResult
from grader.texts import say
from grader.toolchain.program import CompileError, Program

if TYPE_CHECKING:
    from grader.course.models import Case, ExerciseSpec


class FailureKind(StrEnum):
    """Why a case has no result. Texts: `faults.<kind>`."""

    TIMED_OUT = "timed_out"
    MEMORY = "memory"
    CRASHED = "crashed"
    SKIPPED = "skipped"  # an earlier case failed


@dataclass(frozen=True)
class Failure:
    """A launch that came to no result; detail is a word for messages (an exit signal, a limit)."""

    kind: FailureKind
    detail: str = ""


@dataclass(frozen=True)
class CaseRun:
    """What happened to the case at `index` of the exercise: a result of the prepared launch, or a failure."""

    index: int
    case: Case
    prepared: problem.Prepared | None = None
    result: LaunchResult | None = None
    failure: Failure | None = None

    @property
    def label(self) -> str:
        """The case as a person would name it."""
        # Exercise files are read with the problem's own model of a case.
        return cast(problem.Case, self.case).label()


@dataclass(frozen=True)
class Observations:
    """Everything that was seen of one submission.

    compiled: the program, or why there is none. file: how the compiler calls the student's file.
    runs: one per case, in any order.
    """

    compiled: Program | CompileError
    runs: tuple[CaseRun, ...] = ()
    file: str = "kernel.cu"
    backend: str = "emulated"


@dataclass(frozen=True)
class Context:
    """The exercise, what was seen, and the language ("en" or "ko") to speak."""

    spec: ExerciseSpec
    observations: Observations
    lang: str

    @property
    def program(self) -> Program:
        """The compiled program. Raises ValueError when the source did not compile."""
        if isinstance(self.observations.compiled, CompileError):
            raise ValueError("the source did not compile")
        return self.observations.compiled

    def counted(self, index: int) -> tuple[CaseRun, LaunchResult] | None:
        """The case at `index` and its result; None when it did not run to its end."""
        for run in self.observations.runs:
            if run.index == index and run.result is not None and not run.result.faults:
                return run, run.result
        return None

    def say(self, key: str, **parameters: object) -> str:
        """The message of a key in the report's language."""
        return say(key, self.lang, **parameters)


@dataclass(frozen=True)
class Verdict:
    """How one check ended, before points. measured and target: JSON-able, in the check's own unit."""

    status: Status
    message: str
    measured: object = None
    target: object = None
    lines: tuple[LineNote, ...] = ()
    judgeable_here: bool = True


# A check judges one rule of the exercise. Its docstring is the sentence that the student reads.
Check = Callable[[Context, Any], Verdict]


def passed_if(condition: bool) -> Status:
    """PASS or FAIL."""
    return Status.PASS if condition else Status.FAIL
