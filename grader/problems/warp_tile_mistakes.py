"""C after slips in an SGEMM whose warps have tiles of their own: a tile of 128 x 128, in it 4 x 2 warps of 4 x 8 lanes,
each with 8 x 8 results in pieces of 4 x 4, and fragments that are read one k ahead, in tiles 8 deep.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from grader.dataclass import dataclass
from grader.problems.base import UNKNOWN, UNTOUCHED, Floats, Indices, Mask, Mistake, mistake

if TYPE_CHECKING:
    from grader.problems.sgemm_mistakes import Operands

_TILE, _DEPTH = 128, 8
_PIECE, _VALUES = 4, 8  # of a thread, in either direction
_NOT_KNOWN, _NOBODY = -1, -2  # in place of the number of a row or a column
_LAST_OF_SET = _DEPTH - 2  # of the two sets of fragments one holds those of every other k


@dataclass(frozen=True)
class _Slots:
    """The rows, or the columns, of all threads of a block: which are written, and of which the fragments are read."""

    written: Indices
    read: Indices


def slips(of: Operands) -> Iterator[tuple[Mistake, Callable[[], Floats]]]:
    """Places of warps and lanes that are not those of their pieces, and first fragments that are not those of k."""
    right = _slots(4, 4), _slots(2, 8)
    alone = _slots(4, 4, warps_apart=0), _slots(2, 8, warps_apart=0)
    yield mistake("place_of_lane_alone"), partial(_placed, of, *alone)
    for key, apart in (("pieces_of_one", 1), ("pieces_joined", _PIECE)):
        slipped = tuple(_slots(*axis, apart, joined=key == "pieces_joined") for axis in ((4, 4), (2, 8)))
        yield mistake(key, in_="both"), partial(_placed, of, *slipped)
        yield mistake(key, in_="rows"), partial(_placed, of, slipped[0], right[1])
        yield mistake(key, in_="cols"), partial(_placed, of, right[0], slipped[1])
    # Lanes as far apart as their values are many: much is written twice, so that less would be no evidence.
    wide = _slots(4, 4, _VALUES, joined=True), _slots(2, 8, _VALUES, joined=True)
    yield mistake("pieces_joined", in_="both", apart=_VALUES), partial(_placed, of, *wide)
    yield mistake("first_fragments_again"), partial(_first_fragments, of, 0)
    yield mistake("first_fragments_kept"), partial(_first_fragments, of, _LAST_OF_SET)


def _slots(warps: int, lanes: int, apart: int = _PIECE, joined: bool = False, warps_apart: int | None = None) -> _Slots:
    """Along one axis. apart: from lane to lane. joined: whether a thread reads its values one beside the other."""
    warp, lane, value = np.ix_(np.arange(warps), np.arange(lanes), np.arange(_VALUES))
    begin = warp * (_TILE // warps if warps_apart is None else warps_apart) + lane * apart
    written = begin + value // _PIECE * (lanes * _PIECE) + value % _PIECE
    read = begin + value if joined else written
    return _Slots(written.ravel(), read.ravel())


def _placed(of: Operands, down: _Slots, across: _Slots) -> Floats:
    """C if threads read and write these rows and columns of their block's tile."""
    rows, rows_again = _sources(of.case.M, down)
    cols, cols_again = _sources(of.case.N, across)
    ab = np.pad(of.ab, [(0, -size % _TILE) for size in of.ab.shape])
    result: Floats = of.case.alpha * ab[np.ix_(np.maximum(rows, 0), np.maximum(cols, 0))] + of.old_c
    unknown = (rows == _NOT_KNOWN)[:, None] | (cols == _NOT_KNOWN)
    if of.case.beta:
        unknown |= rows_again[:, None] | cols_again
    result[unknown] = UNKNOWN
    result[(rows == _NOBODY)[:, None] | (cols == _NOBODY)] = UNTOUCHED
    return result


def _sources(size: int, slots: _Slots) -> tuple[Indices, Mask]:
    """For each row or column of C, of which one the product arrives there, and whether it is written more than once."""
    begin = np.arange(0, size, _TILE)[:, None]
    to = (begin + slots.written).ravel()
    taken = np.where(slots.read < _TILE, begin + slots.read, _NOT_KNOWN).ravel()[to < size]
    to = to[to < size]
    source = np.full(size, _NOBODY)
    source[to] = taken
    source[to[source[to] != taken]] = _NOT_KNOWN
    return source, np.bincount(to, minlength=size) > 1


def _first_fragments(of: Operands, k: int) -> Floats:
    """C if every tile along K but the first begins with the fragments of `k` of the one before it. Tiles that need
    guards are computed in another way.
    """
    case = of.case
    steps = np.arange(case.K)
    taken = np.where((steps % _DEPTH == 0) & (steps > 0), steps - _DEPTH + k, steps)
    rows, cols = np.arange(case.M)[:, None], np.arange(case.N)
    whole = (rows < case.M // _TILE * _TILE) & (cols < case.N // _TILE * _TILE)
    ahead = case.K % _DEPTH == case.lda % 4 == case.ldb % 4 == 0
    return of.result(np.where(whole & ahead, of.a[:, taken] @ of.b[taken], of.ab))
