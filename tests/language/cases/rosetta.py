"""References for rosetta.cu."""

from __future__ import annotations

import datetime
import math

import numpy as np

from tests.language.case import Array, Cases, Data

cases = Cases("rosetta.cu")
I1, I4, I8, U1, U4, U8, F4, F8 = np.int8, np.int32, np.int64, np.uint8, np.uint32, np.uint64, np.float32, np.float64
Rng = np.random.Generator


def padded(texts: list[bytes], width: int) -> Array:
    """Strings with zeros after them."""
    return np.frombuffer(b"".join(t.ljust(width, b"\0") for t in texts), I1)


@cases()
def roman_numerals(rng: Rng) -> Data:
    numbers = [
        1,
        4,
        9,
        14,
        40,
        90,
        400,
        444,
        888,
        999,
        1990,
        2008,
        2024,
        3888,
        3999,
        *rng.integers(1, 3887, 17).tolist(),
    ]
    texts = []
    for n in numbers:
        digits = []
        for power, (one, five, ten) in ((1000, "M  "), (100, "CDM"), (10, "XLC"), (1, "IVX")):
            d = n // power % 10
            digits.append({4: one + five, 9: one + ten}.get(d, five * (d >= 5) + one * (d % 5)))
        texts.append("".join(digits).encode())
    return Data({"numbers": np.array(numbers, I4), "out": np.zeros(512, I1)}, {"out": padded(texts, 16)})


@cases()
def brainfuck(rng: Rng) -> Data:
    """Writes the input, its double, and its square."""
    code = b",.[->++>+>+<<<]>.>[->[->+>+<<]>>[-<<+>>]<<<]>>."
    x = np.arange(32, dtype=U1) % 12
    wanted = np.stack([x, 2 * x, x * x, 0 * x], 1)
    return Data(
        {"code": np.frombuffer(code, I1), "n": len(code), "input": x, "out": np.zeros(128, U1)}, {"out": wanted}
    )


@cases(block=8)
def luhn_and_isbn(rng: Rng) -> Data:
    numbers = [
        b"49927398716",
        b"49927398717",
        b"1234567812345678",
        b"1234567812345670",
        b"0",
        b"18",
        b"81",
        b"4539578763621486",
    ]
    ok = [1, 0, 0, 1, 1, 1, 0, 1]
    return Data({"digits": padded(numbers, 20), "ok": np.zeros(8, U1)}, {"ok": np.array(ok, U1)})


