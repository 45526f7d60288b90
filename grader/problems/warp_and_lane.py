"""Warp and lane: which warp of its block a thread belongs to, and which lane of the warp it is.

Thread t of block b, both counted with x fastest, then y, then z, owns element i = b * threads of a block + t; where
i < n, warp[i] = t / 32 and lane[i] = t % 32. A kernel that takes i from its own count of t gives right results in
whatever order it counts: its text has to give i.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import Field, model_validator

from grader.launch import Argument
from grader.problems.base import (
    Case,
    Extents,
    Indices,
    Pattern,
    PatternKey,
    Prepared,
    Problem,
    Region,
    Role,
    Suspect,
)
from grader.problems.filling import POISON_BITS, grid_of, poison, private
from grader.problems.judging import judge
from grader.problems.patterns import scattered

WARP = 32
_MOST_THREADS = 2**20

_POISON = POISON_BITS.view(np.int32)  # no warp and no lane has this number


class WarpAndLaneCase(Case):
    """warp and lane have `n` elements. What must be in them follows from the launch: the case says how it is."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    values: Literal["integers"] = "integers"
    n: Annotated[int, Field(strict=True, ge=0, le=_MOST_THREADS)]
    grid: Extents
    block: Extents

    @model_validator(mode="after")
    def _consistent(self) -> WarpAndLaneCase:
        threads = math.prod(self.grid) * self.threads
        if not self.n <= threads <= _MOST_THREADS:
            raise ValueError(f"grid and block make {threads} threads: wanted are at least n, at most {_MOST_THREADS}")
        return self

    @property
    def threads(self) -> int:
        """Threads of a block."""
        return math.prod(self.block)


def arguments(case: WarpAndLaneCase, _: np.random.Generator) -> Prepared:
    """Two poisoned outputs, and the numbers that must be in them afterwards."""
    given = (
        Argument("warp", poison(case.n).view(np.int32)),
        Argument("lane", poison(case.n).view(np.int32)),
        Argument("n", np.int32(case.n)),
    )
    buffers = tuple(private(argument, position, Role.OUTPUT, 1) for position, argument in enumerate(given[:2]))
    return Prepared(given, buffers, (_region(case, 0, _warp, _lane, "lane"), _region(case, 1, _lane, _warp, "warp")))


Number = Callable[[Indices], Indices]  # from the thread's number in its block


def _warp(thread: Indices) -> Indices:
    return thread // WARP


def _lane(thread: Indices) -> Indices:
    return thread % WARP


def _region(case: WarpAndLaneCase, position: int, number: Number, other: Number, other_name: str) -> Region:
    exact = np.zeros((1, 1, 1))
    index = grid_of(case.n, 1, 1)
    exchanged = Pattern(PatternKey.RESULTS_EXCHANGED, {"name": other_name})

    def suspects() -> Iterator[Suspect]:
        element = index % case.threads
        yield Suspect(exchanged, other(element).astype(np.float64))
        for pattern, where, thread in _slips(case):
            values = scattered(index, case.n, where, number(thread).astype(np.float64))
            yield Suspect(pattern, np.where(np.isnan(values), float(_POISON), values))

    expected = number(index % case.threads).astype(np.float64)
    return Region(position, index, expected, exact, exact, suspects=suspects, suspects_first=True)


def _slips(case: WarpAndLaneCase) -> Iterator[tuple[Pattern, Indices, Indices]]:
    """After a mistake: for every thread of the launch the element that it writes, and its number in the block.

    Of two that this launch cannot tell apart the one that says less comes first.
    """
    (bx, by, bz), (gx, gy, gz) = _three(case.block), _three(case.grid)
    thread, block = (a.ravel() for a in np.meshgrid(np.arange(case.threads), np.arange(gx * gy * gz)))
    x, y, z = thread % bx, thread // bx % by, thread // (bx * by)
    right = block * case.threads + thread
    for axis, count in (("y", y + by * (x + bx * z)), ("z", z + bz * (y + by * x))):
        yield Pattern(PatternKey.AXIS_ORDER, {"axis": axis}), right, count
    for missing, count, size in ((_used(z=bz), x + bx * y, bx * by), (_used(y=by, z=bz), x, bx)):
        pattern = Pattern(PatternKey.AXES_IGNORED, {"name": "threadIdx", "missing": missing})
        for where in (right, block * case.threads + count, block * size + count):
            yield pattern, where, count
    yield Pattern(PatternKey.COUNTED_ACROSS_GRID), right, right
    for missing, count in ((_used(z=gz), block % (gx * gy)), (_used(y=gy, z=gz), block % gx)):
        pattern = Pattern(PatternKey.AXES_IGNORED, {"name": "blockIdx", "missing": missing})
        yield pattern, count * case.threads + thread, thread
    yield Pattern(PatternKey.BLOCK_IGNORED), thread, thread


def _used(**extents: int) -> str:
    """The axes along which there is more than one."""
    return ", ".join(axis for axis, extent in extents.items() if extent > 1)


def _three(extents: tuple[int, ...]) -> tuple[int, int, int]:
    x, y, z = (*extents, 1, 1)[:3]
    return x, y, z


WARP_AND_LANE: Problem[WarpAndLaneCase] = Problem(
    name="warp_and_lane",
    case_model=WarpAndLaneCase,
    signature=("int* warp", "int* lane", "int n"),
    arguments=arguments,
    judge=judge,
)
