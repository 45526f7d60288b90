"""Grades one submission: compiles it, runs every case on the devices there are, and has the observations judged.

A device is a child process that sees the kernel's source and its arguments; inputs are drawn and references kept on
this side.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol, cast

from grader import __version__
from grader.checks.base import CaseRun, Observations, Reason, Seen
from grader.checks.evaluate import evaluate
from grader.checks.interface import interface_fault
from grader.checks.speed import timed
from grader.course.models import (
    BarriersSpec,
    GlobalSectorsSpec,
    SharedExcessSpec,
    SharedWavefrontsSpec,
    StructuralSpec,
)
from grader.cuda.availability import Unavailable
from grader.grading.cases import STOPPED, run_cases
from grader.grading.gpu_observation import (
    ASKS_WHERE,
    CUDA,
    Baseline,
    GpuBox,
    GpuSeen,
    broken,
    ended_early,
    is_right,
    observe,
    unavailable,
)
from grader.launch import AccessLine, LaunchRequest, LaunchResult
from grader.problems.base import Case
from grader.texts import say
from grader.toolchain.program import CompileError, Diagnostic, Program, ToolchainError
from grader.verdicts import CheckResult, Report, Status

if TYPE_CHECKING:
    from grader.course.models import ExerciseSpec
    from grader.course.private import PrivatePart

EMULATED = "emulated"
EMULATOR = f"{EMULATED} sm_90"  # how reports call the device


@dataclass(frozen=True)
class Submission:
    """What is graded. text: the source; refused: why the file is no source, where it has no text.

    exercise: its id. file: how messages call the file. sha256: of its bytes, in hexadecimal. baseline: what it is timed
    beside, or why it is not. private: what of the spec no student has seen, if anything. cases_kept_back: how many more
    cases the instructor's grading has. begun: whether it is more than a skeleton.
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


@dataclass(frozen=True)
class Graded:
    """A report, and what lies behind it: the compiler's messages, the accesses of every case by its index, and, where
    examples were wanted too, what was submitted and all that was seen of it, outputs included.
    """

    report: Report
    diagnostics: tuple[Diagnostic, ...] = ()
    accesses: Mapping[int, tuple[AccessLine, ...]] = field(default_factory=dict)
    submission: Submission | None = None
    seen: Observations | None = None


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
OpenGpu = Callable[[], AbstractContextManager[GpuBox]]


@dataclass(frozen=True)
class Devices:
    """What a submission is graded on.

    open_gpu: None where no GPU takes part, and why_none says why. on_gpu_alone: every check on the GPU, the emulator
    only where Nsight Compute gives no counts. Otherwise the emulator judges, and a GPU adds what only it can tell.
    sampled: whether the emulator keeps examples of the accesses that are shown by line, and the grade what was seen.
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
        seen = Observations(_refused(submission, submission.refused), (), submission.file, backend, timing=timing)
        return _graded(submission, seen, CUDA if devices.on_gpu_alone else EMULATOR, lang)
    if devices.on_gpu_alone and devices.open_gpu is not None:
        return _on_gpu(submission, devices, devices.open_gpu, lang)
    if devices.open_gpu is None:
        seen = replace(_emulated(submission, devices, lang), timing=devices.why_none)
        return _graded(submission, seen, EMULATOR, lang)
    return _on_both(submission, devices, devices.open_gpu, lang)


def retold(graded: Graded, lang: str) -> Graded:
    """The same in another language; nothing is run again. graded: with what was seen."""
    assert graded.submission is not None and graded.seen is not None
    return _graded(graded.submission, graded.seen, graded.report.device, lang)


def _emulated(submission: Submission, devices: Devices, lang: str) -> Observations:
    sampled = [counted_case(submission.spec)] if devices.sampled else []
    with devices.open_emulator() as box:
        compiled = _compiled(submission, box, lang)
        runs: tuple[CaseRun, ...] = ()
        if isinstance(compiled, Program) and interface_fault(compiled, submission.spec) is None:
            runs = tuple(run_cases(submission.spec, box.launch, sampled=sampled, source=submission.text))
    return Observations(compiled, runs, submission.file, EMULATED)


def _on_both(submission: Submission, devices: Devices, open_gpu: OpenGpu, lang: str) -> Graded:
    """The emulator and the GPU at the same time, each in a child process of its own."""
    # Whatever happens here, the GPU's process is ended before its thread is waited for.
    with ThreadPoolExecutor(1) as pool, open_gpu() as box:
        other = pool.submit(_observed, submission, box, lang, None)
        seen = _emulated(submission, devices, lang)
        try:
            name, other_compiled, on_gpu = other.result()
        except Unavailable as reason:
            return _graded(submission, replace(seen, timing=unavailable(reason)), EMULATOR, lang)
        except ToolchainError as error:
            return _graded(submission, replace(seen, timing=broken(error)), EMULATOR, lang)
        except tuple(STOPPED) as stopped:
            return _graded(submission, replace(seen, timing=ended_early(stopped)), EMULATOR, lang)
    if on_gpu is not None and isinstance(seen.compiled, Program):
        seen = replace(seen, results=(seen.own, on_gpu.results), timing=on_gpu.timing)
    elif isinstance(other_compiled, CompileError) and isinstance(seen.compiled, Program):
        seen = replace(seen, timing=Reason("gpu_refuses", {"detail": str(other_compiled)}))
    else:
        seen = replace(seen, timing=Reason("results_first"))
    return _graded(submission, seen, f"{EMULATOR} + {name}", lang)


def _on_gpu(submission: Submission, devices: Devices, open_gpu: OpenGpu, lang: str) -> Graded:
    """Every check on the GPU; counts that Nsight Compute refuses come from the emulator, and say so."""
    counted = cases_to_count(submission.spec, submission.private)
    with open_gpu() as box:
        name, compiled, on_gpu = _observed(submission, box, lang, counted)
    seen = Observations(compiled, backend=CUDA, file=submission.file)
    if on_gpu is None:
        return _graded(submission, replace(seen, timing=Reason("results_first")), name, lang)
    counts = on_gpu.counts
    refused = counts.missing if counts.missing is not None and counts.missing.key != ASKS_WHERE else None
    wanted = {counted_case(submission.spec)} if devices.sampled else set()
    wanted.update(counted if refused is not None else ())
    drawn = _emulated_counts(submission, devices, wanted, lang) if wanted else ()
    if refused is not None:
        instead = tuple(run for run in drawn if run.index in counted)
        counts = Seen(EMULATED, instead, note=Reason("stands_in", {"reason": refused}))
    seen = replace(seen, runs=on_gpu.results.runs, results=(*on_gpu.replays, on_gpu.results), hazards=on_gpu.hazards,
                   counts=counts, timing=on_gpu.timing, drawn=drawn)  # fmt: skip
    return _graded(submission, seen, name, lang)


def _observed(
    submission: Submission, box: GpuBox, lang: str, counted: Collection[int] | None
) -> tuple[str, Program | CompileError, GpuSeen | None]:
    """The GPU's name, the program, and what the GPU saw of it if it can be launched."""
    facts, arch = box.facts()
    compiled = _compiled(submission, box, lang)
    seen = None
    if isinstance(compiled, Program) and interface_fault(compiled, submission.spec) is None:
        seen = observe(box, submission.spec, compiled, submission.baseline, counted)
    return f"{facts.name} {arch}", compiled, seen


