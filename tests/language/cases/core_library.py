"""References for core_library.cu."""

from __future__ import annotations

import math

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("core_library.cu")
F4, F8, I4, I8, U4 = np.float32, np.float64, np.int32, np.int64, np.uint32
Rng = np.random.Generator


def integers(rng: Rng, n: int, low: int = 0, high: int = 1000) -> np.ndarray:
    return rng.integers(low, high, n).astype(I4)


@cases()
def optionals(rng: Rng) -> Data:
    a, b = integers(rng, 32), integers(rng, 32, 0, 4)
    wanted = [[x // y, 2 * (x // y)] if y else [-1000, 7] for x, y in zip(a.tolist(), b.tolist(), strict=True)]
    return Data({"a": a, "b": b, "out": np.zeros(64, I4)}, {"out": np.array(wanted, I4)})


@cases()
def tuples(rng: Rng) -> Data:
    x = integers(rng, 32, 0, 40)
    c = x & 15
    first, second = c, x  # swapped
    total = x + 2 + c + first + 5
    return Data({"in": x, "out": np.zeros(64, I4)}, {"out": np.stack([total, np.where(first < second, x, -1)], 1)})


@cases()
def arrays_and_spans(rng: Rng) -> Data:
    x = integers(rng, 160).reshape(32, 5)
    turned = x[:, ::-1].astype(I8)
    digits = turned @ 3 ** np.arange(4, -1, -1)
    b = np.full((32, 5), 3, I8)
    b[:, 2] = turned[:, 0] + turned[:, 4]
    wanted = digits + b.sum(1) + 5 + (turned * b).sum(1)
    return Data({"in": x.ravel(), "out": np.zeros(32, I4)}, {"out": wanted.astype(I4)})


@cases()
def bit_functions(rng: Rng) -> Data:
    x = np.concatenate([[0, 1, 2**31, 2**32 - 1], rng.integers(0, 2**32, 20), 2 ** rng.integers(0, 32, 8)]).astype(U4)
    rows = []
    for v in x.tolist():
        low = (v & -v).bit_length() - 1 if v else 32
        turned = (v << 7 | v >> 25) & 0xFFFFFFFF
        floor = 1 << v.bit_length() - 1 if v else 0
        as_float = int(np.float32(v & 0xFFFF).view(U4))
        rows.append([v.bit_count(), 32 - v.bit_length(), low, v.bit_length(), turned, floor, v.bit_count() == 1, as_float])
    return Data({"in": x, "out": np.zeros(256, I4)}, {"out": np.array(rows, I8).astype(U4).view(I4)})


@cases(block=1)
def limits(rng: Rng) -> Data:
    single = float(np.finfo(F4).max)
    wanted = [127 + 7 + 1.5, 65535 + 16 + 1.25, 2**31 - 1 + 31 + 1.5, single + 24 + 2.5, 2.0**-23, -np.finfo(F8).max, -np.inf, 1.0]
    return Data({"out": np.zeros(8, F8)}, {"out": np.array(wanted)})


# Products, quotients and roots of float numbers around 1: a few roundings.
@cases(rtol=1e-5, atol=1e-5)
def complex_numbers(rng: Rng) -> Data:
    a = rng.normal(0, 2, (32, 2)).astype(F4)
    z, b = a[:, 0] + 1j * a[:, 1].astype(F8), 0.5 - 2j
    columns = [(z * b).real, (z * b).imag, (z / b).real, (z / b).imag, np.abs(z), np.abs(z) + abs(b) ** 2]
    return Data({"in": a.ravel(), "out": np.zeros(192, F4)}, {"out": np.stack(columns, 1)})


@cases()
def variants(rng: Rng) -> Data:
    x = integers(rng, 32, 0, 12)
    area = np.where(x % 2 == 1, 3 * x * x, x * x)
    data = {"in": x, "out": np.zeros(32, F4), "faults": np.zeros(32, I4)}
    return Data(data, {"out": area.astype(F4), "faults": np.where(x > 5, x, -ord("x")).astype(I4)})


@cases()
def visited_variants(rng: Rng) -> Data:
    x = integers(rng, 32, 0, 12)
    return Data({"in": x, "out": np.zeros(32, F4)}, {"out": np.where(x % 2 == 1, x * x, 3).astype(F4)})


@cases()
def multidimensional_spans(rng: Rng) -> Data:
    x = integers(rng, 32).astype(F4).reshape(4, 8)
    return Data({"in": x.ravel(), "out": np.zeros(32, F4)}, {"out": (8 * x + 2).T})


@cases()
def bitsets(rng: Rng) -> Data:
    x = rng.integers(0, 2**32, 32).astype(U4)
    # Bit 39 is shifted out; what was bit 0, flipped, is bit 1.
    wanted = [((v ^ 1) << 1).bit_count() + 100 * (1 - v % 2) + 1000 for v in x.tolist()]
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": np.array(wanted, I4)})


@cases()
def numbers_of_cuda(rng: Rng) -> Data:
    x = integers(rng, 32)
    rows = [
        [-(-v // 7), math.gcd(v, 36), math.lcm(v % 12 + 1, 10), abs(v - 50), _midpoint(v, 101), -(-v // 16) * 16 + (v + 1).bit_length() - 1]
        for v in x.tolist()
    ]
    return Data({"in": x, "out": np.zeros(192, I4)}, {"out": np.array(rows, I4)})


def _midpoint(a: int, b: int) -> int:
    """Half way, rounded towards the first."""
    return a + (b - a) // 2 if b >= a else a - (a - b) // 2


@cases()
def atomics_with_orders(rng: Rng) -> Data:
    x = integers(rng, 32)
    counters = np.array([0, -5, 0, 5], I4)
    wanted = np.array([32, x.max(), np.bitwise_or.reduce(x), 77], I4)
    data = {"in": x, "counters": counters, "sum": np.zeros(1, F4), "out": np.zeros(32, I4)}
    return Data(data, {"counters": wanted, "sum": np.array([x.sum()], F4), "out": np.full(32, 77, I4)})


@cases(block=64)
def atomic_objects_in_shared(rng: Rng) -> Data:
    x = integers(rng, 64)
    return Data({"in": x, "out": np.zeros(2, U4)}, {"out": np.array([10 + x.sum(), 1], U4)})


# What orders memory by atomics with acquire and release is right, but the race tracker knows barriers only.
@cases(block=128, hazards=("WAW",))
def semaphores(rng: Rng) -> Data:
    return Data({"inside": np.array([3], I4), "out": np.zeros(1, I4)}, {"out": np.array([7], I4)})


@cases(block=64)
def latches(rng: Rng) -> Data:
    x = integers(rng, 64)
    return Data({"in": x, "out": np.zeros(64, I4)}, {"out": x[::-1]})


@cases(block=64)
def split_arrival(rng: Rng) -> Data:
    x = integers(rng, 64)
    return Data({"in": x, "out": np.zeros(64, I4)}, {"out": 2 * x + x[::-1]})


@cases(block=64)
def awaited_copy(rng: Rng) -> Data:
    x = integers(rng, 64)
    return Data({"in": x, "out": np.zeros(64, I4)}, {"out": x[::-1]})


@cases()
def own_pipeline(rng: Rng) -> Data:
    x = integers(rng, 5 * 128).reshape(-1, 4)
    return Data({"in": x.ravel(), "out": np.zeros(5 * 128, I4), "tiles": 5}, {"out": x[:, ::-1]})


@cases()
def annotated_pointers(rng: Rng) -> Data:
    x = integers(rng, 32)
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": x + 1})


@cases(block=1)
def times(rng: Rng) -> Data:
    return Data({"out": np.zeros(3, I8)}, {"out": np.array([7384, 1, 123], I8)})


@cases()
def metaprogramming(rng: Rng) -> Data:
    x = integers(rng, 34)
    wanted = x[:32] + 2 + 10 + 200 + x[:32] + 2 * x[1:33] + 3 * x[2:34] + 8 + (x[:32] >= 5)
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": wanted})
