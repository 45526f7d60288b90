"""Where the elements of A lie when a warp executes mma.m16n8k16 on FP16: which of them a lane holds.

Thread i is lane l = i % 32 of its warp and has row i of `places`, 8 ints: number 2 r + h is for half h of register r,
and holds row * 16 + column of the element of A (16 x 16) that lies there. The layout: PTX ISA, "Matrix fragments for
mma.m16n8k16 with floating point type".
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar, Literal

import numpy as np

from grader.launch import Argument
from grader.problems import coverage
from grader.problems.base import (
    Case,
    Floats,
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
from grader.records import Limit

_WARP, _SIDE, _HELD = 32, 16, 8  # lanes, rows and columns of A, elements that a lane holds


class FragmentCase(Case):
    """n threads. The places are the same whatever the matrix holds."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    values: Literal["integers"] = "integers"
    n: Annotated[int, Limit(strict=True, ge=0, le=2**20)]


def arguments(case: FragmentCase, _: np.random.Generator) -> Prepared:
    """A poisoned output, and the places."""
    given = (Argument("places", poison(case.n * _HELD).view(np.int32)), Argument("n", np.int32(case.n)))
    buffers = (private(given[0], 0, Role.OUTPUT, _HELD),)
    thread, register, half = _numbers(case.n)
    row, col = place(thread % _WARP, register, half)
    region = Region(
        0, grid_of(case.n, _HELD, _HELD), expected=_told(row, col),
        mistakes=partial(_mistakes, case.n), working=_working,
    )  # fmt: skip
    return Prepared(given, buffers, (region,))


def place(lane: Indices, register: Indices, half: Indices) -> tuple[Indices, Indices]:
    """Row and column of A in a half of a register: lanes stand in 8 groups of 4, a group for a row."""
    return lane // 4 + 8 * (register % 2), lane % 4 * 2 + half + 8 * (register // 2)


def _numbers(n: int) -> tuple[Indices, Indices, Indices]:
    """Thread, register and half of each of n x 8 elements."""
    thread, number = np.indices((n, _HELD))
    return thread, number // 2, number % 2


def _told(row: Indices, col: Indices, stride: int = _SIDE) -> Floats:
    return (row * stride + col).astype(np.float64)[None]


def _mistakes(n: int, geometry: Geometry) -> Iterator[Possible]:
    thread, register, half = _numbers(n)
    lane = thread % _WARP
    row, col = place(lane, register, half)
    group, within = lane // 4, lane % 4
    slips: tuple[tuple[Mistake, Indices, Indices], ...] = (
        (mistake("places_transposed"), col, row),
        (mistake("registers_exchanged"), group + 8 * (register // 2), within * 2 + half + 8 * (register % 2)),
        (mistake("halves_of_registers_apart"), group + 8 * (register % 2), within * 2 + register // 2 + 8 * half),
        (mistake("halves_below"), group * 2 % 16 + half, within + 4 * (register // 2) + 8 * (register % 2)),
        (mistake("groups_of_eight"), lane % 8 + 8 * (register % 2), lane // 8 * 2 + half + 8 * (register // 2)),
        (mistake("one_column_each"), row, within + half + 8 * (register // 2)),
        (mistake("halves_ignored"), row, within * 2 + 8 * (register // 2)),
        (mistake("rows_below_missing"), group + 0 * register, col),
        (mistake("columns_beyond_missing"), row, within * 2 + half),
        (mistake("thread_for_lane"), thread % geometry.block[0] // 4 + 8 * (register % 2), col),
        (mistake("accumulator_for_a"), group + 8 * (register // 2), within * 2 + register % 2 + 8 * half),
        (mistake("next_rows"), group + register % 2, col),
        (mistake("next_columns"), row, within * 2 + half + 2 * (register // 2)),
        (mistake("registers_along_row"), lane // 2, lane % 2 * 8 + register * 2 + half),
    )
    for slip, r, c in slips:
        yield slip, partial(_told, r, c)
    for stride in (8, 32):
        yield mistake("row_length", taken=stride), partial(_told, row, col, stride)
    yield from coverage.of_matrix(_told(row, col), geometry)


def _working(_: int, thread: int, number: int) -> tuple[str, str]:
    lane, (register, half) = thread % _WARP, divmod(number, 2)
    row, col = (int(v) for v in place(*(np.array(v) for v in (lane, register, half))))
    return f"places[{thread}][{number}] = row * 16 + col", f"{row} * 16 + {col}"


FRAGMENT_PLACES = Problem("fragment_places", FragmentCase, ("int* places", "int n"), arguments, judge)
