"""What a launch leaves when its blocks and warps run in other orders."""

from __future__ import annotations

import numpy as np
import pytest

from grader.launch import Argument, LaunchRequest, OtherOrder
from grader.simt import emulator
from tests.simt.running import line_of, loaded

SOURCE = r"""
extern "C" __global__ void sum(const float* in, float* out, int n)      // floats: every order has its own last digits
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(out, in[i]);
}
extern "C" __global__ void whole(const int* in, int* out, int n)        // integers: any order
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(out, in[i]);
}
extern "C" __global__ void tickets(int* out, int* next)                 // who comes first gets the first number
{
    if (threadIdx.x == 0) out[blockIdx.x] = atomicAdd(next, 1);
}
extern "C" __global__ void waits(int* out, volatile int* flag)          // block 1 waits for block 0: any order ends
{
    if (threadIdx.x > 0) return;
    if (blockIdx.x == 0) { out[0] = 7; __threadfence(); *flag = 1; }
    else { while (*flag == 0) { } __threadfence(); out[1] = out[0]; }
}
"""


def others(kernel: str, arguments: list[np.ndarray | np.generic], grid: int, block: int) -> tuple[OtherOrder, ...]:
    given = tuple(Argument(f"a{i}", value) for i, value in enumerate(arguments))
    request = LaunchRequest(kernel, (grid, 1, 1), (block, 1, 1), given, orders=True)
    result = emulator.launch(loaded(SOURCE, kernel), request)
    assert result.faults == ()
    return result.orders


def floats(n: int) -> np.ndarray:
    return np.random.default_rng(2).random(n, np.float32)


def test_five_orders_are_tried_when_they_are_asked_for_and_none_otherwise() -> None:
    arguments = [np.ones(100, np.int32), np.zeros(1, np.int32), np.int32(100)]
    found = others("whole", arguments, 4, 32)
    assert [each.name for each in found] == ["blocks", "blocks_backwards", "turning", "warps", "warps_backwards"]
    given = tuple(Argument("a", value) for value in arguments)
    assert emulator.launch(loaded(SOURCE, "whole"), LaunchRequest("whole", (4, 1, 1), (32, 1, 1), given)).orders == ()


def test_a_sum_of_floats_hangs_on_the_order_and_the_first_element_is_told() -> None:
    found = others("sum", [floats(2000), np.zeros(1, np.float32), np.int32(2000)], 20, 100)
    backwards = next(each for each in found if each.name == "blocks_backwards")
    assert backwards.ended and (backwards.differing, backwards.parameter, backwards.index) == (1, 1, 0)
    assert np.float32(backwards.value) != np.float32(backwards.other)
    assert abs(float(backwards.value) - float(backwards.other)) < 1


def test_a_sum_of_integers_does_not() -> None:
    found = others("whole", [np.arange(2000, dtype=np.int32), np.zeros(1, np.int32), np.int32(2000)], 20, 100)
    assert {(each.ended, each.differing) for each in found} == {(True, 0)}


def test_tickets_hang_on_the_order_of_blocks() -> None:
    found = {
        each.name: each.differing for each in others("tickets", [np.zeros(6, np.int32), np.zeros(1, np.int32)], 6, 32)
    }
    assert found["blocks_backwards"] == found["warps_backwards"] == 6
    assert found["blocks"] == 0


def test_blocks_that_wait_for_each_other_come_to_their_end_in_every_order() -> None:
    found = others("waits", [np.zeros(2, np.int32), np.zeros(1, np.int32)], 2, 32)
    assert {(each.ended, each.differing) for each in found} == {(True, 0)}


ARRIVALS = r"""
// One launch, two tickets: what comes before a block is what was added before it, in the order of the second one.
extern "C" __global__ void arrivals(unsigned* counters, unsigned* out)
{
    __shared__ unsigned tile;
    if (threadIdx.x == 0) tile = atomicAdd(&counters[0], 1);
    __syncthreads();
    if (threadIdx.x == 0) out[tile] = atomicAdd(&counters[1], tile + 1);
}
extern "C" __global__ void tickets_alone(unsigned* counters, unsigned* out)
{
    __shared__ unsigned tile;
    if (threadIdx.x == 0) tile = atomicAdd(&counters[0], 1);
    __syncthreads();
    if (threadIdx.x == 0) out[tile] = tile;
}
"""