@cases()
def big_factorials(rng: Rng) -> Data:
    n = np.arange(32, dtype=I4) * 2
    rows = [[math.factorial(int(k)) // 10 ** (9 * i) % 10**9 for i in range(12)] for k in n]
    return Data({"n": n, "limbs": np.zeros(384, U4), "width": 12}, {"limbs": np.array(rows, U4)})


@cases(block=(7, 7))
def figures(rng: Rng) -> Data:
    n = 7
    spiral, zigzag = np.zeros((n, n), I4), np.zeros((n, n), I4)
    r, c, dr, dc = 0, 0, 0, 1
    seen: set[tuple[int, int]] = set()
    for k in range(n * n):
        spiral[r, c] = k
        seen.add((r, c))
        if not (0 <= r + dr < n and 0 <= c + dc < n) or (r + dr, c + dc) in seen:
            dr, dc = dc, -dr
        r, c = r + dr, c + dc
    cells = sorted(((r, c) for r in range(n) for c in range(n)), key=lambda p: (sum(p), p[0] if sum(p) % 2 else p[1]))
    for k, place in enumerate(cells):
        zigzag[place] = k
    row, column = np.mgrid[:n, :n]
    magic = n * ((row + column + 1 + n // 2) % n) + (row + 2 * column + n + 2) % n + 1
    sums = {*magic.sum(0).tolist(), *magic.sum(1).tolist()}
    assert sums == {n * (n * n + 1) // 2} and sorted(magic.ravel()) == list(range(1, n * n + 1))
    data = {"n": n, "spiral": np.zeros(49, I4), "zigzag": np.zeros(49, I4), "magic": np.zeros(49, I4)}
    return Data(data, {"spiral": spiral, "zigzag": zigzag, "magic": magic.astype(I4)})


@cases()
def wolfram_rules(rng: Rng) -> Data:
    start = int(rng.integers(0, 2**63))
    rows = []
    for rule in range(90, 122):
        cells = [start >> i & 1 for i in range(64)]
        for _ in range(20):
            cells = [rule >> (4 * cells[(i + 1) % 64] + 2 * cells[i] + cells[i - 1]) & 1 for i in range(64)]
        rows.append(sum(bit << i for i, bit in enumerate(cells)))
    return Data({"first": 90, "start": U8(start), "steps": 20, "out": np.zeros(32, U8)}, {"out": np.array(rows, U8)})


@cases()
def days_from_civil(rng: Rng) -> Data:
    dates = [datetime.date.fromordinal(int(n)) for n in rng.integers(1, 3_000_000, 28)]
    dates += [
        datetime.date(1970, 1, 1),
        datetime.date(1, 1, 1),
        datetime.date(2000, 2, 29),
        datetime.date(1969, 12, 31),
    ]
    start = datetime.date(1970, 1, 1)
    flat = np.array([(d.year, d.month, d.day) for d in dates], I4)
    wanted = {
        "days": np.array([(d - start).days for d in dates], I8),
        "weekday": np.array([d.isoweekday() % 7 for d in dates], I4),
    }
    return Data({"ymd": flat.ravel(), "days": np.zeros(32, I8), "weekday": np.zeros(32, I4)}, wanted)


@cases(atol=5e-3)  # of the reference, which counts the points of a fine grid
def clipped_areas(rng: Rng) -> Data:
    t = rng.uniform(-0.6, 1.6, (32, 3, 2)).astype(F4)
    t[0] = [[0.25, 0.25], [0.75, 0.25], [0.25, 0.75]]
    t[1] = [[-9, -9], [9, -9], [0, 20]]
    t[2] = [[2, 2], [3, 2], [2, 3]]
    points = (np.mgrid[:400, :400].reshape(2, -1).T + 0.5) / 400
    wanted = []
    for a, b, c in t.astype(F8):
        ways = [(q - p, points - p) for p, q in ((a, b), (b, c), (c, a))]
        sides = [d[0] * e[:, 1] - d[1] * e[:, 0] for d, e in ways]
        wanted.append((np.all([s >= 0 for s in sides], 0) | np.all([s <= 0 for s in sides], 0)).mean())
    return Data({"triangles": t.ravel(), "areas": np.zeros(32, F4)}, {"areas": np.array(wanted)})


@cases(block=4)
def lz_decompress(rng: Rng) -> Data:
    texts = [b"abcabcabcabcabcabcX", b"aaaaaaaaaaaaaaaaaaaaaaaa", b"how much wood would a woodchuck chuck", b""]
    streams = []
    for text in texts:
        tokens: list[bytes | tuple[int, int]] = []
        i = 0
        while i < len(text):
            best = (0, 0)
            for distance in range(1, i + 1):
                length = 0
                while i + length < len(text) and text[i + length - distance] == text[i + length]:
                    length += 1
                best = max(best, (length, distance))
            token = (best[1], best[0]) if best[0] > 2 else text[i : i + 1]
            tokens.append(token)
            i += best[0] if best[0] > 2 else 1
        stream = b""
        for k in range(0, len(tokens), 8):
            group = tokens[k : k + 8]
            stream += bytes([sum(isinstance(t, tuple) << n for n, t in enumerate(group))]) + b"".join(
                bytes(t) for t in group
            )
        streams.append(stream)
    offsets = np.r_[0, np.cumsum([len(s) for s in streams])].astype(I4)
    data = {
        "packed": np.frombuffer(b"".join(streams), U1),
        "offsets": offsets,
        "out": np.zeros(256, U1),
        "sizes": np.zeros(4, I4),
    }
    return Data(data, {"out": padded(texts, 64).view(U1), "sizes": np.array([len(t) for t in texts], I4)})


@cases(block=64)
def decode_utf8(rng: Rng) -> Data:
    text = "CUDA auf Straßen, 쿠다를 배운다 — ∑ √ 🚀 end"
    raw = text.encode()
    wanted, at = np.full(64, -2, I4), 0
    wanted[: len(raw)] = -1
    for character in text:
        wanted[at] = ord(character)
        at += len(character.encode())
    points = np.full(64, -2, I4)
    return Data({"text": np.frombuffer(raw, U1), "n": len(raw), "points": points}, {"points": wanted})
