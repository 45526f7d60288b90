"""Warp and lane numbers of blocks of one to three dimensions: exact, in integers, and classic slips told by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.course.models import dim3
from grader.launch import LaunchRequest
from grader.problems import PROBLEMS
from grader.problems.base import Geometry, Judgement, Mistake, Ran, mistake
from grader.problems.diagnosis import View, diagnose
from grader.problems.facts import facts
from grader.problems.filling import POISON_BITS
from grader.problems.warp_and_lane import WarpAndLaneCase
from grader.simt import emulator
from grader.toolchain import compile_source
from tests.problems.diagnosing import by_part, diagnosed_all, ran, said
from tests.problems.test_judgement import buffers
from tests.tiers import examples

FAMILY = PROBLEMS["warp_and_lane"]

Ints = NDArray[np.int32]


class Numbers:
    """One prepared case, what must be in its buffers, and what the judge says of others."""

    def __init__(self, **dims: Any) -> None:
        self.case = WarpAndLaneCase.model_validate(dims)
        self.prepared = FAMILY.arguments(self.case, np.random.default_rng(3))
        threads = [divmod(t, 32) for _ in range(int(np.prod(self.case.grid))) for t in range(self.case.threads)]
        both = np.array(threads, np.int32)[: self.case.n]
        self.warp, self.lane = both[:, 0].copy(), both[:, 1].copy()

    def judged(self, warp: Ints, lane: Ints) -> Judgement:
        return FAMILY.judge(self.prepared, {0: warp, 1: lane})

    def emulated(self, *changes: tuple[str, str]) -> Ran:
        """The kernel with parts of its text replaced."""
        source = SOURCE
        for old, new in changes:
            assert old in source
            source = source.replace(old, new)
        kernel = emulator.load(compile_source(source), "warp_and_lane")
        grid, block = dim3(self.case.grid), dim3(self.case.block)
        result = emulator.launch(kernel, LaunchRequest("warp_and_lane", grid, block, self.prepared.arguments))
        assert result.faults == ()
        return ran(FAMILY, self.prepared, result.outputs, Geometry(grid, block))


SOURCE = """
extern "C" __global__ void warp_and_lane(int* warp, int* lane, int n) {
    int threads = blockDim.x * blockDim.y * blockDim.z;
    int b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    int own = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int i = b * threads + own;
    int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    if (i < n) {
        warp[i] = t / 32;
        lane[i] = t % 32;
    }
}
"""
COUNT = "int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);"
BOTH = "threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);"

LINE = {"n": 1000, "grid": [4], "block": [256]}
PLANE = {"n": 380, "grid": [3], "block": [16, 8]}
SPACE = {"n": 1000, "grid": [2, 2], "block": [8, 4, 8]}
ODD = {"n": 620, "grid": [3, 1, 2], "block": [7, 5, 3]}
EDGES = [
    {"n": 0, "grid": [1], "block": [32]},
    {"n": 1, "grid": [1], "block": [1]},
    {"n": 33, "grid": [1], "block": [1, 1, 64]},
    {"n": 5, "grid": [1, 2, 3], "block": [1]},
]


@pytest.mark.parametrize("dims", [LINE, PLANE, SPACE, ODD, *EDGES])
def test_a_right_kernel_passes(dims: dict[str, Any]) -> None:
    numbers = Numbers(**dims)
    assert numbers.judged(numbers.warp, numbers.lane).passed
    assert numbers.emulated().judgement.passed


EXTENT = st.lists(st.integers(1, 6), min_size=1, max_size=3)


@examples(60)
@given(EXTENT, EXTENT, st.data())
def test_right_numbers_pass_and_each_other_number_fails(grid: list[int], block: list[int], data: Any) -> None:
    n = data.draw(st.integers(1, int(np.prod(grid) * np.prod(block))))
    numbers = Numbers(n=n, grid=grid, block=block)
    assert numbers.judged(numbers.warp, numbers.lane).passed
    assert not FAMILY.judge(numbers.prepared, buffers(numbers.prepared)).passed
    name, changed = data.draw(st.sampled_from([("warp", numbers.warp), ("lane", numbers.lane)]))
    at = data.draw(st.integers(0, n - 1))
    changed[at] += data.draw(st.sampled_from([-1, 1, 32, 2**30]))
    (found,) = numbers.judged(numbers.warp, numbers.lane).mismatches
    assert (found.buffer, found.wrong, found.column, found.got) == (name, 1, at, changed[at])


def test_buffers_are_integers_and_poisoned() -> None:
    numbers = Numbers(**PLANE)
    for argument in numbers.prepared.arguments[:2]:
        assert isinstance(argument.value, np.ndarray) and argument.value.dtype == np.int32
        assert (argument.value.view(np.uint32) == POISON_BITS).all()
    assert [a.name for a in numbers.prepared.arguments] == [p.split()[-1] for p in FAMILY.signature]


@pytest.mark.parametrize(
    "dims",
    [
        {"n": 10, "grid": [1]},
        {"n": 10, "block": [32]},
        {"n": 33, "grid": [1], "block": [32]},
        {"n": 10, "grid": [4096], "block": [1024]},
        {"n": 10, "grid": [1], "block": [32], "values": "floats"},
        {"n": 10, "grid": [1], "block": [0]},
        {"n": -1, "grid": [1], "block": [32]},
    ],
)
def test_a_senseless_case_is_refused(dims: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        WarpAndLaneCase.model_validate(dims)


def test_a_case_is_named_with_its_launch() -> None:
    assert WarpAndLaneCase.model_validate(SPACE).label() == "n=1000, grid=2x2, block=8x4x8"


def order(axis: str) -> Mistake:
    return mistake("axis_order", axis=axis)


def without(name: str, used: str, element: str = "") -> Mistake:
    """element: which element a thread then writes: its own, or one further apart or closer than its own."""
    return mistake("axes_ignored", name=name, used=used, **({"element": element} if element else {}))


def exchanged(name: str) -> Mistake:
    return mistake("results_exchanged", name=name)


ACROSS, NO_BLOCK = mistake("counted_across_grid"), mistake("block_ignored")
X_RIGHT, X_APART, X_CLOSE = (without("threadIdx", "x", element) for element in ("right", "apart", "close"))
NO_Z = without("threadIdx", "x, y", "right")
X_ONLY = (COUNT, "int t = threadIdx.x;")
CLASSIC = ("int i = b * threads + own;", "int i = blockIdx.x * blockDim.x + threadIdx.x;")
Change = tuple[str, str]
SLIPS: dict[str, tuple[dict[str, Any], tuple[Change, ...], dict[str, Mistake]]] = {
    "y fastest": (
        PLANE, ((COUNT, "int t = threadIdx.y + blockDim.y * threadIdx.x;"),),
        {"warp": order("y"), "lane": order("y")},
    ),
    "y fastest, then x, then z": (
        SPACE, ((COUNT, "int t = threadIdx.y + blockDim.y * (threadIdx.x + blockDim.x * threadIdx.z);"),),
        {"lane": order("y")},
    ),
    "z fastest": (
        SPACE, ((COUNT, "int t = threadIdx.z + blockDim.z * (threadIdx.y + blockDim.y * threadIdx.x);"),),
        {"warp": order("z"), "lane": order("z")},
    ),
    "threadIdx.x alone": (PLANE, (X_ONLY,), {"warp": X_RIGHT, "lane": X_RIGHT}),
    "threadIdx.x alone, in three dimensions": (
        ODD, (X_ONLY,), {"warp": X_RIGHT, "lane": X_RIGHT},
    ),
    "threadIdx.x alone, also for the element": (
        PLANE, ((BOTH, "threadIdx.x;"),), {"warp": X_APART, "lane": X_APART},
    ),
    "the index of one dimension": (
        PLANE, (X_ONLY, CLASSIC), {"warp": X_CLOSE, "lane": X_CLOSE},
    ),
    "threadIdx.z left out": (
        SPACE, ((COUNT, "int t = threadIdx.x + blockDim.x * threadIdx.y;"),), {"warp": NO_Z},
    ),
    "blockIdx left out": (LINE, (("b * threads + own", "own"),), {"warp": NO_BLOCK, "lane": NO_BLOCK}),
    "blockIdx.x alone": (
        SPACE, (("int b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);", "int b = blockIdx.x;"),),
        {"warp": without("blockIdx", "x"), "lane": without("blockIdx", "x")},
    ),
    "warps counted across the grid": (LINE, (("warp[i] = t / 32", "warp[i] = i / 32"),), {"warp": ACROSS}),
    "both counted across the grid": (
        ODD, (("t / 32", "i / 32"), ("t % 32", "i % 32")), {"warp": ACROSS, "lane": ACROSS},
    ),
    "lane and warp exchanged": (
        LINE, (("t / 32", "t % 32 + 0"), ("lane[i] = t % 32", "lane[i] = t / 32")),
        {"warp": exchanged("lane"), "lane": exchanged("warp")},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SLIPS)
def test_a_kernel_with_a_classic_slip_is_told_which(name: str) -> None:
    dims, changes, patterns = SLIPS[name]
    seen = Numbers(**dims).emulated(*changes)
    assert {name: found for name, found in by_part(seen).items() if found} == patterns
    assert "NaN" not in said(seen.judgement, "en")


def test_a_kernel_that_does_nothing_is_told_so() -> None:
    numbers = Numbers(**LINE)
    untouched = buffers(numbers.prepared)
    told = diagnosed_all(FAMILY, numbers.prepared, untouched)
    assert told == {"warp": mistake("nothing_written"), "lane": mistake("nothing_written")}
    assert "The first is element 0: expected 0, got" in said(FAMILY.judge(numbers.prepared, untouched), "en")


def test_some_elements_that_nobody_wrote_are_no_forgotten_block() -> None:
    seen = Numbers(**LINE).emulated(("i < n", "i < n - 100"))
    assert diagnose([seen], 0) == ()
    assert next(iter(facts(View(seen, 0)))) == mistake("not_written", count=100)


def test_numbers_that_are_merely_wrong_are_like_no_slip() -> None:
    numbers = Numbers(**LINE)
    outputs: dict[int, Ints] = {0: numbers.warp + np.arange(1000, dtype=np.int32) % 7, 1: numbers.lane}
    assert diagnosed_all(FAMILY, numbers.prepared, outputs) == {"warp": None}
