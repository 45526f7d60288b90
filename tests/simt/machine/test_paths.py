"""Warps that part: what each lane computes, and what is counted on the way."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tests.simt.machine.running import Array, computed, run

MANY = 96
SOURCE = r"""
#define KERNEL(NAME) extern "C" __global__ void NAME(int* out, const int* in)
#define I (blockIdx.x * blockDim.x + threadIdx.x)

KERNEL(nested) {
    int v = in[I], r = 0;
    if (v & 1) {
        if (v & 2) r = v * 3; else if (v & 4) r = out[I] + v; else r = -v;
        r += 1;
    } else if (v > 20) r = v / 3;
    out[I] = r + 1000;
}
KERNEL(loop) {
    unsigned v = in[I];
    int rounds = 0;
    while (v != 1) { v = v & 1 ? 3 * v + 1 : v >> 1; ++rounds; }
    out[I] = rounds;
}
KERNEL(nested_loops) {
    int v = in[I], sum = 0;
    for (int i = 0; i < v % 7; ++i)
        for (int j = i; j < v % 5; ++j) { if (j == 3) break; if (i + j == 2) continue; sum += i * 10 + j + in[j]; }
    out[I] = sum;
}
KERNEL(early) {
    int v = in[I];
    if (v % 3 == 0) return;
    for (int i = 0; i < v; ++i) { if (i * i > v) return; out[I] = i; }
    out[I] = -1;
}
KERNEL(choice) {
    int v = in[I], r;
    switch (v % 9) {
        case 0: r = v * 7; break;
        case 1: r = in[v % 32] + 5; break;
        case 2: r = v ^ 0x55;
        case 3: r = v - 100; break;
        case 4: r = v % 11; break;
        case 5: r = in[(v + 3) % 32] * v; break;
        case 6: return;
        case 7: r = __popc(v); break;
        default: r = -1;
    }
    out[I] = r;
}
__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
KERNEL(recursion) { out[I] = fibonacci(in[I] % 9); }
__device__ __noinline__ int even(int n);
__device__ __noinline__ int odd(int n) { return n == 0 ? 0 : even(n - 1) * 1; }
__device__ __noinline__ int even(int n) { return n == 0 ? 1 : odd(n - 1) + 0; }
KERNEL(mutual) { out[I] = even(in[I] % 12); }

__device__ __noinline__ int twice(int x) { return 2 * x; }
__device__ __noinline__ int square(int x) { return x * x; }
__device__ __noinline__ int minus(int x) { return -x; }
typedef int (*Function)(int);
__device__ Function functions[3] = {twice, square, minus};
KERNEL(pointers) { out[I] = functions[in[I] % 3](in[I]) + 1; }

struct Shape { __device__ virtual int area(int x) const = 0; };
struct Square : Shape { __device__ int area(int x) const override { return x * x; } };
struct Half : Shape { int more; __device__ Half(int m) : more(m) {}
                      __device__ int area(int x) const override { return x / 2 + more; } };
