"""Banks and wavefronts of the shared-memory accesses in lessons and quizzes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from grader.quiz.truth.costs import FLOAT, WARP, SharedCost, shared_cost
from grader.quiz.truth.geometry import thread_of_lane, tiles
from grader.quiz.truth.lanes import Index, picked
from grader.simt.copy_wavefronts import copy_wavefronts
from grader.simt.wavefronts import BANKS, WORD

_COLUMNS: Mapping[str, Callable[[int, int], int]] = {
    "plain": lambda row, col: col,
    "padded": lambda row, col: col,
    "swizzled": lambda row, col: col ^ row % BANKS,
    "rotated": lambda row, col: (col + row) % BANKS,
}


def banks(words: Sequence[int]) -> tuple[int, ...]:
    """Bank of each 4-byte word of shared memory, by word index."""
    return tuple(word % BANKS for word in words)


def strided_wavefronts(stride: int, width: int = WORD, lanes: int = WARP) -> int:
    """Wavefronts of one shared-memory load in which lane i reads element i * stride.

    stride: in elements of `width` bytes (1, 2, 4, 8, 16); lanes: how many lanes, from lane 0, take part.
    """
    lane = np.arange(WARP)
    return shared_cost((lane * stride * width), lane < lanes, width).wavefronts


def tile_words(block: Sequence[int], row_width: int, row: Index, col: Index, warp: int = 0) -> tuple[int, ...]:
    """Word index that each lane of a warp touches in `tile[row][col]`, a tile of floats.

    block: (x, y) in threads; row_width: words from one row to the next, padding included. Lanes beyond the end of the
    block are left out.
    """
    threads = block[0] * block[1] - warp * WARP
    places = [thread_of_lane(block, lane, warp) for lane in range(min(WARP, threads))]
    return tuple(picked(row, tx, ty) * row_width + picked(col, tx, ty) for tx, ty in places)


def tile_access(
    block: Sequence[int], row_width: int, row: Index, col: Index, operation: str = "load", width: int = FLOAT
) -> SharedCost:
    """Cost of `tile[row][col]` for the first warp of a block (x, y).

    row, col: "tx", "ty" or a number; width: bytes a lane, so 16 is a float4 that starts at that word.
    """
    words = tile_words(block, row_width, row, col)
    addresses = np.zeros(WARP, np.int64)
    addresses[: len(words)] = np.array(words) * WORD
    return shared_cost(addresses, np.arange(WARP) < len(words), width, operation)


def tiled_sgemm_step(tile: int, padding: int) -> SharedCost:
    """Shared-memory cost of one warp for one K tile of the tiled SGEMM with a tile x tile block.

    The warp stores one element of A and one of B and then, for each k, reads `tile_a[ty][k]` and `tile_b[k][tx]`. The
    compiler merges four neighbouring reads of A into one 16-byte load if every row is 16-byte aligned, that is if the
    padded row width is a multiple of four words. Raises ValueError for rows aligned to 8 bytes only, for which this
    model has not been measured.
    """
    block, row_width = (tile, tile), tile + padding
    if row_width % 4 == 2:
        raise ValueError(f"no model for rows of {row_width} words")
    store = tile_access(block, row_width, "ty", "tx", "store")
    cost = store + store
    step = 4 if row_width % 4 == 0 else 1
    for k in range(0, tile, step):
        cost += tile_access(block, row_width, "ty", k, "load", FLOAT * step)
    for k in range(tile):
        cost += tile_access(block, row_width, k, "tx")
    return cost


def transpose_step(padding: int) -> SharedCost:
    """Shared-memory cost of one warp for one row stored and one column read of a 32 x 32 transpose tile."""
    block, row_width = (32, 8), 32 + padding
    return tile_access(block, row_width, "ty", "tx", "store") + tile_access(block, row_width, "tx", "ty")


def pattern_access(share: int, period: int, step: int, width: int = FLOAT, lanes: int = WARP) -> SharedCost:
    """Cost of a load in which lane i reads element i / share % period * step: lanes that share, stride and repeat.

    step: in elements of `width` bytes; lanes: how many lanes, from lane 0, take part.
    """
    lane = np.arange(WARP)
    return shared_cost(lane // share % period * step * width, lane < lanes, width)


def layout_word(layout: str, row: int, col: int) -> int:
    """Word that holds element (row, col) of a tile of rows of 32 words.

    layout: "plain"; "padded", one spare word a row; "swizzled", at column col ^ row % 32; "rotated", at
    (col + row) % 32.
    """
    if layout not in _COLUMNS:
        raise ValueError(f"a layout is one of {', '.join(_COLUMNS)}, not {layout!r}")
    return row * (BANKS + (layout == "padded")) + _COLUMNS[layout](row, col)


def layout_walk(layout: str, stride: int, first: int = 0) -> SharedCost:
    """Cost of a load in which lane i reads element first + i * stride, the elements being 32 to a row of a layout."""
    elements = first + np.arange(WARP) * stride
    words = [layout_word(layout, *divmod(int(element), BANKS)) for element in elements]
    return shared_cost(np.array(words) * WORD, np.ones(WARP, np.bool_), WORD)


def reduction_step(order: str, threads: int, distance: int) -> SharedCost:
    """Cost of one step of a tree that adds up `threads` words in shared memory: two loads and a store of every warp.

    order: "interleaved", thread t adds word 2 * distance * t + distance to word 2 * distance * t; "sequential", word
    t + distance to word t. distance: 1, 2, 4 ... threads / 2.
    """
    if order not in ("interleaved", "sequential"):
        raise ValueError(f'an order is "interleaved" or "sequential", not {order!r}')
    working, stride = (threads // (2 * distance), 2 * distance) if order == "interleaved" else (distance, 1)
    cost = SharedCost(0, 0)
    for warp in range(tiles(working, WARP)):
        thread = warp * WARP + np.arange(WARP)
        for operation, offset in (("load", 0), ("load", distance), ("store", 0)):
            cost += shared_cost((thread * stride + offset) * WORD, thread < working, WORD, operation)
    return cost


def piece_load(run: int, period: int) -> SharedCost:
    """One 16-byte load by a full warp in which lane i reads piece i / run % period of a row of 16-byte pieces."""
    return pattern_access(run, period, 1, 4 * WORD)


def paired_store(row_width: int, apart: int) -> SharedCost:
    """One 4-byte store by a full warp: even lanes along a row of a tile, odd lanes `apart` rows below them.

    row_width: words from one row to the next. Lanes 2 i and 2 i + 1 write column i.
    """
    lane = np.arange(WARP)
    return shared_cost((lane % 2 * apart * row_width + lane // 2) * WORD, lane >= 0, WORD, "store")


def double_buffered_step(row_width: int, pairs: bool) -> SharedCost:
    """Shared-memory cost of one warp for one tile of the double-buffered SGEMM, 128 x 128 x 8.

    row_width: words of a row of the transposed tile of A; pairs: whether neighbouring lanes share their columns.
    A thread stores four words of A one by one and four of B at once; for each of eight k it reads two 16-byte pieces
    of A and two of B. Raises ValueError if rows are not 16-byte aligned, for which this model has not been measured.
    """
    if row_width % 4:
        raise ValueError(f"no model for rows of {row_width} words")
    lane = np.arange(WARP)
    store_b = shared_cost(lane * 4 * WORD, lane >= 0, 4 * WORD, "store")
    read_a = piece_load(1, 2) if pairs else piece_load(16, 2)
    read_b = piece_load(2, 16) if pairs else piece_load(1, 16)
    cost = store_b
    for _ in range(4):
        cost += paired_store(row_width, 4)
    for _ in range(8):
        cost += read_a + read_a + read_b + read_b
    return cost


def copied_rows(leading: int) -> SharedCost:
    """Asynchronous copy, 4 bytes a lane, of two rows of sixteen floats, `leading` floats apart in global memory and
    next to each other in shared memory."""
    lane = np.arange(WARP)[None, :]
    cost = copy_wavefronts(lane * WORD, (lane // 16 * leading + lane % 16) * WORD, None, WORD, past_l1=False)
    if cost.lower != cost.upper:
        raise ValueError(f"only bounds are known for rows {leading} floats apart")
    return SharedCost(cost.lower, cost.ideal)


def fragment_load(apart: int) -> SharedCost:
    """One 16-byte load by a warp of a 16 x 16 block from one row: lane tx reads four words from word tx * apart on."""
    lane = np.arange(WARP)
    return shared_cost(lane % 16 * apart * WORD, lane >= 0, 4 * WORD)


def fragment_of_a(depth: int, rows: int) -> SharedCost:
    """One 16-byte load by a warp of a 16 x 16 block down its rows: every ty at one place, ty * rows rows of depth."""
    lane = np.arange(WARP)
    return shared_cost(lane // 16 * rows * depth * WORD, lane >= 0, 4 * WORD)


def columns_owned(near: int, far: int, threads: int = 16) -> int:
    """Different columns that threads in a row own, eight each: group g (0 or 1) begins at g * far + tx * near."""
    return len({g * far + tx * near + n for g in range(2) for tx in range(threads) for n in range(4)})


def register_blocked_step(near: int) -> SharedCost:
    """Shared-memory cost of one warp and tile of the register-blocked SGEMM, 128 x 128 x 8 with 8 x 8 sums a thread.

    near: words between the fours of neighbouring lanes: 8 where a thread owns eight neighbouring columns, 4 in two
    groups. The compiler reads four k of a row of A, or four columns of B, in one 16-byte load.
    """
    lane = np.arange(WARP)
    store = shared_cost(lane * 4 * WORD, lane >= 0, 4 * WORD, "store")
    cost = store + store
    for _ in range(16):
        cost += fragment_of_a(8, 8) + fragment_load(near)
    return cost
