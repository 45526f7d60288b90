"""References for floats.cu: float64 mathematics with a tolerance; exact where CUDA promises correct rounding."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("floats.cu")
F4, F8, I4, I8 = np.float32, np.float64, np.int32, np.int64
Rng = np.random.Generator


def each(function: object, *columns: np.ndarray) -> np.ndarray:
    """function applied element by element, in float64."""
    return np.array([function(*v) for v in zip(*(c.astype(F8).tolist() for c in columns), strict=True)])  # type: ignore[operator]


@cases(grid=2, block=48, rtol=2e-5, atol=2e-6)
def fast_intrinsics(rng: Rng) -> Data:
    x = rng.uniform(-3, 3, 90).astype(F4)
    w = x.astype(F8)
    p = np.abs(w) + 0.1
    columns = [
        np.exp(0.25 * w), np.sin(w), np.cos(w), w / p, p**-0.5, p**1.5, np.log(p), np.log2(p), 10 ** (0.1 * w),
        np.tan(0.3 * w), np.clip(w, 0, 1), np.log10(p),
    ]  # fmt: skip
    return Data({"in": x, "out": np.zeros(1080, F4), "n": 90}, {"out": np.stack(columns, 1)})


@cases(grid=2, rtol=1e-6, atol=2e-7)
def large_angles(rng: Rng) -> Data:
    x = np.r_[rng.uniform(-1e5, 1e5, 20), rng.uniform(1e5, 1e10, 24), 10.0 ** rng.uniform(10, 38, 20)].astype(F4)
    w = x.astype(F8)
    wanted = {"sines": np.sin(w), "cosines": np.cos(w), "tangents": np.tan(w)}
    return Data({"in": x, **{n: np.zeros(64, F4) for n in wanted}}, wanted)


@cases(rtol=1e-14, atol=1e-15)
def large_angles_twice(rng: Rng) -> Data:
    x = np.r_[rng.uniform(-1e4, 1e4, 12), 10.0 ** rng.uniform(4, 300, 20)]
    return Data({"in": x, "sines": np.zeros(32), "cosines": np.zeros(32)}, {"sines": np.sin(x), "cosines": np.cos(x)})


@cases(rtol=2e-6, atol=1e-6)
def single_library(rng: Rng) -> Data:
    x = rng.uniform(-6, 6, 32).astype(F4)
    w = x.astype(F8)
    p = (np.abs(x) + F4(0.01)).astype(F8)
    u = (F4(0.9) * np.sin(w).astype(F4)).astype(F8)
    columns = [
        np.sin(w), np.cos(w), np.tan(w), np.arcsin(u), np.arccos(u), np.arctan(w), np.arctan2(w, 0.5 - u), np.sinh(0.2 * w),
        np.cosh(0.2 * w), np.tanh(w), np.exp(0.3 * w), 2 ** (w / 2), 10 ** (0.1 * w), np.expm1(0.01 * w), np.log(p),
        np.log2(p), np.log10(p), np.log1p(p), p**-1.7, np.cbrt(w), np.hypot(w, 2), each(math.erf, 0.2 * w),
        each(math.erfc, u), each(math.gamma, 0.3 * p + 1), each(math.lgamma, p), np.sin(np.pi * u), w * u + p,
        np.arcsinh(w) + np.arccosh(1 + p) + np.arctanh(u),
    ]  # fmt: skip
    return Data({"in": x, "out": np.zeros(28 * 32, F4)}, {"out": np.stack(columns, 1)})


@cases(rtol=4e-15, atol=1e-15)
def double_library(rng: Rng) -> Data:
    x = rng.uniform(-6, 6, 32)
    p, u = np.abs(x) + 0.01, 0.9 * np.sin(x)
    columns = [
        np.sin(x), np.cos(x), np.tan(x), np.arcsin(u), np.arccos(u), np.arctan(x), np.arctan2(x, 0.5 - u), np.sinh(0.2 * x),
        np.cosh(0.2 * x), np.tanh(x), np.exp(0.3 * x), 2 ** (x / 2), np.expm1(0.01 * x), np.log(p), np.log2(p), np.log10(p),
        np.log1p(p), p**-1.7, np.cbrt(x), np.hypot(x, 2), each(math.erf, 0.2 * x), np.sqrt(p), p**-0.5, x * u + p,
    ]  # fmt: skip
    return Data({"in": x, "out": np.zeros(24 * 32)}, {"out": np.stack(columns, 1)})


def half_away(x: np.ndarray) -> np.ndarray:
    """Rounds halves away from zero, as round() of C does."""
    return np.copysign(np.floor(np.abs(x) + 0.5), x)


@cases()
def rounding_functions(rng: Rng) -> Data:
    x = np.r_[F4([0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0, 3, -7, 0.49]), rng.uniform(-50, 50, 22).astype(F4)].astype(F4)
    w = x.astype(F8)
    columns = [
        np.floor(w), np.ceil(w), np.trunc(w), half_away(w), np.rint(w), np.rint(w), np.fmod(w, 1.75),
        each(math.remainder, w, np.full(32, 1.75)),
    ]  # fmt: skip
    ints = [np.rint(w), half_away(w), np.ceil(w) + 3 * np.floor(w), np.trunc(w)]
    wanted = {"out": np.stack(columns, 1).astype(F4), "ints": np.stack(ints, 1).astype(I4)}
    return Data({"in": x, "out": np.zeros(256, F4), "ints": np.zeros(128, I4)}, wanted)


@cases()
def parts_of_floats(rng: Rng) -> Data:
    x = np.r_[F4([0, 1, -1, 0.75, 1e-40, -3e38]), (rng.normal(0, 1, 26) * 10.0 ** rng.integers(-20, 20, 26)).astype(F4)]
    x = x.astype(F4)
    mantissa, exponent = np.frexp(x)
    fraction, whole = np.modf(x)
    with np.errstate(over="ignore"):
        scaled = x * F4(8)
    columns = [
        mantissa, scaled, fraction, whole, np.copysign(F4(2), x), np.nextafter(x, F4(1e9)), np.maximum(x - F4(1), F4(0)),
    ]  # fmt: skip
    exponents = np.stack([exponent, np.where(x == 0, 0, exponent - 1)], 1).astype(I4)
    wanted = {"out": np.stack(columns, 1).astype(F4), "exponents": exponents}
    return Data({"in": x, "out": np.zeros(224, F4), "exponents": np.zeros(64, I4)}, wanted)


@cases(block=36)
def special_values(rng: Rng) -> Data:
    interesting = F4([0.0, -0.0, 1.0, np.inf, -np.inf, np.nan])
    x, y = np.repeat(interesting, 6), np.tile(interesting, 6)
    terms = [x < y, x <= y, x > y, x >= y, x == y, x != y, np.isnan(x), np.isinf(y), np.isfinite(x), np.signbit(y), ~(x < y),
             np.isnan(x) | np.isnan(y)]  # fmt: skip
    flags = sum((t.astype(I4) << k for k, t in enumerate(terms)), np.zeros(36, I4))
    bounds = np.stack([np.fmin(x, y), np.fmax(x, y)], 1)
    data = {"a": x, "b": y, "out": np.zeros(36, I4), "bounds": np.zeros(72, F4)}
    return Data(data, {"out": flags.astype(I4), "bounds": bounds})


def rounded(value: Fraction, way: str) -> np.float32:
    """An exact number as float32: way is n(earest), d(own), u(p) or z(ero)."""
    near = F4(float(value)) if value else F4(0)
    below = near if Fraction(float(near)) <= value else np.nextafter(near, F4(-np.inf))
    above = near if Fraction(float(near)) >= value else np.nextafter(near, F4(np.inf))
    if way == "n":
        gap = (value - Fraction(float(below))) - (Fraction(float(above)) - value)
        return below if gap < 0 or (gap == 0 and int(below.view(I4)) % 2 == 0) else above
    return {"d": below, "u": above, "z": below if value > 0 else above}[way]


def exact_pairs(rng: Rng) -> tuple[np.ndarray, np.ndarray]:
    """Floats whose sums and products need rounding."""
    a = (rng.normal(0, 1, 32) * 2.0 ** rng.integers(-12, 12, 32)).astype(F4)
    return a, (rng.normal(0, 1, 32) * 2.0 ** rng.integers(-12, 12, 32)).astype(F4)


@cases()
def directed_operations(rng: Rng) -> Data:
    a, b = exact_pairs(rng)
    rows = []
    for x, y in zip(a.tolist(), b.tolist(), strict=True):
        p, q = Fraction(x), Fraction(y)
        product = Fraction(float(rounded(p * q, "n")))
        rows.append([
            rounded(p + q, "d"), rounded(p + q, "u"), rounded(p + q, "z"), rounded(p * q, "d"), rounded(p * q, "u"),
            rounded(p * q + 1, "z"), rounded(p * q + 1, "n"), rounded(p + q, "n"), rounded(product + 1, "n"),
            rounded(p - q, "n"),
        ])  # fmt: skip
    return Data({"a": a, "b": b, "out": np.zeros(320, F4)}, {"out": np.array(rows, F4)})


@cases()
def directed_divisions(rng: Rng) -> Data:
    a, b = exact_pairs(rng)
    rows = []
    for x, y in zip(a.tolist(), b.tolist(), strict=True):
        p, q = Fraction(x), Fraction(y)
        root = F4(math.sqrt(abs(x)))
        root = root if Fraction(float(root)) ** 2 >= abs(p) else np.nextafter(root, F4(np.inf))
        rows.append([rounded(p / q, "d"), rounded(p / q, "u"), rounded(1 / q, "z"), root])
    return Data({"a": a, "b": b, "out": np.zeros(128, F4)}, {"out": np.array(rows, F4)})


@cases()
def exact_divisions(rng: Rng) -> Data:
    a, b = exact_pairs(rng)
    wanted = {"quotients": a / b, "roots": np.sqrt(np.abs(a)), "reciprocals": F4(1) / b}
    return Data({"a": a, "b": b, **{n: np.zeros(32, F4) for n in wanted}}, wanted)


@cases()
def bits_of_floats(rng: Rng) -> Data:
    x = np.r_[F4([0, -0.0, 1, -1, np.inf, 1e-40]), (rng.normal(0, 100, 26)).astype(F4)].astype(F4)
    bits = x.view(I4)
    columns = [bits >> 23 & 255, bits & 0x7FFFFF, np.where(bits >= 0, bits, bits ^ 0x7FFFFFFF)]
    with np.errstate(invalid="ignore"):
        wide = -x.astype(F8) + x.astype(F8) * 3
    wanted = {
        "bits": np.stack(columns, 1).astype(I4),
        "back": (0x5F3759DF - (bits >> 1)).astype(I4).view(F4),
        "wide": wide,
    }
    data = {"in": x, "bits": np.zeros(96, I4), "back": np.zeros(32, F4), "wide": np.zeros(32)}
    return Data(data, wanted)


@cases()
def conversions(rng: Rng) -> Data:
    f, d = rng.normal(0, 1000, 32).astype(F4), rng.normal(0, 1e5, 32)
    q = rng.integers(-(2**63), 2**63, 32)
    toward_zero = [rounded(Fraction(v), "z") for v in d.tolist()]
    whole = np.trunc(f).astype(I8)
    columns = [
        d.astype(F4), q.astype(F4), q, q.astype(np.uint64), whole, whole & 255, (whole % 2**32).astype(F4), toward_zero,
        np.floor(f), q.astype(I4).astype(F4),
    ]  # fmt: skip
    wanted = np.stack([np.asarray(c).astype(F8) for c in columns], 1)
    return Data({"f": f, "d": d, "q": q, "out": np.zeros(320)}, {"out": wanted})


@cases(grid=2, block=64, rtol=1e-6, atol=1e-5)
def horner(rng: Rng) -> Data:
    x = rng.uniform(-2, 2, 300).astype(F4)
    return Data(
        {"x": x, "y": np.zeros(300, F4), "n": 300}, {"y": np.polyval([-3, 0.0625, 2, -1.25, 0.5], x.astype(F8))}
    )


@cases(rtol=1e-7)
def kahan_sum(rng: Rng) -> Data:
    x = (rng.uniform(0, 1, 3200) * 10.0 ** rng.integers(-5, 3, 3200)).astype(F4)
    return Data({"in": x, "out": np.zeros(32, F4), "n": 3200}, {"out": x.reshape(100, 32).astype(F8).sum(0)})


@cases()
def two_sum_in_double(rng: Rng) -> Data:
    a, b = rng.normal(0, 1, 32), rng.normal(0, 1, 32)
    low = [float(Fraction(x) * Fraction(y) - Fraction(x * y)) for x, y in zip(a.tolist(), b.tolist(), strict=True)]
    data = {"a": a, "b": b, "high": np.zeros(32), "low": np.zeros(32)}
    return Data(data, {"high": a * b, "low": np.array(low)})


@cases()
def denormals(rng: Rng) -> Data:
    x = (rng.uniform(-1, 1, 32) * 10.0 ** rng.uniform(-45, -37, 32)).astype(F4)
    columns = [x * F4(0.5), x + F4(1e-40), x / F4(3)]
    return Data({"in": x, "out": np.zeros(96, F4)}, {"out": np.stack(columns, 1)})


@cases(rtol=1e-5, atol=1e-6)
def bessel_and_probability(rng: Rng) -> Data:
    x = rng.uniform(0, 5, 32).astype(F4)
    w = x.astype(F8)

    def bessel(v: float) -> float:
        return sum((-1) ** k * (v / 2) ** (2 * k) / math.factorial(k) ** 2 for k in range(40))

    def inverse_erf(y: float) -> float:
        low, high = -4.0, 4.0
        for _ in range(80):
            middle = (low + high) / 2
            low, high = (middle, high) if math.erf(middle) < y else (low, middle)
        return low

    columns = [
        each(bessel, w), each(lambda v: 0.5 * math.erfc((2 - v) / math.sqrt(2)), w), each(inverse_erf, 0.2 * w - 0.5),
        np.sqrt(w * w + 5),
    ]  # fmt: skip
    return Data({"in": x, "out": np.zeros(128, F4)}, {"out": np.stack(columns, 1)})
