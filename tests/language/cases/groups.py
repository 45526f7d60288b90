"""References for groups.cu: a loop over the members of every group."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("groups.cu")
F4, F8, I4, U4 = np.float32, np.float64, np.int32, np.uint32
Rng = np.random.Generator


def integers(rng: Rng, n: int, low: int = 0, high: int = 100) -> np.ndarray:
    return rng.integers(low, high, n).astype(I4)


def tiles(n: int, size: int) -> Iterator[range]:
    return (range(start, start + size) for start in range(0, n, size))


@cases(block=64)
def sums_of_any_group(rng: Rng) -> Data:
    x = integers(rng, 64)
    data = {"in": x, "blocks": np.zeros(1, I4), "tiles": np.zeros(4, I4)}
    return Data(data, {"blocks": np.array([x.sum()], I4), "tiles": x.reshape(4, 16).sum(1, dtype=I4)})


@cases(block=96)
def labelled_histogram(rng: Rng) -> Data:
    x = integers(rng, 96)
    return Data({"in": x, "bins": np.zeros(8, I4)}, {"bins": np.bincount(x & 7, minlength=8).astype(I4)})


@cases(block=64)
def binary_parts(rng: Rng) -> Data:
    x, out = integers(rng, 64), np.zeros(64, I4)
    for tile in tiles(64, 8):
        for odd in (0, 1):
            part = [i for i in tile if x[i] % 2 == odd]
            if part:  # the group of those for whom it holds not comes first; there are always two groups
                out[part] = x[part].sum() * 1000 + x[part].max() * 10 + odd + 2
    return Data({"in": x, "out": np.zeros(64, I4)}, {"out": out})


@cases(block=64)
def reductions_of_coalesced(rng: Rng) -> Data:
    x, out, floats = integers(rng, 64), np.zeros(64, I4), np.zeros(64, F4)
    for warp in tiles(64, 32):
        active = [i for i in warp if x[i] % 3]
        out[active] = x[active].min() * 1000 + np.arange(1, len(active) + 1)
        floats[active] = x[active].sum() / 2
    return Data({"in": x, "out": np.full(64, -1, I4), "floats": np.zeros(64, F4)}, {"out": out, "floats": floats})


@cases(block=32)
def reductions_of_structs(rng: Rng) -> Data:
    x, out = integers(rng, 32), np.zeros((32, 2), I4)
    for tile in tiles(32, 8):
        a, b = 1, 0
        for i in tile:
            a, b = a * (x[i] % 3 + 1), b * (x[i] % 3 + 1) + x[i]
            out[i] = a, b
    return Data({"in": x, "out": np.zeros(64, I4)}, {"out": out})


@cases(block=32)
def scans_of_every_kind(rng: Rng) -> Data:
    x, out = integers(rng, 32), np.zeros((32, 4), I4)
    out[:, 0] = np.bitwise_xor.accumulate(x)
    for four in tiles(32, 4):
        out[four, 1] = np.cumsum(x[four]) - x[four]
        out[four, 2] = np.maximum.accumulate(x[four])
    out[1:, 3] = np.bitwise_or.accumulate(x)[:-1]
    return Data({"in": x, "out": np.zeros(128, I4)}, {"out": out})


@cases(block=32)
def reserved_space(rng: Rng) -> Data:
    x = integers(rng, 32)
    total = int((x % 4).sum())
    filled = np.concatenate([np.full(5, -1), np.repeat(np.arange(32), x % 4), np.full(96 - total, -1)]).astype(I4)
    data = {"in": x, "counter": np.array([5], I4), "out": np.full(101, -1, I4)}
    return Data(data, {"counter": np.array([5 + total], I4), "out": filled})


@cases(block=64, shared=500)
def asynchronous_copies(rng: Rng) -> Data:
    x = integers(rng, 125)
    return Data({"in": x, "out": np.zeros(125, I4), "n": 125}, {"out": x[::-1]})


@cases(block=32)
def copies_in_stages(rng: Rng) -> Data:
    x = integers(rng, 4 * 128)
    wanted = (x.reshape(4, 32, 4) * np.array([1, 2, 3, 4])).sum((0, 2))[::-1].astype(I4)
    return Data({"in": x, "out": np.zeros(32, I4), "stages": 4}, {"out": wanted})


@cases(block=128)
def tiles_of_two_warps(rng: Rng) -> Data:
    x, out = integers(rng, 128, 6, 100), np.zeros(128, I4)
    x[70] = 5
    for rank, tile in enumerate(tiles(128, 64)):
        out[tile] = x[tile].sum() * 10 + rank + 5 * (5 in x[tile])
    return Data({"in": x, "out": np.zeros(128, I4)}, {"out": out})


@cases(grid=(3, 2), block=(8, 4))
def ranks_of_the_grid(rng: Rng) -> Data:
    return Data({"out": np.zeros(192, I4)}, {"out": np.full(192, 192 + 4000 + 10000, I4)})


@cases(block=32)
def shuffles_of_structs(rng: Rng) -> Data:
    x, i = rng.integers(0, 99, 32).astype(F8) / 4, np.arange(32)
    other = i ^ 5
    return Data({"in": x, "out": np.zeros(32, F8)}, {"out": x[other] + 3 * other + x[i & 16]})


@cases(block=32)
def votes_of_tiles(rng: Rng) -> Data:
    x, out = integers(rng, 32), np.zeros((32, 4), U4)
    for tile in tiles(32, 4):
        v = x[tile]
        for lane, i in enumerate(tile):
            out[i, 0] = sum(1 << k for k in range(4) if v[k] % 3 == v[lane] % 3)
            out[i, 1] = 15 + 100 if len(set(v // 50)) == 1 else 0
            out[i, 2] = (v > 10).all() + 2 * (v > 90).any()
            out[i, 3] = sum(1 << k for k in range(4) if v[k] & 1)
    return Data({"in": x, "out": np.zeros(128, U4)}, {"out": out})


@cases(grid=3, block=32)
def one_broadcasts(rng: Rng) -> Data:
    x = integers(rng, 3)
    return Data({"in": x, "out": np.zeros(96, I4)}, {"out": 3 * x[:, None] + np.arange(32, dtype=I4)})


@cases(grid=2, block=32)
def cluster_groups(rng: Rng) -> Data:
    return Data({"out": np.zeros(2, I4)}, {"out": np.arange(2, dtype=I4)})


@cases(block=64)
def block_barrier_in_two_parts(rng: Rng) -> Data:
    x = integers(rng, 64)
    return Data({"in": x, "out": np.zeros(64, I4)}, {"out": 2 * x + x[::-1]})
