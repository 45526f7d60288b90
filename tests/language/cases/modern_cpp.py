"""References for modern_cpp.cu."""

from __future__ import annotations

import binascii
from fractions import Fraction

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("modern_cpp.cu")
I4, I8, U1, U4, F4, F8 = np.int32, np.int64, np.uint8, np.uint32, np.float32, np.float64
Rng = np.random.Generator


@cases()
def rationals(rng: Rng) -> Data:
    x = np.stack([rng.integers(-9, 10, 32), rng.choice([-7, -5, -3, -2, -1, 1, 2, 4, 9], 32)], 1).astype(I4)
    x[3] = 6, -14
    rows = []
    for n, d in x.tolist():
        a, b = Fraction(n, d), Fraction(-3, 7)
        total = sum(a / k - b for k in range(1, 5))
        power = a**5
        rows.append([total.numerator, total.denominator, power.numerator, power.denominator, a != b])
    return Data({"in": x.ravel(), "out": np.zeros(160, I8)}, {"out": np.array(rows, I8)})


@cases(rtol=1e-13, atol=1e-13)
def automatic_differentiation(rng: Rng) -> Data:
    x = rng.uniform(-2, 2, 32)
    q = x * x
    slope = 2 * x * (np.cos(q) * (1 + q) - np.sin(q)) / (1 + q) ** 2
    return Data({"x": x, "out": np.zeros(64)}, {"out": np.stack([slope, np.cbrt(q + 1)], 1)})


@cases(block=64)
def expression_templates(rng: Rng) -> Data:
    x, y = rng.integers(-9, 9, (2, 100)).astype(F4)
    return Data({"x": x, "y": y, "z": np.zeros(100, F4), "n": 100}, {"z": x * y + 2 * x * x - 1})


@cases()
def folds(rng: Rng) -> Data:
    x = rng.integers(-100, 100, (32, 8)).astype(I4)
    w = x.astype(I8)
    columns = [
        w[:, 0] + w[:, 1] + w[:, 2] + w[:, 3] * 10**10, (x[:, :3] % 2 == 0).all(1), x[:, :5].max(1),
        (w[:, :4] * w[:, 4:]).sum(1), w[:, 5] + 100, w[:, 6] + 200,
    ]  # fmt: skip
    return Data({"in": x.ravel(), "out": np.zeros(192, I8)}, {"out": np.stack(columns, 1).astype(I8)})


@cases()
def small_vectors(rng: Rng) -> Data:
    x = rng.integers(0, 200, (32, 12)).astype(I4)
    rows = []
    for row in x.tolist():
        jobs = sorted(((v // 3 % 7, v) for v in row if v % 3 == 0), key=lambda j: (j[0], -j[1]))
        jobs += [(99, 1)] * (len(jobs) < 3)
        rows.append([sum(p * (31 * k + c) for p, (k, c) in enumerate(jobs, 1)), jobs[-1][0] * 1000 + jobs[0][1]])
    return Data({"in": x.ravel(), "n": 12, "out": np.zeros(64, I4)}, {"out": np.array(rows, I4)})


@cases(block=8)
def compile_time_tables(rng: Rng) -> Data:
    words = [b"add", b"sub", b"neg", b"addx", b"", b"SUB", b"nege", b"\x7fab"]
    verbs = [0, 1, 10, 255, 255, 255, 255, 255]
    text = np.frombuffer(b"".join(w.ljust(8, b"\0") for w in words), np.int8)
    crc = np.array([binascii.crc_hqx(w, 0xFFFF) for w in words], U4)
    data = {"words": text, "crc": np.zeros(8, U4), "verbs": np.zeros(8, U1)}
    return Data(data, {"crc": crc, "verbs": np.array(verbs, U1)})


@cases(rtol=1e-6, atol=1e-5)
def members_and_tuples(rng: Rng) -> Data:
    p = rng.uniform(-5, 5, (32, 4, 2)).astype(F4)
    one, most = np.abs(p.astype(F8)).sum(2), np.abs(p).max(2)
    columns = [*p.astype(F8).sum(1).T, one.min(1), one.max(1), np.ones(32), most.max(1), np.full(32, 2)]
    return Data({"in": p.ravel(), "out": np.zeros(224, F4)}, {"out": np.stack(columns, 1)})


@cases()
def fixed_point(rng: Rng) -> Data:
    x = rng.uniform(-20, 20, 32).astype(F4)
    rows = []
    for v in x.tolist():
        raw = round(Fraction(v) * 65536)
        inverse = int(Fraction(2**32, raw))
        rows.append(
            [(raw * raw >> 16) + (2 << 16), (raw * (65536 // 3) >> 16) >> 8, inverse, F4((raw << 4) / 2**20).view(I4)]
        )
    return Data({"in": x, "out": np.zeros(128, I4)}, {"out": np.array(rows, I4)})
