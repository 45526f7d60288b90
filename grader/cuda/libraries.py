"""The vendor's routines that kernels are compared with: cuBLAS, device-to-device copy, CUB's sums."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np

from grader.cuda.device import CudaDevice
from grader.cuda.timing import Routine, TimedBuffer, TimedLaunch
from grader.launch import Argument

_NO_TRANSPOSE, _TRANSPOSE = 0, 1
_DEFAULT_MATH = 0  # FP32 stays FP32, no TF32
_DEVICE_TO_DEVICE = 3
_FLOATS = 0  # cudaDataType: CUDA_R_32F
_DEFAULT_ALGORITHM = -1
# The type of A and B (CUDA_R_16F, CUDA_R_16BF, CUDA_R_32F), and CUBLAS_COMPUTE_32F or CUBLAS_COMPUTE_32F_FAST_TF32.
_BY_TENSOR_CORES = {"cublas_gemm_f16": (2, 68), "cublas_gemm_bf16": (14, 68), "cublas_gemm_tf32": (0, 77)}


def routine(device: CudaDevice, name: str, launch: TimedLaunch) -> Routine:
    """The routine called `name` for the arguments of `launch`. Raises KeyError for an unknown name."""
    routines: dict[str, Callable[[CudaDevice, TimedLaunch], Routine]] = {
        "cublas_sgemm": _cublas_sgemm, "cublas_sgemv": _cublas_sgemv, "device_copy": _device_copy,
        "cub_row_sums": _cub_row_sums, "cub_sum": _cub_sum,
    }  # fmt: skip
    routines |= {key: partial(_cublas_gemm, *types) for key, types in _BY_TENSOR_CORES.items()}
    return routines[name](device, launch)


def _cublas() -> tuple[Any, int]:
    """cuBLAS and a handle that computes in FP32."""
    from cupy_backends.cuda.libs import cublas

    handle = cublas.create()
    cublas.setMathMode(handle, _DEFAULT_MATH)
    return cublas, handle


def _cublas_sgemm(device: CudaDevice, launch: TimedLaunch) -> Routine:
    cublas, handle = _cublas()
    m, n, k, lda, ldb, ldc = (_number(a) for a in launch.arguments[3:9])
    factors = np.array([_number(a) for a in launch.arguments[9:11]], np.float32)
    alpha, beta = factors.ctypes.data, factors.ctypes.data + 4

    def run(addresses: tuple[int, ...]) -> None:
        # cuBLAS is column-major: the transpose of C is the transpose of B times the transpose of A.
        a, b, c = addresses[:3]
        cublas.sgemm(handle, _NO_TRANSPOSE, _NO_TRANSPOSE, n, m, k, alpha, b, ldb, a, lda, beta, c, ldc)

    run.factors = factors  # type: ignore[attr-defined]  # alpha and beta point into it
    return run


def _cublas_gemm(factors: int, compute: int, device: CudaDevice, launch: TimedLaunch) -> Routine:
    """A product with sums in FP32 by tensor cores. cuBLAS rounds factors to TF32 as it likes."""
    cublas, handle = _cublas()
    m, n, k, lda, ldb, ldc = (_number(a) for a in launch.arguments[3:9])
    scalars = np.array([_number(a) for a in launch.arguments[9:11]], np.float32)
    alpha, beta = scalars.ctypes.data, scalars.ctypes.data + 4

    def run(addresses: tuple[int, ...]) -> None:
        # Column-major, as above.
        a, b, c = addresses[:3]
        cublas.gemmEx(handle, _NO_TRANSPOSE, _NO_TRANSPOSE, n, m, k, alpha, b, factors, ldb, a, factors, lda, beta,
                      c, _FLOATS, ldc, compute, _DEFAULT_ALGORITHM)  # fmt: skip

    run.factors = scalars  # type: ignore[attr-defined]  # alpha and beta point into it
    return run


def _cublas_sgemv(device: CudaDevice, launch: TimedLaunch) -> Routine:
    cublas, handle = _cublas()
    m, n, lda = (_number(a) for a in launch.arguments[3:6])
    factors = np.array([1, 0], np.float32)
    alpha, beta = factors.ctypes.data, factors.ctypes.data + 4

    def run(addresses: tuple[int, ...]) -> None:
        # cuBLAS is column-major: it sees the transpose of A, an N x M matrix.
        a, x, y = addresses[:3]
        cublas.sgemv(handle, _TRANSPOSE, n, m, alpha, a, lda, x, 1, beta, y, 1)

    run.factors = factors  # type: ignore[attr-defined]  # alpha and beta point into it
    return run


def _device_copy(device: CudaDevice, launch: TimedLaunch) -> Routine:
    """Copy the first buffer to the second; if that is smaller, the first half of the first onto its second half.

    Either way about as many bytes are moved as the problem reads and writes.
    """
    size, room = (4 * a.count for a in [a for a in launch.arguments if isinstance(a, TimedBuffer)][:2])

    def run(addresses: tuple[int, ...]) -> None:
        source, target = addresses[:2]
        moved = size if room >= size else size // 8 * 4
        target = target if room >= size else source + moved
        device.runtime.memcpyAsync(target, source, moved, _DEVICE_TO_DEVICE, 0)

    return run


def _cub_row_sums(device: CudaDevice, launch: TimedLaunch) -> Routine:
    """CUB's sum of each row: DeviceSegmentedReduce, or DeviceReduce for a single row."""
    rows, cols = (_number(a) for a in launch.arguments[2:4])
    return _sums_by_cub(device, rows, cols)


def _cub_sum(device: CudaDevice, launch: TimedLaunch) -> Routine:
    """CUB's sum of a vector: DeviceReduce."""
    return _sums_by_cub(device, 1, _number(launch.arguments[2]))


def _sums_by_cub(device: CudaDevice, rows: int, cols: int) -> Routine:
    """CUB's sums of rows.

    `cub_reduction` calls code that CuPy's wheel has compiled from CUB's headers, or returns None; `cupy.sum` would then
    fall back to a kernel of its own. Nothing is compiled, and after the first turn nothing allocated: CuPy first
    allocates the result, which is the contender's buffer, then CUB's workspace, which is kept.
    """
    cupy, cub = device.cupy, device.cupy.cuda.cub
    shape, axis = ((cols,), None) if rows == 1 else ((rows, cols), 1)
    workspace = cache(cupy.get_default_memory_pool().malloc)

    def pointer(address: int, size: int) -> Any:
        return cupy.cuda.MemoryPointer(cupy.cuda.UnownedMemory(address, size, None), 0)

    def run(addresses: tuple[int, ...]) -> None:
        source, target = addresses[:2]
        given = cupy.ndarray(shape, np.float32, pointer(source, 4 * rows * cols))
        results = [pointer(target, 4 * rows)]
        with cupy.cuda.using_allocator(lambda size: results.pop() if results else workspace(size)):
            sums = cub.cub_reduction(given, cub.CUPY_CUB_SUM, axis)
        if sums is None or sums.data.ptr != target:
            raise RuntimeError(f"CuPy {cupy.__version__} does not leave the sums of {rows} x {cols} floats to CUB")

    return run


def _number(argument: Any) -> Any:
    assert isinstance(argument, Argument) and isinstance(argument.value, np.generic)
    return argument.value.item()
