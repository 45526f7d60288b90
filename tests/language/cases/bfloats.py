"""References for bfloats.cu. A bfloat16 buffer is an array of its bits (u2)."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("bfloats.cu")
F4, F8, I4, U2, U4 = np.float32, np.float64, np.int32, np.uint16, np.uint32
Rng = np.random.Generator


def bits(x: np.ndarray, *, nearest: bool = True) -> np.ndarray:
    """float64 values as bfloat16: round to nearest even (one rounding), or towards zero."""
    x = np.asarray(x, F8)
    single = x.astype(F4)
    # Rounding to float32 first would round twice: make its last bit sticky instead.
    toward = np.where(np.abs(single.astype(F8)) > np.abs(x), np.nextafter(single, F4(0)), single).view(U4)
    sticky = toward | (toward.view(F4).astype(F8) != x).astype(U4)
    if not nearest:
        return (sticky >> U4(16)).astype(U2)
    return ((sticky.astype(np.uint64) + 0x7FFF + (sticky >> U4(16) & U4(1))) >> 16).astype(U2)


def value(b: np.ndarray) -> np.ndarray:
    """What bits of bfloat16 stand for, as float64."""
    return (b.astype(U4) << U4(16)).view(F4).astype(F8)


def bfloats(rng: Rng, n: int) -> np.ndarray:
    """Random bits of bfloat16 around zero."""
    return bits(rng.normal(0, 2, n))


@cases()
def bfloat_conversions(rng: Rng) -> Data:
    x = (rng.normal(0, 1, 32) * 10.0 ** rng.integers(-10, 10, 32)).astype(F4)
    nearest = bits(x)
    wanted = {"out": np.stack([nearest, bits(x, nearest=False)], 1), "back": value(nearest).astype(F4)}
    return Data({"in": x, "out": np.zeros(64, U2), "back": np.zeros(32, F4)}, wanted)


@cases()
def bfloat_arithmetic(rng: Rng) -> Data:
    a, b = bfloats(rng, 32), bfloats(rng, 32)
    x, y = value(a), value(b)
    columns = [x + y, x * y, x * y + x, np.maximum(x, y), -x, x - y]
    return Data({"a": a, "b": b, "out": np.zeros(192, U2)}, {"out": np.stack([bits(c) for c in columns], 1)})


@cases()
def bfloat_pairs(rng: Rng) -> Data:
    a, b = bfloats(rng, 64).reshape(32, 2), bfloats(rng, 64).reshape(32, 2)
    x, y = value(a), value(b)
    columns = [x * y + x, x + y[:, ::-1], np.stack([x[:, 0] * 3, y[:, 1] - 1], 1)]
    data = {"a": a.ravel(), "b": b.ravel(), "out": np.zeros(192, U2)}
    return Data(data, {"out": np.stack([bits(c) for c in columns], 1)})


@cases()
def bfloat_comparisons(rng: Rng) -> Data:
    a, b = bfloats(rng, 32), bfloats(rng, 32)
    b[::4] = a[::4]
    x, y = value(a), value(b)
    return Data({"a": a, "b": b, "out": np.zeros(32, I4)}, {"out": ((x < y) + 2 * (x == y) + 4 * (x >= y)).astype(I4)})


@cases(grid=9, rtol=1e-5, atol=1e-4)
def bfloat_matrix_vector(rng: Rng) -> Data:
    matrix, x = bfloats(rng, 9 * 70), bfloats(rng, 70)
    wanted = value(matrix).reshape(9, 70) @ value(x)
    return Data({"matrix": matrix, "x": x, "y": np.zeros(9, F4), "cols": 70}, {"y": wanted})


@cases()
def bfloat_sum(rng: Rng) -> Data:
    x = bits(rng.integers(-8, 9, 320))
    return Data({"in": x, "out": np.zeros(32, U2), "n": 10}, {"out": bits(value(x).reshape(32, 10).sum(1))})


@cases(kernel="bfloat_functions")
def bfloat_functions(rng: Rng) -> Data:
    x = bits(rng.integers(-3, 4, 32) ** 2)
    v = value(x)
    with np.errstate(all="ignore"):
        columns = [np.exp(v), np.sqrt(v), np.tanh(v)]
    return Data({"in": x, "out": np.zeros(96, U2)}, {"out": np.stack([bits(c) for c in columns], 1)})
