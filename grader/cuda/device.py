"""Launches kernels on a GPU: machine code from the grader's own compiler, guarded buffers, a watchdog.

Runs in the sandboxed child. A kernel fault destroys the CUDA context and with it the process's use of the GPU: the
device is then `dead`, and its owner has to end the process.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from grader.cuda import driver
from grader.cuda.availability import Unavailable
from grader.cuda.driver import GpuFacts
from grader.cuda.tensor_maps import encoded
from grader.cuda.textures import SymbolSize, fill_symbols, texture_object
from grader.launch import Argument, Array, Fault, LaunchRequest, LaunchResult
from grader.tensor_maps import TensorMap
from grader.textures import Texture
from grader.toolchain import nvrtc
from grader.toolchain.program import Program

Placed = Callable[[list[tuple[str, int, int]]], None]  # name, address and size of each buffer

GUARD_BYTES = 1 << 16  # before and after every buffer
_GUARD = 0xC5
_POLL_SECONDS = 0.0005

# Error codes, the same in driver and runtime, that a kernel's fault gives.
_FAULTS = {
    700: "out_of_bounds",  # illegal address
    717: "out_of_bounds",  # address of another memory space
    716: "misaligned",
    710: "assert",
    714: "stack_overflow",
    715: "trap",  # illegal instruction
    718: "trap",  # invalid program counter
    719: "trap",  # unspecified launch failure, as by __trap()
    702: "no_forward_progress",  # the driver's own watchdog, on a GPU with a display
}
# Errors of the machine, not of a kernel: not initialised, exclusive use by others, no device, a lost context, an
# uncorrectable ECC error, a driver mismatch, the operating system, unknown.
_OF_THE_MACHINE = (
    3, 4, 46, 100, 101, 201, 209, 214, 219, 221, 222, 304, 709, 800, 802, 803, 804, 805, 806, 807, 808, 809, 810, 999,
)  # fmt: skip
_OUT_OF_MEMORY = 2


class CudaDevice:
    """One GPU. Raises Unavailable where there is no usable one.

    dead: a kernel faulted or hangs, and this process can do nothing more on the GPU. keep_modules: for a process under
    compute-sanitizer, which (2025.3) crashes at the first launch after a module was unloaded.
    """

    def __init__(self, keep_modules: bool = False) -> None:
        self.cupy, self.facts = driver.load()
        self.runtime = self.cupy.cuda.runtime
        self.dead = False
        self._keep_modules = keep_modules
        self._held: list[Any] = []  # kernels whose modules must not be unloaded

    @property
    def arch(self) -> str:
        """The architecture to compile for: see `best_architecture`."""
        return best_architecture(self.facts, nvrtc.architectures())

    def is_native(self, program: Program) -> bool:
        """Whether the program has machine code for this GPU; if not, the driver compiles the PTX out of our sight."""
        own = f"sm_{self.facts.capability[0]}{self.facts.capability[1]}"
        return program.arch == own and bool(program.cubin)

    def image(self, program: Program) -> bytes:
        """What the driver loads: machine code for this GPU, PTX for a newer one."""
        return program.cubin if self.is_native(program) else program.ptx.encode() + b"\0"

    def function(self, image: bytes, kernel: str, symbols: tuple[Argument, ...] = ()) -> Any:
        """A kernel of a freshly loaded program: its global variables have their initial values, or those of symbols."""
        module = self.cupy.cuda.function.Module()
        module.load(image)
        if symbols:
            fill_symbols(self.runtime, module.ptr, symbols)
        function = module.get_function(kernel)
        if self._keep_modules:
            self._held.append(function)
        return function

    def allocate(self, size: int) -> int:
        """Allocate `size` bytes of device memory. Raises Unavailable("too_small")."""
        try:
            return int(self.runtime.malloc(size))
        except self.runtime.CUDARuntimeError as error:
            if error.status != _OUT_OF_MEMORY:
                raise
            raise self._too_small() from None

    def _too_small(self) -> Unavailable:
        return Unavailable("too_small", f"{self.facts.memory_bytes / 2**30:.1f} GiB")

    def launch(
        self, image: bytes, request: LaunchRequest, seconds: float, guarded: bool = True, placed: Placed | None = None
    ) -> LaunchResult:
        """One launch. seconds: a kernel that takes longer is taken to hang.

        guarded: put guards around each buffer; False under a tool that watches every access.
        placed: called with the buffers' addresses before the launch.
        """
        guard = GUARD_BYTES if guarded else 0
        buffers = [_Buffer(self, i, a.name, a.buffer, guard)
                   for i, a in enumerate(request.arguments) if a.buffer is not None]  # fmt: skip
        addresses = {buffer.position: buffer.address for buffer in buffers}
        if placed is not None:
            placed([(buffer.name, buffer.address, buffer.given.nbytes) for buffer in buffers])
        fault = self._run(image, request, addresses, seconds)
        if fault is None and not self.dead:
            fault = next((found for buffer in buffers if (found := buffer.overrun())), None)
        if self.dead:
            outputs = {buffer.position: buffer.given for buffer in buffers}
        else:
            outputs = {buffer.position: buffer.content() for buffer in buffers}
            for buffer in buffers:
                buffer.free()
        faults = (fault,) if fault else ()
        return LaunchResult(outputs, (), (), faults, None, None, None)

    def wait(self, event: Any, seconds: float, pause: float = _POLL_SECONDS) -> bool:
        """Whether an event came within `seconds`. Raises CUDARuntimeError if a kernel before it faulted."""
        ends = time.monotonic() + seconds
        while (status := self.runtime.eventQuery(event.ptr)) == driver.NOT_READY:
            if time.monotonic() > ends:
                return False
            if pause:
                time.sleep(pause)
        self.runtime.check_status(status)
        return True

    def fault_of(self, error: Exception) -> Fault:
        """The kernel's fault behind an error in loading, launching or waiting.

        Raises the error itself if it is not the kernel's, Unavailable("too_small") if others use the GPU's memory.
        """
        status = getattr(error, "status", None)
        name = str(error).split(":", 1)[0]
        if status in _OF_THE_MACHINE or status is None:
            raise error
        if status == _OUT_OF_MEMORY:
            free, total = self.runtime.memGetInfo()
            if free < total / 2:
                raise self._too_small() from None
        if status not in _FAULTS:
            return Fault("launch_configuration", None, None, None, f"the driver refuses this launch ({name})")
        self.dead = True
        return Fault(_FAULTS[status], None, None, None, str(error), {"driver": name})

    def _run(self, image: bytes, request: LaunchRequest, addresses: dict[int, int], seconds: float) -> Fault | None:
        errors = (self.runtime.CUDARuntimeError, self.cupy.cuda.driver.CUDADriverError)
        done = self.cupy.cuda.Event(disable_timing=True)
        try:
            function = self.function(image, request.kernel, request.symbols)
            driver.allow_shared(self.cupy, function, request.shared_bytes)
            textures = {i: texture_object(self.cupy, a.value)
                        for i, a in enumerate(request.arguments) if isinstance(a.value, Texture)}  # fmt: skip
            values = tuple(np.uint64(textures[i].ptr) if i in textures else passed(argument, addresses.get(i))
                           for i, argument in enumerate(request.arguments))  # fmt: skip
            function(request.grid, request.block, values, shared_mem=request.shared_bytes)
            done.record()
            if not self.wait(done, seconds):
                self.dead = True
                self._held += [function, textures]  # unloading a module waits for its kernels
                return Fault("no_forward_progress", None, None, None, f"still running after {seconds:.3g} s")
            self.runtime.deviceSynchronize()  # flushes printf
        except SymbolSize as other:
            return Fault("launch_configuration", None, None, None, str(other), other.details)
        except errors as error:
            return self.fault_of(error)
        return None


def passed(argument: Argument, address: int | None) -> object:
    """An argument as CuPy takes it: addresses and null as 64 bits, scalars, structs as arrays of one element."""
    if isinstance(argument.value, TensorMap) and address is not None:
        return encoded(argument.value, address)
    if address is not None:
        return np.uint64(address)
    if isinstance(argument.value, np.void):
        return np.array(argument.value)
    return np.uint64(0) if argument.value is None else argument.value


def best_architecture(facts: GpuFacts, known: tuple[str, ...]) -> str:
    """The GPU's own architecture ("sm_90"), or the newest older one that the compiler knows."""
    own = 10 * facts.capability[0] + facts.capability[1]
    return f"sm_{max(number for name in known if (number := int(name[3:])) <= own)}"


