"""CUDA C++ as students write it: every construct computes what the language says."""

from __future__ import annotations

import math

import numpy as np
import pytest

from grader.launch import Argument, ArgumentMismatch, LaunchRequest
from grader.simt import emulator
from tests.simt.running import computed, fault_of, line_of, loaded, run

I4, U4, F4, F8 = np.int32, np.uint32, np.float32, np.float64

FUNCTIONS = r"""
__device__ __noinline__ int triple(int a) { return 3 * a; }
__device__ __noinline__ double mix(double a, const float* p, int i) { return 2 * a + p[i]; }
__device__ __noinline__ void both(int a, int* low, long long* high) { *low = a + 1; *high = (long long)a << 33; }
__device__ __noinline__ int nested(int a) { return triple(a) + triple(a + 1); }
__device__ __noinline__ float pick(bool left, float a, float b, short c, unsigned char d) {
    return left ? a + c : b + d;
}

// Arguments of different sizes at the same place in one caller.
extern "C" __global__ void calls(float* out, double shift) {
    int t = threadIdx.x;
    int low;
    long long high;
    both(t, &low, &high);
    out[t] = (float)(mix(shift + triple(t), out, t) + nested(t) + low) + (float)(high >> 33)
           + pick(t & 1, 0.5f, 0.25f, (short)(t - 5), (unsigned char)(250 + t));
}

struct Pixel { int id; float value; double weight; char tag; };
__device__ __noinline__ Pixel make(int i) {
    Pixel p;
    p.id = i; p.value = 2.0f * i; p.weight = i / 8.0; p.tag = (char)(i - 16);
    return p;
}
__device__ __noinline__ float sum(Pixel p, int i) { return p.id + p.value + (float)p.weight + p.tag + i; }
extern "C" __global__ void structs(float* out) {
    Pixel p = make(threadIdx.x);
    p.value += 0.5f;
    out[threadIdx.x] = sum(p, 1);
}

struct Pair { float a; int b; };
extern "C" __global__ void struct_argument(float* out, Pair pair, char c, short s, unsigned long long big) {
    out[threadIdx.x] = pair.a + pair.b + c + s + (float)(big >> 32);
}

extern "C" __global__ void struct_array(Pair* pairs) {
    Pair p = pairs[threadIdx.x];
    pairs[threadIdx.x] = Pair{p.a * 2, p.b + 1};
}
"""


def test_functions_that_are_not_inlined_pass_every_type() -> None:
    start = np.arange(32, dtype=F4)
    found = computed(FUNCTIONS, {"out": start, "shift": F8(1e-3)}, kernel="calls")
    expected = []
    for t in range(32):
        picked = 0.5 + (t - 5) if t & 1 else 0.25 + (250 + t) % 256
        part = F4(2 * (1e-3 + 3 * t) + t + (3 * t + 3 * (t + 1)) + t + 1)
        expected.append(F4(F4(part + F4(t)) + F4(picked)))
    assert found.tolist() == [float(x) for x in expected]


def test_structs_pass_by_value_and_come_back() -> None:
    found = computed(FUNCTIONS, {"out": np.zeros(32, F4)}, kernel="structs")
    assert found.tolist() == [t + 2 * t + 0.5 + t / 8 + (t - 16) + 1 for t in range(32)]


def test_kernel_parameters_of_every_size_and_struct() -> None:
    pair = np.array((1.5, 7), np.dtype([("a", F4), ("b", I4)]))[()]
    arguments = {"out": np.zeros(4, F4), "pair": pair, "c": np.int8(-3), "s": np.int16(-400), "big": np.uint64(5 << 32)}
    found = computed(FUNCTIONS, arguments, kernel="struct_argument", block=4)
    assert found.tolist() == [1.5 + 7 - 3 - 400 + 5] * 4


def test_arrays_of_structs() -> None:
    raw = np.zeros(32, np.dtype([("a", F4), ("b", I4)]))
    raw["a"], raw["b"] = np.arange(32), -np.arange(32)
    found = computed(FUNCTIONS, {"pairs": raw.view(F4)}, kernel="struct_array").view(raw.dtype)
    assert found["a"].tolist() == [2 * t for t in range(32)]
    assert found["b"].tolist() == [1 - t for t in range(32)]


