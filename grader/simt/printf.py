"""Formatting what device code prints."""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

_CONVERSION = re.compile(r"%([-+ #0]*)(\*|\d+)?(?:\.(\*|\d*))?(hh|h|ll|l|L|q|j|z|t)?([diouxXeEfFgGaAcspn%])")
_NARROW = {"hh": 8, "h": 16}


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
        width = str(take(4, "<i")) if width == "*" else width or ""
        precision = str(take(4, "<i")) if precision == "*" else precision
        if precision is not None and precision.startswith("-"):
            precision = None
        spec = "%" + flags + width + (f".{precision or 0}" if precision is not None else "")
        if kind in "eEfFgGaA":
            return _float(flags, width, precision, spec + kind, float(take(8, "<d")))
        if kind == "s":
            return (spec + "s") % text_at(int(take(8, "<q")))
        if kind == "p":
            address = int(take(8, "<Q"))
            return f"%{'-' * ('-' in flags)}{width}s" % (hex(address) if address else "(nil)")
        if kind == "n":
            return ""
        wide = length in ("l", "ll", "j", "z", "t", "q")
        code = ("q" if wide else "i") if kind in "di" else ("Q" if wide else "I")
        value = _narrowed(int(take(8 if wide else 4, f"<{code}")), length, kind)
        if kind == "c":
            return (spec + "c") % chr(value & 0xFF)
        return _integer(flags, int(width or 0), precision, kind, value)

    return _CONVERSION.sub(convert, template)


def _narrowed(value: int, length: str | None, kind: str) -> int:
    """What is left of an int that is printed as a short or a char."""
    bits = _NARROW.get(length or "", 0)
    if not bits or kind == "c":
        return value
    low = value & (1 << bits) - 1
    return low - (1 << bits) if kind in "di" and low >> bits - 1 else low


def _integer(flags: str, width: int, precision: str | None, kind: str, value: int) -> str:
    """As C does it: the precision is the least number of digits, and takes the flag 0's effect."""
    if width < 0:
        flags, width = flags + "-", -width
    digits = f"{abs(value):{kind if kind in 'oxX' else 'd'}}"
    if precision is not None:
        digits = digits.rjust(int(precision or 0), "0") if value or int(precision or 0) else ""
    sign = ("-" if value < 0 else "+" if "+" in flags else " " if " " in flags else "") if kind in "di" else ""
    if "#" in flags and kind == "o" and not digits.startswith("0"):
        digits = "0" + digits
    if "#" in flags and kind in "xX" and value:
        sign = "0" + kind
    if "0" in flags and "-" not in flags and precision is None:
        digits = digits.rjust(width - len(sign), "0")
    text = sign + digits
    return text.ljust(width) if "-" in flags else text.rjust(width)


def _float(flags: str, width: str, precision: str | None, spec: str, value: float) -> str:
    kind = spec[-1]
    sign = "-" if math.copysign(1, value) < 0 else "+" if "+" in flags else " " if " " in flags else ""
    if math.isfinite(value) and kind not in "aA":
        return spec % value
    if math.isfinite(value):
        digits = _hexadecimal(abs(value), None if precision is None else int(precision or 0), "#" in flags)
        if "0" in flags and "-" not in flags:
            digits = "0x" + digits[2:].rjust(int(width or 0) - len(sign) - 2, "0")
    else:
        digits = "inf" if math.isinf(value) else "nan"
    text = sign + digits
    return f"%{'-' * ('-' in flags)}{width}s" % (text.upper() if kind.isupper() else text)


def _hexadecimal(value: float, precision: int | None, point: bool) -> str:
    """%a of a number that is not negative: 0x1.8p+1. precision: digits behind the point, None for as many as it has.

    point: is there one even before no digits?
    """
    exponent = max(math.frexp(value)[1] - 1, -1022) if value else 0
    whole = int(Fraction(value) * Fraction(2) ** (52 - exponent))  # 53 bits
    if precision is not None and precision < 13:
        step = 1 << 52 - 4 * precision
        whole = round(Fraction(whole, step)) * step
    digits = f"{whole & (1 << 52) - 1:013x}"
    digits = digits.rstrip("0") if precision is None else digits[:precision].ljust(precision, "0")
    return f"0x{whole >> 52}{'.' if digits or point else ''}{digits}p{exponent:+d}"
