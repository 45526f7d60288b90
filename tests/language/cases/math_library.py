"""References for math_library.cu: series in 50 digits where Python's math has no such function.

Tolerances: as many units of the last place as the CUDA C++ Programming Guide gives, each at most 2^-23 or 2^-52 of the
value, and one more for the reference and the arguments that the kernels round themselves.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal, localcontext

import numpy as np

from tests.language.case import Array, Cases, Data

cases = Cases("math_library.cu")
F4, F8 = np.float32, np.float64
ULP4, ULP8 = 2.0**-23, 2.0**-52
GAMMA = Decimal("0.57721566490153286060651209008240243104215933593992")
PI = Decimal("3.14159265358979323846264338327950288419716939937511")
Rng = np.random.Generator


def power_series(
    term: Decimal, ratio: Callable[[int], Decimal], weight: Callable[[int], Decimal] = lambda k: Decimal(1)
) -> Decimal:
    """sum of weight(k) * term(k), where term(k) = term(k - 1) * ratio(k), until the terms vanish."""
    total, k = term * weight(0), 0
    while k < 15 or abs(term) > Decimal(10) ** -45:
        k += 1
        term *= ratio(k)
        total += term * weight(k)
    return total


def harmonic(k: int) -> Decimal:
    """1 + 1/2 + ... + 1/k."""
    return sum((Decimal(1) / j for j in range(1, k + 1)), Decimal(0))


def bessel(n: int, x: float, sign: int = -1) -> Decimal:
    """J_n by its series; sign 1: I_n."""
    h = Decimal(x) / 2
    return power_series(h**n / math.factorial(n), lambda k: sign * h * h / (k * (k + n)))


def neumann(n: int, x: float) -> Decimal:
    """Y_n by its series."""
    h = Decimal(x) / 2
    lowest = sum(
        (Decimal(math.factorial(n - k - 1)) / math.factorial(k) * h ** (2 * k - n) for k in range(n)), Decimal(0)
    )
    rest = power_series(
        h**n / math.factorial(n), lambda k: -h * h / (k * (k + n)), lambda k: harmonic(k) + harmonic(k + n)
    )
    return (2 * (h.ln() + GAMMA) * bessel(n, x) - lowest - rest) / PI


def erf(x: Decimal) -> Decimal:
    """The error function by its series."""
    return 2 / PI.sqrt() * power_series(x, lambda k: -x * x / k, lambda k: Decimal(1) / (2 * k + 1))


def inverse_erf(y: Decimal) -> Decimal:
    """Newton's method on the error function."""
    x = Decimal(0)
    for _ in range(60):
        step = (erf(x) - y) * PI.sqrt() / 2 * (x * x).exp()
        x -= step
        if abs(step) < Decimal(10) ** -30:
            break
    return x


def each(function: Callable[..., Decimal | float], *columns: Array) -> Array:
    """function applied element by element, in 50 digits where it uses them."""
    with localcontext() as context:
        context.prec = 50
        return np.array([float(function(*row)) for row in zip(*(c.astype(F8).tolist() for c in columns), strict=True)])


def pi_times(function: Callable[[float], float], x: Array) -> Array:
    """sin or cos of pi x, exact at the multiples of a half: reduced before it is multiplied."""
    return each(lambda v: function(math.pi * math.remainder(v, 2)), x)


def ten(x: Array) -> Array:
    """10 to the power x."""
    return each(lambda v: (Decimal(v) * Decimal(10).ln()).exp(), x)


def inputs(rng: Rng, dtype: type) -> tuple[Array, Array, Array, Array]:
    """(x, the next x, |x| + 1/4, x/9) in the precision of the kernel, values as float64."""
    x = np.r_[rng.uniform(-7, 7, 60), 0.5, -0.5, 2.0, -3.0].astype(dtype)
    derived = x, np.roll(x, -1), np.abs(x) + dtype(0.25), x / dtype(9)
    return derived  # type: ignore[return-value]


def table(x: Array, columns: list[Array], **more: Array) -> Data:
    """One row of results for each x."""
    wanted = np.stack(columns, 1)
    data = {"in": x, "out": np.zeros(wanted.size, x.dtype), "n": x.size}
    return Data(data, {"out": wanted, **more})


