"""References for packed_words.cu: every intrinsic by what it does to one piece of a word."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("packed_words.cu")
I2, I4, I8, U2, U4 = np.int16, np.int32, np.int64, np.uint16, np.uint32
Rng = np.random.Generator
N = 128
EDGES = [0, 1, 2, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x7F7F7F7F, 0x80808080, 0x7FFF7FFF, 0x80008000, 0x00FF00FF, 0x7F80FF01]


def words(rng: Rng) -> np.ndarray:
    random = rng.integers(0, 2**32, N)
    return np.where(rng.random(N) < 0.4, rng.choice(EDGES, N), random).astype(U4)


def pieces(x: np.ndarray, bits: int, signed: bool) -> np.ndarray:
    return x.view(f"{'i' if signed else 'u'}{bits // 8}").reshape(len(x), -1).astype(I8)


def joined(x: np.ndarray, bits: int) -> np.ndarray:
    return np.ascontiguousarray(x.astype(f"i{bits // 8}")).view(U4).reshape(-1)


def clamped(x: np.ndarray, bits: int, signed: bool) -> np.ndarray:
    low = -(1 << bits - 1) if signed else 0
    return np.clip(x, low, low + (1 << bits) - 1)


def three(rng: Rng, columns: Callable[..., list[np.ndarray]], dtype: type = U4) -> Data:
    """Buffers a, b, c of words, and out with one column for each result."""
    a, b, c = words(rng), words(rng), words(rng)
    wanted = np.stack([x.astype(I8).astype(U4) for x in columns(a, b, c)], 1)
    data = {"a": a, "b": b, "c": c, "out": np.zeros(wanted.size, dtype)}
    return Data(data, {"out": wanted.view(dtype)})


def arithmetic(a: np.ndarray, b: np.ndarray, bits: int) -> list[np.ndarray]:
    (sa, sb), (ua, ub) = ([pieces(x, bits, signed) for x in (a, b)] for signed in (True, False))
    total = sa + sb
    columns = [
        ua + ub, ua - ub, clamped(sa + sb, bits, True), clamped(sa - sb, bits, True),
        clamped(ua + ub, bits, False), clamped(ua - ub, bits, False),
        # rounded away from zero; unsigned: up; halved: down
        np.where(total >= 0, (total + 1) // 2, -((1 - total) // 2)), (ua + ub + 1) // 2, (ua + ub) // 2,
        np.maximum(sa, sb), np.maximum(ua, ub), np.minimum(sa, sb), np.minimum(ua, ub), np.abs(sa - sb), np.abs(ua - ub),
    ]  # fmt: skip
    sums = [np.abs(sa - sb).sum(1), np.abs(ua - ub).sum(1)]
    return [*(joined(x, bits) for x in columns), *sums, *(joined(x, bits) for x in (-sa, clamped(-sa, bits, True), np.abs(sa)))]


@cases(grid=2, block=64)
def halfword_arithmetic(rng: Rng) -> Data:
    return three(rng, lambda a, b, _: arithmetic(a, b, 16))


@cases(grid=2, block=64)
def byte_arithmetic(rng: Rng) -> Data:
    return three(rng, lambda a, b, _: arithmetic(a, b, 8))


def comparisons(a: np.ndarray, b: np.ndarray, bits: int) -> list[np.ndarray]:
    (sa, sb), (ua, ub) = ([pieces(x, bits, signed) for x in (a, b)] for signed in (True, False))
    truths = [sa == sb, sa != sb, sa >= sb, ua >= ub, sa > sb, ua > ub, sa <= sb, ua <= ub, sa < sb, ua < ub]
    return [joined(sign * t.astype(I8), bits) for sign in (-1, 1) for t in truths]


@cases(grid=2, block=64)
def halfword_comparisons(rng: Rng) -> Data:
    return three(rng, lambda a, b, _: comparisons(a, b, 16))


@cases(grid=2, block=64)
def byte_comparisons(rng: Rng) -> Data:
    return three(rng, lambda a, b, _: comparisons(a, b, 8))


def programming(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> list[np.ndarray]:
    kinds = {kind: [pieces(x, *kind) for x in (a, b, c)] for kind in ((32, True), (32, False), (16, True), (16, False))}
    top, low = np.maximum, np.minimum

    def wrapped(x: np.ndarray, bits: int, signed: bool) -> np.ndarray:
        return pieces(joined(x, bits), bits, signed)

    columns = [(f(f(x, y), z), k) for k, (x, y, z) in kinds.items() for f in (top, low)]
    columns += [(f(wrapped(x + y, *k), z), k) for k, (x, y, z) in kinds.items() for f in (top, low)]
    signed = [(k, v) for k, v in kinds.items() if k[1]]
    columns += [(top(top(top(x, y), z), 0), k) for k, (x, y, z) in signed]
    columns += [(top(top(wrapped(x + y, *k), z), 0), k) for k, (x, y, z) in signed]
    columns += [(top(f(x, y), 0), k) for k, (x, y, _) in signed for f in (top, low)]
    return [joined(x, bits) for x, (bits, _) in columns]


@cases(grid=2, block=64)
def dynamic_programming(rng: Rng) -> Data:
    return three(rng, programming)


@cases(grid=2, block=64)
def which_was_larger(rng: Rng) -> Data:
    a, b = words(rng), words(rng)
    ua, ub = pieces(a, 16, False), pieces(b, 16, False)
    first = a.view(I4) >= b.view(I4)
    low, high = (ua <= ub).T  # the lower halves of words come first in memory
    larger = np.where(first, a, b)
    wanted = np.stack([larger, joined(np.minimum(ua, ub), 16), first + 2 * high + 4 * low], 1)
    return Data({"a": a, "b": b, "out": np.zeros(3 * N, U4)}, {"out": wanted.astype(U4)})


def products(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> list[np.ndarray]:
    s8, u8 = (([pieces(x, 8, s) for x in (a, b)]) for s in (True, False))
    s16, u16 = pieces(a, 16, True), pieces(a, 16, False)
    plain = (s8[0] * s8[1]).sum(1)
    low = (s16 * s8[1][:, :2]).sum(1)
    columns = [plain + c, (u8[0] * u8[1]).sum(1) + c, low + c, (s16 * s8[1][:, 2:]).sum(1) + c]
    return [*columns, (u16 * u8[1][:, :2]).sum(1) + c, (u16 * u8[1][:, 2:]).sum(1) + c, plain, low + c]


@cases(grid=2, block=64)
def dot_products(rng: Rng) -> Data:
    return three(rng, products, I4)


def nth_set_bit(mask: int, base: int, n: int) -> int:
    if n == 0:
        return base if mask >> base & 1 else -1
    found = [i for i in (range(base, 32) if n > 0 else range(base, -1, -1)) if mask >> i & 1]
    return found[abs(n) - 1] if len(found) >= abs(n) else -1


def taken_apart(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> list[np.ndarray]:
    rows = []
    for x, y, z in zip(a.tolist(), b.tolist(), c.tolist(), strict=True):
        pair, octets = y << 32 | x, (y << 32 | x).to_bytes(8, "little")
        sx, sy = (v - 2**32 if v >> 31 else v for v in (x, y))
        clamp = min(z & 63, 32)
        permuted = int.from_bytes(bytes(octets[z >> 4 * k & 7] for k in range(4)), "little")
        rows.append([
            permuted, pair << (z & 31) >> 32, pair >> (z & 31), pair << clamp >> 32, pair >> clamp, int(f"{x:032b}"[::-1], 2),
            nth_set_bit(x, y & 31, (z & 15) - 8), abs(sx - sy) + z, (sx + sy) >> 1, (x + y + 1) >> 1,
        ])  # fmt: skip
    return [np.array([v & 0xFFFFFFFF for v in column], I8) for column in zip(*rows, strict=True)]


@cases(grid=2, block=64)
def words_taken_apart(rng: Rng) -> Data:
    return three(rng, taken_apart)


@cases()
def two_alignments(rng: Rng) -> Data:
    scores, gap = rng.integers(-9, 8, (32, 20, 2)).astype(I2), 2
    h, best = np.zeros((32, 2), I8), np.zeros((32, 2), I8)
    for k in range(20):
        h = np.maximum(np.maximum(h + scores[:, k], h - gap), 0)
        best = np.maximum(best, h)
    data = {"scores": scores.ravel(), "out": np.zeros(32, I4), "n": 20, "gap": I2(gap)}
    return Data(data, {"out": np.ascontiguousarray(best.astype(I2)).view(I4)})
