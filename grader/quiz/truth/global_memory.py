"""Sectors, lines and requests of the global-memory accesses in lessons and quizzes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from grader.quiz.truth.costs import FLOAT, LINE, WARP, GlobalCost, Touched, Traffic, global_cost, sectors_of
from grader.quiz.truth.geometry import blocks_for, place_of_thread, thread_of_lane, tiles
from grader.quiz.truth.lanes import Index, rows_of_lanes
from grader.quiz.truth.shared_memory import tile_words
from grader.simt.sectors import SECTOR, global_sectors


def row_sectors(block: Sequence[int], row_floats: int) -> tuple[int, ...]:
    """Sectors that each warp touches when thread (x, y, z) loads float x of row y + Y * z, Y being the block's height.

    row_floats: floats from one row to the next; row 0 begins at a sector boundary.
    """
    found = []
    for warp, rows in enumerate(rows_of_lanes(block)):
        addresses = np.zeros(WARP, np.int64)
        columns = [place_of_thread(block, warp * WARP + lane)[0] for lane in range(len(rows))]
        addresses[: len(rows)] = (np.array(rows) * row_floats + np.array(columns)) * FLOAT
        found.append(sectors_of(addresses, np.arange(WARP) < len(rows), FLOAT))
    return tuple(found)


def warp_sectors(stride: int, element_bytes: int = FLOAT, offset: int = 0, lanes: int = WARP) -> int:
    """32-byte sectors of one global access in which lane i touches element offset + i * stride.

    stride and offset: in elements; the array starts at a sector boundary.
    """
    return strided_access(stride, element_bytes, offset, lanes).sectors


def strided_access(stride: int, element_bytes: int = FLOAT, offset: int = 0, lanes: int = WARP) -> GlobalCost:
    """Cost of one global access in which lane i touches element offset + i * stride, as `warp_sectors` counts it."""
    lane = np.arange(WARP)
    return global_cost((offset + lane * stride) * element_bytes, lane < lanes, element_bytes)


def matrix_access(block: Sequence[int], leading: int, row: Index, col: Index, width: int = FLOAT) -> GlobalCost:
    """Cost of `matrix[row][col]` in global memory for the first warp of a block (x, y).

    leading: floats from one row to the next; the matrix begins at a line boundary. row, col: "tx", "ty" or a number;
    width: bytes a lane, so 16 is a float4 that starts at that element. Raises ValueError where it is not aligned.
    """
    words = tile_words(block, leading, row, col)
    addresses = np.zeros(WARP, np.int64)
    addresses[: len(words)] = np.array(words) * FLOAT
    if (addresses % width).any():
        raise ValueError(f"a lane's {width} bytes do not begin at a multiple of {width}")
    return global_cost(addresses, np.arange(WARP) < len(words), width)


def aligned_rows(leading: int, rows: int, width: int) -> tuple[int, ...]:
    """Which of the first rows of a float matrix begin at a multiple of `width` bytes; row 0 does."""
    return tuple(row for row in range(rows) if row * leading * FLOAT % width == 0)


def local_sectors(run: int, elements: int) -> int:
    """32-byte sectors of one access of a warp to an array of floats in local memory.

    Lane i wants element i // run % elements. Element j of all lanes lies side by side: CUDA C++ Programming Guide,
    "Local Memory".
    """
    lane = np.arange(WARP)
    addresses = (lane // run % elements * WARP + lane) * FLOAT
    return sectors_of(addresses, lane < WARP, FLOAT)


def vector_sectors(n: int, block_size: int, blocks_first: bool = False) -> int:
    """Sectors of one pass over n floats, one thread per element, by as many blocks as needed.

    blocks_first: element number thread * blocks + block instead of block * block_size + thread.
    """
    grid = np.arange(blocks_for(n, block_size))[:, None]
    thread = np.arange(tiles(block_size, WARP) * WARP)
    index = thread * grid.size + grid if blocks_first else grid * block_size + thread
    active = (thread < block_size) & (index < n)
    shape = (-1, WARP)
    return int(global_sectors((index * FLOAT).reshape(shape), active.reshape(shape), FLOAT).sum())


def naive_request(matrix: str, block: Sequence[int], x_on: str, k: int = 0, leading: int = 1024) -> Touched:
    """What the first warp of a block (x, y) touches of "A" or "B" in step k, or of "C", in the naive SGEMM.

    x_on: "columns" or "rows", what threadIdx.x counts; leading: distance between rows in floats, the same for all
    three matrices. Each matrix starts at a line boundary. Raises ValueError for another matrix or mapping.
    """
    if matrix not in ("A", "B", "C") or x_on not in ("columns", "rows"):
        raise ValueError(f'no request of {matrix!r} with threadIdx.x on {x_on!r}: "A", "B", "C"; "columns", "rows"')
    here = np.array([thread_of_lane(block, lane) for lane in range(min(WARP, block[0] * block[1]))])
    col, row = here.T if x_on == "columns" else here[:, ::-1].T
    step = np.full_like(row, k)
    r, c = {"A": (row, step), "B": (step, col), "C": (row, col)}[matrix]
    addresses = np.zeros(WARP, np.int64)
    addresses[: len(here)] = (r * leading + c) * FLOAT
    active = np.arange(WARP) < len(here)
    words, lines = (len(np.unique(addresses[active] // size)) for size in (FLOAT, LINE))
    return Touched(words, sectors_of(addresses, active, FLOAT), lines)


def naive_traffic(n: int, tile: int) -> Traffic:
    """Loads of A and B by the naive SGEMM of n x n matrices, block tile x tile, threadIdx.x along columns."""
    here = np.array([thread_of_lane((tile, tile), lane) for lane in range(WARP)])
    return _loads(n, tile, here[:, 1] * n * FLOAT, here[:, 0] * FLOAT, steps=n)


def tiled_traffic(n: int, tile: int) -> Traffic:
    """Loads of A and B by the tiled SGEMM of n x n matrices with tile x tile blocks and tiles."""
    here = np.array([thread_of_lane((tile, tile), lane) for lane in range(WARP)])
    addresses = (here[:, 1] * n + here[:, 0]) * FLOAT
    return _loads(n, tile, addresses, addresses, steps=n // tile)


def matvec_traffic(m: int, n: int, owner: str, leading: int | None = None) -> Traffic:
    """Loads of A and x by y = A x, with one "warp" (lanes along the row) or one "thread" per row.

    leading: floats between rows of A, n if left out. Raises ValueError unless all warps are alike: m and n must be
    multiples of 32 and leading one of 8.
    """
    leading = n if leading is None else leading
    if m % WARP or n % WARP or leading % (SECTOR // FLOAT):
        raise ValueError("all warps are alike only if m and n are multiples of 32, and rows begin with a sector")
    if owner not in ("warp", "thread"):
        raise ValueError(f'a row belongs to a "warp" or to a "thread", not to {owner!r}')
    stride_a, stride_x = (1, 1) if owner == "warp" else (leading, 0)
    steps = m * n // WARP
    return Traffic(requests=2 * steps, sectors=(warp_sectors(stride_a) + warp_sectors(stride_x)) * steps)


def _loads(n: int, tile: int, a: NDArray[np.int64], b: NDArray[np.int64], steps: int) -> Traffic:
    """Traffic of a whole launch from the addresses of the first warp; all others differ by whole sectors."""
    if n % tile or tile % (SECTOR // FLOAT):
        raise ValueError("all warps are alike only if n is a multiple of the tile and the tile of 8 floats")
    warps = n * n // WARP
    every = np.ones(WARP, np.bool_)
    sectors = sectors_of(a, every, FLOAT) + sectors_of(b, every, FLOAT)
    return Traffic(requests=2 * steps * warps, sectors=sectors * steps * warps)
