"""Launches of the corpus in the emulator, on the values that the hardware was given."""

from __future__ import annotations

from functools import cache

from grader.launch import Argument, LaunchRequest, LaunchResult
from grader.simt import emulator
from grader.toolchain import Program, compile_source
from tests.hardware import arguments, corpus


@cache
def program(file: str, defines: tuple[tuple[str, str], ...]) -> Program:
    return compile_source((corpus.KERNELS / file).read_text(encoding="utf-8"), file=file, defines=dict(defines))


def emulate(launch: corpus.Launch) -> tuple[Program, LaunchResult]:
    compiled = program(launch.file, tuple(sorted((launch.defines or {}).items())))
    values = arguments.values(list(launch.args), corpus.SEED, corpus.FOLDER)
    given = tuple(Argument(f"argument {i}", value) for i, value in enumerate(values))
    request = LaunchRequest(launch.kernel, launch.grid, launch.block, given, launch.shared)
    return compiled, emulator.launch(emulator.load(compiled, launch.kernel), request)
