"""References for numbers.cu: C's rules for special values, exact fractions for directed roundings."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from tests.language.case import Cases, Data
from tests.language.cases.bfloats import bfloats, bits, value
from tests.language.cases.floats import each, half_away, rounded
from tests.language.cases.integers import per_row, quotient, remainder, samples, signed, unsigned

cases = Cases("numbers.cu")
F2, F4, F8, I2, I4, I8, U2, U4, U8 = (np.dtype(t).type for t in "f2 f4 f8 i2 i4 i8 u2 u4 u8".split())
Rng = np.random.Generator
SPECIAL = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 2.0, -3.0, 0.5]


def pairs() -> tuple[np.ndarray, np.ndarray]:
    """Every special value with every other."""
    return np.repeat(SPECIAL, 10).astype(F4), np.tile(SPECIAL, 10).astype(F4)


@cases(block=100, rtol=1e-6)
def powers_of_special_values(rng: Rng) -> Data:
    x, y = pairs()
    with np.errstate(all="ignore"):
        p = np.power(x.astype(F8), y.astype(F8))
    return Data({"x": x, "y": y, "out": np.zeros(200, F4)}, {"out": np.repeat(p, 2)})


@cases(block=100, rtol=1e-6)
def angles_of_special_values(rng: Rng) -> Data:
    y, x = pairs()
    return Data({"y": y, "x": x, "out": np.zeros(200, F4)}, {"out": np.repeat(np.arctan2(y.astype(F8), x), 2)})


@cases(block=24, rtol=1e-6)
def extremes_of_functions(rng: Rng) -> Data:
    x = np.array(
        [
            *SPECIAL,
            88.7,
            88.8,
            -87.0,
            -104.0,
            1e-40,
            -1e-40,
            3e38,
            1e-38,
            127.9,
            128.0,
            -126.5,
            -150.0,
            16777217.0,
            1e10,
        ]
    )
    x = x.astype(F4)
    w = x.astype(F8)
    with np.errstate(all="ignore"):
        columns = [
            np.exp(w),
            np.log(w),
            np.sqrt(w),
            1 / w,
            1 / np.sqrt(w),
            np.log2(w),
            2.0**w,
            abs(w),
            np.floor(w),
            np.cbrt(w),
        ]
        wanted = np.stack(columns, 1).astype(F4)
    return Data({"in": x, "out": np.zeros(240, F4)}, {"out": wanted})


@cases(block=18, rtol=1e-15)
def extremes_in_double(rng: Rng) -> Data:
    x = np.array([*SPECIAL, 709.7, 709.8, -700.0, -746.0, 5e-324, 1e-310, 1.7e308, -1e-300])
    with np.errstate(all="ignore"):
        wanted = np.stack([np.exp(x), np.log(x), np.sqrt(x), 1 / x, np.floor(x), x / 3], 1)
    return Data({"in": x, "out": np.zeros(108)}, {"out": wanted})


def bisect(function: object, low: float, high: float, goal: float) -> float:
    """Where a rising function reaches the goal."""
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) < goal else (low, middle)  # type: ignore[operator]
    return low


def bessel_j(order: int, x: float) -> float:
    """J of an integer order, by its series."""
    return sum(
        (-1) ** k * (x / 2) ** (2 * k + order) / math.factorial(k) / math.factorial(k + order) for k in range(40)
    )


def bessel_y0(x: float) -> float:
    """Y of order 0, by its series."""
    harmonic, total = 0.0, 0.0
    for k in range(1, 40):
        harmonic += 1 / k
        total += (-1) ** (k + 1) * harmonic * (x * x / 4) ** k / math.factorial(k) ** 2
    return 2 / math.pi * ((math.log(x / 2) + 0.5772156649015329) * bessel_j(0, x) + total)


@cases(rtol=1e-5, atol=1e-6)
def less_usual_functions(rng: Rng) -> Data:
    x = rng.uniform(-5, 5, 32).astype(F4)
    w = x.astype(F8)
    p = abs(w) + 0.5
    columns = [
        (w * w + 4) ** -0.5, np.sqrt(w * w + 14), p ** (-1 / 3), np.cos(np.pi * w / 4), w / 8, np.floor(np.log2(p)), p**3,
        each(lambda v: bisect(lambda z: -math.erfc(z), -4, 4, -0.1 * v), p), each(lambda v: math.exp(v * v) * math.erfc(v), p),
        each(lambda v: bisect(lambda z: 0.5 * math.erfc(-z / math.sqrt(2)), -6, 6, 0.1 * v), p),
        each(lambda v: sum((v * v / 4) ** k / math.factorial(k) ** 2 for k in range(30)), 0.3 * w),
        each(bessel_y0, p), each(lambda v: bessel_j(1, v), w), np.arctanh(0.1 * w),
    ]  # fmt: skip
    return Data({"in": x, "out": np.zeros(448, F4)}, {"out": np.stack(columns, 1)})


@cases(rtol=5e-15, atol=1e-15)
def less_usual_in_double(rng: Rng) -> Data:
    x = rng.uniform(-20, 20, 32)
    mantissa, exponent = np.frexp(x)
    fraction, whole = np.modf(x)
    left = each(lambda v: math.remainder(v, 1.3), x)
    columns = [
        np.fmod(x, 1.3), left, x * 32, mantissa + exponent, fraction + 10 * whole, np.nextafter(x, 1e9),
        each(math.gamma, abs(x) * 0.1 + 1), each(math.lgamma, abs(x) + 1), each(math.erfc, 0.1 * x),
        half_away(x) + 100 * np.rint(x), left, np.ceil(x) + np.trunc(x), np.sin(np.pi * np.fmod(x, 2)), 10 ** (0.1 * x),
    ]  # fmt: skip
    return Data({"in": x, "out": np.zeros(448)}, {"out": np.stack(columns, 1)})


def rounded_double(exact: Fraction, way: str) -> float:
    """An exact number as a double: way is n, d, u or z."""
    near = float(exact)
    if way == "n" or Fraction(near) == exact:
        return near
    below = near if Fraction(near) < exact else math.nextafter(near, -math.inf)
    above = math.nextafter(below, math.inf)
    return {"d": below, "u": above, "z": below if exact > 0 else above}[way]


@cases()
def rounding_in_double(rng: Rng) -> Data:
    a, b = rng.normal(0, 1, 32), rng.normal(0, 1, 32)
    rows = []
    for x, y in zip(a.tolist(), b.tolist(), strict=True):
        p, q = Fraction(x), Fraction(y)
        rows.append([
            rounded_double(p + q, "d"), rounded_double(p + q, "u"), rounded_double(p * q, "z"), rounded_double(p * q, "u"),
            x / y, math.sqrt(abs(x)), rounded_double(p * q + 1, "n"), rounded_double(p * q + 1, "d"),
        ])  # fmt: skip
    return Data({"a": a, "b": b, "out": np.zeros(256)}, {"out": np.array(rows)})


def clipped(x: float, bits: int, sign: bool, way: object = math.trunc) -> int:
    """A float as an integer of so many bits, clamped as the hardware does."""
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if sign else (0, (1 << bits) - 1)
    return max(low, min(high, way(x) if math.isfinite(x) else (high if x > 0 else low)))  # type: ignore[operator]


@cases()
def doubles_to_everything(rng: Rng) -> Data:
    x = np.r_[rng.normal(0, 1, 12) * 10.0 ** rng.integers(0, 22, 12), 0.5, -0.5, 1.5, 2.5, -2.5, 3e9, -3e9, 5e9, 1e19, -1e19,
              2e19, np.inf, -np.inf, 2**31 - 0.5, 2.0**63, 255.5, -1.0, 1e-9, 65536.7, 4294967295.9]  # fmt: skip
    rows = [
        [clipped(v, 32, True), clipped(v, 32, False), clipped(v, 64, True), clipped(v, 64, False), clipped(v, 32, True, round),
         clipped(v, 64, True, math.ceil), clipped(v, 32, False, math.floor), signed(clipped(v, 32, True), 16),
         signed(int(F8(v).view(U8)) & 0xFFFFFFFF)]
        for v in x.tolist()
    ]  # fmt: skip
    finite = np.where(np.isfinite(x), x, 1)
    floats = np.array([[rounded(Fraction(v), w) for w in "nduz"] for v in finite.tolist()], F4)
    floats = np.where(np.isfinite(x)[:, None], floats, x[:, None]).astype(F4)
    out = np.array([[signed(v, 64) for v in row] for row in rows], I8)
    return Data({"in": x, "out": np.zeros(288, I8), "floats": np.zeros(128, F4)}, {"out": out, "floats": floats})


@cases()
def floats_to_everything(rng: Rng) -> Data:
    x = np.r_[rng.normal(0, 1, 14) * 10.0 ** rng.integers(0, 22, 14), 0.5, -0.5, 1.5, 2.5, -2.5, 3e9, -3e9, 5e9, 1e19, -1e19,
              2e19, np.inf, -np.inf, 2.0**31, 2.0**63, 255.5, -1.0, 1e-9].astype(F4)  # fmt: skip
    rows = [
        [clipped(v, 32, True), clipped(v, 32, False), clipped(v, 64, True), clipped(v, 64, False),
         clipped(v, 32, True, math.ceil), clipped(v, 32, False, round), clipped(v, 64, True, round),
         clipped(v, 64, False, math.floor)]
        for v in x.tolist()
    ]  # fmt: skip
    return Data(
        {"in": x, "out": np.zeros(256, I8)}, {"out": np.array([[signed(v, 64) for v in row] for row in rows], I8)}
    )


@cases()
def integers_to_floats(rng: Rng) -> Data:
    x = samples(rng, 32, 64)
    rows, doubles = [], []
    for v in x.tolist():
        narrow, u = signed(v), unsigned(v, 64)
        exact = [(v, "n"), (narrow, "z"), (unsigned(v), "u"), (signed(v, 16), "n"), (v & 255, "n"), (narrow, "d")]
        rows.append([rounded(Fraction(e), way) for e, way in exact])
        doubles.append([float(v), float(u), float(narrow)])
    data = {"in": x, "out": np.zeros(192, F4), "doubles": np.zeros(96)}
    return Data(data, {"out": np.array(rows, F4), "doubles": np.array(doubles)})


@cases()
def wide_integers_rounded(rng: Rng) -> Data:
    x = samples(rng, 32, 64)
    floats = [[rounded(Fraction(v), "d"), rounded(Fraction(unsigned(v, 64)), "u")] for v in x.tolist()]
    doubles = [[rounded_double(Fraction(v), "u"), rounded_double(Fraction(unsigned(v, 64)), "z")] for v in x.tolist()]
    data = {"in": x, "out": np.zeros(64, F4), "doubles": np.zeros(64)}
    return Data(data, {"out": np.array(floats, F4), "doubles": np.array(doubles)})


@cases(block=100)
def minima_of_halves_with_nan(rng: Rng) -> Data:
    a, b = (v.astype(F2) for v in pairs())
    columns = [np.maximum(a, b), np.minimum(a, b), np.fmax(a, b), np.fmin(a, b)]
    return Data({"a": a, "b": b, "out": np.zeros(400, F2)}, {"out": np.stack(columns, 1)})


@cases(block=100)
def saturating_halves(rng: Rng) -> Data:
    a, b = (v.astype(F2) for v in pairs())
    x, y = a.astype(F8), b.astype(F8)

    def unit(v: np.ndarray) -> np.ndarray:
        return np.where(np.isnan(v), 0, np.clip(v, 0, 1))

    with np.errstate(all="ignore"):
        columns = [unit(x + y), unit(x * y), unit(x * y + x), unit(x - y)]
    return Data({"a": a, "b": b, "out": np.zeros(400, F2)}, {"out": np.stack(columns, 1).astype(F2)})


def both(truth: np.ndarray) -> np.ndarray:
    """Masks of 16 bits for two truths."""
    return np.where(truth, 0xFFFF, 0).astype(U2).view(U4).ravel()


@cases(block=50)
def masks_of_halves(rng: Rng) -> Data:
    a, b = (v.astype(F2).reshape(50, 2) for v in pairs())
    ones = np.where(a <= b, F2(1), F2(0)).view(U4).ravel()
    columns = [both(a > b), both(a == b), both(~(a >= b)), ones]
    return Data({"a": a.ravel(), "b": b.ravel(), "out": np.zeros(200, U4)}, {"out": np.stack(columns, 1)})


@cases()
def halves_from_integers(rng: Rng) -> Data:
    x = samples(rng, 32)
    with np.errstate(over="ignore"):
        columns = [x.astype(F8).astype(F2), x.astype(I2).astype(F2), (x & 0xFFFF).astype(F8).astype(F2), x.astype(F8).astype(F2),
                   (x & 0x7BFF).astype(U2).view(F2)]  # fmt: skip
    h = np.fmod(x, 30000).astype(F2)
    seventh = (h.astype(F8) / 7).astype(F2)
    back = np.stack([np.floor(h), np.ceil(seventh), np.trunc(h).astype(I4).astype(np.int8)], 1).astype(I4)
    data = {"in": x, "out": np.zeros(160, F2), "back": np.zeros(96, I4)}
    return Data(data, {"out": np.stack(columns, 1), "back": back})


@cases()
def bfloat_masks_and_integers(rng: Rng) -> Data:
    a, b = bfloats(rng, 64).reshape(32, 2), bfloats(rng, 64).reshape(32, 2)
    b[::3] = a[::3]
    x, y = value(a.ravel()).reshape(32, 2), value(b.ravel()).reshape(32, 2)
    out = np.stack([both(x > y), both(x == y), bits(np.maximum(x, y)).view(U4).ravel()], 1)
    ints = np.stack([np.trunc(x[:, 0]), value(bits(np.arange(32) * 1001.0))], 1).astype(I4)
    data = {"a": a.ravel(), "b": b.ravel(), "out": np.zeros(96, U4), "ints": np.zeros(64, I4)}
    return Data(data, {"out": out, "ints": ints})


@cases(rtol=1e-6)
def fast_division_and_reciprocals(rng: Rng) -> Data:
    a, b = rng.normal(0, 100, 32).astype(F4), (rng.uniform(1, 2, 32) * 2.0 ** rng.integers(-60, 60, 32)).astype(F4)
    w = b.astype(F8)
    columns = [a / w, 1 / w, w**-0.5, np.sqrt(w)]
    return Data({"a": a, "b": b, "out": np.zeros(128, F4)}, {"out": np.stack(columns, 1)})


@cases()
def integer_corners(rng: Rng) -> Data:
    a, b = samples(rng, 32), samples(rng, 32)[::-1].copy()

    def row(_: int, x: int, y: int) -> list[int]:
        return [
            quotient(x, 16) + remainder(x, 16), x + 7 & ~7, quotient(x, 10) * 10 == x, unsigned(x) % 1000, abs(x - y),
            max(x, y, 5), quotient(x * y, 1000), (x > 0) - (x < 0) if x != -(2**31) else -1,
            max(min(x, 100), -100) + abs(remainder(y, 17)),
        ]  # fmt: skip

    return Data({"a": a, "b": b, "out": np.zeros(288, I4)}, {"out": per_row(row, a, b, dtype=I4)})


@cases()
def divisions_of_64_bits(rng: Rng) -> Data:
    a, b = samples(rng, 32, 64).view(U8), samples(rng, 32).view(U4)

    def row(_: int, x: int, d: int) -> list[int]:
        d |= 1
        return [x // d, x % d, x // 1000000007, x % 10, (x >> 3) // (x | 1)]

    def signed_row(_: int, x: int, d: int) -> list[int]:
        s = signed(x, 64)
        return [quotient(s, 86400), remainder(s, 86400), quotient(s, -(d | 1))]

    wanted = {"out": per_row(row, a, b, dtype=U8), "sout": per_row(signed_row, a, b, dtype=I8)}
    return Data({"a": a, "b": b, "out": np.zeros(160, U8), "sout": np.zeros(96, I8)}, wanted)


@cases()
def shifts_by_any_amount(rng: Rng) -> Data:
    x, amount = samples(rng, 32), rng.integers(-99, 99, 32).astype(I4)

    def row(_: int, v: int, k: int) -> list[int]:
        return [v << (k & 31), v >> (k & 31), unsigned(v) >> (k & 31)]

    def wide(_: int, v: int, k: int) -> list[int]:
        w, m = v * 1000003, k & 63
        return [w << m, w >> m, (unsigned(w, 64) >> m) ^ unsigned(w << 63 - m, 64)]

    wanted = {"out": per_row(row, x, amount, dtype=I4), "wide": per_row(wide, x, amount, dtype=I8)}
    return Data({"in": x, "amount": amount, "out": np.zeros(96, I4), "wide": np.zeros(96, I8)}, wanted)


@cases()
def products_of_16_bits(rng: Rng) -> Data:
    a, b = rng.integers(-(2**15), 2**15, 32).astype(I2), rng.integers(0, 2**16, 32).astype(U2)
    out = per_row(lambda _, x, y: [x * x - y, x * y, (x << 3) + (y >> 2)], a, b, dtype=I4)
    small = per_row(lambda _, x, y: [x * y + 3, max(x, y >> 1) - min(x, 100)], a, b, dtype=I2)
    return Data({"a": a, "b": b, "out": np.zeros(96, I4), "small": np.zeros(64, I2)}, {"out": out, "small": small})


@cases()
def wide_minima(rng: Rng) -> Data:
    a, b = samples(rng, 32, 64), samples(rng, 32, 64)[::-1].copy()

    def row(_: int, x: int, y: int) -> list[int]:
        return [min(x, y), max(x, y), abs(x), max(unsigned(x, 64), unsigned(y, 64))]

    return Data({"a": a, "b": b, "out": np.zeros(128, I8)}, {"out": per_row(row, a, b, dtype=I8)})
