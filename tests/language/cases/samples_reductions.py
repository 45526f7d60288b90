"""References for samples_reductions.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("samples_reductions.cu")
I4, U1, U4, U8, F2, F4 = np.int32, np.uint8, np.uint32, np.uint64, np.float16, np.float32
Rng = np.random.Generator


@cases(grid=3, block=64, shared=64 * 8)
def sum_of_all_blocks(rng: Rng) -> Data:
    x = rng.integers(-99, 99, 1000).astype(F4)
    return Data({"g_idata": x, "g_odata": np.zeros(1, F4), "n": 1000}, {"g_odata": x.sum(keepdims=True)})


@cases(grid=2, block=64)
def scan_in_shared(rng: Rng) -> Data:
    x = rng.integers(0, 99, (4, 128)).astype(U4)  # arrays of 128: half a block each
    return Data({"d_Dst": np.zeros(512, U4), "d_Src": x.ravel(), "size": 128}, {"d_Dst": x.cumsum(1, dtype=U4) - x})


@cases(block=96)
def votes_by_pointer(rng: Rng) -> Data:
    lanes = np.arange(96)
    wanted = np.stack([lanes >= 32, lanes >= 48, lanes >= 64], 1)
    return Data({"info": np.zeros(288, np.bool_), "warp_size": 32}, {"info": wanted})


@cases(grid=2, block=64)
def every_atomic(rng: Rng) -> Data:
    n = 128
    ones = np.bitwise_or.reduce([1 << min(t, 32) & 0xFFFFFFFF if t < 32 else 0 for t in range(n)])
    start = np.zeros(11, I4)
    start[[4, 8]] = [2**30, 255]
    counted, lowered = 0, 0
    for _ in range(n):
        counted = 0 if counted >= 17 else counted + 1
        lowered = 137 if lowered == 0 or lowered > 137 else lowered - 1
    meet = np.bitwise_and.reduce([255, *(2 * t + 7 for t in range(n))])
    wanted = [10 * n, -10 * n, 0, n - 1, 0, counted, lowered, 0, meet, ones, np.bitwise_xor.reduce(range(n))]
    data = {"g_odata": start, "lastOne": np.zeros(2, I4)}  # who comes last is open
    return Data(data, {"g_odata": np.array(wanted, np.int64).astype(I4)})


@cases(grid=2, block=64)
def histogram_of_64(rng: Rng) -> Data:
    x = rng.integers(0, 256, 16 * 300).astype(U1)
    block = np.arange(300) // 64 % 2
    wanted = np.array([np.bincount(x.reshape(300, 16)[block == b].ravel() >> 2, minlength=64) for b in (0, 1)])
    return Data({"d_PartialHistograms": np.zeros(128, U4), "d_Data": x, "dataCount": 300}, {"d_PartialHistograms": wanted.astype(U4)})


@cases(hazards=("WAW",))  # one of the lanes that write a counter wins: the tag tells which
def histogram_of_256_tagged(rng: Rng) -> Data:
    x = np.minimum(rng.exponential(20, 640), 255).astype(U1)
    data = {"histogram": np.zeros(256, U4), "data": x, "count": 640}
    return Data(data, {"histogram": np.bincount(x, minlength=256).astype(U4)})


@cases(grid=2, block=64)
def keep_positive(rng: Rng) -> Data:
    """The order of what is kept is open: kept values are all the same, so that it does not show."""
    x = np.where(rng.random(500) < 0.4, 5, -rng.integers(0, 9, 500)).astype(I4)
    kept = int((x > 0).sum())
    wanted = np.r_[np.full(kept, 5), np.zeros(500 - kept)].astype(I4)
    return Data({"dst": np.zeros(500, I4), "nres": np.zeros(1, I4), "src": x, "n": 500}, {"dst": wanted, "nres": np.array([kept], I4)})


@cases(grid=2, block=128, hazards=("WAR",))  # the sample lets lanes read what others of their warp overwrite
def scalar_product_of_halves(rng: Rng) -> Data:
    a, b = rng.integers(-3, 4, (2, 600, 2)).astype(F2)  # sums stay below 2048, where halves are exact
    wanted = [(a * b).reshape(-1, 2)[np.arange(600) // 128 % 2 == block].astype(F4).sum() for block in (0, 1)]
    data = {"a": a.ravel(), "b": b.ravel(), "results": np.zeros(2, F4), "size": U8(600)}
    return Data(data, {"results": np.array(wanted, F4)})
