"""References for modern.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("modern.cu")
F4, F8, I1, I2, I4, I8, U1, U2, U4, U8 = (
    np.float32, np.float64, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64
)  # fmt: skip
Rng = np.random.Generator


def integers(rng: Rng, n: int, low: int = 0, high: int = 100) -> np.ndarray:
    return rng.integers(low, high, n).astype(I4)


@cases()
def constants_of_functions(rng: Rng) -> Data:
    x = integers(rng, 32, 0, 5000)
    wanted = [(v % 32) ** 2 * 5 + max(v.bit_length() - 1, 0) for v in x.tolist()]
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": np.array(wanted, I4)})


@cases()
def generic_lambdas(rng: Rng) -> Data:
    x = integers(rng, 32, 0, 8)
    return Data({"in": x, "out": np.zeros(32, F4)}, {"out": np.maximum(x, 3) + F4(1.25) + (x % 2).astype(F4)})


@cases()
def lambdas_over_constants(rng: Rng) -> Data:
    x = integers(rng, 128).reshape(32, 4)
    return Data({"in": x.ravel(), "out": np.zeros(128, I4)}, {"out": (x << np.arange(4, dtype=I4)).cumsum(1, dtype=I4)})


@cases()
def wide_integers(rng: Rng) -> Data:
    x = rng.integers(-(2**63), 2**63, 64).astype(I8)
    x[:6] = [-1, 1, 3, 0, -(2**63), -(2**63)]
    rows = []
    for a, b in x.reshape(32, 2).tolist():
        p = a * b
        q = (a << 40) // b if b else 0
        if b and q < 0 and q * b != a << 40:
            q += 1  # C++ truncates
        mask = 2**64 - 1
        rows.append([p & mask, p >> 64 & mask, q & mask, (3 * a < b) + 2 * (p & 1) + 4 * (a > -b)])
    return Data({"in": x, "out": np.zeros(128, U8)}, {"out": np.array(rows, U8)})


def parameters(rng: Rng) -> tuple[np.ndarray, np.void]:
    record = np.zeros((), np.dtype([("coefficients", I4, 8), ("scale", F4), ("name", U8)], align=True))
    record["coefficients"], record["scale"] = integers(rng, 8), 0.25
    return record["coefficients"], np.void(record.tobytes())


@cases()
def grid_constants(rng: Rng) -> Data:
    c, p = parameters(rng)
    wanted = (c * 2 ** np.arange(7, -1, -1)).sum() / 4 + c[3] * np.arange(32)
    return Data({"p": p, "out": np.zeros(32, F4)}, {"out": wanted.astype(F4)})


def by_index(rng: Rng) -> Data:
    c, p = parameters(rng)
    return Data({"p": p, "out": np.zeros(32, F4)}, {"out": np.tile(c, 4).astype(F4) / 4})


cases(kernel="grid_constants_by_index")(by_index)
cases(kernel="parameters_by_index")(by_index)


@cases(grid=3, block=256)
def bounded_launch(rng: Rng) -> Data:
    x = integers(rng, 768, 0, 93).reshape(3, 256)
    x[0] = np.maximum(x[0], 1)
    x[1] = np.minimum(x[1], 90)
    flags = (x > 0).all(1) + 2 * (x > 90).any(1)
    return Data({"in": x.ravel(), "out": np.zeros(768, I4)}, {"out": (flags[:, None] + 4 * (x & 1)).astype(I4)})


@cases()
def limited_registers(rng: Rng) -> Data:
    x = integers(rng, 32)
    wanted = sum(np.roll(x, -i) * (i + 1) for i in range(32))
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": wanted.astype(I4)})


@cases()
def hints(rng: Rng) -> Data:
    x = integers(rng, 32)
    v = np.where(x > 90, -x, x)
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": (v + np.array([1, 2, 2, 3])[v & 3]).astype(I4)})


@cases()
def warp_reductions(rng: Rng) -> Data:
    x, out = integers(rng, 32), np.zeros((32, 6), I4)
    out[:, 0], out[:, 1], out[:, 2] = x.sum(), x.max() - 50, np.bitwise_xor.reduce(x)
    low = x[:16]
    out[:16, 3], out[:16, 4] = low.min(), np.bitwise_and.reduce(low | 64)
    out[:16, 5] = [sum(1 << k for k in range(16) if low[k] & 3 == v & 3) + 1 for v in low]
    return Data({"in": x, "out": np.zeros(192, I4)}, {"out": out})


@cases()
def address_spaces(rng: Rng) -> Data:
    kinds = [1, 2, 4]
    bits = np.array([int("".join(str(kinds[(i + t) % 3]) for i in range(3)), 8) for t in range(32)])
    data = {"in": np.zeros(1, I4), "out": np.zeros(32, U8)}
    return Data(data, {"out": (bits * 10000 + 4000 + 500 + 7 + 90 + 1).astype(U8)})


@cases()
def cached_accesses(rng: Rng) -> Data:
    a, b = rng.normal(0, 1, (32, 2)), rng.integers(-(2**62), 2**62, (32, 2))
    c, n = rng.integers(0, 60000, (32, 4)).astype(U2), rng.integers(-128, 128, 32).astype(I1)
    z = c[:, ::-1].copy()
    z[:, 1] += 1
    data = {"a": a.ravel(), "b": b.ravel(), "c": c.ravel(), "x": np.zeros(64), "y": np.zeros(64, I8), "z": np.zeros(128, U2)}
    wanted = {"x": np.stack([a[:, 1], a[:, 0] + 0.5], 1), "y": np.stack([b[:, 1] - 1, b[:, 0]], 1), "z": z}
    wanted["sums"] = 2 * n.astype(I4) + np.repeat(n.view(I2), 2)
    return Data(data | {"narrow": n, "sums": np.zeros(32, I4)}, wanted)


@cases()
def vector_types(rng: Rng) -> Data:
    c = rng.integers(0, 256, (32, 3)).astype(U1)
    x, y, z = c.T.astype(np.int64)
    data = {"in": c.ravel(), "out": np.zeros(96, F4), "wide": np.zeros(128, U8)}
    wide = np.stack([x.astype(U8), y.astype(U8) << U8(40), U8(2**64 - 1) - z.astype(U8), np.full(32, 32, U8)], 1)
    return Data(data, {"out": np.stack([x / 2, y - z, x << 8 | y], 1).astype(F4), "wide": wide})


@cases()
def structures_of_bits(rng: Rng) -> Data:
    x = rng.integers(0, 2**32, 32).astype(U4)
    low = (x & 31) ^ 9
    middle = ((x >> 5 & 0x7FF) + 3 & 0x7FF).astype(I4)
    middle = np.where(middle > 1023, middle - 2048, middle)
    colour = np.where(low > 15, 2, 40)
    others = np.zeros(32, [("a", U2), ("b", U2), ("colour", U1), ("pad", U1, 3)])
    others["a"], others["b"], others["colour"] = x >> 16, 0x3FC0, colour
    data = {"in": x, "out": np.zeros(32, I4), "others": np.zeros(256, U1)}
    return Data(data, {"out": low.astype(I4) + 100 * middle + colour.astype(I4), "others": others.view(U1)})


@cases(block=3)
def minima_with_signalling_nan(rng: Rng) -> Data:
    x = np.array([0x7F800001, 0x7FC00000, 0xFFBFFFFF], U4).view(F4)
    return Data({"in": x, "out": np.zeros(3, F4)}, {"out": np.full(3, -1, F4)})


@cases()
def managed_variables(rng: Rng) -> Data:
    lane = np.arange(32)
    wanted = np.array([0.5, 1.5, 2.5, 0])[lane & 3] + 3 + 2 * lane
    return Data({"out": np.zeros(32, F4)}, {"out": wanted.astype(F4)})
