"""Which counts of machine code hang on the order of its threads."""

from __future__ import annotations

import numpy as np

from grader.launch import AccessLine, LaunchResult
from grader.simt.machine import order
from grader.simt.machine.order import Dependence
from tests.simt.machine.running import Array, loaded, rows_of, run
from tests.simt.running import line_of

SOURCE = r"""
#define KERNEL(NAME) extern "C" __global__ void NAME
KERNEL(ticket)(int* out, const int* in, int* count) {
    int v = in[threadIdx.x * 5 % 64];                   // plain load
    int place = atomicAdd(count, v & 1 ? 2 : 1);        // take
    out[place] = v;                                     // at the ticket
    in += 3;
    out[256 + threadIdx.x] = in[threadIdx.x] + 1;       // plain store
}
KERNEL(histogram)(int* out, const int* in) {
    __shared__ int bins[64];
    bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[in[threadIdx.x] & 63], 1);
    __syncthreads();
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
__device__ __noinline__ int depth(int n) { return n < 2 ? n : depth(n - 1) + depth(n - 2); }
KERNEL(itself)(int* out, const int* in) { out[threadIdx.x] = depth(in[threadIdx.x] & 7); }
__device__ __noinline__ int once(int n) { return n * n % 77 + __popc(n); }
KERNEL(calls)(int* out, const int* in) { out[threadIdx.x] = once(in[threadIdx.x]); }
KERNEL(tiled)(float* out, const float* a, const float* b) {
    __shared__ float x[8][8], y[8][8];
    int tx = threadIdx.x, ty = threadIdx.y;
    float sum = 0;
    for (int t = 0; t < 16; t += 8) {
        x[ty][tx] = a[ty * 16 + t + tx];
        y[ty][tx] = b[(t + ty) * 8 + tx];
        __syncthreads();
        for (int k = 0; k < 8; ++k) sum += x[ty][k] * y[k][tx];
        __syncthreads();
    }
    out[ty * 8 + tx] = sum;
}
KERNEL(search)(int* level, const int* start, const int* edge, int* changed, int now) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (level[v] != now) return;                        // who is in front
    for (int e = start[v]; e < start[v + 1]; ++e) {
        int to = edge[e];                               // neighbour
        if (level[to] < 0) {                            // seen
            level[to] = now + 1;                        // mark
            *changed = 1;
        }
    }
}
KERNEL(two_buffers)(int* out, int* places, const int* index, int* count) {
    places[threadIdx.x] = atomicAdd(count, 1);          // keep
    out[index[threadIdx.x]] = 7;                        // elsewhere
}
KERNEL(one_buffer)(int* out, int* places, const int* index, int* count) {
    places[threadIdx.x] = atomicAdd(count, 1);          // kept
    __syncthreads();
    out[places[index[threadIdx.x]]] = 7;                // read back
}
KERNEL(exchanged)(int* out, int* cell, const int* in) {
    if (atomicExch(cell, (int)threadIdx.x) == in[0]) out[threadIdx.x] = 1;   // who came first
    out[64 + threadIdx.x] = 2;                                            // everyone
}
KERNEL(best)(int* out, const int* in) {
    __shared__ int best;
    if (threadIdx.x == 0) best = -1;
    __syncthreads();
    atomicMax(&best, in[threadIdx.x]);
    __syncthreads();
    out[best & 63] = 1;                                 // at the best
}
KERNEL(retries)(float* out, const float* in) {
    int* cell = (int*)out;
    int old = *cell, seen;
    do {
        seen = old;
        old = atomicCAS(cell, seen, __float_as_int(__int_as_float(seen) + in[threadIdx.x]));  // swap
    } while (seen != old);
}
"""
HEAP = r"""
#define KERNEL(NAME) extern "C" __global__ void NAME
KERNEL(allocates)(int* out, const int* in) {
    int v = in[threadIdx.x];                            // before
    int* own = (int*)malloc(16 + 16 * (threadIdx.x & 3));
    own[0] = v;                                         // to the heap
    own[1] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = own[0] + own[1];                 // from the heap
    free(own);
}
KERNEL(beside)(int* out, const int* in) { out[threadIdx.x] = in[threadIdx.x]; }
"""
IN: Array = (np.arange(64) * 37 % 61).astype(np.int32)


def zeros(size: int) -> Array:
    return np.zeros(size, np.int32)


def sure(result: LaunchResult, mark: str, source: str = SOURCE) -> bool:
    """Whether all accesses of a line are exact; it has some."""
    assert result.faults == ()
    line = line_of(source, mark)
    found = [a.exact for a in result.accesses if a.line == line]
    assert found
    return all(found)


def everything_is_exact(result: LaunchResult) -> bool:
    assert result.faults == ()
    assert result.accesses
    return all(a.exact for a in result.accesses) and all(row.exact for row in result.executed)


def test_an_access_at_a_ticket_is_not_exact_and_the_others_are() -> None:
    result = run(SOURCE, {"out": zeros(512), "in": np.resize(IN, 128), "count": zeros(1)}, kernel="ticket", block=64)
    assert not sure(result, "// at the ticket")
    assert sure(result, "// plain load")
    assert sure(result, "// take")
    assert sure(result, "// plain store")
    unsure = [row for row in result.executed if not row.exact]
    assert {(row.opcode, row.line) for row in unsure} == {("STG", line_of(SOURCE, "// at the ticket"))}


