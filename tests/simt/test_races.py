"""Hazards in shared memory: which accesses of two threads need a barrier, how severe that is, which lines are named."""

from __future__ import annotations

import numpy as np
import pytest

from tests.simt.running import Value, computed, hazard_of, hazards_of, line_of, run

I4, F4 = np.int32, np.float32

SOURCE = r"""
extern "C" __global__ void read_after_write(int* out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;                        // raw write
    out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];  // raw read
}
extern "C" __global__ void write_after_read(int* out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    int x = s[blockDim.x - 1 - threadIdx.x];             // war read
    s[threadIdx.x] = -x;                                 // war write
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
extern "C" __global__ void write_after_write(int* out, int distinct) {
    __shared__ int s[2];
    s[threadIdx.x % 2] = distinct ? threadIdx.x : 7;     // waw
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x % 2];
}
extern "C" __global__ void clean(int* out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
extern "C" __global__ void own_words(int* out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    s[threadIdx.x] += 1;
    out[threadIdx.x] = s[threadIdx.x];
}
extern "C" __global__ void everyone_reads(int* out, const int* in) {
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < 64; ++i) sum += s[i];
    out[threadIdx.x] = sum + s[0];
}
extern "C" __global__ void warp_barrier(int* out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;                        // before the warp barrier
    __syncwarp();
    out[threadIdx.x] = s[threadIdx.x ^ 1];
}
extern "C" __global__ void warp_barrier_too_weak(int* out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;                        // weak write
    __syncwarp();
    out[threadIdx.x] = s[threadIdx.x ^ 32];              // weak read
}
extern "C" __global__ void lower_half_only(int* out) {
    __shared__ int s[32];
    s[threadIdx.x] = threadIdx.x;                        // half write
    if (threadIdx.x < 16) __syncwarp(0xffff);
    out[threadIdx.x] = s[threadIdx.x ^ 1];               // half read
}
extern "C" __global__ void bytes_of_a_word(unsigned char* out) {
    __shared__ unsigned char s[64];
    s[threadIdx.x] = (unsigned char)(2 * threadIdx.x);
    out[threadIdx.x] = s[threadIdx.x] + 1;
}
extern "C" __global__ void byte_within_a_word(int* out) {
    __shared__ int s[16];
    unsigned char* bytes = (unsigned char*)s;
    bytes[threadIdx.x] = (unsigned char)threadIdx.x;     // byte write
    if (threadIdx.x < blockDim.x / 4) out[threadIdx.x] = s[threadIdx.x];  // word read
}
extern "C" __global__ void atomics_alone(int* out) {
    __shared__ int s;
    if (threadIdx.x == 0) s = 0;
    __syncthreads();
    atomicAdd(&s, 1);
    atomicMax(&s, 5);
    __syncthreads();
    out[threadIdx.x] = s;
}
extern "C" __global__ void atomics_before_zero(int* out) {
    __shared__ int s[4];
    if (threadIdx.x < 4) s[threadIdx.x] = 0;             // zero
    atomicAdd(&s[threadIdx.x % 4], 1);                   // add
    __syncthreads();
    if (threadIdx.x < 4) out[threadIdx.x] = s[threadIdx.x];
}
extern "C" __global__ void atomics_and_read(int* out) {
    __shared__ int s;
    if (threadIdx.x == 0) s = 0;
    __syncthreads();
    atomicAdd(&s, 1);                                    // counted
    out[threadIdx.x] = s;                                // too early
}
extern "C" __global__ void in_a_loop(int* out, int rounds) {
    __shared__ int s[64];
    int sum = 0;
    for (int i = 0; i < rounds; ++i) {
        s[threadIdx.x] = i + threadIdx.x;                // loop write
        __syncthreads();
        sum += s[(threadIdx.x + 32) % 64];               // loop read
    }
    out[threadIdx.x] = sum;
}
extern "C" __global__ void tiled(const float* a, const float* b, float* c, int n, int first, int second) {
    __shared__ float tile_a[16][16], tile_b[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float sum = 0;
    for (int start = 0; start < n; start += 16) {
        tile_a[ty][tx] = a[row * n + start + tx];        // a tile
        tile_b[ty][tx] = b[(start + ty) * n + col];      // b tile
        if (first) __syncthreads();
        for (int k = 0; k < 16; ++k)
            sum += tile_a[ty][k] * tile_b[k][tx];        // product
        if (second) __syncthreads();
    }
    c[row * n + col] = sum;
}
extern "C" __global__ void vector_stores(float* out) {
    __shared__ float4 s[16];
    s[threadIdx.x % 16] = make_float4(1, 2, 3, 4);       // four words
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x % 16].y;
}
extern "C" __global__ void one_block_only(int* out) {
    __shared__ int s[32];
    s[threadIdx.x] = threadIdx.x;                        // block write
    if (blockIdx.x != 5) __syncwarp();
    out[blockIdx.x * 32 + threadIdx.x] = s[31 - threadIdx.x];  // block read
}
extern "C" __global__ void through_a_pointer(int* out, int* far) {
    __shared__ int s[64];
    s[threadIdx.x] = 1;
    far[threadIdx.x] = 1;
    __syncthreads();
    int* p = threadIdx.x % 2 ? s : far;
    p[threadIdx.x ^ 2] = threadIdx.x;                    // generic write
    out[threadIdx.x] = s[threadIdx.x];                   // plain read
}
"""


