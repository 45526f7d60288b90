"""The memory model between blocks: what fences, flags and atomics order is clean, and what they leave out is told."""

from __future__ import annotations

import numpy as np
import pytest

from grader.launch import LaunchResult
from tests.simt.running import hazards_of, line_of, run

I4 = np.int32
FLAGS = {  # how a flag is set, and looked at
    "volatile": ("*(volatile int*)f = v;", "return *(volatile int*)f;"),
    "relaxed": (
        'asm volatile("st.relaxed.gpu.global.s32 [%0], %1;" :: "l"(f), "r"(v) : "memory");',
        'int v; asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(f) : "memory"); return v;',
    ),
    "atomics": ("atomicExch(f, v);", "return atomicAdd(f, 0);"),
    "of the block": (
        'asm volatile("st.relaxed.cta.global.s32 [%0], %1;" :: "l"(f), "r"(v) : "memory");',
        'int v; asm volatile("ld.relaxed.cta.global.s32 %0, [%1];" : "=r"(v) : "l"(f) : "memory"); return v;',
    ),
    "released": (
        "cuda::atomic_ref<int, cuda::thread_scope_device>(*f).store(v, cuda::memory_order_release);",
        "return cuda::atomic_ref<int, cuda::thread_scope_device>(*f).load(cuda::memory_order_acquire);",
    ),
}
HANDED_OVER = r"""
HEADER
__device__ void set(int* f, int v) { SET }
__device__ int get(int* f) { GET }
extern "C" __global__ void k(int* data, int* flag, int* out) {
    int t = threadIdx.x, n = blockDim.x;
    if (blockIdx.x == 0) {
        data[t] = t;  // written
        BARRIER
        if (t == 0) {
            BEFORE
            set(flag, 1);
        }
    } else {
        if (t == 0) {
            while (get(flag) == 0) {}
            AFTER
        }
        __syncthreads();
        out[t] = data[n - 1 - t];  // read
    }
}
"""
FENCE = "__threadfence();"


def handed_over(how: str, before: str = FENCE, after: str = FENCE, barrier: str = "__syncthreads();") -> set[str]:
    """The lines of what is told when one block hands data over to another."""
    header = "#include <cuda/atomic>" if how == "released" else ""
    parts = {"HEADER": header, "SET": FLAGS[how][0], "GET": FLAGS[how][1], "BARRIER": barrier, "BEFORE": before}
    source = HANDED_OVER
    for name, text in (parts | {"AFTER": after}).items():
        source = source.replace(name, text)
    given = {"data": np.zeros(64, I4), "flag": np.zeros(1, I4), "out": np.zeros(64, I4)}
    result = run(source, given, block=64, grid=2)
    assert result.outputs[2].tolist() == list(range(63, -1, -1))
    lines = source.split("\n")
    return {lines[line - 1].partition("// ")[2] or "the flag" for h in hazards_of(result) for line in h[2:] if line}


@pytest.mark.parametrize("how", ["volatile", "relaxed", "atomics"])
def test_a_flag_between_two_fences_hands_data_over(how: str) -> None:
    assert handed_over(how) == set()


@pytest.mark.slow
def test_a_flag_that_releases_and_acquires_needs_no_fence() -> None:
    assert handed_over("released", before="", after="") == set()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "left_out"),
    [
        ("volatile", {"before": ""}),
        ("volatile", {"after": ""}),
        ("relaxed", {"before": ""}),
        ("relaxed", {"after": ""}),
        ("relaxed", {"before": "", "after": ""}),
        ("atomics", {"before": ""}),
        ("released", {"before": "", "after": "", "barrier": ""}),
        ("relaxed", {"barrier": ""}),  # the fence is for the first warp; the second may not have written yet
        *(("relaxed", {side: "__threadfence_block();"}) for side in ("before", "after")),  # for the own block alone
        ("volatile", {"before": "__threadfence_block();", "after": "__threadfence_block();"}),
    ],
)
def test_what_is_left_out_is_told_by_the_data(how: str, left_out: dict[str, str]) -> None:
    assert handed_over(how, **left_out) == {"written", "read"}


def test_a_flag_that_is_not_for_everybody_is_a_race_itself() -> None:
    assert "the flag" in handed_over("of the block")


WITHIN = r"""
extern "C" __global__ void k(int* data, volatile int* flag, int* out) {
    int lane = threadIdx.x % 32, i = blockIdx.x * 32 + lane;
    if (threadIdx.x < 32) {
        data[i] = i;
        FENCE
        __syncwarp();
        if (lane == 0) flag[blockIdx.x] = 1;
    } else {
        if (lane == 0) while (flag[blockIdx.x] == 0) {}
        FENCE
        __syncwarp();
        out[i] = data[i ^ 1];
    }
}
"""


@pytest.mark.parametrize(("fence", "clean"), [("__threadfence_block();", True), (FENCE, True), ("", False)])
def test_within_a_block_its_own_fence_is_enough(fence: str, clean: bool) -> None:
    given = {"data": np.zeros(64, I4), "flag": np.zeros(2, I4), "out": np.zeros(64, I4)}
    assert (hazards_of(run(WITHIN.replace("FENCE", fence), given, block=64, grid=2)) == []) is clean


def test_a_fence_before_the_barrier_holds_behind_it() -> None:
    assert handed_over("relaxed", before="", barrier="__threadfence(); __syncthreads();") == set()


