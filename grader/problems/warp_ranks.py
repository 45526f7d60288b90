"""Ranks within a warp: rank[i] counts the positive elements before in[i] among its 32; -1 if in[i] is not positive.

Elements 32 w to 32 w + 31 belong together: those of one warp, where thread i owns element i.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar

import numpy as np

from grader.launch import Argument
from grader.problems import coverage
from grader.problems.base import Case, Floats, Geometry, Possible, Prepared, Problem, Region, Role, mistake
from grader.problems.filling import LARGEST_INTEGER, Float32, grid_of, poison, private, random_values
from grader.problems.judging import judge
from grader.problems.working import total, value
from grader.records import Limit

_WARP = 32
_NONE = -1.0


class WarpRanksCase(Case):
    """n elements."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    n: Annotated[int, Limit(strict=True, ge=0, le=2**24)]


def arguments(case: WarpRanksCase, rng: np.random.Generator) -> Prepared:
    """Fresh elements, zeros among the integers, a poisoned output, and the expected ranks."""
    given = (
        Argument("in", _with_zeros(rng, case)),
        Argument("rank", poison(case.n).view(np.int32)),
        Argument("n", np.int32(case.n)),
    )
    buffers = (private(given[0], 0, Role.INPUT, None), private(given[1], 1, Role.OUTPUT, None))
    x = buffers[0].original.astype(np.float64)
    right = ranks(x > 0)
    region = Region(1, grid_of(1, case.n, case.n), expected=right[None, None], mistakes=partial(_mistakes, x, right),
                    working=partial(_working, x, right))  # fmt: skip
    return Prepared(given, buffers, (region,))


def _with_zeros(rng: np.random.Generator, case: WarpRanksCase) -> Float32:
    """The first element is positive, so that a kernel that ranks nobody is never right."""
    if case.values == "floats":
        values = random_values(rng, case.n, case.values)
    else:
        values = rng.integers(-LARGEST_INTEGER, LARGEST_INTEGER + 1, case.n).astype(np.float32)
    values[:1] = 1 + np.abs(values[:1])
    return values


def ranks(holds: np.ndarray, group: int = _WARP) -> Floats:
    """For each element that holds, how many before it do in its group; -1 for the others."""
    return np.where(holds, _before(holds, group), _NONE)


def _before(holds: np.ndarray, group: int) -> Floats:
    """How many hold before each element, in its group."""
    padded = np.zeros(-(-holds.size // group) * group)
    padded[: holds.size] = holds
    rows = padded.reshape(-1, group)
    return (rows.cumsum(axis=1) - rows).ravel()[: holds.size]


def _mistakes(x: Floats, right: Floats, geometry: Geometry) -> Iterator[Possible]:
    holds = x > 0
    before, lane, block = _before(holds, _WARP), np.arange(x.size) % _WARP, geometry.block[0]
    after = _before(holds[::-1], _WARP)[::-1] if x.size % _WARP == 0 else _after(holds)

    def made(values: Floats) -> Floats:
        return np.where(holds, values, _NONE).reshape(1, 1, -1)

    yield mistake("itself_counted"), lambda: made(before + 1)
    yield mistake("counted_above"), lambda: made(after)
    yield mistake("all_holders_counted"), lambda: made(before + after + 1)
    yield mistake("lanes_for_holders"), lambda: made(lane.astype(np.float64))
    yield mistake("counted_across_block"), lambda: ranks(holds, block).reshape(1, 1, -1)
    yield mistake("zero_holds"), lambda: ranks(x >= 0).reshape(1, 1, -1)
    yield mistake("everybody_ranked"), lambda: before.reshape(1, 1, -1)
    yield mistake("others_ranked"), lambda: ranks(~holds).reshape(1, 1, -1)
    yield mistake("nobody_ranked"), lambda: np.full((1, 1, x.size), _NONE)
    yield from coverage.of_vector(right[None, None], geometry)


def _after(holds: np.ndarray) -> Floats:
    padded = np.zeros(-(-holds.size // _WARP) * _WARP, np.bool_)
    padded[: holds.size] = holds
    return _before(padded[::-1], _WARP)[::-1][: holds.size]


def _working(x: Floats, right: Floats, _: int, __: int, i: int) -> tuple[str, str]:
    first = i // _WARP * _WARP
    if right[i] < 0:
        return f"rank[{i}] = -1", f"in[{i}] = {value(x[i])}"
    names = total(i - first, lambda k: f"(in[{first + k}] > 0)")
    return f"rank[{i}] = {names}", total(i - first, lambda k: f"{x[first + k] > 0:d}")


_SIGNATURE = ("const float* in", "int* rank", "int n")
WARP_RANKS = Problem("warp_ranks", WarpRanksCase, _SIGNATURE, arguments, judge)