def wide(*arrays: Array) -> list[Array]:
    """Each in float64."""
    return [a.astype(F8) for a in arrays]


@cases(grid=2, rtol=2 * ULP4, atol=1e-7)
def float_within_1(rng: Rng) -> Data:
    x, _, p, _ = inputs(rng, F4)
    w, q = wide(x, p)
    columns = [np.cbrt(w), 1 / np.cbrt(q), np.expm1(0.5 * w), np.log(q), np.log2(q), np.log1p(q)]
    return table(x, [*columns, pi_times(math.sin, x), pi_times(math.cos, x), pi_times(math.sin, p)])


@cases(grid=2, rtol=3 * ULP4, atol=3e-7)
def float_within_2(rng: Rng) -> Data:
    x, y, p, u = inputs(rng, F4)
    w, v, q, s = wide(x, y, p, u)
    columns = [
        np.exp(w), np.exp2(w), ten(x), np.log10(q), np.sin(w), np.cos(w), np.cos((F4(3) * x).astype(F8)), np.arcsin(s),
        np.arccos(s), np.arctan(w), np.cosh(w), np.tanh(w), each(lambda z: erf(Decimal(z) / 2), x),
        each(lambda z: inverse_erf(Decimal(z)), u), 1 / np.hypot(w, q), (w * w + v * v + q * q) ** -0.5,
        (2 * w * w + v * v + q * q) ** -0.5, (w * w + v * v + q * q + s * s + 1) ** -0.5,
    ]  # fmt: skip
    return table(x, columns)


@cases(grid=2, rtol=6 * ULP4, atol=1e-7)
def float_within_5(rng: Rng) -> Data:
    x, y, p, u = inputs(rng, F4)
    q = (np.abs(x) + F4(1)) / F4(9)
    w, v, a, s = wide(x, y, p, u)
    columns = [
        np.hypot(w, v), np.sqrt(w * w + v * v + a * a), np.sqrt(w * w + v * v + a * a + s * s), np.tan(w), np.arctan2(w, v),
        np.sinh(w), np.arcsinh(w), np.arccosh((F4(1) + p).astype(F8)), np.arctanh(s), a**v,
        each(lambda z: 1 - erf(Decimal(z) / 2), x), each(lambda z: inverse_erf(1 - Decimal(z)), q),
        each(lambda z: (Decimal(z) ** 2 / 4).exp() * (1 - erf(Decimal(z) / 2)), x),
        each(lambda z: (1 + erf(Decimal(z) / Decimal(2).sqrt())) / 2, x),
        each(lambda z: -Decimal(2).sqrt() * inverse_erf(1 - 2 * Decimal(z)), q), each(math.gamma, p), np.full(64, 1.5),
        -(a**3), np.full(64, 2.0),
    ]  # fmt: skip
    return table(x, columns)


@cases(grid=2, rtol=10 * ULP4, atol=1e-6)
def float_bessel(rng: Rng) -> Data:
    x, _, p, _ = inputs(rng, F4)
    return table(x, _bessels(x, p))


def _bessels(x: Array, p: Array) -> list[Array]:
    first = [each(lambda z: bessel(0, z), x), each(lambda z: bessel(1, z), x), each(lambda z: bessel(3, z), p)]
    second = [each(lambda z, n=n: neumann(n, z), p) for n in range(3)]
    return [*first, *second, each(lambda z: bessel(0, z, 1), x), each(lambda z: bessel(1, z, 1), x)]


