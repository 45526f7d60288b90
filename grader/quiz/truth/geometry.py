"""How grids, blocks and warps are numbered and divided."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from grader.quiz.truth.costs import WARP
from grader.quiz.truth.lanes import rows_of_lanes


def thread_of_lane(block: Sequence[int], lane: int, warp: int = 0) -> tuple[int, int]:
    """(tx, ty) of a lane of a warp of a two-dimensional block (x, y): x runs fastest."""
    thread = warp * WARP + lane
    return thread % block[0], thread // block[0]


def rows_of_warp(block: Sequence[int]) -> int:
    """How many different threadIdx.y the first warp of a block (x, y) has."""
    return len({thread_of_lane(block, lane)[1] for lane in range(min(WARP, block[0] * block[1]))})


def thread_number(block: Sequence[int], place: Sequence[int]) -> int:
    """Number of the thread at `place` in its block, both (x, y, z) or shorter: x runs fastest, then y, then z."""
    number = 0
    for extent, at in zip(reversed(block), reversed(place), strict=True):
        number = number * extent + at
    return number


def place_of_thread(block: Sequence[int], thread: int) -> tuple[int, ...]:
    """The place of a thread in its block by its number: the inverse of `thread_number`."""
    place = []
    for extent in block:
        thread, at = divmod(thread, extent)
        place.append(at)
    return tuple(place)


def warps_of_block(block: Sequence[int]) -> int:
    """Warps of a block: the last one may have empty lanes."""
    return tiles(prod(block), WARP)


def rows_of_warps(block: Sequence[int]) -> tuple[int, ...]:
    """How many different rows of its block each warp spans; rows run along x and continue from plane to plane."""
    return tuple(len(set(rows)) for rows in rows_of_lanes(block))


def split_warps(block: Sequence[int]) -> int:
    """Warps of a block that a branch on odd rows splits: those with an odd and an even row."""
    return sum(len({row % 2 for row in rows}) == 2 for rows in rows_of_lanes(block))


def warps_to_hide(work: int, wait: int) -> int:
    """Warps that keep a scheduler busy when each works for `work` cycles and then waits `wait` cycles for a load."""
    return tiles(work + wait, work)


def groups_left(buffers: int, tile: int, tiles: int) -> int:
    """Copy groups that may still be pending when a thread needs tile number `tile` (from 0) of `tiles`.

    The pipeline fetches buffers - 1 tiles ahead and commits one group for each existing tile.
    """
    return min(tiles, tile + buffers - 1) - tile - 1


def tiles(extent: int, tile: int) -> int:
    """Tiles that cover an extent: the last one may be ragged."""
    return -(-extent // tile)


def barriers(extent: int, tile: int) -> int:
    """Barriers that each thread of the single-buffer tiled kernel passes along K: two for every tile."""
    return 2 * tiles(extent, tile)


def blocks_for(n: int, block_size: int) -> int:
    """Blocks of block_size threads that give each of n elements a thread."""
    return tiles(n, block_size)


def global_index(block_size: int, block: int, thread: int) -> int:
    """Number of a thread in its one-dimensional grid: all threads of the blocks before it come first."""
    return block * block_size + thread


def owner_of(element: int, block_size: int) -> dict[str, int]:
    """The "block" and the "thread" in it whose global index is `element`."""
    block, thread = divmod(element, block_size)
    return {"block": block, "thread": thread}


def dealt_to(n: int, grid_size: int, block_size: int, block: int, thread: int) -> tuple[int, ...]:
    """Elements that a thread takes in a grid-stride loop over n elements, in order."""
    return tuple(range(global_index(block_size, block, thread), n, grid_size * block_size))