class _Buffer:
    """A buffer argument in GPU memory, between two guards."""

    def __init__(self, device: CudaDevice, position: int, name: str, given: Array, guard: int) -> None:
        self.position, self.given = position, given
        self.name, self._runtime, self._guard = name, device.runtime, guard
        self._start = device.allocate(given.nbytes + 2 * guard) if given.nbytes + guard else 0
        for address in self._guards():
            self._runtime.memset(address, _GUARD, guard)
        driver.copy_in(self._runtime, self.address, np.ascontiguousarray(given))

    @property
    def address(self) -> int:
        """Address of the first element."""
        return int(self._start + self._guard)

    def content(self) -> Array:
        """A copy of the buffer on the host."""
        host = np.empty_like(self.given)
        driver.copy_out(self._runtime, host, self.address)
        return host

    def overrun(self) -> Fault | None:
        """A fault for the byte nearest to the buffer that was written in a guard; None if both are intact."""
        for address, nearest in zip(self._guards(), (-1, 0), strict=False):
            found = np.empty(self._guard, np.uint8)
            driver.copy_out(self._runtime, found, address)
            touched = np.flatnonzero(found != _GUARD)
            if touched.size:
                at = int(touched[nearest])
                offset = at - self._guard if nearest else self.given.nbytes + at
                details: dict[str, object] = {"buffer": self.name, "offset": offset, "size": self.given.nbytes,
                                              "written": int(touched.size)}  # fmt: skip
                message = f"wrote outside {self.name}, at byte {offset} of {self.given.nbytes}"
                return Fault("out_of_bounds", None, None, None, message, details)
        return None

    def free(self) -> None:
        """Give the memory back."""
        if self._start:
            self._runtime.free(self._start)

    def _guards(self) -> Iterator[int]:
        if self._guard:
            yield int(self._start)
            yield self.address + self.given.nbytes
