"""The sandbox itself: one budget of time for all it is asked, one of memory, and a death that is told."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from typing import IO

import numpy as np
import pytest

from grader.sandbox import Crashed, MemoryExceeded, Session, TimedOut
from grader.sandbox.frames import receive
from grader.simt.launch import Argument, LaunchRequest
from tests.bad_input.watching import children_of, runs

ENDLESS = 'extern "C" __global__ void k(volatile int* go) { while (*go) {} }'
HUGE = '__device__ float big[1ull << 26];\nextern "C" __global__ void k(int* at) { big[*at] = 1.0f; }'
FINE = 'extern "C" __global__ void k(int* x) { x[threadIdx.x] *= 2; }'


def request(values: list[int], block: int = 1) -> LaunchRequest:
    return LaunchRequest("k", (1, 1, 1), (block, 1, 1), (Argument("x", np.array(values, np.int32)),))


def launch_again_and_again(box: Session) -> None:
    for _ in range(100):
        box.launch(request([1]))


def only_child() -> int:
    (child,) = children_of(os.getpid())
    return child


def test_a_launch_without_end_stops_at_its_line_before_the_time_is_over() -> None:
    with Session(time_limit=3.0) as box:
        box.compile(ENDLESS)
        began = time.monotonic()
        (fault,) = box.launch(request([1])).faults
        assert (fault.kind, fault.line) == ("no_forward_progress", 1)
        assert time.monotonic() - began < 3.5


def test_the_time_limit_holds_for_all_requests_together() -> None:
    began = time.monotonic()
    with Session(time_limit=2.5) as box:
        box.compile(ENDLESS)
        with pytest.raises(TimedOut, match=r"2\.5 s"):
            launch_again_and_again(box)
    assert time.monotonic() - began < 5


def test_nothing_is_answered_after_the_time_is_over_however_fast_the_answer_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def already_there(pipe: IO[bytes], _: object) -> object:
        return receive(pipe, lambda: 30.0)

    with Session(time_limit=30.0) as box:
        box.compile(FINE)
        box._time_left = 0.0
        monkeypatch.setattr("grader.sandbox.session.receive", already_there)
        with pytest.raises(TimedOut, match="30 s"):
            box.launch(request([1]))


@pytest.fixture
def held_up() -> Iterator[Callable[[float], None]]:
    """Keeps the one child from the processor for so many seconds, as a busy machine does."""
    timers: list[threading.Timer] = []

    def hold(seconds: float) -> None:
        child = only_child()
        os.kill(child, signal.SIGSTOP)
        timers.append(threading.Timer(seconds, os.kill, (child, signal.SIGCONT)))
        timers[-1].start()

    yield hold
    for timer in timers:
        timer.cancel()


def test_a_busy_machine_does_not_use_up_the_time_of_a_kernel(held_up: Callable[[float], None]) -> None:
    with Session(time_limit=2.0) as box:
        box.compile(FINE)
        held_up(3.0)
        began = time.monotonic()
        assert box.launch(request([4])).outputs[0].tolist() == [8]
        assert time.monotonic() - began > 2.5
        assert box.time_left > 0.5


def test_a_child_that_never_gets_the_processor_is_given_up(held_up: Callable[[float], None]) -> None:
    with Session(time_limit=2.0) as box:
        box.compile(FINE)
        held_up(30.0)
        began = time.monotonic()
        with pytest.raises(TimedOut, match="2 s"):
            box.launch(request([4]))
        assert 2.0 < time.monotonic() - began < 8.5


def test_too_much_memory_is_told_with_the_limit() -> None:
    with Session(memory_limit=400 << 20) as box:
        box.compile(HUGE)
        with pytest.raises(MemoryExceeded, match="400 MB"):
            box.launch(request([5]))


def test_a_child_that_dies_is_told_with_its_signal() -> None:
    with Session() as box:
        box.compile(FINE)
        os.kill(only_child(), signal.SIGSEGV)
        with pytest.raises(Crashed, match="SIGSEGV"):
            box.launch(request([1, 2]))


def test_what_comes_back_may_be_written_to() -> None:
    with Session() as box:
        box.compile(FINE)
        result = box.launch(request([1, 2, 3], block=3))
        result.outputs[0] += 1
        assert result.outputs[0].tolist() == [3, 5, 7]


def test_a_closed_session_leaves_nobody_behind() -> None:
    box = Session()
    child = only_child()
    assert runs(child)
    box.close()
    assert not runs(child)