def test_a_struct_that_is_read_in_other_pieces_than_written_is_refused_rather_than_misread() -> None:
    source = """struct Packed { char text[4]; short numbers[3]; };
__device__ __noinline__ int at(Packed p, int i) {
    return p.numbers[i] + p.text[i];  // here
}
extern "C" __global__ void k(int* out, const Packed* in) { out[threadIdx.x] = at(in[threadIdx.x], threadIdx.x % 3); }
"""
    pieces = np.arange(320, dtype=np.uint8)
    result = run(source, {"out": np.zeros(32, I4), "in": pieces})
    if result.faults:
        assert (fault_of(result).kind, fault_of(result).line) == ("unsupported", line_of(source, "Packed p, int i"))
    else:
        rows = pieces.reshape(32, 10)
        numbers = np.ascontiguousarray(rows[:, 4:]).view(np.int16)
        texts = rows[:, :4].view(np.int8)
        assert result.outputs[0].tolist() == [int(numbers[t, t % 3]) + int(texts[t, t % 3]) for t in range(32)]


RECURSION = r"""
__device__ __noinline__ int fibonacci(int n) {
    if (n < 2) return n;
    return fibonacci(n - 1) + fibonacci(n - 2);
}
__device__ __noinline__ bool odd(int n);
__device__ __noinline__ bool even(int n) { return n == 0 ? true : odd(n - 1); }
__device__ __noinline__ bool odd(int n) { return n == 0 ? false : even(n - 1); }
__device__ __noinline__ int digits(int n, int* text) {
    int own[2] = {n % 10, n};
    int count = n >= 10 ? digits(n / 10, text) : 0;
    text[count] = own[own[1] == n ? 0 : 1];
    return count + 1;
}
extern "C" __global__ void numbers(int* out) { out[threadIdx.x] = fibonacci(threadIdx.x % 12); }
extern "C" __global__ void parity(int* out) { out[threadIdx.x] = even(threadIdx.x) + 10 * odd(threadIdx.x / 2); }
extern "C" __global__ void spelled(int* out, const int* in) {
    int text[8] = {0};
    int count = digits(in[threadIdx.x], text), sum = 0;
    for (int i = 0; i < count; ++i) sum = sum * 16 + text[i];
    out[threadIdx.x] = sum;
}
__device__ __noinline__ int bottomless(int n) {
    return bottomless(n + 1) + n;  // deeper
}
extern "C" __global__ void endless(int* out) { if (threadIdx.x > 3) out[threadIdx.x] = bottomless(threadIdx.x); }
"""


def test_functions_may_call_themselves() -> None:
    found = computed(RECURSION, {"out": np.zeros(40, I4)}, kernel="numbers", block=40)
    assert found[:12].tolist() == [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89]
    assert found.tolist() == [found[t % 12] for t in range(40)]
    found = computed(RECURSION, {"out": np.zeros(40, I4)}, kernel="parity", block=40)
    assert found.tolist() == [(t % 2 == 0) + 10 * (t // 2 % 2) for t in range(40)]


def test_every_call_has_local_variables_of_its_own() -> None:
    numbers = np.random.default_rng(9).integers(0, 10_000_000, 40).astype(I4)
    found = computed(RECURSION, {"out": np.zeros(40, I4), "in": numbers}, kernel="spelled", block=40)
    assert found.tolist() == [int(str(n), 16) for n in numbers.tolist()]


def test_endless_recursion_ends_with_its_line() -> None:
    fault = fault_of(run(RECURSION, {"out": np.zeros(32, I4)}, kernel="endless"))
    assert (fault.kind, fault.line) == ("stack_overflow", line_of(RECURSION, "// deeper") - 1)
    assert fault.thread == (4, 0, 0)


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ("asm volatile(\"sust.b.1d.b32.trap [%0, {%1}], {%2};\" :: \"l\"(out), \"r\"(1), \"r\"(2));",
         "sust.b.1d.b32.trap"),
    ],
)
def test_what_the_emulator_does_not_run_is_named_with_its_line(body: str, named: str) -> None:
    functions = "__device__ int twice(int x) { return 2 * x; }\n__device__ int thrice(int x) { return 3 * x; }\n"
    source = functions + 'extern "C" __global__ void k(int* out) {\n' + body + "\n}\n"
    fault = fault_of(run(source, {"out": np.zeros(32, I4)}))
    assert (fault.kind, fault.line) == ("unsupported", 4)
    assert named in fault.message


