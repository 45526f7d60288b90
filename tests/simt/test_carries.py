"""The carry flag: chains of additions and subtractions, and both in one chain as 128-bit division has them."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from grader.launch import Argument, LaunchRequest
from grader.simt import emulator
from grader.toolchain import compile_source
from tests.tiers import examples

LONG = st.one_of(st.integers(-(2**63), 2**63 - 1), st.sampled_from([0, 1, -1, -(2**63), 2**63 - 1, 2**32, -(2**32)]))
DIVISION = """
extern "C" __global__ void divide(const long long* in, unsigned long long* out) {
    const long long* v = in + 4 * threadIdx.x;
    __int128 a = static_cast<__int128>(v[0]) << 64 | static_cast<unsigned long long>(v[1]);
    __int128 b = static_cast<__int128>(v[2]) << 64 | static_cast<unsigned long long>(v[3]);
    __int128 q = a / b, r = a % b;
    unsigned long long* o = out + 4 * threadIdx.x;
    o[0] = q >> 64, o[1] = q, o[2] = r >> 64, o[3] = r;
}
"""
FLAGS = """
extern "C" __global__ void flags(const unsigned* in, unsigned* out) {
    unsigned a = in[2 * threadIdx.x], b = in[2 * threadIdx.x + 1], unused, *o = out + 3 * threadIdx.x;
    asm("sub.cc.u32 %0, %2, %3; addc.u32 %1, 0, 0;" : "=r"(unused), "=r"(o[0]) : "r"(a), "r"(b));
    asm("sub.cc.u32 %0, %2, %3; subc.u32 %1, 0, 0;" : "=r"(unused), "=r"(o[1]) : "r"(a), "r"(b));
    asm("add.cc.u32 %0, %2, %3; addc.u32 %1, 0, 0;" : "=r"(unused), "=r"(o[2]) : "r"(a), "r"(b));
}
"""
_DIVIDE = emulator.load(compile_source(DIVISION), "divide")


def launched(loaded: emulator.LoadedKernel, data: np.ndarray, out: np.ndarray, threads: int) -> np.ndarray:
    arguments = (Argument("in", data), Argument("out", out))
    result = emulator.launch(loaded, LaunchRequest(loaded.code.name, (1, 1, 1), (threads, 1, 1), arguments))
    assert not result.faults
    return result.outputs[1]


@given(rows=st.lists(st.tuples(LONG, LONG, LONG, LONG).filter(lambda r: r[2] or r[3]), min_size=1, max_size=32))
@examples(25)
def test_128_bit_division_truncates(rows: list[tuple[int, int, int, int]]) -> None:
    found = launched(_DIVIDE, np.array(rows, np.int64).ravel(), np.zeros(4 * len(rows), np.uint64), len(rows))
    for (a1, a0, b1, b0), words in zip(rows, found.reshape(-1, 4).tolist(), strict=True):
        a, b = (a1 << 64) | a0 % 2**64, (b1 << 64) | b0 % 2**64
        quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        expected = [v >> shift & 2**64 - 1 for v in (quotient, a - quotient * b) for shift in (64, 0)]
        assert words == expected, (a, b)


def test_a_subtraction_sets_the_flag_where_it_does_not_borrow() -> None:
    pairs = np.array([[5, 3], [3, 5], [7, 7], [2**32 - 1, 1]], np.uint32)
    found = launched(emulator.load(compile_source(FLAGS), "flags"), pairs.ravel(), np.zeros(12, np.uint32), 4)
    assert found.reshape(4, 3).tolist() == [[1, 0, 0], [0, 2**32 - 1, 0], [1, 0, 0], [1, 0, 1]]
