"""What a GPU sees of a submission: results and speed, and with NVIDIA's tools also faults, hazards and counts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from grader.checks import timing as contests
from grader.checks.base import CaseRun, FailureKind, Reason, Seen
from grader.checks.timing import BASELINE, LIBRARY, STUDENT, Timing, TimingBox, timed_launch
from grader.checks.where_it_runs import AsksWhere, asks_where
from grader.course.models import SpeedSpec
from grader.cuda.availability import Unavailable
from grader.cuda.counters import Counts, NotCounted
from grader.cuda.driver import GpuFacts
from grader.cuda.sanitizer import TOOLS
from grader.grading.cases import ENDS_ALL, STOPPED, request, run_cases
from grader.launch import Fault, LaunchRequest, LaunchResult
from grader.problems import PROBLEMS
from grader.sandbox.gpu_session import Sanitized
from grader.toolchain.program import CompileError, Program, ToolchainError

if TYPE_CHECKING:
    from grader.course.models import ExerciseSpec

CUDA = "cuda"
_DEVICE_COPY = "device_copy"
ASKS_WHERE = "asks_where"  # key of the reason why no device can stand in for another
_HANGING_SECONDS = 10.0  # for each tool, of a kernel that does not come to an end without one: it may still tell why
_NOT_LAUNCHED = "launch_configuration"  # under a tool: the tool needs room too


@dataclass(frozen=True)
class Baseline:
    """What a kernel is timed beside: the kernel of an exercise, or without source and images the device's own copy.

    spec: how that kernel is launched and compiled. file: how its compiler's messages call it. images: its machine code
    by architecture, where there is no source.
    """

    source: str
    spec: ExerciseSpec
    file: str = "baseline.cu"
    images: Mapping[str, bytes] = field(default_factory=dict)


class GpuBox(TimingBox, Protocol):
    """What is used of `sandbox.gpu_session.GpuSession`."""

    def facts(self) -> tuple[GpuFacts, str]: ...

    def compile(
        self, source: str, *, file: str, fmad: bool = ..., defines: Mapping[str, str], program: str = ...
    ) -> Program: ...

    def load(self, image: bytes, arch: str, *, program: str) -> None: ...

    def launch(self, request: LaunchRequest) -> LaunchResult: ...

    def sanitize(
        self, requests: Sequence[LaunchRequest], tools: Sequence[str], seconds: float = ...
    ) -> Sanitized: ...

    def count(self, request: LaunchRequest) -> tuple[Counts, LaunchResult]: ...

    def retire(self) -> None: ...


@dataclass(frozen=True)
class GpuSeen:
    """Everything that a GPU saw. counts has `missing` where Nsight Compute gave none. replays: what was wrong in runs
    under a tool, on the same values.
    """

    results: Seen
    timing: Timing | Reason
    hazards: Seen = field(default_factory=lambda: Seen(CUDA))
    counts: Seen = field(default_factory=lambda: Seen(CUDA))
    replays: tuple[Seen, ...] = ()


def observe(
    box: GpuBox, spec: ExerciseSpec, program: Program, baseline: Baseline | Reason, counted: Collection[int] | None
) -> GpuSeen:
    """Run `program`, which is the "student" of `box`, on every case, and time it if all results are right.

    counted: the cases whose accesses are counted; None leaves compute-sanitizer and Nsight Compute out.
    """
    runs = tuple(run_cases(spec, box.launch, ends_all=None))
    asked = asks_where(program.ptx, program.file)
    try:
        timing = _timed(box, spec, runs, baseline, asked)  # before the tools: nothing else is at work now
    except tuple(STOPPED) as ended:
        timing = ended_early(ended)
        with suppress(*STOPPED):  # it may have been the compiler, and the contenders' memory is still taken
            box.retire()
    except Unavailable as reason:
        timing = unavailable(reason)
        box.retire()
    # A kernel is no way to bring down the process that launches it, so what did says nothing of the kernel.
    failed = next((run.failure for run in runs if run.failure and run.failure.kind is not FailureKind.SKIPPED), None)
    missing = ended_early(failed.detail) if failed else None
    seen = GpuSeen(Seen(CUDA, runs, missing=missing), timing)
    if counted is None:
        return seen
    if failed is not None and failed.kind is FailureKind.TIMED_OUT:  # of which the tools would have to be stopped too
        assert missing is not None
        return replace(_unproven(spec, seen, missing), counts=Seen(CUDA, runs, missing=missing))
    try:
        seen = _sanitized(box, spec, seen)
    except tuple(STOPPED) as ended:
        seen = _unproven(spec, seen, ended_early(ended))
    if asked is not None:
        asks = Reason(ASKS_WHERE, {"register": asked.register, "line": asked.line}, doubtful=True)
        return replace(_unproven(spec, seen, asks), counts=Seen(CUDA, runs, missing=asks))
    try:
        return _counted(box, spec, seen, counted)
    except tuple(STOPPED) as ended:
        return replace(seen, counts=Seen(CUDA, runs, missing=ended_early(ended)))


def ended_early(detail: object) -> Reason:
    """The process that holds the GPU ended before its time, which says nothing of the kernel."""
    return Reason("gpu_stopped", {"detail": str(detail)}, doubtful=True)


def broken(error: ToolchainError) -> Reason:
    """The grader itself failed on the GPU."""
    return Reason("gpu_failed", {"detail": str(error)}, doubtful=True)


def unavailable(reason: Unavailable) -> Reason:
    """There is no GPU for what was wanted of it."""
    return Reason(f"gpu_{reason.key}", {"detail": reason.detail}, here=False)


def _timed(
    box: GpuBox, spec: ExerciseSpec, runs: Sequence[CaseRun], baseline: Baseline | Reason, asked: AsksWhere | None
) -> Timing | Reason:
    rule = spec.checks.get("speed")
    if not isinstance(rule, SpeedSpec):
        return Reason("not_asked")
    if not all(is_right(spec, run) for run in runs):
        return Reason("results_first")
    if isinstance(baseline, Reason):
        return baseline
    if PROBLEMS[spec.problem].bulk is None:
        return Reason("not_timed", here=False)
    if asked is not None:
        return Timing({}, problem=asked)
    name, arch = box.facts()[0].name, box.facts()[1]
    if baseline.images and arch not in baseline.images:
        return Reason("baseline_of_others", {"gpu": f"{name} {arch}", "known": ", ".join(baseline.images)}, here=False)
    timing = run_contest(box, spec, rule, baseline)
    if not isinstance(timing.problem, Fault):  # after which the child is gone
        box.retire()
    return timing


def run_contest(box: GpuBox, spec: ExerciseSpec, rule: SpeedSpec, baseline: Baseline) -> Timing:
    """The program "student" against its baseline, with the vendor's routine beside them."""
    prepare = PROBLEMS[spec.problem].bulk
    assert prepare is not None
    bulk = prepare(rule.size)
    verified = {STUDENT}
    box.enter(STUDENT, timed_launch(bulk, spec, rule.size))
    if baseline.source or baseline.images:
        _make_baseline(box, baseline)
        box.enter(BASELINE, timed_launch(bulk, baseline.spec, rule.size), program=BASELINE)
        verified.add(BASELINE)
    else:
        box.enter(BASELINE, timed_launch(bulk, spec, rule.size), routine=_DEVICE_COPY)
        if bulk.library == _DEVICE_COPY:  # which is shown already
            bulk = replace(bulk, library=None)
    if bulk.library is not None:
        box.enter(LIBRARY, timed_launch(bulk, spec, rule.size), routine=bulk.library)
    gpu = box.facts()[0]  # before the contest: who asks after a fault starts another child
    return replace(contests.contest(box, bulk, verified), gpu=gpu)


