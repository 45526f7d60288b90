"""Times kernels on a GPU, one launch at a time, each on freshly filled buffers.

A turn: the last contender's buffers are wiped, this one's are filled from fresh random seeds, shared memory is
scrubbed, the L2 cache swept; then the launch runs between two events. A kernel holds the GPU until the host has
enqueued the launch, so that the events enclose the kernel alone.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property

import numpy as np

from grader.cuda import driver
from grader.cuda.clocks import ClockReader, Clocks
from grader.cuda.device import CudaDevice, passed
from grader.cuda.support import Support
from grader.dataclass import dataclass
from grader.launch import Argument, Array, Dim3

_HOLD_CYCLES = 600_000  # about 0.3 ms; a cuBLAS call takes the host up to a third of that
_SWEEPS = 2.5  # times the L2 cache
_RING_BYTES = 3.0  # times the L2 cache: least total size of a contender's buffers
_MOST_SETS = 8


@dataclass(frozen=True)
class TimedBuffer:
    """A buffer of `count` 4-byte elements, filled from the launch's seed (floats), with zeros, or else with poison.

    halves: "f16" or "bf16" if each of them is two numbers of that format.
    """

    count: int
    floats: bool
    zeros: bool = False
    halves: str | None = None


@dataclass(frozen=True)
class TimedLaunch:
    """A kernel with its launch. arguments: buffers, and scalars as an exercise passes them; symbols: as of
    LaunchRequest."""

    kernel: str
    grid: Dim3
    block: Dim3
    shared_bytes: int
    arguments: tuple[TimedBuffer | Argument, ...]
    symbols: tuple[Argument, ...] = ()


@dataclass(frozen=True)
class Turn:
    """One timed launch, in milliseconds. kernel: between the events around it. enclosing: from before the sweep to the
    end; wall: the same by the host's clock, which cannot be shorter.
    """

    kernel: float
    enclosing: float
    wall: float


Routine = Callable[[tuple[int, ...]], None]  # (addresses of the buffers) -> enqueued


@dataclass
class _Contender:
    launch: TimedLaunch
    run: Routine
    ring: list[tuple[int, ...]]  # sets of buffer addresses, 0 for scalars
    turn: int = 0

    @property
    def addresses(self) -> tuple[int, ...]:
        """The buffers of the latest turn."""
        return self.ring[self.turn % len(self.ring)]


class Timer:
    """Contenders by name, and their turns on one device."""

    def __init__(self, device: CudaDevice, support: Support) -> None:
        self._device, self._runtime, self._support = device, device.runtime, support
        self._contenders: dict[str, _Contender] = {}
        self._last: _Contender | None = None
        self._allocated: list[int] = []
        self._sweep_bytes = int(_SWEEPS * max(device.facts.l2_bytes, 8 << 20))
        self._scratch = self._allocate(self._sweep_bytes)
        self._events = [device.cupy.cuda.Event() for _ in range(3)]

    def enter(self, name: str, launch: TimedLaunch, image: bytes) -> None:
        """Add a kernel of a compiled program as a contender."""
        function = self._device.function(image, launch.kernel, launch.symbols)
        driver.allow_shared(self._device.cupy, function, launch.shared_bytes)

        def run(addresses: tuple[int, ...]) -> None:
            values = tuple(
                passed(a, None) if isinstance(a, Argument) else np.uint64(address)
                for a, address in zip(launch.arguments, addresses, strict=True)
            )
            function(launch.grid, launch.block, values, shared_mem=launch.shared_bytes)

        self._contenders[name] = _Contender(launch, run, self._ring(launch))

    def enter_routine(self, name: str, launch: TimedLaunch, routine: Routine) -> None:
        """Add a library's routine as a contender, on the buffers of `launch`."""
        self._contenders[name] = _Contender(launch, routine, self._ring(launch))

    def turn(self, name: str, seeds: Mapping[int, int], seconds: float) -> Turn | None:
        """Time one launch of a contender; None if it took longer than `seconds`. seeds: of its buffers, by position.

        Raises CUDARuntimeError if it faulted.
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
        self._support.hold(_HOLD_CYCLES)
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
        """Elements of a buffer after the contender's latest launch."""
        host = np.empty(count, np.float32)
        driver.copy_out(self._runtime, host, self._contenders[name].addresses[position] + 4 * start)
        return host

    def clocks(self) -> Clocks | None:
        """The clocks now."""
        return self._clock_reader.read()

    def close(self) -> None:
        """Free all memory."""
        for address in self._allocated:
            self._runtime.free(address)
        self._allocated.clear()

    @cached_property
    def _clock_reader(self) -> ClockReader:
        return ClockReader(self._runtime.deviceGetPCIBusId(0))

    def _ring(self, launch: TimedLaunch) -> list[tuple[int, ...]]:
        """Sets of buffers at different addresses, together larger than the L2 cache."""
        sizes = [4 * a.count if isinstance(a, TimedBuffer) else 0 for a in launch.arguments]
        wanted = _RING_BYTES * self._device.facts.l2_bytes / max(1, sum(sizes))
        sets = min(_MOST_SETS, max(2, int(wanted) + 1))
        return [tuple(self._allocate(size) if size else 0 for size in sizes) for _ in range(sets)]

    def _allocate(self, size: int) -> int:
        address = self._device.allocate(size)
        self._allocated.append(address)
        return address

    def _prepare(self, contender: _Contender, seeds: Mapping[int, int]) -> None:
        for position, (argument, address) in enumerate(
            zip(contender.launch.arguments, contender.addresses, strict=True)
        ):
            if isinstance(argument, TimedBuffer) and argument.floats and argument.halves:
                self._support.fill_halves(address, argument.count, seeds[position], argument.halves == "bf16")
            elif isinstance(argument, TimedBuffer) and argument.floats:
                self._support.fill_floats(address, argument.count, seeds[position])
            elif isinstance(argument, TimedBuffer) and argument.zeros:
                self._support.fill_zeros(address, argument.count)
            elif isinstance(argument, TimedBuffer):
                self._support.fill_poison(address, argument.count)
        self._support.scrub_shared()
        with suppress(OSError, AttributeError):  # cache lines that a kernel made persistent
            ctypes.CDLL("libcuda.so.1").cuCtxResetPersistingL2Cache()

    def _wipe(self, contender: _Contender) -> None:
        """Overwrite a contender's buffers, so that the next one cannot read its results."""
        for argument, address in zip(contender.launch.arguments, contender.addresses, strict=True):
            if isinstance(argument, TimedBuffer):
                self._support.fill_poison(address, argument.count)

    def _sweep(self) -> None:
        self._support.fill_poison(self._scratch, self._sweep_bytes // 4)
