"""References for standard_library.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("standard_library.cu")
I4, F4 = np.int32, np.float32
Rng = np.random.Generator


@cases(grid=2, block=48)
def atomic_references(rng: Rng) -> Data:
    x = rng.integers(0, 99, 96).astype(I4)
    return Data({"in": x, "out": np.zeros(4, I4)}, {"out": np.array([x.sum(), x.max(), 77, 1], I4)})


@cases(block=64)
def atomic_objects(rng: Rng) -> Data:
    x = rng.integers(-9, 9, 64).astype(I4)
    return Data({"in": x, "out": np.zeros(64, I4)}, {"out": np.full(64, (x > 0).sum(), I4)})


@cases(grid=2)
def flags_with_release_and_acquire(rng: Rng) -> Data:
    return Data({"data": np.zeros(1, I4), "flag": np.zeros(1, I4), "out": np.zeros(1, I4)}, {"out": np.array([42], I4)})


@cases()
def arrays_and_limits(rng: Rng) -> Data:
    x = rng.integers(-9, 9, 32).astype(I4)
    a = np.tile([1, 2, 3, 4], (32, 1))
    a[np.arange(32), np.arange(32) % 4] += x
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": (a.sum(1) * 10 + 4 + a.min(1)).astype(I4)})


@cases(block=64)
def block_barrier_object(rng: Rng) -> Data:
    x = rng.integers(0, 99, 64).astype(I4)
    return Data({"in": x, "out": np.zeros(64, I4)}, {"out": x[::-1]})


@cases(block=64)
def thread_pipeline(rng: Rng) -> Data:
    x = rng.integers(0, 99, (5, 64)).astype(F4)
    return Data({"in": x.ravel(), "out": np.zeros(64, F4), "tiles": 5}, {"out": x.sum(0)[::-1]})