def launch(
    kernel: str, block: int = 64, grid: int = 1, **arguments: Value
) -> list[tuple[str, str, int | None, int | None]]:
    given = {"out": np.zeros(4096, I4), **arguments}
    return hazards_of(run(SOURCE, given, kernel=kernel, block=block, grid=grid))


def at(mark: str) -> int:
    return line_of(SOURCE, f"// {mark}")


def test_a_read_of_another_warps_write_is_an_error_with_both_lines_and_threads() -> None:
    hazard = hazard_of(run(SOURCE, {"out": np.zeros(64, I4)}, kernel="read_after_write", block=64))
    assert (hazard.kind, hazard.severity) == ("RAW", "error")
    assert (hazard.line_a, hazard.line_b) == (at("raw write"), at("raw read"))
    assert hazard.count == 64
    assert (hazard.example["variable"], hazard.example["offset"]) == ("s", 0)
    assert {hazard.example["thread_a"], hazard.example["thread_b"]} == {(0, 0, 0), (63, 0, 0)}
    assert hazard.example["same_warp"] is False
    assert "s[byte 0]" in hazard.message


def test_within_a_warp_it_is_a_warning() -> None:
    assert launch("read_after_write", block=32) == [("RAW", "warning", at("raw write"), at("raw read"))]


def test_overwriting_what_another_reads_is_named_by_read_and_write() -> None:
    assert launch("write_after_read") == [("WAR", "error", at("war read"), at("war write"))]
    assert launch("write_after_read", block=32) == [("WAR", "warning", at("war read"), at("war write"))]


def test_two_writes_are_an_error_unless_they_write_the_same_value() -> None:
    assert launch("write_after_write", distinct=1) == [("WAW", "error", at("waw"), at("waw"))]
    assert launch("write_after_write", distinct=1, block=32) == [("WAW", "error", at("waw"), at("waw"))]
    assert launch("write_after_write", distinct=0) == [("WAW", "note", at("waw"), at("waw"))]


@pytest.mark.parametrize("kernel", ["clean", "own_words", "warp_barrier", "atomics_alone", "bytes_of_a_word"])
def test_ordered_accesses_are_clean(kernel: str) -> None:
    arguments: dict[str, Value] = {"out": np.zeros(64, np.uint8)} if kernel == "bytes_of_a_word" else {}
    assert launch(kernel, **arguments) == []
    assert launch(kernel, block=50, **arguments) == []


def test_any_number_of_readers_is_clean() -> None:
    values = np.arange(64, dtype=I4)
    found = computed(SOURCE, {"out": np.zeros(64, I4), "in": values}, kernel="everyone_reads", block=64)
    assert found.tolist() == [sum(range(64))] * 64


def test_a_warp_barrier_orders_one_warp_only() -> None:
    assert launch("warp_barrier_too_weak") == [("RAW", "error", at("weak write"), at("weak read"))]


def test_a_warp_barrier_of_some_lanes_orders_those_lanes() -> None:
    assert launch("lower_half_only", block=32) == [("RAW", "warning", at("half write"), at("half read"))]
    result = run(SOURCE, {"out": np.zeros(32, I4)}, kernel="lower_half_only", block=32)
    assert result.hazards[0].count == 16  # the words of the upper half


def test_bytes_of_one_word_belong_to_different_threads_but_the_word_to_none() -> None:
    assert launch("byte_within_a_word", block=32) == [("RAW", "warning", at("byte write"), at("word read"))]
    assert launch("byte_within_a_word", block=64) == [
        ("RAW", severity, at("byte write"), at("word read")) for severity in ("error", "warning")]  # fmt: skip


