"""What an error of the driver says of a kernel, and what it says of the machine instead."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from grader.cuda.availability import Unavailable
from grader.cuda.device import CudaDevice


class DriverError(Exception):
    """As CuPy raises them."""

    def __init__(self, status: int) -> None:
        super().__init__(f"CUDA_ERROR_NUMBER_{status}: something")
        self.status = status


def device(free: int = 80) -> CudaDevice:
    """A device that was never opened. free: percent of its memory."""
    made = object.__new__(CudaDevice)
    made.dead = False
    made.runtime = SimpleNamespace(memGetInfo=lambda: (free << 30, 100 << 30))
    made.facts = SimpleNamespace(memory_bytes=100 << 30)  # type: ignore[assignment]
    return made


@pytest.mark.parametrize(
    ("status", "kind"), [(700, "out_of_bounds"), (716, "misaligned"), (710, "assert"), (719, "trap")]
)
def test_a_fault_of_the_kernel_ends_the_context(status: int, kind: str) -> None:
    gpu = device()
    assert gpu.fault_of(DriverError(status)).kind == kind
    assert gpu.dead


@pytest.mark.parametrize("status", [1, 2, 9, 200, 218, 500, 701, 720, 912])
def test_a_module_or_launch_that_is_refused_is_the_kernels_doing_and_leaves_the_device_usable(status: int) -> None:
    gpu = device()
    fault = gpu.fault_of(DriverError(status))
    assert fault.kind == "launch_configuration" and f"NUMBER_{status}" in fault.message
    assert not gpu.dead


@pytest.mark.parametrize("status", [3, 46, 100, 209, 214, 709, 803, 805, 810, 999])
def test_what_is_wrong_with_the_machine_is_no_fault_of_the_kernel(status: int) -> None:
    with pytest.raises(DriverError):
        device().fault_of(DriverError(status))


def test_memory_that_others_have_taken_is_no_fault_of_the_kernel() -> None:
    with pytest.raises(Unavailable, match="too_small"):
        device(free=30).fault_of(DriverError(2))
