"""What must hold of the emulator, whatever it is given: it runs, or refuses by name, or reports a fault. And soon."""

from __future__ import annotations

import resource
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import TypeVar

import numpy as np

from grader.launch import Argument, ArgumentMismatch, LaunchRequest, LaunchResult
from grader.simt import emulator
from grader.simt.limits import Limits
from grader.simt.unsupported import Unsupported
from grader.toolchain import Program

Result = TypeVar("Result")
SECONDS = 2.0  # of processor time a case may take: other work on the machine does not stretch it
TRIES = 3
BYTES = 1 << 30  # of address space a test may add
LIMITS = Limits(thread_instructions=8_000, seconds=0.5, printed=8)
FAULTS = {
    "out_of_bounds", "not_constant", "constant_written", "misaligned", "null_pointer", "trap", "assert",
    "stack_overflow", "mbarrier_overrun", "no_forward_progress", "unsupported", "launch_configuration",
}  # fmt: skip
HAZARDS = {"RAW", "WAR", "WAW", "barrier_divergence", "undefined_shuffle", "partial_warp",
           "uninitialised_read"}  # fmt: skip
LONGEST_MESSAGE = 400


class TookTooLong(Exception):
    """A case used more processor time than any case may."""


def in_time(work: Callable[[], Result]) -> Result:
    """Does it, and stops what runs too long, a loop without end included.

    What takes too long does so each time. Once may be a machine that stood still and booked that as our time.
    """
    for _ in range(TRIES - 1):
        with suppress(TookTooLong), _timer():
            return work()
    with _timer():
        return work()


@contextmanager
def _timer() -> Iterator[None]:
    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TookTooLong(f"more than {SECONDS:g} s of processor time")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextmanager
def in_memory() -> Iterator[None]:
    """Lets nothing allocate more than BYTES beyond what the process has: a MemoryError, which nobody expects."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + BYTES, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def outcome_of_code(program: Program, kernel: str) -> str:
    """Load a kernel and launch it with what its parameters ask for. Returns how that ended, in a word."""

    def work() -> str:
        try:
            ready = emulator.load(program, kernel)
        except Unsupported as construct:
            assert_refusal(construct)
            return "refused"
        return _outcome(ready, LaunchRequest(kernel, (1, 1, 1), (32, 1, 1), arguments_of(ready), 64))

    return in_time(work)


def outcome_of_launch(ready: emulator.LoadedKernel, request: LaunchRequest) -> str:
    """Launch a loaded kernel. Returns how that ended, in a word."""
    return in_time(lambda: _outcome(ready, request))


def _outcome(ready: emulator.LoadedKernel, request: LaunchRequest) -> str:
    try:
        result = emulator.launch(ready, request, LIMITS)
    except ArgumentMismatch as mismatch:
        assert_readable(str(mismatch))
        return "mismatch"
    assert_result(result, request)
    return result.faults[0].kind if result.faults else "ran"


def arguments_of(kernel: emulator.LoadedKernel) -> tuple[Argument, ...]:
    """An argument for every parameter: a buffer of 256 words where a pointer fits, else a small number."""
    scalars: dict[int, type[np.generic]] = {1: np.int8, 2: np.int16, 4: np.int32}
    return tuple(
        Argument(f"argument {i}", np.arange(256, dtype=np.int32) if size == 8 else
                 scalars[size](20) if size in scalars else np.void(bytes(size)))
        for i, size in enumerate(p.size for p in kernel.code.parameters)
    )  # fmt: skip


def assert_refusal(construct: Unsupported) -> None:
    """One clear line that names the construct."""
    assert_readable(construct.construct)
    assert construct.line is None or construct.line >= 0


def assert_readable(message: str) -> None:
    """One line, not endless."""
    assert 0 < len(message) <= LONGEST_MESSAGE
    assert message.isprintable()


def assert_result(result: LaunchResult, request: LaunchRequest) -> None:
    """Known kinds, readable messages, and every buffer given back in its own shape."""
    assert {f.kind for f in result.faults} <= FAULTS
    assert {h.kind for h in result.hazards} <= HAZARDS
    for found in (*result.faults, *result.hazards):
        if found.kind != "assert":  # that one quotes the program
            assert_readable(found.message)
    given = {i: a.value for i, a in enumerate(request.arguments) if isinstance(a.value, np.ndarray)}
    assert result.outputs.keys() == given.keys()
    for i, array in given.items():
        assert (result.outputs[i].dtype, result.outputs[i].size) == (array.dtype, array.size)
    assert result.thread_instructions is not None
