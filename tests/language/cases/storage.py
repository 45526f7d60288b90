"""References for storage.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data
from tests.language.cases.control import threads

cases = Cases("storage.cu")
I2, I4, U1, U2, F4, F8 = (np.dtype(t).type for t in "i2 i4 u1 u2 f4 f8".split())
Rng = np.random.Generator
T = np.arange(32)


@cases()
def local_arrays_of_structs(rng: Rng) -> Data:
    order = rng.integers(0, 6, 32).astype(I4)
    wanted = order * 100 - 250 + order / 4 + 97 + order + T % 5
    return Data({"order": order, "out": np.zeros(32)}, {"out": wanted})


@cases()
def local_matrices(rng: Rng) -> Data:
    x = rng.integers(0, 60, 32).astype(I4)

    def thread(t: int) -> int:
        v = int(x[t])
        m, text = [[i * 10 + j for j in range(5)] for i in range(4)], [[i * j for j in range(3)] for i in range(4)]
        m[v % 4][v % 5], text[v % 4][v % 5 % 3] = -1, 99
        return sum(m[i][v % 5] + text[i][v % 3] for i in range(4))

    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": threads(thread)})


@cases()
def local_bytes_seen_as_words(rng: Rng) -> Data:
    x = rng.integers(0, 256, 32).astype(I4)
    raw = ((x[:, None] + np.arange(16) * 17) % 256).astype(U1)
    words = raw.view(I4)[T, x & 3]
    shorts = np.array([int.from_bytes(raw[t, x[t] & 7 : (x[t] & 7) + 2].tobytes(), "little") for t in range(32)], I4)
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": words ^ shorts})


@cases()
def initialised_globals(rng: Rng) -> Data:
    table, names = [[1, 2, 0], [4, 0, 0]], [b"zero", b"one", b"three"]

    def thread(t: int) -> float:
        k = t // 8
        return [
            table[k % 2][t % 3], 1.5 + 122 + [7, -8][k % 2], -5000, names[k % 3][1], [0.5, -0.25][k % 2],
            [1, 0, 1][k % 3] + [15, 8][k % 2], [4, 0][k % 2], [0.5, 1.5, 2.5][k % 3],
        ][t % 8]  # fmt: skip

    wanted = np.array([*(thread(t) for t in range(32)), 3.4e38, -0.0, 1e-45], F4)
    return Data({"out": np.zeros(35, F4)}, {"out": wanted})


@cases()
def static_locals(rng: Rng) -> Data:
    return Data({"out": np.zeros(33, I4)}, {"out": np.r_[5 + T, 37].astype(I4)})


@cases()
def shared_of_template_instances(rng: Rng) -> Data:
    x = rng.integers(0, 99, 32).astype(I4)
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": np.full(32, x.sum() * 1000 + 32, I4)})


@cases(shared=128)
def extern_shared_in_functions(rng: Rng) -> Data:
    x = rng.normal(0, 1, 32).astype(F4)
    return Data({"in": x, "out": np.zeros(32, F4)}, {"out": x[::-1]})


@cases(shared=128)
def one_memory_two_types(rng: Rng) -> Data:
    x = rng.normal(0, 1, 32).astype(F4)
    columns = [x.view(I4)[::-1], x.view(U1)[:95:-1].astype(I4) + x.view(U2)[:32]]
    return Data({"in": x, "out": np.zeros(64, I4)}, {"out": np.stack(columns, 1)})


@cases()
def wide_shared_accesses(rng: Rng) -> Data:
    x = rng.normal(0, 1, (32, 4)).astype(F4)
    v, low = x[(T * 5 + 1) % 32], x[T * 3 % 32, 2:]
    wanted = {"out": np.stack([v[:, 3], low[:, 0], v[:, 1], low[:, 1]], 1), "doubles": x[::-1, [0, 3]].astype(F8)}
    return Data({"in": x.ravel(), "out": np.zeros(128, F4), "doubles": np.zeros(64)}, wanted)


@cases(block=64)
def bytes_in_shared(rng: Rng) -> Data:
    x = rng.integers(0, 256, 64).astype(U1)
    everything = np.r_[x, np.arange(6)].astype(U1)
    words = x[:33].astype(I2) - I2(128)
    wanted = {"out": everything[6:] ^ everything[:5:-1], "shorts": words[:-1] - words[1:]}
    return Data({"in": x, "out": np.zeros(64, U1), "shorts": np.zeros(32, I2)}, wanted)


@cases(block=64)
def negative_indices(rng: Rng) -> Data:
    x = rng.integers(0, 99, 64).astype(I4)
    t = np.arange(64)
    wanted = 3 * x[::-1] + x + np.where(t >= 32, x[63 - t], x[t])
    return Data({"in": x, "out": np.zeros(64, I4)}, {"out": wanted})


@cases()
def large_local_array(rng: Rng) -> Data:
    n = rng.integers(3, 200, 32).astype(I4)
    prime = np.array([p >= 2 and all(p % d for d in range(2, p)) for p in range(200)])
    return Data({"in": n, "out": np.zeros(32, I4)}, {"out": np.array([prime[:k].sum() for k in n], I4)})


@cases()
def pointers_into_locals(rng: Rng) -> Data:
    x = rng.integers(0, 99, 32).astype(I4)

    def thread(t: int) -> int:
        v = [int(x[t]), 7, 1, 2]
        v[v[0] & 3] += 100
        v[v[0] + 1 & 3] *= 2
        return v[0] + 3 * v[1] + 5 * v[2] + 7 * v[3]

    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": threads(thread)})


@cases()
def references_to_every_space(rng: Rng) -> Data:
    x = rng.integers(0, 99, 32).astype(I4)
    wanted = {"global": (T * 5).astype(I4), "out": (T * 50000 + T * 300 + x).astype(I4)}
    return Data({"global": x, "out": np.zeros(32, I4)}, wanted)


@cases(block=8, hazards=("uninitialised_read",))  # copying a structure reads its padding, which nobody wrote
def struct_assignments(rng: Rng) -> Data:
    x = rng.integers(0, 99, (8, 4)).astype(I4)
    wanted = x[::-1].copy()
    wanted[:, 3] = 2 * x[::-1, 0] + (x[:, 1] & 3) + 4
    return Data({"in": x.ravel(), "out": np.zeros(32, I4)}, {"out": wanted})


@cases(faults=("misaligned",))
def misaligned_vector(rng: Rng) -> Data:
    return Data({"in": np.zeros(64, F4), "out": np.zeros(128, F4)}, {})


@cases(faults=("out_of_bounds",))
def past_the_end_of_shared(rng: Rng) -> Data:
    return Data({"in": np.ones(32, I4), "out": np.zeros(32, I4)}, {})


@cases(faults=("null_pointer",))
def null_pointers(rng: Rng) -> Data:
    return Data({"maybe": None, "out": np.zeros(32, I4)}, {})
