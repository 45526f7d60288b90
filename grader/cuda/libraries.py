"""The vendor's routines that a kernel is shown beside: cuBLAS in plain FP32, the device's own copy."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.cuda.device import CudaDevice
from grader.cuda.timing import Routine, TimedBuffer, TimedLaunch
from grader.simt.launch import Argument

_NO_TRANSPOSE = 0
_DEFAULT_MATH = 0  # FP32 in FP32: TF32 only where it is asked for


def routine(device: CudaDevice, name: str, launch: TimedLaunch) -> Routine:
    """The routine called `name` for the arguments of `launch`. Raises KeyError for an unknown name."""
    return {"cublas_sgemm": _cublas_sgemm, "device_copy": _device_copy}[name](device, launch)


def _cublas_sgemm(device: CudaDevice, launch: TimedLaunch) -> Routine:
    from cupy_backends.cuda.libs import cublas

    handle = cublas.create()
    cublas.setMathMode(handle, _DEFAULT_MATH)
    m, n, k, lda, ldb, ldc = (_number(a) for a in launch.arguments[3:9])
    factors = np.array([_number(a) for a in launch.arguments[9:11]], np.float32)
    alpha, beta = factors.ctypes.data, factors.ctypes.data + 4

    def run(addresses: tuple[int, ...]) -> None:
        # cuBLAS is column-major: the transpose of C is the transpose of B times the transpose of A.
        a, b, c = addresses[:3]
        cublas.sgemm(handle, _NO_TRANSPOSE, _NO_TRANSPOSE, n, m, k, alpha, b, ldb, a, lda, beta, c, ldc)

    run.factors = factors  # type: ignore[attr-defined]  # alpha and beta point into it
    return run


def _device_copy(device: CudaDevice, launch: TimedLaunch) -> Routine:
    """The first buffer copied over the second."""
    size = next(4 * a.count for a in launch.arguments if isinstance(a, TimedBuffer))

    def run(addresses: tuple[int, ...]) -> None:
        source, target = addresses[:2]
        device.runtime.memcpyAsync(target, source, size, 3, 0)

    return run


def _number(argument: Any) -> Any:
    assert isinstance(argument, Argument) and isinstance(argument.value, np.generic)
    return argument.value.item()
