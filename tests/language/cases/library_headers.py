"""References for library_headers.cu."""

from __future__ import annotations

import math

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("library_headers.cu")
I4, U1, U4, F4, F8 = np.int32, np.uint8, np.uint32, np.float32, np.float64
Rng = np.random.Generator


@cases(rtol=1e-5, atol=1e-5)
def complex_numbers(rng: Rng) -> Data:
    x = rng.uniform(-2, 2, (32, 2)).astype(F4)
    z, w = x[:, 0].astype(F8) + 1j * x[:, 1].astype(F8), 0.3 - 2j
    results = [
        z * w,
        z / w,
        np.exp(z),
        np.sqrt(z),
        z.conj() + w,
        np.abs(z) + 1j * np.angle(z),
        z**3,
        2 * np.exp(1j * z.real),
    ]
    last = z * w + z.conj() / w
    columns = [part for r in results for part in (r.real, r.imag)]
    return Data({"in": x.ravel(), "out": np.zeros(576, F4)}, {"out": np.stack([*columns, last.real, np.abs(last)], 1)})


@cases()
def vocabulary_types(rng: Rng) -> Data:
    rows = []
    for t in range(32):
        bits = t * 77
        visited = t if t & 1 else int(15.0 * t) + 1000
        rows.append([
            19 + t, bits.bit_count() + (bits >> 3 & 1) * 100, visited, t if t % 3 else -1,
            t.bit_count() + 10 * (32 - t.bit_length()), 1 << t.bit_length(), math.gcd(12, t + 1) * 1000 + math.lcm(4, t + 1), 8,
        ])  # fmt: skip
    return Data({"out": np.zeros(256, I4)}, {"out": np.array(rows, I4)})


@cases(hazards=("uninitialised_read",))  # the library also reads one key behind a list that has ended
def block_merge_sort(rng: Rng) -> Data:
    x = rng.integers(-999, 999, 128).astype(I4)
    return Data({"keys": x}, {"keys": np.sort(x)[::-1]})


@cases()
def block_histogram(rng: Rng) -> Data:
    x = rng.integers(0, 16, 128).astype(U1)
    return Data({"in": x, "out": np.zeros(16, U4)}, {"out": np.bincount(x, minlength=16).astype(U4)})


@cases()
def groups_by_condition_and_label(rng: Rng) -> Data:
    t = np.arange(32)
    ones, label = t % 4 == 1, t % 5
    half = np.where(ones, 8, 24)
    rank = np.where(ones, ones.cumsum() - 1, (~ones).cumsum() - 1)
    sizes, sums = np.bincount(label), np.bincount(label, t)
    wanted = np.stack([half, rank, sizes[label], t // 5, sums[label]], 1)
    return Data({"out": np.zeros(160, I4)}, {"out": wanted.astype(I4)})


@cases(block=64)
def tiles_wider_than_a_warp(rng: Rng) -> Data:
    return Data({"out": np.zeros(64, I4)}, {"out": np.full(64, 2016, I4)})
