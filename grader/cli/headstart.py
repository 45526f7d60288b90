"""Starts the sandboxes before anything else is imported, so that their children load their libraries meanwhile."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress

from grader.cli.option_value import option_value
from grader.cuda.availability import has_driver
from grader.sandbox import Session
from grader.sandbox.gpu_session import GpuSession
from grader.sandbox.isolation import VARIABLE, NoSandbox

_ON_GPU = ("auto", "cuda", "both")


class Headstart:
    """Opens sessions; the first of each kind is already under way. Close it at the end, used or not."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self._started: Session | None = None
        self._on_gpu: GpuSession | None = None
        if wish := option_value(arguments, "--sandbox"):
            os.environ[VARIABLE] = wish
        with suppress(OSError, NoSandbox):  # who asks for a session is told
            self._started = Session()
            self._on_gpu = GpuSession() if _wants_gpu(arguments) else None

    def __call__(self) -> Session:
        """A fresh session of a child process."""
        session, self._started = self._started, None
        return session or Session()

    def open_gpu(self) -> GpuSession:
        """A fresh session of a child process with a GPU."""
        session, self._on_gpu = self._on_gpu, None
        return session or GpuSession()

    def close(self) -> None:
        """End the sessions that nobody has asked for."""
        for session in (self._started, self._on_gpu):
            if session is not None:
                session.close()


def _wants_gpu(arguments: Sequence[str]) -> bool:
    """Whether a command will ask for the GPU: those that grade do where there is one, `profile` if told to."""
    unasked = "auto" if arguments[:1] in (["check"], ["report"]) else "emulated"
    return (option_value(arguments, "--backend") or unasked) in _ON_GPU and has_driver()