LOCAL = r"""
extern "C" __global__ void local_array(int* out, const int* order) {
    int values[8];
    for (int i = 0; i < 8; ++i) values[i] = 10 * threadIdx.x + i;
    values[order[threadIdx.x] & 7] += 1000;
    int sum = 0;
    for (int i = 0; i < 8; ++i) sum += values[(i * 3 + order[threadIdx.x]) & 7] * (i + 1);
    out[threadIdx.x] = sum;
}
extern "C" __global__ void local_bytes(unsigned char* out, int n) {
    unsigned char text[16];
    for (int i = 0; i < 16; ++i) text[i] = (unsigned char)(i * 17 + threadIdx.x);
    for (int i = 0; i < n; ++i) {
        unsigned char t = text[i & 15];
        text[i & 15] = text[(i * 7) & 15];
        text[(i * 7) & 15] = t;
    }
    out[threadIdx.x] = text[threadIdx.x & 15];
}
extern "C" __global__ void local_pointer(float* out, int which) {
    float near[4] = {1, 2, 3, 4};
    float far[4] = {5, 6, 7, 8};
    float* p = threadIdx.x % 2 ? near : far;
    p[which & 3] += threadIdx.x;
    out[threadIdx.x] = near[(which + threadIdx.x) & 3] + far[which & 3];
}
"""


def test_local_arrays_belong_to_one_thread() -> None:
    order = np.random.default_rng(1).integers(0, 100, 40).astype(I4)
    found = computed(LOCAL, {"out": np.zeros(40, I4), "order": order}, kernel="local_array", block=40)
    for t in range(40):
        values = [10 * t + i for i in range(8)]
        values[order[t] & 7] += 1000
        assert found[t] == sum(values[(i * 3 + order[t]) & 7] * (i + 1) for i in range(8))


def test_local_arrays_of_bytes() -> None:
    found = computed(LOCAL, {"out": np.zeros(32, np.uint8), "n": 9}, kernel="local_bytes")
    for t in range(32):
        text = [(i * 17 + t) % 256 for i in range(16)]
        for i in range(9):
            a, b = i & 15, (i * 7) & 15
            text[a], text[b] = text[b], text[a]
        assert found[t] == text[t & 15]


def test_pointers_to_local_arrays() -> None:
    found = computed(LOCAL, {"out": np.zeros(32, F4), "which": 2}, kernel="local_pointer")
    for t in range(32):
        near, far = [1, 2, 3, 4], [5, 6, 7, 8]
        (near if t % 2 else far)[2] += t
        assert found[t] == near[(2 + t) & 3] + far[2]


VARIABLES = r"""
__constant__ float weights[4] = {0.5f, -1.25f, 3.0f, 1e-3f};
__constant__ int nothing[3];
__constant__ short offsets[2][3] = {{1, -2, 3}, {-4, 5, -6}};
__device__ int counter = 41;
__device__ double table[3] = {1.0 / 3.0, -2.5, 1e300};
__device__ const char* words[2] = {"warp", "lane"};
__device__ int* where = &counter;
__device__ unsigned long long large = 0x123456789abcdef0ull;

extern "C" __global__ void constants(float* out) {
    int t = threadIdx.x;
    out[t] = weights[t & 3] + nothing[t % 3] + offsets[t & 1][t % 3] + (float)(table[t % 2] * 3.0);
}
extern "C" __global__ void globals(int* out) {
    int old = atomicAdd(&counter, 1);
    out[0] = old;
    out[1] = *where;
    out[2] = words[1][2];
    out[3] = (int)(large >> 32);
    out[4] = words[0][0];
}
"""


