"""References for scans.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("scans.cu")
I4, U1, U4, F4, F8 = np.int32, np.uint8, np.uint32, np.float32, np.float64
Rng = np.random.Generator


def integers(rng: Rng, n: int) -> np.ndarray:
    """Small integers of both signs."""
    return rng.integers(-99, 99, n).astype(I4)


def exclusive(x: np.ndarray) -> np.ndarray:
    """Sums of everything before each element."""
    return (x.cumsum() - x).astype(x.dtype)


@cases(block=128, shared=1024)
def hillis_steele(rng: Rng) -> Data:
    x = integers(rng, 100)
    return Data({"in": x, "out": np.zeros(100, I4), "n": 100}, {"out": x.cumsum(dtype=I4)})


@cases(block=128)
def hillis_steele_in_place(rng: Rng) -> Data:
    x = integers(rng, 128)
    return Data({"data": x}, {"data": x.cumsum(dtype=I4)})


@cases(block=64, shared=512)
def blelloch(rng: Rng) -> Data:
    x = integers(rng, 128)
    return Data({"in": x, "out": np.zeros(128, I4), "n": 128}, {"out": exclusive(x)})


@cases(block=64, shared=4 * 132)
def blelloch_without_conflicts(rng: Rng) -> Data:
    x = integers(rng, 128)
    return Data({"in": x, "out": np.zeros(128, I4), "n": 128}, {"out": exclusive(x)})


@cases(grid=3, block=96)
def block_scan_by_warps(rng: Rng) -> Data:
    x = rng.integers(0, 9, 250).astype(F4)
    sums = np.r_[x, np.zeros(38, F4)].reshape(3, 96).cumsum(1)
    data = {"in": x, "out": np.zeros(250, F4), "totals": np.zeros(3, F4), "n": 250}
    return Data(data, {"out": sums.ravel()[:250], "totals": sums[:, -1]})


@cases(grid=3, block=96)
def add_block_offsets(rng: Rng) -> Data:
    x, totals = rng.integers(0, 9, 250).astype(F4), rng.integers(0, 99, 3).astype(F4)
    return Data({"data": x, "totals": totals, "n": 250}, {"data": x + np.repeat(exclusive(totals), 96)[:250]})


@cases(block=64)
def brent_kung(rng: Rng) -> Data:
    x = integers(rng, 128)
    return Data({"in": x, "out": np.zeros(128, I4)}, {"out": x.cumsum(dtype=I4)})


@cases(block=64)
def coarsened_scan(rng: Rng) -> Data:
    x = integers(rng, 320)
    return Data({"in": x, "out": np.zeros(320, I4), "each": 5}, {"out": x.cumsum(dtype=I4)})


@cases(grid=1, block=128)
def stream_compaction(rng: Rng) -> Data:
    x = rng.integers(0, 99, 120).astype(I4)
    kept = x[x > 50]
    wanted = {"out": np.r_[kept, np.zeros(120 - len(kept), I4)], "count": np.array([len(kept)], I4)}
    return Data({"in": x, "out": np.zeros(120, I4), "count": np.zeros(1, I4), "n": 120}, wanted)


@cases(block=128)
def split_by_bit(rng: Rng) -> Data:
    x = rng.integers(0, 2**32, 128).astype(U4)
    b = x >> U4(5) & U4(1)
    return Data({"in": x, "out": np.zeros(128, U4), "bit": 5}, {"out": np.r_[x[b == 0], x[b == 1]]})


@cases(block=64)
def segmented_scan(rng: Rng) -> Data:
    x, heads = integers(rng, 64), (rng.random(64) < 0.2).astype(U1)
    total, wanted = 0, []
    for v, h in zip(x.tolist(), heads.tolist(), strict=True):
        total = v if h else total + v
        wanted.append(total)
    return Data({"in": x, "heads": heads, "out": np.zeros(64, I4)}, {"out": np.array(wanted, I4)})


@cases(block=256)
def run_lengths(rng: Rng) -> Data:
    x = np.repeat(rng.integers(0, 5, 80), rng.integers(1, 5, 80))[:200].astype(I4)
    n = len(x)
    starts = np.flatnonzero(np.r_[True, x[1:] != x[:-1]]).astype(I4)
    pad = np.zeros(256 - len(starts), I4)
    data = {"in": x, "symbols": np.zeros(256, I4), "starts": np.zeros(256, I4), "runs": np.zeros(1, I4), "n": n}
    wanted = {"symbols": np.r_[x[starts], pad], "starts": np.r_[starts, pad], "runs": np.array([len(starts)], I4)}
    return Data(data, wanted)


@cases(block=256)
def running_maximum(rng: Rng) -> Data:
    x = rng.normal(0, 1, 256).astype(F4) + np.arange(256, dtype=F4) / 100
    return Data({"in": x, "out": np.zeros(256, F4)}, {"out": np.maximum.accumulate(x)})
