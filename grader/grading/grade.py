"""Grades one submission: compiles it, runs every case on the available devices, and judges the observations.

A device is a child process, which sees the kernel's source and its arguments; the parent draws inputs and keeps
references.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any, Protocol, cast

from grader import __version__
from grader.checks.base import CaseRun, Observations, Reason
from grader.checks.evaluate import evaluate
from grader.checks.interface import interface_fault
from grader.checks.ordering import in_order
from grader.checks.speed import timed
from grader.course.check_specs import PredictionsSpec, StructuralSpec
from grader.course.models import NEED_A_GPU
from grader.course.predictions import variant
from grader.dataclass import dataclass
from grader.grading.cases import STOPPED, run_cases
from grader.launch import AccessLine, LaunchRequest, LaunchResult
from grader.problems.base import Case
from grader.texts import say
from grader.toolchain.program import CompileError, Diagnostic, Program, objection
from grader.verdicts import CheckResult, Report, Status

if TYPE_CHECKING:
    from grader.course.models import ExerciseSpec
    from grader.course.private import PrivatePart
    from grader.grading.baseline import Baseline
    from grader.grading.gpu_observation import GpuBox

EMULATED, CUDA = "emulated", "cuda"
EMULATOR = f"{EMULATED} sm_90"  # the device's name in reports


@dataclass(frozen=True)
class Submission:
    """A submission. text: the source; refused: if it has none, why the file is no source (a key of OBJECTIONS).

    exercise: its id. file: its name in messages. sha256: of its bytes, in hexadecimal. baseline: of its speed check, or
    why there is none. private: the spec's private part, if any. cases_kept_back: number of further cases in the
    instructor's grading. begun: whether it is more than a skeleton. unread, undefined: macros that say which
    variant of a predict-it kernel is asked about: whose values cannot be read, or that are not there.
    """

    exercise: str
    spec: ExerciseSpec
    file: str
    sha256: str
    text: str = ""
    refused: str | None = None
    baseline: Baseline | Reason = field(default=Reason("no_baseline", here=False))
    private: PrivatePart | None = None
    cases_kept_back: int = 0
    begun: bool = True
    unread: tuple[str, ...] = ()
    undefined: tuple[str, ...] = ()

    @property
    def public(self) -> int | None:
        """Number of cases that students see; None: all."""
        return self.private.first if self.private else None


@dataclass(frozen=True)
class Graded:
    """A report with its details: the compiler's messages, the accesses by case index, and, if requests were sampled,
    the submission and all observations, outputs included.
    """

    report: Report
    diagnostics: tuple[Diagnostic, ...] = ()
    accesses: Mapping[int, tuple[AccessLine, ...]] = field(default_factory=dict)
    submission: Submission | None = None
    seen: Observations | None = None


class Box(Protocol):
    """The part of `sandbox.session.Session` that grading uses."""

    def compile(
        self, source: str, *, file: str, arch: str = ..., fmad: bool = ..., defines: Mapping[str, str],
        kernel: str | None = ...,
    ) -> Program: ...  # fmt: skip
    def launch(self, request: LaunchRequest) -> LaunchResult: ...


Open = Callable[[], AbstractContextManager[Box]]
OpenGpu = Callable[[], "AbstractContextManager[GpuBox]"]


@dataclass(frozen=True)
class Devices:
    """The devices for a submission.

    open_gpu: None without a GPU, for the reason `why_none`. on_gpu_alone: every check on the GPU, the emulator only if
    Nsight Compute gives no counts; otherwise the emulator judges, and a GPU adds what only it can. sampled: whether the
    emulator samples the requests that are shown by line, and the grade keeps the observations.
    """

    open_emulator: Open
    open_gpu: OpenGpu | None = None
    on_gpu_alone: bool = False
    why_none: Reason = field(default=Reason("no_gpu", here=False))
    sampled: bool = False


def grade(submission: Submission, devices: Devices, lang: str) -> Graded:
    """Grade a submission, with messages in `lang`. Raises ToolchainError; Unavailable with `on_gpu_alone`."""
    graded = _grade(submission, devices, lang)
    return graded if devices.sampled else replace(graded, submission=None, seen=None)


def _grade(submission: Submission, devices: Devices, lang: str) -> Graded:
    if submission.refused is not None:
        backend = CUDA if devices.on_gpu_alone else EMULATED
        timing = devices.why_none if devices.open_gpu is None else Reason("results_first")
        refused = _stopped(submission, submission.refused, file=submission.file)
        seen = Observations(refused, (), submission.file, backend, timing=timing)
        return judged(submission, seen, CUDA if devices.on_gpu_alone else EMULATOR, lang)
    if devices.on_gpu_alone and devices.open_gpu is not None:
        from grader.grading.on_gpu import on_gpu_alone

        return on_gpu_alone(submission, devices, devices.open_gpu, lang)
    if devices.open_gpu is None:
        seen = replace(emulated(submission, devices), timing=devices.why_none)
        return judged(submission, seen, EMULATOR, lang)
    from grader.grading.on_gpu import on_both

    return on_both(submission, devices, devices.open_gpu, lang)


def retold(graded: Graded, lang: str) -> Graded:
    """The same in another language, without running anything again. graded: with its observations."""
    assert graded.submission is not None and graded.seen is not None
    return judged(graded.submission, graded.seen, graded.report.device, lang)


def emulated(submission: Submission, devices: Devices) -> Observations:
    """The emulator's observations of a submission."""
    sampled = cases_to_sample(submission.spec, devices)
    counted = cases_to_count(submission.spec, submission.private) | {counted_case(submission.spec)}
    with devices.open_emulator() as box:
        compiled = compiled_in(submission, box)
        runs: tuple[CaseRun, ...] = ()
        if isinstance(compiled, Program) and interface_fault(compiled, submission.spec) is None:
            runs = tuple(run_cases(submission.spec, box.launch, sampled=sampled, source=submission.text,
                                   public=submission.public, counted=counted,
                                   wishes=wishes(submission.spec, submission.private)))  # fmt: skip
    return Observations(compiled, runs, submission.file, EMULATED)


