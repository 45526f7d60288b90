"""References for diagnosis.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("diagnosis.cu")
I4, F4, F8 = np.int32, np.float32, np.float64
Rng = np.random.Generator
T = np.arange(32)


@cases(grid=1)
def prints(rng: Rng) -> Data:
    lines = ["block 0 of 1", "[00]   1.50|0    |+0|ff|010|a|even|%", "[01]  -2.25|3    |+1|100|010|b|odd|%", ""]
    return Data({"in": np.array([1.5, -2.25], F4)}, {}, printed="\n".join(lines))


@cases()
def prints_wide_values(rng: Rng) -> Data:
    printed = "-5000000000 18446744073709551615 1.234560e-05 1.23456e-05  12.3% -7 44 16\n"
    return Data({"big": np.int64(-5_000_000_000), "fine": F8(1.23456e-5)}, {}, printed=printed)


@cases()
def prints_in_a_loop(rng: Rng) -> Data:
    return Data({"n": 34}, {}, printed="".join(f"{i}:{i * i:4d}\n" for i in range(34)))


@cases()
def assertion_that_holds(rng: Rng) -> Data:
    x = rng.integers(0, 99, 32).astype(I4)
    return Data({"in": x, "out": np.zeros(32, I4)}, {"out": x + I4(1)})


@cases(faults=("assert",))
def assertion_that_fails(rng: Rng) -> Data:
    return Data({"in": T.astype(I4), "out": np.zeros(32, I4)}, {})


@cases()
def guarded_trap(rng: Rng) -> Data:
    x = rng.integers(0, 99, 32).astype(I4)
    return Data({"in": x, "out": np.zeros(32, I4), "n": 32}, {"out": x * I4(2)})


@cases(faults=("trap",))
def trap_that_springs(rng: Rng) -> Data:
    return Data({"in": T.astype(I4), "out": np.zeros(32, I4)}, {})


@cases(rtol=1e-4)
def clocks(rng: Rng) -> Data:
    x = rng.uniform(3, 4, 32).astype(F4)
    w = x.astype(F8)
    for _ in range(20):
        w = w * 1.5 - 1
    return Data({"in": x, "out": np.zeros(32, F4), "sane": np.zeros(32, I4)}, {"out": w, "sane": np.ones(32)})


@cases()
def sleeps(rng: Rng) -> Data:
    return Data({"flag": np.zeros(1, I4), "out": np.zeros(32, I4)}, {"out": (T + 1).astype(I4)})


@cases(grid=2, faults=("out_of_bounds",))
def out_of_bounds(rng: Rng) -> Data:
    return Data({"in": np.zeros(50, I4), "out": np.zeros(50, I4), "n": 50}, {})


@cases()
def unreachable_and_assumed(rng: Rng) -> Data:
    x = rng.integers(0, 99, 32).astype(I4)
    return Data({"in": x, "out": np.zeros(32, I4), "n": 1}, {"out": np.array([5, 6, 7, 8], I4)[x & 3]})


@cases()
def function_names(rng: Rng) -> Data:
    return Data({"out": np.zeros(32, I4)}, {"out": np.full(32, len("function_names"), I4)})
