"""Lanes that part and meet again compute what each thread alone would, for random structured programs and by hand."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.simt.random_kernels import CALLED, OUTPUTS, Generator, Thread
from tests.simt.running import computed, loaded, run
from tests.tiers import examples

U4 = np.uint32


def check(seed: int, kernels: int) -> None:
    """Compile `kernels` random kernels at once; run each on the emulator and thread by thread."""
    made = {f"k{i}": Generator(seed * 1000 + i).kernel(f"k{i}") for i in range(kernels)}
    source = CALLED + "\n".join(text for text, _ in made.values())
    random = Random(seed)
    for name, (text, semantics) in made.items():
        block, grid = random.choice([(1, 3), (32, 1), (33, 2), (50, 2), (64, 1), (96, 1)])
        given = [random.choice([random.getrandbits(32), random.randrange(8)]) for _ in range(block * grid)]
        arguments = {"result": np.zeros(OUTPUTS * block * grid, U4), "in": np.array(given, U4)}
        result = run(source, arguments, kernel=name, block=block, grid=grid)
        assert result.faults == (), f"seed {seed}, {name}:\n{text}"
        threads = [Thread(i % block, i // block, x) for i, x in enumerate(given)]
        for thread in threads:
            semantics(thread)
        found = result.outputs[0].reshape(-1, OUTPUTS).tolist()
        wrong = [i for i, thread in enumerate(threads) if found[i] != thread.out]
        if wrong:
            i = wrong[0]
            pytest.fail(f"seed {seed}, {name}, {len(wrong)} threads, first {i} (given {given[i]}): "
                        f"{found[i]} instead of {threads[i].out}\n{CALLED}{text}")  # fmt: skip
    loaded.cache_clear()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_random_programs_compute_what_each_thread_alone_would(seed: int) -> None:
    check(seed, kernels=8)


@pytest.mark.long
@examples(25)
@given(st.integers(1000, 10**9))
def test_many_random_programs(seed: int) -> None:
    check(seed, kernels=20)


AWKWARD = r"""
extern "C" __global__ void early_returns(int* out) {
    int t = threadIdx.x;
    if (t % 5 == 0) { out[t] = 1; return; }
    if (t % 3 == 0) { if (t % 2) return; out[t] = 2; }
    for (int i = 0; i < t; ++i) if (i * i > t) { out[t] += 100 * i; return; }
    out[t] += 7;
}
extern "C" __global__ void two_exits(int* out) {
    int t = threadIdx.x, steps = 0, x = t + 1;
    while (true) {
        if (x == 1) { out[t] = steps; break; }
        if (steps > 40) { out[t] = -x; break; }
        x = x % 2 ? 3 * x + 1 : x / 2;
        ++steps;
    }
    out[t] += 1000;
}
extern "C" __global__ void jumps(int* out) {
    int t = threadIdx.x, n = 0;
    if (t % 3 == 1) goto middle;
top:
    n += 10;
    if (n > 50) goto done;
middle:
    n += t % 4 + 1;
    if (n % 7 == 3) goto done;
    goto top;
done:
    out[t] = n;
}
extern "C" __global__ void nested(int* out) {
    int t = threadIdx.x, sum = 0;
    for (int i = 0; i < t % 4 + 1; ++i) {
        for (int j = 0; j < t % 3 + 1; ++j) {
            if (j == i) continue;
            for (int k = 0; k < j + 1; ++k) { if (k == t % 5) break; sum += 100 * i + 10 * j + k; }
        }
        if (sum > 700) break;
    }
    out[t] = sum;
}
extern "C" __global__ void dense_switch(int* out) {
    int t = threadIdx.x, r = out[t];
    switch (t % 11) {
        case 0: r += 3 * t; break;
        case 1: r ^= t; // fall through
        case 2: r *= 7; break;
        case 3: r = out[(t + 1) % 64]; break;
        case 4: r /= 3; break;
        case 5: for (int i = 0; i < t; ++i) r += i * r; break;
        case 6: out[t] = -1; return;
        case 7: r = r * r + t; break;
        case 8: r -= 1000; break;
        default: r = -r;
    }
    out[t] = r;
}
extern "C" __global__ void meet(int* out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t % 2) s[t] = 3 * t; else if (t % 3) s[t] = 5 * t; else s[t] = 7 * t;
    __syncthreads();
    out[t] = s[63 - t];
}
"""


def collatz(t: int) -> int:
    x, steps = t + 1, 0
    while x != 1 and steps <= 40:
        x, steps = (3 * x + 1 if x % 2 else x // 2), steps + 1
    return (steps if x == 1 else -x) + 1000


def returning(t: int) -> int:
    if t % 5 == 0:
        return 1
    value = 0
    if t % 3 == 0:
        if t % 2:
            return 0
        value = 2
    for i in range(t):
        if i * i > t:
            return value + 100 * i
    return value + 7


def jumping(t: int) -> int:
    n, middle = 0, t % 3 == 1
    while True:
        if not middle:
            n += 10
            if n > 50:
                return n
        middle = False
        n += t % 4 + 1
        if n % 7 == 3:
            return n


def nesting(t: int) -> int:
    total = 0
    for i in range(t % 4 + 1):
        for j in range(t % 3 + 1):
            if j == i:
                continue
            for k in range(j + 1):
                if k == t % 5:
                    break
                total += 100 * i + 10 * j + k
        if total > 700:
            break
    return total


@pytest.mark.parametrize(
    ("kernel", "semantics"),
    [("early_returns", returning), ("two_exits", collatz), ("jumps", jumping), ("nested", nesting)],
)
def test_awkward_control_flow(kernel: str, semantics: object) -> None:
    found = computed(AWKWARD, {"out": np.zeros(64, np.int32)}, kernel=kernel, block=64)
    assert callable(semantics)
    assert found.tolist() == [semantics(t) for t in range(64)]


def test_a_switch_with_a_jump_table() -> None:
    start = np.arange(64, dtype=np.int32) * 13 - 200
    found = run(AWKWARD, {"out": start}, kernel="dense_switch", block=64)
    assert found.faults == ()

    def expected(t: int) -> int | None:
        r, case = int(start[t]), t % 11
        if case in (3, 5):
            return None
        if case == 1:
            return (r ^ t) * 7
        return {0: r + 3 * t, 2: r * 7, 4: int(r / 3), 6: -1, 7: r * r + t, 8: r - 1000}.get(case, -r)

    for t in range(64):
        if t % 11 == 5:
            r = int(start[t])
            for i in range(t):
                r = (r + i * r) & 0xFFFFFFFF
            assert int(found.outputs[0][t]) & 0xFFFFFFFF == r
        elif expected(t) is not None:
            assert found.outputs[0][t] == expected(t), t


def test_branches_meet_before_a_barrier() -> None:
    found = computed(AWKWARD, {"out": np.zeros(64, np.int32)}, kernel="meet", block=64)
    value = [3 * t if t % 2 else 5 * t if t % 3 else 7 * t for t in range(64)]
    assert found.tolist() == value[::-1]


def test_lanes_that_part_run_together_again_afterwards() -> None:
    source = r"""
    extern "C" __global__ void k(int* out) {
        int t = threadIdx.x;
        for (int i = 0; i < t % 8; ++i) __threadfence();
        if (t % 2) __threadfence(); else __threadfence_block();
        out[t] = __activemask();
    }"""
    assert computed(source, {"out": np.zeros(32, np.int32)}).tolist() == [-1] * 32
