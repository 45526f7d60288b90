"""Frames of a child that has answered, that sends its answer byte by byte, and that sends nothing."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator

import pytest

from grader.sandbox import frames
from grader.sandbox.frames import Late, receive, send

Pipe = tuple[int, int]


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    reads, writes = os.pipe()
    yield reads, writes
    for end in (reads, writes):
        os.close(end)


def test_an_answer_that_is_there_is_read_without_a_look_at_the_clock(pipe: Pipe) -> None:
    with open(pipe[1], "wb", closefd=False) as writer, open(pipe[0], "rb", buffering=0, closefd=False) as reader:
        send(writer, {"found": 1}, [b"bytes"])
        assert receive(reader, lambda: pytest.fail("asked")) == ({"found": 1}, [b"bytes"])


def test_an_answer_in_drops_is_late_when_its_time_is_over(pipe: Pipe) -> None:
    over = threading.Event()

    def drip() -> None:
        os.write(pipe[1], b"\xff\xff\0\0\0\0\0\0")  # a header of 64 KiB follows, which would take ten minutes
        while not over.wait(0.01):
            os.write(pipe[1], b" ")

    began = time.monotonic()
    thread = threading.Thread(target=drip)
    thread.start()
    try:
        with open(pipe[0], "rb", buffering=0, closefd=False) as reader, pytest.raises(Late):
            receive(reader, lambda: 0.2 - (time.monotonic() - began))
    finally:
        over.set()
        thread.join()
    assert time.monotonic() - began < 5


def test_no_answer_is_late(pipe: Pipe) -> None:
    with open(pipe[0], "rb", buffering=0, closefd=False) as reader, pytest.raises(Late):
        receive(reader, lambda: -1.0)


def test_a_frame_of_more_than_anybody_can_hold_is_none(pipe: Pipe, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of its parts is small enough; a child that was taken over could fill the memory of whoever reads it."""
    monkeypatch.setattr(frames, "_MAX_TOTAL", 1000)
    with open(pipe[1], "wb", closefd=False) as writer, open(pipe[0], "rb", buffering=0, closefd=False) as reader:
        send(writer, {}, [bytes(400), bytes(600)])
        assert [len(part) for part in receive(reader, None)[1]] == [400, 600]
        send(writer, {}, [bytes(400), bytes(601)])
        with pytest.raises(ValueError, match="not a frame"):
            receive(reader, None)