SOURCE = r"""
__device__ unsigned finished;
template <bool FENCE, bool SECOND> __device__ void sum_by_the_last(const int* x, int* partial, int* out) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = x[blockIdx.x];  // partial
        if (FENCE) __threadfence();
        last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
        if (SECOND) __threadfence();
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int sum = 0;
        for (int b = 0; b < gridDim.x; ++b) sum += partial[b];  // sum
        *out = sum;
    }
}
#define KERNEL extern "C" __global__ void
KERNEL by_the_last(const int* x, int* p, int* out) { sum_by_the_last<true, true>(x, p, out); }
KERNEL by_the_last_unread(const int* x, int* p, int* out) { sum_by_the_last<true, false>(x, p, out); }
KERNEL by_the_last_without(const int* x, int* p, int* out) { sum_by_the_last<false, true>(x, p, out); }

template <bool FENCE> __device__ void count_locked(int* lock, int* count) {
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1)) {}
        if (FENCE) __threadfence();
        count[0] += 1;  // locked
        if (FENCE) __threadfence();
        atomicExch(lock, 0);
    }
}
extern "C" __global__ void locked(int* lock, int* count) { count_locked<true>(lock, count); }
extern "C" __global__ void locked_without(int* lock, int* count) { count_locked<false>(lock, count); }

extern "C" __global__ void chained_scan(const int* x, unsigned long long* status, int* out) {  // value and flag in one
    __shared__ int before;
    int b = blockIdx.x;
    if (threadIdx.x == 0) {
        unsigned long long s = 1ull << 32;
        while (b > 0) {
            asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(s) : "l"(status + b - 1) : "memory");
            if (s >> 32) break;
        }
        before = int(s);
        s = 1ull << 32 | unsigned(before + x[b]);
        asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" :: "l"(status + b), "l"(s) : "memory");
    }
    __syncthreads();
    if (threadIdx.x == 0) out[b] = before;
}
template <bool FENCE> __device__ void meet(int* arrived, int* data, int* out) {  // a barrier of the grid
    int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = i;  // mine
    __syncthreads();
    if (threadIdx.x == 0) {
        if (FENCE) __threadfence();
        atomicAdd(arrived, 1);
        while (*(volatile int*)arrived < gridDim.x) {}
        if (FENCE) __threadfence();
    }
    __syncthreads();
    out[i] = data[n - 1 - i];  // theirs
}
extern "C" __global__ void grid_barrier(int* a, int* data, int* out) { meet<true>(a, data, out); }
extern "C" __global__ void grid_barrier_without(int* a, int* data, int* out) { meet<false>(a, data, out); }
"""
X = np.arange(1, 9, dtype=I4)


def launched(kernel: str) -> LaunchResult:
    room = {"p": np.zeros(512, I4), "out": np.zeros(512, I4)}
    given = {
        "by": {"x": X} | room, "locked": {"lock": np.zeros(1, I4), "count": np.zeros(1, I4)},
        "chained": {"x": X, "status": np.zeros(8, np.uint64), "out": np.zeros(8, I4)},
        "grid": {"a": np.zeros(1, I4)} | room,
    }[kernel.split("_")[0]]  # fmt: skip
    return run(SOURCE, given, kernel=kernel, block=64, grid=8)


@pytest.mark.parametrize(
    ("kernel", "position", "wanted"),
    [
        ("by_the_last", 2, [36]),
        ("locked", 1, [8]),
        ("chained_scan", 2, [0, 1, 3, 6, 10, 15, 21, 28]),
        ("grid_barrier", 2, list(range(511, -1, -1))),
    ],
)
def test_sound_ways_to_work_together_are_clean(kernel: str, position: int, wanted: list[int]) -> None:
    result = launched(kernel)
    assert hazards_of(result) == []
    assert result.outputs[position][: len(wanted)].tolist() == wanted


@pytest.mark.parametrize(
    ("kernel", "marks"),
    [
        ("by_the_last_without", ("partial", "sum")),
        ("locked_without", ("locked", "locked")),
        ("grid_barrier_without", ("mine", "theirs")),
        ("by_the_last_unread", ("partial", "sum")),
    ],
)
def test_without_their_fences_they_are_not(kernel: str, marks: tuple[str, str]) -> None:
    lines = {line_of(SOURCE, f"// {mark}") for mark in marks}
    assert {line for hazard in hazards_of(launched(kernel)) for line in hazard[2:]} == lines


def test_who_heard_of_it_and_has_no_fence_is_told_so() -> None:
    """The last block knows by the counter that all have written; nothing keeps it from reading what is old."""
    (found,) = launched("by_the_last_unread").hazards
    assert (found.kind, found.severity, found.example["manner"]) == ("RAW", "warning", "heard")
    assert launched("by_the_last_without").hazards[0].example["manner"] == ""


NARROWED = r"""
using Word = unsigned long long;
__device__ Word get(const Word* w) {
    Word v; asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(v) : "l"(w) : "memory"); return v;
}
__device__ void put(Word* w, Word v) {
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" :: "l"(w), "l"(v) : "memory");
}
extern "C" __global__ void k(Word* word, unsigned* out) {
    if (threadIdx.x > 0) return;
    if (blockIdx.x == 0) { put(word, Word(1) << 32 | 7); return; }
    while (get(word) >> 32 == 0) { }  // polled
    out[0] = (unsigned)get(word);
}
"""


def test_a_word_of_which_the_loop_wants_half_is_one_word_all_the_same() -> None:
    """The compiler loads 4 bytes of the 8 that the source asks for."""
    result = run(NARROWED, {"word": np.zeros(1, np.uint64), "out": np.zeros(1, np.uint32)}, grid=2, block=32)
    assert not result.faults and result.outputs[1].tolist() == [7]
    assert {row.width for row in result.accesses if row.operation == "load"} == {4}
    assert hazards_of(result) == []
