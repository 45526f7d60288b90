"""References for sgemm.cu: alpha A B + beta C, in float64."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("sgemm.cu")
F4, F8 = np.float32, np.float64
Rng = np.random.Generator
# Sums of K <= 32 products of size 1 in float32.
TOLERANCE = {"rtol": 1e-5, "atol": 2e-5}


def product(rng: Rng, m: int, n: int, k: int) -> Data:
    a, b, c = (rng.normal(0, 1, shape).astype(F4) for shape in ((m, k), (k, n), (m, n)))
    data = {"M": m, "N": n, "K": k, "alpha": 0.5, "A": a.ravel(), "B": b.ravel(), "beta": 3.0, "C": c.ravel()}
    return Data(data, {"C": 0.5 * (a.astype(F8) @ b.astype(F8)) + 3 * c.astype(F8)})


@cases(grid=(3, 4), block=(16, 8), **TOLERANCE)
def sgemm_naive(rng: Rng) -> Data:
    return product(rng, 37, 29, 18)


@cases(kernel="sgemm_global_mem_coalesce<16>", grid=(3, 2), block=256, **TOLERANCE)
def sgemm_global_mem_coalesce(rng: Rng) -> Data:
    return product(rng, 37, 29, 18)


@cases(kernel="sgemm_shared_mem_block<16>", grid=(3, 2), block=256, **TOLERANCE)
def sgemm_shared_mem_block(rng: Rng) -> Data:
    return product(rng, 48, 32, 32)


@cases(kernel="sgemm1DBlocktiling<32, 32, 4, 8>", grid=(3, 2), block=128, **TOLERANCE)
def sgemm_1d_tiles(rng: Rng) -> Data:
    return product(rng, 64, 96, 20)


@cases(kernel="sgemm2DBlocktiling<32, 32, 8, 4, 4>", grid=(2, 2), block=64, **TOLERANCE)
def sgemm_2d_tiles(rng: Rng) -> Data:
    return product(rng, 64, 64, 24)


@cases(kernel="sgemmVectorize<32, 32, 8, 4, 4>", grid=(2, 2), block=64, **TOLERANCE)
def sgemm_vectorised(rng: Rng) -> Data:
    return product(rng, 64, 64, 24)


@cases(kernel="sgemmWarptiling<64, 64, 16, 32, 32, 2, 4, 4, 128>", grid=(2, 1), block=128, **TOLERANCE)
def sgemm_warp_tiles(rng: Rng) -> Data:
    return product(rng, 64, 128, 32)
