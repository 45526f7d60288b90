"""The tiles of warps: where lanes stand, what their fragments cost, and how many tiles of A and B blocks share."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from grader.quiz.truth.costs import FLOAT, WARP, SharedCost, shared_cost

_PIECE = 4  # rows or columns of a lane's piece, read as one float4
_ORDERS: Mapping[str, Callable[[int, int, int], tuple[int, int]]] = {  # row and column among the lanes
    "rows": lambda lane, down, across: (lane // across, lane % across),
    "columns": lambda lane, down, across: (lane % down, lane // down),
    "pairs": lambda lane, down, across: (lane // (2 * across) * 2 + lane % 2, lane // 2 % across),
}


def lane_place(order: str, down: int, lane: int) -> tuple[int, int]:
    """Row and column of a lane among `down` x (32 / down) lanes.

    order: "rows", numbered row by row; "columns", column by column; "pairs", lanes 2 i and 2 i + 1 below each other,
    and these pairs row by row. Raises ValueError for another order, or pairs of lanes in a single row.
    """
    if order not in _ORDERS:
        raise ValueError(f"an order is one of {', '.join(_ORDERS)}, not {order!r}")
    if WARP % down or (order == "pairs" and down % 2):
        raise ValueError(f"no {down} rows of lanes in {order}")
    return _ORDERS[order](lane, down, WARP // down)


def fragment_cost(order: str, down: int, operand: str) -> SharedCost:
    """One 16-byte load by a warp of its lanes' rows of A (operand "a") or columns of B ("b"), one k.

    Each lane has a piece of four; pieces of neighbouring lanes are neighbours in the row of the tile.
    """
    part = ("a", "b").index(operand)
    words = [_PIECE * lane_place(order, down, lane)[part] for lane in range(WARP)]
    return shared_cost(np.array(words) * FLOAT, np.ones(WARP, np.bool_), _PIECE * FLOAT)


def bits_merge(row_bits: tuple[int, ...]) -> tuple[bool, bool]:
    """Whether a 16-byte load of A and one of B merge if these bits of the lane's number choose its row, the others its
    column: one of the bits 0 and 1 must have no say in the address."""
    return not {0, 1} <= set(row_bits), bool({0, 1} & set(row_bits))


def thread_tile_wavefronts(rows: int, cols: int) -> int:
    """Wavefronts that a warp needs to read what rows x cols results a thread want for one k, with lanes in pairs."""
    return 2 * (rows + cols) // _PIECE


def transposed_store_wavefronts(depth: int, width: int) -> int:
    """Wavefronts of one 4-byte store of a tile of A that is transposed on the way, `depth` k deep.

    Each lane holds four neighbouring k of a row, as many lanes side by side as that takes, and stores the first of
    them; a row of the tile has `width` words.
    """
    fours = depth // _PIECE
    words = [lane % fours * _PIECE * width + lane // fours for lane in range(WARP)]
    return shared_cost(np.array(words) * FLOAT, np.ones(WARP, np.bool_), FLOAT, "store").wavefronts


def warp_tiled_wavefronts(tile: tuple[int, int, int], results: tuple[int, int], size: tuple[int, int, int]) -> int:
    """Shared-memory wavefronts of a whole warp-tiled SGEMM: lanes in pairs, rows of A's tile padded by four words.

    tile: BM, BN, BK; results: TM, TN of a thread; size: M, N, K. Tiles at the edge are filled with zeros and cost as
    much.
    """
    (bm, bn, bk), (tm, tn), (m, n, k) = tile, results, size
    tiles = -(-m // bm) * -(-n // bn) * -(-k // bk)
    store = bm * bk // WARP * transposed_store_wavefronts(bk, bm + 4) + bk * bn // WARP
    read = bm * bn * bk // (WARP * tm * tn) * thread_tile_wavefronts(tm, tn)
    return tiles * (store + read)


def tile_bytes(bm: int, bn: int, bk: int) -> int:
    """Shared memory of two buffers of both tiles, rows of A's padded by four words; in bytes."""
    return 2 * bk * (bm + 4 + bn) * FLOAT


def tile_of_block(number: int, rows: int, cols: int, group: int) -> tuple[int, int]:
    """Row and column of the tile that a block takes: in groups of `group` rows, each walked column by column."""
    first = number // (group * cols) * group
    high = min(rows - first, group)
    rest = number - first * cols
    return first + rest % high, rest // high


def strips_at_once(rows: int, cols: int, group: int, blocks: int) -> int:
    """Different strips of A (rows of tiles) and of B (columns of tiles) that the first `blocks` blocks read.

    group: rows of tiles in a group; 1 is row by row.
    """
    places = [tile_of_block(number, rows, cols, group) for number in range(min(blocks, rows * cols))]
    return len({row for row, _ in places}) + len({col for _, col in places})
