"""References for programming.cu."""

from __future__ import annotations

import base64 as codec
import hashlib

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("programming.cu")
I1, I4, U1, U4, U8, F4 = (np.dtype(t).type for t in "i1 i4 u1 u4 u8 f4".split())
Rng = np.random.Generator


def letters(rng: Rng, n: int, choice: bytes = b"abcd") -> np.ndarray:
    """A random string as an array of char."""
    return rng.choice(np.frombuffer(choice, I1), n)


@cases(block=24)
def levenshtein_diagonals(rng: Rng) -> Data:
    a, b = letters(rng, 33), letters(rng, 28)
    t = np.zeros((34, 29), I4)
    t[:, 0], t[0] = np.arange(34), np.arange(29)
    for i in range(1, 34):
        for j in range(1, 29):
            t[i, j] = min(t[i - 1, j] + 1, t[i, j - 1] + 1, t[i - 1, j - 1] + (a[i - 1] != b[j - 1]))
    return Data({"a": a, "m": 33, "b": b, "n": 28, "table": np.zeros(34 * 29, I4)}, {"table": t})


@cases(block=64, shared=12 * 41)
def longest_common_subsequence(rng: Rng) -> Data:
    a, b = letters(rng, 40), letters(rng, 30)
    t = np.zeros((41, 31), I4)
    for i in range(1, 41):
        for j in range(1, 31):
            t[i, j] = t[i - 1, j - 1] + 1 if a[i - 1] == b[j - 1] else max(t[i - 1, j], t[i, j - 1])
    return Data({"a": a, "m": 40, "b": b, "n": 30, "out": np.zeros(1, I4)}, {"out": t[40, 30:]})


@cases(block=48, shared=8 * 101)
def knapsack(rng: Rng) -> Data:
    weights, values = rng.integers(1, 30, 15).astype(I4), rng.integers(1, 99, 15).astype(I4)
    best = np.zeros(101, I4)
    for w, v in zip(weights.tolist(), values.tolist(), strict=True):
        best = np.maximum(best, np.r_[np.full(w, -(10**6)), best[: 101 - w] + v])
    data = {"weights": weights, "values": values, "items": 15, "capacity": 100, "best": np.zeros(1, I4)}
    return Data(data, {"best": best[100:].astype(I4)})


@cases(block=(7, 7))
def queens_by_backtracking(rng: Rng) -> Data:
    return Data({"n": 7, "total": np.zeros(1, U8)}, {"total": np.array([40], U8)})


@cases(grid=2)
def base64(rng: Rng) -> Data:
    x = rng.integers(0, 256, 100).astype(U1)
    wanted = np.frombuffer(codec.b64encode(x.tobytes()), I1)
    return Data({"in": x, "n": 100, "out": np.zeros(len(wanted), I1)}, {"out": wanted})


@cases(grid=2, block=40)
def caesar_cipher(rng: Rng) -> Data:
    text = letters(rng, 75, b"azAZ kQ.9")
    low, high = (text >= 97) & (text <= 122), (text >= 65) & (text <= 90)
    wanted = np.where(low, 97 + (text - 97 - 3) % 26, np.where(high, 65 + (text - 65 - 3) % 26, text))
    return Data({"text": text, "n": 75, "shift": -3}, {"text": wanted.astype(I1)})


@cases(grid=2)
def palindromes(rng: Rng) -> Data:
    words = []
    for _ in range(50):
        half = letters(rng, int(rng.integers(1, 6)), b"ab").tobytes()
        words.append(half + half[::-1] if rng.random() < 0.5 else half + half[:1])
    starts = np.r_[0, np.cumsum([len(w) for w in words])].astype(I4)
    wanted = np.array([w == w[::-1] for w in words], U1)
    data = {"words": np.frombuffer(b"".join(words), I1), "starts": starts, "n": 50, "yes": np.zeros(50, U1)}
    return Data(data, {"yes": wanted})


def round_constants() -> np.ndarray:
    """First 32 fractional bits of the cube roots of the first 64 primes."""
    primes = [p for p in range(2, 312) if all(p % d for d in range(2, p))]
    roots = []
    for p in primes:
        low, high = 0, 1 << 40
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if middle**3 <= p << 96 else (low, middle - 1)
        roots.append(low & 0xFFFFFFFF)
    return np.array(roots, U4)


@cases(block=8)
def sha256_block(rng: Rng) -> Data:
    texts = [rng.integers(0, 256, 40 + t).astype(U1).tobytes() for t in range(8)]
    padded = b"".join(t + b"\x80" + bytes(55 - len(t)) + (8 * len(t)).to_bytes(8, "big") for t in texts)
    wanted = b"".join(hashlib.sha256(t).digest() for t in texts)
    data = {"message": np.frombuffer(padded, U4), "digest": np.zeros(64, U4), "constants": round_constants()}
    return Data(data, {"digest": np.frombuffer(wanted, ">u4").astype(U4)})


@cases(block=(9, 9))
def sudoku_candidates(rng: Rng) -> Data:
    board = np.where(rng.random((9, 9)) < 0.4, rng.integers(1, 10, (9, 9)), 0).astype(I4)
    wanted = np.zeros((9, 9), U4)
    for r, c in np.argwhere(board == 0):
        used = {*board[r].tolist(), *board[:, c].tolist(), *board[r // 3 * 3 : r // 3 * 3 + 3, c // 3 * 3 : c // 3 * 3 + 3].ravel().tolist()}  # fmt: skip
        wanted[r, c] = sum(1 << v for v in range(1, 10) if v not in used)
    return Data({"board": board.ravel(), "candidates": np.zeros(81, U4)}, {"candidates": wanted})


@cases(block=8)
def puzzle_map_with_guard(rng: Rng) -> Data:
    x = np.arange(4, dtype=F4)
    return Data({"out": np.zeros(4, F4), "a": x, "size": 4}, {"out": x + F4(10)})


@cases(block=(3, 3))
def puzzle_broadcast(rng: Rng) -> Data:
    x = np.arange(2, dtype=F4)
    return Data({"out": np.zeros(4, F4), "a": x, "b": x, "size": 2}, {"out": x[:, None] + x})


@cases(block=8)
def puzzle_pooling(rng: Rng) -> Data:
    x = np.arange(8, dtype=F4)
    return Data({"out": np.zeros(8, F4), "a": x, "size": 8}, {"out": x + np.r_[0, x[:-1]] + np.r_[0, 0, x[:-2]]})


@cases(grid=2, block=16)
def puzzle_convolution(rng: Rng) -> Data:
    a, b = np.arange(25, dtype=F4), np.arange(5, dtype=F4)
    p = np.r_[a, np.zeros(5)]
    wanted = [p[i : i + 5] @ b for i in range(25)]
    return Data({"out": np.zeros(25, F4), "a": a, "b": b, "a_size": 25, "b_size": 5}, {"out": np.array(wanted, F4)})


@cases(grid=(1, 4), block=32)
def puzzle_axis_sum(rng: Rng) -> Data:
    x = np.arange(24, dtype=F4).reshape(4, 6)
    return Data({"out": np.zeros(4, F4), "a": x.ravel(), "size": 6}, {"out": x.sum(1)})