def test_constants_and_device_variables_start_with_their_initialisers() -> None:
    found = computed(VARIABLES, {"out": np.zeros(32, F4)}, kernel="constants")
    weights, offsets, table = [0.5, -1.25, 3.0, 1e-3], [[1, -2, 3], [-4, 5, -6]], [1 / 3, -2.5]
    for t in range(32):
        exact = F4(F4(weights[t & 3]) + F4(offsets[t & 1][t % 3])) + F4(table[t % 2] * 3.0)
        assert found[t] == F4(exact)


def test_device_variables_hold_pointers_and_text_and_start_anew_in_every_launch() -> None:
    for _ in range(2):
        found = computed(VARIABLES, {"out": np.zeros(5, I4)}, kernel="globals", block=1)
        assert found.tolist() == [41, 42, ord("n"), 0x12345678, ord("w")]


SHARED = r"""
extern __shared__ float dynamic[];
extern "C" __global__ void two_arrays(float* out, int n) {
    __shared__ int fixed[3];
    float* a = dynamic;
    int* b = (int*)&dynamic[n];
    int t = threadIdx.x;
    if (t < 3) fixed[t] = 100 * t;
    a[t] = t + 0.5f;
    b[t] = 2 * t;
    __syncthreads();
    out[t] = a[n - 1 - t] + b[n - 1 - t] + fixed[t % 3];
}
template <int N, typename T> __global__ void reversed(T* out) {
    __shared__ T tile[N];
    tile[threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = tile[N - 1 - threadIdx.x];
}
template __global__ void reversed<48, double>(double*);
template __global__ void reversed<33, unsigned char>(unsigned char*);
"""


def test_dynamic_shared_memory_follows_the_static() -> None:
    found = computed(SHARED, {"out": np.zeros(20, F4), "n": 20}, kernel="two_arrays", block=20, shared=160)
    assert found.tolist() == [19 - t + 0.5 + 2 * (19 - t) + 100 * (t % 3) for t in range(20)]


@pytest.mark.parametrize(("name", "count", "dtype"), [("_Z8reversedILi48EdEvPT0_", 48, F8),
                                                      ("_Z8reversedILi33EhEvPT0_", 33, np.uint8)])  # fmt: skip
def test_templates_over_sizes_and_types(name: str, count: int, dtype: type) -> None:
    start = np.arange(count).astype(dtype)
    assert computed(SHARED, {"out": start}, kernel=name, block=count).tolist() == start[::-1].tolist()


COORDINATES = r"""
extern "C" __global__ void k(int* out) {
    int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int* own = out + 8 * (block * blockDim.x * blockDim.y * blockDim.z + thread);
    own[0] = threadIdx.x; own[1] = threadIdx.y; own[2] = threadIdx.z;
    own[3] = blockIdx.x; own[4] = blockIdx.y; own[5] = blockIdx.z;
    own[6] = thread % warpSize; own[7] = 1;
}
"""


@pytest.mark.parametrize(
    ("grid", "block"),
    [
        ((1,), (1,)),
        ((3,), (33,)),
        ((2, 3), (5, 7)),
        ((2, 1, 3), (3, 5, 7)),
        ((1,), (1024,)),
        ((5,), (31,)),
        ((1, 1, 2), (1, 1, 64)),
    ],
)
def test_threads_know_their_place_in_blocks_of_any_shape(grid: tuple[int, ...], block: tuple[int, ...]) -> None:
    gx, gy, gz = (*grid, 1, 1)[:3]
    bx, by, bz = (*block, 1, 1)[:3]
    threads = bx * by * bz
    found = computed(COORDINATES, {"out": np.zeros(8 * gx * gy * gz * threads, I4)}, grid=grid, block=block).reshape(
        -1, 8
    )
    expected = [
        [x, y, z, a, b, c, (x + bx * (y + by * z)) % 32, 1]
        for c in range(gz) for b in range(gy) for a in range(gx)
        for z in range(bz) for y in range(by) for x in range(bx)
    ]  # fmt: skip
    assert found.tolist() == expected


