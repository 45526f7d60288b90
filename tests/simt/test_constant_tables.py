"""Tables in constant memory, wherever they lie."""

from __future__ import annotations

import numpy as np
import pytest

from tests.simt.running import run

FAR = """__constant__ int filler[10000];
__constant__ int table[4] = {3, 1, 4, 1};
__device__ __noinline__ int of(const int* p, int i) { return p[i]; }
extern "C" __global__ void k(int* out, int i) { out[threadIdx.x] = filler[threadIdx.x] + READ; }
"""


@pytest.mark.parametrize("read", ["table[2]", "table[i]", "table[threadIdx.x & 2 | 2]", "of(table, 2)"])
def test_a_table_beyond_32_kilobytes_is_read(read: str) -> None:
    result = run(FAR.replace("READ", read), {"out": np.zeros(32, np.int32), "i": 2}, block=32)
    assert not result.faults
    assert set(result.outputs[0]) == {4}


APART = """__constant__ int filler[4];
__constant__ int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
__constant__ const int* tables[2] = {table, filler};
extern "C" __global__ void k(int* out, int i) { out[threadIdx.x] = tables[i][threadIdx.x & 7] + filler[i]; }
"""


def test_a_table_that_does_not_begin_with_a_sector_takes_two() -> None:
    """It is read through a pointer that the kernel finds in a table: from global memory, where constants lie, too."""
    result = run(APART, {"out": np.zeros(32, np.int32), "i": 0}, block=32)
    (load,) = (row for row in result.accesses if (row.space, row.operation) == ("global", "load"))
    assert (load.requests, load.cost) == (1, 2)
