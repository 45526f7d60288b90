"""References for inline_ptx.cu."""

from __future__ import annotations

import math

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("inline_ptx.cu")
F4, F8, I4, I8, U4, U8 = np.float32, np.float64, np.int32, np.int64, np.uint32, np.uint64
Rng = np.random.Generator
LANE = np.arange(32)


def integers(rng: Rng, n: int, low: int = 0, high: int = 100) -> np.ndarray:
    return rng.integers(low, high, n).astype(I4)


@cases()
def streamed_vectors(rng: Rng) -> Data:
    x = rng.normal(0, 1, (32, 4)).astype(F4)
    return Data({"in": x.ravel(), "out": np.zeros(128, F4)}, {"out": x[:, ::-1]})


@cases()
def cache_policies(rng: Rng) -> Data:
    x = integers(rng, 128).reshape(32, 4)
    return Data({"in": x.ravel(), "out": np.zeros(128, I4)}, {"out": x + np.array([1, 0, 0, 0], I4)})


@cases()
def guarded_copies(rng: Rng) -> Data:
    n = 102
    x, i = rng.normal(0, 1, n).astype(F4), np.arange(128)
    whole = np.where(i // 4 * 4 + 4 <= n, x[np.minimum(i, n - 1)], -1)
    filled = np.where(i < n, x[np.minimum(i, n - 1)], 0)
    out = np.concatenate([whole, filled, x[np.minimum(4 * LANE, n - 1)]]).astype(F4)
    return Data({"in": x, "out": np.zeros(288, F4), "n": n}, {"out": out})


@cases()
def three_input_logic(rng: Rng) -> Data:
    a, b, c = rng.integers(0, 2**32, (3, 32)).astype(U4)
    t = (a.astype(U8) | b.astype(U8) << U8(32)) >> U8(8)  # the low word of a funnel shift by 8
    field = t >> U8(4) & U8(0xFFF)
    rest = c & U4(0xF000FFFF)
    columns = [a ^ b ^ c, (a & b) | (a & c) | (b & c), (a & b) | (~a & c), (a & U4(0x000F000F)) | U4(0x64006400), rest | (field << U8(16)).astype(U4)]
    return Data({"a": a, "b": b, "c": c, "out": np.zeros(160, U4)}, {"out": np.stack(columns, 1)})


@cases()
def wide_products(rng: Rng) -> Data:
    a, b = rng.integers(-(2**31), 2**31, 32).astype(I4), rng.integers(0, 2**32, 32).astype(U4)
    signed = a.astype(I8) * b.view(I4)
    square = b.astype(U8) * b + U8(7)
    return Data({"a": a, "b": b, "out": np.zeros(96, I8)}, {"out": np.stack([signed, square.view(I8), signed], 1)})


@cases()
def votes_and_masks(rng: Rng) -> Data:
    x = integers(rng, 32)
    ballot = sum(1 << k for k in range(32) if x[k] > 50)
    rank = [(ballot & (1 << k) - 1).bit_count() for k in range(32)]
    match = [sum(1 << k for k in range(32) if x[k] & 3 == v & 3) for v in x]
    columns = [np.full(32, ballot), rank, LANE, np.full(32, 2**32 - 1), match, np.full(32, x.max())]
    return Data({"in": x, "out": np.zeros(192, U4)}, {"out": np.array(columns, U4).T})


@cases()
def shuffles_with_predicates(rng: Rng) -> Data:
    x = integers(rng, 32)
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": x.cumsum(dtype=I4)})


@cases()
def scoped_atomics(rng: Rng) -> Data:
    # Lanes take their turns in order here; the hardware promises some order.
    counter, out = np.array([7, 3, 5, 4], I4), np.stack([7 + 2 * LANE, LANE == 0, (4 + LANE) % 10 + 1000], 1)
    data = {"counter": counter, "wide": np.zeros(1, U8), "f": np.zeros(1, F4), "out": np.zeros(96, I4)}
    wanted = {"counter": np.array([71, 31, 100, 6], I4), "wide": np.array([2**32 - 1], U8), "f": np.array([16], F4)}
    return Data(data, wanted | {"out": out.astype(I4)})


@cases(grid=3, block=64)
def acquired_and_released(rng: Rng) -> Data:
    data = {"data": np.zeros(3, I4), "flags": np.zeros(3, I4), "out": np.zeros(3, I4)}
    return Data(data, {"out": np.array([42, 43, 44], I4)})


@cases(block=64)
def elected(rng: Rng) -> Data:
    return Data({"in": integers(rng, 64), "out": np.zeros(2, I4)}, {"out": np.array([2, 64], I4)})


@cases(grid=2, block=64)
def registers_of_the_machine(rng: Rng) -> Data:
    return Data({"out": np.zeros(128, U4)}, {"out": np.full(128, 63, U4)})


@cases()
def scopes_and_loops(rng: Rng) -> Data:
    x, out = integers(rng, 32, 1, 12), []
    for n in x.tolist():
        total = 0
        for i in range(n):
            total = 2 * (total + i if i % 2 else total - 1)
        out.append(total)
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": np.array(out, I4)})


@cases()
def conversions(rng: Rng) -> Data:
    x = (rng.integers(-1200, 1200, 32) / 8).astype(F4)
    rows = [[round(v), min(max(math.trunc(v), -128), 127), max(math.ceil(v), 0)] for v in x.tolist()]
    # The double sum of a square and 1.5 is exact, and so is the float of it.
    floats = np.stack([np.floor(x), x.astype(F8) ** 2 + 1.5], 1).astype(F4)
    return Data({"in": x, "out": np.zeros(96, I4), "floats": np.zeros(64, F4)}, {"out": np.array(rows, I4), "floats": floats})


@cases(block=1)
def bits_of_floats(rng: Rng) -> Data:
    low, high = np.array([math.pi]).view(U4)
    return Data({"out": np.zeros(4, U4)}, {"out": np.array([0x3F800000, low, high, 0xC0490FDB], U4)})


@cases(block=96)
def named_barriers_of_two_warps(rng: Rng) -> Data:
    x = integers(rng, 32)
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": x[::-1]})


@cases()
def minima_with_nan(rng: Rng) -> Data:
    a, b = (np.where(rng.random(32) < 0.2, np.nan, rng.normal(0, 1, 32)).astype(F4) for _ in range(2))
    return Data({"a": a, "b": b, "out": np.zeros(64, F4)}, {"out": np.stack([np.minimum(a, b), np.maximum(a, b)], 1)})


@cases()
def flushed(rng: Rng) -> Data:
    a, b = (rng.normal(0, 1, (2, 32)) * 2.0 ** rng.choice([0, -126, -128, -70], (2, 32))).astype(F4)

    def zeroed(x: np.ndarray) -> np.ndarray:
        x = x.astype(F4)
        return np.where(np.abs(x) < 2.0**-126, np.copysign(F4(0), x), x)

    x, y = zeroed(a), zeroed(b)
    wide = x.astype(F8) * y + x  # exact or far from the middle of two floats
    return Data({"a": a, "b": b, "out": np.zeros(96, F4)}, {"out": np.stack([zeroed(x + y), zeroed(x * y), zeroed(wide)], 1)})


def low24(x: np.ndarray, *, signed: bool) -> np.ndarray:
    low = x.astype(I8) & 0xFFFFFF
    return np.where((low >> 23 == 1) & signed, low - 2**24, low)


@cases()
def old_forms(rng: Rng) -> Data:
    a, b = rng.integers(-(2**31), 2**31, (2, 32)).astype(I4)
    unsigned = low24(a, signed=False) * low24(b, signed=False)
    columns = [
        low24(a, signed=True) * low24(b, signed=True), unsigned >> 16, unsigned + b,
        np.clip((a.astype(I8) ** 2 >> 32) + b, -(2**31), 2**31 - 1), -((a < b) & (a > 0)).astype(I8),
    ]  # fmt: skip
    return Data({"a": a, "b": b, "out": np.zeros(160, I4)}, {"out": np.stack(columns, 1).astype(I4)})


@cases()
def ignored_sources(rng: Rng) -> Data:
    x = integers(rng, 32, 1)
    return Data({"in": x, "out": np.full(32, -1, I4)}, {"out": np.where(LANE > 9, 0, x)})


@cases()
def other_spellings(rng: Rng) -> Data:
    x = (rng.integers(-40, 40, 32) / 8).astype(F4)
    table = np.array([10, 20, 0, 10])
    columns = [
        np.trunc((x.astype(F8) + 1.5) * 25), LANE & 11, np.where(x > -0.5, LANE, -LANE),
        np.where(LANE % 4 == 2, LANE + 15, table[LANE % 4]), LANE + 31,
    ]  # fmt: skip
    return Data({"in": x, "out": np.zeros(160, I4)}, {"out": np.stack(columns, 1).astype(I4)})
