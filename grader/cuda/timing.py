"""Times kernels on a GPU, one launch at a time, each on buffers that were filled just before.

A contender takes its turn like this: what the last one left behind is wiped, its own buffers are filled from seeds
that nobody knew before, shared memory is scrubbed and the L2 cache swept; then the launch stands between two events.
The GPU is kept busy until the host has handed the launch over, so that the events enclose the kernel and no waiting.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from grader.cuda import driver
from grader.cuda.availability import Unavailable
from grader.cuda.clocks import ClockReader, Clocks
from grader.cuda.device import CudaDevice, passed
from grader.simt.launch import Argument, Array, Dim3
from grader.toolchain import compile_source

_SUPPORT = Path(__file__).with_name("support.cu")
_HOLD_CYCLES = 600_000  # some 0.3 ms; a call of cuBLAS takes the host up to a third of that
_SWEEPS = 2.5  # times the L2 cache
_RING_BYTES = 3.0  # times the L2 cache: what the buffers of one contender have together at least
_MOST_SETS = 8
_POISON = 0x7FA5A5A5
_OUT_OF_MEMORY = 2  # cudaErrorMemoryAllocation
_OWN_KERNELS = ("fill_floats", "fill_bits", "hold", "scrub_shared")
_THREADS = 256


@dataclass(frozen=True)
class TimedBuffer:
    """A buffer of `count` 4-byte elements. floats: filled from the launch's seed, else with poison."""

    count: int
    floats: bool


@dataclass(frozen=True)
class TimedLaunch:
    """A kernel with its launch. arguments: buffers, and scalars as an exercise passes them."""

    kernel: str
    grid: Dim3
    block: Dim3
    shared_bytes: int
    arguments: tuple[TimedBuffer | Argument, ...]


@dataclass(frozen=True)
class Turn:
    """One timed launch. kernel: milliseconds between the events around it. enclosing: between events around it and what
    goes before it; wall: the same by the host's clock, which cannot be shorter.
    """

    kernel: float
    enclosing: float
    wall: float


Routine = Callable[[tuple[int, ...]], None]  # (addresses of the buffers) -> enqueued


@dataclass
class _Contender:
    launch: TimedLaunch
    run: Callable[[tuple[int, ...]], None]
    ring: list[tuple[int, ...]]  # sets of buffer addresses, 0 for scalars
    turn: int = 0

    @property
    def addresses(self) -> tuple[int, ...]:
        """The buffers of the latest turn."""
        return self.ring[self.turn % len(self.ring)]


