"""Profiles one launch: compiles in the sandbox, finds the kernel, checks its arguments, runs it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from grader.checks.base import CaseRun
from grader.checks.compiler_messages import diagnostics_text
from grader.checks.correctness import UNSUPPORTED
from grader.checks.fault_words import fault_sentence
from grader.checks.interface import parameter_types
from grader.cuda.availability import Unavailable
from grader.cuda.counters import NotCounted
from grader.cuda.sanitizer import TOOLS
from grader.dataclass import dataclass
from grader.failure import Failure
from grader.grading.cases import STOPPED
from grader.grading.grade import Box, Open
from grader.grading.profile import Profile
from grader.grading.signature import check_arguments
from grader.launch import Argument, Dim3, LaunchRequest
from grader.occupancy import occupancy
from grader.problems.base import Case
from grader.texts import say
from grader.toolchain.names import AmbiguousKernel, UnknownKernel
from grader.toolchain.program import CompileError, Program

if TYPE_CHECKING:
    from grader.sandbox.gpu_session import GpuSession

BoxT = TypeVar("BoxT")

COMPILE_ERROR = "compile_error"
# Errors that are the kernel's fault; all others are the caller's or the grader's.
KERNEL_ERRORS = (COMPILE_ERROR, *(kind.value for kind in STOPPED.values()))


@dataclass(frozen=True)
class Wanted:
    """The request for a profile. arguments in parameter order, grid in blocks, block in threads; symbols: as of
    LaunchRequest."""

    source: str
    file: str
    kernel: str
    arch: str
    defines: Mapping[str, str]
    grid: Dim3
    block: Dim3
    shared_bytes: int
    arguments: tuple[Argument, ...]
    symbols: tuple[Argument, ...] = ()


def emulated(wanted: Wanted, open_box: Open, lang: str) -> Profile:
    """The profile on the emulator; with an error if the source does not compile or the sandbox is stopped.

    Raises Failure for an unknown or ambiguous kernel and for arguments that do not fit it, ToolchainError.
    """
    return _profiled(wanted, "emulated", open_box, _measured, lang)


def _compiled(wanted: Wanted, compile_source: Callable[..., Program], arch: str) -> tuple[Program, str]:
    """The program, and the PTX name of its kernel, whose parameters fit the arguments. Raises Failure."""
    try:
        program = compile_source(wanted.source, file=wanted.file, arch=arch, defines=wanted.defines,
                                 kernel=wanted.kernel)  # fmt: skip
    except UnknownKernel as unknown:
        known = ", ".join(unknown.candidates) or "-"
        key = "cli.ambiguous_kernel" if isinstance(unknown, AmbiguousKernel) else "cli.unknown_kernel"
        raise Failure("unknown_kernel", key, kernel=wanted.kernel, known=known) from None
    name = program.names[wanted.kernel]
    check_arguments(parameter_types(program.ptx, name), wanted.arguments, wanted.kernel)
    return program, name


def _measured(profile: Profile, wanted: Wanted, box: Box, lang: str) -> Profile:
    program, name = _compiled(wanted, box.compile, wanted.arch)
    request = LaunchRequest(name, wanted.grid, wanted.block, wanted.arguments, wanted.shared_bytes, executed=True,
                            symbols=wanted.symbols)  # fmt: skip
    result = box.launch(request)
    compiled = replace(profile, toolchain=program.toolchain, resources=program.kernels[name],
                       occupancy=_theoretical(program, name, request))  # fmt: skip
    construct = next((fault for fault in result.faults if fault.kind == UNSUPPORTED), None)
    if construct is not None:  # a partial run measures nothing
        return replace(compiled, error=(UNSUPPORTED, fault_sentence(construct, CaseRun(0, Case()), lang)))
    return replace(compiled, result=result)


def on_gpu(wanted: Wanted, open_gpu: Callable[[], GpuSession], lang: str) -> Profile:
    """The profile on a GPU, compiled for it: results from a plain launch, counts from Nsight Compute, hazards and the
    place of a fault from compute-sanitizer; with an error if there is no usable GPU. Raises as `emulated` does.
    """
    return _profiled(wanted, "cuda", open_gpu, _measured_on_gpu, lang)


def _profiled(
    wanted: Wanted, backend: str, open_box: Callable[[], AbstractContextManager[BoxT]],
    measured: Callable[[Profile, Wanted, BoxT, str], Profile], lang: str,
) -> Profile:  # fmt: skip
    """The profile by `measured` in a fresh box; what ends it early becomes the profile's error."""
    profile = Profile(wanted.kernel, wanted.arch, backend, "", wanted.source)
    try:
        with open_box() as box:
            return measured(profile, wanted, box, lang)
    except CompileError as error:
        message = diagnostics_text(error.diagnostics, wanted.source, wanted.file, lang)
        return replace(profile, error=(COMPILE_ERROR, message))
    except tuple(STOPPED) as stopped:
        kind = STOPPED[type(stopped)]
        return replace(profile, error=(kind.value, say(f"cli.{kind}", lang, reason=stopped)))
    except Unavailable as reason:
        return replace(profile, error=("no_gpu_backend", say(f"cli.gpu_{reason.key}", lang, detail=reason.detail)))


