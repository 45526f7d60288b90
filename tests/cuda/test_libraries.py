"""How CUB and cuBLAS are called through CuPy, without a GPU: on the contender's own buffers, and nothing else."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from grader.cuda import libraries
from grader.cuda.timing import Routine, TimedBuffer, TimedLaunch
from grader.launch import Argument

Pointer = SimpleNamespace  # ptr: an address
WORKSPACE = 0x7000
Request = tuple[str, int]  # "result" or "workspace", bytes


@dataclass
class FakeCupy:
    """CuPy as far as the routine uses it. requests: what CUB's wrapper asks the allocator for, in its order."""

    requests: Callable[[int], list[Request]] = lambda rows: [("result", 4 * rows), ("workspace", 767)]
    possible: bool = True
    calls: list[tuple[Any, ...]] = field(default_factory=list)  # shape, axis, input, result, workspace
    pooled: list[int] = field(default_factory=list)
    __version__ = "14.2.0"

    def __post_init__(self) -> None:
        self.cuda = SimpleNamespace(
            cub=SimpleNamespace(cub_reduction=self._reduce, CUPY_CUB_SUM=0),
            UnownedMemory=lambda address, size, owner: address,
            MemoryPointer=lambda address, offset: Pointer(ptr=address + offset),
            using_allocator=self._using,
        )

    def ndarray(self, shape: tuple[int, ...], dtype: Any, pointer: Pointer) -> Any:
        assert dtype is np.float32
        return SimpleNamespace(shape=shape, data=pointer)

    def get_default_memory_pool(self) -> Any:
        return SimpleNamespace(malloc=self._malloc)

    def _malloc(self, size: int) -> Pointer:
        self.pooled.append(size)
        return Pointer(ptr=WORKSPACE)

    @contextmanager
    def _using(self, allocator: Callable[[int], Pointer]) -> Iterator[None]:
        self.allocator = allocator
        yield
        del self.allocator

    def _reduce(self, given: Any, operation: int, axis: int | None) -> Any:
        assert operation == 0
        if not self.possible:
            return None
        rows = given.shape[0] if axis == 1 else 1
        got = {what: self.allocator(size) for what, size in self.requests(rows)}
        self.calls.append((given.shape, axis, given.data.ptr, got["result"].ptr, got["workspace"].ptr))
        return SimpleNamespace(data=got["result"])


def sums(cupy: FakeCupy, rows: int, cols: int) -> Routine:
    sizes = (Argument("rows", np.int32(rows)), Argument("cols", np.int32(cols)))
    arguments = (TimedBuffer(rows * cols, True), TimedBuffer(rows, False), *sizes)
    launch = TimedLaunch("k", (rows, 1, 1), (256, 1, 1), 0, arguments)
    return libraries.routine(SimpleNamespace(cupy=cupy), "cub_row_sums", launch)  # type: ignore[arg-type]


@pytest.mark.parametrize(("rows", "cols", "shape", "axis"), [(8, 32, (8, 32), 1), (1, 32, (32,), None)])
def test_sums_go_from_buffer_to_buffer(rows: int, cols: int, shape: tuple[int, ...], axis: int | None) -> None:
    cupy = FakeCupy()
    sums(cupy, rows, cols)((0x1000, 0x2000, 0, 0))
    assert cupy.calls == [(shape, axis, 0x1000, 0x2000, WORKSPACE)]


def test_the_sum_of_a_vector_is_that_of_a_single_row() -> None:
    cupy = FakeCupy()
    arguments = (TimedBuffer(32, True), TimedBuffer(1, False), Argument("n", np.int32(32)))
    launch = TimedLaunch("k", (4, 1, 1), (256, 1, 1), 0, arguments)
    libraries.routine(SimpleNamespace(cupy=cupy), "cub_sum", launch)((0x1000, 0x2000, 0))  # type: ignore[arg-type]
    assert cupy.calls == [((32,), None, 0x1000, 0x2000, WORKSPACE)]


@pytest.mark.parametrize(("target", "moved"), [(100, (0x2000, 0x1000, 400)), (1, (0x1000 + 200, 0x1000, 200))])
def test_the_copy_moves_as_many_bytes_as_the_problem(target: int, moved: tuple[int, int, int]) -> None:
    """100 floats to 100 others, or, where the result is small, half of them onto the other half."""
    copies: list[tuple[int, int, int]] = []
    runtime = SimpleNamespace(memcpyAsync=lambda to, source, size, kind, stream: copies.append((to, source, size)))
    launch = TimedLaunch("k", (1, 1, 1), (256, 1, 1), 0, (TimedBuffer(100, True), TimedBuffer(target, False)))
    libraries.routine(SimpleNamespace(runtime=runtime), "device_copy", launch)((0x1000, 0x2000))  # type: ignore[arg-type]
    assert copies == [moved]


def test_each_turn_has_its_own_buffers_and_all_have_one_workspace() -> None:
    cupy = FakeCupy()
    run = sums(cupy, 8, 32)
    for turn in range(5):
        run((0x1000 + turn, 0x2000 + turn, 0, 0))
    assert [(call[2], call[3]) for call in cupy.calls] == [(0x1000 + turn, 0x2000 + turn) for turn in range(5)]
    assert cupy.pooled == [767]