def not_judged(
    exercise: str, spec: ExerciseSpec | None, error: tuple[str, str], reason: str, sha256: str = "", backend: str = ""
) -> Report:
    """The report of an exercise that the grader could not judge: no check is run, for `reason`. error: kind, text."""
    ids = {"compiles": 0.0} | ({name: rule.points for name, rule in spec.checks.items()} if spec else {})
    checks = tuple(
        CheckResult(name, Status.NOT_RUN, backend, points, message=reason, judgeable_here=name not in NEED_A_GPU)
        for name, points in ids.items()
    )
    return Report(exercise, sha256, "", "", checks if spec else (), __version__, error=error)


def compiled_in(submission: Submission, box: Box | GpuBox) -> Program | CompileError:
    """The program, or why there is none."""
    options = submission.spec.compile
    try:
        return box.compile(submission.text, file=submission.file, fmad=options.fmad, defines=options.defines)
    except CompileError as error:
        return error
    except tuple(STOPPED) as stopped:
        return _stopped(submission, STOPPED[type(stopped)])


def _stopped(submission: Submission, key: str, **values: str) -> CompileError:
    return CompileError((objection(key, submission.file, **values),), "")


def judged(submission: Submission, seen: Observations, device: str, lang: str) -> Graded:
    """Judge the observations. device: its name in the report."""
    checks = evaluate(submission.spec, seen, lang, submission.private)
    if submission.unread or submission.undefined:
        checks = tuple(_of_no_variant(submission, check, lang) for check in checks)
    if any(check.id == "predictions" and check.status is Status.FAIL for check in checks):
        seen = _uncounted(seen)
    if not submission.begun:
        checks = tuple(_unearned(check, lang) for check in checks)
    counts = seen.counts or seen.own
    accesses = {run.index: run.result.accesses for run in counts.runs if run.result and not run.result.faults}
    case, printed = _printed(seen.runs, checks, submission.private)
    report = Report(
        exercise=submission.exercise, source_sha256=submission.sha256, device=device,
        toolchain=seen.compiled.toolchain if isinstance(seen.compiled, Program) else "", checks=checks,
        grader_version=__version__, source=submission.text, accesses=accesses.get(counted_case(submission.spec), ()),
        private_cases=submission.cases_kept_back, printed=printed, printed_case=case,
        timed=timed(submission.spec, seen.timing), begun=submission.begun,
    )  # fmt: skip
    return Graded(report, seen.compiled.diagnostics, accesses, submission, seen)


