"""Copies of boxes of tensors (TMA) whose results are compared with those of a GPU, bit for bit."""

from __future__ import annotations

import itertools
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.launch import Argument, LaunchRequest
from grader.tensor_maps import TensorMap

RESULTS = Path(__file__).with_name("h100_tiles.npz")
AROUND = 32  # words of shared memory behind a box that are looked at, too
_BLOCK = 64
_UNTOUCHED = 0xEEEEEEEE
_SHAPES = {1: (200,), 2: (37, 48), 3: (7, 9, 32), 4: (3, 5, 6, 16), 5: (3, 2, 4, 5, 16)}
_BOXES = {1: ((16,), (64,), (256,)), 2: ((8, 16), (16, 32), (5, 16)), 3: ((2, 4, 16), (3, 3, 16)),
          4: ((2, 2, 3, 16),), 5: ((1, 2, 2, 3, 16),)}  # fmt: skip
_REDUCTIONS = {
    "add": ("uint32", "int32", "uint64", "float32", "float16"), "min": ("uint32", "int32", "float16"),
    "max": ("uint32", "int32", "float16"), "inc": ("uint32",), "dec": ("uint32",), "and": ("uint32",),
    "or": ("uint64",), "xor": ("uint32",),
}  # fmt: skip


@dataclass(frozen=True)
class Case:
    """One copy. way: "load", "store" or the name of a reduction. corner: coordinates, the outermost axis first."""

    way: str
    map: TensorMap
    corner: tuple[int, ...]

    @property
    def kernel(self) -> str:
        return f"{self.way}_{len(self.corner)}d"

    @property
    def result(self) -> int:
        """Which argument is looked at: what came to shared memory, or the tensor."""
        return 1 if self.way == "load" else 0

    def request(self) -> LaunchRequest:
        """The launch."""
        words = self.map.box_bytes // 4
        if self.way == "load":
            other = Argument("out", np.zeros(words + AROUND, np.uint32))
        else:
            values = _values(self.map.tensor.dtype.name, (self.map.box_bytes // self.map.tensor.dtype.itemsize,), "box")
            other = Argument("box", values.view(np.uint32))
        sizes = (Argument("bytes", np.int32(self.map.box_bytes)), Argument("words", np.int32(words + AROUND)))
        corner = [Argument(f"c{k}", np.int32(at)) for k, at in enumerate(self.corner[::-1])]
        arguments = (Argument("map", self.map), other, *sizes, *corner)
        return LaunchRequest(self.kernel, (1, 1, 1), (_BLOCK, 1, 1), arguments, 4 * (words + AROUND))


def _values(dtype: str, shape: tuple[int, ...], name: str) -> NDArray[Any]:
    rng = np.random.default_rng(zlib.crc32(f"{dtype} {shape} {name}".encode()))
    if dtype.startswith("float"):
        return rng.uniform(-4, 4, shape).astype(dtype)
    limits = np.iinfo(np.dtype(dtype))
    return rng.integers(limits.min, limits.max, shape, np.dtype(dtype), endpoint=True)  # type: ignore[no-any-return]


def _tensor(dtype: str, axes: int) -> NDArray[Any]:
    shape = _SHAPES[axes]
    last = -(-shape[-1] * 4 // np.dtype(dtype).itemsize)  # rows as long in bytes
    return _values(dtype, (*shape[:-1], last), "tensor")


def _box(box: tuple[int, ...], dtype: str) -> tuple[int, ...]:
    return (*box[:-1], min(box[-1] * 4 // np.dtype(dtype).itemsize, 256))


def _corners(tensor: NDArray[Any], box: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Inside, over the far edges, over the near ones, outside; rows begin at multiples of 16 bytes."""
    step, shape = 16 // tensor.dtype.itemsize, tensor.shape
    inside = (*((extent - size) // 2 for extent, size in zip(shape[:-1], box[:-1], strict=True)), step)
    high = tuple(extent - size // 2 for extent, size in zip(shape[:-1], box[:-1], strict=True))
    low = tuple(-(size // 3) - 1 for size in box[:-1])
    mixed = tuple(a if k % 2 else b for k, (a, b) in enumerate(zip(low, high, strict=True)))
    far, near = (shape[-1] - box[-1] // 2) // step * step, -(box[-1] // 3 // step + 1) * step
    return [inside, (*high, far), (*low, step), (*low, near), (*mixed, far), (*high, near),
            tuple(-(-extent // step) * step + step for extent in shape)]  # fmt: skip


def _cases() -> dict[str, Case]:
    found: dict[str, Case] = {}

    def add(way: str, dtype: str, box: tuple[int, ...], swizzle: int, nans: bool = False,
            corners: list[tuple[int, ...]] | None = None) -> None:  # fmt: skip
        tensor = _tensor(dtype, len(box))
        box = (*box[:-1], swizzle // tensor.dtype.itemsize) if swizzle else _box(box, dtype)
        for corner in corners or _corners(tensor, box):
            name = f"{way} {dtype} {'x'.join(map(str, box))} swizzle {swizzle} at {','.join(map(str, corner))}"
            found[name + " nans" * nans] = Case(way, TensorMap(tensor, box, swizzle, nans), corner)

    for axes, boxes in _BOXES.items():
        for box, swizzle in itertools.product(boxes[: 1 if axes > 2 else 3], (0, 32, 64, 128)):
            add("load", "float32", box, swizzle)
            if axes < 4:
                add("store", "float32", box, swizzle)
    for dtype, swizzle in itertools.product(("uint8", "float16", "float64"), (0, 128)):
        add("load", dtype, (8, 16), swizzle)
        add("store", dtype, (8, 16), swizzle)
    for dtype in ("float16", "float32", "float64"):
        add("load", dtype, (8, 16), 0, nans=True)
    for way, dtype in itertools.product(("load", "store", "add"), ("float32", "uint32")):  # rows that begin anywhere
        add(way, dtype, (8, 16), 0, corners=[(3, 1), (3, 2), (3, 3), (3, -1), (3, -2), (-1, 0), (0, -4), (0, 35)])
    for operation, dtypes in _REDUCTIONS.items():
        for dtype, box in itertools.product(dtypes, ((64,), (8, 16))):
            add(operation, dtype, box, 0)
    return found


CASES = _cases()


def source() -> str:
    """Kernels, one for each way and number of axes: (map, box or out, bytes, words, coordinates)."""
    ways = [("load", n) for n in range(1, 6)] + [("store", n) for n in range(1, 6)]
    ways += [(operation, n) for operation in _REDUCTIONS for n in (1, 2)]
    head = "struct alignas(64) Map { unsigned long long words[16]; };\n"
    head += "extern __shared__ __align__(1024) unsigned tile[];\n"
    return head + "\n".join(itertools.starmap(_kernel, ways))


def _kernel(way: str, axes: int) -> str:
    corner = ", ".join(f"int c{k}" for k in range(axes))
    given = ", ".join(f'"r"(c{k})' for k in range(axes))

    def braces(first: int) -> str:
        return "{" + ", ".join(f"%{first + k}" for k in range(axes)) + "}"

    if way == "load":
        return f"""extern "C" __global__ void load_{axes}d(
    const __grid_constant__ Map map, unsigned* out, int bytes, int words, {corner})
{{
    __shared__ __align__(8) unsigned long long bar;
    unsigned b = __cvta_generic_to_shared(&bar), t = __cvta_generic_to_shared(tile);
    for (int i = threadIdx.x; i < words; i += blockDim.x) tile[i] = {_UNTOUCHED}u;
    if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 1;" :: "r"(b) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {{
        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" :: "r"(b), "r"(bytes) : "memory");
        asm volatile("cp.async.bulk.tensor.{axes}d.shared::cluster.global.mbarrier::complete_tx::bytes "
                     "[%0], [%1, {braces(3)}], [%2];"
                     :: "r"(t), "l"(&map), "r"(b), {given} : "memory");
    }}
    asm volatile("{{ .reg .pred p; W: mbarrier.try_wait.parity.shared.b64 p, [%0], 0; @!p bra W; }}"
                 :: "r"(b) : "memory");
    for (int i = threadIdx.x; i < words; i += blockDim.x) out[i] = tile[i];
}}
"""
    copy = "cp.async.bulk.tensor" if way == "store" else "cp.reduce.async.bulk.tensor"
    operation = "" if way == "store" else f".{way}"
    return f"""extern "C" __global__ void {way}_{axes}d(
    const __grid_constant__ Map map, const unsigned* box, int bytes, int words, {corner})
{{
    unsigned t = __cvta_generic_to_shared(tile);
    for (int i = threadIdx.x; i < bytes / 4; i += blockDim.x) tile[i] = box[i];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {{
        asm volatile("{copy}.{axes}d.global.shared::cta{operation}.bulk_group [%0, {braces(2)}], [%1];"
                     :: "l"(&map), "r"(t), {given} : "memory");
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }}
}}
"""
