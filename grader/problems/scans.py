"""Scans (prefix sums) of integers in pieces: one for each block, or for each warp.

An inclusive scan has in element i the sum of elements 0 to i, an exclusive one the sum of those before i. Scans of
pieces begin anew after every `chunk` elements, those of warps after every 32. `whole_scan` has the scan of everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from grader.launch import Argument, Array
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
    at_scale,
    mistake,
)
from grader.problems.filling import grid_of, poison, private
from grader.problems.judging import judge
from grader.problems.working import total, value
from grader.records import Limit

_MOST_ELEMENTS = 2**30  # kernels number elements with an int
_MOST_SIGNED = 2**24  # whose sums fit into an int, whatever their values
WARP = 32
# What a scan may begin anew at, or forget: 4 elements of a thread, a warp, blocks, tiles of several elements a thread.
SIZES = (4, 32, 64, 128, 256, 512, 1024, 2048, 4096)

Size = Annotated[int, Limit(strict=True, ge=0, le=_MOST_ELEMENTS)]
Chunk = Annotated[int, Limit(strict=True, ge=1, le=2**16)]
Integers = NDArray[np.int32]
Slips = Iterator[tuple[Mistake, Callable[[], Indices]]]  # a mistake, and the sums after it


class WarpScansCase(Case):
    """n elements."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    values: Literal["integers"] = "integers"
    n: Annotated[int, Limit(strict=True, ge=0, le=_MOST_SIGNED)]


