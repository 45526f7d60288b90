"""Frames on a pipe: a JSON object and raw buffers, with lengths in front."""

from __future__ import annotations

import json
import os
import selectors
import struct
from collections.abc import Callable, Iterator, Sequence
from typing import IO, Any

Blob = bytes | bytearray | memoryview
TimeLeft = Callable[[], float]  # seconds; must not decrease faster than the clock runs

_HEADER = struct.Struct("<II")  # bytes of JSON, number of blobs
_SIZE = struct.Struct("<Q")
MAX_FRAME = 1 << 28  # bytes of one part
_MAX_TOTAL = 1 << 30  # of all parts of a frame, which its reader has to hold
_MAX_BLOBS = 4096  # one for each buffer of a launch
_SHORTEST_WAIT = 0.02


class Late(Exception):
    """The time was up before the frame was complete."""


def send(pipe: IO[bytes], header: dict[str, Any], blobs: Sequence[Blob]) -> None:
    """Write one frame, however long its reader lets it wait."""
    for part in _parts(header, blobs):
        pipe.write(part)
    pipe.flush()


def send_in_time(pipe: Any, header: dict[str, Any], blobs: Sequence[Blob], time_left: TimeLeft) -> None:
    """Write one frame to a pipe, past its buffer. Raises Late, after which the pipe is of no more use."""
    os.set_blocking(pipe.fileno(), False)  # of this end alone
    with selectors.DefaultSelector() as selector:
        selector.register(pipe.fileno(), selectors.EVENT_WRITE)
        for part in _parts(header, blobs):
            with memoryview(part).cast("B") as whole:
                at = 0
                while at < len(whole):
                    try:
                        at += os.write(pipe.fileno(), whole[at:])
                    except BlockingIOError:
                        _wait(selector, time_left)


def _parts(header: dict[str, Any], blobs: Sequence[Blob]) -> Iterator[Blob]:
    text = json.dumps(header).encode()
    yield _HEADER.pack(len(text), len(blobs)) + text
    for blob in blobs:
        yield _SIZE.pack(len(blob))
        yield blob


def receive(pipe: Any, time_left: TimeLeft | None) -> tuple[dict[str, Any], list[bytearray]]:
    """Read one frame. Raises EOFError, ValueError (not a frame) or Late."""
    size, count = _HEADER.unpack(_read(pipe, _HEADER.size, time_left))
    if size > MAX_FRAME or count > _MAX_BLOBS:
        raise ValueError("not a frame")
    try:
        header = json.loads(_read(pipe, size, time_left))
    except RecursionError:
        raise ValueError("not a frame") from None
    if not isinstance(header, dict):
        raise ValueError("not a frame")
    blobs, total = [], 0
    for _ in range(count):
        (length,) = _SIZE.unpack(_read(pipe, _SIZE.size, time_left))
        total += length
        if length > MAX_FRAME or total > _MAX_TOTAL:
            raise ValueError("not a frame")
        blobs.append(_read(pipe, length, time_left))
    return header, blobs


def _read(pipe: Any, size: int, time_left: TimeLeft | None) -> bytearray:
    data, at = bytearray(size), 0
    with selectors.DefaultSelector() as selector, memoryview(data) as whole:
        if time_left is not None:  # a regular file needs no waiting
            selector.register(pipe.fileno(), selectors.EVENT_READ)
        while at < size:
            if time_left is not None:
                _wait(selector, time_left)
            count = os.readv(pipe.fileno(), [whole[at : at + (1 << 20)]])
            if not count:
                raise EOFError
            at += count
    return data


def _wait(selector: selectors.BaseSelector, time_left: TimeLeft) -> None:
    seconds = 0.0  # first without the clock, which is slow to read: mostly the next piece is there
    while not selector.select(seconds):
        seconds = time_left()
        if seconds <= 0:
            raise Late("the time limit was reached")
        seconds = max(seconds, _SHORTEST_WAIT)
