"""References for devices.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("devices.cu")
I4, U1, U4, U8, F4 = np.int32, np.uint8, np.uint32, np.uint64, np.float32
Rng = np.random.Generator


@cases()
def texture_fetches(rng: Rng) -> Data:
    return Data({"texture": U8(0), "out": np.zeros(32, F4)}, {})


@cases()
def texture_of_a_line(rng: Rng) -> Data:
    return Data({"texture": U8(0), "out": np.zeros(32, F4)}, {})


@cases()
def surface_writes(rng: Rng) -> Data:
    return Data({"surface": U8(0), "in": np.zeros(32, F4)}, {})


@cases(grid=4)
def cluster_ranks(rng: Rng) -> Data:
    return Data({"out": np.zeros(8, U4)}, {"out": np.array([0, 2, 1, 2, 0, 2, 1, 2], U4)})


@cases(grid=4)
def cluster_barrier(rng: Rng) -> Data:
    x = np.arange(4, dtype=I4)
    return Data({"in": x, "out": np.zeros(4, I4)}, {"out": x})


def e4m3() -> np.ndarray:
    """What the 256 patterns of an E4M3 float stand for."""
    bits = np.arange(256)
    sign, exponent, fraction = np.where(bits & 128, -1.0, 1.0), bits >> 3 & 15, bits & 7
    value = np.where(exponent, (1 + fraction / 8) * 2.0 ** (exponent - 7), fraction / 8 * 2.0**-6)
    return np.where(bits & 127 == 127, np.nan, sign * value)


@cases()
def floats_of_8_bits(rng: Rng) -> Data:
    pattern = rng.integers(0, 127, 32).astype(U1)
    return Data({"in": e4m3()[pattern].astype(F4), "out": np.zeros(32, U1)}, {"out": pattern})


@cases()
def back_from_8_bits(rng: Rng) -> Data:
    pattern = rng.integers(0, 127, 32).astype(U1)
    return Data({"in": pattern, "out": np.zeros(32, F4)}, {"out": e4m3()[pattern].astype(F4)})


@cases()
def elected_lane(rng: Rng) -> Data:
    return Data({"out": np.zeros(32, I4)}, {"out": (np.arange(32) == 0).astype(I4)})
