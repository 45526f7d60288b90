"""Threads that wait for others: everyone has a turn, contention ends, and a deadlock is told at once."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

from grader.checks.fault_words import fault_words
from grader.launch import LaunchResult
from grader.simt import emulator
from grader.simt.limits import Limits
from grader.toolchain import compile_source
from tests.simt.running import Value, fault_of, line_of, run

I4 = np.int32
SOURCE = r"""
extern "C" __global__ void handed_on(int* turn, int* out) {  // from the last thread to the first
    int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    while (atomicAdd(turn, 0) != n - 1 - i) {}  // my turn?
    out[i] = turn[1] + i;
    __threadfence();
    turn[1] = out[i];
    atomicAdd(turn, 1);
}
extern "C" __global__ void counted_by_swaps(int* count, int rounds) {
    for (int i = 0; i < rounds; ++i) {
        int old = *count, seen;
        while ((seen = atomicCAS(count, old, old + 1)) != old) old = seen;
    }
}
extern "C" __global__ void a_try_that_writes(int* lock, int* data) {  // each try leaves another number behind
    int me = blockIdx.x * blockDim.x + threadIdx.x + 1, tries = 0;
    while (atomicExch(lock + 1, me * 1000 + ++tries) < 0 || atomicCAS(lock, 0, me) != 0) {}
    *(volatile int*)data += 1;
    __threadfence();
    atomicExch(lock, 0);
}
extern "C" __global__ void plain_loads_between_fences(int* flag, int* out) {
    if (blockIdx.x == 0) {
        while (flag[0] == 0) __threadfence();
        out[0] = flag[1];
    } else {
        flag[1] = 5;
        __threadfence();
        flag[0] = 1;
    }
}
extern "C" __global__ void all_blocks_meet(int* arrived, int* out) {
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1);
        while (atomicAdd(arrived, 0) < gridDim.x) {}
    }
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = *(volatile int*)arrived;
}
extern "C" __global__ void nobody_sets_it(int* flag, int* out) {
    __shared__ int n;
    if (threadIdx.x < 32) {
        int spins = 0;
        while (atomicAdd(flag, 0) == 0) ++spins;  // never
        out[0] = spins;
    }
    __syncthreads();  // the others
    if (threadIdx.x == 0) n = 1;
    out[1] = n;
}
extern "C" __global__ void taken_twice(int* lock, int* out) {
    while (atomicExch(lock, 1)) {}
    while (atomicExch(lock, 1)) {}  // again
    out[0] = 1;
}
extern "C" __global__ void gives_up(int* flag, int* out, int tries) {
    int i = 0;
    while (atomicAdd(flag, 0) == 0 && i < tries) ++i;
    out[threadIdx.x] = i;
}
extern "C" __global__ void gives_up_by_the_clock(int* flag, int* out) {
    long long start = clock64();
    while (atomicAdd(flag, 0) == 0 && clock64() - start < 300) {}
    out[threadIdx.x] = 1;
}
extern "C" __global__ void tries_again_and_again(int* flag, int* out, int rounds) {
    int found = 0;
    for (int i = 0; i < rounds; ++i) {
        int tries = 0;
        while (atomicAdd(flag, 0) == 0 && tries < 3) ++tries;
        found += tries;
    }
    out[threadIdx.x] = found;
}
"""


def launched(kernel: str, block: int = 64, grid: int = 8, **given: Value) -> LaunchResult:
    return run(SOURCE, given, kernel=kernel, block=block, grid=grid, limits=Limits(seconds=20.0))


def zeros(n: int = 2) -> Value:
    return np.zeros(n, I4)


@pytest.mark.slow
def test_every_thread_has_its_turn_in_whatever_order() -> None:
    result = launched("handed_on", turn=zeros(), out=zeros(512))
    assert result.faults == ()
    assert result.outputs[1].tolist() == np.arange(512)[::-1].cumsum()[::-1].tolist()


def test_contention_is_no_deadlock() -> None:
    result = launched("counted_by_swaps", block=256, count=zeros(1), rounds=1)
    assert result.faults == ()
    assert result.outputs[0].tolist() == [8 * 256]


def test_a_spinning_thread_that_writes_starves_nobody() -> None:
    result = launched("a_try_that_writes", grid=2, lock=zeros(), data=zeros(1))
    assert result.faults == ()
    assert result.outputs[1].tolist() == [128]


def test_a_loop_with_a_fence_looks_at_memory_every_round() -> None:
    result = launched("plain_loads_between_fences", grid=3, block=1, flag=zeros(), out=zeros(1))
    assert result.faults == ()
    assert result.outputs[1].tolist() == [5]


def test_as_many_blocks_wait_for_each_other_as_a_gpu_has_at_once() -> None:
    result = launched("all_blocks_meet", block=256, grid=1056, arrived=zeros(1), out=zeros(1056))
    assert result.faults == ()
    assert result.outputs[1].tolist() == [1056] * 1056
    too_many = fault_of(launched("all_blocks_meet", block=256, grid=1057, arrived=zeros(1), out=zeros(1057)))
    assert too_many.details["waiting"][0][1:] == (1056, "memory")  # type: ignore[index]


def test_a_deadlock_is_told_at_once_with_who_waits_where() -> None:
    start = time.process_time()
    found = fault_of(launched("nobody_sets_it", grid=2, flag=zeros(1), out=zeros()))
    assert time.process_time() - start < 1
    spins, barrier = line_of(SOURCE, "// never"), line_of(SOURCE, "// the others")
    assert (found.kind, found.line, found.block) == ("no_forward_progress", spins, (0, 0, 0))
    assert found.details["waiting"] == ((spins, 64, "memory"), (barrier, 64, "barrier"))
    assert "deadlock: 64 threads wait for memory that nobody will change" in found.message
    for lang, words in (("en", "64 wait at the barrier"), ("ko", "배리어에서 스레드 64개")):
        assert words in fault_words(found, lang) and str(barrier) in fault_words(found, lang)


def test_a_lock_taken_twice_is_a_deadlock() -> None:
    found = fault_of(launched("taken_twice", grid=2, lock=zeros(1), out=zeros(1)))
    again = line_of(SOURCE, "// again")
    assert sorted(line for line, _, _ in found.details["waiting"]) == [again - 1, again]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("kernel", "given", "wanted"),
    [
        ("gives_up", {"tries": 200}, 200),
        ("gives_up_by_the_clock", {}, 1),
        ("tries_again_and_again", {"rounds": 50}, 150),
    ],
)
def test_who_gives_up_some_time_is_in_no_deadlock(kernel: str, given: dict[str, Value], wanted: int) -> None:
    result = launched(kernel, grid=2, flag=zeros(1), out=zeros(64), **given)
    assert result.faults == ()
    assert result.outputs[1].tolist() == [wanted] * 64


MEETING = """extern "C" __global__ void k(int* out) {
    __shared__ int changed;
    int rounds = 0;
    do {
        __syncthreads();
        if (threadIdx.x == 0) changed = 0;
        __syncthreads();
        if (rounds++ < threadIdx.x) atomicOr(&changed, 1);
        __syncthreads();
    } while (changed);
    out[threadIdx.x] = rounds;
}"""


def test_a_loop_that_meets_at_a_barrier_in_every_round_waits_for_nobody() -> None:
    """Its lanes keep the order in which the hardware's meet again: turns would pull warps apart that run together."""
    assert not emulator.load(compile_source(MEETING), "k").analysis(detailed=False).waits


