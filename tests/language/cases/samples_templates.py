"""References for samples_templates.cu."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("samples_templates.cu")
I4, U1, F4, F8 = np.int32, np.uint8, np.float32, np.float64
Rng = np.random.Generator


def partial_sums(x: np.ndarray, blocks: int, chunk: int) -> Data:
    """Each block sums the chunks of the input that are congruent to it."""
    padded = np.pad(x, (0, -x.size % (blocks * chunk))).reshape(-1, blocks, chunk)
    out = {"g_odata": padded.sum((0, 2)).astype(x.dtype)}
    return Data({"g_idata": x, "g_odata": np.zeros(blocks, x.dtype), "n": x.size}, out)


@cases(kernel="reduce_grid_stride<int, 128, true>", grid=3, block=128, shared=64)
def reduce_integers(rng: Rng) -> Data:
    return partial_sums(rng.integers(-999, 999, 1024).astype(I4), 3, 256)


@cases(kernel="reduce_grid_stride<float, 1024, false>", grid=2, block=1024, shared=128)
def reduce_floats(rng: Rng) -> Data:
    return partial_sums(rng.integers(-99, 99, 5777).astype(F4), 2, 1024)


@cases(kernel="reduce_grid_stride<double, 1024, true>", grid=2, block=1024, shared=256)
def reduce_doubles(rng: Rng) -> Data:
    return partial_sums(rng.integers(-99, 99, 8192).astype(F8) / 8, 2, 2048)


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


def _copies(rng: Rng, size: int, padding: slice = slice(0)) -> Data:
    """Structs of `size` bytes in reverse order; what pads them need not be copied."""
    x = rng.integers(0, 256, (100, size)).astype(U1)
    x[:, padding] = 0
    return Data({"d_odata": np.zeros(100 * size, U1), "d_idata": x.ravel(), "n": 100}, {"d_odata": x[::-1]})


def _copy(kind: str, size: int, padding: slice = slice(0)) -> None:
    def make(rng: Rng) -> Data:
        return _copies(rng, size, padding)

    cases(kernel=f"reversed_copy<{kind}>", grid=2, block=32)(make)


for _kind, _size, _padding in (("Rgb", 3, slice(0)), ("Padded16", 16, slice(12, 16)), ("EightWords", 32, slice(0))):
    _copy(_kind, _size, _padding)
