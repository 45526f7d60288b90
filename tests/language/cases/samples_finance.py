"""References for samples_finance.cu: closed formulas, other ways of pricing, NumPy's own Mersenne twister."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("samples_finance.cu")
U4, F4, F8 = np.uint32, np.float32, np.float64
NORMAL = NormalDist()
Rng = np.random.Generator


def call_value(s: float, x: float, t: float, r: float, v: float) -> float:
    """Black and Scholes."""
    d = (math.log(s / x) + (r + v * v / 2) * t) / (v * math.sqrt(t))
    return s * NORMAL.cdf(d) - x * math.exp(-r * t) * NORMAL.cdf(d - v * math.sqrt(t))


@cases(grid=1, block=128, rtol=1e-3, atol=2e-4)  # the polynomial is good to 7.5e-8 of prices of up to 100
def price_pairs(rng: Rng) -> Data:
    s, x, t = rng.uniform(5, 30, 90).astype(F4), rng.uniform(1, 100, 90).astype(F4), rng.uniform(0.25, 10, 90).astype(F4)
    calls = np.array([call_value(*row, 0.02, 0.3) for row in zip(*(a.tolist() for a in (s, x, t)), strict=True)])
    puts = calls - s + x.astype(F8) * np.exp(-0.02 * t.astype(F8))  # parity of put and call
    data = {
        "call": np.zeros(90, F4), "put": np.zeros(90, F4), "s": s, "x": x, "t": t, "riskfree": 0.02, "volatility": 0.3,
        "optN": 90,
    }  # fmt: skip
    return Data(data, {"call": calls, "put": puts})


@cases(grid=3, rtol=1e-10)
def binomial_lattices(rng: Rng) -> Data:
    """The value of a lattice as one sum over its last column, with binomial weights."""
    steps, rows, wanted = 255, [], []
    for s, x, t in ((20.0, 22.0, 1.5), (30.0, 10.0, 0.5), (8.0, 40.0, 9.0)):
        up = 0.3 * math.sqrt(t / steps)
        growth = math.exp(0.06 * t / steps)
        p = (growth - math.exp(-up)) / (math.exp(up) - math.exp(-up))
        rows.append((s, x, up, p / growth, (1 - p) / growth))
        ends = [max(s * math.exp(up * (2 * i - steps)) - x, 0) for i in range(steps + 1)]
        chances = [math.comb(steps, i) * p**i * (1 - p) ** (steps - i) for i in range(steps + 1)]
        wanted.append(sum(a * b for a, b in zip(ends, chances, strict=True)) / growth**steps)
    return Data({"d_OptionData": np.array(rows).ravel(), "d_CallValue": np.zeros(3)}, {"d_CallValue": np.array(wanted)})


@cases(grid=(1, 2), block=64, rtol=1e-7)
def sobol_points(rng: Rng) -> Data:
    plain = [1 << 31 - k for k in range(32)]
    second = [1 << 31]
    for _ in range(31):  # the polynomial x + 1
        second.append(second[-1] ^ second[-1] >> 1)
    wanted = np.zeros((2, 200))
    for d, directions in enumerate((plain, second)):
        for i in range(200):
            gray = i ^ i >> 1
            wanted[d, i] = np.bitwise_xor.reduce([v for k, v in enumerate(directions) if gray >> k & 1] or [0]) / 2**32
    data = {"n": 200, "dimensions": 2, "v": np.array(plain + second, U4), "d_output": np.zeros(400, F4)}
    return Data(data, {"d_output": wanted})


@cases(block=256)
def mersenne_twister(rng: Rng) -> Data:
    own = np.random.RandomState(20_07)
    return Data({"seed": 2007, "out": np.zeros(1500, U4), "n": 1500}, {"out": own.randint(0, 2**32, 1500, U4)})


@cases(grid=2, block=64, rtol=1e-5, atol=1e-5)
def inverse_normal(rng: Rng) -> Data:
    distance = (2**32 - 1) // 301
    points = [((i + 1) * distance + 0.5) / 2**32 for i in range(300)]
    return Data({"d_Output": np.zeros(300, F4), "pathN": 300}, {"d_Output": np.array([NORMAL.inv_cdf(p) for p in points])})
