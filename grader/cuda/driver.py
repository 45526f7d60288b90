"""The part of CuPy's CUDA runtime bindings that the grader uses; imported in the sandboxed child only."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from grader.cuda.availability import OLDEST_CAPABILITY, OLDEST_DRIVER, Unavailable, has_driver
from grader.dataclass import dataclass

NOT_READY = 600  # cudaErrorNotReady
_MAX_DYNAMIC_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
_TO_DEVICE, _TO_HOST = 1, 2
_CLOCK, _MEMORY_CLOCK, _BUS = 13, 36, 37  # cudaDevAttrClockRate, cudaDevAttrMemoryClockRate (kHz), GlobalMemoryBusWidth
_FEWER_LANES = {(7, 0), (7, 2), (7, 5), (8, 0)}  # 64 FP32 lanes per SM; later ones have 128


@dataclass(frozen=True)
class GpuFacts:
    """The GPU and its software. capability: (9, 0). Sizes in bytes; driver in CUDA's numbering: 13000.

    clock_khz, memory_clock_khz: the highest. bus_bits: width of the memory bus. 0 where the driver does not say.
    """

    name: str
    capability: tuple[int, int]
    multiprocessors: int
    l2_bytes: int
    memory_bytes: int
    shared_bytes: int  # most dynamic shared memory of a block
    driver: int
    cupy: str
    clock_khz: int = 0
    memory_clock_khz: int = 0
    bus_bits: int = 0

    @property
    def peak_flops(self) -> float:
        """FP32 operations per second with one FMA, 2 operations, per lane and cycle; 0: unknown.

        Lanes: CUDA C++ Programming Guide, throughput of native arithmetic instructions.
        """
        lanes = 64 if self.capability in _FEWER_LANES else 128
        return 2.0 * self.multiprocessors * lanes * 1000 * self.clock_khz

    @property
    def peak_bytes(self) -> float:
        """Device memory bandwidth in bytes per second, two transfers per cycle over the whole bus; 0: unknown."""
        return 2.0 * 1000 * self.memory_clock_khz * self.bus_bits / 8


def load() -> tuple[Any, GpuFacts]:
    """CuPy and the first GPU that it sees. Raises Unavailable."""
    if not has_driver():
        raise Unavailable("no_driver")
    try:
        import cupy
    except ImportError as error:
        words = (line.strip() for line in str(error).splitlines())
        raise Unavailable("no_cupy", next((line for line in words if line.strip("= ")), "")) from None
    runtime = cupy.cuda.runtime
    try:
        driver = int(runtime.driverGetVersion())
        if driver and driver < OLDEST_DRIVER:
            raise Unavailable("old_driver", f"CUDA {driver // 1000}.{driver % 1000 // 10}")
        if not runtime.getDeviceCount():
            raise Unavailable("no_gpu")
        runtime.setDevice(0)
        facts = _facts(runtime, driver, cupy.__version__)
        runtime.deviceSynchronize()
    except runtime.CUDARuntimeError as error:
        raise Unavailable("no_gpu", str(error)) from None
    if facts.capability < OLDEST_CAPABILITY:
        raise Unavailable("old_gpu", f"{facts.name}, sm_{facts.capability[0]}{facts.capability[1]}")
    return cupy, facts


def _facts(runtime: Any, driver: int, cupy: str) -> GpuFacts:
    found = SimpleNamespace(**runtime.getDeviceProperties(0))
    return GpuFacts(
        name=found.name.decode(), capability=(found.major, found.minor), multiprocessors=found.multiProcessorCount,
        l2_bytes=found.l2CacheSize, memory_bytes=found.totalGlobalMem, shared_bytes=found.sharedMemPerBlockOptin,
        driver=driver, cupy=cupy, clock_khz=_attribute(runtime, _CLOCK),
        memory_clock_khz=_attribute(runtime, _MEMORY_CLOCK), bus_bits=_attribute(runtime, _BUS),
    )  # fmt: skip


def _attribute(runtime: Any, number: int) -> int:
    """An attribute of the GPU; 0 where the driver does not know it."""
    try:
        return int(runtime.deviceGetAttribute(number, 0))
    except runtime.CUDARuntimeError:
        return 0


def allow_shared(cupy: Any, function: Any, size: int) -> None:
    """Let a kernel have `size` bytes of dynamic shared memory; above 48 KiB it must be opted in."""
    if size > 48 << 10:
        cupy.cuda.driver.funcSetAttribute(function.ptr, _MAX_DYNAMIC_SHARED, size)


def copy_in(runtime: Any, device: int, host: Any) -> None:
    """Copy a host array to the address `device`."""
    if host.nbytes:
        runtime.memcpy(device, host.ctypes.data, host.nbytes, _TO_DEVICE)


def copy_out(runtime: Any, host: Any, device: int) -> None:
    """Copy from the address `device` into a host array."""
    if host.nbytes:
        runtime.memcpy(host.ctypes.data, device, host.nbytes, _TO_HOST)