class Timer:
    """Contenders by name and the turns they take, on one device."""

    def __init__(self, device: CudaDevice) -> None:
        self._device, self._runtime = device, device.runtime
        self._contenders: dict[str, _Contender] = {}
        self._last: _Contender | None = None
        self._allocated: list[int] = []
        self._sweep_bytes = int(_SWEEPS * max(device.facts.l2_bytes, 8 << 20))
        self._scratch = self._allocate(self._sweep_bytes)
        self._events = [device.cupy.cuda.Event() for _ in range(3)]

    def enter(self, name: str, launch: TimedLaunch, image: bytes) -> None:
        """A kernel of a compiled program as a contender."""
        function = self._device.function(image, launch.kernel)
        driver.allow_shared(self._device.cupy, function, launch.shared_bytes)

        def run(addresses: tuple[int, ...]) -> None:
            values = tuple(
                passed(a, None) if isinstance(a, Argument) else np.uint64(address)
                for a, address in zip(launch.arguments, addresses, strict=True)
            )
            function(launch.grid, launch.block, values, shared_mem=launch.shared_bytes)

        self._contenders[name] = _Contender(launch, run, self._ring(launch))

    def enter_routine(self, name: str, launch: TimedLaunch, routine: Routine) -> None:
        """A routine of a library as a contender, on the buffers of `launch`."""
        self._contenders[name] = _Contender(launch, routine, self._ring(launch))

    def turn(self, name: str, seeds: Mapping[int, int], seconds: float) -> Turn | None:
        """Time one launch of a contender. seeds: of the buffers to be filled, by position.

        None: it did not end within `seconds`. Raises CUDARuntimeError if it faulted.
        """
        contender, runtime = self._contenders[name], self._runtime
        if self._last is not None:
            self._wipe(self._last)
        self._last = contender
        contender.turn += 1
        self._prepare(contender, seeds)
        runtime.deviceSynchronize()
        before, start, end = self._events
        began = time.perf_counter()
        before.record()
        self._sweep()
        self._support["hold"]((1,), (1,), (np.int64(_HOLD_CYCLES),))
        start.record()
        contender.run(contender.addresses)
        end.record()
        if not self._device.wait(end, seconds, pause=0.0):
            self._device.dead = True
            return None
        wall = (time.perf_counter() - began) * 1e3
        elapsed = self._device.cupy.cuda.get_elapsed_time
        return Turn(float(elapsed(start, end)), float(elapsed(before, end)), wall)

    def fetch(self, name: str, position: int, start: int, count: int) -> Array:
        """Elements of a buffer as the contender's latest launch left them."""
        host = np.empty(count, np.float32)
        driver.copy_out(self._runtime, host, self._contenders[name].addresses[position] + 4 * start)
        return host

    def clocks(self) -> Clocks | None:
        """The clocks now."""
        return self._clock_reader.read()

    def close(self) -> None:
        """Give all memory back."""
        for address in self._allocated:
            self._runtime.free(address)
        self._allocated.clear()

    @cached_property
    def _clock_reader(self) -> ClockReader:
        return ClockReader(self._runtime.deviceGetPCIBusId(0))

    @cached_property
    def _support(self) -> dict[str, Any]:
        source = _SUPPORT.read_text(encoding="utf-8")
        image = self._device.image(compile_source(source, file=_SUPPORT.name, arch=self._device.arch))
        functions = {name: self._device.function(image, name) for name in _OWN_KERNELS}
        driver.allow_shared(self._device.cupy, functions["scrub_shared"], self._device.facts.shared_bytes)
        return functions

    def _ring(self, launch: TimedLaunch) -> list[tuple[int, ...]]:
        """Sets of buffers at different addresses, together larger than the L2 cache."""
        sizes = [4 * a.count if isinstance(a, TimedBuffer) else 0 for a in launch.arguments]
        wanted = _RING_BYTES * self._device.facts.l2_bytes / max(1, sum(sizes))
        sets = min(_MOST_SETS, max(2, int(wanted) + 1))
        return [tuple(self._allocate(size) if size else 0 for size in sizes) for _ in range(sets)]

    def _allocate(self, size: int) -> int:
        try:
            address = int(self._runtime.malloc(size))
        except self._runtime.CUDARuntimeError as error:
            if error.status != _OUT_OF_MEMORY:
                raise
            raise Unavailable("too_small", f"{self._device.facts.memory_bytes / 2**30:.1f} GB") from None
        self._allocated.append(address)
        return address

    def _prepare(self, contender: _Contender, seeds: Mapping[int, int]) -> None:
        for position, (argument, address) in enumerate(
            zip(contender.launch.arguments, contender.addresses, strict=True)
        ):
            if isinstance(argument, TimedBuffer) and argument.floats:
                low, high = np.uint32(seeds[position] & 0xFFFFFFFF), np.uint32(seeds[position] >> 32)
                values = (np.uint64(address), np.uint64(argument.count), low, high)
                self._support["fill_floats"](self._blocks(argument.count), (_THREADS,), values)
            elif isinstance(argument, TimedBuffer):
                self._fill_bits(address, argument.count)
        self._scrub()
        with suppress(OSError, AttributeError):  # lines that a kernel asked the cache to keep
            ctypes.CDLL("libcuda.so.1").cuCtxResetPersistingL2Cache()

    def _wipe(self, contender: _Contender) -> None:
        """What a contender left in its buffers is no business of the next one."""
        for argument, address in zip(contender.launch.arguments, contender.addresses, strict=True):
            if isinstance(argument, TimedBuffer):
                self._fill_bits(address, argument.count)

    def _sweep(self) -> None:
        self._fill_bits(self._scratch, self._sweep_bytes // 4)

    def _fill_bits(self, address: int, count: int) -> None:
        values = (np.uint64(address), np.uint64(count), np.uint32(_POISON))
        self._support["fill_bits"](self._blocks(count), (_THREADS,), values)

    def _scrub(self) -> None:
        size = self._device.facts.shared_bytes
        values = (np.uint32(size // 4), np.uint32(_POISON), np.uint64(self._scratch))
        blocks = 2 * self._device.facts.multiprocessors
        self._support["scrub_shared"]((blocks,), (1024,), values, shared_mem=size)

    def _blocks(self, count: int) -> tuple[int]:
        return (max(1, min(-(-count // _THREADS), 16 * self._device.facts.multiprocessors)),)
