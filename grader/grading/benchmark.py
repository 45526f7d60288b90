"""Measures kernels on a GPU for the lessons: times compared with the vendor's routine, speed ratios, traffic."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from datetime import date
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from grader import __version__
from grader.checks.timing import BASELINE, STUDENT, Timing, contest, timed_launch
from grader.course.models import BenchKernel, Case, Launchable, SpeedSpec
from grader.cuda.counters import NotCounted
from grader.dataclass import dataclass
from grader.grading.baseline import Baseline
from grader.grading.gpu_observation import run_contest
from grader.launch import Argument, LaunchRequest
from grader.problems import PROBLEMS
from grader.problems.base import Case as ProblemCase
from grader.problems.bulk import Bulk, BulkBuffer, packed
from grader.sandbox.frames import MAX_FRAME
from grader.toolchain.program import Program
from grader.toolchain.versions import installed

if TYPE_CHECKING:
    from grader.course.models import ExerciseSpec
    from grader.sandbox.gpu_session import GpuSession

Json = dict[str, Any]
# Routines that solve the problem; the others only move as many bytes.
_EXACT_ROUTINES = ("cublas_sgemm", "cublas_sgemv", "cublas_gemm_f16", "cublas_gemm_bf16", "cub_row_sums", "cub_sum")
_WHEN = ("date", "driver_cuda", "cupy", "nvrtc", "grader")  # keys of `measured`


class Wrong(Exception):
    """A measured kernel gives wrong results or faults; the text names it and the problem."""


@dataclass(frozen=True)
class SpeedSubject:
    """A speed check to be measured: the solution, and a kernel that must be much slower (empty: none is named)."""

    spec: ExerciseSpec
    rule: SpeedSpec
    baseline: Baseline
    solution: str
    slow: str
    slow_spec: ExerciseSpec


def machine(gpu: GpuSession) -> Json:
    """The GPU, common to all measurements."""
    facts, arch = gpu.facts()
    return {
        "gpu": facts.name, "arch": arch, "multiprocessors": facts.multiprocessors, "l2_bytes": facts.l2_bytes,
        "memory_bytes": facts.memory_bytes,
    }  # fmt: skip


def measured(gpu: GpuSession) -> Json:
    """Date and versions, recorded with each measurement."""
    facts, _ = gpu.facts()
    return {
        "date": date.today().isoformat(), "driver_cuda": facts.driver, "cupy": facts.cupy,
        "nvrtc": installed("nvidia-cuda-nvrtc"), "grader": __version__,
    }  # fmt: skip


def measure_kernel(gpu: GpuSession, kernel: BenchKernel, source: str) -> Json:
    """A kernel at each of its sizes compared with the vendor's routine, and Nsight Compute's counts at the largest one.

    Raises Wrong.
    """
    when = measured(gpu)
    program = _compiled(gpu, kernel, source)
    sizes = {_label(case): _sized(gpu, kernel, case) for case in kernel.cases}
    used = program.kernels[kernel.kernel]
    largest = max(kernel.cases, key=lambda case: (_can_be_sent(_bulk(kernel, case)), _bulk(kernel, case).bytes))
    return {
        "measured": when, "title": dict(kernel.title.items()), "ladder": kernel.ladder, "source": kernel.source,
        "registers": used.registers, "shared_bytes": used.shared_bytes, "spill_bytes": used.spill_bytes,
        "sizes": sizes, "counted": {"size": _label(largest), **_counted(gpu, kernel, largest)},
    }  # fmt: skip


def measure_speed(gpu: GpuSession, subject: SpeedSubject, repeats: int) -> Json:
    """A speed check's solution and slow kernel, each in `repeats` contests with the baseline. Raises Wrong."""
    rule = subject.rule
    found: Json = {
        "measured": measured(gpu), "size": _label(rule.size), "bytes": _bulk(subject.spec, rule.size).bytes,
        "baseline": rule.baseline, "slow_kernel": rule.slow,
    }  # fmt: skip
    for name, text, spec in (("solution", subject.solution, subject.spec), ("slow", subject.slow, subject.slow_spec)):
        if not text:
            continue
        _compiled(gpu, spec, text)
        runs = []
        for _ in range(repeats):
            timing = run_contest(gpu, spec, rule, subject.baseline)
            gpu.retire()  # also after a failure: the next measurement needs the memory
            runs.append(_contest_json(_sound(timing, str(rule.slow) if name == "slow" else name)))
        found[name] = runs
    return found