class PieceScansCase(Case):
    """n elements, `chunk` of them to each block. A grid of its own may have blocks behind the last element."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    values: Literal["integers"] = "integers"
    n: Size
    chunk: Chunk

    @property
    def pieces(self) -> int:
        """How many there are: one for each block."""
        least = max(1, -(-self.n // self.chunk))
        return least if self.grid is None else self.grid[0]

    def _consistent(self) -> None:
        if self.pieces * self.chunk < self.n:
            raise ValueError(f"{self.pieces} blocks of {self.chunk} elements do not reach element {self.n}")


def small_values(rng: np.random.Generator, count: int) -> Integers:
    """Three of four positive and none 0, so that sums grow beyond 2^15, which 16 bits and FP16 show."""
    values: Integers = rng.integers(-33, 99, count, dtype=np.int32)
    values += values >= 0
    return values


def scanned(x: Indices, piece: int, exclusive: bool) -> Indices:
    """The scan of each piece of so many elements."""
    piece = max(1, piece)
    padded = np.zeros(-(-x.size // piece) * piece, np.int64)
    padded[: x.size] = x
    sums = padded.reshape(-1, piece).cumsum(axis=1).ravel()[: x.size]
    return np.asarray(sums - x if exclusive else sums, np.int64)


def sums_of(x: Indices, piece: int, pieces: int) -> Indices:
    """The sum of each piece, 0 behind the last element."""
    padded = np.zeros(max(pieces * piece, x.size), np.int64)
    padded[: x.size] = x
    return np.asarray(padded[: pieces * piece].reshape(pieces, piece).sum(axis=1), np.int64)


def slips(x: Indices, piece: int, exclusive: bool) -> Slips:
    """Well-known mistakes of a scan whose pieces have so many elements."""
    right = partial(scanned, x, piece)
    place = np.arange(x.size)
    whole = np.repeat(sums_of(x, piece, -(-x.size // piece)), piece)[: x.size]
    yield mistake("copied", name="in"), lambda: x
    yield mistake("inclusive_for_exclusive" if exclusive else "exclusive_for_inclusive"), lambda: right(not exclusive)
    yield mistake("scanned_from_the_end"), lambda: whole - right(not exclusive)
    yield mistake("scan_first_missing"), lambda: scanned(np.where(place % piece == 0, 0, x), piece, exclusive)
    yield mistake("scan_total_everywhere"), lambda: whole
    if not exclusive:
        yield mistake("scan_own_twice"), lambda: right(False) + x
    if piece < x.size:
        yield mistake("scan_goes_on"), lambda: scanned(x, x.size, exclusive)
        yield mistake("block_not_in_index", name="in"), lambda: right(exclusive)[place % piece]
    for size in (each for each in SIZES if each < piece):
        inner = partial(scanned, x, size, exclusive)
        sums = sums_of(x, size, -(-x.size // size))
        begins = place // size * size % piece == 0  # the part of this size is the first of its piece
        before = np.concatenate([[0], sums])[place // size]
        own = sums[place // size]
        yield mistake("scan_begun_anew", size=size), inner
        yield mistake("scan_one_before", size=size), partial(_with, inner, np.where(begins, 0, before))
        yield mistake("scan_offset_inclusive", size=size), partial(_with, partial(right, exclusive), own)


def _with(values: Callable[[], Indices], more: Indices) -> Indices:
    return values() + more


def region(
    position: int, right: Indices, made: Callable[[Geometry], Slips], formula: Callable[[int], tuple[str, str]],
    modulus: int | None = None,
) -> Region:  # fmt: skip
    """A vector of exact sums; modulus: what they are taken modulo."""

    def placed(values: Indices) -> Floats:
        return np.asarray(values if modulus is None else values % modulus, np.float64)[None, None]

    def mistakes(geometry: Geometry) -> Iterator[Possible]:
        for name, values in made(geometry):
            yield name, lambda values=values: placed(values())  # type: ignore[misc]
        yield from coverage.of_vector(placed(right), geometry)

    return Region(position, grid_of(1, right.size, right.size), placed(right), mistakes=mistakes,
                  working=lambda _, row, i: formula(i))  # fmt: skip


def formula(name: str, x: Indices, piece: int, exclusive: bool, i: int) -> tuple[str, str]:
    """Element i of a scan in symbols and in numbers."""
    first = i // max(1, piece) * piece
    count = i - first + (not exclusive)
    names = total(count, lambda k: f"in[{first + k}]")
    return f"{name}[{i}] = {names}", total(count, lambda k: value(x[first + k]))


def unwritten(count: int, dtype: type[np.generic] = np.int32) -> Array:
    return poison(count).view(dtype)


def _of_pieces(exclusive: bool, totals: bool, case: PieceScansCase, rng: np.random.Generator) -> Prepared:
    if case.n > _MOST_SIGNED:
        raise ValueError(f"n: the sums of {case.n} integers may not fit into an int")
    outputs = [("out", case.n)] + [("totals", case.pieces)] * totals
    given = (
        Argument("in", small_values(rng, case.n)), *(Argument(name, unwritten(count)) for name, count in outputs),
        Argument("n", np.int32(case.n)),
    )  # fmt: skip
    roles = (Role.INPUT, *(Role.OUTPUT for _ in outputs))
    buffers = tuple(private(given[position], position, role, None) for position, role in enumerate(roles))
    x, piece = buffers[0].original.astype(np.int64), case.chunk
    regions = [region(1, scanned(x, piece, exclusive), lambda _: slips(x, piece, exclusive),
                      partial(formula, "out", x, piece, exclusive))]  # fmt: skip
    if totals:
        right = sums_of(x, piece, case.pieces)
        regions.append(region(2, right, lambda _: _of_totals(x, piece, right), partial(_total, x, piece)))
    return Prepared(given, buffers, tuple(regions))


def _of_totals(x: Indices, piece: int, right: Indices) -> Slips:
    yield mistake("total_without_last"), lambda: right - _last_parts(x, np.arange(1, right.size + 1) * piece - 1, 1)
    for size in (each for each in SIZES if each < piece):
        ends = np.arange(right.size) * piece + piece - size
        yield mistake("total_of_last_part", size=size), partial(_last_parts, x, ends, size)
    yield mistake("scan_goes_on"), lambda: right.cumsum()
    yield mistake("everything_everywhere"), lambda: np.full(right.size, right.sum())


def _last_parts(x: Indices, starts: Indices, size: int) -> Indices:
    padded = np.zeros(max(x.size, int(starts.max(initial=0)) + size), np.int64)
    padded[: x.size] = x
    return np.asarray(padded[starts[:, None] + np.arange(size)].sum(axis=1), np.int64)


def _total(x: Indices, piece: int, number: int) -> tuple[str, str]:
    first = min(number * piece, x.size)
    count = min(piece, x.size - first)
    names = total(count, lambda k: f"in[{first + k}]")
    return f"totals[{number}] = {names}", total(count, lambda k: value(x[first + k]))


def _of_warps(case: WarpScansCase, rng: np.random.Generator) -> Prepared:
    given = (
        Argument("in", small_values(rng, case.n)), Argument("inclusive", unwritten(case.n)),
        Argument("exclusive", unwritten(case.n)), Argument("n", np.int32(case.n)),
    )  # fmt: skip
    roles = (Role.INPUT, Role.OUTPUT, Role.OUTPUT)
    buffers = tuple(private(given[position], position, role, None) for position, role in enumerate(roles))
    x = buffers[0].original.astype(np.int64)
    return Prepared(given, buffers, tuple(
        region(position, scanned(x, WARP, bool(position - 1)), partial(_of_lanes, x, bool(position - 1)),
               partial(formula, given[position].name, x, WARP, bool(position - 1)))
        for position in (1, 2)
    ))  # fmt: skip


def _of_lanes(x: Indices, exclusive: bool, geometry: Geometry) -> Slips:
    yield from slips(x, WARP, exclusive)
    block = geometry.block[0]
    yield mistake("scanned_across_block"), lambda: scanned(x, block, exclusive)
    lane = np.arange(x.size) % WARP
    inclusive = scanned(x, WARP, False)
    if exclusive:
        shifted = np.where(lane > 0, np.concatenate([[0], inclusive[:-1]])[: x.size], inclusive)
        yield mistake("first_lane_kept"), lambda: shifted
        neighbour = np.where(lane > 0, np.concatenate([[0], x[:-1]])[: x.size], 0)
        yield mistake("neighbour_only"), lambda: neighbour
        return
    yield mistake("shuffle_own_added"), lambda: _unguarded(x)
    for steps in (1, 2, 3, 4):
        yield mistake("scan_steps_missing", steps=steps), partial(_last_few, x, 1 << steps)


def _unguarded(x: Indices) -> Indices:
    """Without the condition: where no lane is so far below, a shuffle returns the own value, which is added."""
    padded = np.zeros(-(-x.size // WARP) * WARP, np.int64)
    padded[: x.size] = x
    rows = padded.reshape(-1, WARP)
    for distance in (1, 2, 4, 8, 16):
        rows = rows + np.concatenate([rows[:, :distance], rows[:, :-distance]], axis=1)
    return rows.ravel()[: x.size]


def _last_few(x: Indices, count: int) -> Indices:
    """The sum of the last `count` elements of the warp's up to each."""
    lane = np.arange(x.size) % WARP
    summed = x.cumsum()
    first = np.arange(x.size) - np.minimum(lane, count - 1)
    return np.asarray(summed - summed[first] + x[first], np.int64)


_OF_PIECES = ("const int* in", "int* out", "int n")
_WITH_TOTALS = ("const int* in", "int* out", "int* totals", "int n")
_OF_WARPS = ("const int* in", "int* inclusive", "int* exclusive", "int n")

INCLUSIVE_PIECES = Problem(
    "inclusive_pieces", PieceScansCase, _OF_PIECES, partial(_of_pieces, False, False), judge,
    at_scale("scans_bulk", "inclusive"),
)  # fmt: skip
EXCLUSIVE_PIECES = Problem(
    "exclusive_pieces", PieceScansCase, _OF_PIECES, partial(_of_pieces, True, False), judge,
    at_scale("scans_bulk", "exclusive"),
)  # fmt: skip
BLOCK_SCANS = Problem(
    "block_scans", PieceScansCase, _WITH_TOTALS, partial(_of_pieces, True, True), judge,
    at_scale("scans_bulk", "with_totals"),
)  # fmt: skip
WARP_SCANS = Problem("warp_scans", WarpScansCase, _OF_WARPS, _of_warps, judge)
