"""The sandboxed child: sets its own limits first and answers requests until its input closes."""

from __future__ import annotations

import contextlib
import gc
import os
import select
import signal
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

from grader.sandbox.frames import receive, send

_FILES = 1024  # open at once
_OBJECTS = 50_000  # between two searches for garbage
_LIBRARIES = 512 << 20  # address space for Python, NumPy and the compiler, which take 220 MB

Paths = tuple[list[str], list[str]]


class AnyWorker(Protocol):
    """What answers requests: `worker.Worker` on the emulator, `gpu_worker.GpuWorker` on a GPU."""

    def answer(self, request: dict[str, Any], blobs: list[bytearray]) -> tuple[dict[str, Any], list[memoryview]]: ...


def serve(device: str, memory_limit: int, processor_seconds: int, paths: Paths | None = None) -> None:
    """The child's main: set its limits, then answer requests from standard input until it closes.

    device: "emulated" or "cuda". A CUDA driver reserves address space and tools write reports, so "cuda" has no memory
    limit and files of up to 1 GB. paths: readable and writable ones, if Landlock is to restrict them.
    """
    on_gpu = device == "cuda"
    limit(None if on_gpu else memory_limit, processor_seconds, (1 << 30) if on_gpu else 0)
    if paths is not None:
        from grader.sandbox import landlock

        landlock.restrict(*paths)
    if not on_gpu:
        forbid_sockets()
    answer_requests(lambda: _worker(on_gpu), alone=not on_gpu)


def forbid_sockets() -> None:
    """Forbid this process to make sockets, where the system can filter them."""
    with contextlib.suppress(OSError):
        from grader.sandbox import sockets

        sockets.forbid()


def answer_requests(make: Callable[[], AnyWorker], *, alone: bool) -> None:
    """Answer requests from standard input until it closes. alone: start no process and no thread."""
    requests = os.fdopen(os.dup(0), "rb", buffering=0)
    _leave_with_reader(requests.fileno())
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # libraries may print, which must not mix with answers
    gc.set_threshold(_OBJECTS)
    worker = make()
    if alone:
        _start_nothing_more()
    while True:
        try:
            request, blobs = receive(requests, None)
        except EOFError:
            return
        except MemoryError:
            send(answers, {"failed": "MemoryError"}, [])
            return
        answer: dict[str, Any]
        data: list[memoryview]
        try:
            answer, data = worker.answer(request, blobs)
        except MemoryError:
            answer, data = {"failed": "MemoryError"}, []
        except Exception as error:
            from grader.sandbox import wire

            answer, data = wire.write_failure(error), []
        send(answers, answer, data)


def _worker(on_gpu: bool) -> AnyWorker:
    if on_gpu:
        from grader.sandbox.gpu_worker import GpuWorker

        return GpuWorker()
    from grader.sandbox.worker import Worker

    return Worker()


def leave_with(parent: int) -> None:
    """End this process soon after its parent: a grader that is killed cannot end its child."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    _beside(watch)


def _leave_with_reader(pipe: int) -> None:
    """End this process and its group, with the tools it started, when the grader closes its end of the pipe.

    Behind bubblewrap the parent is another process, which survives the grader.
    """

    def watch() -> None:
        hung_up = select.poll()
        hung_up.register(pipe, 0)  # reports nothing but the hang-up
        hung_up.poll()
        os.killpg(0, signal.SIGKILL)

    _beside(watch)


def _beside(work: Callable[[], None]) -> None:
    threading.stack_size(1 << 18)
    threading.Thread(target=work, daemon=True).start()
    threading.stack_size(0)


def _start_nothing_more() -> None:
    """Forbid this process to start processes and threads. Root is not bound by the limit."""
    with contextlib.suppress(ImportError, AttributeError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))


def limit(memory_limit: int | None, processor_seconds: int, file_bytes: int) -> None:
    """Limit this process: bytes of private memory (None: unlimited), seconds of CPU time, bytes of a file."""
    try:
        import resource
    except ImportError:  # not a POSIX system
        return
    limits = {resource.RLIMIT_CPU: processor_seconds, resource.RLIMIT_CORE: 0, resource.RLIMIT_FSIZE: file_bytes,
              resource.RLIMIT_NOFILE: _FILES}  # fmt: skip
    if memory_limit is not None:
        limits[resource.RLIMIT_DATA] = memory_limit
        limits[resource.RLIMIT_AS] = memory_limit + _LIBRARIES  # RLIMIT_DATA does not count shared memory
    for what, amount in limits.items():
        _, hard = resource.getrlimit(what)
        bound = amount if hard == resource.RLIM_INFINITY else min(amount, hard)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (bound, bound))
