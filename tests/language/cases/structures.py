"""References for structures.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("structures.cu")
I1, U1, I2, U2, I4, I8, U8, F4, F8 = (np.dtype(t).type for t in "i1 u1 i2 u2 i4 i8 u8 f4 f8".split())
Rng = np.random.Generator


@cases()
def float_vectors(rng: Rng) -> Data:
    a, b, c = (rng.normal(0, 1, (32, k)).astype(F4) for k in (2, 3, 4))
    columns = [a[:, 0] + b[:, 0], a[:, 1] * b[:, 1], b[:, 2] - c[:, 3], c[:, 0] + c[:, 1] + c[:, 2]]
    data = {"a": a.ravel(), "b": b.ravel(), "c": c.ravel(), "out": np.zeros(128, F4)}
    return Data(data, {"out": np.stack(columns, 1)})


@cases()
def int_vectors(rng: Rng) -> Data:
    a = rng.integers(-1000, 1000, (32, 4)).astype(I4)
    b, c = rng.integers(-128, 128, (32, 4)).astype(I1), rng.integers(0, 256, (32, 4)).astype(U1)
    d = rng.integers(-30000, 30000, (32, 2)).astype(I2)
    v, e, f = a + b.astype(I4), c.astype(I4), d.astype(I4)
    out = np.stack([v[:, 0] ^ e[:, 3], v[:, 1] - e[:, 2], v[:, 2] | f[:, 0], v[:, 3] & f[:, 1]], 1)
    w = b.astype(I4)
    chars = np.stack([w[:, 3], w[:, 2] + 100, -w[:, 1], w[:, 0] ^ 0x55], 1).astype(I1)
    data = {"a": a.ravel(), "b": b.ravel(), "c": c.ravel(), "d": d.ravel(), "out": np.zeros(128, I4),
            "chars": np.zeros(128, I1)}  # fmt: skip
    return Data(data, {"out": out, "chars": chars})


@cases()
def wide_vectors(rng: Rng) -> Data:
    a, c = rng.integers(-(2**62), 2**62, (32, 2)), rng.integers(0, 2**63, (32, 2)).astype(U8)
    b = rng.normal(0, 1, (32, 2))
    out = np.stack([b[:, 1] + a[:, 0].astype(F8), b[:, 0] * 2], 1)
    longs = np.stack([a[:, 1] ^ c[:, 0].astype(I8), (c[:, 1] >> U8(3)).astype(I8)], 1)
    data = {"a": a.ravel(), "b": b.ravel(), "c": c.ravel(), "out": np.zeros(64), "longs": np.zeros(64, I8)}
    return Data(data, {"out": out, "longs": longs})


@cases()
def narrow_vectors(rng: Rng) -> Data:
    a, b = rng.integers(0, 256, (32, 2)).astype(U1), rng.integers(0, 256, (32, 3)).astype(U1)
    c = rng.integers(0, 65536, (32, 4)).astype(U2)
    out = np.stack([c[:, 3], c[:, 2] + a[:, 0], c[:, 1] * b[:, 0], c[:, 0] - a[:, 1]], 1)
    octets = np.stack([b[:, 2], b[:, 1] + U1(1), b[:, 0] << U1(1)], 1)
    data = {"a": a.ravel(), "b": b.ravel(), "c": c.ravel(), "out": np.zeros(128, U2), "bytes": np.zeros(96, U1)}
    return Data(data, {"out": out, "bytes": octets})


@cases(grid=3)
def vectors_through_casts(rng: Rng) -> Data:
    x = rng.normal(0, 1, 383).astype(F4)
    return Data({"in": x, "out": np.zeros(383, F4), "n": 383}, {"out": 2 * x})


@cases(grid=(3, 5), block=(16, 4))
def greyscale(rng: Rng) -> Data:
    rgba = rng.integers(0, 256, (17, 43, 4)).astype(U1)
    wanted = (rgba[..., :3].astype(I4) @ I4([77, 150, 29])) >> 8
    data = {"rgba": rgba.ravel(), "grey": np.zeros(17 * 43, U1), "width": 43, "height": 17}
    return Data(data, {"grey": wanted.astype(U1)})


PARTICLE = np.dtype([("position", F4, 3), ("mass", F4), ("velocity", F4, 3), ("id", I4)])


@cases(grid=3)
def arrays_of_structs(rng: Rng) -> Data:
    p = np.zeros(80, PARTICLE)
    p["position"], p["velocity"] = rng.normal(0, 1, (80, 3)), rng.normal(0, 1, (80, 3))
    p["mass"], p["id"] = 1, np.arange(80)
    moved = p.copy()
    moved["position"] += F4(0.25) * p["velocity"]
    moved["velocity"][:, 1] -= F4(9.81) * F4(0.25)
    moved["id"] = -p["id"]
    return Data({"particles": p.view(I4), "n": 80, "dt": 0.25}, {"particles": moved.view(I4)})


@cases(grid=3)
def structs_of_arrays(rng: Rng) -> Data:
    x, v, mass = (rng.uniform(1, 2, 70).astype(F4) for _ in "xvm")
    faster = v + F4(2) / mass
    return Data({"x": x, "v": v, "mass": mass, "count": 70, "impulse": 2.0}, {"x": x + faster, "v": faster})


INNER = np.dtype({"names": ["a", "b", "c"], "formats": [I2, I1, F8], "offsets": [0, 2, 8], "itemsize": 16})
OUTER = np.dtype({"names": ["first", "table", "second", "flag"], "formats": [INNER, (I4, 3), INNER, np.bool_],
                  "offsets": [0, 16, 32, 48], "itemsize": 56})  # fmt: skip


@cases()
def nested_structs(rng: Rng) -> Data:
    def outer(n: int) -> np.ndarray:
        o = np.zeros(n, OUTER)
        for inner in ("first", "second"):
            o[inner]["a"], o[inner]["b"] = rng.integers(-999, 999, n), rng.integers(-99, 99, n)
            o[inner]["c"] = rng.normal(0, 1, n)
        o["table"] = rng.integers(-50, 50, (n, 3))
        o["flag"] = True
        return o

    value, buffer, i = outer(1)[0], outer(32), np.arange(32)
    whole = int(value["first"]["a"]) + int(value["second"]["b"]) + value["table"][i % 3].astype(I8)
    wanted = whole + buffer["first"]["c"] + buffer["table"][:, 2] + buffer["first"]["b"]
    return Data({"value": value, "buffer": buffer.view(I8), "out": np.zeros(32)}, {"out": wanted})


@cases(rtol=1e-5)
def big_struct_by_value(rng: Rng) -> Data:
    big = np.zeros(1, np.dtype([("coefficients", F4, 16), ("order", I4)]))[0]
    big["coefficients"], big["order"] = rng.uniform(0, 1, 16), 15
    x = rng.uniform(0, 1.2, 32).astype(F4)
    wanted = np.polyval(big["coefficients"][::-1].astype(F8), x.astype(F8))
    return Data({"big": big, "x": x, "y": np.zeros(32, F4)}, {"y": wanted})


@cases(rtol=1e-5, atol=1e-5)
def structs_returned(rng: Rng) -> Data:
    a, b = (rng.normal(0, 1, 32) + 1j * rng.normal(0, 1, 32) for _ in "ab")
    data = {"a": a.astype(np.complex64).view(F4), "b": b.astype(np.complex64).view(F4), "out": np.zeros(64, F4)}
    return Data(data, {"out": ((a * b) ** 2).view(F8)})


@cases()
def unions(rng: Rng) -> Data:
    x = rng.normal(0, 1, 32).astype(F4)
    octets = x.copy().view(U1).reshape(32, 4)
    octets[np.arange(32), np.arange(32) % 4] ^= U1(255)
    octets.view(U2)[:, 0] += U2(3)
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": octets.view(I4)})


@cases()
def pointers_to_pointers(rng: Rng) -> Data:
    a, b = rng.integers(0, 1000, 64).astype(I4), rng.integers(0, 1000, 64).astype(I4)
    rows = [a, b, a[32:], b[32:]]
    wanted = [rows[i % 4][i] + rows[(i + 1) % 4][i] + (1 if i % 2 == 0 else 2) for i in range(32)]
    return Data({"a": a, "b": b, "out": np.zeros(32, I4)}, {"out": np.array(wanted, I4)})


@cases()
def row_pointers(rng: Rng) -> Data:
    x = rng.integers(0, 100, (7, 45)).astype(F4)
    wanted = x + 10 * np.arange(7, dtype=F4)[:, None]
    return Data({"storage": x.ravel(), "rows": np.zeros(7, I8), "width": 45, "height": 7}, {"storage": wanted})


@cases(grid=2)
def linked_lists(rng: Rng) -> Data:
    values, owners = rng.integers(-100, 100, 300).astype(I4), rng.integers(0, 40, 300)
    heads, nodes = np.full(40, -1, I4), np.zeros((300, 2), I4)
    for k in rng.permutation(300):
        nodes[k] = values[k], heads[owners[k]]
        heads[owners[k]] = k
    sums = np.bincount(owners, values, 40).astype(I4)
    return Data({"nodes": nodes.ravel(), "heads": heads, "sums": np.zeros(40, I4), "n": 40}, {"sums": sums})


@cases()
def pointer_trees(rng: Rng) -> Data:
    keys = rng.permutation(200)[:60]
    nodes = np.zeros(60, np.dtype([("key", I8), ("left", I8), ("right", I8)]))
    nodes["key"] = keys
    children: dict[int, dict[bool, int]] = {int(k): {} for k in keys}

    def depth(query: int, insert: bool) -> int:
        at, level = int(keys[0]), 0
        while at != query:
            level += 1
            side = query < at
            if side not in children[at]:
                if insert:
                    children[at][side] = query
                return level
            at = children[at][side]
        return level

    for key in keys.tolist():
        depth(key, insert=True)
    queries = rng.integers(0, 200, 32).astype(I4)
    wanted = [depth(q, insert=False) for q in queries.tolist()]
    data = {"nodes": nodes.view(I8), "count": 60, "queries": queries, "depths": np.zeros(32, I4)}
    return Data(data, {"depths": np.array(wanted, I4)})


@cases()
def shared_structs(rng: Rng) -> Data:
    pairs = np.zeros(32, np.dtype([("a", F4), ("b", I4)]))
    pairs["a"], pairs["b"] = rng.normal(0, 1, 32), rng.integers(0, 100, 32)
    wanted = pairs[::-1].copy()
    wanted["a"] *= F4(0.5)
    wanted["b"] += pairs["b"].sum()
    return Data({"in": pairs.view(I4), "out": np.zeros(64, I4)}, {"out": wanted.view(I4)})


@cases()
def packed_bytes(rng: Rng) -> Data:
    octets = rng.integers(0, 256, 165).astype(U1)
    wanted = [int.from_bytes(octets[5 * i + 1 : 5 * i + 5].tobytes(), "little", signed=True) for i in range(32)]
    return Data({"in": octets, "out": np.zeros(32, I4)}, {"out": np.array(wanted, I4)})


@cases()
def copies_and_fills(rng: Rng) -> Data:
    x = rng.integers(-999, 999, (32, 4)).astype(I4)
    wanted = np.full((32, 8), -1, I4)
    wanted[:, 2:6] = x
    return Data({"in": x.ravel(), "out": np.zeros(256, I4)}, {"out": wanted})


@cases()
def pointer_arithmetic(rng: Rng) -> Data:
    x = rng.integers(-999, 999, 64).astype(I2)
    rows = []
    for t in range(32):
        at = 32 - t
        rows.append([64 - at, int(x[at]) + int(x[32 + t]) + int(x[at + 1]), (t > 0) + 4 * (2 * (64 - at) > 40)])
    return Data({"begin": x, "length": 64, "out": np.zeros(96, I8)}, {"out": np.array(rows, I8)})


@cases(rtol=1e-5, atol=1e-5)
def matrices_in_registers(rng: Rng) -> Data:
    m = rng.normal(0, 1, (32, 3, 3)).astype(F4)
    return Data({"in": m.ravel(), "out": np.zeros(288, F4)}, {"out": m.astype(F8) @ m.astype(F8)})
