"""References for asynchronous.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("asynchronous.cu")
I4, U4, F4, F8 = np.int32, np.uint32, np.float32, np.float64
Rng = np.random.Generator


@cases(grid=3, block=64)
def one_stage_copies(rng: Rng) -> Data:
    x = rng.normal(0, 1, (3, 64, 4)).astype(F4)
    return Data({"in": x.ravel(), "out": np.zeros(768, F4)}, {"out": x[:, ::-1]})


@cases(grid=2, block=128)
def narrow_copies(rng: Rng) -> Data:
    x = rng.normal(0, 1, 200).astype(F4)
    padded = np.r_[x, np.zeros(56, F4)].reshape(2, 128)
    return Data({"in": x, "out": np.zeros(200, F4), "n": 200}, {"out": (padded + padded[:, ::-1]).ravel()[:200]})


@cases()
def copies_filled_with_zeros(rng: Rng) -> Data:
    x = rng.normal(0, 1, 128).astype(F4)
    return Data({"in": x, "out": np.ones(128, F4), "n": 101}, {"out": np.where(np.arange(128) < 101, x, F4(0))})


@cases(block=64)
def double_buffered_sum(rng: Rng) -> Data:
    x = rng.integers(-99, 99, (7, 64)).astype(F4)
    return Data({"in": x.ravel(), "out": np.zeros(64, F4), "tiles": 7}, {"out": x.sum(0)[::-1]})


@cases()
def three_stages(rng: Rng) -> Data:
    x = rng.integers(-9, 9, (8, 32)).astype(I4)
    wanted = np.zeros(32, I4)
    for k in range(8):
        wanted = wanted * I4(3) + np.roll(x[k], -k)
    return Data({"in": x.ravel(), "out": np.zeros(32, I4), "tiles": 8}, {"out": wanted})


@cases()
def copies_in_assembly(rng: Rng) -> Data:
    x = rng.normal(0, 1, (32, 4)).astype(F4)
    return Data({"in": x.ravel(), "out": np.zeros(128, F4)}, {"out": x[np.arange(32) ^ 5]})


@cases()
def copies_awaited_together(rng: Rng) -> Data:
    x = rng.normal(0, 1, (2, 32, 2)).astype(F4)
    return Data({"in": x.ravel(), "out": np.zeros(128, F4)}, {"out": np.stack([x[0, ::-1], np.roll(x[1], -1, 0)])})


@cases(hazards=("RAW",))
def copy_read_too_early(rng: Rng) -> Data:
    return Data({"in": np.arange(32, dtype=F4), "out": np.zeros(32, F4)}, {})
