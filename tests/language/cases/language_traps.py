"""References for language_traps.cu: the rules of C++ worked out by hand, with Python's integers."""

from __future__ import annotations

import math
import struct

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("language_traps.cu")
I1, I4, I8, U4, U8 = np.int8, np.int32, np.int64, np.uint32, np.uint64
Rng = np.random.Generator


def signed(value: int, bits: int) -> int:
    """The low bits in two's complement."""
    value &= (1 << bits) - 1
    return value - (value >> (bits - 1) << bits)


@cases()
def signed_and_unsigned(rng: Rng) -> Data:
    x = np.r_[-200, -1, 0, 1, 3, 4, 127, 128, 255, 300, rng.integers(-30000, 30000, 22)].astype(I4)
    rows = []
    for v in x.tolist():
        u, c, s, h = v % 2**32, v % 256, signed(v, 8), v % 65536
        rows.append([
            0 <= v < 4, 1, (u - 4) % 2**32 > 0, signed(c, 8), s % 2**32 // 3, signed(200, 8) + 100,
            h * h % 2**32 // 2, 65535 - h, ~h, v >> 3, int(v / 8), v % 7, u % 7, v * 100000 + 2 * v,
            ord("a") + s - ord("A"), signed(s + 100, 8),
        ])  # fmt: skip
    return Data({"in": x, "out": np.zeros(512, I8)}, {"out": np.array(rows, I8)})


@cases()
def order_and_precedence(rng: Rng) -> Data:
    x, y = rng.integers(-20, 20, 32), rng.integers(0, 9, 32)
    rows = []
    for a, b in zip(x.tolist(), y.tolist(), strict=True):
        first = [a & (b == 1), a << 3, (a == 0) == (b > 3), a if a > b else (5 if b > 5 else -5)]
        a2, b2 = (77, b) if a > 0 else (a, 77)
        # a2 > 10: 1 call, then 2 > 1 holds and the rest is skipped; else the last term is reached as call 2
        rows.append([*first, a2, b2, 20 + (a2 > 10), 10 * 1000 + 5 * 10 + 2, 4, first[0] - a2 + b2])
    return Data({"in": np.r_[x, y].astype(I4), "out": np.zeros(320, I4)}, {"out": np.array(rows, I4)})


@cases()
def declarators(rng: Rng) -> Data:
    g = rng.integers(-99, 99, (3, 4, 8)).astype(I4)
    rows = []
    for i in range(32):
        c = i % 8
        sizes = 384 + 8000 + 10000 * 128 + 10000000 * 32
        rows.append([g[2, 1, c], g[1, 3, c], g[2, 3, c], g[1, 0, c] + g[2, 3, 3], g[2, 2, c], 207, sizes, g[1, 2, c]])
    return Data({"in": g.ravel(), "out": np.zeros(256, I4)}, {"out": np.array(rows, I4)})


@cases()
def loops_that_run_down(rng: Rng) -> Data:
    x = rng.integers(-9, 9, 15).astype(I4)
    v = x.tolist()
    total = 0
    for k in reversed(range(15)):
        total = total * 3 + v[k] * (-1 if k % 2 else 1)
    steps = 6 + sum(v[a] > v[14 - a] for a in range(7)) + 200
    even, odd = int(x[:5].sum() + x[10:].sum()), int(x[5:10].sum())
    rows = [[signed(total, 32), steps, i + even - odd, len(range(2**33 + i, 2**33 - 5, -3)), odd] for i in range(32)]
    return Data({"in": x, "n": 15, "out": np.zeros(160, I4)}, {"out": np.array(rows, I4)})


@cases()
def threaded_interpreter(rng: Rng) -> Data:
    """Factorials, by a loop that runs until its counter is 0: from 0 downwards the fuel runs out."""
    push, add, mul, dup, swap, jump, dec, rotate, end = range(9)
    code = [push, 1, swap, dup, rotate, mul, swap, dec, jump, 3, add, end]
    wanted = [signed(math.factorial(n), 32) if n else -1 for n in range(32)]
    data = {"program": np.array(code, I1), "in": np.arange(32, dtype=I4), "out": np.zeros(32, I4)}
    return Data(data, {"out": np.array(wanted, I4)})


@cases()
def preprocessor(rng: Rng) -> Data:
    x = rng.integers(-9, 9, 32).astype(I4)
    rows = []
    for v in x.tolist():
        fields = 3 * v + 5
        after = v + 2
        row = [fields, v + 1, after]
        if after > 0:
            row[:2] = v + 1, fields
        else:
            row[2] -= 1
        rows.append([*row, after + 5, 1, 3])
    return Data({"in": x, "out": np.zeros(192, I4)}, {"out": np.array(rows, I4)})


@cases()
def packed_fields(rng: Rng) -> Data:
    x = np.r_[0, 1, -1, rng.integers(-(2**20), 2**20, 29)].astype(I4)
    rows = []
    for v in x.tolist():
        pattern = struct.unpack("<I", struct.pack("<f", v * 0.75 * 2))[0] ^ 0x80000000
        rows.append([
            v & 1 | ((v >> 1) + 1 & 7) << 4, signed(signed(v, 5) - 3, 5) % 2**64, v * 0x123456789 % 2**40, v >> 2 & 1,
            pattern, 1600 + 80 + 4, (pattern >> 31) + 2,
        ])  # fmt: skip
    return Data({"in": x, "out": np.zeros(224, U8)}, {"out": np.array(rows, U8)})


@cases()
def namespaces_and_defaults(rng: Rng) -> Data:
    rows = []
    for i in range(32):
        weight = 3 * (1, 2, 4)[i % 3]
        pick = 11 + weight + 1
        pick = pick + 1000 * weight if weight > 6 else pick - weight
        rows.append(2 * pick + 9 + 500000)
    return Data({"out": np.zeros(32, I4)}, {"out": np.array(rows, I4)})
