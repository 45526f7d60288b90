"""References for sgemm_ladder.cu: of small whole numbers every sum is a float, in whatever order it is taken."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("sgemm_ladder.cu")
F2, F4, I4, I8, U2, U4 = np.float16, np.float32, np.int32, np.int64, np.uint16, np.uint32
Rng = np.random.Generator

PROBLEM = np.dtype([("m", I4), ("n", I4), ("k", I4), ("alpha", F4), ("beta", F4)])
STRIDES = np.dtype([("a", I8), ("b", I8), ("c", I8)])


def product(rng: Rng, m: int, n: int, k: int, alpha: float = 1.0, beta: float = 0.0) -> Data:
    """A product of whole numbers; without beta the old C is not a number."""
    a, b = rng.integers(-6, 7, (m, k)).astype(F4), rng.integers(-6, 7, (k, n)).astype(F4)
    c = rng.integers(-9, 10, (m, n)).astype(F4)
    wanted = F4(alpha) * (a @ b) + F4(beta) * c
    if beta == 0:
        c[:] = np.nan
    data = {"A": a.ravel(), "B": b.ravel(), "C": c.ravel(), "p": np.array([(m, n, k, alpha, beta)], PROBLEM)[0]}
    return Data(data, {"C": wanted})


@cases(grid=(3, 3), block=(16, 16))
def naive(rng: Rng) -> Data:
    return product(rng, 35, 41, 19, 2, -1)


@cases(grid=5, block=128)
def coalesced(rng: Rng) -> Data:
    return product(rng, 29, 37, 23)


@cases(grid=(3, 4), block=(12, 12), shared=8 * 144)
def shared_tiles(rng: Rng) -> Data:
    return product(rng, 43, 31, 27, 0.5, 3)


@cases(grid=(4, 2), block=128)
def register_column(rng: Rng) -> Data:
    return product(rng, 49, 53, 21, -2, 1)


@cases(kernel="register_patch<32, 64, 8, 4, 4>", grid=(2, 2), block=128)
def register_patch(rng: Rng) -> Data:
    return product(rng, 61, 70, 30, 1, 0.5)


@cases(kernel="register_patch<16, 16, 4, 1, 2>", grid=(1, 3), block=128)
def narrow_patch(rng: Rng) -> Data:
    return product(rng, 33, 9, 7, 3)


@cases(grid=(3, 2), block=64)
def vectors(rng: Rng) -> Data:
    return product(rng, 45, 68, 36, 1, 2)


@cases(kernel="vectors", block=64)
def vectors_without_beta(rng: Rng) -> Data:
    return product(rng, 31, 12, 20, 4)


@cases(grid=(3, 2), block=128)
def warp_tiles(rng: Rng) -> Data:
    return product(rng, 75, 71, 26, 1, -4)


@cases(grid=(2, 3), block=64)
def double_buffered(rng: Rng) -> Data:
    return product(rng, 67, 44, 28, 1, 1)


@cases(grid=(3, 2), block=64)
def staged(rng: Rng) -> Data:
    return product(rng, 32, 48, 56, 2)


# Fewer steps than stages.
@cases(kernel="staged", block=64)
def staged_once(rng: Rng) -> Data:
    return product(rng, 16, 16, 8)


@cases(grid=(3, 3, 4), block=(8, 8))
def split_k(rng: Rng) -> Data:
    return product(rng, 21, 19, 97, 0.5, 1)


@cases(grid=(2, 3, 5), block=(16, 8))
def split_k_in_order(rng: Rng) -> Data:
    whole = product(rng, 18, 23, 77, 1, 2)
    given = dict(whole.arguments)
    problem = given.pop("p")
    given |= {"workspace": np.zeros(5 * 18 * 23, F4), "arrived": np.zeros(6, U4), "p": problem}
    return Data(given, whole.wanted)


@cases(grid=(2, 2, 3), block=64)
def batched_halves(rng: Rng) -> Data:
    m, n, k, room = 21, 22, 19, 512  # room between the products
    a, b, c = (rng.integers(-4, 5, (3, room)).astype(F2) for _ in "abc")
    wanted = c.copy()
    for i in range(3):
        left, right = a[i, : m * k].reshape(m, k).astype(F4), b[i, : k * n].reshape(k, n).astype(F4)
        wanted[i, : m * n] = (2 * (left @ right) - c[i, : m * n].reshape(m, n).astype(F4)).ravel()
    data = {name: x.view(U2).ravel() for name, x in (("A", a), ("B", b), ("C", c))}
    data |= {"p": np.array([(m, n, k, 2, -1)], PROBLEM)[0], "strides": np.array([(room, room, room)], STRIDES)[0]}
    return Data(data, {"C": wanted.view(U2)})