BATCHES = r"""
extern "C" __global__ void k(int* out, int n) {
    __shared__ int tile[96];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = i < n ? out[i] : 0;
    __syncthreads();
    if (i < n) out[i] = tile[blockDim.x - 1 - threadIdx.x] + blockIdx.x;
}
"""


def test_a_grid_larger_than_one_batch_gives_every_block_its_own_shared_memory() -> None:
    n = 96 * 700 - 5
    start = np.arange(n, dtype=I4)
    found = computed(BATCHES, {"out": start, "n": n}, grid=700, block=96)
    padded = np.concatenate([start, np.zeros(5, I4)]).reshape(700, 96)
    assert found.tolist() == (padded[:, ::-1] + np.arange(700)[:, None]).ravel()[:n].tolist()


def test_counts_of_a_large_grid_are_those_of_its_batches_together() -> None:
    # 96 threads: 170 blocks fill a batch.
    def totals(blocks: int) -> tuple[int | None, ...]:
        result = run(BATCHES, {"out": np.zeros(96 * blocks, I4), "n": 96 * blocks}, grid=blocks, block=96)
        shared, everywhere = result.total("shared"), result.total("global")
        return (
            result.thread_instructions,
            result.barriers,
            shared.requests,
            shared.cost,
            everywhere.requests,
            everywhere.cost,
        )

    one = totals(1)
    assert totals(400) == tuple(400 * (x or 0) for x in one)


UNDEFINED = r"""
extern "C" __global__ void k(int* out, int n) {
    int last;
    for (int i = 0; i < n; ++i) {
        if (i > 1 && i % 32 == threadIdx.x) out[threadIdx.x] = last + i;
        last = 3 * i;
    }
}
"""


def test_a_variable_without_a_value_on_some_path_is_no_obstacle() -> None:
    found = computed(UNDEFINED, {"out": np.zeros(32, I4), "n": 20})
    assert found.tolist() == [3 * (t - 1) + t if 1 < t < 20 else 0 for t in range(32)]


ASSEMBLY = r"""
__device__ int lane() { int r; asm("mov.u32 %0, %%laneid;" : "=r"(r)); return r; }
extern "C" __global__ void k(int* out) {
    int x = out[threadIdx.x], y, z;
    asm("{ .reg .pred p; .reg .b32 t<2>; add.s32 t0, %1, 1; setp.gt.s32 p, t0, 5; mov.b32 %0, 7; @p mov.b32 %0, t0; }"
        : "=r"(y) : "r"(x));
    asm("{ .reg .pred p; setp.lt.s32 p, %1, 3; selp.b32 %0, 100, 200, p; }" : "=r"(z) : "r"(x));
    out[threadIdx.x] = y + z + 1000 * lane();
}
extern "C" __global__ void guarded_trap(int* out) {
    asm volatile("{ .reg .pred p; setp.gt.s32 p, %0, 40;\n @p trap; }" :: "r"(out[threadIdx.x]));
    out[threadIdx.x] = 1;
}
"""


def test_inline_assembly_has_registers_of_its_own() -> None:
    found = computed(ASSEMBLY, {"out": np.arange(32, dtype=I4)})
    assert found.tolist() == [(t + 1 if t + 1 > 5 else 7) + (100 if t < 3 else 200) + 1000 * t for t in range(32)]


def test_a_guarded_trap_stops_only_whom_it_guards() -> None:
    assert computed(ASSEMBLY, {"out": np.arange(32, dtype=I4)}, kernel="guarded_trap").tolist() == [1] * 32
    fault = fault_of(run(ASSEMBLY, {"out": np.arange(32, dtype=I4) + 20}, kernel="guarded_trap"))
    assert (fault.kind, fault.thread, fault.details["threads"]) == ("trap", (21, 0, 0), 11)


