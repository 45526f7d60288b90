"""Sessions of a pool: their children are forks, as apart from each other and as limited as any other child."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator

import numpy as np
import pytest

from grader.launch import Argument, LaunchRequest
from grader.sandbox.fork_server import ForkedSession, SessionPool
from grader.sandbox.session import Crashed, MemoryExceeded, Session, TimedOut
from grader.toolchain.program import ToolchainError

COUNT = """extern "C" __global__ void count(int* a, int n)
{
    for (int i = 0; i < n; ++i)
        a[threadIdx.x] += 1;
}
"""
HUGE = '__device__ float big[1ull << 26];\nextern "C" __global__ void count(int* at, int n) { big[*at + n] = 1.0f; }'
BOMB = "#define E(x) x x x x x x x x\n__global__ void k(int* a) { E(E(E(E(E(E(a[0] += a[1];)))))) }"


@pytest.fixture
def pool() -> Iterator[SessionPool]:
    with SessionPool() as opened:
        yield opened


def arguments(n: int) -> tuple[Argument, Argument]:
    return Argument("a", np.zeros(2, np.int32)), Argument("n", np.int32(n))


def launched(session: Session, n: int = 3) -> list[int]:
    request = LaunchRequest("count", (1, 1, 1), (2, 1, 1), arguments(n))
    (after,) = session.launch(request).outputs.values()
    return [int(value) for value in after]


def server_of(session: Session) -> int:
    assert isinstance(session, ForkedSession) and session._server is not None
    return session._server._process.pid


def test_sessions_one_after_another_are_forks_of_one_server_and_know_nothing_of_each_other(pool: SessionPool) -> None:
    servers, children = set(), set()
    for _ in range(3):
        with pool() as session, pytest.raises(ToolchainError):  # no program of an earlier session is there
            launched(session)
        with pool() as session:
            session.compile(COUNT)
            assert launched(session) == [3, 3]
            servers.add(server_of(session))
            assert session._process is not None
            children.add(session._process.pid)
    assert len(servers) <= 2 and len(children) == 3
    assert all(not os.path.exists(f"/proc/{child}") for child in children)


def test_sessions_at_the_same_time_have_a_server_each(pool: SessionPool) -> None:
    with pool() as one, pool() as other:
        assert server_of(one) != server_of(other)


@pytest.mark.slow
def test_a_child_that_ran_out_of_time_takes_its_server_with_it(pool: SessionPool) -> None:
    with pool(time_limit=0.5) as session:
        first = server_of(session)
        with pytest.raises(TimedOut):
            session.compile(BOMB)
    with pool() as session:
        assert server_of(session) != first
        session.compile(COUNT)
        assert launched(session) == [3, 3]
    assert not os.path.exists(f"/proc/{first}")


def test_time_is_that_of_the_child_and_not_of_its_server(pool: SessionPool) -> None:
    with pool() as session:
        session.compile(COUNT)
    with pool() as session:
        before = session.time_left
        session.compile(COUNT)
        assert 0 < before - session.time_left < 2.0
        assert session._process is not None and session._process.pid > 0


def test_memory_is_limited(pool: SessionPool) -> None:
    with pool(memory_limit=400 << 20) as session:
        session.compile(HUGE)
        with pytest.raises(MemoryExceeded, match="400 MB"):
            launched(session)


def test_a_server_that_was_killed_while_it_waited_is_replaced(pool: SessionPool) -> None:
    with pool() as session:
        session.compile(COUNT)
        server = server_of(session)
    os.killpg(server, 9)
    with pool() as session:
        session.compile(COUNT)
        assert server_of(session) != server


def test_whoever_closes_a_session_in_the_middle_of_a_request_ends_its_server(pool: SessionPool) -> None:
    session, ended = pool(), threading.Event()
    server = server_of(session)

    def ask() -> None:
        with pytest.raises(Crashed):
            session.compile(BOMB)
        ended.set()

    thread = threading.Thread(target=ask)
    thread.start()
    while not session._asking.locked():
        pass
    session.close()
    assert ended.wait(10)
    thread.join()
    assert not os.path.exists(f"/proc/{server}")


def test_nothing_is_left_of_a_closed_pool() -> None:
    with SessionPool() as pool:
        with pool() as session:
            server = server_of(session)
        assert os.path.exists(f"/proc/{server}")
    assert not os.path.exists(f"/proc/{server}")
