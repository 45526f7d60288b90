"""References for classes.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("classes.cu")
I4, I8, F4, F8 = np.int32, np.int64, np.float32, np.float64
Rng = np.random.Generator
T = np.arange(32)


@cases(rtol=1e-6, atol=1e-5)
def templates_of_types_and_values(rng: Rng) -> Data:
    a = rng.normal(0, 2, (32, 3)).astype(F4)
    c = 0.5 * a.astype(F8) + 2
    n = np.repeat(T[:, None], 5, 1)
    n[T, T % 5] = -1
    wanted = {"out": np.stack([(c * a).sum(1), np.clip(c.sum(1), 5, 7)], 1), "ints": (n * n).sum(1) + np.clip(T, 4, 9)}
    return Data({"in": a.ravel(), "out": np.zeros(64, F4), "ints": np.zeros(32, I4)}, wanted)


@cases(kernel="scale<float, 3>", grid=2)
def scale_floats(rng: Rng) -> Data:
    x = rng.normal(0, 1, 50).astype(F4)
    return Data({"data": x, "n": 50}, {"data": 3 * x})


@cases(kernel="scale<long long, -7>", grid=2)
def scale_longs(rng: Rng) -> Data:
    x = rng.integers(-(2**50), 2**50, 50)
    return Data({"data": x, "n": 50}, {"data": -7 * x})


@cases(grid=3, block=64)
def lambdas(rng: Rng) -> Data:
    x = rng.integers(-100, 100, (3, 90)).astype(I4)
    offset = 90 * np.arange(3)[:, None]
    wanted = x * x + offset
    wanted[:, 0] = 9 + (0 + 64)
    return Data({"in": x.ravel(), "out": np.zeros(270, I4), "n": 90}, {"out": wanted.astype(I4)})


@cases()
def constant_expressions(rng: Rng) -> Data:
    return Data(
        {"out": np.zeros(32, I4)}, {"out": (T % 13 * T + np.array([3**k % 17 for k in range(8)])[T % 8]).astype(I4)}
    )


@cases()
def classes_with_operators(rng: Rng) -> Data:
    fibonacci = [0, 1]
    while len(fibonacci) < 30:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])

    def row(t: int) -> int:
        e = 10 + t % 8
        return fibonacci[e] + (fibonacci[2 ** e.bit_length() % 30] < 0)

    wanted = []
    for t in range(32):
        e = 10 + t % 8
        base, result = np.array([[1, 1], [1, 0]], F8), np.eye(2)
        while e:
            result = result @ base if e & 1 else result
            base, e = base @ base, e >> 1
        wanted.append(result[0, 1] + (base.trace() < result.trace()))
    return Data({"exponent": 10, "out": np.zeros(32, F4)}, {"out": np.array(wanted, F4)})


@cases(rtol=1e-6)
def inheritance(rng: Rng) -> Data:
    x = rng.uniform(1, 3, 32).astype(F4)
    w = x.astype(F8)
    return Data({"in": x, "out": np.zeros(32, F4)}, {"out": w**3 + w**2 + 2 * w})


@cases()
def virtual_functions(rng: Rng) -> Data:
    wanted = np.where(T % 2 == 0, 4000 + 3 * T, 2000 + T * T + 7)
    return Data({"out": np.zeros(32, I4)}, {"out": wanted.astype(I4)})


@cases()
def static_polymorphism(rng: Rng) -> Data:
    wanted = 3 * T + 1 + 100 * (1 - T) + T + 2 + 3 + 97 + 2
    return Data({"out": np.zeros(32, I4)}, {"out": wanted.astype(I4)})


@cases(grid=4, block=128)
def functors(rng: Rng) -> Data:
    x = rng.integers(-999, 999, (4, 128)).astype(I4)
    wanted = np.stack([x.sum(1), x.max(1), np.bitwise_xor.reduce(x, 1)], 1).astype(I4)
    return Data({"in": x.ravel(), "out": np.zeros(12, I4)}, {"out": wanted})


@cases(rtol=1e-6)
def overloads_and_namespaces(rng: Rng) -> Data:
    return Data({"out": np.zeros(32, F4)}, {"out": 3.0 * T * T + 2 * T + 1.5 * T + 10 * T + 0.5 * T})


@cases()
def structured_bindings(rng: Rng) -> Data:
    data = rng.integers(0, 40, 25).astype(I4)

    def find(key: int) -> int:
        places = np.flatnonzero(data == key)
        return int(places[0]) if len(places) else -1

    wanted = []
    for t in range(32):
        where = find(t)
        again = find(max(where, 0))
        wanted.append(1000 + again if again >= 0 else where)
    return Data({"data": data, "n": 25, "out": np.zeros(32, I4)}, {"out": np.array(wanted, I4)})


@cases()
def specialisations(rng: Rng) -> Data:
    return Data({"p": np.zeros(1, F4), "out": np.zeros(32, I4)}, {"out": np.full(32, 11 * 10000 + 100 + 21, I4)})


@cases()
def recursive_templates(rng: Rng) -> Data:
    x = rng.integers(-50, 50, 32).astype(I4)
    wanted = sum(2 ** (5 - k) * np.roll(x, -k) for k in range(6))
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": np.asarray(wanted, I4)})


@cases(block=40)
def constructors_and_destructors(rng: Rng) -> Data:
    total = 40 + sum(t % 3 for t in range(40))
    return Data({"counts": np.zeros(2, I4)}, {"counts": np.array([total, total], I4)})


@cases()
def placement_new(rng: Rng) -> Data:
    return Data({"out": np.zeros(32, F4)}, {"out": (1.5 * T).astype(F4)})
