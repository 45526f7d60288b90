"""Races in global memory: found where nothing orders two threads, an error where another order leaves other memory."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.checks.fault_words import hazard_sentence
from grader.simt import global_races
from tests.simt.running import Value, hazard_of, hazards_of, line_of, run

F4, I4 = np.float32, np.int32

SOURCE = r"""
extern "C" __global__ void smooth_in_place(float* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        x[i] = 0.5f * (x[i - 1] + x[i + 1]);  // in place
}
extern "C" __global__ void smooth_two_in_place(float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float* z = i % 2 ? x : y;
    if (i > 1 && i < n - 2) z[i] = 0.5f * (z[i - 2] + z[i + 2]);  // either in place
}
extern "C" __global__ void smooth_elsewhere(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) y[i] = 0.5f * (x[i - 1] + x[i + 1]);
}
extern "C" __global__ void smooth_with_barrier(float* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float mean = i > 0 && i < n - 1 ? 0.5f * (x[i - 1] + x[i + 1]) : x[i];  // read
    __syncthreads();
    x[i] = mean;  // written
}
extern "C" __global__ void any_index(int* out, const int* x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (x[i] > 50) out[0] = i;  // any
}
extern "C" __global__ void flag(int* out, const int* x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (x[i] > 50) out[0] = 1;
}
extern "C" __global__ void breadth_first(int* level, int n, int depth) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && level[i] == depth) {  // mine
        int a = (i * 7 + 1) % n;
        if (level[a] == -1) level[a] = depth + 1;  // theirs
    }
}
extern "C" __global__ void cleared_by_each_block(int* count) {
    if (threadIdx.x == 0) count[0] = 0;  // clear
    __syncthreads();
    atomicAdd(&count[0], 1);  // add
}
extern "C" __global__ void totals(int* out, const int* x) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, x[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
    atomicAdd(&out[gridDim.x], 1);
}
extern "C" __global__ void through_a_fence(int* out, volatile int* ready) {
    if (blockIdx.x == 0) { out[threadIdx.x] = 7; __threadfence(); ready[0] = 1; }  // given
    else out[32 + threadIdx.x] = out[threadIdx.x];  // nobody looked whether it is ready
}
extern "C" __global__ void with_volatile_shared(float* x) {
    __shared__ volatile float own[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    own[threadIdx.x] = x[i];
    __syncthreads();
    x[i ^ 64] += own[threadIdx.x];  // theirs too
}
extern "C" __global__ void bytes(unsigned char* x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = x[i] + 1;
}
extern "C" __global__ void tiles_that_overlap(int* out, int step) {
    out[blockIdx.x * step + threadIdx.x] = blockIdx.x;  // overlap
}
__device__ int total;
extern "C" __global__ void plain_total(const int* x) {
    if (threadIdx.x == 0) total += x[blockIdx.x];  // total
}
extern "C" __global__ void by_table(int** rows, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int* row = rows[0];
    if (row) row[i] = i;
}
"""


def launched(kernel: str, given: dict[str, Value], block: int = 64, grid: int = 4):  # type: ignore[no-untyped-def]
    return run(SOURCE, given, kernel=kernel, block=block, grid=grid)


def at(mark: str) -> int:
    return line_of(SOURCE, f"// {mark}")


def wave(n: int) -> Value:
    return np.sin(np.arange(n, dtype=F4))


def test_a_stencil_in_place_is_an_error_between_warps_and_between_blocks() -> None:
    for grid, block in ((1, 256), (4, 64), (8, 32)):
        found = hazards_of(launched("smooth_in_place", {"x": wave(256), "n": 256}, block, grid))
        assert ("WAR", "error", at("in place"), at("in place")) in found


@pytest.mark.parametrize(("grid", "block"), [(1, 256), (4, 64), (8, 32)])
def test_lanes_of_one_access_in_several_buffers_are_looked_at_in_each(grid: int, block: int) -> None:
    found = hazards_of(launched("smooth_two_in_place", {"x": wave(256), "y": wave(256), "n": 256}, block, grid))
    assert ("WAR", "error", at("either in place"), at("either in place")) in found


def test_one_warp_alone_has_nothing_to_race_with() -> None:
    assert hazards_of(launched("smooth_in_place", {"x": wave(32), "n": 32}, 32, 1)) == []


def test_a_stencil_into_another_buffer_is_clean() -> None:
    given = {"x": wave(256), "y": np.zeros(256, F4), "n": 256}
    assert hazards_of(launched("smooth_elsewhere", given)) == []


def test_a_barrier_orders_the_threads_of_a_block_and_not_those_of_others() -> None:
    assert hazards_of(launched("smooth_with_barrier", {"x": wave(256), "n": 256}, 256, 1)) == []
    result = launched("smooth_with_barrier", {"x": wave(256), "n": 256}, 64, 4)
    assert {(h.severity, h.line_a, h.line_b) for h in result.hazards} == {("error", at("read"), at("written"))}
    assert all(h.example["block"] != h.example["block_b"] for h in result.hazards)


@pytest.mark.parametrize(("grid", "block"), [(1, 32), (1, 64), (4, 32)])
def test_different_values_to_one_place_are_an_error(grid: int, block: int) -> None:
    hazard = hazard_of(launched("any_index", {"out": np.zeros(1, I4), "x": np.full(128, 60, I4)}, block, grid))
    assert (hazard.kind, hazard.severity, hazard.line_a) == ("WAW", "error", at("any"))


def test_the_same_value_to_one_place_is_no_race() -> None:
    assert hazards_of(launched("flag", {"out": np.zeros(1, I4), "x": np.full(256, 60, I4)})) == []


def test_a_race_that_no_order_shows_is_a_warning() -> None:
    level = np.full(256, -1, I4)
    level[[5, 9, 40, 77]] = 0
    found = hazards_of(launched("breadth_first", {"level": level, "n": 256, "depth": 0}))
    assert {(kind, severity) for kind, severity, _, _ in found} == {("WAR", "warning")}


def test_a_counter_that_every_block_clears_is_an_error() -> None:
    hazard = hazard_of(launched("cleared_by_each_block", {"count": np.zeros(1, I4)}))
    assert (hazard.kind, hazard.severity, hazard.line_a, hazard.line_b) == ("WAW", "error", at("clear"), at("add"))


def test_atomics_and_own_places_are_clean() -> None:
    assert hazards_of(launched("totals", {"out": np.zeros(5, I4), "x": np.arange(256, dtype=I4)})) == []


def test_a_fence_orders_nobody_who_does_not_look_at_the_flag() -> None:
    arguments = {"out": np.zeros(64, I4), "ready": np.zeros(1, I4)}
    hazard = hazard_of(launched("through_a_fence", arguments, 32, 2))
    assert {hazard.line_a, hazard.line_b} == {at("given"), at("nobody looked whether it is ready")}


def test_volatile_shared_memory_orders_no_blocks() -> None:
    result = launched("with_volatile_shared", {"x": wave(256)})
    assert {(h.kind, h.severity, h.line_b) for h in result.hazards} == {("WAR", "error", at("theirs too"))}


def test_bytes_of_one_word_are_places_of_their_own() -> None:
    assert hazards_of(launched("bytes", {"x": np.zeros(256, np.uint8)})) == []


@given(step=st.integers(0, 80), grid=st.integers(1, 5), block=st.sampled_from([32, 64, 72]))
def test_tiles_race_where_they_overlap(step: int, grid: int, block: int) -> None:
    result = launched("tiles_that_overlap", {"out": np.full(500, -1, I4), "step": step}, block, grid)
    wanted = [("WAW", "error", at("overlap"), at("overlap"))] if grid > 1 and step < block else []
    assert hazards_of(result)[:1] == wanted


def test_variables_of_the_device_are_watched() -> None:
    result = launched("plain_total", {"x": np.arange(1, 5, dtype=I4)})
    assert hazards_of(result) == [(kind, "error", at("total"), at("total")) for kind in ("WAR", "WAW")]
    assert {h.example["variable"] for h in result.hazards} == {"total"}


def test_addresses_that_come_from_memory_are_watched_too() -> None:
    assert hazards_of(launched("by_table", {"rows": np.zeros(1, np.int64), "n": 4})) == []


def test_the_sentences_say_what_to_do() -> None:
    blocks = hazard_of(launched("any_index", {"out": np.zeros(1, I4), "x": np.full(128, 60, I4)}, 32, 4))
    warps = hazard_of(launched("any_index", {"out": np.zeros(1, I4), "x": np.full(128, 60, I4)}, 128, 1))
    assert "does not order blocks" in hazard_sentence(blocks, "en")
    assert "put __syncthreads()" in hazard_sentence(warps, "en")
    assert "블록 사이" in hazard_sentence(blocks, "ko") and "__syncthreads()를" in hazard_sentence(warps, "ko")


def test_memory_beyond_what_marks_have_room_for_is_not_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"out": np.zeros(1, I4), "x": np.full(256, 60, I4)}
    assert hazard_of(launched("any_index", given)).kind == "WAW"
    monkeypatch.setattr(global_races, "_MOST_MARKS", 0)
    assert hazards_of(launched("any_index", given)) == []
