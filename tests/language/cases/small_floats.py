"""References for small_floats.cu: every code's value by its definition, and the nearest code by looking at them all."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data
from tests.language.cases import bfloats

cases = Cases("small_floats.cu")
F2, F4, F8, U1, U2 = np.float16, np.float32, np.float64, np.uint8, np.uint16
Rng = np.random.Generator


def values(exponent_bits: int, fraction_bits: int) -> np.ndarray:
    """The value of every code of a format as IEEE 754 would have it, but with no infinities."""
    code = np.arange(1 << exponent_bits + fraction_bits)
    bias = (1 << exponent_bits - 1) - 1
    exponent, fraction = code >> fraction_bits, (code & (1 << fraction_bits) - 1) / 2**fraction_bits
    size = np.where(exponent > 0, (1 + fraction) * 2.0 ** (exponent - bias), fraction * 2.0 ** (1 - bias))
    return np.concatenate([size, -size])


E4M3, E5M2, E2M1, E2M3, E3M2 = values(4, 3), values(5, 2), values(2, 1), values(2, 3), values(3, 2)
E4M3[[127, 255]] = np.nan
for _sign in (0, 128):
    E5M2[124 + _sign : 128 + _sign] = [-np.inf if _sign else np.inf, np.nan, np.nan, np.nan]


def nearest(table: np.ndarray, x: np.ndarray, *, saturate: bool = True, overflow: int = 0, nan: int = 0x7F) -> np.ndarray:
    """Codes of the nearest finite numbers, ties to the even code.

    Without saturation what rounds beyond the largest number is `overflow`, with x's sign.
    """
    half = len(table) // 2
    finite = np.flatnonzero(np.isfinite(table[:half]))
    largest = finite[-1]
    limit = table[largest] + (table[largest] - table[largest - 1]) / 2
    found = []
    for v in np.asarray(x, F8).tolist():
        sign = half if np.signbit(v) else 0
        if np.isnan(v):
            found.append(nan)
        elif not saturate and (abs(v) > limit or (abs(v) == limit and largest % 2)):
            found.append(overflow + sign)
        else:
            distance = np.abs(table[finite] - min(abs(v), table[largest]))
            best = finite[distance == distance.min()]
            found.append(int(best[best % 2 == 0][0] if len(best) > 1 else best[0]) + sign)
    return np.array(found, U1)


def numbers(rng: Rng, n: int) -> np.ndarray:
    x = (rng.normal(0, 1, n) * 2.0 ** rng.integers(-18, 18, n)).astype(F4)
    x[:12] = [0, -0.0, np.inf, -np.inf, np.nan, 448, 464, -480, 57344, 61440, 0.0625 + 0.00390625, 1.0625]
    return x


@cases(grid=4, block=64)
def values_of_bytes(rng: Rng) -> Data:
    x = np.arange(256, dtype=U1)
    data = {"in": x, "e4m3": np.zeros(256, F4), "e5m2": np.zeros(256, F4)}
    return Data(data, {"e4m3": E4M3.astype(F4), "e5m2": E5M2.astype(F4)})


@cases()
def quads_of_bytes(rng: Rng) -> Data:
    x = rng.integers(0, 127, 128).astype(U1)
    v = E4M3[x].reshape(32, 4)
    data = {"in": x, "out": np.zeros(128, F4), "low": np.zeros(64, U2)}
    return Data(data, {"out": v.astype(F4), "low": v[:, :2].astype(F2).view(U2)})


@cases(block=64)
def bytes_without_saturation(rng: Rng) -> Data:
    x = numbers(rng, 64)
    wanted = {
        "e4m3": nearest(E4M3, x, saturate=False, overflow=0x7F), "e5m2": nearest(E5M2, x, saturate=False, overflow=0x7C)
    }  # fmt: skip
    return Data({"in": x, "e4m3": np.zeros(64, U1), "e5m2": np.zeros(64, U1)}, wanted)


@cases(block=64)
def bytes_of_floats(rng: Rng) -> Data:
    x = numbers(rng, 64)
    return Data({"in": x, "e4m3": np.zeros(64, U1), "e5m2": np.zeros(64, U1)}, {"e4m3": nearest(E4M3, x), "e5m2": nearest(E5M2, x)})


@cases()
def pairs_of_bytes(rng: Rng) -> Data:
    with np.errstate(over="ignore"):
        halves = numbers(rng, 64).astype(F2)
    floats = numbers(rng, 64)
    data = {"in": halves.view(U2), "floats": floats, "out": np.zeros(64, U2)}
    wanted = np.stack([nearest(E5M2, halves).view(U2), nearest(E4M3, floats).view(U2)], 1)
    return Data(data, {"out": wanted})


@cases(block=64)
def nibbles(rng: Rng) -> Data:
    x = numbers(rng, 64)
    codes = nearest(E2M1, x, nan=0x7)  # there is no NaN: it becomes the largest number
    data = {"in": x, "codes": np.zeros(64, U1), "back": np.zeros(64, F4)}
    return Data(data, {"codes": codes, "back": E2M1[codes].astype(F4)})


@cases(block=64)
def six_bits(rng: Rng) -> Data:
    x = numbers(rng, 64)
    codes = nearest(E3M2, x, nan=0x1F)
    data = {"in": x, "e2m3": np.zeros(64, U1), "e3m2": np.zeros(64, U1), "back": np.zeros(64, F4)}
    return Data(data, {"e2m3": nearest(E2M3, x, nan=0x1F), "e3m2": codes, "back": E3M2[codes].astype(F4)})


@cases(grid=3, block=32, rtol=1e-5, atol=1e-5)
def dequantised_dot(rng: Rng) -> Data:
    packed, scales, x = rng.integers(0, 256, 3 * 64).astype(U1), bfloats.bits(rng.normal(0, 1, 12)), rng.normal(0, 1, 128).astype(F4)
    codes = np.stack([packed & 15, packed >> 4], 1).ravel()
    weights = E2M1[codes].reshape(12, 32) * bfloats.value(scales)[:, None]
    data = {"nibbles": packed, "scales": scales, "x": x, "y": np.zeros(3, F4), "cols": 128}
    return Data(data, {"y": weights.reshape(3, 128) @ x.astype(F8)})
