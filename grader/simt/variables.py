"""Global memory of a launch: its buffers, and the module's __device__ and __constant__ variables."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.simt.kernel import Kernel
from grader.simt.memory import GlobalMemory
from grader.simt.ptx import Variable

Array = NDArray[Any]
_HEX_NUMBER = re.compile(r"0[xfdXFD][0-9A-Fa-f]+")


def global_memory(buffers: list[tuple[str, Array]], kernel: Kernel) -> tuple[GlobalMemory, dict[str, int]]:
    """(memory with the buffers first and the variables behind them, addresses of the variables by name)."""
    variables = [(v.name, _initial(v)) for v in kernel.module_variables]
    memory = GlobalMemory([*buffers, *variables])
    symbols = {b.name: b.start for b in memory.buffers[len(buffers) :]}
    for variable in kernel.module_variables:
        _patch_addresses(variable, memory, symbols)
    return memory, symbols


def _initial(variable: Variable) -> Array:
    """Initial bytes of a __device__ or __constant__ variable."""
    size = max(variable.size, 1)
    if variable.initial is None:
        return np.zeros(size, np.uint8)
    dtype = {"f32": "f4", "f64": "f8"}.get(variable.element, f"i{max(int(variable.element[1:]) // 8, 1)}")
    items = [_number(t) for t in re.findall(r"[^\s,{}]+", variable.initial)]
    if dtype[0] == "i":
        unsigned = np.dtype(f"u{dtype[1:]}")
        data = np.array([int(x) % (1 << unsigned.itemsize * 8) for x in items], unsigned)
    else:
        data = np.array(items, dtype)
    raw = data.view(np.uint8)
    return np.concatenate([raw, np.zeros(max(size - len(raw), 0), np.uint8)])


def _number(text: str) -> float:
    match = re.match(r"0([fFdD])([0-9A-Fa-f]+)$", text)
    if match:
        kind = ">f4" if match.group(1) in "fF" else ">f8"
        return float(np.frombuffer(bytes.fromhex(match.group(2)), kind)[0])
    try:
        return int(text, 0)
    except ValueError:
        return 0  # the address of another variable, see _patch_addresses


def _patch_addresses(variable: Variable, memory: GlobalMemory, symbols: dict[str, int]) -> None:
    """Initialisers that hold addresses of other variables."""
    if variable.initial is None or not re.search(r"[A-Za-z_$]{2}", _HEX_NUMBER.sub("", variable.initial)):
        return
    for i, item in enumerate(re.findall(r"[^,{}]+", variable.initial)):
        name = re.search(r"(?:generic\()?\s*([$\w]+)\s*\)?\s*(?:\+\s*(\d+))?\s*$", item)
        if name and name.group(1) in symbols:
            buffer = next(b for b in memory.buffers if b.name == variable.name)
            value = np.int64(symbols[name.group(1)] + int(name.group(2) or 0))
            memory.storage.bytes[buffer.at + 8 * i : buffer.at + 8 * i + 8] = np.frombuffer(value.tobytes(), np.uint8)
