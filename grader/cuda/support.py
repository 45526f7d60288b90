"""The grader's own kernels, `support.cu`: they fill and wipe buffers and keep the GPU busy between launches."""

from __future__ import annotations

import secrets
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from grader.cuda import driver
from grader.cuda.device import CudaDevice
from grader.toolchain import compile_source

POISON = 0x7FA5A5A5  # a NaN
_NAN, _LARGE = 0x7FA00000, 0x71000000  # plus 20 random bits, so that no kernel can look for the pattern
_SOURCE = Path(__file__).with_name("support.cu")
_KERNELS = ("fill_floats", "fill_halves", "fill_bits", "hold", "scrub_shared")
_THREADS = 256
_SCRUBBERS = 1024  # threads of a block that overwrites shared memory


class Support:
    """Enqueues the grader's kernels; each returns at once."""

    def __init__(self, device: CudaDevice, image: bytes | None = None) -> None:
        """image: the kernels' machine code; None: they are compiled when they are needed."""
        self._device = device
        self._image: Future[bytes] | None = None
        if image is not None:
            self._image = Future()
            self._image.set_result(image)
        self._scrubbed = 0
        self._patterns = tuple(kind | secrets.randbits(20) for kind in (_LARGE, _NAN))

    def fill_floats(self, address: int, count: int, seed: int) -> None:
        """Floats in [-1, 1) from a seed of 64 bits; `problems.bulk` computes the same."""
        low, high = np.uint32(seed & 0xFFFFFFFF), np.uint32(seed >> 32)
        values = (np.uint64(address), np.uint64(count), low, high)
        self._kernels["fill_floats"](self._blocks(count), (_THREADS,), values)

    def fill_halves(self, address: int, count: int, seed: int, bfloat: bool) -> None:
        """`count` words of two numbers in FP16, or BF16, in [-1, 1); `problems.bulk` computes the same."""
        low, high = np.uint32(seed & 0xFFFFFFFF), np.uint32(seed >> 32)
        values = (np.uint64(address), np.uint64(count), low, high, np.int32(bfloat))
        self._kernels["fill_halves"](self._blocks(count), (_THREADS,), values)

    def fill_poison(self, address: int, count: int) -> None:
        """`count` words of POISON."""
        values = (np.uint64(address), np.uint64(count), np.uint32(POISON))
        self._kernels["fill_bits"](self._blocks(count), (_THREADS,), values)

    def fill_zeros(self, address: int, count: int) -> None:
        """`count` words of 0."""
        values = (np.uint64(address), np.uint64(count), np.uint32(0))
        self._kernels["fill_bits"](self._blocks(count), (_THREADS,), values)

    def hold(self, cycles: int) -> None:
        """Keep the GPU busy."""
        self._kernels["hold"]((1,), (1,), (np.int64(cycles),))

    def scrub_shared(self) -> None:
        """Overwrite the shared memory of every SM, in turns with a NaN and with a huge number."""
        size = self._device.facts.shared_bytes
        self._scrubbed += 1
        values = (np.uint32(size // 16), np.uint32(self._patterns[self._scrubbed % 2]), np.uint64(0))
        blocks = 2 * self._device.facts.multiprocessors
        self._kernels["scrub_shared"]((blocks,), (_SCRUBBERS,), values, shared_mem=size)

    def prepare(self) -> None:
        """Start compiling the kernels in a thread."""
        if self._image is None:
            pool = ThreadPoolExecutor(1)
            self._image = pool.submit(self._compiled)
            pool.shutdown(wait=False)

    @property
    def image(self) -> bytes:
        """The kernels as the driver takes them."""
        self.prepare()
        assert self._image is not None
        return self._image.result()

    def _compiled(self) -> bytes:
        source = _SOURCE.read_text(encoding="utf-8")
        return self._device.image(compile_source(source, file=_SOURCE.name, arch=self._device.arch))

    @cached_property
    def _kernels(self) -> dict[str, Any]:
        device = self._device
        functions = {name: device.function(self.image, name) for name in _KERNELS}
        driver.allow_shared(device.cupy, functions["scrub_shared"], device.facts.shared_bytes)
        return functions

    def _blocks(self, count: int) -> tuple[int]:
        return (max(1, min(-(-count // _THREADS), 16 * self._device.facts.multiprocessors)),)