HALVES = r"""
#include <cuda_fp16.h>
extern "C" __global__ void halves(float* out, const __half* in, __half2* pairs) {
    int t = threadIdx.x;
    __half a = in[t], b = in[t + 32];
    __half2 p = __halves2half2(a, b);
    p = __hfma2(p, p, __floats2half2_rn(0.5f, -0.25f));
    pairs[t] = p;
    out[t] = __half2float(a + b) + __half2float(__hmul(a, b)) + __low2float(p) * 4.0f + __half2float(__hfma(a, b, a));
}
extern "C" __global__ void conversions(unsigned short* out, const float* in) {
    out[threadIdx.x] = __half_as_ushort(__float2half(in[threadIdx.x]));
}
"""


def test_half_precision_rounds_every_operation_once() -> None:
    rng = np.random.default_rng(2)
    values = rng.standard_normal(64).astype(np.float16)
    result = run(HALVES, {"out": np.zeros(32, F4), "in": values, "pairs": np.zeros(64, np.float16)}, kernel="halves")
    assert result.faults == ()
    a, b = values[:32], values[32:]
    low = (a.astype(F8) ** 2 + 0.5).astype(np.float16)  # exact in float64, so one rounding
    high = (b.astype(F8) ** 2 - 0.25).astype(np.float16)
    assert result.outputs[2].view(np.float16).reshape(-1, 2).T.tolist() == [low.tolist(), high.tolist()]
    fused = (a.astype(F8) * b.astype(F8) + a.astype(F8)).astype(np.float16)
    parts = [(a + b).astype(F4), (a * b).astype(F4), low.astype(F4) * F4(4), fused.astype(F4)]
    expected = (parts[0] + parts[1]).astype(F8) + parts[2].astype(F8)  # the multiply and add are contracted
    assert result.outputs[0].tolist() == (expected.astype(F4) + parts[3]).tolist()


def test_conversion_to_half_takes_the_nearest_and_keeps_subnormals() -> None:
    values = np.array(
        [1 / 3, 65504, 65519.9, 65520, -1e6, 6e-8, 2.98e-8, 2.99e-8, 1e-9, -0.0, math.inf, 2049, 2051], F4
    )
    found = computed(HALVES, {"out": np.zeros(13, np.uint16), "in": values}, kernel="conversions", block=13)
    with np.errstate(over="ignore"):
        assert found.tolist() == values.astype(np.float16).view(np.uint16).tolist()


MATHEMATICS = r"""
extern "C" __global__ void single(float* out, const float* in) {
    float x = in[threadIdx.x];
    float values[16] = {
        roundf(x), expf(0.1f * x), logf(fabsf(x) + 1), sinf(x), cosf(100 * x), powf(fabsf(x) + 1, 0.3f), tanhf(x),
        erff(x), fmodf(x, 1.5f), sqrtf(fabsf(x)), x / 3, rsqrtf(fabsf(x) + 1), __expf(x / 10), hypotf(x, 3), floorf(x),
        rintf(x)};
    for (int i = 0; i < 16; ++i) out[16 * threadIdx.x + i] = values[i];
}
extern "C" __global__ void twice(double* out, const double* in) {
    double x = in[threadIdx.x];
    double values[8] = {round(x), exp(0.1 * x), log(fabs(x) + 1), sin(x), pow(fabs(x) + 1, 0.3), sqrt(fabs(x)), x / 3,
                        rint(x)};
    for (int i = 0; i < 8; ++i) out[8 * threadIdx.x + i] = values[i];
}
extern "C" __global__ void directed(float* out) {
    float x = out[threadIdx.x];
    float tiny = 1e-10f;
    out[threadIdx.x] = __fadd_rz(x, tiny) == x && __fadd_ru(x, tiny) > x && __fadd_rd(x, -tiny) < x
        && __fmul_ru(x, 1.0000001f) > __fmul_rd(x, 1.0000001f) && __fmaf_rz(x, x, -tiny) < x * x
        && __double2float_ru(1.0 / 3) > __double2float_rd(1.0 / 3) && __int2float_rz(16777217) == 16777216.0f;
}
"""


