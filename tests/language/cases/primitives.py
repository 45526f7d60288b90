"""References for primitives.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("primitives.cu")
I4, U4, F4 = np.int32, np.uint32, np.float32
Rng = np.random.Generator


@cases(grid=2, block=128)
def cub_block_reduce(rng: Rng) -> Data:
    x = rng.integers(-99, 99, (2, 128)).astype(I4)
    return Data({"in": x.ravel(), "out": np.zeros(2, I4)}, {"out": x.sum(1, dtype=I4)})


@cases(block=64)
def cub_block_scan(rng: Rng) -> Data:
    x = rng.integers(-99, 99, 192).astype(I4)
    sums = x.cumsum(dtype=I4)
    return Data({"in": x, "out": np.zeros(192, I4), "total": np.zeros(1, I4)}, {"out": sums - x, "total": sums[-1:]})


@cases(block=64)
def cub_warp_reduce(rng: Rng) -> Data:
    x = rng.integers(-99, 99, (2, 32)).astype(F4)
    return Data({"in": x.ravel(), "out": np.zeros(2, F4)}, {"out": x.sum(1)})


@cases(block=64)
def cub_block_radix_sort(rng: Rng) -> Data:
    x = rng.integers(0, 4096, 128).astype(U4)
    return Data({"keys": x}, {"keys": np.sort(x)})
