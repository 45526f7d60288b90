"""Boxes of tensors: what a copy moves, and who may know of it."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from grader.launch import Argument, LaunchRequest, LaunchResult
from grader.sandbox.wire import read_request, write_request
from grader.simt import emulator
from grader.simt.tiles import from_shared, in_shared
from grader.tensor_maps import TensorMap
from grader.toolchain import compile_source

SOURCE = """
struct alignas(64) Map { unsigned long long words[16]; };
extern "C" __global__ void load(const __grid_constant__ Map map, float* out, int col, int row)
{
    __shared__ __align__(128) float tile[8 * 8];
    __shared__ __align__(8) unsigned long long bar;
    unsigned b = __cvta_generic_to_shared(&bar), t = __cvta_generic_to_shared(tile);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" :: "r"(b) : "memory");
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" :: "r"(b), "r"(BYTES) : "memory");
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
                     "[%0], [%1, {%3, %4}], [%2];" :: "r"(t), "l"(&map), "r"(b), "r"(col), "r"(row) : "memory");
    }
    __syncthreads();
#if WAITS
    asm volatile("{ .reg .pred p; W: mbarrier.try_wait.parity.shared.b64 p, [%0], 0; @!p bra W; }"
                 :: "r"(b) : "memory");
#endif
    out[threadIdx.x] = tile[threadIdx.x];
}
"""
TENSOR = np.arange(16 * 12, dtype=np.float32).reshape(16, 12)


def loaded(col: int, row: int, waits: bool = True, size: int = 256) -> LaunchResult:
    program = compile_source(SOURCE, defines={"WAITS": str(int(waits)), "BYTES": str(size)})
    arguments = (Argument("map", TensorMap(TENSOR, (8, 8))), Argument("out", np.zeros(64, np.float32)),
                 Argument("col", np.int32(col)), Argument("row", np.int32(row)))  # fmt: skip
    return emulator.launch(emulator.load(program, "load"), LaunchRequest("load", (1, 1, 1), (64, 1, 1), arguments))


def test_a_box_comes_with_zeros_for_what_lies_outside() -> None:
    result = loaded(8, -2)
    assert not result.faults and not result.hazards
    wanted = np.zeros((8, 8), np.float32)
    wanted[2:, :4] = TENSOR[:6, 8:]
    assert result.outputs[1].reshape(8, 8).tolist() == wanted.tolist()
    assert result.outputs[0].tolist() == TENSOR.ravel().tolist()


def test_reading_a_box_that_nobody_has_waited_for_is_a_hazard() -> None:
    assert {hazard.kind for hazard in loaded(0, 0, waits=False).hazards} == {"RAW"}


def test_bytes_that_never_come_are_waited_for_in_vain() -> None:
    assert [fault.kind for fault in loaded(0, 0, size=512).faults] == ["no_forward_progress"]


def test_rows_that_begin_within_16_bytes_are_refused() -> None:
    assert [fault.kind for fault in loaded(2, 0).faults] == ["misaligned"]


@given(st.sampled_from([0, 32, 64, 128]), st.integers(1, 8), st.integers(0, 15))
def test_what_is_exchanged_comes_back(swizzle: int, lines: int, start: int) -> None:
    data: NDArray[np.uint32] = np.arange(32 * lines, dtype=np.uint32)
    there = in_shared(data, 128 * start, swizzle)
    assert sorted(there.tolist()) == data.tolist()
    assert from_shared(there, 128 * start, swizzle).tolist() == data.tolist()
    for line in range(lines):  # chunks stay in their line of 128 bytes
        assert sorted(there[32 * line : 32 * line + 32].tolist()) == data[32 * line : 32 * line + 32].tolist()


def test_a_tensor_map_travels_to_the_sandbox() -> None:
    request = LaunchRequest("load", (1, 1, 1), (64, 1, 1), (Argument("map", TensorMap(TENSOR, (8, 4), 0, True)),))
    header, blobs = write_request(request, 0)
    value = read_request(header, [bytearray(blob) for blob in blobs]).arguments[0].value
    assert isinstance(value, TensorMap)
    assert (value.box, value.swizzle, value.nans, value.tensor.tolist()) == ((8, 4), 0, True, TENSOR.tolist())
