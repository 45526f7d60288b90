"""Half precision: modifiers of instructions, integers of 64 bits, atomics, and the leader that a warp elects."""

from __future__ import annotations

import math
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.simt import halves
from grader.simt.lanes import Lanes
from grader.simt.memory import Storage
from grader.simt.warp import WarpExchange
from tests.simt.exact import BRAIN, HALF, fused, rounded

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
@settings(max_examples=40)
def test_a_minimum_passes_nan_on_only_where_it_is_told_to(kind: str, rows: list[tuple[int, int]]) -> None:
    a, b = columns(rows)
    pairs = list(zip(numbers(kind, a), numbers(kind, b), strict=True))

    def smaller(x: float, y: float) -> float:
        if math.isnan(x) or math.isnan(y):
            return y if math.isnan(x) else x
        return min(x, y, key=lambda v: (v, math.copysign(1, v)))

    assert same(numbers(kind, halves.apply("min", kind, False, a, b)), [smaller(x, y) for x, y in pairs])
    expected = [math.nan if math.isnan(x) or math.isnan(y) else smaller(x, y) for x, y in pairs]
    assert same(numbers(kind, halves.apply("min", kind, False, a, b, nan=True)), expected)


@pytest.mark.parametrize("kind", FORMATS)
@given(rows=PATTERNS)
@settings(max_examples=40)
def test_saturation_and_relu_clamp_the_rounded_sum(kind: str, rows: list[tuple[int, int]]) -> None:
    a, b = columns(rows)
    sums = [fused(x, 1.0, y, FORMATS[kind]) for x, y in zip(numbers(kind, a), numbers(kind, b), strict=True)]
    unit = [min(s, 1.0) if s > 0 else 0.0 for s in sums]
    assert same(numbers(kind, halves.apply("add", kind, False, a, b, sat=True)), unit)
    positive = [0.0 if s <= 0 else s for s in sums]
    assert same(numbers(kind, halves.apply("add", kind, True, a, b)), positive)


@pytest.mark.parametrize("kind", FORMATS)
@given(rows=PATTERNS)
@settings(max_examples=40)
def test_flushing_makes_zeros_of_subnormal_operands_and_results(kind: str, rows: list[tuple[int, int]]) -> None:
    a, b = columns(rows)
    smallest = 2.0**-14 if kind == "f16" else 2.0**-126

    def flushed(x: float) -> float:
        return math.copysign(0.0, x) if abs(x) < smallest else x

    pairs = [(flushed(x), flushed(y)) for x, y in zip(numbers(kind, a), numbers(kind, b), strict=True)]
    expected = [flushed(fused(x, 1.0, y, FORMATS[kind])) for x, y in pairs]
    assert same(numbers(kind, halves.apply("add", kind, False, a, b, ftz=True)), expected)


def test_every_nan_that_an_instruction_gives_is_the_same() -> None:
    nans = np.array([0x7E00, 0xFE01, 0x7C01], np.uint16).view(np.int16)
    assert halves.apply("add", "f16", False, nans, nans).view(np.uint16).tolist() == [0x7FFF] * 3


@pytest.mark.parametrize("kind", FORMATS)
@given(values=st.lists(st.integers(-(2**63), 2**63 - 1) | st.sampled_from([2**60 + 2**52 + 1, 2**53 + 1]), min_size=1))
@settings(max_examples=60)
def test_wide_integers_are_rounded_once(kind: str, values: list[int]) -> None:
    found = numbers(kind, halves.narrow(kind, halves.from_integer(np.array(values, np.int64))))
    assert found == [rounded(Fraction(v), FORMATS[kind]) for v in values]


@given(values=st.lists(st.integers(2**63, 2**64 - 1), min_size=1))
def test_wide_unsigned_integers_are_rounded_once(values: list[int]) -> None:
    found = numbers("bf16", halves.narrow("bf16", halves.from_integer(np.array(values, np.uint64))))
    assert found == [rounded(Fraction(v), BRAIN) for v in values]


@pytest.mark.parametrize("kind", ["f16", "f16x2", "bf16x2"])
@given(places=st.lists(st.integers(0, 3), min_size=1, max_size=20), seed=st.integers(0, 2**32))
@settings(max_examples=40)
def test_atomics_add_in_lane_order_and_return_what_was_there(kind: str, places: list[int], seed: int) -> None:
    single, parts = kind.removesuffix("x2"), 2 if kind.endswith("x2") else 1
    count, rng = len(places), np.random.default_rng(seed)
    storage = Storage(64)
    byte = np.array(places, np.int64) * 2 * parts
    view = SimpleNamespace(storage=storage, byte=byte)
    added = halves.narrow(kind, rng.normal(0, 10, count * parts).astype(np.float32))
    old = halves.widen(kind, halves.atomic_add([(view, None)], kind, 0, added, count)).reshape(count, parts)
    memory = [[0.0] * parts for _ in range(4)]
    operands = halves.widen(kind, added).reshape(count, parts)
    for place, before, more in zip(places, old.tolist(), operands.tolist(), strict=True):
        assert before == memory[place]
        memory[place] = [fused(x, 1.0, y, FORMATS[single]) for x, y in zip(before, more, strict=True)]
    assert halves.widen(single, storage.typed("i2")[: 4 * parts]).tolist() == [v for place in memory for v in place]


@given(mask=st.integers(1, 2**32 - 1), running=st.integers(1, 2**32 - 1))
def test_the_leader_is_the_lowest_lane_that_is_named_and_runs(mask: int, running: int) -> None:
    ids = np.array([lane for lane in range(32) if running >> lane & 1])
    lanes = Lanes(32, ids)
    named = mask & running
    if not named:
        return
    leader, leads = WarpExchange().elect(np.array([mask], np.uint32).view(np.int32), lanes)
    lowest = (named & -named).bit_length() - 1
    assert leader.tolist() == [lowest] * len(ids)
    assert leads.tolist() == [lane == lowest for lane in ids]
