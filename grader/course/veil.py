"""Texts that must not be read at a glance, nor be found by searching: hints, explanations, right answers.

Whoever wants to reads them all the same: what opens them stands beside them.
"""

from __future__ import annotations

import base64
import hashlib
import zlib

_MOST_BYTES = 16 << 20  # of a text; these have a few kilobytes


def veiled(data: bytes, key: bytes) -> str:
    """The data as characters that say nothing."""
    return base64.b85encode(_mixed(zlib.compress(data, 9), key)).decode()


def unveiled(text: str, key: bytes) -> bytes:
    """What `veiled` was given. Raises ValueError for anything else."""
    try:
        packed = _mixed(base64.b85decode(text), key)
        opened = zlib.decompressobj()
        data = opened.decompress(packed, _MOST_BYTES)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not opened.eof:
        raise ValueError("cut off, or too much in it")
    return data


def _mixed(data: bytes, key: bytes) -> bytes:
    """The data mixed with a stream of bytes that hangs on the key; mixing twice gives it back."""
    stream = hashlib.shake_256(key).digest(len(data))
    return bytes(a ^ b for a, b in zip(data, stream, strict=True))
