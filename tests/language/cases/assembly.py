"""References for assembly.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data
from tests.language.cases.integers import byte_perm, per_row, samples, signed, unsigned

cases = Cases("assembly.cu")
I2, I4, I8, U1, U4, F4, F8 = (np.dtype(t).type for t in "i2 i4 i8 u1 u4 f4 f8".split())
Rng = np.random.Generator
T = np.arange(32)


@cases()
def simple_assembly(rng: Rng) -> Data:
    a, b = samples(rng, 32), samples(rng, 32)[::-1].copy()

    def row(_: int, x: int, y: int) -> list[int]:
        c, u, v = 0x0F0F00FF, unsigned(x), unsigned(y)
        inserted = (u & ~0xFFF00) | (v & 0xFFF) << 8
        return [x + y, x * y + 17, (u & v) | (u & c) | (v & c), signed(u >> 5, 9), inserted, byte_perm(u, v, 0x5410),
                ~((u >> 3 & 15) << 2), x ^ y]  # fmt: skip

    return Data({"a": a, "b": b, "out": np.zeros(256, I4)}, {"out": per_row(row, a, b, dtype=I4)})


@cases()
def predicates_in_assembly(rng: Rng) -> Data:
    x = rng.integers(-20, 100, 32).astype(I4)
    wanted = np.where(x > 10, 100, 200) + np.where((x < 60) & (x > 10), 7, -3)
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": wanted.astype(I4)})


@cases()
def branches_in_assembly(rng: Rng) -> Data:
    return Data({"out": np.zeros(32, I4)}, {"out": (T * (T - 1) // 2).astype(I4)})


@cases()
def scoped_labels(rng: Rng) -> Data:
    wanted = []
    for t in range(32):
        v = t
        while v < 100:
            v = 2 * v + 1
        wanted.append(t.bit_length() * 1000 + v)
    return Data({"out": np.zeros(32, I4)}, {"out": np.array(wanted, I4)})


@cases()
def wide_assembly(rng: Rng) -> Data:
    x = rng.integers(-(2**40), 2**40, 32)

    def row(_: int, v: int) -> list[int]:
        u = unsigned(v, 64)
        low, high = u & 0xFFFFFFFF, u >> 32
        funnel = unsigned((high << 32 | low) << 7 >> 32)
        return [v * v, signed(funnel), low << 32 | high, signed(low) * 3 + v + signed(low, 16)]

    wanted = {"out": per_row(row, x, dtype=I8), "doubles": x.astype(F8) * x.astype(F8) + 0.5}
    return Data({"in": x, "out": np.zeros(128, I8), "doubles": np.zeros(32)}, wanted)


@cases()
def vector_accesses(rng: Rng) -> Data:
    x = rng.normal(0, 1, (32, 4)).astype(F4)
    wanted = {"out": x[:, ::-1], "bytes": x.ravel()[:32].view(U1)[3::4].astype(I4)}
    return Data({"in": x.ravel(), "out": np.zeros(128, F4), "bytes": np.zeros(32, I4)}, wanted)


@cases(grid=(2, 3, 2), block=(4, 3, 2))
def special_registers(rng: Rng) -> Data:
    rows = [[t // 4 % 3, 4, block // 6, 3, t, 1] for block in range(12) for t in range(24)]
    return Data({"out": np.zeros(6 * 288, U4)}, {"out": np.array(rows, U4)})


@cases()
def carry_chains(rng: Rng) -> Data:
    a, b = rng.integers(0, 2**32, (32, 4)).astype(U4), rng.integers(0, 2**32, (32, 4)).astype(U4)
    b[::3, 1] = ~a[::3, 1]
    rows = []
    for x, y in zip(a, b, strict=True):
        total = int.from_bytes(x.tobytes(), "little") + int.from_bytes(y.tobytes(), "little")
        rows.append(np.frombuffer(total.to_bytes(20, "little"), U4))
    return Data({"a": a.ravel(), "b": b.ravel(), "out": np.zeros(160, U4)}, {"out": np.stack(rows)})


@cases(rtol=1e-3, atol=1e-6)
def float_assembly(rng: Rng) -> Data:
    x = rng.uniform(0.2, 3, 32).astype(F4) * rng.choice([-1, 1], 32).astype(F4)
    w = x.astype(F8)
    columns = [w * w + 1, 2**w, 1 / w, np.maximum(w, 1), np.tanh(w), np.copysign(2.5, w)]
    return Data({"in": x, "out": np.zeros(192, F4)}, {"out": np.stack(columns, 1)})


@cases()
def warp_assembly(rng: Rng) -> Data:
    x = rng.integers(0, 99, 32).astype(I4)
    ballot = signed(sum(1 << k for k in range(32) if x[k] > 40))
    columns = [x[T ^ 3], np.full(32, ballot), np.full(32, -1), np.full(32, x.sum())]
    return Data({"in": x, "out": np.zeros(128, I4)}, {"out": np.stack(columns, 1).astype(I4)})


@cases()
def atomic_assembly(rng: Rng) -> Data:
    wanted = {"counter": np.array([96, 93, 5], I4), "out": np.where(T == 0, 0, 5).astype(I4)}
    return Data({"counter": np.zeros(3, I4), "out": np.zeros(32, I4)}, wanted)


@cases()
def ordered_assembly(rng: Rng) -> Data:
    return Data({"data": np.zeros(32, I4), "out": np.zeros(32, I4)}, {"out": np.full(32, 9, I4)})


@cases()
def video_instructions(rng: Rng) -> Data:
    a, b = rng.integers(0, 2**32, 32).astype(U4), rng.integers(0, 2**32, 32).astype(U4)
    octets = abs(a.view(U1).astype(I4) - b.view(U1)).reshape(32, 4).sum(1) + 11
    sums = (abs(a.astype(I8) - b.astype(I8)) + 1) % 2**32
    return Data({"a": a, "b": b, "out": np.zeros(64, U4)}, {"out": np.stack([octets, sums], 1).astype(U4)})


@cases()
def bit_assembly(rng: Rng) -> Data:
    x = samples(rng, 32).view(U4)

    def row(_: int, v: int) -> list[int]:
        places = [k for k in range(32) if v >> k & 1]
        start = v & 31
        mask = unsigned(((1 << 7) - 1) << start)
        return [v.bit_count(), 32 - v.bit_length(), v.bit_length() - 1, int(f"{v:032b}"[::-1], 2), mask,
                places[2] if len(places) > 2 else -1]  # fmt: skip

    return Data({"in": x, "out": np.zeros(192, U4)}, {"out": per_row(row, x, dtype=U4)})
