"""The input and the result of a check."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, cast

import grader.problems.base as problem
from grader.dataclass import dataclass
from grader.launch import Hazard, LaunchResult
from grader.texts import say
from grader.toolchain.program import CompileError, Program
from grader.verdicts import Explained, LineNote, Status

if TYPE_CHECKING:
    from grader.checks.timing import Timing
    from grader.course.check_specs import CheckSpec
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
    """A launch without a result; detail: a word for messages (an exit signal, a limit)."""

    kind: FailureKind
    detail: str = ""


@dataclass(frozen=True)
class CaseRun:
    """A run of the exercise's case `index`: the result of the prepared launch, or a failure."""

    index: int
    case: Case
    prepared: problem.Prepared | None = None
    result: LaunchResult | None = None
    failure: Failure | None = None


@dataclass(frozen=True)
class Reason:
    """Why something was not judged, or was judged elsewhere: the text `checks.reason.<key>` and its parameters, which
    may be reasons too.

    doubtful: it was tried, but the result cannot be trusted. here: this machine could have judged it.
    """

    key: str
    parameters: Mapping[str, object] = field(default_factory=dict)
    doubtful: bool = False
    here: bool = True


@dataclass(frozen=True)
class Seen:
    """One device's observations. runs: one per case, in any order. hazards: those of no particular case, in addition
    to the runs'. note: why this device replaces another. missing: why it observed nothing.
    """

    backend: str
    runs: tuple[CaseRun, ...] = ()
    hazards: tuple[Hazard, ...] = ()
    note: Reason | None = None
    missing: Reason | None = None


@dataclass(frozen=True)
class Observations:
    """All observations of one submission.

    compiled: the program, or why there is none. file: the compiler's name for the student's file. runs: one per case,
    in any order, on the device `backend`. Other devices' observations, if any: results, which must be right on all of
    them; hazards and counts, which replace the device's own; emulated: what no counter tells. timing: the contest with
    the baseline, or why there was none. drawn: emulated runs with sampled requests, for a device that samples none.
    """

    compiled: Program | CompileError
    runs: tuple[CaseRun, ...] = ()
    file: str = "kernel.cu"
    backend: str = "emulated"
    results: tuple[Seen, ...] = ()
    hazards: Seen | None = None
    counts: Seen | None = None
    emulated: Seen | None = None
    timing: Timing | Reason = Reason("no_gpu", here=False)
    drawn: tuple[CaseRun, ...] = ()

    @property
    def own(self) -> Seen:
        """The device's own observations."""
        return Seen(self.backend, self.runs)


@dataclass(frozen=True)
class Context:
    """The exercise, its observations, the language of messages ("en" or "ko"), and the exercise's private part."""

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
        """Observations of each device whose results must be right."""
        return self.observations.results or (self.observations.own,)

    @property
    def hazards(self) -> Seen:
        """Observations of the device that looks for hazards."""
        return self.observations.hazards or self.observations.own

    @property
    def counts(self) -> Seen:
        """Observations of the device that counts accesses."""
        return self.observations.counts or self.observations.own

    @property
    def emulated(self) -> Seen:
        """The emulator's observations."""
        return self.observations.emulated or self.observations.own

    def is_private(self, run: CaseRun) -> bool:
        """Whether the case is hidden from students. A kernel could leak its sizes through any number in a message."""
        return self.private is not None and run.index >= self.private.first

    def name_of(self, run: CaseRun) -> str:
        """A case in words: its sizes, or for a private one its number among the private cases."""
        if self.private is not None and self.is_private(run):
            return self.say("checks.private_case", number=run.index - self.private.first + 1)
        # Exercise files are read with the problem's own model of a case.
        return cast(problem.Case, run.case).label()

    def on_private(self, run: CaseRun, told: str) -> str:
        """The instructor's message about a private case."""
        return self.say("checks.private_for_instructor", case=cast(problem.Case, run.case).label(), what=told)

    def counted(self, index: int, seen: Seen | None = None) -> tuple[CaseRun, LaunchResult] | None:
        """The case at `index` and its result on the device that counts, or on another; None if it did not finish."""
        for run in (seen or self.counts).runs:
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
        """The verdict of a check that could not judge."""
        status = Status.INCONCLUSIVE if reason.doubtful else Status.NOT_RUN
        return Verdict(status, self.because(reason), target=target, judgeable_here=reason.here)


@dataclass(frozen=True)
class Verdict:
    """The outcome of one check, before points. measured and target: JSON-able, in the check's own unit.

    backend: the device that judged, if not the report's. share: of the points, for partial credit. instructor: details
    of private cases. explained: wrong results of one case, in detail. endless: whether the kernel or its compilation
    was stopped because it did not finish.
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
    endless: bool = False

    def by(self, seen: Seen, context: Context) -> Verdict:
        """The same as the verdict of that device, with the reason for the device in the message."""
        message = self.message if seen.note is None else f"{self.message} {context.because(seen.note)}"
        return replace(self, backend=seen.backend, message=message)


@dataclass(frozen=True)
class Check:
    """One check, in a file of its name. Its texts are `checks.<id>...`.

    spec: the model of its rule in exercise files; None for the implicit one. judge: context and rule to verdict; its
    docstring is shown to students. essential: a kernel is not done until it is judged. independent: judged even if
    results are wrong. space: the memory space whose accesses it counts, if any.
    """

    id: str
    spec: type[CheckSpec] | None
    judge: Callable[[Context, Any], Verdict]
    essential: bool = False
    independent: bool = False
    space: str | None = None

    @property
    def needs_gpu(self) -> bool:
        """Whether only a GPU can judge it."""
        return self.spec is not None and self.spec.needs_gpu


def passed_if(condition: bool) -> Status:
    """PASS or FAIL."""
    return Status.PASS if condition else Status.FAIL
