"""Starts the sandboxes before anything else is imported, so that their children load libraries in parallel."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from grader.cli.option_value import option_value
from grader.cuda.availability import has_driver
from grader.sandbox.isolation import VARIABLE, NoSandbox
from grader.sandbox.session import Session

if TYPE_CHECKING:
    from grader.course.catalog import Exercise
    from grader.sandbox.gpu_session import GpuSession

_ON_GPU = ("auto", "cuda", "both")


class Headstart:
    """Opens sessions; the first of each kind is already starting. Close it at the end, used or not."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self._started: Session | None = None
        self._on_gpu: GpuSession | None = None
        if wish := option_value(arguments, "--sandbox"):
            os.environ[VARIABLE] = wish
        with suppress(OSError, NoSandbox):  # raised again when a session is requested
            self._started = Session()
            self._on_gpu = _gpu_session() if _wants_gpu(arguments) else None

    def __call__(self) -> Session:
        """A fresh session of a child process."""
        session, self._started = self._started, None
        return session or Session()

    def compile_ahead(self, exercise: Exercise, path: Path) -> None:
        """Start compiling a kernel before the session is requested; errors surface when it is."""
        from grader.course.documents import CourseError
        from grader.toolchain.source import SourceError, read_source

        if self._started is None:
            return
        with suppress(OSError, SourceError, CourseError):
            source, options = read_source(path), exercise.compile
            self._started.begin_compile(source, file=path.name, fmad=options.fmad, defines=options.defines)

    def open_gpu(self) -> GpuSession:
        """A fresh session of a child process with GPU access."""
        session, self._on_gpu = self._on_gpu, None
        return session or _gpu_session()

    def close(self) -> None:
        """End the sessions that were not used."""
        for session in (self._started, self._on_gpu):
            if session is not None:
                session.close()


def _gpu_session() -> GpuSession:
    from grader.sandbox.gpu_session import GpuSession

    return GpuSession()


def _wants_gpu(arguments: Sequence[str]) -> bool:
    """Whether a command will use the GPU: grading does where there is one, `profile` on request."""
    unasked = "auto" if arguments[:1] in (["check"], ["report"]) else "emulated"
    return (option_value(arguments, "--backend") or unasked) in _ON_GPU and has_driver()