def test_what_cub_cannot_do_nobody_does_in_its_place() -> None:
    with pytest.raises(RuntimeError, match=r"8 x 32 .* CUB"):
        sums(FakeCupy(possible=False), 8, 32)((0x1000, 0x2000, 0, 0))


def test_a_result_elsewhere_is_noticed() -> None:
    """As it would be if another version of CuPy asked for memory in another order."""
    cupy = FakeCupy(requests=lambda rows: [("workspace", 767), ("result", 4 * rows)])
    with pytest.raises(RuntimeError, match="CUB"):
        sums(cupy, 8, 32)((0x1000, 0x2000, 0, 0))


def test_a_matrix_times_a_vector_is_what_cublas_makes_of_the_transpose(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fake that computes as cuBLAS does: column-major, in the math mode that was set, y unread where beta is 0."""
    a, x, y = (np.arange(30, dtype=np.float32), np.array([1, -2, 3, 5], np.float32), np.full(5, np.nan, np.float32))
    modes: list[int] = []

    def at(address: int, shape: tuple[int, ...]) -> Any:
        return np.ctypeslib.as_array(ctypes.cast(address, ctypes.POINTER(ctypes.c_float)), shape)

    def sgemv(handle: int, trans: int, m: int, n: int, alpha: int, a: int, lda: int, x: int, incx: int,
              beta: int, y: int, incy: int) -> None:  # fmt: skip
        assert (handle, trans, incx, incy, at(beta, (1,))[0]) == (7, 1, 1, 1, 0)
        columns = at(a, (n, lda))[:, :m]
        at(y, (n,))[:] = at(alpha, (1,))[0] * (columns @ at(x, (m,)))

    fake = SimpleNamespace(create=lambda: 7, setMathMode=lambda handle, mode: modes.append(mode), sgemv=sgemv)
    for name in ("cupy_backends", "cupy_backends.cuda"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, "cupy_backends.cuda.libs", SimpleNamespace(cublas=fake))
    buffers = (TimedBuffer(30, True), TimedBuffer(4, True), TimedBuffer(5, False))
    sizes = (Argument("M", np.int32(5)), Argument("N", np.int32(4)), Argument("lda", np.int32(6)))
    launch = TimedLaunch("k", (1, 1, 1), (256, 1, 1), 0, (*buffers, *sizes))
    run = libraries.routine(None, "cublas_sgemv", launch)  # type: ignore[arg-type]
    run((a.ctypes.data, x.ctypes.data, y.ctypes.data, 0))
    assert modes == [0]
    assert np.array_equal(y, a.reshape(5, 6)[:, :4] @ x)


@pytest.mark.parametrize(("name", "factors", "compute"), [
    ("cublas_gemm_f16", 2, 68), ("cublas_gemm_bf16", 14, 68), ("cublas_gemm_tf32", 0, 77),
])  # fmt: skip
def test_a_product_by_tensor_cores_is_that_of_the_transposes(
    monkeypatch: pytest.MonkeyPatch, name: str, factors: int, compute: int
) -> None:
    """B comes first, as cuBLAS is column-major; sums and C are floats in each format."""
    asked: list[tuple[Any, ...]] = []

    def gemm(*given: Any) -> None:
        scalars = [ctypes.cast(given[at], ctypes.POINTER(ctypes.c_float))[0] for at in (6, 13)]
        asked.append((*given[:6], *scalars, *given[7:13], *given[14:]))

    fake = SimpleNamespace(create=lambda: 7, setMathMode=lambda handle, mode: None, gemmEx=gemm)
    for module in ("cupy_backends", "cupy_backends.cuda"):
        monkeypatch.setitem(sys.modules, module, ModuleType(module))
    monkeypatch.setitem(sys.modules, "cupy_backends.cuda.libs", SimpleNamespace(cublas=fake))
    numbers = {"M": 64, "N": 48, "K": 32, "lda": 40, "ldb": 56, "ldc": 50}
    sizes = [Argument(key, np.int32(value)) for key, value in numbers.items()]
    scalars = (Argument("alpha", np.float32(1.5)), Argument("beta", np.float32(-0.5)))
    buffers = (TimedBuffer(1280, True), TimedBuffer(896, True), TimedBuffer(3200, True))
    launch = TimedLaunch("k", (1, 1, 1), (256, 1, 1), 0, (*buffers, *sizes, *scalars))
    libraries.routine(None, name, launch)((0xA, 0xB, 0xC))  # type: ignore[arg-type]
    assert asked == [(7, 0, 0, 48, 64, 32, 1.5, -0.5, 0xB, factors, 56, 0xA, factors, 40, 0xC, 0, 50, compute, -1)]


def test_a_routine_that_nobody_knows_is_refused() -> None:
    with pytest.raises(KeyError):
        libraries.routine(SimpleNamespace(cupy=FakeCupy()), "cub_sort", None)  # type: ignore[arg-type]
