"""References for cooperative.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("cooperative.cu")
I4, F4, F8 = np.int32, np.float32, np.float64
Rng = np.random.Generator


@cases(block=128)
def block_sum_by_tiles(rng: Rng) -> Data:
    x = rng.integers(-99, 99, 1000).astype(I4)
    return Data({"in": x, "out": np.zeros(1, I4), "n": 1000}, {"out": x.sum(dtype=I4, keepdims=True)})


def small_tiles(rng: Rng, size: int) -> Data:
    x = rng.integers(0, 98, 96).astype(I4)
    groups = x.reshape(-1, size)
    largest = groups.max(1, keepdims=True)
    odd = (groups & 1).sum(1, keepdims=True)
    wanted = largest * 100 + np.arange(size) + np.where(largest > 95, 1000000, 0) + odd * 10000
    return Data({"in": x, "out": np.zeros(96, I4)}, {"out": wanted.astype(I4)})


@cases(block=96)
def tiles_of_sixteen(rng: Rng) -> Data:
    return small_tiles(rng, 16)


@cases(block=96)
def tiles_of_eight(rng: Rng) -> Data:
    return small_tiles(rng, 8)


@cases(block=96)
def tiles_of_four(rng: Rng) -> Data:
    return small_tiles(rng, 4)


@cases(block=96)
def tiles_of_two(rng: Rng) -> Data:
    return small_tiles(rng, 2)


@cases(block=64)
def coalesced_threads_of_a_branch(rng: Rng) -> Data:
    x = rng.integers(0, 99, (2, 32)).astype(I4)
    chosen = x % 3 == 1
    first = x[np.arange(2), chosen.argmax(1)][:, None]
    wanted = np.where(chosen, chosen.cumsum(1) - 1 + 100 * chosen.sum(1, keepdims=True) + 10000 * first, -1)
    return Data({"in": x.ravel(), "out": np.zeros(64, I4)}, {"out": wanted.astype(I4)})


@cases()
def aggregated_increment(rng: Rng) -> Data:
    x = rng.integers(-9, 9, 32).astype(I4)
    kept = x[x > 0]
    wanted = {"counter": np.array([len(kept)], I4), "out": np.r_[kept, np.zeros(32 - len(kept), I4)]}
    return Data({"in": x, "counter": np.zeros(1, I4), "out": np.zeros(32, I4)}, wanted)


@cases(block=64, rtol=1e-5, atol=1e-5)
def reduce_collectives(rng: Rng) -> Data:
    x, f = rng.integers(-99, 99, (2, 32)).astype(I4), rng.normal(0, 1, (2, 32)).astype(F4)
    eight = x.reshape(8, 8)
    warps = [np.repeat(r, 32) for r in (x.sum(1), x.max(1), np.bitwise_xor.reduce(x, 1))]
    columns = [*warps, np.repeat(eight.sum(1), 8), np.repeat(eight.min(1), 8)]
    wanted = {"out": np.stack(columns, 1).astype(I4), "fout": np.repeat(f.sum(1, dtype=F8), 32)}
    return Data({"in": x.ravel(), "f": f.ravel(), "out": np.zeros(320, I4), "fout": np.zeros(64, F4)}, wanted)


@cases(block=64)
def scan_collectives(rng: Rng) -> Data:
    x = rng.integers(-99, 99, (2, 32)).astype(I4)
    inclusive = x.cumsum(1)
    return Data(
        {"in": x.ravel(), "out": np.zeros(128, I4)}, {"out": np.stack([inclusive, inclusive - x], 2).astype(I4)}
    )


@cases(grid=(2, 3), block=(16, 4))
def group_geometry(rng: Rng) -> Data:
    rows = []
    for block in range(6):
        for t in range(64):
            rows.append([t, block % 2 + 10 * (block // 2), t % 16 + 100 * (t // 16), 64, 64, 384, t // 16 * 100 + 4,
                         block * 1000 + 6])  # fmt: skip
    return Data({"out": np.zeros(8 * 384, I4)}, {"out": np.array(rows, I4)})


@cases()
def nested_tiles(rng: Rng) -> Data:
    x = rng.integers(0, 99, 32).astype(I4)
    lane = np.arange(32)
    v = x + x[np.where(lane % 4 == 0, lane, lane - 1)]
    match = [sum(1 << k for k in range(4) if v[t // 4 * 4 + k] & 1 == v[t] & 1) for t in range(32)]
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": (v[lane // 4 * 4] + 1000 * np.array(match)).astype(I4)})


@cases()
def dynamic_partitions(rng: Rng) -> Data:
    x = rng.integers(0, 99, 32).astype(I4)
    large = x > 50
    rank = [(large[:t] == large[t]).sum() for t in range(32)]
    wanted = np.arange(32) % 16 + 100 * np.bincount(x % 3, minlength=3)[x % 3] + 10000 * np.array(rank)
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": wanted.astype(I4)})


@cases(block=64)
def copied_together(rng: Rng) -> Data:
    x = rng.integers(0, 99, 128).astype(I4)
    return Data({"in": x, "out": np.zeros(64, I4)}, {"out": x[:63:-1]})


@cases(block=96)
def one_invokes(rng: Rng) -> Data:
    x = rng.integers(0, 99, 96).astype(I4)
    return Data({"in": x, "out": np.zeros(3, I4)}, {"out": x[31::32]})


@cases(grid=4, block=32, faults=("trap",))
def grid_wide_barrier(rng: Rng) -> Data:
    x = rng.integers(0, 99, 128).astype(I4)
    # this_grid().sync() needs a cooperative launch; in an ordinary one it traps, here as on a GPU.
    return Data({"in": x, "middle": np.zeros(128, I4), "out": np.zeros(128, I4)}, {})
