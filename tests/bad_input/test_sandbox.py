"""The sandbox itself: one budget of time for all it is asked, one of memory, and a death that is told."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import IO

import numpy as np
import pytest

from grader.launch import Argument, LaunchRequest
from grader.sandbox import bubblewrap
from grader.sandbox.fork_server import warm_sessions
from grader.sandbox.frames import receive
from grader.sandbox.isolation import VARIABLE, Isolation, NoSandbox, isolation
from grader.sandbox.session import Crashed, MemoryExceeded, Session, TimedOut
from grader.simt.stopwatch import PATIENCE
from tests.bad_input.watching import children_of, runs

ENDLESS = 'extern "C" __global__ void k(int* go) { while (clock64() >= 0) go[0] += 1; }'
HUGE = '__device__ float big[1ull << 26];\nextern "C" __global__ void k(int* at) { big[*at] = 1.0f; }'
FINE = 'extern "C" __global__ void k(int* x) { x[threadIdx.x] *= 2; }'


def request(values: list[int], block: int = 1) -> LaunchRequest:
    return LaunchRequest("k", (1, 1, 1), (block, 1, 1), (Argument("x", np.array(values, np.int32)),))


def launch_again_and_again(box: Session) -> None:
    for _ in range(100):
        box.launch(request([1]))


STRONGEST = isolation()
OTHERS = [pytest.param(each, marks=pytest.mark.slow) for each in Isolation if each is not STRONGEST]


@pytest.fixture(params=[STRONGEST, *OTHERS], autouse=True)
def isolated(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Isolation:
    """Each way to keep the child apart that works here."""
    monkeypatch.setenv(VARIABLE, request.param)
    try:
        return isolation()
    except NoSandbox as reason:
        pytest.skip(str(reason))


@pytest.fixture(autouse=True)
def _nobody_else() -> None:
    """Children are found by their parent: the servers that other tests keep warm are none of them."""
    warm_sessions().close()
    warm_sessions.cache_clear()


def the_child(isolated: Isolation) -> int:
    """The child itself, behind the processes of its walls."""
    pid, ends = os.getpid(), time.monotonic() + 5
    for _ in range(1 + bubblewrap.LEVELS * (isolated is Isolation.BUBBLEWRAP)):
        while not (found := children_of(pid)):
            assert time.monotonic() < ends
            time.sleep(0.01)
        (pid,) = found
    return pid


@pytest.mark.slow
def test_a_launch_without_end_stops_at_its_line_before_the_time_is_over() -> None:
    with Session(time_limit=3.0) as box:
        box.compile(ENDLESS)
        (fault,) = box.launch(request([1])).faults
        assert (fault.kind, fault.line) == ("no_forward_progress", 1)
        assert box.time_left > 0, "it was the launch that ended, and not the session"


@pytest.mark.slow
def test_the_time_limit_holds_for_all_requests_together() -> None:
    began = time.monotonic()
    with Session(time_limit=2.5) as box:
        box.compile(ENDLESS)
        with pytest.raises(TimedOut, match=r"2\.5 s"):
            launch_again_and_again(box)
    assert time.monotonic() - began < 2.5 * PATIENCE + 2


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
def held_up(isolated: Isolation) -> Iterator[Callable[[float], None]]:
    """Keeps the one child from the processor for so many seconds, as a busy machine does."""
    timers: list[threading.Timer] = []

    def hold(seconds: float) -> None:
        child = the_child(isolated)
        os.kill(child, signal.SIGSTOP)
        timers.append(threading.Timer(seconds, os.kill, (child, signal.SIGCONT)))
        timers[-1].start()

    yield hold
    for timer in timers:
        timer.cancel()


@pytest.mark.slow
def test_a_busy_machine_does_not_use_up_the_time_of_a_kernel(held_up: Callable[[float], None]) -> None:
    with Session(time_limit=2.0) as box:
        box.compile(FINE)
        held_up(3.0)
        began = time.monotonic()
        assert box.launch(request([4])).outputs[0].tolist() == [8]
        assert time.monotonic() - began > 2.5
        assert box.time_left > 0.5


@pytest.mark.slow
def test_a_child_that_never_gets_the_processor_is_given_up(held_up: Callable[[float], None]) -> None:
    with Session(time_limit=2.0) as box:
        box.compile(FINE)
        held_up(30.0)
        began = time.monotonic()
        with pytest.raises(TimedOut, match="2 s"):
            box.launch(request([4]))
        assert 2.0 < time.monotonic() - began < 8.5


@pytest.mark.slow
def test_a_child_that_never_reads_its_input_is_given_up(held_up: Callable[[float], None]) -> None:
    more_than_a_pipe_holds = [4] * (1 << 20)
    with Session(time_limit=2.0) as box:
        box.compile(FINE)
        held_up(30.0)
        began = time.monotonic()
        with pytest.raises(TimedOut, match="2 s"):
            box.launch(request(more_than_a_pipe_holds))
        assert 2.0 < time.monotonic() - began < 8.5


def test_too_much_memory_is_told_with_the_limit() -> None:
    with Session(memory_limit=400 << 20) as box:
        box.compile(HUGE)
        with pytest.raises(MemoryExceeded, match="400 MB"):
            box.launch(request([5]))


def test_a_child_that_dies_is_told_with_its_signal(isolated: Isolation) -> None:
    with Session() as box:
        box.compile(FINE)
        os.kill(the_child(isolated), signal.SIGSEGV)
        with pytest.raises(Crashed, match="SIGSEGV"):
            box.launch(request([1, 2]))


def test_what_comes_back_may_be_written_to() -> None:
    with Session() as box:
        box.compile(FINE)
        result = box.launch(request([1, 2, 3], block=3))
        result.outputs[0] += 1
        assert result.outputs[0].tolist() == [3, 5, 7]


def test_a_closed_session_leaves_nobody_behind(isolated: Isolation) -> None:
    box = Session()
    child = the_child(isolated)
    assert runs(child)
    box.close()
    assert gone_soon(child) and not children_of(os.getpid())


def test_a_session_outlives_the_thread_that_began_it() -> None:
    begun: list[Session] = []
    thread = threading.Thread(target=lambda: begun.append(Session()))
    thread.start()
    thread.join()
    with begun[0] as box:
        box.compile(FINE)
        assert box.launch(request([4])).outputs[0].tolist() == [8]


def test_a_grader_that_was_killed_leaves_nobody_behind(isolated: Isolation) -> None:
    code = "from grader.sandbox.session import Session; s = Session(); s.compile('__global__ void k() {}')"
    command = [sys.executable, "-c", f"{code}; print(1, flush=True); input()"]
    grader = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert grader.stdout is not None and grader.stdout.readline() == b"1\n"
    pids = family(grader.pid)
    assert len(pids) == 1 + bubblewrap.LEVELS * (isolated is Isolation.BUBBLEWRAP)
    grader.kill()
    grader.communicate()
    assert all(map(gone_soon, pids))


def family(pid: int) -> list[int]:
    """All that descend from a process."""
    return [each for child in children_of(pid) for each in (child, *family(child))]


def gone_soon(pid: int) -> bool:
    ends = time.monotonic() + 5
    while runs(pid) and time.monotonic() < ends:
        time.sleep(0.02)
    return not runs(pid)
