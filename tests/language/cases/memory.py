"""References for memory.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("memory.cu")
I2, I4, I8, U4, F4, F8 = np.int16, np.int32, np.int64, np.uint32, np.float32, np.float64
Rng = np.random.Generator
T = np.arange(32)


@cases(block=96, shared=3 * 8 + 201 * 9, rtol=1e-6)
def carved_dynamic_shared(rng: Rng) -> Data:
    x = rng.normal(0, 1, 201).astype(F4)
    order = np.arange(201) + (x[::-1] > 0)
    data = {"in": x, "n": 201, "out": np.zeros(1, F4), "order": np.zeros(201, I4)}
    return Data(data, {"out": x[x > 0].sum(dtype=F8, keepdims=True), "order": order.astype(I4)})


@cases(block=64, shared=512)
def static_and_dynamic_shared(rng: Rng) -> Data:
    x = rng.integers(-999, 999, 64).astype(I4)
    return Data({"in": x, "out": np.zeros(64, I4)}, {"out": 10 * x[::-1]})


@cases(rtol=1e-6)
def constants(rng: Rng) -> Data:
    filters, table = np.array([1, 2, 1, 2, 4, 2, 1, 2, 1]), np.array([[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 0]])
    name = np.frombuffer(b"soft", np.uint8).astype(I4)
    wanted = (filters[T % 9] * 2.5 + np.array([-4, 40])[T & 1] + 3 + name[T % 4] + table[T % 4, T % 3] + np.pi * np.e
              + 250 + T % 5)  # fmt: skip
    return Data({"out": np.zeros(32, F4)}, {"out": wanted})


@cases()
def device_globals(rng: Rng) -> Data:
    counters = np.array([100, 200, 300, 0])
    out = np.r_[counters[T % 4] * 0.5 - (T % 3 + 1) + 200, 600 + 496, 32]
    text = np.frombuffer(b"warp\0", np.uint8)[T % 5]
    data = {"out": np.zeros(34, F4), "bytes": np.zeros(32, I4)}
    return Data(data, {"out": out.astype(F4), "bytes": text.astype(I4)})


@cases()
def cache_hints(rng: Rng) -> Data:
    a, b = rng.integers(0, 99, 40).astype(F4), rng.integers(0, 99, (32, 4)).astype(I4)
    changed = b.copy()
    changed[:, 3] += b[:, 0]
    wanted = {"out": sum(a[k : k + 32] for k in range(6)), "vectors": np.stack([changed, b], 1)}
    return Data({"a": a, "b": b.ravel(), "out": np.zeros(32, F4), "vectors": np.zeros(256, I4)}, wanted)


@cases()
def volatile_accesses(rng: Rng) -> Data:
    x = rng.integers(0, 99, 32).astype(I4)
    return Data({"flags": x, "out": np.zeros(32, I4)}, {"out": 2 * x + 7, "flags": np.full(32, 7, I4)})


@cases(block=(3, 8, 4))
def two_dimensional_shared(rng: Rng) -> Data:
    x = rng.normal(0, 1, (4, 8, 3)).astype(F4)
    return Data({"in": x.ravel(), "out": np.zeros(96, F4)}, {"out": x[:, ::-1].transpose(2, 1, 0)})


@cases()
def generic_pointers(rng: Rng) -> Data:
    wanted = np.choose(T % 3, [4 * T + 6 + 300000, 40 * T + 6 + 100000, 400 * T + 6 + 200000])
    data = {"global": np.zeros(128, I4), "out": np.zeros(32, I4)}
    return Data(data, {"out": wanted.astype(I4), "global": (T[:, None] + np.arange(4)).astype(I4)})


@cases(block=64)
def shared_pointers_swapped(rng: Rng) -> Data:
    x = rng.integers(-9, 9, 64).astype(I4)
    wanted = x
    for _ in range(5):
        wanted = wanted + np.roll(wanted, -1)
    return Data({"in": x, "out": np.zeros(64, I4), "rounds": 5}, {"out": wanted})


@cases(block=256, shared=150_000)
def large_dynamic_shared(rng: Rng) -> Data:
    n = 37_500
    x = rng.integers(0, 99, n).astype(I4)
    wanted = np.zeros(n, I4)
    np.put(wanted, np.arange(n) * 7 % n, x)
    return Data({"in": x, "out": np.zeros(n, I4), "n": n}, {"out": wanted})


@cases(block=64)
def bounded_launch(rng: Rng) -> Data:
    return Data({"factor": 12, "out": np.zeros(64, I4)}, {"out": (12 * np.arange(64)).astype(I4)})


@cases(shared=1234)
def dynamic_shared_size(rng: Rng) -> Data:
    return Data({"out": np.zeros(32, U4)}, {"out": np.full(32, 1234, U4)})


@cases()
def shared_addresses(rng: Rng) -> Data:
    x = rng.integers(0, 99, 32).astype(I4)
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": x[::-1] + I4(1)})


@cases()
def heap_allocation(rng: Rng) -> Data:
    return Data({"out": np.zeros(32, I4)}, {"out": (4 * T).astype(I4)})


@cases()
def new_and_delete(rng: Rng) -> Data:
    return Data({"out": np.zeros(32, I4)}, {"out": (2 * T).astype(I4)})


@cases()
def struct_of_shared_arrays(rng: Rng) -> Data:
    x = rng.integers(-9, 9, 32).astype(F4)
    sums = x + np.r_[F4(-1), x[:-1]]
    return Data({"in": x, "out": np.zeros(32, F4)}, {"out": np.roll(sums, -5) * (sums > 0).sum().astype(F4)})


@cases()
def prefetches(rng: Rng) -> Data:
    x = rng.normal(0, 1, 64).astype(F4)
    return Data({"in": x, "out": np.zeros(32, F4)}, {"out": x[:32]})
