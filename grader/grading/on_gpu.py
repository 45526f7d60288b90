"""Grades a submission on a GPU, with the emulator or alone."""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from grader.checks.base import CaseRun, Observations, Reason, Seen
from grader.checks.compiler_hints import first_sentence
from grader.checks.interface import interface_fault
from grader.cuda.availability import Unavailable
from grader.grading import gpu_observation as gpu
from grader.grading.cases import STOPPED, run_cases
from grader.grading.gpu_observation import GpuBox, GpuSeen
from grader.grading.grade import (
    CUDA,
    EMULATED,
    EMULATOR,
    Devices,
    Graded,
    OpenGpu,
    Submission,
    cases_to_count,
    cases_to_emulate,
    cases_to_sample,
    compiled_in,
    emulated,
    judged,
    wishes,
)
from grader.toolchain.program import CompileError, Program, ToolchainError


def on_both(submission: Submission, devices: Devices, open_gpu: OpenGpu, lang: str) -> Graded:
    """Grade on the emulator and the GPU at the same time, each in its own child process."""
    # In any case, the GPU's process is ended before its thread is joined.
    with ThreadPoolExecutor(1) as pool, open_gpu() as box:
        other = pool.submit(_observed, submission, box, None)
        seen = emulated(submission, devices)
        try:
            name, other_compiled, on_gpu = other.result()
        except Unavailable as reason:
            return judged(submission, replace(seen, timing=gpu.unavailable(reason)), EMULATOR, lang)
        except ToolchainError as error:
            return judged(submission, replace(seen, timing=gpu.broken(error)), EMULATOR, lang)
        except tuple(STOPPED) as stopped:
            return judged(submission, replace(seen, timing=gpu.ended_early(stopped)), EMULATOR, lang)
    if on_gpu is not None and isinstance(seen.compiled, Program):
        seen = replace(seen, results=(seen.own, on_gpu.results), timing=on_gpu.timing)
    elif isinstance(other_compiled, CompileError) and isinstance(seen.compiled, Program):
        seen = replace(seen, timing=Reason("gpu_refuses", {"detail": first_sentence(other_compiled, lang)}))
    else:
        seen = replace(seen, timing=Reason("results_first"))
    return judged(submission, seen, f"{EMULATOR} + {name}", lang)


def on_gpu_alone(submission: Submission, devices: Devices, open_gpu: OpenGpu, lang: str) -> Graded:
    """Run every check on the GPU; if Nsight Compute gives no counts, the emulator's are used and marked as such."""
    counted = cases_to_count(submission.spec, submission.private)
    with open_gpu() as box:
        name, compiled, on_gpu = _observed(submission, box, counted)
    seen = Observations(compiled, backend=CUDA, file=submission.file)
    if on_gpu is None:
        return judged(submission, replace(seen, timing=Reason("results_first")), name, lang)
    counts = on_gpu.counts
    refused = counts.missing if counts.missing is not None and counts.missing.key != gpu.ASKS_WHERE else None
    only_here = cases_to_emulate(submission.spec, submission.private)
    wanted = cases_to_sample(submission.spec, devices) | only_here | (counted if refused is not None else frozenset())
    drawn = _emulated_counts(submission, devices, wanted) if wanted else ()
    if refused is not None:
        instead = tuple(run for run in drawn if run.index in counted)
        counts = Seen(EMULATED, instead, note=Reason("stands_in", {"reason": refused}))
    seen = replace(seen, runs=on_gpu.results.runs, results=(*on_gpu.replays, on_gpu.results), hazards=on_gpu.hazards,
                   counts=counts, timing=on_gpu.timing, drawn=drawn, emulated=Seen(EMULATED, drawn))  # fmt: skip
    return judged(submission, seen, name, lang)


def _observed(
    submission: Submission, box: GpuBox, counted: Collection[int] | None
) -> tuple[str, Program | CompileError, GpuSeen | None]:
    """The GPU's name, the program, and the GPU's observations if it can be launched."""
    facts, arch = box.facts()
    compiled = compiled_in(submission, box)
    seen = None
    if isinstance(compiled, Program) and interface_fault(compiled, submission.spec) is None:
        seen = gpu.observe(box, submission.spec, compiled, submission.baseline, counted, submission.public)
    return f"{facts.name} {arch}", compiled, seen


def _emulated_counts(submission: Submission, devices: Devices, counted: Collection[int]) -> tuple[CaseRun, ...]:
    sampled = cases_to_sample(submission.spec, devices)
    with devices.open_emulator() as box:
        if isinstance(compiled_in(submission, box), Program):
            runs = run_cases(submission.spec, box.launch, only=counted, sampled=sampled, public=submission.public,
                             wishes=wishes(submission.spec, submission.private))  # fmt: skip
            # A kernel that detects the emulator must not get its counts from a different computation there.
            return tuple(run for run in runs if gpu.is_right(submission.spec, run))
    return ()
