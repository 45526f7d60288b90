"""mbarriers: their words, their phases, and what fails; waits, and what those who waited know."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.launch import LaunchResult
from grader.simt.phases import PhaseBarrier, TooMany, of_word
from tests.simt.running import run

COUNT = st.integers(0, (1 << 20) - 1)
HEAD = """
typedef unsigned u32; typedef unsigned long long u64;
__device__ u32 at(const void* p) { return (u32)__cvta_generic_to_shared(p); }
__device__ void init(u64* b, u32 n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" :: "r"(at(b)), "r"(n) : "memory"); }
__device__ void arrive(u64* b) { asm volatile("{ .reg .b64 t; mbarrier.arrive.shared::cta.b64 t, [%0]; }" :: "r"(at(b)) : "memory"); }
__device__ void expect(u64* b, u32 n) { asm volatile("{ .reg .b64 t; mbarrier.arrive.expect_tx.shared::cta.b64 t, [%0], %1; }" :: "r"(at(b)), "r"(n) : "memory"); }
__device__ void wait(u64* b, u32 parity) {
    asm volatile("{ .reg .pred p; L: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @!p bra L; }" :: "r"(at(b)), "r"(parity) : "memory");
}
__device__ void bring(void* to, const void* from, u32 n, u64* b) {
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                 :: "r"(at(to)), "l"(from), "r"(n), "r"(at(b)) : "memory");
}
"""  # noqa: E501
PHASED = HEAD + """
extern "C" __global__ void k(int* out) {
    __shared__ u64 bar; __shared__ int s[64];
    int t = threadIdx.x;
    if (t == 0) init(&bar, EXPECTED);
    __syncthreads();
    s[t] = t * t;
    arrive(&bar);
    WAIT
    out[t] = s[63 - t];
}
"""
BROUGHT = HEAD + """
extern "C" __global__ void k(const int* in, int* out) {
    __shared__ u64 bar; __shared__ __align__(16) int s[64];
    int t = threadIdx.x;
    if (t == 0) { init(&bar, 1); }
    __syncthreads();
    if (t == 0) { expect(&bar, 256); bring(s, in, 256, &bar); }
    WAIT
    out[t] = s[63 - t];
}
"""


@given(COUNT, COUNT, st.integers(-(1 << 20) + 1, (1 << 20) - 1), st.integers(0, 1))
def test_a_word_in_memory_says_all(expected: int, pending: int, missing: int, phase: int) -> None:
    barrier = PhaseBarrier(expected, pending, missing, phase)
    assert of_word(barrier.word) == barrier
    assert barrier.state == barrier.word >> 32


@given(st.integers(1, 50), st.lists(st.tuples(st.integers(0, 9), st.integers(-64, 64)), max_size=40))
def test_a_phase_ends_when_all_have_arrived_and_no_byte_is_missing(count: int, steps: list[tuple[int, int]]) -> None:
    barrier, pending, missing, ended = PhaseBarrier(count, count, 0, 0), count, 0, 0
    for arrivals, more in steps:
        if arrivals > pending:
            with pytest.raises(TooMany):
                barrier.change(arrivals, more, 0)
            return
        over = barrier.change(arrivals, more, 0)
        pending, missing = pending - arrivals, missing + more
        assert over == (pending == 0 == missing)
        if over:
            pending, ended = count, ended + 1
        assert (barrier.pending, barrier.missing, barrier.phase) == (pending, missing, ended % 2)


def launched(source: str, expected: int, wait: str) -> LaunchResult:
    text = source.replace("EXPECTED", str(expected)).replace("WAIT", wait)
    values = {"in": np.arange(64, dtype=np.int32)} if source is BROUGHT else {}
    return run(text, values | {"out": np.zeros(64, np.int32)}, block=64)


def test_who_waits_sees_what_others_wrote_before_they_arrived() -> None:
    result = launched(PHASED, 64, "wait(&bar, 0);")
    assert result.faults == () and result.hazards == ()
    assert result.outputs[0].tolist() == [(63 - t) ** 2 for t in range(64)]


def test_who_does_not_wait_races() -> None:
    (hazard, *_) = launched(PHASED, 64, "").hazards
    assert (hazard.kind, hazard.severity) == ("RAW", "error")


def test_who_arrives_before_the_barrier_is_initialised_races() -> None:
    assert PHASED.count("__syncthreads();") == 1
    result = run(PHASED.replace("EXPECTED", "64").replace("WAIT", "wait(&bar, 0);").replace("__syncthreads();", ""),
                 {"out": np.zeros(64, np.int32)}, block=64)  # fmt: skip
    assert {(h.kind, h.severity, h.example["variable"]) for h in result.hazards} == {
        ("WAW", "error", "bar"), ("WAW", "warning", "bar"),  # of other warps, and of the same
    }  # fmt: skip


def test_a_phase_that_nobody_ends_is_a_deadlock_that_names_the_mbarrier() -> None:
    (fault,) = launched(PHASED, 65, "wait(&bar, 0);").faults
    assert fault.kind == "no_forward_progress"
    ((_, threads, what),) = fault.details["waiting"]  # type: ignore[misc]
    assert (threads, what) == (64, "mbarrier")


def test_more_arrivals_than_a_phase_expects_are_a_fault() -> None:
    (fault,) = launched(PHASED, 31, "wait(&bar, 0);").faults
    assert (fault.kind, fault.details["arrivals"], fault.details["pending"]) == ("mbarrier_overrun", 32, 31)


@pytest.mark.parametrize(
    ("wait", "found"),
    [
        ("wait(&bar, 0);", []),
        ("if (t == 0) wait(&bar, 0); __syncthreads();", []),  # one waits, and tells the others
        ("if (t == 0) wait(&bar, 0);", [("RAW", "error", True)]),  # and does not
        ("", [("RAW", "error", True)]),
        ("__syncthreads();", [("RAW", "error", True)]),  # the thread that copies does not know when that is over
    ],
)
def test_a_bulk_copy_is_over_for_those_who_know(wait: str, found: list[tuple[str, str, bool]]) -> None:
    result = launched(BROUGHT, 0, wait)
    assert result.faults == ()
    assert [(h.kind, h.severity, h.example.get("under_way", False)) for h in result.hazards] == found