def _of_no_variant(submission: Submission, check: CheckResult, lang: str) -> CheckResult:
    """The check of predictions where the file does not say of what: the kernel that was counted may be another."""
    rule = submission.spec.checks.get(check.id)
    if not isinstance(rule, PredictionsSpec):
        return check
    for name in submission.unread:
        message = say("checks.predictions.unread", lang, name=name, allowed=", ".join(map(str, rule.vary[name])))
        return replace(check, status=Status.FAIL, points=0.0, measured=0, message=message, lines=())
    if check.status is not Status.FAIL:
        return check
    counted = variant(submission.text, rule.vary)
    told = [say("checks.predictions.undefined", lang, name=n, value=counted[n]) for n in submission.undefined]
    return replace(check, message=" ".join([check.message, *told]))


def _uncounted(seen: Observations) -> Observations:
    """The observations without what is still to be predicted."""

    def bare(runs: tuple[CaseRun, ...]) -> tuple[CaseRun, ...]:
        nothing: dict[str, Any] = {"accesses": (), "samples": (), "executed": ()}
        return tuple(replace(run, result=run.result and replace(run.result, **nothing)) for run in runs)

    counts = seen.counts and replace(seen.counts, runs=bare(seen.counts.runs))
    results = tuple(replace(each, runs=bare(each.runs)) for each in seen.results)
    return replace(seen, runs=bare(seen.runs), drawn=bare(seen.drawn), counts=counts, results=results)


def _unearned(check: CheckResult, lang: str) -> CheckResult:
    """A check of a skeleton: what the skeleton already does right earns nothing."""
    if check.status is Status.FAIL and check.points:  # part of the points, such as for some speed
        return replace(check, points=0.0)
    if check.status is not Status.PASS or not check.max_points:
        return check
    return replace(check, status=Status.NOT_RUN, points=None, message=say("checks.not_begun", lang))


def _printed(runs: Sequence[CaseRun], checks: Iterable[CheckResult], private: PrivatePart | None) -> tuple[str, str]:
    """The case that is explained, or that stopped, or else the first that printed anything, and its output; never a
    private case, whose sizes it might reveal.
    """
    public = [run for run in in_order(runs) if run.result and (private is None or run.index < private.first)]
    explained = next((check.explained.index for check in checks if check.explained is not None), None)
    stopped = next((run.index for run in public if run.result and run.result.faults), explained)
    told = [run for run in public if run.result and run.result.printed]
    shown = min(told, key=lambda run: run.index != stopped, default=None)
    if shown is None or shown.result is None:
        return "", ""
    return cast(Case, shown.case).label(), shown.result.printed


def counted_case(spec: ExerciseSpec) -> int:
    """The case whose accesses are shown by line: that of the first structural check, else the first."""
    return next((rule.case for rule in spec.checks.values() if isinstance(rule, StructuralSpec)), 0)


def wishes(spec: ExerciseSpec, private: PrivatePart | None = None) -> dict[int, frozenset[str]]:
    """What the checks want of the launch of each case, as of LaunchRequest."""
    found: dict[int, frozenset[str]] = {}
    for rule in _structural(spec, private):
        found[rule.case] = found.get(rule.case, frozenset()) | rule.wishes
    return found


def cases_to_count(spec: ExerciseSpec, private: PrivatePart | None = None) -> frozenset[int]:
    """The cases of which something is judged that a device counts."""
    return frozenset(rule.case for rule in _structural(spec, private) if "counted" in rule.wishes)


def cases_to_emulate(spec: ExerciseSpec, private: PrivatePart | None = None) -> frozenset[int]:
    """The cases of which something is judged that only the emulator tells."""
    return frozenset(rule.case for rule in _structural(spec, private) if rule.by_emulator)


def _structural(spec: ExerciseSpec, private: PrivatePart | None) -> list[StructuralSpec]:
    rules = (*spec.checks.values(), *(private.limits.values() if private else ()))
    return [rule for rule in rules if isinstance(rule, StructuralSpec)]


def cases_to_sample(spec: ExerciseSpec, devices: Devices) -> frozenset[int]:
    """The cases of which requests are kept lane by lane: to be shown, or because a bank was predicted."""
    rule = spec.checks.get("predictions")
    predicted = isinstance(rule, PredictionsSpec) and any(ask.lane is not None for ask in rule.asks)
    return frozenset([counted_case(spec)] if predicted or devices.sampled else [])
