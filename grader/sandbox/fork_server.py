"""Sessions whose children are forked from a process that has Python, NumPy, the emulator and the compiler loaded.

Loading takes longer than most kernels. A server sees no source, no seed and no private case, so neither does a child
before its first request. Children of one server share its sandbox: it has one child at a time, and is not reused after
a child that timed out, died, or was ended in the middle of a request.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import signal
import socket
import subprocess
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import IO, Any, Self

from grader.sandbox import walls
from grader.sandbox.child_time import ChildStopwatch
from grader.sandbox.isolation import isolation
from grader.sandbox.reach import reach
from grader.sandbox.session import MEMORY_LIMIT, TIME_LIMIT, Child, Session

_MODULE = "grader.sandbox.forking"
_ANSWER_BYTES = 4096
_PATIENCE = 60.0  # seconds: on a busy machine it may still be loading


class Gone(OSError):
    """The server no longer answers."""


class ForkServer:
    """One server. Starting it returns at once. Raises NoSandbox if the requested isolation does not work."""

    def __init__(self) -> None:
        kind = isolation()
        self._orders, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._orders.settimeout(_PATIENCE)
        self._levels = walls.levels(kind)
        with theirs:
            self._process = subprocess.Popen(
                walls.command(_MODULE, (theirs.fileno(),), kind, reach()),
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                start_new_session=True, env=walls.environment(), pass_fds=[theirs.fileno()],
            )  # fmt: skip

    def fork(self, memory_limit: int, processor_seconds: int) -> ForkedChild:
        """A child with these limits, in bytes and seconds. Raises Gone."""
        (theirs_in, ours_in), (ours_out, theirs_out) = os.pipe(), os.pipe()
        try:
            order = {"do": "fork", "memory": memory_limit, "seconds": processor_seconds}
            inside = int(self.ask(order, [theirs_in, theirs_out])["pid"])
            return ForkedChild(self, inside, self._outside(inside), os.fdopen(ours_in, "wb"), os.fdopen(ours_out, "rb"))
        except BaseException:
            os.close(ours_in)
            os.close(ours_out)
            raise
        finally:
            os.close(theirs_in)
            os.close(theirs_out)

    def ask(self, order: dict[str, Any], pipes: list[int] | None = None) -> dict[str, Any]:
        """The answer to one order. Raises Gone."""
        try:
            socket.send_fds(self._orders, [json.dumps(order).encode()], pipes or [])
            answer = self._orders.recv(_ANSWER_BYTES)
            return dict(json.loads(answer))
        except (OSError, ValueError) as error:
            raise Gone(str(error)) from None

    def close(self) -> None:
        """End the server and its child."""
        self._orders.close()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _outside(self, inside: int) -> int:
        """The PID in this namespace of the server's child `inside`; 0 if unknown."""
        pid = self._process.pid
        with contextlib.suppress(OSError, ValueError, IndexError):
            for _ in range(self._levels):
                (pid,) = _children(pid)
            for child in _children(pid):
                if _numbers(child)[-1] == inside:
                    return child
        return 0


def _children(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()]


def _numbers(pid: int) -> list[int]:
    """The PIDs of a process, from this namespace to its innermost."""
    lines = Path(f"/proc/{pid}/status").read_text("ascii", "replace").splitlines()
    return [int(each) for each in next(line for line in lines if line.startswith("NSpid:")).split()[1:]]


class ForkedChild:
    """One fork, as a session uses it. pid: in this namespace."""

    def __init__(self, server: ForkServer, inside: int, pid: int, stdin: IO[bytes], stdout: IO[bytes]) -> None:
        self._server, self._inside = server, inside
        self.pid, self.stdin, self.stdout = pid, stdin, stdout
        self.returncode: int | None = None

    def wait(self, timeout: float = _PATIENCE / 2) -> int:
        """The exit status, negative for a signal. Raises subprocess.TimeoutExpired."""
        if self.returncode is None:
            try:
                self.returncode = self._server.ask({"do": "wait", "pid": self._inside, "seconds": timeout})["status"]
            except Gone:
                self.returncode = -signal.SIGKILL
        if self.returncode is None:
            raise subprocess.TimeoutExpired("fork", timeout)
        return self.returncode

    def end(self) -> None:
        """Kill it and everything that it started."""
        if self.returncode is None:
            with contextlib.suppress(Gone):
                self._server.ask({"do": "kill", "pid": self._inside})


class ForkedSession(Session):
    """A session with a child of a pool's server, which returns to the pool after an orderly end."""

    def __init__(self, pool: SessionPool, time_limit: float, memory_limit: int) -> None:
        self._pool = pool
        self._server: ForkServer | None = None
        super().__init__(time_limit, memory_limit)

    def close(self) -> None:
        in_order = not self._asking.locked()
        super().close()
        server, self._server = self._server, None
        if server is not None:
            self._pool.take_back(server) if in_order else server.close()

    def end_child(self) -> None:
        super().end_child()
        if not self._closed and self._server is not None:  # after a time-out, a death, a garbled answer
            self._server.close()
            self._server = None

    def _stopwatch(self, pid: int) -> Callable[[], float]:
        return ChildStopwatch(pid).seconds

    def _spawn(self) -> Child:
        for _ in range(2):  # a server from the pool may have been killed meanwhile
            self._server = self._server or self._pool.server()
            try:
                return self._server.fork(self._memory_limit, self._processor_seconds())
            except Gone:
                self._server.close()
                self._server = None
        return super()._spawn()


class SessionPool:
    """Opens sessions, one after another or several at once, each on its own server. Close it at the end."""

    def __init__(self) -> None:
        self._idle: list[ForkServer] = []
        self._lock = threading.Lock()
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def __call__(self, time_limit: float = TIME_LIMIT, memory_limit: int = MEMORY_LIMIT) -> Session:
        """A fresh session. Raises NoSandbox as Session does."""
        return ForkedSession(self, time_limit, memory_limit)

    def server(self) -> ForkServer:
        """An idle server, or a new one."""
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return ForkServer()

    def take_back(self, server: ForkServer) -> None:
        """Keep a server for the next session."""
        with self._lock:
            if not self._closed:
                self._idle.append(server)
                return
        server.close()

    def close(self) -> None:
        """End the idle servers; one in use ends with its session."""
        with self._lock:
            self._closed, idle, self._idle = True, self._idle, []
        for server in idle:
            server.close()


@cache
def warm_sessions() -> SessionPool:
    """The pool of this process, for grading many files; closed at exit."""
    pool = SessionPool()
    atexit.register(pool.close)
    return pool