KERNEL(virtual_calls) {
    Square square; Half half(in[I] & 7);
    const Shape* shape = in[I] % 2 ? (const Shape*)&square : (const Shape*)&half;
    out[I] = shape->area(in[I]);
}
KERNEL(jumps) {
    int v = in[I], n = 0;
again:
    if (++n > 40) goto out_of_it;
    if (v % 2) { v = 3 * v + 1; goto again; }
    if (v % 4 == 2) { v /= 2; if (v > 10) goto again; goto out_of_it; }
    v /= 4;
    if (v) goto again;
out_of_it:
    out[I] = v * 100 + n;
}
KERNEL(votes) {
    int lane = threadIdx.x & 31, v = in[I], r;
    if (lane < 12) {
        unsigned m = 0xfff;
        r = __ballot_sync(m, v & 1) + __shfl_sync(m, v, (lane + 5) % 12) + __reduce_add_sync(m, v);
    } else {
        unsigned m = 0xfffff000;
        r = __match_any_sync(m, v % 4) ^ __shfl_xor_sync(m, v, 1) ^ __any_sync(m, v > 90) << 7;
        r += __reduce_max_sync(m, v) + __all_sync(m, v >= 0);
    }
    __syncwarp();
    out[I] = r + __shfl_down_sync(0xffffffff, r, 1);
}
KERNEL(meet_by_mask) {
    __shared__ int s[32];
    int lane = threadIdx.x;
    s[lane] = 0;
    __syncwarp();
    if (lane & 1) {
        s[lane] = in[lane];
        __syncwarp(0xaaaaaaaa);
        out[lane] = s[lane ^ 2];
    } else if (lane & 2) {
        s[lane] = 2 * in[lane];
        __syncwarp(0x44444444);
        out[lane] = s[lane ^ 4];
    } else out[lane] = -1;
}
KERNEL(straight) { out[I] = in[I] * 3; }
KERNEL(halved) { if (threadIdx.x < 16) out[I] = in[I] * in[I + 1] + 7; else atomicAdd(&out[I], in[I - 1]); }
KERNEL(leaves) { if (in[I] < 50) return; out[I] = in[I]; }
"""
IN: Array = (np.arange(1, MANY + 1) * 37 % 101).astype(np.int32)


def fibonacci(n: int) -> int:
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def nested(v: int) -> int:
    if v & 1:
        return 1001 + (v * 3 if v & 2 else v if v & 4 else -v)
    return 1000 + (v // 3 if v > 20 else 0)


def loop(v: int) -> int:
    rounds = 0
    while v != 1:
        v, rounds = (3 * v + 1 if v & 1 else v >> 1), rounds + 1
    return rounds


def nested_loops(v: int) -> int:
    total = 0
    for i in range(v % 7):
        for j in range(i, v % 5):
            if j == 3:
                break
            if i + j != 2:
                total += i * 10 + j + int(IN[j])
    return total


def early(v: int) -> int:
    if v % 3 == 0:
        return 0
    last = 0
    for i in range(v):
        if i * i > v:
            return last
        last = i
    return -1


def choice(v: int) -> int:
    return [v * 7, int(IN[v % 32]) + 5, v - 100, v - 100, v % 11, int(IN[(v + 3) % 32]) * v, 0, v.bit_count(), -1][
        v % 9
    ]


def jumps(v: int) -> int:
    n = 0
    while True:
        n += 1
        if n > 40:
            break
        if v % 2:
            v = 3 * v + 1
        elif v % 4 == 2:
            v //= 2
            if v <= 10:
                break
        else:
            v //= 4
            if not v:
                break
    return v * 100 + n


MODELS: dict[str, Callable[[int], int]] = {
    "nested": nested, "loop": loop, "nested_loops": nested_loops, "early": early, "choice": choice, "jumps": jumps,
    "recursion": lambda v: fibonacci(v % 9), "mutual": lambda v: 1 - v % 12 % 2,
    "pointers": lambda v: (2 * v, v * v, -v)[v % 3] + 1,
    "virtual_calls": lambda v: v * v if v % 2 else v // 2 + (v & 7), "straight": lambda v: v * 3,
}  # fmt: skip


@pytest.mark.parametrize("kernel", MODELS)
def test_each_lane_computes_what_it_would_alone(kernel: str) -> None:
    out = computed(SOURCE, {"out": np.zeros(MANY, np.int32), "in": IN}, kernel=kernel, grid=2, block=MANY // 2)
    assert out.tolist() == [MODELS[kernel](v) for v in IN.tolist()]


def votes(values: list[int]) -> list[int]:
    """Of one warp."""
    low, high = range(12), range(12, 32)
    ballot, total = sum((values[n] & 1) << n for n in low), sum(values[n] for n in low)
    found = [ballot + values[(n + 5) % 12] + total for n in low]
    some, most = any(values[n] > 90 for n in high), max(values[n] for n in high)
    for n in high:
        match = sum(1 << k for k in high if values[k] % 4 == values[n] % 4)
        found.append((match ^ values[n ^ 1] ^ some << 7) + most + 1)
    wanted = [x + y for x, y in zip(found, [*found[1:], found[-1]], strict=True)]
    return [(x + (1 << 31)) % (1 << 32) - (1 << 31) for x in wanted]


def test_lanes_of_a_mask_exchange_values_after_the_warp_parted() -> None:
    out = computed(SOURCE, {"out": np.zeros(MANY, np.int32), "in": IN}, kernel="votes", block=MANY)
    values = IN.tolist()
    assert out.tolist() == [r for w in range(0, MANY, 32) for r in votes(values[w : w + 32])]


def test_syncwarp_waits_for_the_lanes_of_its_mask() -> None:
    out = computed(SOURCE, {"out": np.zeros(32, np.int32), "in": IN}, kernel="meet_by_mask")
    sides: dict[int, Callable[[int], int]] = {
        1: lambda n: IN[n ^ 2],
        3: lambda n: IN[n ^ 2],
        2: lambda n: 2 * IN[n ^ 4],
        0: lambda n: -1,
    }
    assert out.tolist() == [sides[n % 4](n) for n in range(32)]


@pytest.mark.parametrize("kernel", [*MODELS, "votes", "halved", "leaves"])
def test_the_counts_of_instructions_fit_together(kernel: str) -> None:
    result = run(
        SOURCE, {"out": np.zeros(MANY + 1, np.int32), "in": np.resize(IN, MANY + 1)}, kernel=kernel, block=MANY
    )
    assert result.faults == ()
    assert [row.address for row in result.executed] == sorted({row.address for row in result.executed})
    for row in result.executed:
        assert 0 <= row.thread_inst_executed_true <= row.thread_inst_executed <= 32 * row.inst_executed, row
        assert row.inst_executed <= row.thread_inst_executed, row
    assert sum(row.thread_inst_executed for row in result.executed) == result.thread_instructions
    first = result.executed[0]
    assert (first.address, first.inst_executed, first.thread_inst_executed) == (0, 3, MANY)


def test_every_lane_exits_once() -> None:
    """Also where some exit early."""
    for kernel in ("early", "choice", "leaves", "straight"):
        result = run(SOURCE, {"out": np.zeros(MANY, np.int32), "in": IN}, kernel=kernel, block=MANY)
        exits = [row for row in result.executed if row.opcode == "EXIT"]
        assert sum(row.thread_inst_executed_true for row in exits) == MANY, kernel


def test_a_branch_that_parts_the_warp_is_counted() -> None:
    inside = {"out": np.zeros(MANY, np.int32), "in": np.resize(IN, MANY + 1)}
    assert run(SOURCE, inside, kernel="halved").divergent_branches == 1
    assert run(SOURCE, inside, kernel="halved", block=64).divergent_branches == 1  # the second warp stays together
    assert run(SOURCE, inside, kernel="halved", block=16).divergent_branches == 0


def test_an_exit_of_some_lanes_is_no_divergent_branch() -> None:
    result = run(SOURCE, {"out": np.zeros(MANY, np.int32), "in": IN}, kernel="leaves")
    early = [row for row in result.executed if row.opcode == "EXIT"]
    assert len(early) == 2
    assert 0 < early[0].thread_inst_executed_true < 32
    assert result.divergent_branches == 0


@pytest.mark.parametrize("kernel", ["loop", "choice", "votes", "recursion"])
def test_two_launches_are_alike(kernel: str) -> None:
    given = {"out": np.zeros(MANY, np.int32), "in": IN}
    one, two = (run(SOURCE, given, kernel=kernel, block=MANY) for _ in range(2))
    assert one.outputs[0].tolist() == two.outputs[0].tolist()
    assert (one.executed, one.accesses, one.divergent_branches) == (two.executed, two.accesses, two.divergent_branches)


def test_a_switch_parts_a_warp_once_less_than_it_has_ways() -> None:
    """As an H100 counts jumps through a register, and lanes that go on one mask after the other."""
    source = """
    extern "C" __global__ void k(int* out, const int* in, int ways)
    {
        unsigned peers = __match_any_sync(0xffffffffu, (int)threadIdx.x % ways);
        out[threadIdx.x] = __reduce_add_sync(peers, in[threadIdx.x]);
    }"""
    for ways in (1, 2, 5, 32):
        given = {"out": np.zeros(64, np.int32), "in": np.ones(64, np.int32), "ways": ways}
        assert run(source, given, block=64).divergent_branches == 2 * (ways - 1)
