"""References for layouts.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("layouts.cu")
F4, I1, I2, I4, U4 = np.float32, np.int8, np.int16, np.int32, np.uint32
Rng = np.random.Generator


@cases()
def layout_functions(rng: Rng) -> Data:
    i = np.arange(32)
    nested = i % 2 + i // 2 % 2 * 16 + i // 4 * 2
    return Data({"out": np.zeros(96, I4)}, {"out": np.concatenate([i % 4 * 8 + i // 4, nested, nested]).astype(I4)})


@cases(block=(32, 4))
def swizzled_transpose(rng: Rng) -> Data:
    x = rng.normal(0, 1, (32, 32)).astype(F4)
    return Data({"in": x.ravel(), "out": np.zeros(1024, F4)}, {"out": x.T})


@cases(grid=(3, 2), block=32)
def gemm_of_types(rng: Rng) -> Data:
    a, b = rng.integers(-128, 128, (32, 24)).astype(I1), rng.integers(-128, 128, (24, 48)).astype(I1)
    c = rng.integers(-999, 999, (32, 48)).astype(I4)
    data = {"A": a.ravel(), "B": b.ravel(), "C": c.ravel(), "m": 32, "n": 48, "k": 24}
    return Data(data, {"C": 2 * (a.astype(I4) @ b.astype(I4)) - c})


@cases()
def tiled_copies(rng: Rng) -> Data:
    x = rng.integers(-(2**15), 2**15, 512).astype(I2)
    return Data({"in": x, "out": np.zeros(512, I2), "n": 512}, {"out": x})


@cases()
def pipelines(rng: Rng) -> Data:
    x = rng.integers(-20, 80, 32).astype(I4)
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": -np.clip(3 * x - 40, 0, 100)})


@cases()
def predicated_tiles(rng: Rng) -> Data:
    x, width, rows, count = rng.integers(0, 99, 256).astype(I4), 7, 20, 150
    shift = (width - 1).bit_length() - 1
    magic = -(-(1 << 32 + shift) // width)
    by_width = np.array([(width, magic, shift)], [("width", I4), ("reciprocal", U4), ("shift", U4)])
    i = np.arange(count)
    wanted = np.where((i // width < rows) & (i % width != 2), x[:count], -1)
    data = {"in": x, "out": np.zeros(count, I4), "by_width": np.void(by_width.tobytes()), "rows": rows, "count": count}
    return Data(data, {"out": wanted})
