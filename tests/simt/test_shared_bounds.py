"""An access beyond the block's shared memory is told by the array whose end it passes."""

from __future__ import annotations

import numpy as np

from grader.simt import emulator
from grader.toolchain import compile_source
from tests.simt.running import computed, fault_of, line_of, run

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


SHARED_IN_A_FUNCTION = """
__device__ int with_scratch(int v) {
    __shared__ int scratch[64];
    scratch[threadIdx.x] = v;
    __syncthreads();
    return scratch[63 - threadIdx.x];
}
extern "C" __global__ void one(int* out) { out[threadIdx.x] = with_scratch(out[threadIdx.x]); }
extern "C" __global__ void two(int* out) { out[threadIdx.x] = with_scratch(-out[threadIdx.x]); }
extern "C" __global__ void none(int* out) { out[threadIdx.x] = 1; }
"""


def test_shared_arrays_of_other_kernels_of_a_file_take_no_room() -> None:
    program = compile_source(SHARED_IN_A_FUNCTION)
    sizes = {name: emulator.load(program, name).code.shared_bytes for name in ("one", "none")}
    assert sizes == {"one": 256, "none": 0}
    assert sizes == {name: program.kernels[name].shared_bytes for name in sizes}


WINDOW = r"""
extern "C" __global__ void walk_down(int* out, int n, int below) {
    __shared__ int values[64];
    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
    int sum = 0;
    for (const int* p = values + n - 1; p >= values - below; --p) sum += *p;  // down
    out[threadIdx.x] = sum;
}
extern "C" __global__ void places(unsigned* out) {
    extern __shared__ int dynamic[];
    __shared__ int fixed[64];
    dynamic[threadIdx.x] = fixed[threadIdx.x] = 1;
    out[0] = (unsigned)__cvta_generic_to_shared(fixed);
    out[1] = (unsigned)__cvta_generic_to_shared(dynamic);
    out[2] = (unsigned)(unsigned long long)fixed;  // the low half of the generic address
}
"""


def test_a_pointer_may_walk_below_an_array_as_on_the_hardware() -> None:
    arguments = {"out": np.zeros(64, np.int32), "n": 64, "below": 0}
    assert computed(WINDOW, arguments, kernel="walk_down", block=64).tolist() == [2016] * 64


def test_an_access_below_shared_memory_is_out_of_bounds_all_the_same() -> None:
    arguments = {"out": np.zeros(64, np.int32), "n": 64, "below": 1}
    fault = fault_of(run(WINDOW, arguments, kernel="walk_down", block=64))
    assert (fault.kind, fault.line) == ("out_of_bounds", line_of(WINDOW, "// down"))
    assert (fault.details["offset"], fault.details["size"]) == (-4, 256)


def test_shared_memory_begins_behind_the_kilobyte_of_the_system() -> None:
    result = run(WINDOW, {"out": np.zeros(3, np.uint32)}, kernel="places", block=64, shared=256)
    assert result.outputs[0].tolist() == [0x400, 0x500, 0x400]
