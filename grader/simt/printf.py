"""Formatting of device code's output, as by C's printf."""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass

_CONVERSION = re.compile(r"%([-+ #0]*)(\*|\d+)?(?:\.(\*|\d*))?(hh|h|ll|l|L|q|j|z|t)?([diouxXeEfFgGaAcspn%])")
_WIDEST = 4096  # limit on width and precision
_BITS = {"hh": 8, "h": 16, "l": 64, "ll": 64, "q": 64, "j": 64, "z": 64, "t": 64}
_FRACTION = 52  # bits of a double after the point


@dataclass(frozen=True)
class _Field:
    """One conversion. precision: None if not given."""

    flags: str
    width: int
    precision: int | None
    kind: str

    def padded(self, prefix: str, digits: str, zeros: bool = False) -> str:
        """Prefix and digits padded to the field's width; zeros: whether the flag 0 applies."""
        if "-" in self.flags:
            return (prefix + digits).ljust(self.width)
        if "0" in self.flags and zeros:
            return prefix + digits.rjust(self.width - len(prefix), "0")
        return (prefix + digits).rjust(self.width)

    def sign(self, negative: bool) -> str:
        """The sign or space before a signed number."""
        return "-" if negative else "+" if "+" in self.flags else " " if " " in self.flags else ""


def arguments_of(template: str) -> int:
    """The number of arguments in a template, which device printf returns (measured on an H200)."""
    return sum((match[5] != "%") + (match[2] == "*") + (match[3] == "*") for match in _CONVERSION.finditer(template))


class Printed:
    """The output of a launch, up to a number of characters."""

    def __init__(self, most: int) -> None:
        self._most, self._size = most, 0
        self._pieces: list[str] = []

    @property
    def text(self) -> str:
        """The whole output."""
        return "".join(self._pieces)

    def is_full(self) -> bool:
        """Whether the limit is reached, so that further output need not be formatted."""
        return self._size >= self._most

    def add(self, text: str) -> None:
        """Append as much as fits."""
        self._pieces.append(text[: self._most - self._size])
        self._size += len(self._pieces[-1])


def format_printf(template: str, slots: NDArray[np.uint8], text_at: Callable[[int], str]) -> str:
    """One printf call. slots: the argument buffer, natural alignment; text_at: reads a string at an address."""
    raw, at = slots.tobytes(), 0

    def take(size: int, code: str) -> int | float:
        nonlocal at
        at = -(-at // size) * size
        value = struct.unpack_from(code, raw, at)[0] if at + size <= len(raw) else 0
        at += size
        return value

    def number(text: str | None) -> int | None:
        if text is None:
            return None
        asked = int(take(4, "<i")) if text == "*" else int(text[:9] or 0)
        return max(-_WIDEST, min(asked, _WIDEST))

    def convert(match: re.Match[str]) -> str:
        flags, given, limit, length, kind = match.groups()
        if kind == "%":
            return "%"
        width, precision = number(given) or 0, number(limit)
        if width < 0:  # from an argument: like the flag "-"
            flags, width = flags + "-", -width
        field = _Field(flags, width, precision if precision is None or precision >= 0 else None, kind)
        if kind in "eEfFgGaA":
            return _float(field, float(take(8, "<d")))
        if kind == "s":
            return field.padded("", text_at(int(take(8, "<q")))[: field.precision])
        if kind == "p":
            address = int(take(8, "<Q"))
            return field.padded("", hex(address) if address else "(nil)")
        if kind == "n":
            return ""
        bits = _BITS.get(length or "", 32)
        value = int(take(8, "<Q") if bits == 64 else take(4, "<I")) & (1 << bits) - 1
        return field.padded("", chr(value & 0xFF)) if kind == "c" else _integer(field, value, bits)

    return _CONVERSION.sub(convert, template)


def _integer(field: _Field, pattern: int, bits: int) -> str:
    prefix = ""
    if field.kind in "di":
        negative = pattern >> bits - 1 == 1
        prefix, pattern = field.sign(negative), (1 << bits) - pattern if negative else pattern
    digits = format(pattern, {"o": "o", "x": "x", "X": "X"}.get(field.kind, "d"))
    if field.precision is not None:
        digits = digits.rjust(field.precision, "0") if pattern or field.precision else ""
    if "#" in field.flags and field.kind == "o" and not digits.startswith("0"):
        digits = "0" + digits
    if "#" in field.flags and field.kind in "xX" and pattern:
        prefix = "0" + field.kind
    return field.padded(prefix, digits, zeros=field.precision is None)


def _float(field: _Field, value: float) -> str:
    if math.isnan(value):
        return field.padded(field.sign(False), "NAN" if field.kind.isupper() else "nan")
    sign, size = field.sign(math.copysign(1, value) < 0), abs(value)
    if math.isinf(value):
        return field.padded(sign, "INF" if field.kind.isupper() else "inf")
    if field.kind in "aA":
        digits = _hexadecimal(size, field.precision, "#" in field.flags)
        prefix = sign + "0x"
        if field.kind == "A":
            digits, prefix = digits.upper(), prefix.upper()
        return field.padded(prefix, digits, zeros=True)
    precision = 6 if field.precision is None else field.precision
    return field.padded(sign, f"%{'#' * ('#' in field.flags)}.{precision}{field.kind}" % size, zeros=True)


def _hexadecimal(value: float, precision: int | None, point: bool) -> str:
    """%a without the `0x`; without a precision, as many digits as needed."""
    bits = struct.unpack("<Q", struct.pack("<d", value))[0]
    exponent, fraction = bits >> _FRACTION, bits & (1 << _FRACTION) - 1
    whole = fraction | (exponent > 0) << _FRACTION
    power = (exponent or 1) - 1023 if bits else 0
    count = _FRACTION // 4
    if precision is not None and precision < count:
        dropped = _FRACTION - 4 * precision
        rest, whole, half = whole & (1 << dropped) - 1, whole >> dropped, 1 << dropped - 1
        whole += rest > half or (rest == half and whole % 2 == 1)
        count = precision
    digits = format(whole & (1 << 4 * count) - 1, f"0{count}x") if count else ""
    digits = digits.rstrip("0") if precision is None else digits.ljust(precision, "0")
    dot = "." if digits or point else ""
    return f"{whole >> 4 * count}{dot}{digits}p{power:+d}"
