"""References for samples_physics.cu."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("samples_physics.cu")
I4, U1, U8, F2, F4, F8 = np.int32, np.uint8, np.uint64, np.float16, np.float32, np.float64
Rng = np.random.Generator


def _bodies(rng: Rng, dtype: type) -> Data:
    body = np.c_[rng.uniform(-1, 1, (64, 3)), rng.uniform(0.5, 1, 64)].astype(dtype)
    speed = np.c_[rng.uniform(-1, 1, (64, 3)), np.ones(64)].astype(dtype)
    x, m, v = body[:, :3].astype(F8), body[:, 3].astype(F8), speed[:, :3].astype(F8)
    away = x[None] - x[:, None]
    pull = (m[None, :, None] * away / ((away**2).sum(-1) + 0.00125)[..., None] ** 1.5).sum(1)
    moved = (v + pull * 0.01) * 0.995
    data = {
        "newPos": np.zeros(256, dtype), "oldPos": body.ravel(), "vel": speed.ravel(), "offset": 0, "n": 64,
        "dt": dtype(0.01), "damping": dtype(0.995), "numTiles": 2,
    }  # fmt: skip
    return Data(data, {"newPos": np.c_[x + moved * 0.01, m], "vel": np.c_[moved, np.ones(64)]})


@cases(kernel="integrateBodies<float>", grid=2, block=32, shared=512, rtol=1e-4, atol=1e-4)
def bodies_in_floats(rng: Rng) -> Data:
    return _bodies(rng, F4)


@cases(kernel="integrateBodies<double>", grid=2, block=32, shared=1024, rtol=1e-12, atol=1e-12)
def bodies_in_doubles(rng: Rng) -> Data:
    return _bodies(rng, F8)


@cases(grid=2, rtol=1e-4, atol=1e-5)
def collideAll(rng: Rng) -> Data:
    p, v = rng.uniform(0, 1, (40, 3)).astype(F4), rng.uniform(-0.1, 0.1, (40, 3)).astype(F4)
    wanted = v.astype(F8) + np.array([0, -0.0003, 0])
    for i in range(40):
        for j in range(40):
            apart, relative = p[j].astype(F8) - p[i], v[j].astype(F8) - v[i]
            distance = np.linalg.norm(apart)
            if i != j and distance < 0.5:
                n = apart / distance
                wanted[i] += -0.5 * (0.5 - distance) * n + 0.02 * relative + 0.1 * (relative - (relative @ n) * n)
    four = [np.c_[a, np.zeros(40)].astype(F4).ravel() for a in (p, v)]
    data = {"pos": four[0], "vel": four[1], "newVel": np.zeros(160, F4), "n": 40}
    return Data(data, {"newVel": np.c_[wanted, np.zeros(40)]})


@cases(grid=(2, 2), block=(8, 8), rtol=1e-4, atol=2e-4)
def generateSpectrumKernel(rng: Rng) -> Data:
    h = (rng.normal(0, 1, (17, 17)) + 1j * rng.normal(0, 1, (17, 17))).astype(np.complex64)
    k = (np.arange(16) - 8) * 2 * np.pi / 100
    turn = np.exp(1.5j * np.sqrt(9.81 * np.hypot(k, k[:, None])))
    mirrored = h[::-1, ::-1][:16, :16].conj()
    wanted = h[:16, :16] * turn + mirrored / turn
    data = {
        "h0": h.ravel().view(F4), "ht": np.zeros(512, F4), "in_width": 17, "out_width": 16, "out_height": 16, "t": 1.5,
        "patchSize": 100.0,
    }  # fmt: skip
    return Data(data, {"ht": wanted.ravel().view(F8)})


def _toward(exact: Fraction, dtype: type, up: bool) -> Fraction:
    """The number of the type next to an exact value, on one side of it."""
    near = dtype(float(exact))
    if (Fraction(float(near)) < exact) if up else (Fraction(float(near)) > exact):
        near = np.nextafter(near, dtype(np.inf if up else -np.inf))
    return Fraction(float(near))


def _intervals(rng: Rng, dtype: type) -> Data:
    x = np.sort(rng.uniform(-3, 3, (32, 2)), 1).astype(dtype)
    x[:3] = [[1, 1], [-2, -2], [0, 0]]
    Interval = tuple[Fraction, Fraction]

    def outwards(bounds: list[Fraction]) -> Interval:
        return _toward(min(bounds), dtype, False), _toward(max(bounds), dtype, True)

    def pairwise(operation: Callable[[Fraction, Fraction], Fraction]) -> Callable[[Interval, Interval], Interval]:
        return lambda a, b: outwards([operation(p, q) for p in a for q in b])

    plus, times = pairwise(lambda p, q: p + q), pairwise(lambda p, q: p * q)

    def one_over(a: Interval) -> Interval:
        return _toward(1 / a[1], dtype, False), _toward(1 / a[0], dtype, True)

    def point(n: int) -> Interval:
        return Fraction(n), Fraction(n)

    rows = []
    for low, high in x.tolist():
        a = Fraction(low), Fraction(high)
        square = times(a, a)
        left = times(times(plus(square, point(-2)), a), one_over(point(3)))
        rows.append([float(v) for v in plus(left, one_over(plus(square, point(1))))])
    keep = [i for i, (low, high) in enumerate(x.tolist()) if low * high > -0.9]  # else the denominator reaches 0
    x, wanted = np.resize(x[keep], (32, 2)), np.resize(np.array(rows)[keep], (32, 2))
    return Data({"in": x.ravel(), "out": np.zeros(64, dtype)}, {"out": wanted.astype(dtype)})


@cases(kernel="interval_polynomial<float>")
def intervals_of_floats(rng: Rng) -> Data:
    return _intervals(rng, F4)


@cases(kernel="interval_polynomial<double>")
def intervals_of_doubles(rng: Rng) -> Data:
    return _intervals(rng, F8)


@cases(grid=2, block=64)
def filter_arr(rng: Rng) -> Data:
    """The order of what is kept is open: kept values are all the same, so that it does not show."""
    x = np.where(rng.random(500) < 0.4, 5, -rng.integers(0, 9, 500)).astype(I4)
    kept = int((x > 0).sum())
    wanted = np.r_[np.full(kept, 5), np.zeros(500 - kept)].astype(I4)
    return Data({"dst": np.zeros(500, I4), "nres": np.zeros(1, I4), "src": x, "n": 500}, {"dst": wanted, "nres": np.array([kept], I4)})


@cases(grid=2, block=128, hazards=("WAR",))  # the sample lets lanes read what others of their warp overwrite
def scalarProductKernel_native(rng: Rng) -> Data:
    a, b = rng.integers(-3, 4, (2, 600, 2)).astype(F2)  # sums stay below 2048, where halves are exact
    wanted = [(a * b).reshape(-1, 2)[np.arange(600) // 128 % 2 == block].astype(F4).sum() for block in (0, 1)]
    data = {"a": a.ravel(), "b": b.ravel(), "results": np.zeros(2, F4), "size": U8(600)}
    return Data(data, {"results": np.array(wanted, F4)})


def _copies(rng: Rng, size: int, padding: slice = slice(0)) -> Data:
    """Structs of `size` bytes in reverse order; what pads them need not be copied."""
    x = rng.integers(0, 256, (100, size)).astype(U1)
    x[:, padding] = 0
    return Data({"d_odata": np.zeros(100 * size, U1), "d_idata": x.ravel(), "n": 100}, {"d_odata": x[::-1]})


def _copy(kind: str, size: int, padding: slice = slice(0)) -> None:
    def make(rng: Rng) -> Data:
        return _copies(rng, size, padding)

    cases(kernel=f"testKernel<{kind}>", grid=2, block=32)(make)


for _kind, _size, _padding in (("RGB8_misaligned", 3, slice(0)), ("LA32", 16, slice(12, 16)), ("RGBA64", 32, slice(0))):
    _copy(_kind, _size, _padding)


