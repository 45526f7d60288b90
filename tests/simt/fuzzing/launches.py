"""Launches that ask for too much, too little, or for what makes no sense, of kernels that are in order."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from grader.launch import Argument, LaunchRequest
from grader.simt.emulator import LoadedKernel, load
from grader.toolchain import Program, compile_source
from tests.simt.fuzzing.choices import Choices

_SMALL = (1, 1, 1, 1, 2, 3, 4, 8, 31, 32, 33, 64, 96, 127, 128)
_EXTENTS: tuple[Any, ...] = (
    0, -1, 256, 1000, 1023, 1024, 1025, 65535, 65536, 2**31 - 1, 2**31, 2**32, 2**32 + 1, 2**63 - 1, 2**63, -(2**63),
    10**30, 10**300, True, np.int8(5), np.int64(-7), np.uint64(2**64 - 1), 1.0, float("nan"), "1", None, [1],
    np.array([2, 3]),
)  # fmt: skip
_SHARED: tuple[Any, ...] = (
    0, 0, 0, 0, 64, 4096, 49152, 49153, 100_000, 183_296, 232_448, 232_449, 2**31, 2**40, 10**30, -1, -(2**63), 4.0,
    "64", None,
)  # fmt: skip
_SCALARS: tuple[Any, ...] = (
    np.int32(5), np.int32(0), np.int32(-1), np.int32(2**31 - 1), np.int32(-(2**31)), np.float32(1.5), np.float32("nan"),
    np.int64(2**62), np.uint64(2**64 - 1), np.float64("inf"), np.int8(-3), np.uint8(200), np.int16(7), np.float16(1),
    np.bool_(True),
    np.complex64(1), np.complex128(1j), np.longdouble(3), np.void(b"123456789012"), np.void(b""), np.str_("text"),
    np.bytes_(b"four"), np.datetime64(1, "s"),
)  # fmt: skip
_BUFFERS: tuple[Any, ...] = (
    np.arange(256, dtype=np.int32), np.ones(100, np.float32), np.zeros(1, np.int32), np.empty(0, np.float32),
    np.frombuffer(b"%s %d hello\0", np.uint8), np.full(20, 0x25, np.uint8), np.zeros((4, 8), np.float64),
    np.arange(64, dtype=np.int64)[::-3],
    np.array(3, np.int32), np.zeros(8, ">f4"), np.zeros(5, np.bool_), np.zeros(3, np.complex64),
    np.zeros(4, [("a", np.int16), ("b", np.float32)]), np.broadcast_to(np.float32(2), (1000,)), np.zeros(2, "U3"),
    np.zeros(2, "datetime64[s]"), np.ma.masked_array([1, 2, 3], [0, 1, 0]),
)  # fmt: skip
_WRONG: tuple[Any, ...] = (
    5, 1.5, True, "text", b"bytes", [1, 2], (), {}, object(), np.array([None, 1]), np.zeros(3, "S0"),
    np.zeros(3, "V0"), np.float32,
    np.array(["a", 2], dtype=object), 10**30,
)  # fmt: skip


@dataclass(frozen=True)
class Launch:
    """A request and the kernel that it is made to."""

    ready: LoadedKernel
    request: LaunchRequest

    def __repr__(self) -> str:
        return f"Launch({self.request.kernel}, {str(self.request)[:500]})"


@cache
def compiled() -> Program:
    """`kernels.cu`."""
    return compile_source((Path(__file__).parent / "kernels.cu").read_text("utf-8"), file="kernels.cu")


@cache
def kernels() -> tuple[LoadedKernel, ...]:
    """Its kernels."""
    return tuple(load(compiled(), name) for name in sorted(compiled().kernels))


def launch(choose: Choices) -> Launch:
    """A launch of one kernel; most of it makes sense."""
    ready = choose.of(kernels())
    sizes = [parameter.size for parameter in ready.code.parameters]
    for _ in range(choose.below(3) if choose.below(12) == 0 else 0):
        sizes = sizes[1:] if choose.below(2) else [*sizes, 4]
    values = [_value(choose, size) for size in sizes]
    if values and choose.below(12) == 0:
        values = [values[0]] * len(values)  # one array for all
    arguments = tuple(Argument(f"argument {i}", value) for i, value in enumerate(values))
    grid, block = _extents(choose, 24), _extents(choose, 16)
    return Launch(ready, LaunchRequest(ready.code.name, grid, block, arguments, _shared(choose)))


def _extents(choose: Choices, wrong: int) -> Any:
    """Three extents, the first up to 128, one in `wrong` of them strange; rarely not three."""
    found = [choose.of(_SMALL), choose.of(_SMALL[:7]), choose.of(_SMALL[:5])]
    for axis in range(3):
        if choose.below(wrong) == 0:
            found[axis] = choose.of(_EXTENTS)
    return choose.of(((), (1,), (1, 1), (1, 1, 1, 1), 1, None)) if choose.below(64) == 0 else tuple(found)


def _shared(choose: Choices) -> Any:
    return choose.of(_SHARED)


def _value(choose: Choices, size: int) -> Any:
    kind = choose.below(40)
    if kind == 0:
        return choose.of(_WRONG)
    if kind == 1:
        return choose.of((*_SCALARS, *_BUFFERS, None))
    if size == 8:
        return choose.of((*_BUFFERS, None)) if kind < 36 else choose.of([s for s in _SCALARS if s.itemsize == 8])
    return choose.of([s for s in _SCALARS if s.itemsize == size])
