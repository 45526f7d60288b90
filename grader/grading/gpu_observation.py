"""Observations of a submission on a GPU: results and speed, and with NVIDIA's tools also faults, hazards and counts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from typing import TYPE_CHECKING, Protocol

from grader.checks import timing as contests
from grader.checks.base import CaseRun, FailureKind, Reason, Seen
from grader.checks.compiler_hints import first_sentence
from grader.checks.timing import BASELINE, LIBRARY, STUDENT, Timing, TimingBox, timed_launch
from grader.checks.where_it_runs import AsksWhere, asks_where
from grader.course.models import SpeedSpec
from grader.cuda.availability import Unavailable
from grader.cuda.counters import Counts, NotCounted
from grader.cuda.driver import GpuFacts
from grader.cuda.sanitizer import TOOLS
from grader.dataclass import dataclass
from grader.grading.baseline import Baseline
from grader.grading.cases import ENDS_ALL, STOPPED, request, run_cases
from grader.grading.grade import CUDA
from grader.launch import Fault, Hazard, LaunchRequest, LaunchResult
from grader.problems import PROBLEMS
from grader.sandbox.gpu_session import Sanitized
from grader.toolchain.program import CompileError, Program, ToolchainError

if TYPE_CHECKING:
    from grader.course.models import ExerciseSpec

_DEVICE_COPY = "device_copy"
ASKS_WHERE = "asks_where"  # key of the reason why no device can replace another
_HANGING_SECONDS = 10.0  # for each tool, if the kernel hangs without it: the tool may still say why
_NOT_LAUNCHED = "launch_configuration"  # under a tool, which needs resources too


class GpuBox(TimingBox, Protocol):
    """The part of `sandbox.gpu_session.GpuSession` that grading uses."""

    def facts(self) -> tuple[GpuFacts, str]: ...
    def compile(
        self, source: str, *, file: str, fmad: bool = ..., defines: Mapping[str, str], program: str = ...
    ) -> Program: ...
    def load(self, image: bytes, arch: str, *, program: str) -> None: ...
    def launch(self, request: LaunchRequest) -> LaunchResult: ...
    def sanitize(self, requests: Sequence[LaunchRequest], tools: Sequence[str], seconds: float = ...) -> Sanitized: ...
    def count(self, request: LaunchRequest) -> tuple[Counts, LaunchResult]: ...
    def retire(self) -> None: ...


@dataclass(frozen=True)
class GpuSeen:
    """All observations on a GPU. counts has `missing` if Nsight Compute gave none. replays: cases that were right, but
    wrong under a tool on the same values.
    """

    results: Seen
    timing: Timing | Reason
    hazards: Seen = field(default_factory=lambda: Seen(CUDA))
    counts: Seen = field(default_factory=lambda: Seen(CUDA))
    replays: tuple[Seen, ...] = ()


def observe(
    box: GpuBox, spec: ExerciseSpec, program: Program, baseline: Baseline | Reason, counted: Collection[int] | None,
    public: int | None = None,
) -> GpuSeen:  # fmt: skip
    """Run `program`, which is the "student" of `box`, on every case, and time it if all results are right.

    counted: the cases whose accesses are counted; None leaves compute-sanitizer and Nsight Compute out. public: number
    of cases that students see; None: all.
    """
    runs = tuple(run_cases(spec, box.launch, ends_all=None, public=public))
    asked = asks_where(program.ptx, program.file)
    try:
        timing = _timed(box, spec, runs, baseline, asked)  # before the tools, while nothing else runs
    except tuple(STOPPED) as ended:
        timing = ended_early(ended)
        with suppress(*STOPPED):  # if the compiler was stopped, the contenders still hold their memory
            box.retire()
    except Unavailable as reason:
        timing = unavailable(reason)
        box.retire()
    # A kernel cannot bring down the process that launches it, so a crash says nothing about the kernel.
    failed = next((run.failure for run in runs if run.failure and run.failure.kind is not FailureKind.SKIPPED), None)
    missing = ended_early(failed.detail) if failed else None
    seen = GpuSeen(Seen(CUDA, runs, missing=missing), timing)
    if counted is None:
        return seen
    if failed is not None and failed.kind is FailureKind.TIMED_OUT:  # the tools would time out too
        assert missing is not None
        return replace(_unproven(spec, seen, missing), counts=Seen(CUDA, runs, missing=missing))
    try:
        seen = _sanitized(box, spec, seen, len(spec.cases) if public is None else public)
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
    """The process with the GPU ended prematurely, which says nothing about the kernel."""
    return Reason("gpu_stopped", {"detail": str(detail)}, doubtful=True)


def broken(error: ToolchainError) -> Reason:
    """The grader itself failed on the GPU."""
    return Reason("gpu_failed", {"detail": str(error)}, doubtful=True)


def unavailable(reason: Unavailable) -> Reason:
    """There is no suitable GPU."""
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
    if not isinstance(timing.problem, Fault):  # a fault ends the child
        box.retire()
    return timing


def run_contest(box: GpuBox, spec: ExerciseSpec, rule: SpeedSpec, baseline: Baseline) -> Timing:
    """A contest of the program "student" with its baseline and the vendor's routine."""
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
        if bulk.library == _DEVICE_COPY:  # shown as the baseline
            bulk = replace(bulk, library=None)
    if bulk.library is not None:
        box.enter(LIBRARY, timed_launch(bulk, spec, rule.size), routine=bulk.library)
    gpu = box.facts()[0]  # before the contest: after a fault this would start another child
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
        raise ToolchainError(f"the baseline does not compile: {first_sentence(error, 'en')}") from error


