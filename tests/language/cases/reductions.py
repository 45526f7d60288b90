"""References for reductions.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("reductions.cu")
I4, F4, F8 = np.int32, np.float32, np.float64
Rng = np.random.Generator


def blocks(rng: Rng, each: int) -> Data:
    """Sums of three blocks of `each` integers."""
    x = rng.integers(-999, 999, (3, each)).astype(I4)
    return Data({"in": x.ravel(), "out": np.zeros(3, I4)}, {"out": x.sum(1, dtype=I4)})


@cases(grid=3, block=128, shared=512)
def reduce_interleaved_divergent(rng: Rng) -> Data:
    return blocks(rng, 128)


@cases(grid=3, block=128, shared=512)
def reduce_interleaved_indexed(rng: Rng) -> Data:
    return blocks(rng, 128)


@cases(grid=3, block=128, shared=512)
def reduce_sequential(rng: Rng) -> Data:
    return blocks(rng, 128)


@cases(grid=3, block=128, shared=512)
def reduce_first_add(rng: Rng) -> Data:
    return blocks(rng, 256)


@cases(grid=3, block=128, shared=512, hazards=("RAW", "WAR"))
def reduce_last_warp_unsynchronised(rng: Rng) -> Data:
    x = rng.integers(-999, 999, (3, 256)).astype(I4)
    return Data({"in": x.ravel(), "out": np.zeros(3, I4)}, {})


@cases(grid=3, block=128, shared=512)
def reduce_last_warp(rng: Rng) -> Data:
    return blocks(rng, 256)


@cases(grid=3, block=128)
def reduce_unrolled(rng: Rng) -> Data:
    x = rng.integers(-999, 999, 2000).astype(I4)
    sums = [sum(x[s : s + 256].sum() for s in range(256 * b, 2000, 768)) for b in range(3)]
    return Data({"in": x, "out": np.zeros(3, I4), "n": 2000}, {"out": np.array(sums, I4)})


@cases(grid=3, block=128)
def reduce_with_shuffles(rng: Rng) -> Data:
    x = rng.integers(-999, 999, 2000).astype(I4)
    return Data({"in": x, "total": np.zeros(1, I4), "n": 2000}, {"total": x.sum(dtype=I4, keepdims=True)})


@cases(grid=2, block=64)
def reduce_vectorised(rng: Rng) -> Data:
    x = rng.integers(-999, 999, 1600).astype(I4)
    return Data({"in": x, "total": np.zeros(1, I4), "quads": 400}, {"total": x.sum(dtype=I4, keepdims=True)})


@cases(grid=2, block=128, rtol=1e-5, atol=1e-4)
def dot_product(rng: Rng) -> Data:
    a, b = rng.normal(0, 1, 1000).astype(F4), rng.normal(0, 1, 1000).astype(F4)
    products = np.r_[a.astype(F8) * b, np.zeros(24)].reshape(4, 2, 128)
    return Data({"a": a, "b": b, "out": np.zeros(2, F4), "n": 1000}, {"out": products.sum((0, 2))})


@cases(block=64)
def arg_maximum(rng: Rng) -> Data:
    x = rng.integers(0, 300, 1000).astype(F4)
    wanted = {"where": np.array([x.argmax()], I4), "value": x.max(keepdims=True)}
    return Data({"in": x, "n": 1000, "where": np.zeros(1, I4), "value": np.zeros(1, F4)}, wanted)


@cases(block=64, rtol=1e-12)
def mean_and_variance(rng: Rng) -> Data:
    x = rng.normal(1000, 1, 700).astype(F4)
    w = x.astype(F8)
    return Data({"in": x, "n": 700, "out": np.zeros(2)}, {"out": np.array([w.mean(), w.var()])})


@cases(grid=4, block=(32, 4), rtol=1e-5)
def row_sums(rng: Rng) -> Data:
    x = rng.uniform(0, 1, (14, 77)).astype(F4)
    return Data({"in": x.ravel(), "out": np.zeros(14, F4), "rows": 14, "cols": 77}, {"out": x.sum(1, dtype=F8)})


@cases(grid=3, block=(32, 8), rtol=1e-5)
def column_sums(rng: Rng) -> Data:
    x = rng.uniform(0, 1, (43, 77)).astype(F4)
    return Data({"in": x.ravel(), "out": np.zeros(77, F4), "rows": 43, "cols": 77}, {"out": x.sum(0, dtype=F8)})


@cases(block=128, hazards=("RAW",))
def race_of_a_missing_barrier(rng: Rng) -> Data:
    return Data({"in": np.arange(128, dtype=I4), "out": np.zeros(1, I4)}, {})
