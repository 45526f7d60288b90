"""The sandboxed child: runs under its limits from its first line and answers requests until its input closes."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from typing import Any, Protocol

from grader.sandbox.frames import receive, send


class AnyWorker(Protocol):
    """What answers requests: `worker.Worker` on the emulator, `gpu_worker.GpuWorker` on a GPU."""

    def answer(self, request: dict[str, Any], blobs: list[bytearray]) -> tuple[dict[str, Any], list[memoryview]]: ...


def serve(device: str, memory_limit: int, processor_seconds: int) -> None:
    """The child: answer requests from standard input until it closes. Runs under its limits from the first line.

    device: "emulated" or "cuda". A CUDA driver reserves address space and tools write reports: so with the latter
    memory has no limit, and a file one of 1 GB.
    """
    on_gpu = device == "cuda"
    _limit(None if on_gpu else memory_limit, processor_seconds, (1 << 30) if on_gpu else 0)
    leave_with(os.getppid(), group=True)
    requests = os.fdopen(os.dup(0), "rb", buffering=0)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # whatever a library prints is not an answer
    from grader.sandbox import wire

    worker = _worker(on_gpu)
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
            answer, data = wire.write_failure(error), []
        send(answers, answer, data)


def _worker(on_gpu: bool) -> AnyWorker:
    if on_gpu:
        from grader.sandbox.gpu_worker import GpuWorker

        return GpuWorker()
    from grader.sandbox.worker import Worker

    return Worker()


def leave_with(parent: int, group: bool = False) -> None:
    """End this process soon after its parent has: a grader that was killed cannot end its child any more.

    group: and with it all of its process group, the tools that it started.
    """

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        if group:
            os.killpg(0, signal.SIGKILL)
        os._exit(1)

    threading.stack_size(1 << 18)
    threading.Thread(target=watch, daemon=True).start()
    threading.stack_size(0)


def _limit(memory_limit: int | None, processor_seconds: int, file_bytes: int) -> None:
    try:
        import resource
    except ImportError:  # not a POSIX system
        return
    limits = {resource.RLIMIT_CPU: processor_seconds, resource.RLIMIT_CORE: 0, resource.RLIMIT_FSIZE: file_bytes}
    if memory_limit is not None:
        limits[resource.RLIMIT_DATA] = memory_limit
    for what, amount in limits.items():
        _, hard = resource.getrlimit(what)
        bound = amount if hard == resource.RLIM_INFINITY else min(amount, hard)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (bound, bound))
