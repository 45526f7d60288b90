"""A session with the sandboxed child, which compiles a student's kernel and emulates it under limits.

The parent keeps seeds and references; the child sees the source and the inputs of one launch at a time. They exchange
frames of JSON and raw buffers, so nothing that comes back is ever executed or unpickled.
"""

from __future__ import annotations

import contextlib
import math
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any, Protocol, Self

from grader.sandbox import walls
from grader.sandbox.child_time import ChildStopwatch
from grader.sandbox.frames import Blob, Late, receive, send_in_time
from grader.sandbox.isolation import Isolation, isolation
from grader.sandbox.reach import Reach, reach

if TYPE_CHECKING:
    from grader.launch import LaunchRequest, LaunchResult
    from grader.toolchain.program import Program

TIME_LIMIT = 7.5  # seconds
MEMORY_LIMIT = 700 << 20  # bytes
_MODULE = "grader.sandbox.child"
_PIPE_BYTES = 1 << 20
_SIGNALLED = 128


class SandboxError(Exception):
    """The child failed because of the student's source.

    The text, for use in messages of any language, is the limit that was reached (`8.5 s`, `768 MB`) or how the child
    ended (`SIGSEGV`).
    """


class TimedOut(SandboxError):
    """The time limit was reached."""


class MemoryExceeded(SandboxError):
    """The memory limit was reached."""


class Crashed(SandboxError):
    """The child died."""


class Child(Protocol):
    """A session's view of its child process. pid: 0 if unknown."""

    pid: int
    stdin: IO[bytes]
    stdout: IO[bytes]

    @property
    def returncode(self) -> int | None: ...
    def wait(self, timeout: float = ...) -> int: ...
    def end(self) -> None: ...


class _Process:
    """A child process in its own process group."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self._started = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            start_new_session=True, env=environment,
        )  # fmt: skip
        assert self._started.stdin is not None and self._started.stdout is not None
        self.pid, self.stdin, self.stdout = self._started.pid, self._started.stdin, self._started.stdout

    @property
    def returncode(self) -> int | None:
        return self._started.returncode

    def wait(self, timeout: float | None = None) -> int:
        return self._started.wait(timeout)

    def end(self) -> None:
        """Kill it and everything that it started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)


