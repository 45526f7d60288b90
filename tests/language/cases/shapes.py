"""References for shapes.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("shapes.cu")
I4, U4, U8, F4 = np.int32, np.uint32, np.uint64, np.float32
Rng = np.random.Generator


@cases(grid=3, block=45)
def global_ids_1d(rng: Rng) -> Data:
    i = np.arange(130)
    return Data({"out": np.zeros(130, I4), "n": 130}, {"out": (i * 10 + i % 45 % 10).astype(I4)})


@cases(grid=(4, 3), block=(7, 5))
def global_ids_2d(rng: Rng) -> Data:
    wanted = 1000 * np.arange(13)[:, None] + np.arange(25)
    return Data({"out": np.zeros(325, I4), "width": 25, "height": 13}, {"out": wanted.astype(I4)})


@cases(grid=(2, 3, 4), block=(5, 3, 2))
def global_ids_3d(rng: Rng) -> Data:
    z, y, x = np.indices((7, 8, 9))
    size = np.array((9, 8, 7), np.dtype([("x", I4), ("y", I4), ("z", I4)]))[()]
    return Data({"out": np.zeros(504, I4), "size": size}, {"out": (10000 * z + 100 * y + x).astype(I4)})


@cases(grid=(2, 2, 3), block=(7, 3, 3))
def linear_ids(rng: Rng) -> Data:
    t = np.tile(np.arange(63), 12)
    wanted = {"thread_ids": np.arange(756, dtype=I4), "warp_ids": (t // 32 * 100 + t % 32).astype(I4)}
    return Data({n: np.zeros(756, I4) for n in wanted}, wanted)


@cases(grid=3, block=33)
def grid_stride(rng: Rng) -> Data:
    x = rng.normal(0, 1, 1000).astype(F4)
    return Data({"in": x, "out": np.zeros(1000, F4), "n": 1000}, {"out": x * x})


@cases(grid=(2, 2), block=(8, 3))
def grid_stride_2d(rng: Rng) -> Data:
    x = rng.integers(0, 99, (20, 37)).astype(I4)
    wanted = x + np.arange(37) - np.arange(20)[:, None]
    return Data({"in": x.ravel(), "out": np.zeros(740, I4), "width": 37, "height": 20}, {"out": wanted.astype(I4)})


@cases(block=1)
def one_thread(rng: Rng) -> Data:
    x = rng.integers(-9, 9, 100).astype(I4)
    return Data({"data": x, "n": 100}, {"data": x.cumsum(dtype=I4)})


@cases(block=100)
def monolithic_block(rng: Rng) -> Data:
    x = rng.integers(0, 99, 333).astype(F4)
    return Data({"data": x, "n": 333}, {"data": x * F4(0.5) + np.arange(333, dtype=F4)})


@cases(grid=4, block=64)
def vector_add(rng: Rng) -> Data:
    a, b = rng.normal(0, 1, 250), rng.normal(0, 1, 250)
    return Data({"a": a, "b": b, "c": np.zeros(250), "n": U8(250)}, {"c": a + b})


@cases(grid=2, block=24)
def several_elements_each(rng: Rng) -> Data:
    x = rng.integers(0, 99, 230).astype(I4)
    return Data({"in": x, "out": np.zeros(230, I4), "n": 230, "each": 5}, {"out": x << (np.arange(230) % 5).astype(I4)})


@cases(grid=(3, 2, 2), block=(4, 2, 3))
def dimensions_as_seen(rng: Rng) -> Data:
    rows = [[3, 2, 2, 40203, b % 3, b // 3 % 2, b // 6] for b in range(12)]
    return Data({"out": np.zeros(84, U4)}, {"out": np.array(rows, U4)})


@cases(grid=1500, block=3)
def many_small_blocks(rng: Rng) -> Data:
    wanted = np.arange(1500)[:, None] ^ np.arange(3)
    return Data({"out": np.zeros(4500, I4)}, {"out": wanted.astype(I4)})


@cases(block=(32, 32))
def full_block(rng: Rng) -> Data:
    return Data({"out": np.zeros(1024, I4)}, {"out": np.arange(1023, -1, -1, dtype=I4)})