def test_functions_of_the_mathematical_library_are_accurate() -> None:
    x = np.linspace(-60.3, 61.7, 32).astype(F4)
    found = computed(MATHEMATICS, {"out": np.zeros(512, F4), "in": x}, kernel="single").reshape(32, 16).astype(F8).T
    w = x.astype(F8)
    tenth, hundred = (F4(0.1) * x).astype(F8), (F4(100) * x).astype(F8)
    expected = [
        np.trunc(w + np.copysign(0.5, w)), np.exp(tenth), np.log((np.abs(x) + F4(1)).astype(F8)), np.sin(w),
        np.cos(hundred),
        (np.abs(x) + F4(1)).astype(F8) ** F8(F4(0.3)), np.tanh(w), np.array([math.erf(v) for v in w]), np.fmod(w, 1.5),
        np.sqrt(np.abs(w)), w / 3, 1 / np.sqrt((np.abs(x) + F4(1)).astype(F8)), np.exp((x / F4(10)).astype(F8)),
        np.hypot(w, 3), np.floor(w), np.rint(w)]  # fmt: skip
    for row, wanted in zip(found, expected, strict=True):
        np.testing.assert_allclose(row, wanted, rtol=1e-6, atol=1e-7)
    for exact in (0, 8, 14, 15):
        assert found[exact].tolist() == expected[exact].tolist()


def test_functions_of_the_mathematical_library_in_double_precision() -> None:
    x = np.linspace(-60.3, 61.7, 32)
    found = computed(MATHEMATICS, {"out": np.zeros(256), "in": x}, kernel="twice").reshape(32, 8).T
    expected = [np.trunc(x + np.copysign(0.5, x)), np.exp(0.1 * x), np.log(np.abs(x) + 1), np.sin(x),
                (np.abs(x) + 1) ** 0.3,
                np.sqrt(np.abs(x)), x / 3, np.rint(x)]  # fmt: skip
    for row, wanted in zip(found, expected, strict=True):
        np.testing.assert_allclose(row, wanted, rtol=2e-15)


def test_directed_rounding_goes_the_named_way() -> None:
    assert computed(MATHEMATICS, {"out": np.full(32, 1.5, F4)}, kernel="directed").tolist() == [1.0] * 32


INTRINSICS = r"""
extern "C" __global__ void k(int* out, const int* in, const long long* wide) {
    int x = in[threadIdx.x], n = threadIdx.x;
    long long y = wide[threadIdx.x];
    int* own = out + 16 * threadIdx.x;
    own[0] = __popc(x); own[1] = __clz(x); own[2] = __ffs(x); own[3] = __brev(x);
    own[4] = __byte_perm(x, ~x, 0x4162); own[5] = __funnelshift_l(x, ~x, n); own[6] = __mulhi(x, 1000003);
    own[7] = __umulhi(x, 4000000007u); own[8] = __popcll(y); own[9] = __clzll(y); own[10] = (int)__brevll(y);
    own[11] = __mul24(x, 12345); own[12] = x / (n - 7 ? n - 7 : 1); own[13] = x % (n + 3); own[14] = (unsigned)x / 10u;
    own[15] = (int)(y % 1000003) + (x >> n) + (int)((unsigned)x >> n);
}
"""


