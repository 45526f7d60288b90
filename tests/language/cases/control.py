"""References for control.cu: the same control flow in plain Python, a thread at a time."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tests.language.case import Array, Cases, Data
from tests.language.cases.integers import remainder, signed

cases = Cases("control.cu")
I4, U1, F4, F8 = np.int32, np.uint8, np.float32, np.float64
Rng = np.random.Generator
T = np.arange(32)


def threads(function: Callable[[int], int], n: int = 32) -> Array:
    """function(thread) for every thread, cut to int."""
    return np.array([signed(function(t)) for t in range(n)], I4)


@cases()
def dense_switch(rng: Rng) -> Data:
    x, old = rng.integers(-2, 10, 32).astype(I4), rng.integers(0, 99, 32).astype(I4)

    def thread(t: int) -> int:
        v = int(x[t])
        table = {0: 10, 1: v * 7 - 3, 2: v << 4 if v >= 0 else 0, 3: t, 4: ~v, 5: int(old[t]) + 5, 6: v**3, 7: -1}
        return table.get(v, 1000 + v)

    return Data({"in": x, "out": old}, {"out": threads(thread)})


@cases()
def sparse_switch(rng: Rng) -> Data:
    labels = {-1000: 1, 7: 2, 77777: 3, 2**31 - 1: 4, ord("x"): 5, 8: 0, 0: 0}
    x = rng.choice(list(labels), 32).astype(I4)
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": threads(lambda t: labels[int(x[t])])})


@cases()
def switch_that_falls_through(rng: Rng) -> Data:
    x = rng.integers(0, 100, 32).astype(I4)
    table = [111, 110, 100, 111000, 111000, 110000, 100000, -5]
    return Data({"in": x, "out": np.full(32, -5, I4)}, {"out": threads(lambda t: table[int(x[t]) & 7])})


@cases(rtol=1e-6)
def switch_with_calls(rng: Rng) -> Data:
    x, op = rng.uniform(0, 4, 32).astype(F4), rng.integers(0, 6, 32).astype(I4)
    w = x.astype(F8)
    choices = [np.sqrt(w), w * w, w / 8 + 1.75, np.where(w > 2, 2, w + 0.5), np.floor(w), 0 * w]
    return Data({"in": x, "op": op, "out": np.zeros(32, F4)}, {"out": np.choose(op, choices)})


@cases()
def state_machine(rng: Rng) -> Data:
    text = rng.choice(np.frombuffer(b"aZ09 .", U1), (32, 40))

    def thread(t: int) -> int:
        state, count = "outside", 0
        for c in text[t].tobytes().decode():
            if state == "outside" and c.isalpha():
                state, count = "word", count + 1
            elif state == "outside" and c.isdigit():
                state, count = "number", count + 100
            elif state == "word" and not c.isalnum():
                state = "outside"
            elif state == "number" and not c.isdigit():
                state = "word" if c.isalpha() else "outside"
        return count

    return Data({"text": text.ravel(), "length": 40, "words": np.zeros(32, I4)}, {"words": threads(thread)})


@cases()
def gotos(rng: Rng) -> Data:
    start = rng.integers(-300, 500, 32).astype(I4)

    def thread(t: int) -> int:
        x, steps = int(start[t]), 0
        while True:
            steps += 1
            if x > 100:
                x -= 37
            elif x < 0:
                x += 53
            elif x % 7 == 3:
                break
            else:
                x = x * 3 % 101
                if steps >= 20:
                    break
        return steps * 1000 + x

    return Data({"in": start, "out": np.zeros(32, I4)}, {"out": threads(thread)})


@cases()
def do_while_loops(rng: Rng) -> Data:
    x = rng.integers(0, 10 ** rng.integers(1, 8, 32)).astype(I4)
    return Data(
        {"in": x, "out": np.zeros(32, I4)}, {"out": threads(lambda t: int(str(x[t])[::-1]) * 10 + len(str(x[t])))}
    )


@cases()
def breaks_and_continues(rng: Rng) -> Data:
    x = rng.integers(-30, 93, 40).astype(I4)

    def thread(t: int) -> int:
        total = 0
        for i in range(40):
            v = int(x[(i + t) % 40])
            if v < 0:
                continue
            if v > 90:
                break
            total += sum(j for j in range(1, v % 5 + 1) if j != 2) + v
        return total

    return Data({"in": x, "n": 40, "out": np.zeros(32, I4)}, {"out": threads(thread)})


@cases()
def short_circuits(rng: Rng) -> Data:
    n = 32
    x, following = rng.integers(-1, 8, n).astype(I4), rng.integers(-3, n + 3, n).astype(I4)

    def thread(t: int) -> int:
        at, hops = t, 0
        while 0 <= at < n and x[at] > 0 and hops < 50:
            at, hops = int(following[at]), hops + 1
        a = at < 0 or x[at % n] == 0
        b = False
        if at >= 0:
            hops += 1
            b = hops > 3
        return hops + 100 * a + 1000 * b

    return Data({"in": x, "next": following, "n": n, "out": np.zeros(32, I4)}, {"out": threads(thread)})


@cases()
def ternaries(rng: Rng) -> Data:
    x = rng.integers(-100, 100, 32).astype(I4)
    x[::5] = 0

    def thread(t: int) -> int:
        v = int(x[t])
        if v > 50:
            return v * 2 if v & 1 else v // 2
        return -v if v < -50 else 999 if v == 0 else 1 if v > 0 else 2

    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": threads(thread)})


@cases(grid=3, block=48)
def early_returns(rng: Rng) -> Data:
    x = rng.integers(-20, 3000, 130).astype(I4)

    def thread(t: int) -> int:
        v = int(x[t])
        return -1 if v < 0 else next((d for d in range(2, 20) if v % d == 0), 0)

    return Data({"in": x, "out": np.zeros(130, I4), "n": 130}, {"out": threads(thread, 130)})


@cases(block=64)
def nested_divergence(rng: Rng) -> Data:
    x = rng.integers(0, 64, 64).astype(I4)

    def thread(t: int) -> int:
        v, r = int(x[t]), 0
        for i in range(v % 5):
            for j in range(i, t % 7):
                if (i + j) & 1:
                    r += i * j
                elif v & 8:
                    r -= j
                else:
                    r = (r ^ 3) + sum(range(j))
            if r > 200:
                break
        return r

    return Data({"in": x, "out": np.zeros(64, I4)}, {"out": threads(thread, 64)})


@cases()
def duffs_device(rng: Rng) -> Data:
    x = rng.integers(-9, 9, 40).astype(I4)

    def thread(t: int) -> int:
        total = 0
        for v in x[: 40 - t].tolist():
            total = signed(3 * total + v)
        return total

    return Data({"in": x, "out": np.zeros(32, I4), "n": 40}, {"out": threads(thread)})


@cases()
def local_arrays(rng: Rng) -> Data:
    x = rng.integers(0, 999, (50, 32)).astype(I4)

    def thread(t: int) -> int:
        bins = np.bincount(x[:, t] & 15, minlength=16)
        return int(bins.argmax()) * 100 + int(bins.max())

    return Data({"in": x.ravel(), "out": np.zeros(32, I4), "n": 50}, {"out": threads(thread)})


@cases()
def local_sort(rng: Rng) -> Data:
    x = rng.normal(0, 1, (32, 12)).astype(F4)
    return Data({"in": x.ravel(), "out": np.zeros(384, F4)}, {"out": np.sort(x, 1)})


@cases()
def local_stack(rng: Rng) -> Data:
    program = [3, 4, -1, 5, -3, -2, 2, 7, 1, -1, -2, -1]

    def thread(t: int) -> int:
        stack: list[int] = []
        for op in program:
            if op >= 0:
                stack.append(op + t)
            elif op == -3:
                stack[-1], stack[-2] = stack[-2], stack[-1]
            else:
                b, a = stack.pop(), stack.pop()
                stack.append(a + b if op == -1 else a * b)
        return stack[0]

    data = {"program": np.array(program, I4), "length": len(program), "out": np.zeros(32, I4)}
    return Data(data, {"out": threads(thread)})


@cases()
def function_pointers_in_a_table(rng: Rng) -> Data:
    which = rng.integers(0, 3, 32).astype(I4)
    wanted = np.choose(which, [T + 1, T * 2, -T]).astype(I4)
    return Data({"which": which, "out": np.zeros(32, I4)}, {"out": wanted})


@cases()
def function_pointers_as_arguments(rng: Rng) -> Data:
    return Data({"out": np.zeros(32, I4), "mode": 1}, {"out": (T + 12).astype(I4)})


@cases()
def function_pointers_known_to_the_compiler(rng: Rng) -> Data:
    return Data({"out": np.zeros(32, I4)}, {"out": np.where(T % 2, T + 1, T * 2).astype(I4)})


@cases()
def loop_with_shared_exit(rng: Rng) -> Data:
    x = rng.integers(-1, 32, 60).astype(I4)

    def thread(t: int) -> int:
        for i in range(60):
            if x[i] == t:
                return i
            if x[i] < 0 and i > 10:
                return -1
        return -1

    return Data({"in": x, "out": np.zeros(32, I4), "n": 60}, {"out": threads(thread)})


@cases(grid=3, block=40)
def while_with_atomics(rng: Rng) -> Data:
    data = {"counter": np.zeros(1, I4), "taken": np.zeros(500, I4), "total": 500}
    return Data(data, {"counter": np.array([500 + 120], I4), "taken": np.ones(500, I4)})


@cases()
def comma_and_compound(rng: Rng) -> Data:
    def thread(t: int) -> int:
        a, b = t + 3, 2 * (t + 3)
        c = b - 1
        a ^= b
        b ^= a
        a ^= b
        c = remainder(signed(c << (a & 3)) | 1, 1000) - (b > 5)
        return a + 10 * b + 100 * c + c + 1

    return Data({"out": np.zeros(32, I4)}, {"out": threads(thread)})


@cases(rtol=1e-5)
def unrolled_loops(rng: Rng) -> Data:
    x = rng.uniform(1, 2, 17).astype(F4)
    w = x.astype(F8)
    rows = [
        [w[:16] @ np.arange(16), (w - np.arange(17)).sum(), sum(w[i % 17] for i in range(5 + t))] for t in range(32)
    ]
    return Data({"in": x, "out": np.zeros(96, F4)}, {"out": np.array(rows)})
