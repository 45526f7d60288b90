"""References for block_primitives.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("block_primitives.cu")
F4, I4, U1, U2 = np.float32, np.int32, np.uint8, np.uint16
Rng = np.random.Generator


def integers(rng: Rng, n: int, low: int = -99, high: int = 99) -> np.ndarray:
    return rng.integers(low, high, n).astype(I4)


def block_sum(rng: Rng) -> Data:
    x = integers(rng, 256)
    return Data({"d_in": x, "d_out": np.zeros(1, I4)}, {"d_out": np.array([x.sum()], I4)})


for _way in ("raking", "commutative_raking", "warps"):
    cases(kernel=f"sum_by_{_way}", block=64)(block_sum)


def prefix_sum(rng: Rng, items: int = 192) -> Data:
    x = integers(rng, items)
    wanted = np.concatenate([[0], x.cumsum()]).astype(I4)
    return Data({"d_in": x, "d_out": np.zeros(items + 1, I4)}, {"d_out": wanted})


cases(kernel="prefix_sum_vectorised", block=64)(lambda rng: prefix_sum(rng, 256))
cases(kernel="prefix_sum_transposed", block=64)(prefix_sum)
cases(kernel="prefix_sum_by_warps", block=64)(prefix_sum)


@cases(block=32)
def scan_with_prefix(rng: Rng) -> Data:
    x = integers(rng, 150)
    return Data({"in": x, "out": np.zeros(150, I4), "n": 150}, {"out": (100 + x.cumsum()).astype(I4)})


@cases(block=64)
def argmax_of_pairs(rng: Rng) -> Data:
    x = integers(rng, 50, -5, 5)
    return Data({"in": x, "out": np.zeros(2, I4), "n": 50}, {"out": np.array([x.max(), x.argmax()], I4)})


@cases(block=64)
def sort_pairs(rng: Rng) -> Data:
    k, v = rng.integers(0, 50, 192).astype(U2), np.arange(192).astype(F4)
    order = np.argsort(k, kind="stable")
    return Data({"keys": k, "values": v}, {"keys": k[order], "values": v[order]})


@cases(block=32)
def sort_floats_down(rng: Rng) -> Data:
    k = rng.normal(0, 10, 128).astype(F4)
    return Data({"keys": k}, {"keys": np.sort(k)[::-1]})


@cases(block=64)
def merge_sort_by_key(rng: Rng) -> Data:
    k = integers(rng, 128, 0, 1000)
    return Data({"keys": k}, {"keys": k[np.argsort(k % 10, kind="stable")]})


def histogram(rng: Rng) -> Data:
    x = rng.integers(0, 16, 256).astype(U1)
    return Data({"in": x, "out": np.zeros(16, I4)}, {"out": np.bincount(x, minlength=16).astype(I4)})


cases(kernel="histogram_by_atomics", block=64)(histogram)
cases(kernel="histogram_by_sorting", block=64)(histogram)


@cases(block=32)
def heads_and_tails(rng: Rng) -> Data:
    x = np.repeat(integers(rng, 96, 0, 4), rng.integers(1, 4, 96))[:96]
    change = x[1:] != x[:-1]
    wanted = {"heads": np.concatenate([[True], change]).astype(I4), "tails": np.concatenate([change, [True]]).astype(I4)}
    return Data({"in": x, "heads": np.zeros(96, I4), "tails": np.zeros(96, I4)}, wanted)


@cases(block=32)
def differences(rng: Rng) -> Data:
    x = integers(rng, 64)
    return Data({"in": x, "out": np.zeros(64, I4)}, {"out": np.concatenate([x[:1], np.diff(x)])})


@cases(block=32)
def exchange_and_shuffle(rng: Rng) -> Data:
    x = integers(rng, 128)
    data = {"in": x, "out": np.zeros(128, I4), "rotated": np.zeros(32, I4)}
    return Data(data, {"out": x, "rotated": np.roll(x[::4], -3)})


@cases(block=32)
def run_length_decode(rng: Rng) -> Data:
    values, lengths = integers(rng, 32), rng.integers(1, 9, 32).astype(I4)
    wanted = np.repeat(values, lengths)
    data = {"values": values, "lengths": lengths, "out": np.zeros(256, I4), "total": np.zeros(1, I4)}
    return Data(data, {"out": np.pad(wanted, (0, 256 - len(wanted))), "total": np.array([len(wanted)], I4)})


@cases(block=64)
def warps_of_eight(rng: Rng) -> Data:
    x = integers(rng, 64).reshape(8, 8)
    heads = np.zeros((8, 8), I4)
    for row in range(8):
        starts = [c for c in range(8) if c == 0 or x[row, c] % 3 == 0]
        for start, end in zip(starts, [*starts[1:], 8], strict=True):
            heads[row, start] = x[row, start:end].sum()
    data = {"in": x.ravel(), "sums": np.zeros(8, I4), "scans": np.zeros(64, I4), "heads": np.zeros(64, I4)}
    return Data(data, {"sums": x.sum(1, dtype=I4), "scans": np.maximum.accumulate(x, 1), "heads": heads})


# CUB keeps a 65th key, which nobody writes, so that its merge may look past the last one; the value is thrown away.
@cases(block=32, hazards=("uninitialised_read",))
def warp_merge_sort(rng: Rng) -> Data:
    k = integers(rng, 128)
    return Data({"keys": k}, {"keys": np.sort(k.reshape(2, 64), 1)[:, ::-1]})


@cases(block=32)
def cache_modifiers(rng: Rng) -> Data:
    x, octets = integers(rng, 128), rng.integers(0, 256, 256).astype(U1)
    data = {"in": x, "out": np.zeros(128, I4), "bytes": octets, "sum": np.zeros(1, I4)}
    return Data(data, {"out": x, "sum": np.array([octets.sum(dtype=I4)], I4)})
