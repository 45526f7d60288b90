"""Places in a tile: where in the tile of its block each thread's first results lie, when warps have tiles of their own.

The tile of a block is cut into warp tiles of WM rows and WN columns, `warps_across` of them side by side, numbered row
by row. The 32 lanes of a warp stand in rows of `lanes_across`, each at a piece of 4 x 4 results, from the upper left
corner of the warp's tile on.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, ClassVar, Literal, NamedTuple

import numpy as np

from grader.launch import Argument
from grader.problems.base import Case, Floats, Geometry, Indices, Possible, Prepared, Problem, Region, Role, mistake
from grader.problems.filling import grid_of, poison, private
from grader.problems.judging import judge
from grader.records import Limit

_WARP = 32
_PIECE = 4
_MOST_WARPS = 32  # of a block

Warps = Annotated[int, Limit(strict=True, ge=1, le=_MOST_WARPS)]
Extent = Annotated[int, Limit(strict=True, ge=4, le=512)]
Lanes = Annotated[int, Limit(strict=True, ge=1, le=_WARP)]


class WarpPlacesCase(Case):
    """One block of warps_down x warps_across warps."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("warps_down", "warps_across", "WM", "WN", "lanes_across")
    EXAMPLES: ClassVar[tuple[str, ...]] = (
        "warps_down: 4, warps_across: 2, WM: 32, WN: 64, lanes_across: 8",
        "warps_down: 2, warps_across: 3, WM: 64, WN: 32, lanes_across: 4, block: [192]",
        "warps_down: 1, warps_across: 1, WM: 4, WN: 128, lanes_across: 32, block: [32]",
    )

    values: Literal["integers"] = "integers"
    warps_down: Warps
    warps_across: Warps
    WM: Extent
    WN: Extent
    lanes_across: Lanes

    def _consistent(self) -> None:
        if self.threads > _MOST_WARPS * _WARP:
            raise ValueError(f"{self.threads} threads: a block has {_MOST_WARPS * _WARP} at most")
        if self.block is not None and int(np.prod(self.block)) != self.threads:
            raise ValueError(f"these warps are a block of {self.threads} threads")
        if self.grid is not None and int(np.prod(self.grid)) != 1:
            raise ValueError("places are those of one block")
        if _WARP % self.lanes_across:
            raise ValueError("lanes_across must divide 32")
        if self.WN % (_PIECE * self.lanes_across) or self.WM % (_PIECE * (_WARP // self.lanes_across)):
            raise ValueError("WM and WN must be whole numbers of pieces for each lane")

    @property
    def threads(self) -> int:
        """Threads of the block."""
        return self.warps_down * self.warps_across * _WARP


class _Place(NamedTuple):
    """A row and a column for each thread."""

    row: Indices
    col: Indices


def arguments(case: WarpPlacesCase, _: np.random.Generator) -> Prepared:
    """Two poisoned outputs, and the expected places."""
    names = ("WM", "WN", "warps_across", "lanes_across")
    given = (
        Argument("row", poison(case.threads).view(np.int32)),
        Argument("col", poison(case.threads).view(np.int32)),
        *(Argument(name, np.int32(getattr(case, name))) for name in names),
    )
    buffers = tuple(private(argument, position, Role.OUTPUT, None) for position, argument in enumerate(given[:2]))
    return Prepared(given, buffers, tuple(_region(case, position) for position in (0, 1)))


def _region(case: WarpPlacesCase, position: int) -> Region:
    thread = np.arange(case.threads, dtype=np.int64)
    right = _place(case, thread // _WARP, thread % _WARP)

    def mistakes(_: Geometry) -> Iterator[Possible]:
        yield mistake("results_exchanged", name=("col", "row")[position]), partial(_shaped, right[1 - position])
        for key, place in _slips(case, thread):
            yield mistake(key), partial(_shaped, place[position])

    return Region(
        position, grid_of(1, case.threads, case.threads), _shaped(right[position]),
        mistakes=mistakes, working=partial(_working, case, position),
    )  # fmt: skip


def _place(case: WarpPlacesCase, warp: Indices, lane: Indices, piece: int = _PIECE) -> _Place:
    return _Place(
        warp // case.warps_across * case.WM + lane // case.lanes_across * piece,
        warp % case.warps_across * case.WN + lane % case.lanes_across * piece,
    )


def _shaped(values: Indices) -> Floats:
    return values.astype(np.float64)[None, None]


def _slips(case: WarpPlacesCase, thread: Indices) -> Iterator[tuple[str, _Place]]:
    warp, lane, none = thread // _WARP, thread % _WARP, np.zeros_like(thread)
    of_warp, of_lane = _place(case, warp, none), _place(case, none, lane)
    yield "place_of_warp_alone", of_warp
    yield "place_of_lane_alone", of_lane
    yield "pieces_of_one", _place(case, warp, lane, 1)
    down, lanes_down = case.warps_down, _WARP // case.lanes_across
    by_column = _Place(warp % down * case.WM, warp // down * case.WN)
    yield "warps_by_column", _Place(by_column.row + of_lane.row, by_column.col + of_lane.col)
    lanes = _Place(lane % lanes_down * _PIECE, lane // lanes_down * _PIECE)
    yield "lanes_by_column", _Place(of_warp.row + lanes.row, of_warp.col + lanes.col)
    yield "warp_sizes_exchanged", _Place(
        warp // case.warps_across * case.WN + of_lane.row, warp % case.warps_across * case.WM + of_lane.col
    )
    numbers = _Place(warp // case.warps_across + of_lane.row, warp % case.warps_across + of_lane.col)
    yield "warps_not_scaled", numbers
    across = case.warps_across * case.lanes_across
    yield "block_without_warps", _Place(thread // across * _PIECE, thread % across * _PIECE)
    yield "rest_and_quotient", _Place(
        warp % case.warps_across * case.WM + of_lane.row, warp // case.warps_across * case.WN + of_lane.col
    )


def _working(case: WarpPlacesCase, position: int, _: int, __: int, thread: int) -> tuple[str, str]:
    warp, lane = divmod(thread, _WARP)
    name, word, size = (("row", "/", "WM"), ("col", "%", "WN"))[position]
    return (
        f"{name}[{thread}] = {warp} {word} warps_across * {size} + {lane} {word} lanes_across * {_PIECE}",
        f"{warp} {word} {case.warps_across} * {getattr(case, size)} + {lane} {word} {case.lanes_across} * {_PIECE}",
    )


_SIGNATURE = ("int* row", "int* col", "int WM", "int WN", "int warps_across", "int lanes_across")
WARP_PLACES = Problem("warp_places", WarpPlacesCase, _SIGNATURE, arguments, judge)
