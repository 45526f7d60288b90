"""Changes an input a little, as its form allows: tokens of texts, values of JSON, bytes of everything."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tests.fuzz.targets.target import Form

LONGEST = 1 << 15  # bytes of an input
_NUMBERS = ("0", "-1", "1", "7", "255", "65536", "2147483647", "2147483648", "-2147483649", "4294967296",
            "9223372036854775807", "18446744073709551616", "1" + "0" * 30, "9" * 5000, "0x", "0x7FFFFFFFFFFFFFFFF",
            "1e308", "1e999", "-0.0", ".inf", "NaN", "Infinity", "١٢")  # fmt: skip
_TEXTS = ("", " ", "\n", "\0", "\ufeff", "\u2028", "\udc80", "한글", "é", "\x1b[31m", "../..", "/", "a" * 300, '"', "'",
          "\\", "%", "{", "}", "[", "]", "(", ")", "<", ">", ";", ":", ",", "//", "/*", "*/", "\r", "\r\n", "\t", "&a",
          "*a", "!!x", "|", "-", "null", "true", "?", "@", "$")  # fmt: skip
_EXTREMES = (0, 1, 2**7, 2**8 - 1, 2**15, 2**16 - 1, 2**31 - 1, 2**31, 2**32 - 1, 2**63 - 1, 2**63, 2**64 - 1)
_TOKEN = re.compile(r"[$%]?[A-Za-z_]\w*|\d+|\s+|.", re.S)
_LONG = 400  # bytes of a piece that is moved


def mutated(data: bytes, draw: Random, others: Sequence[bytes], form: Form) -> bytes:
    """`data` after one to five changes. others: inputs that pieces are taken from."""
    for _ in range(draw.choice((1, 1, 1, 2, 3, 5))):
        changes = _CHANGES[form]
        data = draw.choice(changes)(data, draw, others)[:LONGEST]
    return data


def _flipped(data: bytes, draw: Random, _: Sequence[bytes]) -> bytes:
    changed = bytearray(data or b"\0")
    for _ in range(draw.choice((1, 1, 2, 8))):
        changed[draw.randrange(len(changed))] = draw.choice((draw.randrange(256), 0, 255, 10, 34))
    return bytes(changed)


def _extreme(data: bytes, draw: Random, _: Sequence[bytes]) -> bytes:
    """A number of two to eight bytes at the end of what it can hold."""
    size = draw.choice((2, 4, 8))
    at = draw.randrange(max(1, len(data) - size + 1))
    number = draw.choice(_EXTREMES) & ((1 << 8 * size) - 1)
    return data[:at] + number.to_bytes(size, draw.choice(("little", "big"))) + data[at + size :]


def _span(data: bytes, draw: Random) -> tuple[int, int]:
    start = draw.randrange(len(data) + 1)
    return start, min(len(data), start + draw.randrange(1, draw.choice((4, 40, _LONG))))


def _without(data: bytes, draw: Random, _: Sequence[bytes]) -> bytes:
    start, end = _span(data, draw)
    return data[:start] + data[end:]


def _truncated(data: bytes, draw: Random, _: Sequence[bytes]) -> bytes:
    return data[: draw.randrange(len(data) + 1)]


def _doubled(data: bytes, draw: Random, _: Sequence[bytes]) -> bytes:
    start, end = _span(data, draw)
    return data[:end] + data[start:end] * draw.choice((1, 2, 50)) + data[end:]


def _moved(data: bytes, draw: Random, _: Sequence[bytes]) -> bytes:
    start, end = _span(data, draw)
    at = draw.randrange(len(data) + 1)
    return data[:at] + data[start:end] + data[at:]


def _spliced(data: bytes, draw: Random, others: Sequence[bytes]) -> bytes:
    other = draw.choice(others)
    start, end = _span(other, draw)
    at, last = _span(data, draw)
    return data[:at] + other[start:end] + data[draw.choice((at, last)) :]


def _joined(data: bytes, draw: Random, others: Sequence[bytes]) -> bytes:
    """The first half of one and the second of another."""
    other = draw.choice(others)
    return data[: draw.randrange(len(data) + 1)] + other[draw.randrange(len(other) + 1) :]


def _inserted(data: bytes, draw: Random, _: Sequence[bytes]) -> bytes:
    at = draw.randrange(len(data) + 1)
    new = draw.choice(_TEXTS + _NUMBERS).encode("utf-8", "surrogatepass")
    return data[:at] + new * draw.choice((1, 1, 1, 2, 60)) + data[at:]


def _token_changed(data: bytes, draw: Random, others: Sequence[bytes]) -> bytes:
    """A token near a place becomes another: one of its kind from an input, or an extreme one."""
    start = draw.randrange(len(data) + 1)
    near = data[start : start + _LONG].decode("latin-1")
    found = [match for match in _TOKEN.finditer(near) if not match[0].isspace()][1:]
    if not found:
        return data
    match = draw.choice(found)
    if draw.random() < 0.3:
        new = draw.choice(_NUMBERS if match[0].isdigit() else _TEXTS).encode("utf-8", "surrogatepass")
    else:
        new = _another(match[0], draw.choice((data, draw.choice(others))), draw)
    return data[: start + match.start()] + new + data[start + match.end() :]


def _another(token: str, data: bytes, draw: Random) -> bytes:
    start = draw.randrange(max(1, len(data)))
    near = _TOKEN.findall(data[start : start + _LONG].decode("latin-1"))
    there = [other for other in near if other[:1].isalnum() == token[:1].isalnum()]
    return draw.choice(there).encode("latin-1") if there else b""


def _token_moved(data: bytes, draw: Random, _: Sequence[bytes]) -> bytes:
    """Two tokens near each other change places, one is doubled, or one goes."""
    start = draw.randrange(len(data) + 1)
    near = _TOKEN.findall(data[start : start + _LONG].decode("latin-1"))
    if len(near) < 2:
        return data
    a, b = draw.randrange(len(near)), draw.randrange(len(near))
    match draw.randrange(3):
        case 0:
            near[a], near[b] = near[b], near[a]
        case 1:
            near.insert(a, near[b])
        case _:
            del near[a]
    return data[:start] + "".join(near).encode("latin-1") + data[start + _LONG :]


def _line_moved(data: bytes, draw: Random, others: Sequence[bytes]) -> bytes:
    """A line is doubled, goes, or comes from another input."""
    lines = data.split(b"\n")
    at = draw.randrange(len(lines))
    match draw.randrange(3):
        case 0:
            lines.insert(at, draw.choice(draw.choice(others).split(b"\n")))
        case 1:
            del lines[at]
        case _:
            lines.insert(draw.randrange(len(lines)), lines[at])
    return b"\n".join(lines)


def _nested(data: bytes, draw: Random, _: Sequence[bytes]) -> bytes:
    """Brackets within brackets, thousands deep."""
    pairs = ((b"[", b"]"), (b"{", b"}"), (b"(", b")"), (b'{"a":', b"}"), (b"- ", b""), (b"/*", b""))
    opening, closing = draw.choice(pairs)
    depth, at = draw.choice((30, 300, 3000)), draw.randrange(len(data) + 1)
    return data[:at] + opening * depth + closing * draw.choice((0, depth)) + data[at:]


def _value_changed(data: bytes, draw: Random, others: Sequence[bytes]) -> bytes:
    """One value within a JSON document becomes another, goes, or is doubled; what is no JSON is changed as bytes."""
    try:
        whole = json.loads(data)
    except (ValueError, RecursionError):
        return _token_changed(data, draw, others)
    holder: list[Any] = [whole]
    parent: Any = holder
    key: Any = 0
    while isinstance(parent[key], dict | list) and parent[key] and draw.random() < 0.8:
        parent = parent[key]
        key = draw.choice(list(parent)) if isinstance(parent, dict) else draw.randrange(len(parent))
    match draw.randrange(6):
        case 0 if parent is not holder:
            del parent[key]
        case 1 if isinstance(parent, list):
            parent.extend([parent[key]] * draw.choice((1, 300)))
        case 2 if isinstance(parent, dict):
            parent[draw.choice(_TEXTS)] = parent[key]
        case 3:
            parent[key] = [parent[key]] if draw.random() < 0.5 else {"a": parent[key]}
        case _:
            parent[key] = _value(parent[key], draw)
    try:
        return json.dumps(holder[0], ensure_ascii=draw.random() < 0.7).encode("utf-8", "surrogatepass")
    except (ValueError, RecursionError):
        return data


def _value(before: Any, draw: Random) -> Any:
    if isinstance(before, str) and draw.random() < 0.4:
        at = draw.randrange(len(before) + 1)
        return before[:at] + draw.choice(_TEXTS) + before[at + draw.randrange(3) :]
    return draw.choice((None, True, False, 0, -1, 1, 2**31, 2**63, 2**64, 10**40, -(2**70), 0.5, 1e308, float("nan"),
                        float("inf"), [], {}, [[]], "", "0", draw.choice(_TEXTS), [1, 2, 3], {"a": {}}))  # fmt: skip


_Change = Callable[[bytes, Random, Sequence[bytes]], bytes]
_OF_BYTES: tuple[_Change, ...] = (_flipped, _flipped, _extreme, _extreme, _without, _truncated, _doubled, _moved,
                                  _spliced, _joined)  # fmt: skip
_OF_TEXT: tuple[_Change, ...] = (*[_token_changed] * 3, *[_token_moved] * 2, *[_line_moved] * 2, _without, _truncated,
                                 _doubled, _moved, _spliced, _joined, _inserted, _flipped, _nested)  # fmt: skip
_CHANGES: dict[Form, tuple[_Change, ...]] = {
    Form.BYTES: _OF_BYTES,
    Form.TEXT: _OF_TEXT,
    Form.JSON: (*[_value_changed] * 14, _token_changed, _token_moved, _truncated, _inserted, _spliced, _nested),
}
