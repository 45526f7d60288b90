"""References for samples_imaging.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("samples_imaging.cu")
I4, U1, U4, F4, F8 = np.int32, np.uint8, np.uint32, np.float32, np.float64
Rng = np.random.Generator


@cases(grid=(2, 2), block=(8, 4), rtol=1e-4, atol=1e-3)
def dct_tiles(rng: Rng) -> Data:
    image = rng.uniform(-128, 128, (16, 64)).astype(F4)
    k, n = np.mgrid[:8, :8]
    basis = np.sqrt(np.where(k == 0, 1, 2) / 8) * np.cos(np.pi * (2 * n + 1) * k / 16)
    tiles = image.reshape(2, 8, 8, 8).astype(F8)
    wanted = np.einsum("ij,ajbk,lk->aibl", basis, tiles, basis)
    return Data({"dst": np.zeros(1024, F4), "src": image.ravel(), "ImgStride": 64}, {"dst": wanted})


@cases(grid=(2, 3), block=(16, 8), rtol=1e-5, atol=1e-6)
def convolve_columns(rng: Rng) -> Data:
    image = rng.uniform(0, 1, (96, 32)).astype(F4)
    weights = [0.02, 0.05, 0.12, 0.2, 0.22, 0.2, 0.12, 0.05, 0.02]
    framed = np.pad(image.astype(F8), ((4, 4), (0, 0)))
    wanted = sum(w * framed[i : i + 96] for i, w in enumerate(weights))
    data = {"d_Dst": np.zeros(3072, F4), "d_Src": image.ravel(), "imageW": 32, "imageH": 96, "pitch": 32}
    return Data(data, {"d_Dst": wanted})


@cases(grid=2, rtol=2e-13, fmad=False)  # 44 of 48 bits; contraction would spoil the splitting
def double_single(rng: Rng) -> Data:
    x = rng.uniform(0.5, 2, (64, 2))
    return Data({"in": x.ravel(), "out": np.zeros(128)}, {"out": np.stack([x.sum(1), x.prod(1)], 1)})


def _recursive(rng: Rng, edge: bool) -> Data:
    image = rng.integers(0, 256, (20, 40, 4))
    shares = image / 255
    before = shares[0] if edge else np.zeros((40, 4))
    forward, backward = np.zeros((2, 20, 40, 4))
    behind = shares[-1]
    for y in range(20):
        before = forward[y] = shares[y] + 0.6 * (before - shares[y])
        behind = backward[19 - y] = shares[19 - y] + 0.6 * (behind - shares[19 - y])
    wanted = np.trunc((np.trunc(forward * 255) / 255 + backward) * 0.5 * 255)
    packed = image.astype(U1).ravel()
    return Data({"id": packed, "od": np.zeros(3200, U1), "w": 40, "h": 20, "a": 0.6}, {"od": wanted})


@cases(kernel="smooth_columns<true>", grid=2, block=32, atol=1)  # a grey on the edge falls to either side
def recursive_clamped(rng: Rng) -> Data:
    return _recursive(rng, True)


@cases(kernel="smooth_columns<false>", grid=2, block=32, atol=1)
def recursive_from_black(rng: Rng) -> Data:
    return _recursive(rng, False)


@cases(grid=2, block=32, shared=128, rtol=1e-5, atol=1e-5)
def haar_levels(rng: Rng) -> Data:
    x = rng.uniform(-1, 1, (2, 64)).astype(F4)
    wanted = x.astype(F8)
    for n in (64, 32, 16):
        pairs = wanted[:, :n].reshape(2, n // 2, 2)
        wanted[:, :n] = np.concatenate([pairs.sum(2), pairs[..., 0] - pairs[..., 1]], 1) / np.sqrt(2)
    return Data({"id": x.ravel(), "od": np.zeros(128, F4), "levels": 3}, {"od": wanted})


@cases(grid=3, block=32, shared=512)
def walsh_batch(rng: Rng) -> Data:
    """Sums with the signs of a Hadamard matrix: minus where an odd number of bits meet."""
    x = rng.integers(-9, 9, (3, 128)).astype(F4)
    i, j = np.mgrid[:128, :128]
    signs = 1 - 2.0 * (np.bitwise_count(i & j) % 2)
    return Data({"d_Output": np.zeros(384, F4), "d_Input": x.ravel(), "log2N": 7}, {"d_Output": x @ signs.astype(F4)})


@cases(grid=(2, 2), block=(8, 8), rtol=1e-5, atol=1e-6)
def slide_stencil(rng: Rng) -> Data:
    x = rng.uniform(-1, 1, (10 + 4, 16 + 4, 16 + 4)).astype(F4)
    wanted = np.zeros(x.shape)
    inner = 0.5 * x[2:-2, 2:-2, 2:-2].astype(F8)
    for axis in range(3):
        for step, weight in ((1, 0.06), (2, 0.02)):
            for sign in (-1, 1):
                inner += weight * np.roll(x.astype(F8), sign * step, axis)[2:-2, 2:-2, 2:-2]
    wanted[2:-2, 2:-2, 2:-2] = inner
    data = {"output": np.zeros(x.size, F4), "input": x.ravel(), "dimx": 16, "dimy": 16, "dimz": 10}
    return Data(data, {"output": wanted})