TWO_WORDS = r"""
using Word = unsigned long long;
__device__ Word read_word(const Word* at)
{
    Word v;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(v) : "l"(at) : "memory");
    return v;
}
__device__ void write_word(Word* at, Word v)
{
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(at), "l"(v) : "memory");
}
extern "C" __global__ void k(unsigned* next, Word* status, int* out)    // a tile waits for the two before it
{
    if (threadIdx.x > 0) return;
    int tile = atomicAdd(next, 1);
    Word one, two;
    do {
        one = tile > 0 ? read_word(status + tile - 1) : 1;
        two = tile > 1 ? read_word(status + tile - 2) : 1;
    } while (one == 0 || two == 0);
    write_word(status + tile, one + two);
    out[tile] = one + two;
}
"""


def test_a_loop_may_wait_for_several_words_all_of_which_are_flags() -> None:
    arguments = {"next": np.zeros(1, np.uint32), "status": np.zeros(12, np.uint64), "out": np.zeros(12, I4)}
    result = run(TWO_WORDS, arguments, block=32, grid=12)
    assert result.hazards == result.faults == ()
    assert result.outputs[2].tolist() == [2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377]


CHAIN = Path(__file__).with_name("look_back_chain.cu").read_text("utf-8")


@pytest.mark.parametrize("tiles", [12, 40])
def test_lanes_that_wait_for_one_that_looks_back_are_not_let_go(tiles: int) -> None:
    n = 256 * tiles
    arguments = {"in": np.ones(n, np.uint32), "out": np.zeros(n, np.uint32), "status": np.zeros(tiles, np.uint64),
                 "counters": np.zeros(2, np.uint32), "n": n}  # fmt: skip
    result = run(CHAIN, arguments, block=256, grid=tiles)
    assert result.faults == () and [h for h in result.hazards if h.severity != "note"] == []
    assert (result.outputs[1] == np.arange(n)).all()