def _measured_on_gpu(profile: Profile, wanted: Wanted, gpu: GpuSession, lang: str) -> Profile:
    _, arch = gpu.facts()
    program, name = _compiled(wanted, gpu.compile, arch)
    request = LaunchRequest(name, wanted.grid, wanted.block, wanted.arguments, wanted.shared_bytes,
                            symbols=wanted.symbols)  # fmt: skip
    compiled = replace(profile, arch=arch, toolchain=program.toolchain, resources=program.kernels[name],
                       occupancy=_theoretical(program, name, request))  # fmt: skip
    launched = compiled
    try:
        launched = replace(compiled, result=gpu.launch(request), hazards_known=False, counted=False)
        return _with_tools(launched, request, gpu, lang)
    except tuple(STOPPED) as ended:  # not the kernel's fault: a kernel cannot end the process that launches it
        return replace(launched, error=("gpu_stopped", say("checks.reason.gpu_stopped", lang, detail=ended)))


def _with_tools(launched: Profile, request: LaunchRequest, gpu: GpuSession, lang: str) -> Profile:
    """Add the findings of compute-sanitizer and Nsight Compute."""
    assert launched.result is not None
    found = gpu.sanitize([request], TOOLS)
    notes = [say(f"checks.reason.sanitizer_{key}", lang, tool=tool, detail=detail)
             for tool, (key, detail) in found.refused.items()]  # fmt: skip
    looked = all(tool == "memcheck" for tool in found.refused)
    located = tuple(fault for _, fault in found.faults) or launched.result.faults
    result = replace(launched.result, faults=located, hazards=found.hazards)
    measured = replace(launched, result=result, notes=tuple(dict.fromkeys(notes)), hazards_known=looked)
    if located:
        return measured
    try:
        counts, _ = gpu.count(request)
    except NotCounted as refused:
        reason = say(f"checks.reason.ncu_{refused.key}", lang, detail=refused.detail)
        return replace(measured, error=("not_counted", reason))
    return replace(measured, result=counts.added_to(result), counted=True, achieved_occupancy=counts.occupancy)


def _theoretical(program: Program, name: str, request: LaunchRequest) -> float | None:
    """Theoretical occupancy, as a share of an SM's warps; None for an architecture with unknown limits."""
    used = program.kernels[name]
    try:
        return occupancy(program.arch, math.prod(request.block), used.registers,
                         used.shared_bytes + request.shared_bytes, used.barriers).share  # fmt: skip
    except ValueError:
        return None


def refused(wanted: Wanted, backend: str, message: str, kind: str = COMPILE_ERROR) -> Profile:
    """A profile of what could not be measured, such as a file that is no source: only the reason."""
    return Profile(wanted.kernel, wanted.arch, backend, "", wanted.source, error=(kind, message))
