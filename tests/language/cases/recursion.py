"""References for recursion.cu."""

from __future__ import annotations

import math
from itertools import permutations as orders

import numpy as np

from tests.language.case import Cases, Data
from tests.language.cases.control import threads

cases = Cases("recursion.cu")
I4, U4, F4, F8 = np.int32, np.uint32, np.float32, np.float64
Rng = np.random.Generator


@cases()
def factorials(rng: Rng) -> Data:
    return Data({"out": np.zeros(32, I4)}, {"out": threads(lambda t: math.factorial(t % 13))})


@cases()
def fibonaccis(rng: Rng) -> Data:
    numbers = [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55]
    return Data({"out": np.zeros(32, I4)}, {"out": threads(lambda t: numbers[t % 11])})


@cases()
def tail_recursion(rng: Rng) -> Data:
    return Data({"out": np.zeros(32, I4)}, {"out": threads(lambda t: 5 + t * (t + 1) // 2)})


@cases()
def mutual_recursion(rng: Rng) -> Data:
    return Data({"out": np.zeros(32, I4)}, {"out": threads(lambda t: (t % 2 == 0) + 2 * (t % 2 == 0))})


@cases()
def ackermanns(rng: Rng) -> Data:
    return Data(
        {"out": np.zeros(32, I4)}, {"out": threads(lambda t: [t // 8 + 1, t // 8 + 2, 2 * (t // 8) + 3][t % 3])}
    )


@cases()
def quicksorts(rng: Rng) -> Data:
    x = rng.integers(-99, 99, (32, 21)).astype(I4)
    return Data({"data": x.ravel(), "n": 21}, {"data": np.sort(x, 1)})


@cases()
def towers_of_hanoi(rng: Rng) -> Data:
    moves = np.zeros((32, 16), I4)

    def hanoi(n: int, start: int, to: int, via: int) -> list[int]:
        return [] if n == 0 else [*hanoi(n - 1, start, via, to), start * 10 + to, *hanoi(n - 1, via, to, start)]

    for t in range(32):
        made = hanoi(t % 5, 1, 3, 2)
        moves[t, : len(made)] = made
    data = {"moves": np.zeros(512, I4), "counts": np.zeros(32, I4)}
    return Data(data, {"moves": moves, "counts": threads(lambda t: 2 ** (t % 5) - 1)})


@cases()
def queens(rng: Rng) -> Data:
    return Data({"out": np.zeros(32, I4)}, {"out": threads(lambda t: [1, 0, 0, 2, 10, 4][t % 6])})


@cases()
def trees(rng: Rng) -> Data:
    nodes = np.zeros((32, 3), I4)
    nodes[:, 0] = rng.integers(-50, 50, 32)
    nodes[:, 1:] = -1
    for k in range(1, 32):
        at = 0
        while True:
            side = 1 + int(rng.integers(0, 2))
            if nodes[at, side] < 0:
                nodes[at, side] = k
                break
            at = int(nodes[at, side])

    def height(at: int) -> int:
        return 0 if at < 0 else 1 + max(height(int(nodes[at, 1])), height(int(nodes[at, 2])))

    def total(at: int, weight: float) -> float:
        return (
            0.0 if at < 0 else weight * nodes[at, 0] + total(nodes[at, 1], weight / 2) + total(nodes[at, 2], weight / 2)
        )

    data = {"nodes": nodes.ravel(), "heights": np.zeros(32, I4), "sums": np.zeros(32, F4)}
    return Data(data, {"heights": threads(height), "sums": np.array([total(t, 1.0) for t in range(32)], F4)})


@cases()
def recursive_gcd(rng: Rng) -> Data:
    a, b = (rng.integers(0, 10**5, 32).astype(U4) for _ in "ab")
    return Data({"a": a, "b": b, "out": np.zeros(32, U4)}, {"out": np.gcd(a, b)})


@cases(rtol=1e-14)
def recursive_powers(rng: Rng) -> Data:
    x = rng.uniform(0.5, 2, 32)
    return Data({"x": x, "out": np.zeros(32)}, {"out": x ** np.arange(32)})


@cases()
def recursion_over_a_local_array(rng: Rng) -> Data:
    return Data(
        {"out": np.zeros(32, I4)}, {"out": threads(lambda t: sum(o[0] < o[3] for o in orders([3, t % 4, 2, 1])))}
    )


@cases()
def flood_fill(rng: Rng) -> Data:
    grids = (rng.random((32, 6, 5)) < 0.35).astype(I4)
    wanted = grids.copy()
    for t in range(32):
        stack = [(t % 5, 0)]
        while stack:
            x, y = stack.pop()
            if 0 <= x < 5 and 0 <= y < 6 and wanted[t, y, x] == 0:
                wanted[t, y, x] = 2
                stack += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return Data({"grids": grids.ravel(), "w": 5, "h": 6}, {"grids": wanted})


@cases(faults=("stack_overflow",))
def recursion_without_end(rng: Rng) -> Data:
    return Data({"out": np.zeros(32, I4)}, {})
