"""Global memory of a launch: its buffers, and the module's __device__ and __constant__ variables."""

from __future__ import annotations

import re
import struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.simt.memory import GlobalMemory
from grader.simt.ptx import TYPE_BYTES, Unsupported, Variable, integer

Array = NDArray[Any]
_ITEM = re.compile(r"[^\s,{}](?:[^,{}]*[^\s,{}])?")
_FLOAT = {"f32": (re.compile(r"0[fF]([0-9A-Fa-f]{8})"), ">f"), "f64": (re.compile(r"0[dD]([0-9A-Fa-f]{16})"), ">d")}
_ADDRESS = re.compile(r"(?:generic\(\s*)?([A-Za-z_$][$\w]*)\s*\)?\s*(?:\+\s*(\d{1,18}))?", re.A)


@dataclass(frozen=True)
class Image:
    """A variable's initial content. data: its first bytes, the others are zero.

    addresses: offsets at which it has the address of a variable, which one, and the bytes added to it.
    constant: whether it is in constant memory.
    """

    name: str
    size: int
    data: bytes
    addresses: tuple[tuple[int, str, int], ...]
    constant: bool


def image(variable: Variable) -> Image:
    """The initial content of a variable. Raises Unsupported for unknown initialisers."""
    width = TYPE_BYTES.get(variable.element, 4)
    raw = bytearray()
    addresses: list[tuple[int, str, int]] = []
    for item in _ITEM.findall(variable.initial or ""):
        address = _ADDRESS.fullmatch(item) if width == 8 else None
        if address:
            addresses.append((len(raw), address[1], int(address[2] or 0)))
            raw += bytes(8)
        else:
            raw += _element(item, variable, width)
    size = max(variable.size, len(raw), 1)
    return Image(variable.name, size, bytes(raw), tuple(addresses), variable.space == "const")


def global_memory(
    buffers: list[tuple[str, Array]], variables: tuple[Image, ...]
) -> tuple[GlobalMemory, dict[str, int]]:
    """(memory with the buffers first and then the variables, addresses of the variables by name)."""
    variables = tuple(sorted(variables, key=lambda v: v.constant))
    empty = [(v.name, np.zeros(v.size, np.uint8)) for v in variables]
    first = sum(not v.constant for v in variables)
    memory = GlobalMemory([*buffers, *empty[:first]], empty[first:])
    own = memory.buffers[len(buffers) :]
    symbols = {b.name: b.start for b in own}
    for buffer, variable in zip(own, variables, strict=True):
        data = bytearray(variable.data)
        for at, name, offset in variable.addresses:
            if name in symbols:  # else a function, whose address is useless
                struct.pack_into("<q", data, at, symbols[name] + offset)
        memory.storage.bytes[buffer.at : buffer.at + len(data)] = np.frombuffer(bytes(data), np.uint8)
    return memory, symbols


def _element(item: str, variable: Variable, width: int) -> bytes:
    """One element as its bytes in memory."""
    pattern, code = _FLOAT.get(variable.element, (None, ""))
    literal = pattern.fullmatch(item) if pattern else None
    if literal:
        return bytes.fromhex(literal[1])[::-1]
    try:
        value = integer(item)
    except ValueError:
        raise Unsupported(f"the initial value `{item}` of `{variable.name}`") from None
    return struct.pack(f"<{code[1]}", value) if code else (value % (1 << 8 * width)).to_bytes(width, "little")