@pytest.mark.parametrize("block", [32, 64])
def test_an_atomic_and_a_plain_write_race_whatever_they_write(block: int) -> None:
    found = launch("atomics_before_zero", block=block)
    assert found == [("WAW", "error" if block == 64 else "warning", at("zero"), at("add"))]


def test_an_atomic_and_a_plain_read_race() -> None:
    assert launch("atomics_and_read") == [("RAW", "error", at("counted"), at("too early"))]


def test_a_loop_races_with_its_next_round() -> None:
    assert launch("in_a_loop", rounds=1) == []
    assert launch("in_a_loop", rounds=5) == [("WAR", "error", at("loop read"), at("loop write"))]


@pytest.mark.parametrize(("first", "second", "kinds"), [(1, 1, []), (0, 1, ["RAW"]), (1, 0, ["WAR"])])
def test_each_barrier_of_a_tiled_product_prevents_one_hazard_on_the_b_tile(
    first: int, second: int, kinds: list[str]
) -> None:
    a, b = (np.random.default_rng(i).integers(-4, 5, 48 * 48).astype(F4) for i in range(2))
    arguments: dict[str, Value] = {
        "a": a,
        "b": b,
        "c": np.zeros(48 * 48, F4),
        "n": 48,
        "first": first,
        "second": second,
    }
    result = run(SOURCE, arguments, kernel="tiled", grid=(3, 3), block=(16, 16))
    errors = [h for h in result.hazards if h.severity == "error"]
    assert [h.kind for h in errors] == kinds
    for hazard in errors:
        assert {hazard.line_a, hazard.line_b} == {at("b tile"), at("product")}
        assert hazard.example["variable"] == "tile_b"
    # A row of the A tile is written and read by one warp only.
    assert {h.line_a for h in result.hazards if h.severity == "warning"} <= {at("a tile"), at("b tile"), at("product")}
    if not kinds:
        assert result.hazards == ()
        assert result.outputs[2].reshape(48, 48).tolist() == (a.reshape(48, 48) @ b.reshape(48, 48)).tolist()


def test_vector_stores_to_one_place_race() -> None:
    found = launch("vector_stores", out=np.zeros(64, F4))
    assert [(kind, a, b) for kind, _, a, b in found] == [("WAW", at("four words"), at("four words"))]


def test_the_block_that_races_is_named() -> None:
    hazard = hazard_of(run(SOURCE, {"out": np.zeros(32 * 9, I4)}, kernel="one_block_only", grid=9))
    assert (hazard.line_a, hazard.line_b) == (at("block write"), at("block read"))
    assert hazard.example["block"] == (5, 0, 0)
    assert hazard.count == 32


def test_accesses_through_generic_pointers_are_watched() -> None:
    found = launch("through_a_pointer", far=np.zeros(64, I4))
    assert ("RAW", "warning", at("generic write"), at("plain read")) in found


UNINITIALISED = r"""
extern "C" __global__ void nobody_wrote(float* out) {
    __shared__ float s[64];
    if (threadIdx.x < 10) s[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];                   // read
}
extern "C" __global__ void everybody_wrote(float* out) {
    __shared__ float s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x) s[i] = 1;
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}
extern "C" __global__ void halo(float* out) {
    __shared__ float s[34];
    s[threadIdx.x + 1] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + 2];  // both edges
}
extern "C" __global__ void dynamic(float* out) {
    extern __shared__ float d[];
    out[threadIdx.x] = d[threadIdx.x];                   // dynamic read
}
"""


def test_a_read_of_shared_memory_that_nobody_wrote_is_an_error() -> None:
    hazard = hazard_of(run(UNINITIALISED, {"out": np.zeros(64, F4)}, kernel="nobody_wrote", block=64, grid=2))
    line = line_of(UNINITIALISED, "// read")
    assert (hazard.kind, hazard.severity, hazard.line_a, hazard.line_b) == ("uninitialised_read", "error", line, line)
    assert hazard.count == 2 * 54
    assert hazard.example == {"block": (0, 0, 0), "thread_a": (10, 0, 0), "variable": "s", "offset": 40}


def test_written_shared_memory_is_clean_whoever_wrote_it() -> None:
    assert hazards_of(run(UNINITIALISED, {"out": np.zeros(32, F4)}, kernel="everybody_wrote", block=20, grid=3)) == []


