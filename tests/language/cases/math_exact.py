"""References for math_exact.cu."""

from __future__ import annotations

import math

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("math_exact.cu")
I8, F4, F8 = np.int64, np.float32, np.float64
Rng = np.random.Generator


def _exact(rng: Rng, dtype: type) -> Data:
    x = np.r_[rng.uniform(-50, 50, 24), 2.5, -2.5, 0.5, -1.5, 3.0, 1e-3, -7.75, 8.0].astype(dtype)
    y = np.roll(x, -1)
    rows, whole = [], []
    for a, b, near in zip(x.tolist(), y.tolist(), np.nextafter(x, y).tolist(), strict=True):
        quotient = round(math.fsum([a, -math.remainder(a, b)]) / b)
        low = abs(quotient) & 7
        signed_low = -low if quotient < 0 else low
        fraction, power = math.frexp(a)
        half_up = math.copysign(math.floor(abs(a) + 0.5), a)
        even = math.copysign(abs(float(round(a))), a)
        part = float(math.trunc(a))
        rows.append([
            math.fmod(a, b), math.remainder(a, b), math.remainder(a, b), max(a - b, 0.0), part, math.floor(a), math.ceil(a),
            even, even, half_up, fraction, math.modf(a)[0], part, math.ldexp(a, signed_low - 3), fraction, power - 1, near,
            math.copysign(a, b), min(a, b), max(a, b), math.ldexp(a, 5), abs(a),
        ])  # fmt: skip
        whole.append([signed_low & 7, power, power - 1, int(even), int(even), int(half_up), int(half_up), (a < 0) + 2])
    data = {"in": x, "out": np.zeros(22 * 32, dtype), "whole": np.zeros(8 * 32, I8), "n": 32}
    return Data(data, {"out": np.array(rows).astype(dtype), "whole": np.array(whole, I8)})


@cases(kernel="exact_functions<float>")
def exact_floats(rng: Rng) -> Data:
    return _exact(rng, F4)


@cases(kernel="exact_functions<double>")
def exact_doubles(rng: Rng) -> Data:
    return _exact(rng, F8)