def test_a_line_that_is_not_exact_has_no_upper_bound() -> None:
    result = run(SOURCE, {"out": zeros(512), "in": np.resize(IN, 128), "count": zeros(1)}, kernel="ticket", block=64)
    unsure: list[AccessLine] = [a for a in result.accesses if not a.exact]
    assert [a.upper for a in unsure] == [None]
    assert result.total("global").upper is None
    assert not result.total("global").exact


def test_sums_whose_old_values_nobody_uses_are_exact() -> None:
    result = run(SOURCE, {"out": zeros(64), "in": IN}, kernel="histogram", block=64)
    assert everything_is_exact(result)
    assert result.outputs[0].tolist() == np.bincount(IN, minlength=64).tolist()


def test_nothing_is_exact_in_code_that_calls_itself() -> None:
    result = run(SOURCE, {"out": zeros(64), "in": IN}, kernel="itself", block=64)
    assert result.faults == ()
    assert not any(a.exact for a in result.accesses)
    assert not any(row.exact for row in result.executed)


def test_a_function_that_does_not_call_itself_changes_nothing() -> None:
    assert everything_is_exact(run(SOURCE, {"out": zeros(64), "in": IN}, kernel="calls", block=64))


def test_accesses_to_the_heap_are_not_exact() -> None:
    result = run(HEAP, {"out": zeros(64), "in": IN}, kernel="allocates", block=64)
    assert result.outputs[0].tolist() == (IN + np.arange(64)).tolist()
    assert not sure(result, "// to the heap", HEAP)
    assert not sure(result, "// from the heap", HEAP)
    assert sure(result, "// before", HEAP)


def test_a_kernel_beside_one_that_allocates_allocates_nothing() -> None:
    assert order.allocates(loaded(HEAP, "allocates").code)
    assert not order.allocates(loaded(HEAP, "beside").code)


def test_a_tiled_product_is_exact() -> None:
    a, b = np.arange(128, dtype=np.float32), np.arange(128, dtype=np.float32)
    result = run(SOURCE, {"out": np.zeros(64, np.float32), "a": a, "b": b}, kernel="tiled", block=(8, 8))
    assert everything_is_exact(result)
    assert result.outputs[0].reshape(8, 8).tolist() == (a.reshape(8, 16) @ b.reshape(16, 8)).tolist()


def searched() -> LaunchResult:
    """One round of a search from the first half of a graph whose vertices have many neighbours in the second half."""
    level = np.where(np.arange(256) < 128, 1, -1).astype(np.int32)
    start = np.arange(257, dtype=np.int32) * 4
    edge = (128 + np.random.default_rng(3).integers(0, 40, 1024)).astype(np.int32)
    given = {"level": level, "start": start, "edge": edge, "changed": zeros(1), "now": 1}
    return run(SOURCE, given, kernel="search", grid=2, block=128)


def test_what_hangs_on_a_race_is_not_exact() -> None:
    result = searched()
    assert not sure(result, "// mark")
    assert not all(row.exact for row in rows_of(result, "STG"))


def test_a_ticket_in_one_buffer_leaves_an_index_from_another_exact() -> None:
    index = np.arange(64, dtype=np.int32)[::-1].copy()
    given = {"out": zeros(64), "places": zeros(64), "index": index, "count": zeros(1)}
    result = run(SOURCE, given, kernel="two_buffers", block=64)
    assert everything_is_exact(result)
    result = run(SOURCE, given, kernel="one_buffer", block=64)
    assert not sure(result, "// read back")
    assert sure(result, "// kept")


def test_a_branch_on_who_came_first_makes_what_it_decides_inexact() -> None:
    """In either order another lane finds what it looks for, but the lines that everyone runs count the same."""
    given = {"out": zeros(128), "cell": np.full(1, 40, np.int32), "in": np.full(1, 40, np.int32)}
    result = run(SOURCE, given, kernel="exchanged", block=64)
    assert sure(result, "// everyone")


def test_a_maximum_does_not_depend_on_the_order() -> None:
    result = run(SOURCE, {"out": zeros(64), "in": IN}, kernel="best", block=64)
    assert everything_is_exact(result)


def test_retries_of_a_compare_and_swap_are_not_exact() -> None:
    given = {"out": np.zeros(1, np.float32), "in": np.ones(64, np.float32)}
    result = run(SOURCE, given, kernel="retries", block=64)
    assert result.outputs[0].tolist() == [64]
    assert not sure(result, "// swap")


def test_dependence_names_the_instructions_at_doubtful_addresses() -> None:
    result = run(SOURCE, {"out": zeros(512), "in": np.resize(IN, 128), "count": zeros(1)}, kernel="ticket", block=64)
    analysis = loaded(SOURCE, "ticket").analysis(detailed=True)
    found = Dependence(analysis.lowering.code, analysis.blocks, analysis.origins(frozenset()))
    named = [row for row in result.executed if row.address in found.accesses]
    assert line_of(SOURCE, "// at the ticket") in {row.line for row in named}
    assert found.blocks == set()
    assert not order.calls_itself(analysis.lowering.code, analysis.blocks)
    assert not order.allocates(analysis.lowering.code)


def test_only_a_block_with_several_ways_out_decides_what_runs() -> None:
    run(SOURCE, {"out": zeros(64), "in": IN}, kernel="itself", block=64)
    analysis = loaded(SOURCE, "itself").analysis(detailed=True)
    assert order.calls_itself(analysis.lowering.code, analysis.blocks)
    decided = order.decided_blocks(analysis.ways)
    assert decided.keys() == analysis.blocks.keys()
    for start in (start for start, found in decided.items() if found):
        assert len(analysis.ways[start]) > 1
