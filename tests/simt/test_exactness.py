"""What may not be called exact: accesses that hang on who comes first, or to which lanes come at different times."""

from __future__ import annotations

import numpy as np
import pytest

from grader.launch import Argument, LaunchRequest
from grader.simt.emulator import launch
from tests.simt.running import loaded, run

APPEND = """extern "C" __global__ void k(const int* in, int* out, int* count) {
    int v = in[threadIdx.x];
    if (v > 50) out[atomicAdd(count, 1)] = v;  // append
    out[64 + threadIdx.x] = v;                 // plain
}
"""
SUM = """extern "C" __global__ void k(const int* in, int* out, int* count) {
    atomicAdd(count, in[threadIdx.x]);
    out[threadIdx.x] = in[threadIdx.x];
}
"""
SPIN = """extern "C" __global__ void k(const int* in, int* out, int* count) {
    volatile int* flag = count;
    if (threadIdx.x == 0) *flag = 1;
    while (*flag == 0) {}  // wait
    out[threadIdx.x] = in[threadIdx.x];
}
"""
SEGMENTS = """extern "C" __global__ void k(const int* start, const float* in, float* out) {
    float sum = 0;
    for (int i = start[threadIdx.x]; i < start[threadIdx.x + 1]; ++i) {
        sum += in[i];  // rounds
    }
    out[threadIdx.x] = sum;
}
"""
# Measured: the store in the loop's way out was issued 18 times for 32 lanes.
RECURSION = """__device__ __noinline__ int depth(int n) { return n < 2 ? n : depth(n - 1) + depth(n - 2); }
extern "C" __global__ void k(const int* in, int* out) {
    out[threadIdx.x] = depth(in[threadIdx.x]);  // after
}
"""
# Which place a lane gets is kept in memory and read back before it is an address.
REMEMBERED = """extern "C" __global__ void k(const int* in, int* out, int* count) {
    __shared__ int place[32];
    place[threadIdx.x] = atomicAdd(count, in[threadIdx.x]);
    __syncthreads();
    out[place[threadIdx.x ^ 1]] = 1;  // remembered
    out[64 + threadIdx.x] = 2;        // plain
}
"""
LEADER = """extern "C" __global__ void k(const int* in, int* out, int* count) {
    if (threadIdx.x == 0) out[atomicAdd(count, 1)] = in[0];  // append
}
"""
SWAP = """extern "C" __global__ void k(const int* in, int* out, int* count) {
    int seen = *count;
    if (threadIdx.x < LANES)
        while (seen < 7) {
            int expected = seen;
            seen = atomicCAS(count, expected, 7);  // swap
            if (seen == expected) break;
        }
}
"""
JOINED = """extern "C" __global__ void k(const int* in, int* out, int bit) {
    int t = threadIdx.x, other = t ^ 1;
    if ((t & bit) == 0 && in[t] > in[other] || (t & bit) != 0 && in[t] < in[other]) {
        out[t] = in[other];  // joined
    }
}
"""


def exact_lines(source: str, **arguments: object) -> dict[int, bool]:
    result = run(source, arguments, block=32)
    assert not result.faults
    lines: dict[int, bool] = {}
    for access in result.accesses:
        lines[access.line] = lines.get(access.line, True) and access.exact
    return lines


def buffers() -> dict[str, np.ndarray]:
    return {"in": np.arange(32, dtype=np.int32) * 3, "out": np.zeros(128, np.int32), "count": np.zeros(1, np.int32)}


def line_of(source: str, mark: str) -> int:
    return next(n for n, line in enumerate(source.split("\n"), 1) if mark in line)


def test_an_index_that_an_atomic_gave_out_is_uncertain_and_nothing_else() -> None:
    lines = exact_lines(APPEND, **buffers())
    assert not lines[line_of(APPEND, "// append")]
    assert lines[line_of(APPEND, "// plain")]


def test_where_an_element_goes_does_not_change_how_often_it_is_stored() -> None:
    """What a scatter costs hangs on the order, how often each instruction runs does not."""
    given = tuple(Argument(name, value) for name, value in buffers().items())
    request = LaunchRequest("k", (1, 1, 1), (32, 1, 1), given, executed=True)
    rows = launch(loaded(APPEND, "k"), request).executed
    (append,) = (row for row in rows if row.opcode == "STG" and row.line == line_of(APPEND, "// append"))
    assert not append.exact and append.costs_alone
    assert all(row.runs_exact for row in rows)


def test_an_atomic_whose_result_nobody_uses_leaves_all_exact() -> None:
    assert all(exact_lines(SUM, **buffers()).values())


def test_rounds_of_waiting_are_uncertain() -> None:
    assert not exact_lines(SPIN, **buffers())[line_of(SPIN, "// wait")]


