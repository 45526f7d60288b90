"""Warp and lane: the warp of its block that a thread belongs to, and its lane in the warp.

Thread t of block b, both numbered with x fastest, then y, then z, owns element i = b * threads per block + t; if i < n,
warp[i] = t / 32 and lane[i] = t % 32. A kernel that derives i from its own numbering of t is right with any numbering:
the exercise has to compute i.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar, Literal, Protocol

import numpy as np

from grader.launch import Argument
from grader.problems import coverage
from grader.problems.base import (
    Case,
    Extents,
    Geometry,
    Indices,
    Mistake,
    Possible,
    Prepared,
    Problem,
    Region,
    Role,
    mistake,
)
from grader.problems.filling import grid_of, poison, private
from grader.problems.judging import judge
from grader.problems.places import scattered
from grader.records import Limit

WARP = 32
_MOST_THREADS = 2**20


class WarpAndLaneCase(Case):
    """warp and lane have `n` elements. The results depend on the launch, which therefore is part of the case."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    values: Literal["integers"] = "integers"
    n: Annotated[int, Limit(strict=True, ge=0, le=_MOST_THREADS)]
    grid: Extents
    block: Extents

    def _consistent(self) -> None:
        threads = math.prod(self.grid) * self.threads
        if not self.n <= threads <= _MOST_THREADS:
            raise ValueError(f"grid and block make {threads} threads: wanted are at least n, at most {_MOST_THREADS}")

    @property
    def threads(self) -> int:
        """Threads of a block."""
        return math.prod(self.block)


def arguments(case: WarpAndLaneCase, _: np.random.Generator) -> Prepared:
    """Two poisoned outputs, and their expected numbers."""
    given = (
        Argument("warp", poison(case.n).view(np.int32)),
        Argument("lane", poison(case.n).view(np.int32)),
        Argument("n", np.int32(case.n)),
    )
    buffers = tuple(private(argument, position, Role.OUTPUT, None) for position, argument in enumerate(given[:2]))
    return Prepared(given, buffers, (_region(case, 0, _warp, _lane, "lane"), _region(case, 1, _lane, _warp, "warp")))


class Number(Protocol):
    """A number for each thread, computed from its number in the block."""

    def __call__(self, thread: Indices, width: int = WARP) -> Indices: ...


def _warp(thread: Indices, width: int = WARP) -> Indices:
    return thread // width


def _lane(thread: Indices, width: int = WARP) -> Indices:
    return thread % width


def _region(case: WarpAndLaneCase, position: int, number: Number, other: Number, other_name: str) -> Region:
    index = grid_of(1, case.n, case.n)
    element = index % case.threads
    name, word = ("warp", "/") if position == 0 else ("lane", "%")

    def mistakes(_: Geometry) -> Iterator[Possible]:
        yield mistake("results_exchanged", name=other_name), lambda: other(element).astype(np.float64)
        for slip, where, thread in _slips(case):
            values = number(thread).astype(np.float64)
            yield slip, partial(scattered, index, case.n, where, values)
        yield mistake("width_halved"), lambda: number(element, WARP // 2).astype(np.float64)
        yield from coverage.of_vector(expected, Geometry((math.prod(case.grid), 1, 1), (case.threads, 1, 1)))

    def working(_: int, row: int, i: int) -> tuple[str, str]:
        return f"{name}[{i}] = ({i} % {case.threads}) {word} {WARP}", f"{i % case.threads} {word} {WARP}"

    expected = number(element).astype(np.float64)
    return Region(position, index, expected, mistakes=mistakes, working=working)


def _slips(case: WarpAndLaneCase) -> Iterator[tuple[Mistake, Indices, Indices]]:
    """Mistakes, each with the element that every thread of the launch writes and its number in the block.

    Of two that this launch cannot tell apart, the one that claims less comes first.
    """
    (bx, by, bz), (gx, gy, gz) = _three(case.block), _three(case.grid)
    thread, block = (a.ravel() for a in np.meshgrid(np.arange(case.threads), np.arange(gx * gy * gz)))
    x, y, z = thread % bx, thread // bx % by, thread // (bx * by)
    right = block * case.threads + thread
    for axis, count in (("y", y + by * (x + bx * z)), ("z", z + bz * (y + by * x))):
        yield mistake("axis_order", axis=axis), right, count
    for used, count, size in (("x, y", x + bx * y, bx * by), ("x", x, bx)):
        own = block * case.threads + count
        for element, where in (("right", right), ("apart", own), ("close", block * size + count)):
            yield mistake("axes_ignored", name="threadIdx", used=used, element=element), where, count
    yield mistake("counted_across_grid"), right, right
    for used, count in (("x, y", block % (gx * gy)), ("x", block % gx)):
        yield mistake("axes_ignored", name="blockIdx", used=used), count * case.threads + thread, thread
    yield mistake("block_ignored"), thread, thread


def _three(extents: tuple[int, ...]) -> tuple[int, int, int]:
    x, y, z = (*extents, 1, 1)[:3]
    return x, y, z


WARP_AND_LANE = Problem("warp_and_lane", WarpAndLaneCase, ("int* warp", "int* lane", "int n"), arguments, judge)
