"""Frames on a pipe: a JSON object and raw buffers, with lengths in front."""

from __future__ import annotations

import json
import os
import selectors
import struct
import time
from collections.abc import Sequence
from typing import IO, Any

Blob = bytes | bytearray | memoryview

_HEADER = struct.Struct("<II")  # bytes of JSON, number of blobs
_SIZE = struct.Struct("<Q")
MAX_FRAME = 1 << 28
_MAX_BLOBS = 4096  # one for each buffer of a launch


class Late(Exception):
    """The deadline passed before the frame was complete."""


def send(pipe: IO[bytes], header: dict[str, Any], blobs: Sequence[Blob]) -> None:
    """Write one frame."""
    text = json.dumps(header).encode()
    pipe.write(_HEADER.pack(len(text), len(blobs)) + text)
    for blob in blobs:
        pipe.write(_SIZE.pack(len(blob)))
        pipe.write(blob)
    pipe.flush()


def receive(pipe: Any, deadline: float | None) -> tuple[dict[str, Any], list[bytearray]]:
    """Read one frame. Raises EOFError, ValueError (not a frame) or Late."""
    size, count = _HEADER.unpack(_read(pipe, _HEADER.size, deadline))
    if size > MAX_FRAME or count > _MAX_BLOBS:
        raise ValueError("not a frame")
    header = json.loads(_read(pipe, size, deadline))
    if not isinstance(header, dict):
        raise ValueError("not a frame")
    blobs = []
    for _ in range(count):
        (length,) = _SIZE.unpack(_read(pipe, _SIZE.size, deadline))
        if length > MAX_FRAME:
            raise ValueError("not a frame")
        blobs.append(_read(pipe, length, deadline))
    return header, blobs


def _read(pipe: Any, size: int, deadline: float | None) -> bytearray:
    data, at = bytearray(size), 0
    with selectors.DefaultSelector() as selector, memoryview(data) as whole:
        if deadline is not None:  # a file has none, and is nothing to wait for
            selector.register(pipe.fileno(), selectors.EVENT_READ)
        while at < size:
            if deadline is not None and not selector.select(max(deadline - time.monotonic(), 0)):
                raise Late("the time limit was reached")
            count = os.readv(pipe.fileno(), [whole[at : at + (1 << 20)]])
            if not count:
                raise EOFError
            at += count
    return data
