"""References for calls.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("calls.cu")
I4, I8, U4, U8, F4, F8 = np.int32, np.int64, np.uint32, np.uint64, np.float32, np.float64
Rng = np.random.Generator


def low(value: int, bits: int) -> int:
    """The low bits in two's complement."""
    value &= (1 << bits) - 1
    return value - (value >> (bits - 1) << bits)


@cases()
def mixed_structs(rng: Rng) -> Data:
    rows = []
    for t in range(32):
        a, b, c, d, e = 1, 2, t, 4.5, [1, 2, 3, 4, 5]
        for k in (t, 3):
            a, b, c = low(a + k, 8), low(2 * b, 16), c - k
            d += a
            e[k % 5] = low(b, 8)
        rows.append([a, b, c, int(2 * d), *e])
    return Data({"out": np.zeros(288, I4)}, {"out": np.array(rows, I4)})


@cases()
def copied_as_bits(rng: Rng) -> Data:
    x = rng.normal(0, 9, 32).astype(F4)
    rows = []
    for t in range(32):
        bits = int(np.array([x[t], -x[t]], F4).view(U8)[0]) + (1, 2, t)[t % 3]
        octets = x[t].tobytes()
        turned = octets[::-1] if t & 1 else octets[2:] + octets[:2]
        rows.append([bits, int.from_bytes(turned, "little"), octets[t & 3]])
    return Data({"in": x, "out": np.zeros(96, U8)}, {"out": np.array(rows, U8)})


@cases()
def matrices_by_value(rng: Rng) -> Data:
    m = rng.integers(-5, 6, (32, 3, 3)).astype(F4)
    return Data({"in": m.ravel(), "out": np.zeros(288, F4)}, {"out": m @ m @ m})


@cases()
def keys_down_a_recursion(rng: Rng) -> Data:
    def folded(k: list[int], n: int) -> int:
        w = int.from_bytes(bytes(k[4:]), "little")
        if n == 0:
            return w
        other = [(k[7 - i] + i) % 256 for i in range(8)]
        return (folded(other, n - 1) ^ (folded(k, n - 1) * 5 + (w >> 3))) % 2**32

    wanted = [folded([(t * i + 3) % 256 for i in range(8)], t % 5) for t in range(32)]
    return Data({"out": np.zeros(32, U4)}, {"out": np.array(wanted, U4)})


@cases()
def crossing_gotos(rng: Rng) -> Data:
    wanted = []
    for x in range(32):
        s, at_first = 0, x % 2 == 0
        while True:
            if at_first:
                s, x = s + x, x - 1
                if x <= 0:
                    break
            s += 2
            if x % 3 == 0:
                x, at_first = x - 2, True
            else:
                x, at_first = x - 1, x <= 1
        wanted.append(s)
    return Data({"out": np.zeros(32, I4)}, {"out": np.array(wanted, I4)})


@cases()
def guards_and_addresses(rng: Rng) -> Data:
    odd, t = np.arange(32) % 2, np.arange(32)
    letters = np.array([ord(word[1]) for word in ("zero", "one", "two")])
    wanted = 2 + odd + 10 * np.where(odd, 4, 1) + 500 + letters[t % 3]
    data = {"out": np.zeros(32, I4), "events": np.zeros(1, I4)}
    return Data(data, {"out": wanted.astype(I4), "events": np.array([101 * (16 * 3 + 16)], I4)})


@cases()
def objects_in_place(rng: Rng) -> Data:
    t = np.arange(32)
    return Data({"out": np.zeros(32, F4)}, {"out": (t * t * np.where(t % 2, 1, 3)).astype(F4)})


@cases()
def big_structs(rng: Rng) -> Data:
    def weighted(t: int, i: int) -> int:
        d, n = [k * t for k in range(20)], [k + t for k in range(12)]
        d[i % 20] += i
        n[i % 12] += 1
        return sum(d[(k + i) % 20] * n[k % 12] for k in range(20))

    wanted = [sum(weighted(t, t + i) * (i + 1) for i in range(3)) + weighted(t, 2) for t in range(32)]
    return Data({"out": np.zeros(32)}, {"out": np.array(wanted, F8)})


@cases()
def big_structs_down_a_recursion(rng: Rng) -> Data:
    def down(d: list[int], n: int, i: int) -> int:
        if i <= 0:
            return d[n % 20]
        changed = [x + i * (k == i) for k, x in enumerate(d)]
        return down(changed, n + 1, i - 1) + down(changed, n + 1, i - 2)

    wanted = [down([k * t for k in range(20)], 3 + t, t % 6) for t in range(32)]
    return Data({"out": np.zeros(32)}, {"out": np.array(wanted, F8)})


def table(rng: Rng) -> np.void:
    """A struct of 16 integers."""
    value = np.zeros(1, np.dtype([("entry", I4, 16)]))[0]
    value["entry"] = rng.integers(-99, 99, 16)
    return value  # type: ignore[no-any-return]


@cases()
def parameters_of_the_grid(rng: Rng) -> Data:
    t = table(rng)
    return Data({"out": np.zeros(32, I4), "table": t}, {"out": np.tile(t["entry"], 2)})


@cases()
def parameters_by_index(rng: Rng) -> Data:
    t, wanted = table(rng), []
    for i in range(32):
        entries = t["entry"].copy()
        entries[i & 7] += 5
        wanted.append(entries[3] + entries[i & 15])
    return Data({"out": np.zeros(32, I4), "table": t}, {"out": np.array(wanted, I4)})