@pytest.mark.parametrize("longer", [0, 4, 5])
def test_an_unrolled_loop_is_exact_however_many_rounds_each_lane_does(longer: int) -> None:
    start = np.arange(33, dtype=np.int32) * 4
    start[20:] += longer  # for lane 19 alone
    arguments = {"start": start, "in": np.zeros(256, np.float32), "out": np.zeros(32, np.float32)}
    assert exact_lines(SEGMENTS, **arguments)[line_of(SEGMENTS, "// rounds")]


def test_nothing_of_a_recursion_is_exact() -> None:
    """Lanes come back from it one by one, in an order that nobody knows."""
    depths = 3 + np.arange(32, dtype=np.int32) % 4
    assert not any(exact_lines(RECURSION, **{"in": depths, "out": np.zeros(32, np.int32)}).values())


def test_what_an_atomic_gave_out_stays_uncertain_in_memory() -> None:
    arguments = {"in": np.ones(32, np.int32), "out": np.zeros(128, np.int32), "count": np.zeros(1, np.int32)}
    lines = exact_lines(REMEMBERED, **arguments)
    assert not lines[line_of(REMEMBERED, "// remembered")]
    assert lines[line_of(REMEMBERED, "// plain")]


def test_a_lane_that_is_alone_with_an_atomic_is_certain_of_it() -> None:
    assert all(exact_lines(LEADER, **buffers()).values())


@pytest.mark.parametrize("lanes", [1, 2])
def test_a_loop_of_compare_and_swap_is_certain_for_who_is_alone(lanes: int) -> None:
    source = SWAP.replace("LANES", str(lanes))
    assert exact_lines(source, **buffers())[line_of(source, "// swap")] is (lanes == 1)


def test_ways_into_one_block_are_run_before_it() -> None:
    rng = np.random.default_rng(3)
    arguments = {"in": rng.permutation(32).astype(np.int32), "out": np.zeros(32, np.int32), "bit": 2}
    result = run(JOINED, arguments, block=32)
    stores = [a for a in result.accesses if a.operation == "store"]
    assert [a.requests for a in stores] == [1]


LAST_BLOCK = """__device__ unsigned int finished;
extern "C" __global__ void k(const float* in, float* part, float* out)
{
    __shared__ bool last;
    int t = threadIdx.x;
    float sum = in[blockIdx.x * 64 + t];
    if (t < 32)
        for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
    if (t == 0) {
        part[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(&finished, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        __threadfence();
        sum = t < gridDim.x ? __ldcg(&part[t]) : 0;
        if (t < 32)
            for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
        if (t == 0) {
            out[0] = sum;
            finished = 0;
        }
    }
}
"""


def test_code_behind_an_exit_that_jumps_back_is_no_loop_that_waits() -> None:
    """Shuffles have a second version for parted lanes, behind the last exit, from which they come back."""
    floats = np.ones(128, np.float32), np.zeros(2, np.float32), np.zeros(1, np.float32)
    result = run(LAST_BLOCK, dict(zip(("in", "part", "out"), floats, strict=True)), grid=2, block=64)
    assert result.outputs[2].tolist() == [64.0] and result.hazards == ()
    assert [row for row in result.accesses if not row.exact] == []


COLLISION = """extern "C" __global__ void k(const int* in, int* out) {
    __shared__ int chosen, next;
    next = 0;
    __syncthreads();
    chosen = VALUE;
    __syncthreads();
    if (chosen == 31) out[threadIdx.x] = in[threadIdx.x];  // behind
}
"""


NEVER_IN_THE_LOOP = """extern "C" __global__ void k(const int* in, int* out, int* count) {
    __shared__ int drawn;
    drawn = atomicAdd(count, 1);
    __syncthreads();
    for (int i = drawn; i < 4; i += 4) out[i] = in[i];
}
"""


def test_what_never_ran_may_have_run_where_another_lane_wins() -> None:
    """The last lane of the warp has drawn 31 here; who had a lower one would have gone into the loop."""
    lines = exact_lines(NEVER_IN_THE_LOOP, **buffers())
    assert not any(lines.values())


@pytest.mark.parametrize(
    ("value", "exact"), [("(int)threadIdx.x", False), ("atomicAdd(&next, 1)", False), ("31", True)]
)
def test_which_of_two_lanes_wins_in_one_store_is_unknown(value: str, exact: bool) -> None:
    source = COLLISION.replace("VALUE", value)
    lines = exact_lines(source, **{"in": np.arange(32, dtype=np.int32), "out": np.zeros(32, np.int32)})
    assert lines[line_of(source, "// behind")] is exact
