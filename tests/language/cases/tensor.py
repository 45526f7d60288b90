"""References for tensor.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("tensor.cu")
F2, F4, U4 = np.float16, np.float32, np.uint32
Rng = np.random.Generator


@cases()
def wmma_tile(rng: Rng) -> Data:
    a, b = rng.integers(-4, 5, (16, 16)).astype(F2), rng.integers(-4, 5, (16, 16)).astype(F2)
    return Data({"a": a.ravel(), "b": b.ravel(), "c": np.zeros(256, F4)}, {"c": a.astype(F4) @ b.astype(F4)})


@cases()
def mma_in_assembly(rng: Rng) -> Data:
    # Lane 4g+t holds rows g and g+8 and columns 2t, 2t+1 of A; column g, rows 2t, 2t+1 of B; C as A.
    a, b = rng.integers(-4, 5, (16, 8)).astype(F2), rng.integers(-4, 5, (8, 8)).astype(F2)
    c = a.astype(F4) @ b.astype(F4)
    g, t = np.arange(32) // 4, np.arange(32) % 4
    a_lanes = np.stack([a[g, 2 * t], a[g, 2 * t + 1], a[g + 8, 2 * t], a[g + 8, 2 * t + 1]], 1)
    b_lanes = np.stack([b[2 * t, g], b[2 * t + 1, g]], 1)
    c_lanes = np.stack([c[g, 2 * t], c[g, 2 * t + 1], c[g + 8, 2 * t], c[g + 8, 2 * t + 1]], 1)
    data = {"a": a_lanes.ravel().view(U4), "b": b_lanes.ravel().view(U4), "c": np.zeros(128, F4)}
    return Data(data, {"c": c_lanes})


@cases()
def matrices_loaded_by_ldmatrix(rng: Rng) -> Data:
    x = rng.integers(-9, 9, 64).astype(F2)
    return Data({"in": x, "out": np.zeros(32, U4)}, {"out": x.view(U4)})
