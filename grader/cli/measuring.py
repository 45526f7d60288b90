"""Takes a profile of one launch: compiles in the sandbox, finds the kernel, checks its arguments, runs it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Protocol

from grader.cli.failure import Failure
from grader.cli.signature import check_arguments, parameter_types
from grader.report.diagnostics import diagnostics_text
from grader.report.profile_json import Profile
from grader.simt.launch import Argument, Dim3, LaunchRequest, LaunchResult
from grader.texts import say
from grader.toolchain.program import CompileError, Program

COMPILE_ERROR = "compile_error"


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


class Box(Protocol):
    """What is used of `sandbox.Session`."""

    def compile(
        self, source: str, *, file: str, arch: str, defines: Mapping[str, str], kernel: str | None
    ) -> Program: ...

    def launch(self, request: LaunchRequest) -> LaunchResult: ...


def emulated(wanted: Wanted, session: Callable[[], AbstractContextManager[Box]], lang: str) -> Profile:
    """The profile on the emulator. A source that does not compile gives a profile with that error.

    Raises Failure for an unknown kernel and for arguments that do not fit it; sandbox errors pass through.
    """
    profile = Profile(wanted.kernel, wanted.arch, "emulated", "", wanted.source)
    with session() as box:
        try:
            program, name = _program(box, wanted)
        except CompileError as error:
            message = diagnostics_text(error.diagnostics, wanted.source, wanted.file, lang)
            return replace(profile, error=(COMPILE_ERROR, message))
        check_arguments(parameter_types(program.ptx, name), wanted.arguments, wanted.kernel)
        request = LaunchRequest(name, wanted.grid, wanted.block, wanted.arguments, wanted.shared_bytes)
        result = box.launch(request)
    return replace(profile, toolchain=program.toolchain, result=result, resources=program.kernels[name])


def on_gpu(wanted: Wanted, lang: str) -> Profile:
    """The profile on a GPU: this edition of the grader has no such backend and says so."""
    error = ("no_gpu_backend", say("cli.no_gpu_backend", lang))
    return Profile(wanted.kernel, wanted.arch, "cuda", "", wanted.source, error=error)


def refused(wanted: Wanted, backend: str, message: str) -> Profile:
    """The profile of a file that is no source: nothing but the reason."""
    return Profile(wanted.kernel, wanted.arch, backend, "", wanted.source, error=(COMPILE_ERROR, message))


def _program(box: Box, wanted: Wanted) -> tuple[Program, str]:
    """The compiled source and the PTX name of the wanted kernel.

    A C++ name or template instance has to be asked for when compiling, but a wrong one would show as a
    compile error; so the source alone is compiled first, and what then fails is the name.
    """

    def compiled(kernel: str | None) -> Program:
        return box.compile(
            wanted.source, file=wanted.file, arch=wanted.arch, defines=wanted.defines, kernel=kernel
        )

    program = compiled(None)
    if wanted.kernel in program.kernels:
        return program, wanted.kernel
    try:
        named = compiled(wanted.kernel)
        return named, named.names[wanted.kernel]
    except (CompileError, KeyError):
        known = ", ".join(program.kernels) or "-"
        raise Failure("unknown_kernel", "cli.unknown_kernel", kernel=wanted.kernel, known=known) from None
