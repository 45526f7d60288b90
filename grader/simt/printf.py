"""Formatting what device code prints."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

_CONVERSION = re.compile(r"%([-+ #0]*)(\*|\d+)?(?:\.(\*|\d*))?(hh|h|ll|l|L|q|j|z|t)?([diouxXeEfFgGaAcspn%])")

_WIDEST = 4096  # characters that a width or a precision can ask for


def format_printf(template: str, slots: NDArray[np.uint8], text_at: Callable[[int], str]) -> str:
    """One printf call. slots: the argument buffer, natural alignment; text_at: reads a string at an address."""
    raw, at = slots.tobytes(), 0

    def take(size: int, code: str) -> int | float:
        nonlocal at
        at = -(-at // size) * size
        value = struct.unpack_from(code, raw, at)[0] if at + size <= len(raw) else 0
        at += size
        return value

    def convert(match: re.Match[str]) -> str:
        flags, width, precision, length, kind = match.groups()
        if kind == "%":
            return "%"
        columns = int(take(4, "<i")) if width == "*" else int((width or "0")[:9])
        digits = int(take(4, "<i")) if precision == "*" else -1 if precision is None else int(precision[:9] or 0)
        left = "-" if columns < 0 else ""
        spec = f"%{flags}{left}{min(abs(columns), _WIDEST) or ''}"
        if digits >= 0:  # a negative one is as good as none
            spec += f".{min(digits, _WIDEST)}"
        if kind in "eEfFgGaA":
            return (spec + kind.replace("a", "e").replace("A", "E")) % take(8, "<d")
        if kind == "s":
            return (spec + "s") % text_at(int(take(8, "<q")))
        if kind == "p":
            return hex(int(take(8, "<Q")))
        if kind == "n":
            return ""
        wide = length in ("l", "ll", "j", "z", "t", "q")
        code = ("q" if wide else "i") if kind in "di" else ("Q" if wide else "I")
        value = int(take(8 if wide else 4, f"<{code}"))
        if kind == "o" and "#" in flags:  # Python writes 0o17 where C writes 017
            return f"0{value:o}" if value else "0"
        if kind == "c":
            return (spec + "c") % chr(value & 0xFF)
        return (spec + ("d" if kind in "diu" else kind)) % value

    return _CONVERSION.sub(convert, template)
