"""References for images.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("images.cu")
I1, I4, U1, U4, F4, F8 = np.int8, np.int32, np.uint8, np.uint32, np.float32, np.float64
Rng = np.random.Generator


def histogram(rng: Rng) -> Data:
    x = rng.integers(0, 256, 1500).astype(U1)
    data = {"in": x, "bins": np.zeros(256, U4), "n": 1500}
    return Data(data, {"bins": np.bincount(x, minlength=256).astype(U4)})


@cases(grid=3, block=96)
def histogram_global(rng: Rng) -> Data:
    return histogram(rng)


@cases(grid=3, block=96)
def histogram_privatised(rng: Rng) -> Data:
    return histogram(rng)


@cases(grid=2, block=32)
def histogram_coarsened(rng: Rng) -> Data:
    text = rng.choice(np.frombuffer(b"aaabcxyz hello .", U1), 700)
    letters = text[(text >= 97) & (text <= 122)].astype(I4) - 97
    data = {"text": text.view(I1), "n": 700, "bins": np.zeros(7, I4)}
    return Data(data, {"bins": np.bincount(letters // 4, minlength=7).astype(I4)})


@cases(grid=4, block=64)
def stencil_1d_shared(rng: Rng) -> Data:
    x = rng.integers(-99, 99, 230).astype(I4)
    return Data(
        {"in": x, "out": np.zeros(230, I4), "n": 230}, {"out": np.convolve(x, np.ones(7, I4), "same").astype(I4)}
    )


@cases(grid=(3, 4), block=(16, 8))
def stencil_2d_tiled(rng: Rng) -> Data:
    x = rng.integers(-99, 99, (29, 45)).astype(F4)
    p = np.pad(x, 1)
    wanted = p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:] - 4 * x
    return Data({"in": x.ravel(), "out": np.zeros(x.size, F4), "width": 45, "height": 29}, {"out": wanted})


@cases(grid=(3, 2), block=(8, 8))
def stencil_3d_sliding(rng: Rng) -> Data:
    x = rng.integers(-99, 99, (7, 11, 16)).astype(F4)
    p = np.pad(x, 1)
    wanted = (p[:-2, 1:-1, 1:-1] + p[2:, 1:-1, 1:-1] + p[1:-1, :-2, 1:-1] + p[1:-1, 2:, 1:-1] + p[1:-1, 1:-1, :-2]
              + p[1:-1, 1:-1, 2:] - 6 * x)  # fmt: skip
    return Data({"in": x.ravel(), "out": np.zeros(x.size, F4), "nx": 16, "ny": 11, "nz": 7}, {"out": wanted})


@cases(grid=2, block=80, rtol=1e-5, atol=1e-6)
def convolution_1d(rng: Rng) -> Data:
    x = rng.normal(0, 1, 150).astype(F4)
    wanted = np.convolve(x.astype(F8), [0.1, 0.2, 0.4, 0.2, 0.1], "same")
    return Data({"in": x, "out": np.zeros(150, F4), "n": 150}, {"out": wanted})


@cases(grid=(4, 3), block=(12, 12))
def convolution_2d_tiled(rng: Rng) -> Data:
    x, mask = rng.integers(-9, 9, (22, 27)).astype(F4), rng.integers(-5, 5, (5, 5)).astype(F4)
    p = np.pad(x, 2)
    wanted = sum(mask[i, j] * p[i : i + 22, j : j + 27] for i in range(5) for j in range(5))
    data = {"in": x.ravel(), "mask": mask.ravel(), "out": np.zeros(x.size, F4), "width": 27, "height": 22}
    return Data(data, {"out": wanted})


@cases(grid=(3, 3), block=(16, 8))
def sobel(rng: Rng) -> Data:
    x = rng.integers(0, 256, (20, 40)).astype(U1)
    p = x.astype(I4)
    smooth = p[:-2] + 2 * p[1:-1] + p[2:]
    across = p[:, :-2] + 2 * p[:, 1:-1] + p[:, 2:]
    wanted = np.zeros((20, 40), U1)
    gradient = abs(smooth[:, 2:] - smooth[:, :-2]) + abs(across[2:] - across[:-2])
    wanted[1:-1, 1:-1] = np.minimum(gradient, 255)
    return Data({"in": x.ravel(), "out": np.zeros(800, U1), "w": 40, "h": 20}, {"out": wanted})


@cases(grid=(2, 3), block=(16, 8))
def box_blur(rng: Rng) -> Data:
    x = rng.integers(0, 256, (19, 27, 4)).astype(U1)
    wanted = np.zeros_like(x)
    for y in range(19):
        for c in range(27):
            window = x[max(y - 2, 0) : y + 3, max(c - 2, 0) : c + 3].reshape(-1, 4).astype(I4)
            wanted[y, c] = window.sum(0) // len(window)
    return Data({"in": x.ravel(), "out": np.zeros(x.size, U1), "w": 27, "h": 19, "r": 2}, {"out": wanted})


@cases(grid=(2, 3), block=(16, 8))
def median_filter(rng: Rng) -> Data:
    x = rng.integers(0, 256, (19, 27)).astype(U1)
    p = np.pad(x, 1, mode="edge")
    windows = np.stack([p[j : j + 19, i : i + 27] for j in range(3) for i in range(3)])
    return Data({"in": x.ravel(), "out": np.zeros(x.size, U1), "w": 27, "h": 19}, {"out": np.sort(windows, 0)[4]})


@cases(grid=(2, 2), block=(16, 16), rtol=1e-4, atol=1e-4)
def bilinear_resize(rng: Rng) -> Data:
    w, h, ow, oh = 13, 9, 30, 21
    image = rng.uniform(0, 9, (h, w)).astype(F4)
    fx, fy = (np.arange(ow) + 0.5) * w / ow - 0.5, (np.arange(oh) + 0.5) * h / oh - 0.5
    x0, y0 = np.maximum(np.floor(fx), 0).astype(I4), np.maximum(np.floor(fy), 0).astype(I4)
    x1, y1 = np.minimum(x0 + 1, w - 1), np.minimum(y0 + 1, h - 1)
    ax, ay = np.maximum(fx - x0, 0), np.maximum(fy - y0, 0)[:, None]
    wide = image.astype(F8)
    rows = wide[:, x0] * (1 - ax) + wide[:, x1] * ax
    wanted = rows[y0] * (1 - ay) + rows[y1] * ay
    data = {"in": image.ravel(), "w": w, "h": h, "out": np.zeros(ow * oh, F4), "ow": ow, "oh": oh}
    return Data(data, {"out": wanted})


@cases(grid=(1, 2), block=(16, 8))
def flip_and_invert(rng: Rng) -> Data:
    x = rng.integers(0, 256, (11, 24, 3)).astype(U1)
    return Data({"image": x.ravel(), "w": 24, "h": 11}, {"image": 255 - x[:, ::-1]})


@cases(block=128, rtol=1e-5, atol=1e-5)
def heat_steps(rng: Rng) -> Data:
    x = rng.uniform(0, 9, 110).astype(F4)
    v = x.astype(F8)
    for _ in range(8):
        v = np.r_[v[0], v[1:-1] + 0.25 * (v[:-2] - 2 * v[1:-1] + v[2:]), v[-1]]
    return Data({"a": x, "b": np.zeros(110, F4), "n": 110, "steps": 8}, {"a": v})
