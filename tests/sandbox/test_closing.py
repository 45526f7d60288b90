"""A session that is closed by one thread while another waits for its answer: nobody waits longer than it takes."""

from __future__ import annotations

import contextlib
import threading
import time
from typing import Any

import pytest

from grader.cuda.availability import Unavailable
from grader.sandbox.gpu_session import GpuSession
from grader.sandbox.session import Crashed, Session

ROUNDS = 12


def asked(session: Session, ended: list[Any]) -> None:
    try:
        session.compile("#define E(x) x x x x x x x x\n__global__ void k(int* a) { E(E(E(E(E(a[0] += a[1];))))) }")
    except Crashed as reason:
        ended.append(reason)


@pytest.mark.slow
def test_a_request_under_way_fails_at_once_when_another_thread_closes_the_session() -> None:
    for number in range(ROUNDS):
        session, ended = Session(time_limit=30.0), []
        thread = threading.Thread(target=asked, args=(session, ended))
        thread.start()
        time.sleep(0.02 * (number % 4) + 0.05)
        began = time.monotonic()
        session.close()
        thread.join(10)
        assert not thread.is_alive()
        assert time.monotonic() - began < 5
        assert len(ended) == 1


def test_a_closed_session_is_not_begun_anew() -> None:
    session = Session()
    session.close()
    session.close()
    with pytest.raises(Crashed, match="closed"):
        session.compile("__global__ void k() {}")


def test_a_session_with_a_gpu_is_closed_as_soon_as_all_that_it_started_has_ended() -> None:
    session = GpuSession()
    with contextlib.suppress(Unavailable):
        session.facts()
    began = time.monotonic()
    session.close()
    assert time.monotonic() - began < 1.0
