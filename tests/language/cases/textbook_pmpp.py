"""References for textbook_pmpp.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("textbook_pmpp.cu")
I4, U4, F4, F8 = np.int32, np.uint32, np.float32, np.float64
Rng = np.random.Generator


@cases(grid=(1, 4), block=(16, 16), rtol=1e-4, atol=1e-4)
def coarsened_product(rng: Rng) -> Data:
    m, n = rng.normal(0, 1, (2, 64, 64)).astype(F4)
    data = {"M": m.ravel(), "N": n.ravel(), "P": np.zeros(64 * 64, F4), "width": 64}
    return Data(data, {"P": m.astype(F8) @ n.astype(F8)})


@cases(grid=(3, 3), block=(16, 16), rtol=1e-4, atol=1e-4)
def corner_turning(rng: Rng) -> Data:
    m, n = rng.normal(0, 1, (2, 41, 41)).astype(F4)
    data = {"M": m.ravel(), "N": n.T.ravel().copy(), "P": np.zeros(41 * 41, F4), "width": 41}
    return Data(data, {"P": m.astype(F8) @ n.astype(F8)})


@cases(grid=(3, 2), block=(16, 16))
def convolution_with_cached_halo(rng: Rng) -> Data:
    image = rng.integers(0, 9, (27, 39)).astype(F4)
    half = np.array([[1, 4, 7], [4, 16, 26], [7, 26, 41]])
    weights = np.pad(half, ((0, 2), (0, 2)), mode="reflect")
    framed = np.pad(image, 2)
    wanted = sum(weights[r, c] * framed[r : r + 27, c : c + 39] for r in range(5) for c in range(5))
    return Data({"N": image.ravel(), "P": np.zeros(27 * 39, F4), "width": 39, "height": 27}, {"P": wanted})


@cases(grid=(3, 3, 3), block=(10, 10), rtol=1e-6, atol=1e-6)
def stencil_in_registers(rng: Rng) -> Data:
    n = 18
    x = rng.uniform(-1, 1, (n, n, n)).astype(F4)
    wanted, inner = np.zeros((n, n, n)), x[1:-1, 1:-1, 1:-1].astype(F8) * F4(-0.6)
    for axis in range(3):
        for step in (-1, 1):
            inner = inner + F4(0.1) * np.roll(x.astype(F8), step, axis)[1:-1, 1:-1, 1:-1]
    wanted[1:-1, 1:-1, 1:-1] = inner
    return Data({"in": x.ravel(), "out": np.zeros(n**3, F4), "n": n, "c0": -0.6, "c1": 0.1}, {"out": wanted})


@cases(grid=2, block=48)
def histogram_of_runs(rng: Rng) -> Data:
    text = np.frombuffer(b"Programming Massively Parallel Processors: a hands-on approach. " * 9 + b"zzz", np.int8)
    position = text.astype(I4) - ord("a")
    wanted = np.bincount(position[(position >= 0) & (position < 26)] // 4, minlength=7)
    return Data({"data": text, "length": text.size, "histo": np.zeros(7, U4)}, {"histo": wanted.astype(U4)})


@cases(grid=3, block=64)
def coarsened_sum(rng: Rng) -> Data:
    x = rng.integers(-9, 99, 3 * 512).astype(F4)
    return Data({"input": x, "output": np.zeros(1, F4)}, {"output": x.sum(keepdims=True)})


@cases(grid=5, block=64)
def single_pass_scan(rng: Rng) -> Data:
    x = rng.integers(-9, 99, 300).astype(F4)
    data = {"X": x, "Y": np.zeros(300, F4), "N": 300, "scan_value": np.zeros(6, F4), "flags": np.eye(1, 6).astype(I4)[0]}
    return Data(data, {"Y": x.cumsum()})


@cases(grid=3, block=8, shared=2 * 32 * 4)
def merge_in_tiles(rng: Rng) -> Data:
    a, b = np.sort(rng.integers(0, 60, 131).astype(I4)), np.sort(rng.integers(0, 60, 90).astype(I4))
    data = {"A": a, "m": 131, "B": b, "n": 90, "C": np.zeros(221, I4), "tile_size": 32}
    return Data(data, {"C": np.sort(np.r_[a, b])})
