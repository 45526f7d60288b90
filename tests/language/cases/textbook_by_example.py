"""References for textbook_by_example.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("textbook_by_example.cu")
I4, I8, U1, U4, F4, F8 = np.int32, np.int64, np.uint8, np.uint32, np.float32, np.float64
DIM = 40
Rng = np.random.Generator


def pixels(*channels: np.ndarray) -> Data:
    """Rows of red, green, blue, opaque."""
    image = np.stack([*channels, np.full((DIM, DIM), 255)], -1).astype(U1)
    return Data({"ptr": np.zeros(image.size, U1)}, {"ptr": image})


@cases(grid=(DIM, DIM), block=1, fmad=False)  # one thread a pixel, as in the book
def julia_pixels(rng: Rng) -> Data:
    axis = F4(1.5) * (DIM // 2 - np.arange(DIM)).astype(F4) / F4(DIM // 2)
    r, i = (axis + F4(0) * axis[:, None]).astype(F4), (axis[:, None] + F4(0) * axis).astype(F4)
    inside = np.ones((DIM, DIM), bool)
    for _ in range(200):
        r, i = np.where(inside, r * r - i * i + F4(-0.8), r), np.where(inside, i * r + r * i + F4(0.156), i)
        inside &= ~(r * r + i * i > 1000)
    black = np.zeros((DIM, DIM))
    return pixels(255 * inside, black, black)


@cases(grid=(5, 5), block=(8, 8), atol=1)  # a value on the edge of two greys may fall to either side
def rings(rng: Rng) -> Data:
    y, x = np.mgrid[:DIM, :DIM] - DIM // 2
    d = np.hypot(x, y) / 10
    grey = np.trunc(128 + 127 * np.cos(d - 31 / 7) / (d + 1))
    image = np.stack([grey, grey, grey, np.full((DIM, DIM), 255)], -1)
    return Data({"ptr": np.zeros(image.size, U1), "ticks": 31}, {"ptr": image})


@cases(grid=(5, 5), block=(8, 8), rtol=1e-5)
def mirrored_waves(rng: Rng) -> Data:
    wave = np.sin(np.arange(DIM) * 2 * np.pi / 128) + 1
    image = 255 * wave * wave[:, None] / 4
    tiles = image.reshape(5, 8, 5, 8)[:, ::-1, :, ::-1]
    return Data({"ptr": np.zeros(DIM * DIM, F4)}, {"ptr": tiles})


@cases(grid=(5, 5), block=(8, 8), atol=1)
def shaded_spheres(rng: Rng) -> Data:
    y, x = (np.mgrid[:DIM, :DIM] - DIM // 2).astype(F8)
    front, shown = np.full((DIM, DIM), -2e10), np.zeros((3, DIM, DIM))
    for r, b, g, radius, sx, sy, sz in ((1, 0.5, 0.25, 8, -4, 3, 0), (0.5, 1, 0, 6, 5, -6, 4), (0.25, 0.75, 1, 10, 9, 9, -5)):
        height = radius**2 - (x - sx) ** 2 - (y - sy) ** 2
        depth = np.sqrt(np.maximum(height, 0))
        nearer = (height > 0) & (depth + sz > front)
        front = np.where(nearer, depth + sz, front)
        shown = np.where(nearer, np.array([r, g, b])[:, None, None] * depth / radius, shown)
    return pixels(*np.trunc(255 * shown))


@cases(grid=(5, 5), block=(8, 8), rtol=1e-6)
def diffuse_heat(rng: Rng) -> Data:
    heat = rng.uniform(0, 1, (DIM, DIM)).astype(F4)
    heaters = np.where(rng.random((DIM, DIM)) < 0.05, rng.uniform(0.5, 1, (DIM, DIM)), 0).astype(F4)
    framed = np.pad(heat.astype(F8), 1, mode="edge")
    around = framed[:-2, 1:-1] + framed[2:, 1:-1] + framed[1:-1, :-2] + framed[1:-1, 2:]
    wanted = np.where(heaters != 0, heaters, heat + 0.25 * (around - 4 * heat.astype(F8)))
    return Data({"outSrc": np.zeros(DIM * DIM, F4), "inSrc": heat.ravel(), "cptr": heaters.ravel()}, {"outSrc": wanted})


@cases(grid=6, block=64)
def dot_behind_a_lock(rng: Rng) -> Data:
    a, b = rng.integers(-9, 9, (2, 1000)).astype(F4)
    return Data({"mutex": np.zeros(1, I4), "a": a, "b": b, "c": np.zeros(1, F4), "N": 1000}, {"c": np.array([a @ b])})


@cases(grid=2, block=64)
def fill_hash_table(rng: Rng) -> Data:
    """The order within a bucket is open: what must hold is that every key hangs in its own bucket, once."""
    keys, values = rng.integers(0, 2**32, 200).astype(U4), rng.integers(-99, 99, 200).astype(I4)
    filled = np.zeros(200, np.dtype([("key", U4), ("value", I4), ("next", I4)]))
    buckets = np.full(200, -1, I4)  # as many as elements, and keys that do not collide: each chain has one entry
    keys = (keys // 200 % 10**6 * 200 + rng.permutation(200)).astype(U4)
    filled["key"], filled["value"], filled["next"] = keys, values, -1
    wanted = np.empty(200, I4)
    wanted[keys % 200] = np.arange(200)
    data = {
        "keys": keys, "values": values, "elements": 200, "count": 200, "entries": buckets,
        "pool": np.zeros(600, I4), "locks": np.zeros(200, I4),
    }  # fmt: skip
    return Data(data, {"entries": wanted, "pool": filled.view(I4), "locks": np.zeros(200, I4)})


@cases(grid=3, block=256)
def byte_histogram(rng: Rng) -> Data:
    x = rng.integers(0, 256, 5000).astype(U1)
    wanted = np.bincount(x, minlength=256).astype(U4)
    return Data({"buffer": x, "size": I8(5000), "histo": np.zeros(256, U4)}, {"histo": wanted})
