"""References for assembly_parts.cu: the definitions of the PTX ISA in Python's integers."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from tests.language.case import Array, Cases, Data

cases = Cases("assembly_parts.cu")
I4, U4, F4 = np.int32, np.uint32, np.float32
Rng = np.random.Generator


def octets(word: int, signed: bool = False) -> list[int]:
    """Its four bytes, lowest first."""
    return list(word.to_bytes(4, "little")) if not signed else [b - 256 * (b > 127) for b in word.to_bytes(4, "little")]


def words(word: int, signed: bool = False) -> list[int]:
    """Its two half-words, lowest first."""
    return [w - 65536 * (signed and w > 32767) for w in (word & 65535, word >> 16)]


def joined(parts: list[int]) -> int:
    """Parts side by side, the lowest first."""
    bits = 32 // len(parts)
    return sum((p & (1 << bits) - 1) << bits * k for k, p in enumerate(parts))


def integer(word: int) -> int:
    """As a signed integer."""
    return word - (word >> 31 << 32)


def clamp(value: int, low: int, high: int) -> int:
    """Into an interval."""
    return min(max(value, low), high)


def three(rng: Rng) -> Array:
    """Rows of three registers, some with parts at the ends of their ranges."""
    x = rng.integers(0, 2**32, (32, 3)).astype(U4)
    x[:4] = [
        [0x80FF7F01, 0x7F80FF01, 5],
        [0xFFFFFFFF, 0, 0xFFFFFFFF],
        [0x80008000, 0x7FFF7FFF, 33],
        [0, 0x80808080, 64],
    ]
    return x


def compared(x: Array, rows: list[list[int]]) -> Data:
    """out must hold the rows, modulo 2^32."""
    wanted = np.array([[v % 2**32 for v in row] for row in rows], U4)
    return Data({"in": x.ravel(), "out": np.zeros(wanted.size, U4)}, {"out": wanted})


@cases()
def video_simd(rng: Rng) -> Data:
    x, rows = three(rng), []
    for a, b, c in x.tolist():
        ua, ub, sa, sb, ha, hb = octets(a), octets(b), octets(a, True), octets(b, True), words(a, True), words(b, True)
        both = list(zip(ua, ub, strict=True))
        high = clamp(ha[0] + hb[1], -32768, 32767)  # t.h1: a's half-word 0 and half-word 3 of the pair, the upper of b
        mixed = [max(p, q) for p, q in both]
        rows.append([
            joined([p + q for p, q in both]), joined([clamp(p - q, -128, 127) for p, q in zip(sa, sb, strict=True)]),
            joined([(p + q + 1) // 2 for p, q in both]), c + sum(abs(p - q) for p, q in zip(sa, sb, strict=True)),
            joined([max(p, q) for p, q in zip(ha, hb, strict=True)]), joined([min(p, q) for p, q in both]),
            c + sum(p < q for p, q in both), joined([int(p >= q) for p, q in zip(ha, hb, strict=True)]),
            joined([words(c)[0], high]), c + sum(p - q for p, q in zip(ua[::-1], ub, strict=True)),
            joined([mixed[0], octets(c)[1], mixed[2], octets(c)[3]]),
            joined([(p + q + (p + q >= 0)) >> 1 for p, q in zip(ha, hb, strict=True)]),
        ])  # fmt: skip
    return compared(x, rows)


@cases()
def video_scalar(rng: Rng) -> Data:
    x, rows = three(rng), []
    for a, b, c in x.tolist():
        wide = octets(c)
        wide[2] = min(octets(a)[0] + octets(b)[0], 255)
        rows.append([
            words(a, True)[0] + octets(b, True)[3], c + abs(octets(a)[1] - octets(b)[2]), max(a - b, 0),
            max(min(words(a, True)[1], words(b, True)[1]), integer(c)), joined(wide),
            (a << min(octets(b)[0], 32)) + c, integer(a) >> (b & 31), c + (words(a, True)[0] > words(b, True)[0]),
        ])  # fmt: skip
    return compared(x, rows)


@cases()
def masks_and_permutations(rng: Rng) -> Data:
    x, rows = three(rng), []
    for a, b, c in x.tolist():
        n, m, k = c & 63, b & 63, c & 3
        pair = octets(a) + octets(b)
        set_bits = [i for i in range(32) if a >> i & 1]
        offset, base = (m & 7) - 3, n & 31
        ahead = [i for i in set_bits if i >= base]
        behind = [i for i in reversed(set_bits) if i <= base]
        found = ahead[:1] if offset == 0 and a >> base & 1 else []
        if offset:
            found = (ahead if offset > 0 else behind)[abs(offset) - 1 : abs(offset)]
        low = a & (1 << min(n, 32)) - 1
        rows.append([
            ((1 << m) - 1) << n if n < 32 else 0, ((1 << m % 32) - 1) << n % 32,
            low - (1 << n) if 0 < n < 32 and low >> n - 1 else low, a & (1 << n % 32) - 1, found[0] if found else -1,
            joined(pair[k : k + 4]), joined([pair[(k - j) % 8] for j in range(4)]), joined([pair[k]] * 4),
            joined([pair[max(j, k)] for j in range(4)]), joined([pair[min(j, k)] for j in range(4)]),
            joined([words(a)[k & 1]] * 2), c << 16 | clamp(integer(a), 0, 255) << 8 | clamp(integer(b), 0, 255),
            joined([clamp(integer(b) >> 18, -32768, 32767), clamp(integer(a) >> 12, -32768, 32767)]),
            -(a < b and integer(a) > integer(c)),
        ])  # fmt: skip
    return compared(x, rows)


@cases()
def products_of_24_bits(rng: Rng) -> Data:
    x, rows = three(rng), []
    for a, b, c in x.tolist():
        ua, ub = a & 0xFFFFFF, b & 0xFFFFFF
        sa, sb = (v - (v >> 23 << 24) for v in (ua, ub))
        i, j, k = integer(a), integer(b), integer(c)
        sums = [clamp(words((p + q) & 0xFFFF, True)[0], -32768, 32767) for p, q in zip(words(a), words(b), strict=True)]
        last = max(min(i, j, k), 0)
        last += joined([max(s, w, 0) for s, w in zip(sums, words(c, True), strict=True)])
        last += joined([max(parts) for parts in zip(words(a), words(b), words(c), strict=True)])
        rows.append([
            sa * sb, sa * sb >> 16, ua * ub >> 16, ua * ub + c, clamp((sa * sb >> 16) + k, -(2**31), 2**31 - 1),
            clamp((i * j >> 32) + k, -(2**31), 2**31 - 1), max(i, j, 0), last,
        ])  # fmt: skip
    data = compared(x, rows)
    return Data({n: a.view(I4) for n, a in data.arguments.items()}, {"out": data.wanted["out"].view(I4)})  # type: ignore[union-attr]


@cases(rtol=3e-7)  # `__fdividef` is not exact
def flushed_and_strict_floats(rng: Rng) -> Data:
    tiny = 2.0**-127
    x = rng.normal(0, 1, (32, 2)).astype(F4)
    x[:9] = [
        [tiny, 1], [-tiny, -2], [1.5, tiny], [2.0**-100, 2.0**-27], [2.0**-126, -(2.0**-126) * 1.5], [math.nan, 1],
        [1, 2.0**127], [-3, 2.0**126], [math.inf, -(2.0**126) * 1.25],
    ]  # fmt: skip

    def flush(v: float | Array) -> Array:
        return np.where(np.abs(v) < 2.0**-126, 0, v)

    a, b = flush(x.astype(float)).T
    with np.errstate(all="ignore"):
        total = (a + b).astype(F4)
        nearer = np.nextafter(total, F4(0))
        exact = [Fraction(p) + Fraction(q) if math.isfinite(p + q) else 0 for p, q in zip(a, b, strict=True)]
        beyond = [abs(float(t)) > abs(e) for t, e in zip(total, exact, strict=True)]
        to_zero = np.where(np.array(beyond) & np.isfinite(total), nearer, total)
        product = a * b  # exact, but for the sum's last bits
        fused = np.array([float(F4(p + q)) if math.isfinite(p + q) else p + q for p, q in zip(product, b, strict=True)])
        quotient = np.where(np.abs(x[:, 1]) > 2.0**126, np.where(np.isinf(x[:, 0]), np.nan, 0), x[:, 0] / x[:, 1])
        columns = [
            flush(total), flush(product.astype(F4)), flush(fused), np.where(np.isnan(x).any(1), np.nan, x.max(1)),
            np.fmin(a, b), -a, np.clip(np.where(np.isnan(a), 0, a), 0, 1), flush(to_zero), a > 0, quotient,
        ]  # fmt: skip
    return Data({"in": x.ravel(), "out": np.zeros(320, F4)}, {"out": np.stack(columns, 1).astype(F4)})


@cases()
def logic_with_predicates(rng: Rng) -> Data:
    x = three(rng)
    x[::3, 2] = 0
    x[1::3, 0] = x[1::3, 1] ^ x[1::3, 2]
    a, b, c = x.T
    meet = a & b & c
    odd = np.where((a ^ b ^ c != 0) & (b < c), 5, 9)
    wanted = np.stack([meet, (meet != 0) | (c != 0), odd], 1).astype(U4)
    return Data({"in": x.ravel(), "out": np.zeros(96, U4)}, {"out": wanted})


@cases()
def carries_after_borrows(rng: Rng) -> Data:
    x, rows = three(rng), []
    for a, b, c in x.tolist():
        no_borrow = a >= b
        difference = c - a - (not no_borrow)
        rows.append([a - b, no_borrow, difference + b + (difference >= 0), c - b - (a + b < 2**32)])
    return compared(x, rows)