class Session:
    """A child process that compiles one source at a time and launches its kernels.

    time_limit: seconds for all requests together, of CPU time, so that a busy machine fails nobody; at most PATIENCE
    times as many by the clock. memory_limit: bytes of private memory. With the defaults, grading takes less than ten
    seconds and 1 GiB in all, the grader included. Starting a session returns at once, while the child loads its
    libraries. Raises NoSandbox if the wanted isolation does not work.
    """

    device = "emulated"

    def __init__(self, time_limit: float = TIME_LIMIT, memory_limit: int = MEMORY_LIMIT) -> None:
        self._time_limit = time_limit
        self._time_left = time_limit
        self._memory_limit = memory_limit
        self._isolation = self._isolated()
        self._process: Child | None = None
        self._closed = False
        self._begun: tuple[dict[str, Any], Callable[[], float]] | None = None
        self._asking = threading.Lock()  # held during a request
        self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    @property
    def time_left(self) -> float:
        """Seconds that further requests may take in all."""
        return self._time_left

    def close(self) -> None:
        """End the child and all that it started; a request in progress in another thread fails first."""
        self._closed = True
        # Kill first: that thread would wait for a closed pipe to its deadline.
        self._kill(self._process)
        with self._asking:
            self.end_child()

    def end_child(self) -> None:
        """End the child; the next request starts another."""
        process, self._process = self._process, None
        if process is None:
            return
        self._kill(process)
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()

    @staticmethod
    def _kill(process: Child | None) -> None:
        if process is not None and process.returncode is None:
            process.end()

    def compile(
        self, source: str, *, file: str = "kernel.cu", arch: str = "sm_90", fmad: bool = True,
        defines: Mapping[str, str] | None = None, kernel: str | None = None,
    ) -> Program:  # fmt: skip
        """Compile a source. Raises CompileError, UnknownKernel, ToolchainError, or a SandboxError."""
        from grader.sandbox import wire

        request = _compilation(source, file, arch, fmad, defines, kernel)
        with self._understanding():
            answer, (cubin,) = self.ask(request)
            return wire.read_program(answer, source, bytes(cubin))

    def begin_compile(
        self, source: str, *, file: str = "kernel.cu", arch: str = "sm_90", fmad: bool = True,
        defines: Mapping[str, str] | None = None, kernel: str | None = None,
    ) -> None:  # fmt: skip
        """Start compiling a source; the next request must be `compile` with the same arguments."""
        request = _compilation(source, file, arch, fmad, defines, kernel)
        with self._asking, contextlib.suppress(OSError):  # `compile` will find the child dead, too
            if self._process is not None and self._begun is None:
                used = self._stopwatch(self._process.pid)
                try:
                    send_in_time(self._process.stdin, request, (), lambda: self._time_left - used())
                    self._begun = request, used
                except Late:
                    self.end_child()

    def launch(self, request: LaunchRequest) -> LaunchResult:
        """Launch a kernel of the program compiled last. Raises ArgumentMismatch or a SandboxError."""
        from grader.sandbox import wire

        header, blobs = wire.write_request(request)
        # The child itself stops the launch a little earlier, because it knows the line.
        with self._understanding():
            answer, data = self.ask({"do": "launch", "launch": header, "seconds": self._time_left * 0.9}, blobs)
            return wire.read_result(answer, data, request)

    @contextlib.contextmanager
    def _understanding(self) -> Iterator[None]:
        """Around reading an answer: a malformed one means that the child was taken over."""
        try:
            yield
        except (ValueError, TypeError, LookupError, AttributeError, OverflowError, StopIteration):
            self.end_child()
            raise Crashed("a garbled answer") from None

    def _start(self) -> None:
        self._process = self._spawn()
        _widen(self._process.stdout)

    def _spawn(self) -> Child:
        """A fresh child, within its walls."""
        return _Process(self._command(), self._environment())

    def _command(self) -> list[str]:
        """The command that starts the child, within its walls."""
        asked = (self.device, self._memory_limit, self._processor_seconds())
        return walls.command(_MODULE, asked, self._isolation, self._reach())

    def _isolated(self) -> Isolation:
        return isolation()

    def _reach(self) -> Reach:
        return reach()

    def _stopwatch(self, pid: int) -> Callable[[], float]:
        """What tells the seconds that the child is charged for from now on. pid: of what was started."""
        return ChildStopwatch(pid, walls.levels(self._isolation)).seconds

    def _processor_seconds(self) -> int:
        return int(self._time_limit) + 2

    def _environment(self) -> dict[str, str]:
        return walls.environment()

    def ask(
        self, request: dict[str, Any], blobs: Sequence[Blob] = (), within: float = math.inf
    ) -> tuple[dict[str, Any], list[bytearray]]:
        """One request to the child and its answer. Raises what `compile` and `launch` raise.

        within: seconds that this request may take, if fewer are not left anyway.
        """
        with self._asking:
            return self._ask(request, blobs, min(within, self._time_left))

    def _ask(
        self, request: dict[str, Any], blobs: Sequence[Blob], within: float
    ) -> tuple[dict[str, Any], list[bytearray]]:
        from grader.sandbox import wire

        if self._closed:
            raise Crashed("closed")
        if self._time_left <= 0:  # an answer that is already there is read without a look at the clock
            self.end_child()
            raise TimedOut(f"{self._time_limit:g} s")
        begun, self._begun = self._begun, None
        if begun is not None and begun[0] != request:  # nobody will read its answer
            self.end_child()
        if self._process is None:
            begun = None
            self._start()
        process = self._process
        assert process is not None
        used = self._stopwatch(process.pid) if begun is None else begun[1]
        try:
            if begun is None:
                send_in_time(process.stdin, request, blobs, lambda: within - used())
            answer, data = receive(process.stdout, lambda: within - used())
        except Late:
            self.end_child()
            limit = self._time_limit if within == self._time_left else within
            raise TimedOut(f"{limit:g} s") from None
        except (BrokenPipeError, EOFError, ValueError):
            code = _wait_briefly(process)
            self.end_child()
            raise self._death(code) from None
        finally:
            self._time_left = max(self._time_left - used(), 0.0)
        if "failed" in answer:
            if answer["failed"] == "MemoryError":
                self.end_child()
                raise MemoryExceeded(f"{self._memory_limit >> 20} MB")
            with self._understanding():
                wire.raise_failure(answer)
        return answer, data

    def _death(self, code: int | None) -> SandboxError:
        if self._closed:
            return Crashed("closed")
        if code is not None and code > _SIGNALLED and self._isolation is Isolation.BUBBLEWRAP:
            code = _SIGNALLED - code  # like a shell's exit status
        if code is not None and -code in (signal.SIGXCPU, signal.SIGKILL):
            return TimedOut(f"{self._time_limit:g} s")
        return Crashed(signal.Signals(-code).name if code is not None and code < 0 else f"status {code}")


def _compilation(
    source: str, file: str, arch: str, fmad: bool, defines: Mapping[str, str] | None, kernel: str | None
) -> dict[str, Any]:
    return {"do": "compile", "source": source, "file": file, "arch": arch, "fmad": fmad, "defines": dict(defines or {}),
            "kernel": kernel}  # fmt: skip


def _widen(pipe: IO[bytes]) -> None:
    """Enlarge the pipe's buffer, if possible: results of a hundred megabytes then take half the time."""
    with contextlib.suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(pipe.fileno(), fcntl.F_SETPIPE_SZ, _PIPE_BYTES)


def _wait_briefly(process: Child) -> int | None:
    try:
        return process.wait(1.0)
    except subprocess.TimeoutExpired:
        return None
