"""References for schedules.cu: a thread at a time in plain Python."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data
from tests.language.cases.control import threads
from tests.language.cases.integers import remainder

cases = Cases("schedules.cu")
I4, I8, U4, F4 = np.int32, np.int64, np.uint32, np.float32
Rng = np.random.Generator
T = np.arange(32)


@cases()
def jump_into_a_loop(rng: Rng) -> Data:
    start = rng.integers(0, 50, 32).astype(I4)

    def thread(t: int) -> int:
        x, n = int(start[t]), 0
        skip = x & 1
        while True:
            if not skip:
                x, n = x + 3, n + 1
            skip = 0
            x = x * 2 - 1
            if not (x < 1000 and n < 10):
                return x * 100 + n

    return Data({"in": start, "out": np.zeros(32, I4)}, {"out": threads(thread)})


@cases(block=64)
def two_entries_and_two_exits(rng: Rng) -> Data:
    start = rng.integers(0, 99, 64).astype(I4)

    def thread(t: int) -> int:
        x, steps, at = int(start[t]), 0, "abc"[int(start[t]) % 3]
        while True:
            steps += 1
            if at == "a":
                x += 7
                if steps > 12:
                    break
                at = "c" if x % 5 == 0 else "b"
            elif at == "b":
                x ^= 21
                if steps > 12:
                    x = -x
                    break
                at = "a" if remainder(x, 4) == 1 else "c"
            else:
                x -= 2
                if steps > 12:
                    break
                at = "b" if x % 2 else "a"
        return x * 16 + steps

    return Data({"in": start, "out": np.zeros(64, I4)}, {"out": threads(thread, 64)})


@cases()
def votes_in_a_divergent_loop(rng: Rng) -> Data:
    n = rng.integers(0, 9, 32).astype(I4)
    wanted = [sum(int((n > i).sum()) for i in range(k)) for k in n.tolist()]
    return Data({"in": n, "out": np.zeros(32, U4)}, {"out": np.array(wanted, U4)})


@cases()
def ballots_over_those_that_remain(rng: Rng) -> Data:
    n = rng.integers(0, 9, 32).astype(I4)
    wanted = []
    for k in n.tolist():
        staying = n > k - 1
        wanted.append(int(staying.sum()) + int(staying.argmax()) * 100 if k else 0)
    return Data({"in": n, "out": np.zeros(32, U4)}, {"out": np.array(wanted, U4)})


@cases(block=64)
def leaders_one_after_another(rng: Rng) -> Data:
    keys = rng.integers(0, 6, (2, 32)).astype(I4)
    wanted = []
    for row in keys.tolist():
        order = list(dict.fromkeys(row))
        wanted += [order.index(k) * 100 + row[:i].count(k) for i, k in enumerate(row)]
    return Data({"in": keys.ravel(), "out": np.zeros(64, I4)}, {"out": np.array(wanted, I4)})


@cases(block=128, hazards=("RAW", "WAR", "WAW"))
def warps_handing_over(rng: Rng) -> Data:
    # A volatile flag in shared memory orders nothing in the eyes of the race detector, nor in compute-sanitizer's.
    x = rng.integers(0, 9, 4).astype(I4)
    value = 1
    for warp in (3, 2, 1, 0):
        value = value * 3 + int(x[warp])
    return Data({"in": x, "out": np.zeros(128, I4)}, {"out": np.full(128, value, I4)})


@cases()
def lanes_that_wait_for_a_lane(rng: Rng) -> Data:
    return Data({"flag": np.zeros(1, I4), "out": np.zeros(32, I4)}, {"out": np.where(T == 31, 5, T).astype(I4)})


@cases(grid=9)
def ticket_lock(rng: Rng) -> Data:
    data = {"ticket": np.zeros(1, U4), "serving": np.zeros(1, U4), "data": np.zeros(1, I4)}
    return Data(data, {"data": np.array([511], I4), "serving": np.array([9], U4)})


@cases()
def lock_within_a_warp_by_turns(rng: Rng) -> Data:
    return Data({"lock": np.zeros(1, I4), "data": np.zeros(1, I4)}, {"data": np.array([496], I4)})


@cases(block=48)
def barriers_in_a_uniform_loop(rng: Rng) -> Data:
    x = rng.integers(0, 20, 90).astype(I4)
    sums = x.cumsum()
    over = np.flatnonzero(sums > 500)
    value = sums[over[0]] if len(over) else sums[-1]
    return Data({"in": x, "out": np.zeros(48, I4), "n": 90}, {"out": np.full(48, value, I4)})


@cases(grid=3, block=40)
def persistent_blocks(rng: Rng) -> Data:
    lengths = rng.integers(0, 150, 20).astype(I4)
    data = {"lengths": lengths, "out": np.zeros(20, I4), "next": np.zeros(1, I4), "jobs": 20}
    return Data(data, {"out": lengths * (lengths - 1) // 2, "next": np.array([23], I4)})


@cases(block=64)
def specialised_warps(rng: Rng) -> Data:
    x = rng.integers(0, 99, (6, 32)).astype(F4)
    return Data({"in": x.ravel(), "out": np.zeros(32, F4), "tiles": 6}, {"out": x.sum(0)[::-1]})


@cases()
def deep_recursion(rng: Rng) -> Data:
    results = [1]
    for n in range(1, 125):
        r = results[-1]
        results.append((n + r % 3 + r) % 1000)
    return Data({"out": np.zeros(32, I4)}, {"out": np.array(results, I4)[T * 4]})


@cases()
def recursion_with_shuffles(rng: Rng) -> Data:
    x = rng.integers(0, 99, 32).astype(I4)
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": np.full(32, x.sum(), I4)})


@cases(block=64)
def recursion_with_barriers(rng: Rng) -> Data:
    x = rng.integers(0, 99, 64).astype(I4)
    return Data({"in": x, "out": np.zeros(1, I4)}, {"out": x.sum(dtype=I4, keepdims=True)})


@cases()
def recursion_with_structs(rng: Rng) -> Data:
    x = rng.integers(0, 9, 20).astype(I4)

    def total(low: int, high: int) -> int:
        middle = (low + high) // 2
        return int(x[low]) if high - low == 1 else total(low, middle) * 3 + total(middle, high)

    rows = [[total(t % 5, 20), 20 - t % 5] for t in range(32)]
    return Data({"data": x, "out": np.zeros(64, I8)}, {"out": np.array(rows, I8)})


@cases()
def recursion_from_a_loop(rng: Rng) -> Data:
    def count_down(n: int) -> tuple[int, int]:
        if n <= 2:
            return max(n, 0), 0
        steps, r = count_down(n - 3)
        return steps + 3, r + 2

    rounds = T % 4 + 1
    found = np.array([count_down(t) for t in range(32)])
    wanted = {"steps": (rounds * found[:, 0]).astype(I4), "out": (rounds * found[:, 1]).astype(I4)}
    return Data({"steps": np.zeros(32, I4), "out": np.zeros(32, I4)}, wanted)


@cases()
def exits_at_different_times(rng: Rng) -> Data:
    x = rng.integers(0, 60, 32).astype(I4)
    middle = ((x >= 20) & (x < 30)).sum()
    roots = np.floor(np.sqrt(x)).astype(I4) + 1
    wanted = np.where(x < 10, 0, np.where(x < 20, 1, 2 + middle + roots * 100))
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": wanted.astype(I4)})
