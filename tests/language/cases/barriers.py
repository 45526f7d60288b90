"""References for barriers.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("barriers.cu")
I4, F4, F8 = np.int32, np.float32, np.float64
Rng = np.random.Generator


@cases(block=100)
def barrier_counts(rng: Rng) -> Data:
    x = rng.integers(-60, 100, 100).astype(I4)
    value = (x > 0).sum() + 1000 * (x > -50).all() + 10000 * (x > 95).any()
    return Data({"in": x, "out": np.zeros(100, I4)}, {"out": np.full(100, value, I4)})


@cases(block=96)
def loop_until_nobody_changes(rng: Rng) -> Data:
    x = rng.integers(0, 999, 96).astype(I4)
    wanted = np.maximum.accumulate(x)
    v, rounds = x, 0
    while True:
        new = np.maximum(v, np.r_[v[0], v[:-1]])
        rounds += 1
        if (new == v).all():
            break
        v = new
    return Data({"data": x, "rounds": np.zeros(1, I4)}, {"data": wanted, "rounds": np.array([rounds], I4)})


@cases(block=50)
def converged_by_vote(rng: Rng) -> Data:
    x = rng.integers(0, 999, 50).astype(I4)
    v, rounds = x, 0
    while True:
        new = np.maximum(v, np.r_[v[1:], 0]).astype(I4)
        rounds += 1
        if (new == v).all():
            break
        v = new
    return Data({"data": x, "rounds": np.zeros(50, I4)}, {"data": v, "rounds": np.full(50, rounds, I4)})


@cases(block=64)
def barrier_in_a_uniform_branch(rng: Rng) -> Data:
    x = rng.integers(0, 99, 64).astype(I4)
    return Data({"in": x, "out": np.zeros(64, I4), "mode": 1}, {"out": x[::-1]})


@cases(block=128)
def named_barriers(rng: Rng) -> Data:
    x = rng.integers(0, 99, 128).astype(I4)
    return Data({"in": x, "out": np.zeros(128, I4)}, {"out": np.r_[x[63::-1], 2 * x[:63:-1]]})


@cases(block=64)
def producer_and_consumer(rng: Rng) -> Data:
    x = rng.integers(0, 99, 160).astype(I4)
    return Data({"in": x, "out": np.zeros(160, I4), "rounds": 5}, {"out": x + I4(1)})


@cases(grid=9, block=64, rtol=1e-6)
def last_block_sums(rng: Rng) -> Data:
    x = rng.uniform(0, 1, 5000).astype(F4)
    data = {"in": x, "partial": np.zeros(9, F4), "total": np.zeros(1, F4), "n": 5000}
    return Data(data, {"total": x.sum(dtype=F8, keepdims=True)})


@cases(grid=7)
def block_after_block(rng: Rng) -> Data:
    return Data({"turn": np.zeros(1, I4), "order": np.zeros(7, I4)}, {"order": 10 * np.arange(7, dtype=I4)})


@cases(grid=11)
def flags_between_blocks(rng: Rng) -> Data:
    x = rng.integers(-9, 99, 352).astype(I4)
    data = {"in": x, "sums": np.zeros(11, I4), "flags": np.zeros(12, I4), "out": np.zeros(352, I4)}
    return Data(data, {"out": x.cumsum(dtype=I4)})


@cases(grid=6, block=40)
def grid_barrier_by_hand(rng: Rng) -> Data:
    x = rng.integers(0, 99, 240).astype(I4)
    data = {"arrived": np.zeros(1, I4), "in": x, "middle": np.zeros(240, I4), "out": np.zeros(240, I4)}
    return Data(data, {"out": 2 * x[::-1]})


@cases(grid=3, block=64)
def exits_before_a_barrier(rng: Rng) -> Data:
    x = rng.integers(0, 99, 150).astype(I4)
    padded = np.r_[x, np.zeros(42, I4)].reshape(3, 64)[:, ::-1].ravel()
    return Data({"in": x, "out": np.zeros(150, I4), "n": 150}, {"out": padded[:150]})
