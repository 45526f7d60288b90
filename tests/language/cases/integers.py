"""References for integers.cu: plain Python integers, cut to the width that C says."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("integers.cu")
I1, U1, I2, U2, I4, U4, I8, U8 = (np.dtype(t).type for t in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"))
Rng = np.random.Generator
EDGES = [0, 1, -1, 2, -2, 127, -128, 128, 255, 256, 32767, -32768, 65535, 2**31 - 1, -(2**31), 0x0F0F0F0F, -7, 7]


def signed(value: int, bits: int = 32) -> int:
    """The value in two's complement of so many bits."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def unsigned(value: int, bits: int = 32) -> int:
    """The value modulo two to so many bits."""
    return value & ((1 << bits) - 1)


def quotient(a: int, b: int) -> int:
    """Integer division as C rounds it: towards zero."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def remainder(a: int, b: int) -> int:
    """What C's % leaves: it has the sign of the dividend."""
    return a - quotient(a, b) * b


def samples(rng: Rng, n: int, bits: int = 32) -> np.ndarray:
    """Random integers of all magnitudes, the awkward ones first."""
    values = [signed(int(v), bits) for v in EDGES]
    values += [signed(int(rng.integers(0, 2**63)) >> int(rng.integers(64 - bits, 64)), bits) for _ in range(n)]
    values += [signed(-v, bits) for v in values[len(EDGES) :: 2]]
    picked = values[: min(len(EDGES), n // 2)]
    rest = values[len(EDGES) :]
    return np.array((picked + [rest[int(k)] for k in rng.integers(0, len(rest), n)])[:n], f"i{bits // 8}")


def per_row(function: Callable[..., list[int]], *columns: np.ndarray, dtype: type) -> np.ndarray:
    """function(index, element of each column) for every index, as one flat array."""
    rows = [function(i, *values) for i, values in enumerate(zip(*(c.tolist() for c in columns), strict=True))]
    bits = np.dtype(dtype).itemsize * 8
    cut = signed if np.dtype(dtype).kind == "i" else unsigned
    return np.array([cut(int(v), bits) for row in rows for v in row], dtype)


@cases(grid=2, block=50)
def narrow_types(rng: Rng) -> Data:
    x = samples(rng, 90)

    def row(_: int, v: int) -> list[int]:
        a, b, c, d = signed(v + 100, 8), unsigned(v + 200, 8), signed(v * 3, 16), unsigned(v * 3, 16)
        c, d, b = signed(c * c, 16), unsigned(d * 7, 16), unsigned(b - 1, 8)
        a = signed(-a, 8)
        return [a, b, c, d, a < b, (a >> 2) + (b >> 3), unsigned(~b, 8), quotient(c, 7) + remainder(c, 7)]

    return Data({"in": x, "out": np.zeros(720, I4), "n": 90}, {"out": per_row(row, x, dtype=I4)})


@cases()
def narrow_buffers(rng: Rng) -> Data:
    a, b = rng.integers(-128, 128, 32).astype(I1), rng.integers(0, 256, 32).astype(U1)
    c, d = rng.integers(-(2**15), 2**15, 32).astype(I2), rng.integers(0, 2**16, 32).astype(U2)
    wanted = {
        "oa": (a.astype(I4) + b).astype(I1), "ob": b * b, "oc": (c.astype(I4) - d).astype(I2),
        "od": (d << U2(3)) | (d >> U2(13)),
    }  # fmt: skip
    outs = {"oa": np.zeros(32, I1), "ob": np.zeros(32, U1), "oc": np.zeros(32, I2), "od": np.zeros(32, U2)}
    return Data({"a": a, "b": b, "c": c, "d": d, **outs}, wanted)


@cases()
def mixed_signs(rng: Rng) -> Data:
    a, b = samples(rng, 32), samples(rng, 32)[::-1].copy().view(U4)

    def row(_: int, x: int, y: int) -> list[int]:
        return [
            unsigned(x) < y, x < signed(y), quotient(x, 7) + remainder(x, 7), y // 7 + y % 7, (x >> 5) ^ (y >> 5), x + y > 0,
        ]  # fmt: skip

    return Data({"a": a, "b": b, "out": np.zeros(192, I4)}, {"out": per_row(row, a, b, dtype=I4)})


@cases()
def wide_arithmetic(rng: Rng) -> Data:
    a, b = samples(rng, 32, 64), samples(rng, 32, 64)[::-1].copy()

    def row(i: int, x: int, y: int) -> list[int]:
        y = signed(y | 1, 64)
        u, v = unsigned(x, 64), unsigned(y, 64)
        return [
            x * y, quotient(x, y), remainder(x, y), u // v, u % v, x << (i + 30), x >> (i + 1), u >> (i + 1),
            (x < y) + 2 * (u < v), (x ^ y) & ~(x & 0xFF00FF00FF00FF00),
        ]  # fmt: skip

    return Data({"a": a, "b": b, "out": np.zeros(320, I8)}, {"out": per_row(row, a, b, dtype=I8)})


@cases()
def high_products(rng: Rng) -> Data:
    a, b = samples(rng, 32), samples(rng, 32)[::-1].copy()
    c, d = samples(rng, 32, 64), samples(rng, 32, 64)[::-1].copy()

    def row(_: int, x: int, y: int, z: int, w: int) -> list[int]:
        ux, uy = unsigned(x), unsigned(y)
        sad = unsigned(abs((x >> 2) - (y >> 2)) + 5) + unsigned(abs(ux - uy) + 9)
        return [
            x * y >> 32, ux * uy >> 32, z * w >> 64, unsigned(z, 64) * unsigned(w, 64) >> 64,
            unsigned(unsigned(x, 24) * unsigned(y, 24)), signed(signed(x, 24) * signed(y, 24)), x * y, ux * uy, sad,
        ]  # fmt: skip

    data = {"a": a, "b": b, "c": c, "d": d, "out": np.zeros(288, I8)}
    return Data(data, {"out": per_row(row, a, b, c, d, dtype=I8)})


@cases()
def averages(rng: Rng) -> Data:
    a, b = samples(rng, 32), samples(rng, 32)[::-1].copy()

    def row(_: int, x: int, y: int) -> list[int]:
        total = unsigned(x) + unsigned(y)
        return [x + y >> 1, x + y + 1 >> 1, total >> 1, total + 1 >> 1]

    return Data({"a": a, "b": b, "out": np.zeros(128, I4)}, {"out": per_row(row, a, b, dtype=I4)})


@cases()
def bit_counts(rng: Rng) -> Data:
    x, y = samples(rng, 32).view(U4), samples(rng, 32, 64).view(U8)

    def row(_: int, u: int, v: int) -> list[int]:
        lowest = u & -u
        return [
            u.bit_count(), 32 - u.bit_length(), lowest.bit_length(), int(f"{u:032b}"[::-1], 2), v.bit_count(),
            64 - v.bit_length(), (v & -v).bit_length(), int(f"{v:064b}"[::-1], 2) >> 32, lowest.bit_length() - 1,
            -1 if u == 0 else 1 << (u - 1).bit_length() % 32,
        ]  # fmt: skip

    return Data({"in": x, "wide": y, "out": np.zeros(320, I4)}, {"out": per_row(row, x, y, dtype=I4)})


def byte_perm(a: int, b: int, selector: int) -> int:
    """__byte_perm without the sign mode (bit 3 of a selector is ignored)."""
    octets = (a | b << 32).to_bytes(8, "little")
    return int.from_bytes(bytes(octets[selector >> 4 * k & 7] for k in range(4)), "little")


@cases()
def bytes_and_funnels(rng: Rng) -> Data:
    a, b = samples(rng, 32).view(U4), samples(rng, 32)[::-1].copy().view(U4)

    def row(i: int, x: int, y: int) -> list[int]:
        both = y << 32 | x
        return [
            byte_perm(x, y, 0x0123), byte_perm(x, y, 0x7531), byte_perm(x, y, i * 0x1111), both << i >> 32, both >> i,
            both << min(i + 16, 32) >> 32, both >> min(i + 16, 32), (x << 32 | x) << i >> 32,
        ]  # fmt: skip

    return Data({"a": a, "b": b, "out": np.zeros(256, U4)}, {"out": per_row(row, a, b, dtype=U4)})


@cases()
def words_as_vectors(rng: Rng) -> Data:
    a, b = samples(rng, 32).view(U4), samples(rng, 32)[::-1].copy().view(U4)
    ab, bb = a.view(U1).astype(I4), b.view(U1).astype(I4)
    aw, bw = a.view(I2), b.view(I2)
    equal = ((a.view(U1) ^ b.view(U1)) & U1(15)) == 0
    columns = [
        (ab + bb).astype(U1).view(U4), (aw - bw).view(U4), abs(ab - bb).astype(U1).view(U4), np.maximum(aw, bw).view(U4),
        np.minimum(a.view(U1), b.view(U1)).view(U4), np.where(equal, 255, 0).astype(U1).view(U4),
        abs(ab - bb).reshape(32, 4).sum(1).astype(U4), (ab + bb + 1 >> 1).astype(U1).view(U4),
    ]  # fmt: skip
    return Data({"a": a, "b": b, "out": np.zeros(256, U4)}, {"out": np.stack(columns, 1)})


@cases()
def dot_products_of_bytes(rng: Rng) -> Data:
    a, b = samples(rng, 32), samples(rng, 32)[::-1].copy()
    i = np.arange(32, dtype=I4)
    sa, sb = a.view(I1).reshape(32, 4).astype(I4), b.view(I1).reshape(32, 4).astype(I4)
    ua, ub = a.view(U1).reshape(32, 4).astype(I4), b.view(U1).reshape(32, 4).astype(I4)
    words = a.view(I2).reshape(32, 2).astype(I4)
    columns = [
        (sa * sb).sum(1) + i, (ua * ub).sum(1) + i, (words * sb[:, :2]).sum(1) + i, (words * sb[:, 2:]).sum(1) + i,
    ]  # fmt: skip
    return Data({"a": a, "b": b, "out": np.zeros(128, I4)}, {"out": np.stack(columns, 1).astype(I4)})


@cases()
def bit_tricks(rng: Rng) -> Data:
    x = samples(rng, 32).view(U4)

    def row(i: int, v: int) -> list[int]:
        swapped = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1
        return [
            1 << unsigned(v - 1).bit_length(), v.bit_count() & 1, swapped, v ^ v >> 1, v & v - 1, v & -v, v + 7 & ~7,
            v >> i & 1,
        ]  # fmt: skip

    return Data({"in": x, "out": np.zeros(256, U4)}, {"out": per_row(row, x, dtype=U4)})


@cases(grid=3, block=(8, 20))
def morton_codes(rng: Rng) -> Data:
    def code(x: int, y: int) -> int:
        return sum((x >> k & 1) << 2 * k | (y >> k & 1) << 2 * k + 1 for k in range(16))

    wanted = [code(b * 8 + x, y) for b in range(3) for y in range(20) for x in range(8)]
    return Data({"out": np.zeros(480, U4)}, {"out": np.array(wanted, U4)})


@cases(grid=2, block=40)
def hashes(rng: Rng) -> Data:
    text = rng.integers(0, 256, 80).astype(U1)
    fnv, murmur, djb = [], [], []
    for i in range(80):
        f, d = 2166136261, 5381
        for c in np.roll(text, -i).tolist():
            f = (f ^ c) * 16777619 % 2**32
            d = (d * 33 + c) % 2**64
        h = (f + i) % 2**32
        h = (h ^ h >> 16) * 0x85EBCA6B % 2**32
        h = (h ^ h >> 13) * 0xC2B2AE35 % 2**32
        fnv.append(f), djb.append(d), murmur.append(h ^ h >> 16)
    wanted = {"fnv": np.array(fnv, U4), "murmur": np.array(murmur, U4), "djb": np.array(djb, U8)}
    outs = {"fnv": np.zeros(80, U4), "murmur": np.zeros(80, U4), "djb": np.zeros(80, U8)}
    return Data({"text": text, "length": 80, **outs}, wanted)


@cases()
def saturated_casts(rng: Rng) -> Data:
    x = np.r_[np.float32([0.5, -0.5, 1.5, 2.5, -1e6, 1e6, 255.9, 256, -3e9, 5e9, 214.7, -214.8]),
              rng.normal(0, 300, 20).astype(np.float32)].astype(np.float32)  # fmt: skip
    scaled = np.rint((x * np.float32(1e7)).astype(np.float64))
    wanted = {
        "bytes": np.trunc(np.clip(x, 0, 255)).astype(U1),
        "words": np.clip(np.trunc(x.astype(np.float64)), -32768, 32767).astype(I2),
        "ints": np.clip(scaled, -(2**31), 2**31 - 1).astype(I4),
        "unsigneds": np.clip(np.trunc(x.astype(np.float64)), 0, 2**32 - 1).astype(U4),
    }
    return Data({"in": x, **{n: np.zeros(32, w.dtype) for n, w in wanted.items()}}, wanted)


@cases()
def bit_fields(rng: Rng) -> Data:
    x = samples(rng, 32).view(U4)

    def row(i: int, v: int) -> list[int]:
        low, middle, high = v & 31, signed(v >> 5, 7), v >> 12
        after = (high & 31) | unsigned(middle + 3, 7) << 5 | high << 12
        real = int(np.float32(i).view(U4))
        return [low, middle, high, after, (after >> 24) - (after & 255), real >> 16]

    return Data({"in": x, "out": np.zeros(192, I4)}, {"out": per_row(row, x, dtype=I4)})


@cases()
def booleans_and_enums(rng: Rng) -> Data:
    x = samples(rng, 32)

    def row(_: int, v: int) -> list[int]:
        colour = 5 if v > 0 else (6 if v & 1 else 0)
        level = 251 if (v > 0) != bool(v & 1) else 250
        return [colour + 10 * ((v > 0) + (v & 1)) + 100 * (v == 0) + 1000 * ((level + 5) % 256)]

    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": per_row(row, x, dtype=I4)})


@cases(grid=2, block=48)
def greatest_common_divisors(rng: Rng) -> Data:
    a, b = (rng.integers(0, 10**6, 90) * rng.integers(1, 2000, 90) % 2**32 for _ in "ab")
    data = {"a": a.astype(U4), "b": b.astype(U4), "out": np.zeros(90, U4), "n": 90}
    return Data(data, {"out": np.gcd(a, b).astype(U4)})


@cases()
def modular_powers(rng: Rng) -> Data:
    base = rng.integers(0, 2**32, 32).astype(U4)
    wanted = [pow(int(b), 65537 + i, 4294967291) for i, b in enumerate(base)]
    data = {"base": base, "exponent": np.uint32(65537), "modulus": np.uint64(4294967291), "out": np.zeros(32, U8)}
    return Data(data, {"out": np.array(wanted, U8)})


@cases()
def product_of_128_bits(rng: Rng) -> Data:
    a, b = samples(rng, 32, 64).view(U8), samples(rng, 32, 64)[::-1].copy().view(U8)

    def row(_: int, x: int, y: int) -> list[int]:
        total = x * y + 0xFFFFFFFFFFFFFFF0
        return [total, total >> 64]

    return Data({"a": a, "b": b, "out": np.zeros(64, U8)}, {"out": per_row(row, a, b, dtype=U8)})


@cases(grid=2)
def divisions_by_variables(rng: Rng) -> Data:
    a, d = samples(rng, 60), samples(rng, 60)
    d = np.where((d == 0) | (d == -1), I4(3), d)[::-1].copy()
    data = {"a": a, "d": d, "out": np.zeros(120, I4), "n": 60}
    return Data(data, {"out": per_row(lambda _, x, y: [x // y, x % y], a, d, dtype=I4)})


@cases()
def minima_and_maxima(rng: Rng) -> Data:
    a, b = samples(rng, 32), samples(rng, 32)[::-1].copy()

    def row(_: int, x: int, y: int) -> list[int]:
        return [
            min(x, y), max(x, y), min(unsigned(x), unsigned(y)), max(unsigned(x), unsigned(y)), abs(x), min(x, y),
            max(unsigned(x, 64), unsigned(y, 64)) >> 32,
        ]  # fmt: skip

    return Data({"a": a, "b": b, "out": np.zeros(224, I4)}, {"out": per_row(row, a, b, dtype=I4)})


@cases(grid=3, block=64)
def collatz_steps(rng: Rng) -> Data:
    wanted = []
    for x in range(1, 151):
        count = 0
        while x != 1:
            x, count = (3 * x + 1 if x & 1 else x // 2), count + 1
        wanted.append(count)
    return Data({"steps": np.zeros(150, I4), "n": 150}, {"steps": np.array(wanted, I4)})


@cases(grid=2, block=96)
def primes(rng: Rng) -> Data:
    wanted = [x >= 2 and all(x % d for d in range(2, math.isqrt(x) + 1)) for x in range(500)]
    return Data({"is_prime": np.zeros(500, U1), "n": 500}, {"is_prime": np.array(wanted, U1)})


@cases()
def integer_square_roots(rng: Rng) -> Data:
    x = samples(rng, 32).view(U4)
    return Data({"in": x, "out": np.zeros(32, U4)}, {"out": np.array([math.isqrt(v) for v in x.tolist()], U4)})


@cases(block=64)
def shifts_past_the_width(rng: Rng) -> Data:
    x = samples(rng, 64).view(U4)

    def row(i: int, v: int) -> list[int]:
        return [v << i if i < 32 else 0, signed(v) >> min(i, 31), unsigned(v << i, 64) >> 20]

    return Data({"in": x, "out": np.zeros(192, U4)}, {"out": per_row(row, x, dtype=U4)})


@cases(grid=2, block=20)
def crc32(rng: Rng) -> Data:
    data = rng.integers(0, 256, 40 * 9).astype(U1)
    wanted = [zlib.crc32(data[9 * i : 9 * i + 9].tobytes()) for i in range(40)]
    return Data({"data": data, "chunk": 9, "out": np.zeros(40, U4)}, {"out": np.array(wanted, U4)})


@cases()
def subtraction_with_borrow(rng: Rng) -> Data:
    a, b = (rng.integers(0, 2**32, (32, 5)).astype(U4) for _ in "ab")
    b[::4, 1] = a[::4, 1]
    wanted = []
    for x, y in zip(a, b, strict=True):
        difference = int.from_bytes(x.tobytes(), "little") - int.from_bytes(y.tobytes(), "little")
        wanted.append(np.frombuffer(unsigned(difference, 160).to_bytes(20, "little"), U4))
    data = {"a": a.ravel(), "b": b.ravel(), "out": np.zeros(160, U4), "words": 5}
    return Data(data, {"out": np.concatenate(wanted)})