def test_a_forgotten_halo_is_found_at_both_edges() -> None:
    result = run(UNINITIALISED, {"out": np.zeros(32, F4)}, kernel="halo")
    hazard = hazard_of(result)
    assert (hazard.kind, hazard.line_a) == ("uninitialised_read", line_of(UNINITIALISED, "// both edges"))
    assert hazard.count == 2
    assert np.isnan(result.outputs[0][[0, 31]]).all()  # what nobody wrote is poison, so results show it too


def test_dynamic_shared_memory_is_watched_too() -> None:
    hazard = hazard_of(run(UNINITIALISED, {"out": np.zeros(8, F4)}, kernel="dynamic", block=8, shared=32))
    assert (hazard.kind, hazard.line_a) == ("uninitialised_read", line_of(UNINITIALISED, "// dynamic read"))


MANY_READS = r"""
extern "C" __global__ void k(float* out) {
    __shared__ float s[1024];
    int t = threadIdx.x;
    for (int i = t; i < 1024; i += 256) s[i] = 0;
    __syncthreads();
    s[t] = t;  // written early
    float sum = 0;
    #pragma unroll
    for (int i = 0; i < 300; ++i) sum += s[256 + (t * 3 + i * 7) % 700];
    out[blockIdx.x * 256 + t] = sum + s[t ^ 64];  // read late
}"""


@pytest.mark.parametrize("grid", [2, 256])
def test_a_write_is_not_forgotten_over_many_reads(grid: int) -> None:
    """In a large launch there is no room for all that happens between two barriers."""
    found = hazards_of(run(MANY_READS, {"out": np.zeros(256 * grid, F4)}, block=256, grid=grid))
    assert ("RAW", "error", line_of(MANY_READS, "// written early"), line_of(MANY_READS, "// read late")) in found


WIDE = """extern "C" __global__ void k(float* out, int n) {
    __shared__ __align__(16) float s[64];
    int t = threadIdx.x;
    if (t < n) s[t] = t;
    __syncthreads();
    float4 v = *(float4*)(s + 4 * (t / 32));
    float sum = v.x + v.y + v.z;
    if (out[t] > 0) sum += v.w;  // perhaps
    out[t] = sum;
}
"""


def test_a_word_that_a_wide_load_brings_along_is_no_uninitialised_read() -> None:
    source = WIDE.replace("    if (out[t] > 0) sum += v.w;  // perhaps\n", "")
    assert hazards_of(run(source, {"out": np.zeros(32, np.float32), "n": 3})) == []


def test_a_word_of_a_wide_load_that_is_asked_for_is_one() -> None:
    (found,) = hazards_of(run(WIDE, {"out": np.ones(32, np.float32), "n": 3}))
    assert found[0] == "uninitialised_read"


PAIRS = """struct Pair { float value; int number; };
extern "C" __global__ void k(float* out) {
    __shared__ Pair pairs[4];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    Pair mine = {out[threadIdx.x], int(threadIdx.x)};
    if (lane == 0) pairs[warp] = mine;                     // stored
    if (warp == 0) {
        mine = lane < 4 ? pairs[lane] : Pair{-1.0f, 1000}; // read
        for (int d = 16; d > 0; d /= 2) {
            float value = __shfl_down_sync(0xffffffffu, mine.value, d);
            int number = __shfl_down_sync(0xffffffffu, mine.number, d);
            if (value > mine.value) mine = {value, number};
        }
        if (lane == 0) out[0] = mine.number;
    }
    __syncthreads();
}
"""


def test_words_that_were_loaded_together_and_are_read_behind_a_split_race() -> None:
    """Two loads become one, whose words the shuffles read: those of lanes together, and those of lanes apart."""
    found = hazards_of(run(PAIRS, {"out": np.arange(128, dtype=np.float32)}, block=128))
    assert ("RAW", "error", line_of(PAIRS, "// stored"), line_of(PAIRS, "// read")) in found


MOVED = """extern "C" __global__ void k(float* out) {
    __shared__ float row[64];
    int t = threadIdx.x;
    float mine = out[t];
    row[t] = mine;                                // written
    out[t] = t > 0 ? mine - row[t - 1] : mine;    // read
}
"""


def test_a_read_that_the_compiler_moved_before_the_write_is_told_in_the_order_of_the_source() -> None:
    found = hazards_of(run(MOVED, {"out": np.arange(64, dtype=np.float32)}, block=64))
    assert {kind for kind, *_ in found} == {"RAW"}
    assert {(a, b) for _, _, a, b in found} == {(line_of(MOVED, "// written"), line_of(MOVED, "// read"))}
