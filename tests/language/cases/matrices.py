"""References for matrices.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("matrices.cu")
I1, I4, F4, F8 = np.int8, np.int32, np.float32, np.float64
Rng = np.random.Generator


def product(rng: Rng, m: int, n: int, k: int, **scalars: float) -> Data:
    """C = A B with small integers, so that every order of summation gives the same floats."""
    a, b = rng.integers(-8, 9, (m, k)).astype(F4), rng.integers(-8, 9, (k, n)).astype(F4)
    c = rng.integers(-8, 9, (m, n)).astype(F4) if scalars else np.zeros((m, n), F4)
    wanted = scalars.get("alpha", 1.0) * (a @ b) + scalars.get("beta", 0.0) * c
    data = {"A": a.ravel(), "B": b.ravel(), "C": c.ravel(), "M": m, "N": n, "K": k, **scalars}
    return Data(data, {"C": wanted.astype(F4)})


@cases(grid=(3, 5), block=(16, 4))
def sgemm_naive(rng: Rng) -> Data:
    return product(rng, 35, 17, 21, alpha=2.0, beta=-0.5)


@cases(grid=(2, 3), block=256)
def sgemm_coalesced(rng: Rng) -> Data:
    return product(rng, 37, 29, 40)


@cases(grid=(2, 3), block=(16, 16))
def sgemm_tiled(rng: Rng) -> Data:
    return product(rng, 37, 29, 43)


@cases(grid=(2, 3), block=256)
def sgemm_thread_column(rng: Rng) -> Data:
    return product(rng, 96, 64, 40)


@cases(grid=(2, 2), block=256)
def sgemm_thread_tile(rng: Rng) -> Data:
    return product(rng, 70, 100, 32)


@cases(grid=(3, 2), block=64)
def sgemm_vectorised(rng: Rng) -> Data:
    return product(rng, 64, 96, 40)


@cases(grid=(3, 2), block=(16, 16))
def sgemm_double_buffered(rng: Rng) -> Data:
    return product(rng, 32, 48, 64)


@cases(grid=(2, 3, 4), block=(16, 16))
def sgemm_split_k(rng: Rng) -> Data:
    return product(rng, 40, 20, 50)


@cases(grid=(2, 2), block=128)
def sgemm_warp_tiled(rng: Rng) -> Data:
    return product(rng, 32, 64, 24)


@cases(grid=(3, 3), block=(8, 8), rtol=1e-13, atol=1e-13)
def dgemm_tiled(rng: Rng) -> Data:
    a, b = rng.normal(0, 1, (24, 24)), rng.normal(0, 1, (24, 24))
    return Data({"A": a.ravel(), "B": b.ravel(), "C": np.zeros(576), "n": 24}, {"C": a @ b})


@cases(grid=(2, 2), block=(16, 8))
def int8_gemm(rng: Rng) -> Data:
    a, b = rng.integers(-128, 128, (13, 24)).astype(I1), rng.integers(-128, 128, (21, 24)).astype(I1)
    data = {"A": a.ravel(), "B": b.ravel(), "C": np.zeros(273, I4), "M": 13, "N": 21, "K4": 6}
    return Data(data, {"C": a.astype(I4) @ b.astype(I4).T})


@cases(grid=2, block=64, shared=4 * 45)
def matrix_vector(rng: Rng) -> Data:
    a, x = rng.integers(-8, 9, (100, 45)).astype(F4), rng.integers(-8, 9, 45).astype(F4)
    return Data({"A": a.ravel(), "x": x, "y": np.zeros(100, F4), "M": 100, "N": 45}, {"y": a @ x})


def transposed(rng: Rng, rows: int, cols: int) -> Data:
    x = rng.normal(0, 1, (rows, cols)).astype(F4)
    size = {"rows": rows, "cols": cols} if rows != cols else {"n": rows}
    return Data({"in": x.ravel(), "out": np.zeros(x.size, F4), **size}, {"out": x.T})


@cases(grid=(3, 5), block=(16, 8))
def transpose_naive(rng: Rng) -> Data:
    return transposed(rng, 37, 43)


@cases(grid=(2, 3), block=(32, 8))
def transpose_padded(rng: Rng) -> Data:
    return transposed(rng, 70, 45)


@cases(grid=(2, 2), block=(32, 8))
def transpose_swizzled(rng: Rng) -> Data:
    return transposed(rng, 64, 64)


@cases(grid=(3, 3), block=(16, 16))
def transpose_diagonal(rng: Rng) -> Data:
    return transposed(rng, 48, 48)


@cases(grid=(3, 3), block=(16, 16))
def transpose_in_place(rng: Rng) -> Data:
    x = rng.normal(0, 1, (48, 48)).astype(F4)
    return Data({"data": x.ravel(), "n": 48}, {"data": x.T})


@cases(grid=3, block=32, shared=8 * 6 * 7, rtol=1e-10)
def gauss_jordan(rng: Rng) -> Data:
    a, b = rng.normal(0, 1, (3, 6, 6)) + 5 * np.eye(6), rng.normal(0, 1, (3, 6, 1))
    data = {"systems": np.concatenate([a, b], 2).ravel(), "solutions": np.zeros(18), "n": 6}
    return Data(data, {"solutions": np.linalg.solve(a, b)})


@cases(rtol=1e-4, atol=1e-4)
def cholesky_per_thread(rng: Rng) -> Data:
    m = rng.normal(0, 1, (32, 5, 5))
    a = (m @ m.transpose(0, 2, 1) + 2 * np.eye(5)).astype(F4)
    data = {"in": a.ravel(), "out": np.zeros(800, F4), "n": 5}
    return Data(data, {"out": np.linalg.cholesky(a.astype(F8))})
