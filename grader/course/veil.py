"""Obfuscates texts against reading at a glance and searching: hints, explanations, right answers.

This is no secret: the key is stored beside the text.
"""

from __future__ import annotations

import base64
import hashlib
import zlib

_MOST_BYTES = 16 << 20  # of a text; real ones have a few kilobytes


def veiled(data: bytes, key: bytes) -> str:
    """The data as unreadable ASCII."""
    return base64.b85encode(_mixed(zlib.compress(data, 9), key)).decode()


def unveiled(text: str, key: bytes) -> bytes:
    """The inverse of `veiled`. Raises ValueError for anything else."""
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
    """The data XORed with a byte stream derived from the key; mixing twice gives it back."""
    stream = hashlib.shake_256(key).digest(len(data))
    return bytes(a ^ b for a, b in zip(data, stream, strict=True))