@pytest.mark.parametrize(("kernel", "differs"), [("arrivals", True), ("tickets_alone", False)])
def test_who_drew_the_first_ticket_may_come_last_behind_a_barrier(kernel: str, differs: bool) -> None:
    arguments = (Argument("counters", np.zeros(2, np.uint32)), Argument("out", np.zeros(6, np.uint32)))
    request = LaunchRequest(kernel, (6, 1, 1), (64, 1, 1), arguments, orders=True)
    found = {each.name: each.differing for each in emulator.launch(loaded(ARRIVALS, kernel), request).orders}
    assert bool(found.pop("turning")) == differs
    assert not any(found.values())


# ---- room for one block at a time

CHAINS = r"""
__device__ void tile_done(volatile int* status, int tile, int* out)     // waits for the tile before it
{
    if (threadIdx.x > 0) return;
    int before = 0;
    if (tile > 0) { while (status[2 * tile - 1] == 0) { } __threadfence(); before = status[2 * tile - 2]; }
    status[2 * tile] = before + 1;
    __threadfence();
    status[2 * tile + 1] = 1;
    out[tile] = before;
}
extern "C" __global__ void by_number(int* status, int* out, int* next) { tile_done(status, blockIdx.x, out); }
extern "C" __global__ void by_ticket(int* status, int* out, int* next)
{
    if (threadIdx.x == 0) tile_done(status, atomicAdd(next, 1), out);
}
extern "C" __global__ void for_nobody(int* status, int* out, int* next) { if (threadIdx.x == 0) out[blockIdx.x] = 1; }
"""


def alone(kernel: str, blocks: int = 7) -> tuple[OtherOrder, ...]:
    given = (Argument("status", np.zeros(2 * blocks, np.int32)), Argument("out", np.zeros(blocks, np.int32)),
             Argument("next", np.zeros(1, np.int32)))  # fmt: skip
    request = LaunchRequest(kernel, (blocks, 1, 1), (64, 1, 1), given, alone=True)
    result = emulator.launch(loaded(CHAINS, kernel), request)
    assert result.faults == ()
    if kernel != "for_nobody":
        assert result.outputs[1].tolist() == list(range(blocks))
    return result.alone


def test_a_chain_by_block_number_stops_where_the_last_block_comes_first_and_its_flag_is_named() -> None:
    first, last = alone("by_number")
    assert (first.name, first.ended, last.name, last.ended) == ("alone", True, "alone_backwards", False)
    assert last.fault is not None and last.fault.line == line_of(CHAINS, "waits for the tile") + 4
    assert (last.fault.kind, last.fault.block, last.fault.thread) == ("no_forward_progress", (6, 0, 0), (0, 0, 0))
    assert last.fault.details["flag"] == ("status", 4 * 11)
    assert (None, 6, "place") in last.fault.details["waiting"]  # type: ignore[operator]


def test_a_chain_by_tickets_ends_whatever_comes_first() -> None:
    assert [(each.ended, each.differing) for each in alone("by_ticket")] == [(True, 0)] * 2


def test_blocks_that_wait_for_nobody_are_not_run_again() -> None:
    assert alone("for_nobody") == ()


# ---- one that is late

SUMS = r"""
// A tile tells its own number at once. It may take those before it together when all of them have told; `seen` asks
// only the one before it.
extern "C" __global__ void seen(volatile unsigned* status, unsigned* next, unsigned* out)
{
    __shared__ int drawn;
    if (threadIdx.x == 0) drawn = atomicAdd(next, 1);
    __syncthreads();
    int tile = drawn;
    if (threadIdx.x > 0) return;
    status[tile] = 1 + tile;
    if (tile > 0) while (status[tile - 1] == 0) { }
    unsigned before = 0;
    for (int t = 0; t < tile; ++t) { WAIT before += status[t]; }
    out[tile] = before;
}
"""


@pytest.mark.parametrize(("wait", "differs"), [("", True), ("while (status[t] == 0) { }", False)])
def test_who_asks_only_the_nearest_is_wrong_where_another_one_is_late(wait: str, differs: bool) -> None:
    arguments = (Argument("status", np.zeros(6, np.uint32)), Argument("next", np.zeros(1, np.uint32)),
                 Argument("out", np.zeros(6, np.uint32)))  # fmt: skip
    request = LaunchRequest("seen", (6, 1, 1), (64, 1, 1), arguments, orders=True)
    found = {each.name: each for each in emulator.launch(loaded(SUMS.replace("WAIT", wait), "seen"), request).orders}
    assert bool(found["late"].differing) == differs
    assert all(each.ended for each in found.values())
