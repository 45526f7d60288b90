"""Passes of atomics, and the most lanes at one address: against a count in plain Python, and on kernels."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from grader.launch import AccessLine
from grader.simt.contention import contention
from tests.simt.running import access_of, line_of, run
from tests.tiers import examples

SECTOR = 32


def by_hand(warps: list[list[int | None]]) -> tuple[int, int]:
    """(passes, most lanes at one address); None: an inactive lane."""
    passes, most = 0, 0
    for lanes in warps:
        at_address = Counter(address for address in lanes if address is not None)
        highest: dict[int, int] = {}
        for address, count in at_address.items():
            highest[address // SECTOR] = max(highest.get(address // SECTOR, 0), count)
        passes += sum(highest.values())
        most = max([most, *at_address.values()])
    return passes, most


WORDS = st.one_of(st.integers(0, 3), st.integers(0, 20), st.integers(0, 1000)).map(lambda word: 4 * word)
LANES = st.lists(st.one_of(st.none(), WORDS, WORDS, WORDS), min_size=32, max_size=32).filter(any)


@given(st.lists(LANES, min_size=1, max_size=6))
@examples(400)
def test_passes_are_the_lanes_at_the_busiest_address_of_each_sector(warps: list[list[int | None]]) -> None:
    addresses = np.array([[0 if a is None else a for a in lanes] for lanes in warps])
    active = np.array([[a is not None for a in lanes] for lanes in warps])
    assert contention(addresses, active)[:2] == by_hand(warps)
    assert contention(addresses, None)[:2] == by_hand([list(map(int, row)) for row in addresses])


SOURCE = """
extern "C" __global__ void k(int* p, const int* at, int v)
{
    __shared__ int s[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < 32) s[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&p[at[i]], v);                    // in global memory
    atomicMax(&s[at[i] & 31], v);               // in shared memory
    __syncthreads();
    if (threadIdx.x < 32) p[64 + threadIdx.x] = s[threadIdx.x];
}
"""


def atomics(at: list[int]) -> tuple[AccessLine, AccessLine]:
    """The rows of both atomics of a launch of 64 threads."""
    result = run(SOURCE, {"p": np.zeros(128, np.int32), "at": np.array(at, np.int32), "v": 3}, block=64)
    assert result.faults == () and result.hazards == ()
    return (access_of(result, line_of(SOURCE, "// in global memory"), "global", "atomic"),
            access_of(result, line_of(SOURCE, "// in shared memory"), "shared", "atomic"))  # fmt: skip


def test_every_lane_at_its_own_word_takes_one_pass_a_sector() -> None:
    memory, shared = atomics(list(range(64)))
    assert (memory.requests, memory.passes, memory.most) == (2, 8, 1)
    assert (shared.requests, shared.passes, shared.most) == (2, 2, 1)


def test_all_lanes_at_one_word_take_a_pass_each() -> None:
    memory, shared = atomics([5] * 64)
    assert (memory.passes, memory.most, memory.cost) == (64, 32, 2)
    assert (shared.passes, shared.most) == (64, 32) and shared.passes == shared.cost


def test_one_crowded_warp_does_not_make_the_other_one_wait() -> None:
    memory, _ = atomics([0] * 8 + list(range(8, 32)) + list(range(32)))
    assert (memory.passes, memory.most) == (8 + 3 + 4, 8)


def test_loads_and_stores_contend_for_nothing() -> None:
    result = run(SOURCE, {"p": np.zeros(128, np.int32), "at": np.zeros(64, np.int32), "v": 3}, block=64)
    assert {(row.passes, row.most) for row in result.accesses if row.operation != "atomic"} == {(0, 0)}


def test_more_lines_than_four_may_take_a_few_passes_more() -> None:
    """As seen on an H100: 298 requests, of which 37 of those to more than 512 bytes took one or two passes more."""
    four, five = ([32 * (lane % lines) for lane in range(32)] for lines in (4, 5))
    wide = np.array([[4 * word for word in words] for words in (four, five)])
    assert [contention(wide[n : n + 1], None).sure for n in (0, 1)] == [True, False]
    assert not contention(wide, None).sure
    memory, shared = atomics(list(range(64)))
    assert memory.passes_exact and shared.passes_exact
