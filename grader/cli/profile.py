"""`grader profile`: compile any kernel, run it once with generated arguments, show what its accesses cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grader.cli.options import JsonOut, Lang, SandboxWish, help_text
from grader.cli.output import STDOUT, show, write_json
from grader.cli.wishes import chosen, gpu_sessions, isolate, sessions
from grader.texts import say

if TYPE_CHECKING:
    from grader.grading.profile import Profile
    from grader.grading.profiling import Wanted
    from grader.sandbox.gpu_session import GpuSession

STUDENT_FAULT = 1
USER_FAULT = 2


class ProfileOn(StrEnum):
    """The `--backend` of `profile`: which device measures. both: a profile of each."""

    emulated = "emulated"
    cuda = "cuda"
    both = "both"


def profile(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE.cu", help=help_text("profile_file"))],
    kernel: Annotated[str, typer.Option("--kernel", metavar="NAME", help=help_text("profile_kernel"))],
    grid: Annotated[str, typer.Option("--grid", metavar="X[,Y[,Z]]", help=help_text("profile_grid"))],
    block: Annotated[str, typer.Option("--block", metavar="X[,Y[,Z]]", help=help_text("profile_block"))],
    shared: Annotated[int, typer.Option("--shared", metavar="BYTES", min=0, help=help_text("profile_shared"))] = 0,
    define: Annotated[
        list[str] | None, typer.Option("--define", metavar="K=V", help=help_text("profile_define"))
    ] = None,
    arch: Annotated[str, typer.Option("--arch", metavar="sm_90", help=help_text("profile_arch"))] = "sm_90",
    backend: Annotated[ProfileOn, typer.Option("--backend", help=help_text("profile_backend"))] = ProfileOn.emulated,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help=help_text("profile_seed"))] = 0,
    arg: Annotated[list[str] | None, typer.Option("--arg", metavar="SPEC", help=help_text("profile_arg"))] = None,
    symbol: Annotated[
        list[str] | None, typer.Option("--symbol", metavar="NAME=ARRAY", help=help_text("profile_symbol"))
    ] = None,
    json: JsonOut = None,
    save_outputs: Annotated[
        Path | None, typer.Option("--save-outputs", metavar="DIR", help=help_text("profile_save"))
    ] = None,
    sandbox: SandboxWish = None,
    lang: Lang = None,
) -> int:
    """Profile one launch. Exit status: 1 if the kernel does not compile or stops, 2 if it was not run."""
    from grader.cli import arguments
    from grader.cli.sources import BadSource, read_given
    from grader.grading import profiling

    isolate(sandbox)
    specs, speech = arg or [], chosen(lang)
    wanted = profiling.Wanted(
        source="", file=file.name, kernel=kernel, arch=arch,
        defines=dict(arguments.parse_define(text) for text in define or []),
        grid=arguments.parse_dim3(grid, "--grid", arguments.GRID_LIMIT),
        block=arguments.parse_dim3(block, "--block", arguments.BLOCK_LIMIT, arguments.BLOCK_THREADS),
        shared_bytes=shared, arguments=arguments.build_arguments(specs, seed),
        symbols=arguments.build_symbols(symbol or [], seed),
    )  # fmt: skip
    profiles: dict[str, Profile] = {}
    try:
        wanted = replace(wanted, source=read_given(file, speech))
        if backend is not ProfileOn.cuda:
            profiles["emulated"] = profiling.emulated(wanted, sessions(context.obj), speech)
        if backend is not ProfileOn.emulated:
            measure = _beside_the_emulator if backend is ProfileOn.both else profiling.on_gpu
            profiles["cuda"] = measure(wanted, gpu_sessions(context.obj), speech)
    except BadSource as bad:
        names = ("emulated", "cuda") if backend is ProfileOn.both else (backend.value,)
        profiles = {name: profiling.refused(wanted, name, bad.message) for name in names}
    if save_outputs is not None:
        shapes = arguments.shapes(specs)
        for name, taken in profiles.items():
            prefix = "cuda_" if backend is ProfileOn.both and name == "cuda" else ""
            profiles[name] = _saved(taken, save_outputs, prefix, shapes, speech)
    _deliver(profiles, json, speech, both=backend is ProfileOn.both)
    return max(map(exit_status, profiles.values()))


def exit_status(profile: Profile) -> int:
    """2 if nothing was measured for other reasons than the kernel, 1 if the kernel failed, else 0."""
    from grader.grading.profiling import KERNEL_ERRORS

    if profile.error is not None:
        return STUDENT_FAULT if profile.error[0] in KERNEL_ERRORS else USER_FAULT
    return STUDENT_FAULT if profile.result is None or profile.result.faults else 0


def _beside_the_emulator(wanted: Wanted, open_gpu: Callable[[], GpuSession], lang: str) -> Profile:
    """The profile on a GPU, containing any error, so that the emulator's profile is still shown."""
    from grader.failure import as_failure
    from grader.grading import profiling

    try:
        return profiling.on_gpu(wanted, open_gpu, lang)
    except Exception as error:
        failure = as_failure(error)
        return profiling.refused(wanted, "cuda", failure.message(lang), failure.kind)


def _deliver(profiles: dict[str, Profile], json: str | None, lang: str, both: bool) -> None:
    from grader.report.profile_json import profile_json
    from grader.report.profile_view import profile_view

    documents = {name: profile_json(profile) for name, profile in profiles.items()}
    if json is not None:
        write_json(documents if both else next(iter(documents.values())), json)
    show(*(profile_view(profile, lang) for profile in profiles.values()), quiet=json == STDOUT)


def _saved(profile: Profile, folder: Path, prefix: str, shapes: dict[int, tuple[int, ...]], lang: str) -> Profile:
    """Save every output buffer as FOLDER/<prefix><position>.npy in its SPEC's shape.

    Returns the profile, with an error if a file could not be written; its measurements are still shown.
    """
    import numpy as np

    if profile.result is None:
        return profile
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for position, values in profile.result.outputs.items():
            np.save(folder / f"{prefix}{position}.npy", values.reshape(shapes[position]))
    except OSError as error:
        message = say("cli.unwritable", lang, path=folder, reason=error.strerror or error)
        return replace(profile, error=("unwritable_file", message))
    return profile
