"""References for programming_guide.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("programming_guide.cu")
I2, I4, U8, F4 = np.int16, np.int32, np.uint64, np.float32
Rng = np.random.Generator


@cases(grid=(2, 3), block=(8, 8))
def product_of_windows(rng: Rng) -> Data:
    a, b = rng.integers(-9, 9, (24, 32)).astype(F4), rng.integers(-9, 9, (32, 16)).astype(F4)
    data = {"a": a.ravel(), "b": b.ravel(), "c": np.zeros(384, F4), "m": 24, "k": 32, "n": 16}
    return Data(data, {"c": a @ b})


@cases(block=64, shared=256 + 256 + 256)
def three_arrays_in_one(rng: Rng) -> Data:
    s, f, n = rng.integers(-99, 99, 128).astype(I2), rng.integers(-99, 99, 64).astype(F4), rng.integers(-99, 99, 64).astype(I4)
    wanted = {"shorts": np.r_[s[:64], s[63::-1]], "floats": f[::-1] + s[:64], "ints": n.reshape(32, 2)[:, ::-1]}
    return Data({"shorts": s, "floats": f, "ints": n}, wanted)


@cases(grid=5)
def total_by_the_last_block(rng: Rng) -> Data:
    x = rng.integers(-99, 99, 700).astype(F4)
    return Data({"array": x, "N": 700, "result": np.zeros(5, F4)}, {"result": np.r_[x.sum(), _partial(x)[1:]]})


def _partial(x: np.ndarray) -> np.ndarray:
    """Sums of what each of five blocks of a warp visits."""
    block = np.arange(x.size) // 32 % 5
    return np.bincount(block, x, 5).astype(F4)


@cases(grid=2, block=64, hazards=("WAR",))  # the guide's first read of the old value is an ordinary one
def addition_by_swap(rng: Rng) -> Data:
    x = rng.integers(-99, 99, (2, 64)) / 8
    return Data({"in": x.ravel(), "out": np.zeros(2)}, {"out": x.sum(1)})


@cases()
def vector_atomics(rng: Rng) -> Data:
    x = rng.integers(-99, 99, 32).astype(F4)
    return Data({"in": x, "out": np.zeros(2, F4)}, {"out": np.array([x.sum(), 32])})


@cases()
def broadcast_scan_reduce(rng: Rng) -> Data:
    scans = (31 - np.arange(32)).reshape(4, 8).cumsum(1)
    wanted = np.r_[np.full(32, 1234), scans.ravel(), np.full(32, 496)]
    return Data({"arg": 1234, "out": np.zeros(96, I4)}, {"out": wanted.astype(I4)})


@cases(grid=3, block=16)
def rows_with_pitch(rng: Rng) -> Data:
    rows = np.zeros((7, 64), F4)
    rows[:, :50] = rng.integers(-9, 9, (7, 50))
    wanted = rows.copy()
    wanted[:, :50] = rows[:, :50] * np.arange(7)[:, None] - np.arange(50)
    return Data({"devPtr": rows.ravel(), "pitch": U8(256), "width": 50, "height": 7}, {"devPtr": wanted})


@cases(grid=2, block=96)
def divergence_by_warp(rng: Rng) -> Data:
    return Data({"c": np.zeros(192, F4)}, {"c": np.tile(np.repeat([100, 200], 32), 3).astype(F4)})


@cases(grid=2, block=128)
def reduce_unrolled_by_8(rng: Rng) -> Data:
    x = rng.integers(-99, 99, (2, 1024)).astype(I4)
    return Data({"g_idata": x.ravel(), "g_odata": np.zeros(2, I4), "n": 2048}, {"g_odata": x.sum(1, dtype=I4)})


@cases(grid=(2, 4), block=(16, 8), shared=8 * 34 * 4)
def transpose_padded_dynamic(rng: Rng) -> Data:
    x = rng.normal(0, 1, (32, 64)).astype(F4)
    return Data({"out": np.zeros(2048, F4), "in": x.ravel(), "nx": 64, "ny": 32}, {"out": x.T})