def _make_baseline(box: GpuBox, baseline: Baseline) -> None:
    arch = box.facts()[1]
    if arch in baseline.images:
        box.load(baseline.images[arch], arch, program=BASELINE)
        return
    options = baseline.spec.compile
    try:
        box.compile(baseline.source, file=baseline.file, fmad=options.fmad, defines=options.defines, program=BASELINE)
    except CompileError as error:
        raise ToolchainError(f"the baseline does not compile: {error}") from error


def is_right(spec: ExerciseSpec, run: CaseRun) -> bool:
    """Whether a case came to its end with the right results."""
    if run.result is None or run.prepared is None or run.result.faults:
        return False
    return PROBLEMS[spec.problem].judge(run.prepared, run.result.outputs).passed


def _sanitized(box: GpuBox, spec: ExerciseSpec, seen: GpuSeen) -> GpuSeen:
    """With what compute-sanitizer found on all cases: faults belong to their case, hazards to the first."""
    runs = seen.results.runs
    ran = [run for run in runs if run.prepared is not None]
    patience = [_HANGING_SECONDS] if any(map(_hangs, ran)) else []
    found = box.sanitize([_request(spec, run) for run in ran], TOOLS, *patience)
    faults = {ran[number].index: fault for number, fault in found.faults}
    refused = [_refusal(tool, *why) for tool, why in found.refused.items() if tool != "memcheck"]
    located = tuple(_located(run, faults.get(run.index)) for run in runs)
    replays = (_wrong_under(tool, spec, dict(enumerate(ran)), results) for tool, results in found.results.items())
    return replace(
        seen,
        results=_with_memcheck(spec, replace(seen.results, runs=located), found.refused.get("memcheck")),
        hazards=Seen(CUDA, located, found.hazards, missing=refused[0] if refused else None),
        replays=tuple(filter(None, replays)),
    )


