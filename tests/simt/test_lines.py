"""Findings and counts carry the line a student would look at: through inlining, macros, templates and headers."""

from __future__ import annotations

import numpy as np
import pytest

from tests.simt.running import fault_of, hazard_of, line_of, run

F4 = np.float32

SOURCE = r"""
#include <cuda_fp16.h>
#define READ(p, i) \
    ((p)[i])
#define TWO_LINES(out, in, i) \
    out[i] = \
        in[i];

__device__ __forceinline__ float inlined(const float* p, int i) {
    return p[i];                           // inlined
}
__device__ float twice(const float* p, int i) {
    return inlined(p, i)
         + inlined(p, i + 1);
}
__device__ __noinline__ float called(const float* p, int i) {
    return p[i];                           // called
}
template <typename T> struct Span {
    T* data;
    __device__ T at(int i) const {
        return data[i];                    // template
    }
};

extern "C" __global__ void through_a_function(float* out, const float* in) {
    out[threadIdx.x] = inlined(in, threadIdx.x + 1);
}
extern "C" __global__ void through_two_functions(float* out, const float* in) {
    out[threadIdx.x] = twice(in, threadIdx.x);
}
extern "C" __global__ void through_a_call(float* out, const float* in) {
    out[threadIdx.x] = called(in, threadIdx.x + 1);
}
extern "C" __global__ void through_a_template(float* out, const float* in) {
    Span<const float> span{in};
    out[threadIdx.x] = span.at(threadIdx.x + 1);
}
extern "C" __global__ void through_a_macro(float* out, const float* in) {
    out[threadIdx.x] = 1
        + READ(in, threadIdx.x + 1);       // macro
}
extern "C" __global__ void through_a_long_macro(float* out, const float* in) {
    int i = threadIdx.x + 1;
    TWO_LINES(out, in, i)                  // long macro
}
extern "C" __global__ void through_a_header(float* out, const __half* in) {
    float x = __half2float(
        __ldg(in + threadIdx.x + 1));      // header
    out[threadIdx.x] = x;
}
__device__ __forceinline__ void put(float* s, int i) {
    s[i] = i;                              // put
}
__device__ __forceinline__ float get(const float* s, int i) {
    return s[i];                           // get
}
extern "C" __global__ void race_in_functions(float* out) {
    __shared__ float s[64];
    put(s, threadIdx.x);
    out[threadIdx.x] = get(s, 63 - threadIdx.x);
}
"""


@pytest.mark.parametrize(
    ("kernel", "mark"),
    [
        ("through_a_function", "inlined"),
        ("through_two_functions", "inlined"),
        ("through_a_call", "called"),
        ("through_a_template", "template"),
        ("through_a_macro", "macro"),
        ("through_a_long_macro", "long macro"),
        ("through_a_header", "header"),
    ],
)
def test_the_line_of_an_access_beyond_the_end(kernel: str, mark: str) -> None:
    dtype = np.float16 if kernel == "through_a_header" else F4
    fault = fault_of(run(SOURCE, {"out": np.zeros(33, F4), "in": np.zeros(32, dtype)}, kernel=kernel))
    assert (fault.kind, fault.details["buffer"], fault.thread) == ("out_of_bounds", "in", (31, 0, 0))
    assert fault.line == line_of(SOURCE, f"// {mark}")


def test_counts_have_the_same_lines() -> None:
    for kernel, mark in (("through_a_function", "inlined"), ("through_a_header", "header")):
        dtype = np.float16 if kernel == "through_a_header" else F4
        result = run(SOURCE, {"out": np.zeros(33, F4), "in": np.zeros(33, dtype)}, kernel=kernel)
        assert result.faults == ()
        line = line_of(SOURCE, f"// {mark}")
        assert [a.requests for a in result.accesses if (a.line, a.operation) == (line, "load")] == [1]


def test_a_race_between_two_functions_names_their_lines() -> None:
    hazard = hazard_of(run(SOURCE, {"out": np.zeros(64, F4)}, kernel="race_in_functions", block=64))
    assert (hazard.kind, hazard.severity) == ("RAW", "error")
    assert (hazard.line_a, hazard.line_b) == (line_of(SOURCE, "// put"), line_of(SOURCE, "// get"))
