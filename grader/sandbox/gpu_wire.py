"""Timed launches as JSON, for the pipe between the grader and its sandboxed child."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.cuda.timing import TimedBuffer, TimedLaunch
from grader.launch import Argument

Json = dict[str, Any]


def write_timed(launch: TimedLaunch) -> Json:
    """A timed launch as JSON: buffers by count and fill, scalars by type and value."""
    return {"kernel": launch.kernel, "grid": launch.grid, "block": launch.block, "shared_bytes": launch.shared_bytes,
            "arguments": [_written(a) for a in launch.arguments],
            "symbols": [_symbol(a) for a in launch.symbols]}  # fmt: skip


def read_timed(data: Json) -> TimedLaunch:
    """The inverse of write_timed."""
    grid, block = ((int(x), int(y), int(z)) for x, y, z in (data["grid"], data["block"]))
    return TimedLaunch(data["kernel"], grid, block, data["shared_bytes"], tuple(map(_read, data["arguments"])),
                       tuple(Argument(s["name"], np.frombuffer(bytes.fromhex(s["bytes"]), s["dtype"]))
                             for s in data["symbols"]))  # fmt: skip


def _written(argument: TimedBuffer | Argument) -> Json:
    if isinstance(argument, TimedBuffer):
        return {"count": argument.count, "floats": argument.floats, "zeros": argument.zeros,
                "halves": argument.halves}  # fmt: skip
    if argument.value is None:
        return {"name": argument.name}
    value = argument.value
    assert isinstance(value, np.generic)
    return {"name": argument.name, "dtype": value.dtype.str, "bytes": value.tobytes().hex()}


def _symbol(symbol: Argument) -> Json:
    assert isinstance(symbol.value, np.ndarray)
    return {"name": symbol.name, "dtype": symbol.value.dtype.str, "bytes": symbol.value.tobytes().hex()}


def _read(data: Json) -> TimedBuffer | Argument:
    if "count" in data:
        return TimedBuffer(data["count"], data["floats"], data["zeros"], data["halves"])
    value = np.frombuffer(bytes.fromhex(data["bytes"]), data["dtype"])[0] if "bytes" in data else None
    return Argument(data["name"], value)
