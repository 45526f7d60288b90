"""References for halves.cu: float64, rounded once to float16 where CUDA rounds once."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("halves.cu")
F2, F4, F8, I4, U2, U4 = np.float16, np.float32, np.float64, np.int32, np.uint16, np.uint32
Rng = np.random.Generator


def halves(rng: Rng, n: int, scale: float = 4.0) -> np.ndarray:
    """Random halves around zero."""
    return rng.normal(0, scale, n).astype(F2)


@cases(grid=2, block=64)
def half_arithmetic(rng: Rng) -> Data:
    a, b = halves(rng, 100), halves(rng, 100)
    x, y = a.astype(F8), b.astype(F8)
    product = (x * y).astype(F2).astype(F8)
    columns = [x + y, x - y, x * y, x * y + x, -x, abs(y), np.maximum(x, y), np.minimum(x, y), x + product]
    return Data({"a": a, "b": b, "out": np.zeros(900, F2), "n": 100}, {"out": np.stack(columns, 1).astype(F2)})


@cases(rtol=2e-3, atol=2e-3)
def half_operators(rng: Rng) -> Data:
    a, b = halves(rng, 32), halves(rng, 32)
    x = ((a + b) * F2(0.5)).astype(F8)
    columns = [x - b.astype(F8) / 4, np.where(x > b, x, -b.astype(F8))]
    return Data({"a": a, "b": b, "out": np.zeros(64, F2)}, {"out": np.stack(columns, 1)})


@cases(grid=2, block=64)
def half_axpy(rng: Rng) -> Data:
    x, y = halves(rng, 100), halves(rng, 100)
    wanted = (1.5 * x.astype(F8) + y.astype(F8)).astype(F2)
    return Data({"alpha": F2(1.5), "x": x, "y": y, "n": 100}, {"y": wanted})


@cases(grid=2, block=32)
def half2_axpy(rng: Rng) -> Data:
    x, y = halves(rng, 100), halves(rng, 100)
    wanted = (-0.75 * x.astype(F8) + y.astype(F8)).astype(F2)
    return Data({"alpha": F4(-0.75), "x": x, "y": y, "pairs": 50}, {"y": wanted})


@cases()
def half2_parts(rng: Rng) -> Data:
    a, b = halves(rng, 64).reshape(32, 2), halves(rng, 64).reshape(32, 2)
    i = np.arange(32)
    mixed = np.stack([a[:, 0], b[:, 1]], 1)
    columns = [
        a[:, ::-1] + b, a * b[:, :1], mixed - a, np.maximum(a, b), -np.abs(a),
        np.stack([i.astype(F4) * F4(0.1), -i.astype(F4) * F4(0.3)], 1).astype(F2),
    ]  # fmt: skip
    w, v = a.astype(F4), b.astype(F4)
    sums = (v[:, 0].astype(F8) * v[:, 1] + (w[:, 0] + w[:, 1])).astype(F4)
    data = {"a": a.ravel(), "b": b.ravel(), "out": np.zeros(384, F2), "sums": np.zeros(32, F4)}
    return Data(data, {"out": np.stack(columns, 1), "sums": sums})


@cases()
def half_conversions(rng: Rng) -> Data:
    x = np.r_[F4([0, 60000, 1e-7, -3.25, 2049, 0.1]), rng.normal(0, 300, 26)].astype(F4)
    h = x.astype(F2)
    down = np.where(np.abs(h.astype(F8)) > np.abs(x), np.nextafter(h, F2(0)), h)
    columns = [h, down, (np.arange(32) * 131).astype(F2), (x.astype(F8) * 1.0009765625).astype(F2)]
    w = h.astype(F8)
    ints = [np.trunc(w), np.clip(np.rint(w), -32768, 32767) + np.trunc(np.abs(w))]
    wanted = {"out": np.stack(columns, 1), "ints": np.stack(ints, 1).astype(I4), "bits": h.view(U2) ^ U2(0x8000)}
    data = {"in": x, "out": np.zeros(128, F2), "ints": np.zeros(64, I4), "bits": np.zeros(32, U2)}
    return Data(data, wanted)


@cases(block=36)
def half_comparisons(rng: Rng) -> Data:
    values = F2([0.0, -0.0, 1.0, np.inf, -np.inf, np.nan])
    a, b = np.repeat(values, 6), np.tile(values, 6)
    first = ((a == b) + 2 * (a < b) + 4 * (a >= b) + 8 * np.isnan(a) + 16 * np.isinf(b)
             + 32 * ((a < b) | (a > b)) + 64 * ~(a <= b))  # fmt: skip
    second = ((a == b) & (a == a)) + 4 * (a > b)  # __hblt2(y, x) needs a < a in its high half: never true
    wanted = np.stack([first, second], 1).astype(I4)
    return Data({"a": a, "b": b, "out": np.zeros(72, I4)}, {"out": wanted})


@cases(rtol=2e-3, atol=1e-3)
def half_functions(rng: Rng) -> Data:
    a = (rng.uniform(0.1, 4, 32) * rng.choice([-1, 1], 32)).astype(F2)
    x = a.astype(F8)
    p = abs(x)
    columns = [
        np.exp(x), np.log(p), np.sqrt(p), p**-0.5, np.sin(x), np.cos(x), 1 / x, np.floor(x), np.rint(x), np.trunc(x), x / 3,
        2**x,
    ]  # fmt: skip
    return Data({"in": a, "out": np.zeros(384, F2)}, {"out": np.stack(columns, 1)})


@cases(rtol=2e-3, atol=1e-3)
def half2_functions(rng: Rng) -> Data:
    a = rng.uniform(-4, 4, (32, 2)).astype(F2)
    x = a.astype(F8)
    columns = [np.exp(x), np.sqrt(abs(x)), x / 1.5, np.ceil(x)]
    return Data({"in": a.ravel(), "out": np.zeros(256, F2)}, {"out": np.stack(columns, 1)})


@cases(block=128, rtol=1e-5, atol=1e-4)
def half_dot_product(rng: Rng) -> Data:
    a, b = halves(rng, 600), halves(rng, 600)
    wanted = np.array([a.astype(F8) @ b.astype(F8)])
    return Data({"a": a, "b": b, "out": np.zeros(1, F4), "pairs": 300}, {"out": wanted})


@cases(grid=(3, 3), block=(8, 8), rtol=1e-5, atol=1e-4)
def half_gemm(rng: Rng) -> Data:
    a, b = halves(rng, 576, 1.0), halves(rng, 576, 1.0)
    wanted = a.reshape(24, 24).astype(F8) @ b.reshape(24, 24).astype(F8)
    return Data({"A": a, "B": b, "C": np.zeros(576, F4), "n": 24}, {"C": wanted})


@cases()
def half_shuffle(rng: Rng) -> Data:
    x = halves(rng, 32)
    lane = np.arange(32)
    source = np.where(lane % 8 + 3 < 8, lane + 3, lane)
    pairs = np.stack([x, x[::-1]], 1)[source]
    data = {"in": x, "out": np.zeros(32, F2), "pairs": np.zeros(64, F2)}
    return Data(data, {"out": np.full(32, x.max()), "pairs": pairs})


@cases(grid=2)
def half_wide_loads(rng: Rng) -> Data:
    x = halves(rng, 400)
    return Data({"in": x, "out": np.zeros(400, F2), "n": 50}, {"out": x * x})


@cases(grid=2)
def half_relu(rng: Rng) -> Data:
    x = halves(rng, 300)
    wanted = np.where(x > 0, x, F2(0))
    return Data({"in": x, "out": np.zeros(300, F2), "pairs": 150}, {"out": wanted})


@cases()
def half2_fused_relu(rng: Rng) -> Data:
    a, b, c = (halves(rng, 64) for _ in "abc")
    wanted = np.maximum((a.astype(F8) * b.astype(F8) + c.astype(F8)).astype(F2), F2(0))
    return Data({"a": a, "b": b, "c": c, "out": np.zeros(64, F2)}, {"out": wanted})