def _emulated_counts(
    submission: Submission, devices: Devices, counted: Collection[int], lang: str
) -> tuple[CaseRun, ...]:
    sampled = [counted_case(submission.spec)] if devices.sampled else []
    with devices.open_emulator() as box:
        if isinstance(_compiled(submission, box, lang), Program):
            runs = run_cases(submission.spec, box.launch, only=counted, sampled=sampled)
            # A kernel that knows where it runs must not be counted for what it would not dare to do on the GPU.
            return tuple(run for run in runs if is_right(submission.spec, run))
    return ()


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


def _compiled(submission: Submission, box: Box | GpuBox, lang: str) -> Program | CompileError:
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


def _graded(submission: Submission, seen: Observations, device: str, lang: str) -> Graded:
    checks = evaluate(submission.spec, seen, lang, submission.private)
    if not submission.begun:
        checks = tuple(_unearned(check, lang) for check in checks)
    counts = seen.counts or seen.own
    accesses = {run.index: run.result.accesses for run in counts.runs if run.result and not run.result.faults}
    case, printed = _printed(seen.runs, checks, submission.private)
    report = Report(
        exercise=submission.exercise,
        source_sha256=submission.sha256,
        device=device,
        toolchain=seen.compiled.toolchain if isinstance(seen.compiled, Program) else "",
        checks=checks,
        grader_version=__version__,
        source=submission.text,
        accesses=accesses.get(counted_case(submission.spec), ()),
        private_cases=submission.cases_kept_back,
        printed=printed,
        printed_case=case,
        timed=timed(submission.spec, seen.timing),
        begun=submission.begun,
    )
    return Graded(report, seen.compiled.diagnostics, accesses, submission, seen)


def _unearned(check: CheckResult, lang: str) -> CheckResult:
    """A check of a skeleton: what it does right is nobody's work, and so is not judged."""
    if check.status is not Status.PASS or not check.max_points:
        return check
    return replace(check, status=Status.NOT_RUN, points=None, message=say("checks.not_begun", lang))


def _printed(
    runs: Iterable[CaseRun], checks: Iterable[CheckResult], private: PrivatePart | None
) -> tuple[str, str]:
    """The case that is explained, or else the first that printed anything, and what it printed; nothing of a private
    case, whose sizes it would tell.
    """
    explained = next((check.explained.index for check in checks if check.explained is not None), None)
    told = [run for run in runs if run.result and run.result.printed and (private is None or run.index < private.first)]
    shown = min(told, key=lambda run: run.index != explained, default=None)
    if shown is None or shown.result is None:
        return "", ""
    return cast(Case, shown.case).label(), shown.result.printed


def counted_case(spec: ExerciseSpec) -> int:
    """The case whose accesses are shown by line: that of the first check of counts, else the first."""
    return next((rule.case for rule in spec.checks.values() if isinstance(rule, StructuralSpec)), 0)


def cases_to_count(spec: ExerciseSpec, private: PrivatePart | None = None) -> frozenset[int]:
    """The cases whose accesses or barriers some check judges."""
    counting = (SharedExcessSpec, SharedWavefrontsSpec, GlobalSectorsSpec, BarriersSpec)
    rules = (*spec.checks.values(), *(private.limits.values() if private else ()))
    return frozenset(rule.case for rule in rules if isinstance(rule, counting))