def is_right(spec: ExerciseSpec, run: CaseRun) -> bool:
    """Whether a case finished with the right results."""
    if run.result is None or run.prepared is None or run.result.faults:
        return False
    return PROBLEMS[spec.problem].judge(run.prepared, run.result.outputs).passed


def _sanitized(box: GpuBox, spec: ExerciseSpec, seen: GpuSeen, public: int) -> GpuSeen:
    """Add compute-sanitizer's findings on all cases: faults to their case, hazards to none in particular.

    Private cases are checked by themselves, and their hazards belong to the first of them: students must not learn
    their lines.
    """
    runs = seen.results.runs
    ran = [run for run in runs if run.prepared is not None]
    patience = [_HANGING_SECONDS] if any(map(_hangs, ran)) else []
    faults: dict[int, Fault] = {}
    refused: dict[str, tuple[str, str]] = {}
    hazards: dict[bool, tuple[Hazard, ...]] = {}
    replays = seen.replays
    for hidden in (False, True):
        part = [run for run in ran if (run.index >= public) is hidden]
        if hidden and not part:
            continue
        found = box.sanitize([_request(spec, run) for run in part], TOOLS, *patience)
        faults |= {part[number].index: fault for number, fault in found.faults}
        refused = {**found.refused, **refused}
        hazards[hidden] = found.hazards
        wrong = (_wrong_under(tool, spec, dict(enumerate(part)), results) for tool, results in found.results.items())
        replays += tuple(filter(None, wrong))
    first = next((run.index for run in ran if run.index >= public), None)
    located = tuple(_located(run, faults.get(run.index), hazards[True] if run.index == first else ()) for run in runs)
    results = _with_memcheck(spec, replace(seen.results, runs=located), refused.get("memcheck"))
    open_to = [_refusal(tool, *why) for tool, why in refused.items() if tool != "memcheck"]
    return replace(seen, results=results, replays=replays,
                   hazards=Seen(CUDA, located, hazards[False], missing=open_to[0] if open_to else None))  # fmt: skip


def _hangs(run: CaseRun) -> bool:
    """Whether the kernel did not finish."""
    return run.result is not None and any(fault.kind in ENDS_ALL for fault in run.result.faults)


def _with_memcheck(spec: ExerciseSpec, results: Seen, refused: tuple[str, str] | None) -> Seen:
    """Right results with memcheck's refusal, if any: without its verdict they do not prove all accesses valid."""
    if refused is None:
        return results
    why = _refusal("memcheck", *refused)
    return _doubted(spec, results, why) if why.doubtful else replace(results, note=why)


def _unproven(spec: ExerciseSpec, seen: GpuSeen, why: Reason) -> GpuSeen:
    """Mark results and hazards as unproven by tools; findings remain."""
    return replace(seen, results=_doubted(spec, seen.results, why), hazards=replace(seen.hazards, missing=why))


def _doubted(spec: ExerciseSpec, results: Seen, why: Reason) -> Seen:
    """The results, with `missing` if they are all right; wrong ones remain a verdict."""
    return replace(results, missing=why) if all(is_right(spec, run) for run in results.runs) else results


def _wrong_under(
    tool: str, spec: ExerciseSpec, runs: Mapping[int, CaseRun], results: Mapping[int, LaunchResult]
) -> Seen | None:
    """Cases that were right and are wrong under a tool; None if there are none. runs, results: by launch."""
    replayed = tuple(
        replace(runs[number], result=result) for number, result in results.items()
        if is_right(spec, runs[number]) and all(fault.kind != _NOT_LAUNCHED for fault in result.faults)
    )  # fmt: skip
    if all(is_right(spec, run) for run in replayed):
        return None
    return Seen(CUDA, replayed, note=Reason("replayed", {"tool": tool}))


def _located(run: CaseRun, fault: Fault | None, hazards: tuple[Hazard, ...]) -> CaseRun:
    """A case with memcheck's fault, which has a place, instead of the driver's, which has none, and with hazards."""
    if run.result is None or not (fault or hazards):
        return run
    faults, failure = ((fault,), None) if fault else (run.result.faults, run.failure)
    return replace(run, result=replace(run.result, faults=faults, hazards=hazards), failure=failure)


def _refusal(tool: str, key: str, detail: str) -> Reason:
    return Reason(f"sanitizer_{key}", {"tool": tool, "detail": detail}, doubtful=key != "no_sanitizer",
                  here=key != "no_sanitizer")  # fmt: skip


def _counted(box: GpuBox, spec: ExerciseSpec, seen: GpuSeen, wanted: Collection[int]) -> GpuSeen:
    """Add Nsight Compute's counts of the `wanted` cases."""
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
