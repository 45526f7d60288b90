"""Takes a profile of one launch: compiles in the sandbox, finds the kernel, checks its arguments, runs it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from grader.checks.base import CaseRun
from grader.checks.correctness import UNSUPPORTED
from grader.checks.fault_words import fault_sentence
from grader.checks.grading import STOPPED, Box, Open
from grader.checks.interface import parameter_types
from grader.cli.failure import Failure
from grader.cli.signature import check_arguments
from grader.problems.base import Case
from grader.report.diagnostics import diagnostics_text
from grader.report.profile_json import Profile
from grader.simt.launch import Argument, Dim3, LaunchRequest
from grader.texts import say
from grader.toolchain.names import AmbiguousKernel, UnknownKernel
from grader.toolchain.program import CompileError

COMPILE_ERROR = "compile_error"
# Errors that are the kernel's fault; all others are the caller's or the grader's.
KERNEL_ERRORS = (COMPILE_ERROR, *(kind.value for kind in STOPPED.values()))


@dataclass(frozen=True)
class Wanted:
    """One profile as it was asked for. arguments in parameter order, grid in blocks, block in threads."""

    source: str
    file: str
    kernel: str
    arch: str
    defines: Mapping[str, str]
    grid: Dim3
    block: Dim3
    shared_bytes: int
    arguments: tuple[Argument, ...]


def emulated(wanted: Wanted, open_box: Open, lang: str) -> Profile:
    """The profile on the emulator. A source that does not compile gives a profile with that error.

    A source or launch that stops the sandbox gives one too. Raises Failure for an unknown or ambiguous kernel and
    for arguments that do not fit it, ToolchainError.
    """
    profile = Profile(wanted.kernel, wanted.arch, "emulated", "", wanted.source)
    try:
        with open_box() as box:
            return _measured(profile, wanted, box, lang)
    except CompileError as error:
        message = diagnostics_text(error.diagnostics, wanted.source, wanted.file, lang)
        return replace(profile, error=(COMPILE_ERROR, message))
    except tuple(STOPPED) as stopped:
        kind = STOPPED[type(stopped)]
        return replace(profile, error=(kind.value, say(f"cli.{kind}", lang, reason=stopped)))


def _measured(profile: Profile, wanted: Wanted, box: Box, lang: str) -> Profile:
    try:
        program = box.compile(
            wanted.source, file=wanted.file, arch=wanted.arch, defines=wanted.defines, kernel=wanted.kernel
        )
    except UnknownKernel as unknown:
        known = ", ".join(unknown.candidates) or "-"
        key = "cli.ambiguous_kernel" if isinstance(unknown, AmbiguousKernel) else "cli.unknown_kernel"
        raise Failure("unknown_kernel", key, kernel=wanted.kernel, known=known) from None
    name = program.names[wanted.kernel]
    check_arguments(parameter_types(program.ptx, name), wanted.arguments, wanted.kernel)
    result = box.launch(LaunchRequest(name, wanted.grid, wanted.block, wanted.arguments, wanted.shared_bytes))
    compiled = replace(profile, toolchain=program.toolchain, resources=program.kernels[name])
    construct = next((fault for fault in result.faults if fault.kind == UNSUPPORTED), None)
    if construct is not None:  # what ran before it is no measurement of this kernel
        return replace(compiled, error=(UNSUPPORTED, fault_sentence(construct, CaseRun(0, Case()), lang)))
    return replace(compiled, result=result)


def on_gpu(wanted: Wanted, lang: str) -> Profile:
    """The profile on a GPU: this edition of the grader has no such backend and says so."""
    error = ("no_gpu_backend", say("cli.no_gpu_backend", lang))
    return Profile(wanted.kernel, wanted.arch, "cuda", "", wanted.source, error=error)


def refused(wanted: Wanted, backend: str, message: str) -> Profile:
    """The profile of a file that is no source: nothing but the reason."""
    return Profile(wanted.kernel, wanted.arch, backend, "", wanted.source, error=(COMPILE_ERROR, message))