def _hangs(run: CaseRun) -> bool:
    """Whether the kernel did not come to its end."""
    return run.result is not None and any(fault.kind in ENDS_ALL for fault in run.result.faults)


def _with_memcheck(spec: ExerciseSpec, results: Seen, refused: tuple[str, str] | None) -> Seen:
    """Right results prove nothing of accesses that leave no trace, if memcheck was there and came to no verdict."""
    if refused is None:
        return results
    why = _refusal("memcheck", *refused)
    return _doubted(spec, results, why) if why.doubtful else replace(results, note=why)


def _unproven(spec: ExerciseSpec, seen: GpuSeen, why: Reason) -> GpuSeen:
    """With tools that prove nothing; what was found is found all the same."""
    return replace(seen, results=_doubted(spec, seen.results, why), hazards=replace(seen.hazards, missing=why))


def _doubted(spec: ExerciseSpec, results: Seen, why: Reason) -> Seen:
    """Results that are right are not enough; those that are wrong are."""
    return replace(results, missing=why) if all(is_right(spec, run) for run in results.runs) else results


def _wrong_under(
    tool: str, spec: ExerciseSpec, runs: Mapping[int, CaseRun], results: Mapping[int, LaunchResult]
) -> Seen | None:
    """Cases that were right and are wrong under a tool, None where there are none. runs, results: by launch."""
    replayed = tuple(
        replace(runs[number], result=result) for number, result in results.items()
        if is_right(spec, runs[number]) and all(fault.kind != _NOT_LAUNCHED for fault in result.faults)
    )  # fmt: skip
    if all(is_right(spec, run) for run in replayed):
        return None
    return Seen(CUDA, replayed, note=Reason("replayed", {"tool": tool}))


def _located(run: CaseRun, fault: Fault | None) -> CaseRun:
    """A case with the fault that memcheck found, which has a place; what the driver says of the same has none."""
    if fault is None or run.result is None:
        return run
    return replace(run, result=replace(run.result, faults=(fault,)), failure=None)


def _refusal(tool: str, key: str, detail: str) -> Reason:
    return Reason(f"sanitizer_{key}", {"tool": tool, "detail": detail}, doubtful=key != "no_sanitizer",
                  here=key != "no_sanitizer")  # fmt: skip


def _counted(box: GpuBox, spec: ExerciseSpec, seen: GpuSeen, wanted: Collection[int]) -> GpuSeen:
    """With the cases whose accesses are wanted, as Nsight Compute counted them."""
    counted = []
    for run in seen.results.runs:
        if run.index not in wanted or run.result is None or run.result.faults:
            continue
        try:
            counts, left = box.count(_request(spec, run))
        except NotCounted as refused:
            return replace(seen, counts=Seen(CUDA, seen.results.runs, missing=counting_refusal(refused)))
        if wrong := _wrong_under("ncu", spec, {0: run}, {0: left}):
            seen = replace(seen, replays=(*seen.replays, wrong))
        counted.append(replace(run, result=counts.added_to(run.result)))
    return replace(seen, counts=Seen(CUDA, tuple(counted)))


def counting_refusal(refused: NotCounted) -> Reason:
    """Why Nsight Compute gave no counts."""
    return Reason(f"ncu_{refused.key}", {"detail": refused.detail})


def _request(spec: ExerciseSpec, run: CaseRun) -> LaunchRequest:
    assert run.prepared is not None
    return request(spec, run.case, run.prepared)