def _sized(gpu: GpuSession, kernel: BenchKernel, case: Case) -> Json:
    bulk = _bulk(kernel, case)
    assert bulk.library is not None
    launch = timed_launch(bulk, kernel, case)
    gpu.enter(STUDENT, launch)
    gpu.enter(BASELINE, launch, routine=bulk.library)
    verified = (STUDENT, BASELINE) if bulk.library in _EXACT_ROUTINES else (STUDENT,)
    timing = contest(gpu, replace(bulk, library=None), verified)
    gpu.retire()
    _sound(timing, kernel.kernel)
    return {
        "flops": bulk.flops, "bytes": bulk.bytes, "library": bulk.library, **_contest_json(timing),
        "ms": timing.median(STUDENT), "library_ms": timing.median(BASELINE),
    }  # fmt: skip


def _contest_json(timing: Timing) -> Json:
    times = {name: [round(t, 6) for t in taken] for name, taken in timing.times.items()}
    clocks = [None if c is None else asdict(c) for c in timing.clocks]
    apart = timing.apart or timing.moved
    return {"ratio": timing.ratio, "spread": timing.spread, "apart": apart, "times": times, "clocks": clocks}


def _sound(timing: Timing, name: str) -> Timing:
    if timing.problem is not None:
        raise Wrong(f"{name}: {timing.problem}")
    return timing


def _counted(gpu: GpuSession, kernel: Launchable, case: Case) -> Json:
    """Nsight Compute's counts of one launch, or why there are none."""
    if not _can_be_sent(_bulk(kernel, case)):
        return {"refused": "too_large"}
    arguments = tuple(_arguments(_bulk(kernel, case)))
    request = LaunchRequest(kernel.kernel, kernel.grid(case), kernel.block(case), arguments, kernel.launch.shared)
    try:
        counts, _ = gpu.count(request)
    except NotCounted as refused:
        return {"refused": refused.key}
    totals = {
        f"{space}_{name}": sum(getattr(a, name) for a in counts.accesses if a.space == space)
        for space in ("shared", "global") for name in ("requests", "cost", "ideal")
    }  # fmt: skip
    return {"dram_bytes": counts.dram_bytes, "occupancy": counts.occupancy, **totals}


def _can_be_sent(bulk: Bulk) -> bool:
    """Whether every buffer fits into a frame: counted launches get their values from here."""
    return all(4 * a.count <= MAX_FRAME for a in bulk.arguments if isinstance(a, BulkBuffer))


def _arguments(bulk: Bulk) -> Iterator[Argument]:
    rng = np.random.default_rng(0)
    for argument in bulk.arguments:
        if isinstance(argument, BulkBuffer):
            numbers = argument.count * (2 if argument.halves else 1)
            values = rng.uniform(-1, 1, numbers) if argument.floats else np.zeros(numbers)
            yield Argument(argument.name, packed(values.astype(np.float32), argument.halves))
        else:
            yield argument


def _compiled(gpu: GpuSession, kernel: Launchable, source: str) -> Program:
    options = kernel.compile
    return gpu.compile(source, file="kernel.cu", fmad=options.fmad, defines=options.defines)


def _bulk(kernel: Launchable, case: Case) -> Bulk:
    prepare = PROBLEMS[kernel.problem].bulk
    if prepare is None:
        raise Wrong(f"{kernel.kernel}: problems of the family {kernel.problem} are not timed")
    return prepare(case)


def _label(case: Case) -> str:
    return cast(ProblemCase, case).label()


def merged(before: Mapping[str, Any], after: Mapping[str, Any]) -> Json:
    """Results of an earlier run, replaced by those of this run where measured again.

    Older files have date and versions once for all entries; they are copied into each entry.
    """
    of_all = {key: value for key, value in before.get("machine", {}).items() if key in _WHEN}
    parts: Json = {}
    for part in ("exercises", "kernels"):
        kept = {name: {"measured": of_all} | entry for name, entry in before.get(part, {}).items()}
        parts[part] = kept | after.get(part, {})
    return {"machine": after["machine"], **parts}


def ratios(runs: list[Json]) -> tuple[float, float]:
    """Median ratio of repeated contests, and the largest distance from it."""
    values = [run["ratio"] for run in runs]
    middle = statistics.median(values)
    return middle, max(abs(value - middle) for value in values)