def test_integer_intrinsics() -> None:
    rng = np.random.default_rng(3)
    xs = rng.integers(-(2**31), 2**31, 32).astype(I4)
    ys = rng.integers(-(2**63), 2**63, 32)
    found = computed(INTRINSICS, {"out": np.zeros(512, I4), "in": xs, "wide": ys}).reshape(32, 16)

    def signed(value: int) -> int:
        value &= 0xFFFFFFFF
        return value - (1 << 32) if value >> 31 else value

    for n, (x, y, row) in enumerate(zip(xs.tolist(), ys.tolist(), found.tolist(), strict=True)):
        u, v, w = x & 0xFFFFFFFF, y & (1 << 64) - 1, ~x & 0xFFFFFFFF
        octets = (u | w << 32).to_bytes(8, "little")
        low24 = ((x & 0xFFFFFF) ^ 0x800000) - 0x800000
        divisor = n - 7 if n != 7 else 1
        assert row == [
            u.bit_count(), 32 - u.bit_length(), (u & -u).bit_length(), signed(int(f"{u:032b}"[::-1], 2)),
            signed(int.from_bytes(bytes([octets[2], octets[6], octets[1], octets[4]]), "little")),
            signed(((w << 32 | u) << n) >> 32), signed(x * 1000003 >> 32), signed(u * 4000000007 >> 32),
            v.bit_count(), 64 - v.bit_length(), signed(int(f"{v:064b}"[::-1], 2)), signed(low24 * 12345),
            signed(int(math.copysign(abs(x) // abs(divisor), x * divisor))), int(math.copysign(abs(x) % (n + 3), x)),
            u // 10,
            signed(int(math.copysign(abs(y) % 1000003, y)) + (x >> n) + (u >> n)),
        ], n  # fmt: skip


def test_not_a_number_converts_to_integers_as_the_hardware_says() -> None:
    source = """extern "C" __global__ void k(long long* out, float f, double d) {
    out[0] = (int)f; out[1] = (long long)f; out[2] = (int)d; out[3] = (unsigned)d; out[4] = (long long)d;
    out[5] = (short)f;
}"""
    found = computed(source, {"out": np.zeros(6, np.int64), "f": F4(np.nan), "d": F8(np.nan)}, block=1)
    assert found.tolist() == [0, -(2**63), -(2**31), 2**31, -(2**63), 0]


def test_contraction_can_be_switched_off() -> None:
    source = 'extern "C" __global__ void k(float* out, float a, float c) { out[0] = a * a + c; }'
    a = F4(1 + 2**-12)
    arguments = {"out": np.zeros(1, F4), "a": a, "c": F4(-1)}
    once = F4(float(a) * float(a) - 1)
    assert computed(source, arguments, block=1).tolist() == [once]
    assert computed(source, arguments, block=1, fmad=False).tolist() == [F4(F4(a * a) - F4(1))]
    assert once != F4(F4(a * a) - F4(1))


COOPERATIVE = r"""
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void k(int* out) {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    int rank = block.thread_rank();
    int sum = rank;
    for (int step = tile.size() / 2; step > 0; step /= 2) sum += tile.shfl_down(sum, step);
    block.sync();
    out[rank] = tile.shfl(sum, 0) + 1000 * tile.meta_group_rank() + 100000 * tile.any(rank == 13);
}
"""


@pytest.mark.slow
def test_cooperative_groups_of_a_block_and_its_tiles() -> None:
    found = computed(COOPERATIVE, {"out": np.zeros(64, I4)}, block=64)
    assert found.tolist() == [
        sum(range(t // 8 * 8, t // 8 * 8 + 8)) + 1000 * (t // 8) + 100000 * (t // 8 == 1) for t in range(64)
    ]


def test_wrong_arguments_are_refused_before_anything_runs() -> None:
    ready = loaded(BATCHES, "k")

    def launch(*values: np.ndarray | np.generic | None) -> None:
        given = tuple(Argument(f"argument {i}", v) for i, v in enumerate(values))
        emulator.launch(ready, LaunchRequest("k", (1, 1, 1), (32, 1, 1), given))

    with pytest.raises(ArgumentMismatch, match="takes 2 arguments, 1 were given"):
        launch(np.zeros(4, I4))
    with pytest.raises(ArgumentMismatch, match="argument 1 is 8 bytes"):
        launch(np.zeros(4, I4), np.int64(4))


@pytest.mark.parametrize(
    ("grid", "block", "shared", "words"),
    [
        ((1,), (1025,), 0, "1,024 threads"), ((1,), (32, 32, 2), 0, "1,024 threads"), ((1,), (1, 1, 65), 0, "64 in z"),
        ((0,), (32,), 0, "at least 1"), ((1, 65536), (32,), 0, "65,535"), ((1,), (32,), 232_449, "shared memory"),
    ],
)  # fmt: skip
def test_launches_that_no_device_takes_are_refused(
    grid: tuple[int, ...], block: tuple[int, ...], shared: int, words: str
) -> None:
    fault = fault_of(run(COORDINATES, {"out": np.zeros(8, I4)}, grid=grid, block=block, shared=shared))
    assert fault.kind == "launch_configuration"
    assert words in fault.message