@cases(grid=2, rtol=3 * ULP8, atol=3e-16)
def double_within_2(rng: Rng) -> Data:
    x, y, p, u = inputs(rng, F8)
    columns = [
        np.cbrt(x), each(lambda z: (-Decimal(z).ln() / 3).exp(), p), np.exp(x), np.exp2(x), ten(x), np.expm1(0.5 * x),
        np.log(p), np.log2(p), np.log10(p), np.log1p(p), each(math.sin, x), np.cos(x), np.sin(3 * x),
        pi_times(math.sin, x), pi_times(math.cos, x), pi_times(math.cos, p), each(math.tan, x), np.arcsin(u),
        np.arccos(u), np.arctan(x), np.arctan2(x, y), np.sinh(x), np.cosh(x), np.tanh(x), np.arctanh(u), p**y,
        np.hypot(x, y), each(lambda a, b: 1 / (Decimal(a) ** 2 + Decimal(b) ** 2).sqrt(), x, y),
        each(lambda a, b, c: (Decimal(a) ** 2 + Decimal(b) ** 2 + Decimal(c) ** 2).sqrt(), x, y, p),
        each(lambda z: 1 / Decimal(z).sqrt(), p),
    ]  # fmt: skip
    return table(x, columns)


@cases(grid=2, rtol=11 * ULP8, atol=5e-16)
def double_within_10(rng: Rng) -> Data:
    x, y, p, u = inputs(rng, F8)
    q = (np.abs(x) + 1) / 9

    def size(*parts: float) -> Decimal:
        return sum((Decimal(z) ** 2 for z in parts), Decimal(0)).sqrt()

    one = np.ones(64)
    columns = [
        np.arcsinh(x), np.arccosh(1 + p), each(lambda z: erf(Decimal(z) / 2), x), each(lambda z: 1 - erf(Decimal(z) / 2), x),
        each(lambda z: inverse_erf(Decimal(z)), u), each(lambda z: inverse_erf(1 - Decimal(z)), q),
        each(lambda z: (Decimal(z) ** 2 / 4).exp() * (1 - erf(Decimal(z) / 2)), x),
        each(lambda z: (1 + erf(Decimal(z) / Decimal(2).sqrt())) / 2, x),
        each(lambda z: -Decimal(2).sqrt() * inverse_erf(1 - 2 * Decimal(z)), q), each(math.gamma, p), each(math.lgamma, p + 2),
        each(size, x, y, p, u, q, one), each(lambda *z: 1 / size(*z), x, y, p, u, q, one), each(size, x, y, p, q),
    ]  # fmt: skip
    return table(x, columns)


@cases(grid=2, rtol=12 * ULP8, atol=2e-15)
def double_bessel(rng: Rng) -> Data:
    x, _, p, _ = inputs(rng, F8)
    return table(x, _bessels(x, p))


@cases(block=8, rtol=4 * ULP4, atol=1e-7)
def at_the_corners(rng: Rng) -> Data:
    inf, nan = math.inf, math.nan
    x = [0.0, -0.0, inf, -inf, nan, 1.0, -1.0, 2.0]
    columns = [
        [0, 0, inf, inf, nan, 1, 1, 4], [1, 1, inf, 0, nan, 2, 0.5, 4],
        [math.pi, -math.pi, math.pi / 2, -math.pi / 2, nan, 3 * math.pi / 4, -3 * math.pi / 4, math.atan2(2, -1)], [inf] * 8,
        [-inf, -inf, inf, nan, nan, 0, nan, math.log(2)], [1, 1, inf, 0, nan, math.e, 1 / math.e, math.exp(2)],
        [0, -0.0, inf, nan, nan, 1, nan, math.sqrt(2)], [0, -0.0, inf, -inf, nan, 1, -1, 2],
        [inf, -inf, inf, nan, nan, 1, nan, 1], [1, 1, 0, 2, nan, math.erfc(1), math.erfc(-1), math.erfc(2)],
        [0, -0.0, inf, -inf, nan, 1, -1, 2 ** (1 / 3)], [0, -0.0, inf, nan, nan, math.log(2), -inf, math.log(3)],
        [nan, nan, 1, 1, nan, 0, 0, 1], [math.pi / 2, math.pi / 2, nan, nan, nan, 0, math.pi, nan],
        [0, -0.0, nan, nan, nan, math.sin(1), -math.sin(1), math.sin(2)], [0, -0.0, nan, nan, nan, inf, -inf, nan],
    ]  # fmt: skip
    return Data({"in": np.array(x, F4), "out": np.zeros(128, F4)}, {"out": np.array(columns).T})
