"""Machine code with bits flipped at random runs, faults or is refused: nothing else happens."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.launch import LaunchResult
from grader.sass.spelling import spell
from grader.simt import emulator
from grader.simt.limits import Limits
from grader.simt.unsupported import Unsupported
from tests.simt.machine.running import request
from tests.simt.running import compiled
from tests.tiers import examples

SOURCE = r"""
#include <cstdio>
#include <cuda_fp16.h>
__device__ __noinline__ int depth(int n) { return n < 2 ? n : depth(n - 1) + depth(n - 2); }
extern "C" __global__ void everything(float* out, const float* in, const int* where, int n) {
    __shared__ float tile[64];
    __shared__ int bins[8];
    int t = threadIdx.x, at = where[t];
    tile[t] = in[t] * 2.0f;
    if (t < 8) bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[at & 7], 1);
    float sum = 0;
    for (int k = 0; k < n; ++k) sum = fmaf(tile[(t + k) & 63], in[k], sum);
    if (at & 1) sum += sqrtf(fabsf(sum)); else sum /= 3.0f + at;
    __syncthreads();
    half2 h = __hfma2(__floats2half2_rn(sum, sum), __floats2half2_rn(1, 2), __floats2half2_rn(3, 4));
    sum += __low2float(h) + __shfl_xor_sync(0xffffffff, sum, 1) + bins[t & 7];
    double d = (double)sum * at + __popc(__ballot_sync(0xffffffff, sum > 0));
    if (n > 100) printf("%d\n", depth(at));
    out[t] = (float)d + __reduce_add_sync(0xffffffff, at);
}
"""
KERNEL = "everything"
LIMITS = Limits(seconds=1.0, steps=20_000)


def flipped(damage: list[tuple[int, int]]) -> bytes:
    """The cubin with so many bits flipped: (instruction, bit)."""
    program = compiled(SOURCE)
    text = emulator.load(program, KERNEL).code.text
    start, executed = program.cubin.index(text), addresses()
    cubin = bytearray(program.cubin)
    for number, bit in damage:
        cubin[start + executed[number % len(executed)] + bit // 8] ^= 1 << bit % 8
    return bytes(cubin)


@cache
def addresses() -> tuple[int, ...]:
    """Of the instructions that the undamaged kernel executes."""
    result = launched([])
    assert isinstance(result, LaunchResult)
    assert result.faults == ()
    return tuple(row.address for row in result.executed)


def launched(damage: list[tuple[int, int]]) -> LaunchResult | None:
    """A launch of damaged code; None: refused."""
    program, values = compiled(SOURCE), np.arange(64)
    arguments = {"out": np.zeros(64, np.float32), "in": values.astype(np.float32), "where": values.astype(np.int32),
                 "n": 6}  # fmt: skip
    try:
        damaged = replace(program, cubin=flipped(damage)) if damage else program
        loaded = emulator.load(damaged, KERNEL)
    except Unsupported:
        return None
    return emulator.launch(loaded, request(KERNEL, 1, 64, arguments), LIMITS)


def test_undamaged_code_runs_to_its_end() -> None:
    result = launched([])
    assert isinstance(result, LaunchResult)
    assert result.faults == ()


FLIPS = st.lists(st.tuples(st.integers(0, 1000), st.integers(0, 127)), min_size=1, max_size=4)


@given(FLIPS)
@examples(40)
def test_damaged_code_runs_faults_or_is_refused(damage: list[tuple[int, int]]) -> None:
    result = launched(damage)
    assert result is None or isinstance(result, LaunchResult)


@pytest.mark.parametrize("bit", range(54, 59))
def test_code_that_names_a_constant_bank_that_it_has_not(bit: int) -> None:
    """The bits of an instruction that say which bank."""
    code = emulator.load(compiled(SOURCE), KERNEL).code
    number = next(n for n, at in enumerate(addresses()) if spell(code.at(at)).startswith("LDC.64 "))
    result = launched([(number, bit)])
    assert result is None or isinstance(result, LaunchResult)


@pytest.mark.parametrize("seed", range(3))
def test_code_of_random_bits_runs_faults_or_is_refused(seed: int) -> None:
    random = np.random.default_rng(seed)
    result = launched([(int(n), int(bit)) for n, bit in random.integers(0, (1000, 128), (400, 2))])
    assert result is None or isinstance(result, LaunchResult)
