"""An access beyond the block's shared memory is told by the array whose end it passes."""

from __future__ import annotations

import numpy as np

from tests.simt.running import fault_of, run

TWO_TILES = """extern "C" __global__ void k(float* out, int k) {
    __shared__ float tile_a[32];
    __shared__ float tile_b[32];
    tile_a[threadIdx.x] = 1.0f;
    tile_b[(int)threadIdx.x + k] = 2.0f;
    __syncthreads();
    out[threadIdx.x] = tile_a[threadIdx.x] + tile_b[threadIdx.x];
}
"""


def test_the_last_array_is_named_with_the_bytes_beyond_its_end() -> None:
    fault = fault_of(run(TWO_TILES, {"out": np.zeros(32, np.float32), "k": 3}))
    assert (fault.kind, fault.line) == ("out_of_bounds", 5)
    assert (fault.details["neighbour"], fault.details["beyond"]) == ("tile_b", 0)


def test_an_address_before_shared_memory_has_no_neighbour() -> None:
    fault = fault_of(run(TWO_TILES, {"out": np.zeros(32, np.float32), "k": -400}))
    assert fault.kind == "out_of_bounds"
    assert "neighbour" not in fault.details
