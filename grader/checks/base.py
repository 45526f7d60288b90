"""What a check is given and what it returns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, cast

import grader.problems.base as problem
from grader.launch import Hazard, LaunchResult
from grader.texts import say
from grader.toolchain.program import CompileError, Program
from grader.verdicts import Explained, LineNote, Status

if TYPE_CHECKING:
    from grader.checks.timing import Timing
    from grader.course.models import Case, ExerciseSpec
    from grader.course.private import PrivatePart


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


@dataclass(frozen=True)
class Reason:
    """Why something was not judged, or by whom else: a text of `checks.reason.<key>` and what fills its placeholders,
    other reasons among them.

    doubtful: it was tried, and no verdict can be trusted. here: this machine could have judged it.
    """

    key: str
    parameters: Mapping[str, object] = field(default_factory=dict)
    doubtful: bool = False
    here: bool = True


@dataclass(frozen=True)
class Seen:
    """What one device saw. runs: one per case, in any order. hazards: of no case in particular, beside those of the
    runs. note: why this device stands in for another. missing: why it saw nothing.
    """

    backend: str
    runs: tuple[CaseRun, ...] = ()
    hazards: tuple[Hazard, ...] = ()
    note: Reason | None = None
    missing: Reason | None = None


@dataclass(frozen=True)
class Observations:
    """Everything that was seen of one submission.

    compiled: the program, or why there is none. file: how the compiler calls the student's file. runs: one per case,
    in any order, on the device called `backend`. Where other devices took part: results, on all of which the results
    have to be right; hazards and counts, instead of the device's own. timing: the contest with the baseline, or why
    there was none. drawn: runs of which examples of requests are kept, where the device itself keeps none.
    """

    compiled: Program | CompileError
    runs: tuple[CaseRun, ...] = ()
    file: str = "kernel.cu"
    backend: str = "emulated"
    results: tuple[Seen, ...] = ()
    hazards: Seen | None = None
    counts: Seen | None = None
    timing: Timing | Reason = Reason("no_gpu", here=False)
    drawn: tuple[CaseRun, ...] = ()

    @property
    def own(self) -> Seen:
        """What the device itself saw."""
        return Seen(self.backend, self.runs)


@dataclass(frozen=True)
class Context:
    """The exercise, what was seen, the language ("en" or "ko") to speak, and what of the exercise is private."""

    spec: ExerciseSpec
    observations: Observations
    lang: str
    private: PrivatePart | None = None

    @property
    def program(self) -> Program:
        """The compiled program. Raises ValueError when the source did not compile."""
        if isinstance(self.observations.compiled, CompileError):
            raise ValueError("the source did not compile")
        return self.observations.compiled

    @property
    def results(self) -> tuple[Seen, ...]:
        """What each device saw on which the results have to be right."""
        return self.observations.results or (self.observations.own,)

    @property
    def hazards(self) -> Seen:
        """What the device saw that looks for hazards."""
        return self.observations.hazards or self.observations.own

    @property
    def counts(self) -> Seen:
        """What the device saw that counts accesses."""
        return self.observations.counts or self.observations.own

    def is_private(self, run: CaseRun) -> bool:
        """Whether no student has seen the case. A kernel may print its sizes into any number that is told of it."""
        return self.private is not None and run.index >= self.private.first

    def name_of(self, run: CaseRun) -> str:
        """A case as a person would name it: by its sizes, a private one by its number among those."""
        if self.private is not None and self.is_private(run):
            return self.say("checks.private_case", number=run.index - self.private.first + 1)
        # Exercise files are read with the problem's own model of a case.
        return cast(problem.Case, run.case).label()

    def on_private(self, run: CaseRun, told: str) -> str:
        """What the instructor alone is told of a private case."""
        return self.say("checks.private_for_instructor", case=cast(problem.Case, run.case).label(), what=told)

    def counted(self, index: int) -> tuple[CaseRun, LaunchResult] | None:
        """The case at `index` and its result; None when it did not run to its end."""
        for run in self.counts.runs:
            if run.index == index and run.result is not None and not run.result.faults:
                return run, run.result
        return None

    def say(self, key: str, **parameters: object) -> str:
        """The message of a key in the report's language."""
        return say(key, self.lang, **parameters)

    def because(self, reason: Reason) -> str:
        """A reason in the report's language."""
        given = {k: self.because(v) if isinstance(v, Reason) else v for k, v in reason.parameters.items()}
        return self.say(f"checks.reason.{reason.key}", **given)

    def not_judged(self, reason: Reason, target: object = None) -> Verdict:
        """The verdict of a check that came to none."""
        status = Status.INCONCLUSIVE if reason.doubtful else Status.NOT_RUN
        return Verdict(status, self.because(reason), target=target, judgeable_here=reason.here)


@dataclass(frozen=True)
class Verdict:
    """How one check ended, before points. measured and target: JSON-able, in the check's own unit.

    backend: the device that judged, where it is not the report's own. share: of the points, for a check that failed in
    part. instructor: what students are not told of private cases. explained: of wrong results, the case to look at.
    """

    status: Status
    message: str
    measured: object = None
    target: object = None
    lines: tuple[LineNote, ...] = ()
    judgeable_here: bool = True
    backend: str | None = None
    share: float = 0.0
    instructor: str = ""
    explained: Explained | None = None

    def by(self, seen: Seen, context: Context) -> Verdict:
        """The same, told as what that device saw, with the reason why it was that device."""
        message = self.message if seen.note is None else f"{self.message} {context.because(seen.note)}"
        return replace(self, backend=seen.backend, message=message)


# A check judges one rule of the exercise. Its docstring is the sentence that the student reads.
Check = Callable[[Context, Any], Verdict]


def passed_if(condition: bool) -> Status:
    """PASS or FAIL."""
    return Status.PASS if condition else Status.FAIL
