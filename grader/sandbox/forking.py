"""The process of a fork server: loads everything once, then forks a child for each session."""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import time
from typing import Any

from grader.sandbox import child
from grader.sandbox.worker import Worker

_ORDER_BYTES = 4096
_LOOK_SECONDS = 0.002
_WARM_UP = """extern "C" __global__ void warm_up(int* a)
{
    __shared__ int s[32];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[31 - threadIdx.x];
}
"""


def serve(control: int, paths: child.Paths | None = None) -> None:
    """Fork, kill and wait for children as the socket `control` asks, until it closes. paths: as in `child.serve`."""
    if paths is not None:
        from grader.sandbox import landlock

        landlock.restrict(*paths)
    child.forbid_sockets()
    _warm_up()
    with socket.socket(fileno=control) as orders:
        while True:
            text, pipes, _, _ = socket.recv_fds(orders, _ORDER_BYTES, 2)
            if not text:
                return
            order = json.loads(text)
            answer: dict[str, int | None] = {}
            if order["do"] == "fork":
                answer = {"pid": _fork(order, pipes, orders)}
            elif order["do"] == "kill":
                _kill(order["pid"])
            else:
                answer = {"status": _wait(order["pid"], order["seconds"])}
            orders.send(json.dumps(answer).encode())


def _warm_up() -> None:
    """Compile and launch once, to load what is loaded lazily; what exists then is exempt from garbage collection."""
    import numpy as np

    from grader.launch import Argument, LaunchRequest
    from grader.sandbox import wire

    worker = Worker()
    options = {"file": "warm_up.cu", "arch": "sm_90", "fmad": True, "defines": {}, "kernel": None}
    worker.answer({"do": "compile", "source": _WARM_UP, **options}, [])
    request = LaunchRequest("warm_up", (1, 1, 1), (32, 1, 1), (Argument("a", np.zeros(32, np.int32)),))
    header, blobs = wire.write_request(request)
    worker.answer({"do": "launch", "launch": header, "seconds": 5.0}, [bytearray(blob) for blob in blobs])
    gc.collect()
    gc.freeze()


def _fork(order: dict[str, Any], pipes: list[int], orders: socket.socket) -> int:
    pid = os.fork()
    if pid:
        for pipe in pipes:
            os.close(pipe)
        return pid
    try:
        os.setsid()
        orders.close()
        for number, pipe in enumerate(pipes):
            os.dup2(pipe, number)
            os.close(pipe)
        child.limit(order["memory"], order["seconds"], 0)
        child.answer_requests(Worker, alone=True)
    finally:
        os._exit(0)


def _kill(pid: int) -> None:
    for end in (os.killpg, os.kill):  # before setsid a child has no group of its own
        try:
            end(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue


def _wait(pid: int, seconds: float) -> int | None:
    """The exit status of a child, negative for a signal; None if it has not ended after `seconds`."""
    end = time.monotonic() + seconds
    while True:
        try:
            found, status = os.waitpid(pid, os.WNOHANG)
        except ChildProcessError:
            return 0
        if found:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > end:
            return None
        time.sleep(_LOOK_SECONDS)
