"""References for coursework.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("coursework.cu")
I4, U1, U4, U8, F4, F8 = np.int32, np.uint8, np.uint32, np.uint64, np.float32, np.float64
Rng = np.random.Generator


@cases(grid=(2, 2), block=(16, 16), atol=1)  # a grey on the edge falls to either side
def rgba_to_greyscale(rng: Rng) -> Data:
    image = rng.integers(0, 256, (20, 30, 4)).astype(U1)
    wanted = np.trunc(image[..., :3] @ np.array([0.299, 0.587, 0.114]))
    data = {"rgbaImage": image.ravel(), "greyImage": np.zeros(600, U1), "numRows": 30, "numCols": 20}
    return Data(data, {"greyImage": wanted})


@cases(grid=(2, 2), block=(16, 16), atol=1)
def gaussian_blur(rng: Rng) -> Data:
    image = rng.integers(0, 256, (20, 30, 4)).astype(U1)
    axis = np.exp(-((np.arange(5) - 2) ** 2) / 4)
    weights = np.outer(axis, axis) / axis.sum() ** 2
    framed = np.pad(image.astype(F8), ((2, 2), (2, 2), (0, 0)), mode="edge")
    blurred = sum(weights[r, c] * framed[r : r + 20, c : c + 30] for r in range(5) for c in range(5))
    wanted = np.trunc(blurred)
    wanted[..., 3] = 255
    data = {
        "image": image.ravel(), "out": np.zeros(2400, U1), "numRows": 20, "numCols": 30,
        "filter": weights.astype(F4).ravel(), "filterWidth": 5,
    }  # fmt: skip
    return Data(data, {"out": wanted})


@cases(block=128, shared=512)
def tone_map(rng: Rng) -> Data:
    x = (rng.integers(0, 1024, 1000) / 64 - 9).astype(F4)  # in steps that every quotient is exact for
    x[[5, 7]] = -9, 7
    bins = np.minimum(((x + 9) / F4(16) * 64).astype(int), 63)
    counts = np.bincount(bins, minlength=64)
    wanted = {"d_cdf": (counts.cumsum() - counts).astype(U4), "extremes": np.array([-9, 7], F4)}
    data = {"lum": x, "d_cdf": np.zeros(64, U4), "extremes": np.zeros(2, F4), "n": 1000, "numBins": U8(64)}
    return Data(data, wanted)


@cases(block=128)
def red_eye_sort(rng: Rng) -> Data:
    x = rng.integers(0, 2**16, 120).astype(U4)
    x[:40] %= 7
    order = np.argsort(x, kind="stable")
    data = {"vals": x, "pos": np.arange(120, dtype=U4), "vals2": np.zeros(120, U4), "pos2": np.zeros(120, U4), "n": 120}
    return Data(data, {"vals": x[order], "pos": order.astype(U4)})


@cases(grid=(2, 2), block=(16, 16), rtol=1e-6, atol=1e-4)
def seamless_clone(rng: Rng) -> Data:
    rows, cols = 24, 28
    y, x = np.mgrid[:rows, :cols]
    inside = ((x - 14) ** 2 + (y - 12) ** 2 < 90) & (rng.random((rows, cols)) < 0.97)
    source = np.where(inside[..., None], rng.integers(0, 200, (rows, cols, 4)), 255).astype(U1)
    dest = rng.integers(0, 256, (rows, cols, 4)).astype(U1)
    guess = rng.uniform(0, 255, (rows, cols)).astype(F4)
    wide = np.pad(inside, 1)
    core = inside & wide[:-2, 1:-1] & wide[2:, 1:-1] & wide[1:-1, :-2] & wide[1:-1, 2:]
    kind = inside.astype(U1) + core
    known = np.where(core, guess, dest[..., 0]).astype(F8)
    s = source[..., 0].astype(F8)
    around = sum(np.roll(known, k, a) + s - np.roll(s, k, a) for a in (0, 1) for k in (-1, 1))
    wanted = np.where(core, np.clip(around / 4, 0, 255), dest[..., 0])
    data = {
        "source": source.ravel(), "dest": dest.ravel(), "guess": guess.ravel(), "next": np.zeros(rows * cols, F4),
        "kind": np.zeros(rows * cols, U1), "rows": rows, "cols": cols,
    }  # fmt: skip
    return Data(data, {"next": wanted, "kind": kind})


@cases(grid=3, block=64, rtol=1e-6, atol=1 / 254)
def equalise(rng: Rng) -> Data:
    x = rng.beta(2, 5, 190).astype(F4)
    levels = (255 * x).astype(U1)
    cdf = (np.bincount(levels, minlength=256).cumsum() / 190).astype(F4)
    corrected = np.trunc(np.clip(255 * (cdf[levels].astype(F8) - cdf[0]) / (1 - cdf[0]), 0, 255))
    data = {"image": x, "cdf": cdf, "bytes": np.zeros(190, U1), "size": 190}
    return Data(data, {"image": corrected / 255, "bytes": levels})


@cases(block=128)
def find_repeats(rng: Rng) -> Data:
    x = rng.integers(0, 3, 120).astype(I4)
    at = np.flatnonzero(x[:-1] == x[1:])
    wanted = np.full(120, -1, I4)
    wanted[: at.size] = at
    data = {"in": x, "n": 120, "out": np.full(120, -1, I4), "total": np.zeros(1, I4)}
    return Data(data, {"out": wanted, "total": np.array([at.size], I4)})


@cases(grid=(3, 3), block=(8, 8))
def render_circles(rng: Rng) -> Data:
    circles = np.c_[rng.integers(0, 24, (30, 2)), rng.integers(1, 7, 30), rng.integers(0, 9, 30) / 8].astype(F4)
    y, x = np.mgrid[:24, :24] + 0.5
    image = np.ones((24, 24), F4)
    for cx, cy, radius, grey in circles:
        image = np.where((x - cx) ** 2 + (y - cy) ** 2 <= radius**2, F4(0.5) * grey + F4(0.5) * image, image)
    return Data({"circles": circles.ravel(), "count": 30, "image": np.zeros(576, F4), "width": 24}, {"image": image})
