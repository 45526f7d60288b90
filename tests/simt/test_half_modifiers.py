"""Half precision: modifiers of instructions, integers of 64 bits, atomics, and the leader that a warp elects."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.launch import Argument, LaunchRequest
from grader.simt import emulator, halves
from grader.simt.rounding import integer_to_odd
from grader.toolchain import compile_source
from tests.simt.exact import BRAIN, HALF, fused, rounded
from tests.tiers import examples

FORMATS = {"f16": HALF, "bf16": BRAIN}
PATTERNS = st.lists(st.tuples(st.integers(0, 0xFFFF), st.integers(0, 0xFFFF)), min_size=1, max_size=24)


@pytest.fixture(autouse=True)
def _quiet() -> Any:
    with np.errstate(all="ignore"):
        yield


def columns(rows: list[tuple[int, int]]) -> tuple[np.ndarray, np.ndarray]:
    a, b = np.array(rows, np.uint16).view(np.int16).T
    return np.ascontiguousarray(a), np.ascontiguousarray(b)


def numbers(kind: str, bits: np.ndarray) -> list[float]:
    return halves.widen(kind, bits).tolist()


def same(found: list[float], expected: list[float]) -> bool:
    return all(
        (math.isnan(x) and math.isnan(y)) or (x == y and math.copysign(1, x) == math.copysign(1, y))
        for x, y in zip(found, expected, strict=True)
    )


@pytest.mark.parametrize("kind", FORMATS)
@given(rows=PATTERNS)
@examples(40)
def test_a_minimum_passes_nan_on_only_where_it_is_told_to(kind: str, rows: list[tuple[int, int]]) -> None:
    a, b = columns(rows)
    pairs = list(zip(numbers(kind, a), numbers(kind, b), strict=True))

    def smaller(x: float, y: float) -> float:
        if math.isnan(x) or math.isnan(y):
            return y if math.isnan(x) else x
        return min(x, y, key=lambda v: (v, math.copysign(1, v)))

    assert same(numbers(kind, halves.apply("min", kind, (), a, b)), [smaller(x, y) for x, y in pairs])
    expected = [math.nan if math.isnan(x) or math.isnan(y) else smaller(x, y) for x, y in pairs]
    assert same(numbers(kind, halves.apply("min", kind, ("NaN",), a, b)), expected)


@pytest.mark.parametrize("kind", FORMATS)
@given(rows=PATTERNS)
@examples(40)
def test_saturation_and_relu_clamp_the_rounded_sum(kind: str, rows: list[tuple[int, int]]) -> None:
    a, b = columns(rows)
    sums = [fused(x, 1.0, y, FORMATS[kind]) for x, y in zip(numbers(kind, a), numbers(kind, b), strict=True)]
    unit = [min(s, 1.0) if s > 0 else 0.0 for s in sums]
    assert same(numbers(kind, halves.apply("add", kind, ("sat",), a, b)), unit)
    positive = [0.0 if s <= 0 else s for s in sums]
    assert same(numbers(kind, halves.apply("add", kind, ("relu",), a, b)), positive)


@pytest.mark.parametrize("kind", FORMATS)
@given(rows=PATTERNS)
@examples(40)
def test_flushing_makes_zeros_of_subnormal_operands_and_results(kind: str, rows: list[tuple[int, int]]) -> None:
    a, b = columns(rows)
    smallest = 2.0**-14 if kind == "f16" else 2.0**-126

    def flushed(x: float) -> float:
        return math.copysign(0.0, x) if abs(x) < smallest else x

    pairs = [(flushed(x), flushed(y)) for x, y in zip(numbers(kind, a), numbers(kind, b), strict=True)]
    expected = [flushed(fused(x, 1.0, y, FORMATS[kind])) for x, y in pairs]
    assert same(numbers(kind, halves.apply("add", kind, ("ftz",), a, b)), expected)


def test_every_nan_that_an_instruction_gives_is_the_same() -> None:
    nans = np.array([0x7E00, 0xFE01, 0x7C01], np.uint16).view(np.int16)
    assert halves.apply("add", "f16", (), nans, nans).view(np.uint16).tolist() == [0x7FFF] * 3


@pytest.mark.parametrize("kind", FORMATS)
@given(values=st.lists(st.integers(-(2**63), 2**63 - 1) | st.sampled_from([2**60 + 2**52 + 1, 2**53 + 1]), min_size=1))
@examples(60)
def test_wide_integers_are_rounded_once(kind: str, values: list[int]) -> None:
    found = numbers(kind, halves.narrow(kind, integer_to_odd(np.array(values, np.int64))))
    assert found == [rounded(Fraction(v), FORMATS[kind]) for v in values]


@given(values=st.lists(st.integers(2**63, 2**64 - 1), min_size=1))
def test_wide_unsigned_integers_are_rounded_once(values: list[int]) -> None:
    found = numbers("bf16", halves.narrow("bf16", integer_to_odd(np.array(values, np.uint64))))
    assert found == [rounded(Fraction(v), BRAIN) for v in values]


ATOMICS = """
#include <cuda_bf16.h>
#include <cuda_fp16.h>
template <class T> __device__ void add(const int* places, const T* values, T* memory, T* old) {
    old[threadIdx.x] = atomicAdd(memory + places[threadIdx.x], values[threadIdx.x]);
}
extern "C" __global__ void f16(const int* p, const __half* v, __half* m, __half* o) { add(p, v, m, o); }
extern "C" __global__ void f16x2(const int* p, const __half2* v, __half2* m, __half2* o) { add(p, v, m, o); }
extern "C" __global__ void bf16(const int* p, const __nv_bfloat16* v, __nv_bfloat16* m, __nv_bfloat16* o) {
    add(p, v, m, o);
}
extern "C" __global__ void bf16x2(const int* p, const __nv_bfloat162* v, __nv_bfloat162* m, __nv_bfloat162* o) {
    add(p, v, m, o);
}
extern "C" __global__ void leader(unsigned running, unsigned mask, unsigned* out) {
    unsigned found = 99, leads = 0;
    if (running >> threadIdx.x & 1)
        asm volatile("{ .reg .pred p; elect.sync %0|p, %2; selp.u32 %1, 1, 0, p; }"
                     : "=r"(found), "=r"(leads) : "r"(mask));
    out[threadIdx.x] = 100 * leads + found;
}
"""


@cache
def loaded(kernel: str) -> emulator.LoadedKernel:
    return emulator.load(compile_source(ATOMICS), kernel)


def launched(kernel: str, threads: int, *values: Any) -> dict[int, np.ndarray]:
    arguments = tuple(Argument(f"argument {i}", v) for i, v in enumerate(values))
    result = emulator.launch(loaded(kernel), LaunchRequest(kernel, (1, 1, 1), (threads, 1, 1), arguments))
    assert not result.faults
    return result.outputs


@pytest.mark.parametrize("kind", ["f16", "bf16", "f16x2", "bf16x2"])
@given(places=st.lists(st.integers(0, 3), min_size=1, max_size=32), seed=st.integers(0, 2**32))
@examples(30)
def test_atomics_add_in_lane_order_and_return_what_was_there(kind: str, places: list[int], seed: int) -> None:
    single, parts = kind.removesuffix("x2"), 2 if kind.endswith("x2") else 1
    values = halves.narrow(single, np.random.default_rng(seed).normal(0, 10, len(places) * parts).astype(np.float32))
    empty = [np.zeros(n * parts, np.uint16) for n in (4, len(places))]
    outputs = launched(kind, len(places), np.array(places, np.int32), values.view(np.uint16), *empty)
    memory = [[0.0] * parts for _ in range(4)]
    old = halves.widen(single, outputs[3]).reshape(-1, parts).tolist()
    for place, before, more in zip(places, old, halves.widen(single, values).reshape(-1, parts).tolist(), strict=True):
        assert before == memory[place]
        memory[place] = [fused(x, 1.0, y, FORMATS[single]) for x, y in zip(before, more, strict=True)]
    assert halves.widen(single, outputs[2]).tolist() == [v for place in memory for v in place]


@given(running=st.integers(1, 2**32 - 1))
@examples(50)
def test_the_leader_is_the_lowest_lane_that_runs(running: int) -> None:
    outputs = launched("leader", 32, np.uint32(running), np.uint32(running), np.zeros(32, np.uint32))
    lowest = (running & -running).bit_length() - 1
    expected = [lowest + 100 * (lane == lowest) if running >> lane & 1 else 99 for lane in range(32)]
    assert outputs[2].tolist() == expected
