"""References for atomics.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("atomics.cu")
F2, F4, F8, I4, I8, U2, U4, U8 = (np.dtype(t).type for t in "f2 f4 f8 i4 i8 u2 u4 u8".split())
Rng = np.random.Generator


@cases(grid=3, block=50)
def integer_atomics(rng: Rng) -> Data:
    x = rng.integers(-(2**31), 2**31, 150).astype(I4)
    u = x.view(U4)
    start = np.array([5, 6, 2**31 - 1, -(2**31), -1, 0, 123], I4)
    ustart = np.array([2**32 - 1, 0, 60, 10, 0, 7], U4)
    out = [5 + x.sum(dtype=I8), 6 - x.sum(dtype=I8), x.min(), x.max(), np.bitwise_and.reduce(x | I4(0x0F0F)),
           np.bitwise_or.reduce(x & I4(0x7070)), 123 ^ int(np.bitwise_xor.reduce(x))]  # fmt: skip
    uout = [u.min(), u.max(), (60 + 150) % 100, (10 - 150) % 78, int(u.sum(dtype=U8)), 7 - 450]
    wanted = {"out": np.array([int(v) % 2**32 for v in out]).astype(U4).view(I4),
              "uout": np.array([int(v) % 2**32 for v in uout]).astype(U4)}  # fmt: skip
    return Data({"in": x, "out": start, "uout": ustart}, wanted)


@cases(grid=2, block=50)
def wide_atomics(rng: Rng) -> Data:
    x = rng.integers(-(2**63), 2**63, 100)
    u = x.view(U8)
    uout = [
        u.sum(),
        u.min(),
        u.max(),
        np.bitwise_and.reduce(u | U8(255)),
        np.bitwise_or.reduce(u),
        np.bitwise_xor.reduce(u),
    ]
    data = {"in": x, "out": np.array([2**63 - 1, -(2**63)]), "uout": np.array([0, 2**64 - 1, 0, 2**64 - 1, 0, 0], U8)}
    return Data(data, {"out": np.array([x.min(), x.max()]), "uout": np.array(uout, U8)})


@cases(grid=3, block=40, rtol=1e-5, atol=1e-5)
def floating_atomics(rng: Rng) -> Data:
    f, d = rng.normal(0, 1, 120).astype(F4), rng.normal(0, 1, 120)
    i = np.arange(120)
    wanted = {"fout": np.r_[np.bincount(i % 5, f, 5), 40, 40, 40, 2 * f], "dout": np.r_[np.bincount(i % 3, d, 3), 60]}
    return Data({"f": f, "d": d, "fout": np.zeros(128, F4), "dout": np.zeros(4)}, wanted)


@cases()
def half_atomics(rng: Rng) -> Data:
    x = rng.integers(-8, 9, (32, 2)).astype(F2)
    wanted = {
        "pairs": np.stack([x[::2].sum(0), x[1::2].sum(0)]),
        "single": np.array([x[k::3, 0].sum() for k in range(3)]),
    }
    return Data({"in": x.ravel(), "pairs": np.zeros(4, F2), "single": np.zeros(3, F2)}, wanted)


@cases()
def atomics_that_return(rng: Rng) -> Data:
    # One warp's atomics on one word happen in some order; on the emulator, as in most code that relies on it, by lane.
    t = np.arange(32)
    wanted = {"tickets": (10 + 2 * t).astype(I4), "wrapped": (t % 10).astype(U4), "down": ((4 - t) % 7).astype(U4)}
    data = {"counter": np.array([10], I4), "tickets": np.zeros(32, I4), "wrapped": np.zeros(32, U4),
            "down": np.zeros(32, U4), "ring": np.zeros(1, U4), "fall": np.array([4], U4)}  # fmt: skip
    return Data(data, wanted)


@cases(block=70)
def shared_atomics(rng: Rng) -> Data:
    x = rng.integers(0, 500, 70).astype(I4)
    out = [x.sum(), -x.sum(), x.min(), x.max(), np.bitwise_and.reduce(x | I4(0xF0)), np.bitwise_or.reduce(x),
           np.bitwise_xor.reduce(x), 70 % 31]  # fmt: skip
    wanted = {
        "out": np.array(out, I4),
        "fout": np.array([x.sum(), x.sum() / 4], F4),
        "wide": np.array([int(x.sum()) << 33], U8),
    }
    return Data({"in": x, "out": np.zeros(8, I4), "fout": np.zeros(2, F4), "wide": np.zeros(1, U8)}, wanted)


@cases()
def exchanges(rng: Rng) -> Data:
    x = rng.permutation(32).astype(I4)
    data = {"in": x, "slot": np.array([32], I4), "seen": np.zeros(33, I4)}
    return Data(data, {"seen": np.where(np.arange(33) == x[-1], 0, 1).astype(I4), "slot": x[-1:]})


@cases(grid=2, block=48, rtol=1e-13)
def doubles_by_compare_and_swap(rng: Rng) -> Data:
    x = rng.uniform(0, 1, 96)
    return Data({"in": x, "out": np.zeros(1)}, {"out": x.sum(keepdims=True)})


@cases(grid=2, block=64)
def float_maximum_by_swap(rng: Rng) -> Data:
    x = rng.normal(0, 1, 128).astype(F4)
    return Data({"in": x, "out": np.full(2, -np.inf, F4)}, {"out": np.array([x[::2].max(), x[1::2].max()])})


@cases(grid=2, block=64)
def float_extrema_as_integers(rng: Rng) -> Data:
    x = rng.normal(0, 1, 128).astype(F4)
    return Data({"in": x, "out": np.array([-np.inf, np.inf], F4)}, {"out": np.array([x.max(), x.min()])})


@cases(block=19)
def multiply_by_swap(rng: Rng) -> Data:
    return Data({"out": np.array([1], I4)}, {"out": np.array([3**19], I4)})


@cases(block=30)
def shorts_by_compare_and_swap(rng: Rng) -> Data:
    return Data({"out": np.array([0, 7, 65530], U2)}, {"out": np.array([50, 57, 44], U2)})


@cases(grid=12, block=32)
def spin_lock(rng: Rng) -> Data:
    data = {"lock": np.zeros(1, I4), "shared_total": np.zeros(1, I4), "trace": np.zeros(12, I4)}
    return Data(data, {"lock": np.zeros(1, I4), "shared_total": np.array([78], I4)})


@cases(block=64)
def lock_for_every_thread(rng: Rng) -> Data:
    return Data({"lock": np.zeros(1, I4), "total": np.zeros(1, I4)}, {"total": np.array([2016], I4)})


@cases(block=4)
def lock_that_deadlocks(rng: Rng) -> Data:
    return Data({"lock": np.zeros(1, I4), "total": np.zeros(1, I4)}, {"total": np.array([4], I4)})


@cases(grid=2, block=40)
def lock_free_stack(rng: Rng) -> Data:
    # The chain must hold every element once, in whatever order: one that is pushed last is nobody's next.
    data = {"head": np.array([-1], I4), "next": np.full(1, -9, I4), "n": 1}
    return Data(data, {"next": np.full(1, -1, I4), "head": np.zeros(1, I4)})


@cases(block=1)
def work_queue(rng: Rng) -> Data:
    data = {"head": np.zeros(1, I4), "tail": np.ones(1, I4), "queue": np.zeros(200, I4), "visited": np.zeros(200, I4),
            "limit": 150}  # fmt: skip
    return Data(
        data, {"visited": (np.arange(200) < 150).astype(I4), "queue": np.r_[np.arange(150), np.zeros(50)].astype(I4)}
    )


@cases(grid=2, block=64)
def hash_table_insert(rng: Rng) -> Data:
    keys = rng.integers(1, 40, 128).astype(U4)
    table, counts = np.zeros(64, U4), np.zeros(64, I4)
    for key in keys.tolist():
        at = key * 2654435761 % 2**32 % 64
        while table[at] not in (0, key):
            at = (at + 1) % 64
        table[at] = key
        counts[at] += 1
    data = {"keys": keys, "table": np.zeros(64, U4), "counts": np.zeros(64, I4), "slots": 64}
    return Data(data, {"table": table, "counts": counts})


@cases(grid=2)
def hash_table_totals(rng: Rng) -> Data:
    table, counts = rng.permutation(64).astype(U4) % U4(40) * (rng.random(64) < 0.5), rng.integers(1, 9, 64).astype(I4)
    table = np.where(
        np.arange(64) == np.unique(table, return_index=True)[1][np.searchsorted(np.unique(table), table)], table, 0
    )
    wanted = np.zeros(40, I4)
    wanted[table[table > 0]] = counts[table > 0]
    data = {"table": table.astype(U4), "counts": counts, "totals": np.zeros(40, I4), "slots": 64}
    return Data(data, {"totals": wanted})


@cases()
def atomics_on_fields(rng: Rng) -> Data:
    x = rng.integers(0, 9, 32).astype(F4)
    wanted = np.zeros(4, np.dtype([("count", I4), ("sum", F4), ("bits", U8)]))
    for t in range(32):
        wanted["count"][t % 4] += 1
        wanted["sum"][t % 4] += x[t]
        wanted["bits"][t % 4] ^= U8(1 << t + 20)
    return Data({"in": x, "tallies": np.zeros(8, I8)}, {"tallies": wanted.view(I8)})


@cases(grid=2, block=64)
def reductions_without_results(rng: Rng) -> Data:
    where = rng.integers(0, 16, 500).astype(I4)
    last = [np.flatnonzero(where == k).max(initial=0) for k in range(16)]
    data = {"out": np.zeros(32, I4), "where": where, "n": 500}
    return Data(data, {"out": np.r_[np.bincount(where, minlength=16), last].astype(I4)})


@cases()
def generic_atomics(rng: Rng) -> Data:
    sums = np.bincount(np.arange(32) % 4, np.arange(32), 4)
    data = {"global": np.zeros(4, I4), "out": np.zeros(4, I4), "choose": 1}
    return Data(data, {"global": (sums * [0, 1, 0, 1]).astype(I4), "out": (sums * [1, 0, 1, 0]).astype(I4)})
