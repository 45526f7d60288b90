"""References for puzzles.cu."""

from __future__ import annotations

from functools import reduce

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("puzzles.cu")
F4, F8, I1, I4, U1, U4 = np.float32, np.float64, np.int8, np.int32, np.uint8, np.uint32
Rng = np.random.Generator


@cases(grid=2, block=32)
def reverse_array(rng: Rng) -> Data:
    x = rng.normal(0, 1, 97).astype(F4)
    return Data({"input": x, "N": 97}, {"input": x[::-1]})


@cases(grid=2, block=64)
def invert_kernel(rng: Rng) -> Data:
    x = rng.integers(0, 256, (7, 13, 4)).astype(U1)
    wanted = x.copy()
    wanted[..., :3] = 255 - x[..., :3]
    return Data({"image": x.ravel(), "width": 13, "height": 7}, {"image": wanted})


def fnv(text: bytes) -> int:
    return reduce(lambda h, byte: (h ^ byte) * 16777619 % 2**32, text, 2166136261)


def repeated(text: bytes, rounds: int) -> int:
    h = fnv(text)
    for _ in range(rounds - 1):
        h = fnv(h.to_bytes(4, "little"))
    return h


@cases(grid=2, block=64)
def rounds_of_hashing(rng: Rng) -> Data:
    x = rng.integers(0, 2**32, 100).astype(U4)
    wanted = np.array([repeated(v.tobytes(), 7) for v in x], U4)
    return Data({"in": x, "out": np.zeros(100, U4), "count": 100, "rounds": 7}, {"out": wanted})


@cases(grid=138, block=128)
def crack(rng: Rng) -> Data:
    word = bytes(rng.integers(97, 123, 3).tolist())
    data = {"target": U4(repeated(word, 3)), "length": 3, "R": 3, "found": np.zeros(4, I1), "total": 26**3}
    return Data(data, {"found": np.frombuffer(word + b"\0", I1)})


@cases(grid=2, block=64, rtol=1e-5)
def mse(rng: Rng) -> Data:
    p, t = rng.normal(0, 1, (2, 1000)).astype(F4)
    data = {"predictions": p, "targets": t, "mse": np.zeros(1, F4), "N": 1000}
    return Data(data, {"mse": np.array([((p.astype(F8) - t) ** 2).mean()])})


@cases(grid=3, block=8)
def pooling(rng: Rng) -> Data:
    a = rng.integers(0, 9, 21).astype(I4)
    padded = np.concatenate([[0, 0], a])
    return Data({"a": a, "out": np.zeros(21, I4), "size": 21}, {"out": padded[:-2] + padded[1:-1] + padded[2:]})


@cases(grid=4, block=8)
def axis_sum(rng: Rng) -> Data:
    a = rng.integers(0, 9, (4, 6)).astype(F4)
    return Data({"a": a.ravel(), "out": np.zeros(4, F4), "size": 6}, {"out": a.sum(1)})


@cases(grid=(2, 2, 2), block=(4, 4, 2), rtol=1e-5, atol=1e-5)
def conv3d(rng: Rng) -> Data:
    x, k = rng.normal(0, 1, (5, 8, 9)).astype(F4), rng.normal(0, 1, (2, 3, 2)).astype(F4)
    windows = np.lib.stride_tricks.sliding_window_view(x.astype(F8), k.shape)
    wanted = np.einsum("abcijk,ijk->abc", windows, k)
    data = {"input": x.ravel(), "kernel": k.ravel(), "output": np.zeros(wanted.size, F4)}
    return Data(data | {"D": 5, "R": 8, "C": 9, "kd": 2, "kr": 3, "kc": 2}, {"output": wanted})


@cases(grid=(3, 2), block=(16, 4))
def count_equal_2d(rng: Rng) -> Data:
    x = rng.integers(0, 4, (7, 37)).astype(I4)
    data = {"input": x.ravel(), "output": np.zeros(1, I4), "N": 7, "M": 37, "K": 2}
    return Data(data, {"output": np.array([(x == 2).sum()], I4)})


@cases(block=32)
def top_k(rng: Rng) -> Data:
    x = rng.integers(-50, 50, 150).astype(F4) / 4
    return Data({"input": x, "output": np.zeros(9, F4), "N": 150, "k": 9}, {"output": np.sort(x)[::-1][:9]})


@cases(grid=2, block=32)
def nearest(rng: Rng) -> Data:
    p = rng.integers(-20, 20, (50, 3)).astype(F4)
    distance = ((p[:, None] - p) ** 2).sum(2) + np.where(np.eye(50), np.inf, 0)
    return Data({"points": p.ravel(), "indices": np.zeros(50, I4), "N": 50}, {"indices": distance.argmin(1).astype(I4)})


@cases(block=128, rtol=1e-6)
def monte_carlo(rng: Rng) -> Data:
    y = rng.normal(3, 1, 1001).astype(F4)
    data = {"y": y, "result": np.zeros(1, F4), "a": F8(-1.5), "b": F8(2.0), "n": 1001}
    return Data(data, {"result": np.array([3.5 * y.astype(F8).mean()])})


@cases(block=128)
def radix_sort_block(rng: Rng) -> Data:
    x = rng.integers(0, 2**32, 128).astype(U4)
    return Data({"input": x, "output": np.zeros(128, U4)}, {"output": np.sort(x)})


@cases(grid=20, block=3)
def life_in_words(rng: Rng) -> Data:
    cells = rng.random((20, 96)) < 0.35
    around = sum(np.roll(cells, (i, j), (0, 1)).astype(int) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
    alive = (around == 3) | (cells & (around == 2))

    def words(grid: np.ndarray) -> np.ndarray:
        return np.packbits(grid, axis=1, bitorder="little").view(U4)

    return Data({"now": words(cells).ravel(), "next": np.zeros(60, U4), "words": 3, "rows": 20}, {"next": words(alive)})
