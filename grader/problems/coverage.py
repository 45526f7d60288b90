"""Mistakes in which elements are written: what the grid covers, and what a guard excludes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import prod

import numpy as np

from grader.problems.base import UNTOUCHED, Floats, Geometry, Mask, Mistake, Possible, mistake

_TILES = (8, 16, 32, 64, 128)
BLOCKS = (32, 64, 128, 256, 512)  # block sizes that a kernel may assume
_WIDTHS = (8, 16, 32)  # block widths that a kernel may assume
_PIECES = (2, 4)  # elements of a vector load


def written(right: Floats, where: Mask) -> Floats:
    """The right result at the elements `where`, the others untouched."""
    return np.where(where, right, UNTOUCHED)


def tiles(geometry: Geometry) -> tuple[int, ...]:
    """Possible widths of a tile, the block's own first."""
    return tuple(dict.fromkeys((*(edge for edge in geometry.block[:1] if edge in _TILES), *_TILES)))


def of_matrix(right: Floats, geometry: Geometry, again: Floats | None = None) -> Iterator[Possible]:
    """Partly written matrices (1, rows, cols) of a two-dimensional launch.

    again: values of elements that several threads wrote, if that makes them wrong.
    """
    rows, cols = right.shape[1:]
    row, col = np.arange(rows)[:, None], np.arange(cols)[None, :]
    again = right if again is None else again
    across, down = geometry.grid[:2]
    everywhere = np.ones((rows, cols), np.bool_)

    def part(name: Mistake, where: Mask, values: Floats = right) -> Possible:
        return name, partial(written, values, where & everywhere)

    yield part(mistake("last_row_missing"), row < rows - 1)
    yield part(mistake("last_col_missing"), col < cols - 1)
    yield part(mistake("last_row_and_col_missing"), (row < rows - 1) & (col < cols - 1))
    yield part(mistake("guards_exchanged"), (row < cols) & (col < rows))
    for tile in tiles(geometry):
        whole_rows, whole_cols = row < rows // tile * tile, col < cols // tile * tile
        yield part(mistake("axes_swapped", tile=tile), (row < across * tile) & (col < down * tile))
        yield part(mistake("whole_tiles_only", tile=tile), whole_rows & whole_cols)
        yield part(mistake("whole_tile_rows_only", tile=tile), whole_rows)
        yield part(mistake("whole_tile_cols_only", tile=tile), whole_cols)
        apart = geometry.block[0]
        if apart > tile and geometry.block[1] == 1:
            in_rows = (row % apart < tile) & (row // apart < down)
            in_cols = (col % apart < tile) & (col // apart < across)
            yield part(mistake("block_size_for_tile", tile=tile), in_rows & in_cols)
            yield part(mistake("block_size_for_tile_rows", tile=tile), in_rows)
            yield part(mistake("block_size_for_tile_cols", tile=tile), in_cols)
        first = (row < tile) & (col < tile)
        yield part(mistake("first_tile_only", tile=tile), first, again if across * down > 1 else right)
        yield part(mistake("block_x_ignored", tile=tile), col < tile, again if across > 1 else right)
        yield part(mistake("block_y_ignored", tile=tile), row < tile, again if down > 1 else right)
        if geometry.block[1] < tile:
            key = "store_loop_missing" if geometry.block[1] > 1 else "row_of_thread_missing"
            yield part(mistake(key, tile=tile), row % tile < geometry.block[1])
        if geometry.block[:2] == (tile, tile):
            for size in _WIDTHS:
                near = row - np.minimum(row // size, down - 1) * size, col - np.minimum(col // size, across - 1) * size
                yield part(mistake("block_width_assumed", size=size), (near[0] < tile) & (near[1] < tile))


def of_vector(right: Floats, geometry: Geometry) -> Iterator[Possible]:
    """Partly written vectors (1, 1, n) of a one-dimensional launch."""
    n = right.shape[-1]
    i = np.arange(n)
    block, blocks = geometry.block[0], geometry.grid[0]
    threads = prod(geometry.block) * prod(geometry.grid)
    parts: list[tuple[Mistake, Mask]] = [
        (mistake("last_element_missing"), i < n - 1),
        (mistake("first_element_missing"), i >= 1),
        (mistake("block_ignored"), i < block),
        (mistake("block_ignored", loop=True), i % threads < block),
        (mistake("begun_at_zero"), i % threads == 0),
        (mistake("no_loop"), i < threads),
        (mistake("whole_blocks_only"), i < n // block * block),
        (mistake("whole_rounds_only"), i < n // threads * threads),
        (mistake("first_thread_missing"), i % block != 0),
        (mistake("block_number_added"), i < blocks + block - 1),
        *((mistake("rest_missing", width=width), i < n // width * width) for width in _PIECES),
        *((mistake("block_size_assumed", size=size), (i % size < block) & (i // size < blocks)) for size in BLOCKS),
        *((mistake("block_size_assumed", size=size, loop=True), i % size < block) for size in BLOCKS),
        *((mistake("step_of_grid_assumed", size=size), i % (blocks * size) < threads) for size in BLOCKS),
    ]
    for name, where in parts:
        yield name, partial(written, right, where)
