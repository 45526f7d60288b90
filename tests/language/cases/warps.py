"""References for warps.cu: lanes as columns of NumPy arrays."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("warps.cu")
I4, I8, U4, F4, F8 = np.int32, np.int64, np.uint32, np.float32, np.float64
Rng = np.random.Generator
L = np.arange(32)


def mask_of(lanes: np.ndarray) -> int:
    """A ballot: bit k is set where lanes[k] holds."""
    return sum(1 << k for k, on in enumerate(lanes.tolist()) if on)


@cases(block=64)
def shuffles_of_every_kind(rng: Rng) -> Data:
    x = rng.integers(-999, 999, (2, 32)).astype(I4)
    up3, down9 = np.where(L >= 3, L - 3, L), np.where(L + 9 < 32, L + 9, L)
    up2, down1 = np.where(L % 16 >= 2, L - 2, L), np.where(L % 4 < 3, L + 1, L)
    columns = [x[:, 0 * L + 7], x[:, L * 5 % 32], x[:, up3], x[:, down9], x[:, L ^ 21], x[:, L // 8 * 8 + (L + 1) % 8],
               x[:, up2], x[:, down1] + x[:, L ^ 3]]  # fmt: skip
    return Data({"in": x.ravel(), "out": np.zeros(512, I4)}, {"out": np.stack(columns, 2)})


@cases()
def shuffles_of_every_type(rng: Rng) -> Data:
    x = rng.normal(0, 1, 32)
    wanted = {
        "longs": (np.maximum(L - 1, 0) << 40) + 3, "doubles": x[np.minimum(L + 1, 31)] + x[L ^ 16],
        "floats": x.astype(F4)[L ^ 1], "small": ((31 - L) * 3000000000 % 2**32).astype(U4),
    }  # fmt: skip
    outs = {"longs": np.zeros(32, I8), "doubles": np.zeros(32), "floats": np.zeros(32, F4), "small": np.zeros(32, U4)}
    return Data({"in": x, **outs}, wanted)


@cases()
def votes(rng: Rng) -> Data:
    x = rng.integers(0, 100, 32).astype(I4)
    halves = [slice(0, 16), slice(16, 32)]
    rows = []
    for lane in range(32):
        h = halves[lane // 16]
        inside = (lane // 16) == L // 16
        rows.append([
            mask_of(x > 50), (x > 98).any(), (x > 1).all(), 1, mask_of((x & 1 > 0) & inside),
            (x[h] > 90).any() + 2 * (x[h] > 10).all(),
        ])  # fmt: skip
    return Data({"in": x, "out": np.zeros(192, U4)}, {"out": np.array(rows).astype(U4)})


@cases()
def matches(rng: Rng) -> Data:
    x, wide = rng.integers(0, 5, 32).astype(I4), rng.integers(0, 3, 32) << 35
    rows = [[mask_of(x == x[k]), mask_of(wide == wide[k]), 2**32 - 1 + 1, 0] for k in range(32)]
    return Data({"in": x, "wide": wide, "out": np.zeros(128, U4)}, {"out": (np.array(rows) % 2**32).astype(U4)})


@cases()
def reductions_by_one_instruction(rng: Rng) -> Data:
    x = rng.integers(-(2**31), 2**31, 32).astype(I4)
    u = x.view(U4)
    row = [x.sum(dtype=I8), x.min(), x.max(), u.min(), u.max(), np.bitwise_and.reduce(u | U4(0x10000)),
           np.bitwise_or.reduce(u), np.bitwise_xor.reduce(u)]  # fmt: skip
    wanted = np.tile(np.array([int(v) % 2**32 for v in row]).astype(U4).view(I4), 32)
    return Data({"in": x, "out": np.zeros(256, I4)}, {"out": wanted})


@cases()
def divergent_masks(rng: Rng) -> Data:
    x = rng.integers(0, 99, 32).astype(I4)
    chosen = x % 3 == 0
    wanted = np.where(chosen, x[chosen.argmax()] + 1000 * chosen.sum(), -(~chosen).sum())
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": wanted.astype(I4)})


@cases(rtol=1e-5)
def warp_sum(rng: Rng) -> Data:
    x = rng.uniform(0, 1, 1000).astype(F4)
    return Data({"in": x, "out": np.zeros(1, F4), "n": 1000}, {"out": x.sum(dtype=F8, keepdims=True)})


@cases(block=96)
def warp_inclusive_scan(rng: Rng) -> Data:
    x = rng.integers(-99, 99, (3, 32)).astype(I4)
    return Data({"in": x.ravel(), "out": np.zeros(96, I4)}, {"out": x.cumsum(1).astype(I4)})


@cases()
def warp_compaction(rng: Rng) -> Data:
    x = rng.integers(0, 99, 32).astype(I4)
    even = x[x % 2 == 0]
    wanted = {"out": np.r_[even, np.zeros(32 - len(even), I4)], "count": np.array([len(even)], I4)}
    return Data({"in": x, "out": np.zeros(32, I4), "count": np.zeros(1, I4)}, wanted)


@cases(grid=1, block=64)
def aggregated_atomics(rng: Rng) -> Data:
    x = rng.integers(-9, 9, 60).astype(I4)
    kept = x[x > 0]
    wanted = {"counter": np.array([len(kept)], I4), "out": np.r_[kept, np.zeros(60 - len(kept), I4)]}
    return Data({"in": x, "counter": np.zeros(1, I4), "out": np.zeros(60, I4), "n": 60}, wanted)


@cases(block=64)
def lane_masks(rng: Rng) -> Data:
    rows = []
    for t in range(64):
        k = t % 32
        lt, eq = (1 << k) - 1, 1 << k
        rows.append([lt, lt | eq, ~(lt | eq) & 2**32 - 1, ~lt & 2**32 - 1, eq, k, t // 32])
    return Data({"out": np.zeros(448, U4)}, {"out": np.array(rows).astype(U4)})


@cases()
def warp_bitonic_sort(rng: Rng) -> Data:
    x = rng.integers(-99, 99, 32).astype(I4)
    return Data({"data": x}, {"data": np.sort(x)})


@cases()
def warp_transpose(rng: Rng) -> Data:
    x = rng.normal(0, 1, (4, 32)).astype(F4)
    wanted = np.array([[x[lane & 3, (lane & ~3) + i] for i in range(4)] for lane in range(32)], F4)
    return Data({"in": x.ravel(), "out": np.zeros(128, F4)}, {"out": wanted})


@cases()
def segmented_warp_sum(rng: Rng) -> Data:
    heads, x = (rng.random(32) < 0.25).astype(I4), rng.integers(-9, 9, 32).astype(I4)
    wanted, total = [], 0
    for h, v in zip(heads.tolist(), x.tolist(), strict=True):
        total = v if h else total + v
        wanted.append(total)
    return Data({"heads": heads, "values": x, "out": np.zeros(32, I4)}, {"out": np.array(wanted, I4)})


@cases(block=64)
def syncwarp_between_lanes(rng: Rng) -> Data:
    x = rng.integers(0, 99, (2, 32)).astype(I4)
    return Data({"in": x.ravel(), "out": np.zeros(64, I4)}, {"out": 2 * np.roll(x, -1, 1)[:, ::-1]})


@cases()
def syncwarp_with_masks(rng: Rng) -> Data:
    x = rng.integers(0, 99, 32).astype(I4)
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": np.r_[x[15::-1], 10 * x[:15:-1]]})


@cases()
def shuffle_from_a_loop(rng: Rng) -> Data:
    x = rng.integers(0, 99, 32).astype(I4)
    v, total = x, np.zeros(32, I4)
    for r in range(9):
        v = v[(L * (r + 3) + r) & 31] ^ I4(r)
        total = total + v
    return Data({"in": x, "out": np.zeros(32, I4), "rounds": 9}, {"out": total})


@cases()
def broadcast_by_ballot(rng: Rng) -> Data:
    x = rng.integers(-9, 3, 32).astype(I4)
    total = 0
    for v in x[x > 0].tolist():
        total = (total * 3 + v) % 2**32
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": np.full(32, total).astype(U4).view(I4)})


@cases(block=48)
def partial_warps(rng: Rng) -> Data:
    x = rng.integers(-99, 99, 48).astype(I4)
    v = x.reshape(3, 16)
    for d in (8, 4, 2, 1):
        k = np.arange(16)
        v = v + v[:, np.where(k + d < 16, k + d, k)]
    return Data({"in": x, "out": np.zeros(48, I4)}, {"out": v})


@cases()
def reduced_by_halves(rng: Rng) -> Data:
    x = rng.integers(0, 2**32, 32).astype(U4)
    wanted = np.r_[np.full(16, x[:16].sum() % 2**32), np.full(16, x[16:].max())].astype(U4)
    return Data({"in": x, "out": np.zeros(32, U4)}, {"out": wanted})
