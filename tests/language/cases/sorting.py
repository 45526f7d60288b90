"""References for sorting.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("sorting.cu")
I1, I2, I4, U1, U4, F4 = (np.dtype(t).type for t in "i1 i2 i4 u1 u4 f4".split())
Rng = np.random.Generator


@cases(grid=2, block=256)
def bitonic_sort_shared(rng: Rng) -> Data:
    x = rng.integers(0, 2**32, (2, 256)).astype(U4)
    return Data({"keys": x.ravel()}, {"keys": np.sort(x, 1)})


@cases(grid=2, block=64)
def bitonic_step(rng: Rng) -> Data:
    x = rng.normal(0, 1, 128).astype(F4)
    wanted = x.copy()
    for i in range(128):
        other = i ^ 4
        if other > i and (wanted[i] > wanted[other]) == (i & 16 == 0):
            wanted[[i, other]] = wanted[[other, i]]
    return Data({"data": x, "j": 4, "k": 16}, {"data": wanted})


@cases(block=64)
def odd_even_sort(rng: Rng) -> Data:
    x = rng.integers(-999, 999, 101).astype(I4)
    return Data({"data": x, "n": 101}, {"data": np.sort(x)})


@cases(grid=3, block=40)
def rank_sort(rng: Rng) -> Data:
    x = rng.integers(0, 50, 110).astype(F4)
    return Data({"in": x, "out": np.zeros(110, F4), "n": 110}, {"out": np.sort(x)})


def halves(rng: Rng) -> tuple[np.ndarray, np.ndarray]:
    """Two sorted arrays with common values."""
    return np.sort(rng.integers(0, 60, 70)).astype(I4), np.sort(rng.integers(0, 60, 45)).astype(I4)


@cases(grid=4, block=32)
def merge_by_rank(rng: Rng) -> Data:
    a, b = halves(rng)
    return Data({"a": a, "na": 70, "b": b, "nb": 45, "out": np.zeros(115, I4)}, {"out": np.sort(np.r_[a, b])})


@cases(block=24)
def merge_path(rng: Rng) -> Data:
    a, b = halves(rng)
    data = {"a": a, "m": 70, "b": b, "n": 45, "out": np.zeros(115, I4), "each": 5}
    return Data(data, {"out": np.sort(np.r_[a, b])})


@cases(block=32)
def merge_sort_bottom_up(rng: Rng) -> Data:
    x = rng.integers(-999, 999, 150).astype(I4)
    return Data({"data": x, "scratch": np.zeros(150, I4), "n": 150}, {"data": np.sort(x)})


@cases(block=128)
def radix_sort_block(rng: Rng) -> Data:
    x = rng.integers(0, 4096, 128).astype(U4)
    order = np.argsort(x, kind="stable")
    return Data({"keys": x, "values": np.arange(128, dtype=U4)}, {"keys": x[order], "values": order.astype(U4)})


@cases(grid=3, block=64)
def digit_counts(rng: Rng) -> Data:
    x = rng.integers(0, 2**32, 170).astype(U4)
    digits = x >> U4(8) & U4(15)
    wanted = np.stack([np.bincount(digits[s : s + 64], minlength=16) for s in (0, 64, 128)], 1)
    return Data({"keys": x, "n": 170, "shift": 8, "counts": np.zeros(48, U4)}, {"counts": wanted.astype(U4)})


@cases(block=256)
def counting_sort(rng: Rng) -> Data:
    x = rng.integers(0, 256, 600).astype(U1)
    return Data({"in": x, "out": np.zeros(600, U1), "n": 600}, {"out": np.sort(x)})


@cases(grid=3, block=30)
def binary_searches(rng: Rng) -> Data:
    a = np.unique(rng.integers(0, 300, 120)).astype(F4)
    queries = rng.integers(0, 300, 80).astype(F4)
    at = np.searchsorted(a, queries)
    wanted = np.where(a[np.minimum(at, len(a) - 1)] == queries, at, -1)
    data = {"sorted": a, "n": len(a), "queries": queries, "found": np.zeros(80, I4), "q": 80}
    return Data(data, {"found": wanted.astype(I4)})


@cases(grid=1, block=256)
def string_search(rng: Rng) -> Data:
    text = rng.choice(np.frombuffer(b"ab", I1), 240)
    pattern = np.frombuffer(b"abba", I1)
    at = [i for i in range(237) if text[i : i + 4].tobytes() == b"abba"]
    wanted = {"matches": np.array(at + [0] * (240 - len(at)), I4), "count": np.array([len(at)], I4)}
    data = {"text": text, "n": 240, "pattern": pattern, "m": 4, "matches": np.zeros(240, I4), "count": np.zeros(1, I4)}
    return Data(data, wanted)


@cases()
def shell_sort_per_thread(rng: Rng) -> Data:
    x = rng.integers(-999, 999, (32, 19)).astype(I2)
    return Data({"data": x.ravel(), "n": 19}, {"data": np.sort(x, 1)})


@cases(block=64, shared=4 * 300)
def top_k(rng: Rng) -> Data:
    x = rng.permutation(300).astype(F4)
    return Data({"in": x, "n": 300, "out": np.zeros(6, F4), "k": 6}, {"out": np.sort(x)[::-1][:6]})
