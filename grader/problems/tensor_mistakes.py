"""Products after the well-known mistakes with tensor cores: fragments that lie otherwise, tiles that were swizzled on
one side only, factors and sums in a narrower format.

What a mistake does to a fragment it does to every tile of the matrix alike, so it is made in the whole matrix.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial

import numpy as np

from grader.dataclass import dataclass
from grader.problems.base import UNKNOWN, Floats, Indices, Mistake, mistake
from grader.problems.formats import from_bfloat16, tf32_of, to_bfloat16
from grader.problems.weights import term_weights

Slips = Iterator[tuple[Mistake, Callable[[], Floats]]]  # a mistake, and A times B (M, N) after it

_EIGHT = 8  # rows and columns of a quarter of a fragment, values of a chunk of 16 bytes
_STEPS = (16, 8)  # products between two roundings of a sum: of an instruction, of its half
_SWIZZLES = ((8, 1), (4, 2), (4, 1))  # chunks that change places, and rows after which they do so in another way
_DOUBT = 2.0**-20  # relative to the largest term: more than a tensor core loses in front of a rounding


@dataclass(frozen=True)
class Factors:
    """A (M, K) and B (K, N) as a right kernel takes them, in float64. raw: A and B before they were rounded to TF32,
    None for formats that are rounded by nobody.
    """

    a: Floats
    b: Floats
    raw: tuple[Floats, Floats] | None = None

    @cached_property
    def product(self) -> Floats:
        """A times B, (M, N)."""
        return np.asarray(self.a @ self.b)


def fragment_slips(of: Factors, wide: int = _EIGHT) -> Slips:
    """Fragments of A, B and C whose parts are exchanged or transposed. wide: columns of A between two registers of a
    lane, 8 where a register holds two values, 4 where it holds one.
    """
    a, b = of.a, of.b
    rows, k, cols = np.arange(a.shape[0]), np.arange(a.shape[1]), np.arange(b.shape[1])
    yield mistake("quarters_exchanged", wide=wide, step=2 * wide), lambda: _quarters_exchanged(a, wide) @ b
    yield mistake("matrices_exchanged"), lambda: a @ _quarters_exchanged(b, _EIGHT)
    for name, left, right in (("B", False, True), ("A", True, False)):
        yield mistake("quarters_transposed", name=name), partial(_turned_product, of, _EIGHT, left, right)
        yield mistake("operand_tile_transposed", name=name, tile=16), partial(_turned_product, of, 16, left, right)
    # In A or in B alone: what changes places in pairs gives the same for both.
    yield mistake("halves_exchanged", wide=wide, step=2 * wide), lambda: a[:, _inside(k ^ wide)] @ b
    yield mistake("half_repeated", name="A", wide=wide, step=2 * wide), lambda: a[:, k & ~wide] @ b
    yield mistake("half_repeated", name="B", wide=wide, step=2 * wide), lambda: a @ b[k & ~wide]
    if wide == _EIGHT:
        yield mistake("pairs_exchanged"), lambda: a[:, _inside(k ^ 1)] @ b
        yield mistake("pairs_apart"), lambda: a[:, _inside(_apart(k))] @ b
        yield mistake("pairs_along_row"), lambda: _paired_along_row(a, b)
    else:
        paired = _inside(k // 8 * 8 + k % 4 * 2 + k % 8 // 4)
        yield mistake("pairs_for_single_values", name="A"), lambda: a[:, paired] @ b
        yield mistake("pairs_for_single_values", name="B"), lambda: a @ b[paired]
    yield mistake("rows_exchanged"), lambda: of.product[_inside(rows ^ _EIGHT)]
    yield mistake("columns_exchanged"), lambda: of.product[:, _inside(cols ^ 1)]
    yield mistake("columns_repeated"), lambda: of.product[:, cols & ~_EIGHT]
    yield mistake("accumulator_exchanged"), lambda: _accumulator_exchanged(of.product)


def step_slips(of: Factors, tiles: tuple[int, ...]) -> Slips:
    """Terms left out, of tiles of so many of them along K."""
    yield from ((name, partial(_weighted, of, weights)) for name, weights in term_weights(of.a.shape[1], tiles))


def _weighted(of: Factors, weights: Floats) -> Floats:
    return (of.a * weights) @ of.b


def _turned_product(of: Factors, tile: int, left: bool, right: bool) -> Floats:
    """The product if A or B has its tiles transposed."""
    a, b = (turned(m, tile) if also else m for m, also in ((of.a, left), (of.b, right)))
    product: Floats = a @ b
    return product


def swizzle_slips(of: Factors, chunk: int = _EIGHT) -> Slips:
    """Tiles stored with a swizzle and read without it, or the other way round; chunk: values in 16 bytes."""
    for chunks, rows in _SWIZZLES:
        a, b = (partial(_swizzled, matrix, chunks, rows, chunk) for matrix in (of.a, of.b))
        yield mistake("swizzled_once", name="A", chunks=chunks, rows=rows), partial(_times, a, lambda: of.b)
        yield mistake("swizzled_once", name="B", chunks=chunks, rows=rows), partial(_times, lambda: of.a, b)
        yield mistake("swizzled_once", name="A, B", chunks=chunks, rows=rows), partial(_times, a, b)


def format_slips(of: Factors) -> Slips:
    """Factors or sums in a format with fewer bits than they should have, or with more."""
    for step in _STEPS:
        yield mistake("sums_in_half", step=step), partial(half_sums, of.a, of.b, step)
    # TF32 has as many bits behind the point as FP16.
    result = mistake("result_in_half" if of.raw is None else "result_in_tf32")
    yield result, partial(half_sums, of.a, of.b, max(1, of.a.shape[1]))
    yield from _factor_slips(of)


def _factor_slips(of: Factors) -> Slips:
    if of.raw is not None:
        a, b = of.raw
        cut_a, cut_b = (tf32_of(m.astype(np.float32).view(np.uint32)).astype(np.float64) for m in of.raw)
        yield mistake("not_rounded_to_tf32", name="A, B"), lambda: cut_a @ cut_b
        yield mistake("not_rounded_to_tf32", name="A"), lambda: cut_a @ of.b
        yield mistake("not_rounded_to_tf32", name="B"), lambda: of.a @ cut_b
        yield mistake("left_in_fp32"), lambda: a @ b
        yield mistake("factors_in_bfloat16", name="A, B"), lambda: _shortened(a) @ _shortened(b)
    else:
        yield mistake("factors_in_bfloat16", name="A, B"), lambda: _shortened(of.a) @ _shortened(of.b)
        yield mistake("factors_in_bfloat16", name="A"), lambda: _shortened(of.a) @ of.b
        yield mistake("factors_in_bfloat16", name="B"), lambda: of.a @ _shortened(of.b)


def half_sums(a: Floats, b: Floats, step: int) -> Floats:
    """A times B with sums that are rounded to FP16 after every `step` products, in the order of k.

    Unknown where it depends on what a tensor core lost before, as a sum lies too near to the middle between two FP16
    numbers.
    """
    total = np.zeros((a.shape[0], b.shape[1]))
    with np.errstate(over="ignore", invalid="ignore"):
        for first in range(0, a.shape[1], step):
            left, right = a[:, first : first + step], b[first : first + step]
            product = np.abs(left).max(axis=1)[:, None] * np.abs(right).max(axis=0)  # no single one is larger
            total = _near_half(total + left @ right, _DOUBT * np.maximum(np.abs(total), product))
    return np.where(np.isfinite(total), total, UNKNOWN)


def _near_half(sums: Floats, doubt: Floats) -> Floats:
    """Sums rounded to FP16, NaN where that much more or less would be rounded to another one."""
    low, high = ((sums + sign * doubt).astype(np.float16) for sign in (-1, 1))
    return np.where(low == high, low, np.float16(np.nan)).astype(np.float64)


def _shortened(values: Floats) -> Floats:
    return from_bfloat16(to_bfloat16(values.astype(np.float32)))


def _whole(matrix: Floats, rows: int, cols: int) -> Floats:
    """The matrix padded with zeros to whole tiles."""
    return np.pad(matrix, [(0, -matrix.shape[0] % rows), (0, -matrix.shape[1] % cols)])


def _quarters_exchanged(matrix: Floats, wide: int) -> Floats:
    """Of each 16 rows and 2 * wide columns, the quarters right above and left below in each other's place."""
    tiles = _whole(matrix, 16, 2 * wide)
    rows, cols = tiles.shape
    quarters = tiles.reshape(rows // 16, 2, 8, cols // (2 * wide), 2, wide).transpose(0, 4, 2, 3, 1, 5)
    return quarters.reshape(rows, cols)[: matrix.shape[0], : matrix.shape[1]]


def turned(matrix: Floats, tile: int) -> Floats:
    """Each tile x tile transposed in its place; beyond the edges are zeros."""
    tiles = _whole(matrix, tile, tile)
    rows, cols = tiles.shape
    each = tiles.reshape(rows // tile, tile, cols // tile, tile).transpose(0, 3, 2, 1)
    return each.reshape(rows, cols)[: matrix.shape[0], : matrix.shape[1]]


def _accumulator_exchanged(matrix: Floats) -> Floats:
    """Registers 1 and 2 of each 16 x 8 in each other's place: odd columns above, and even ones 8 rows below."""
    tiles = _whole(matrix, 16, 2)
    rows, cols = tiles.shape
    registers = tiles.reshape(rows // 16, 2, 8, cols // 2, 2).swapaxes(1, 4)
    return registers.reshape(rows, cols)[: matrix.shape[0], : matrix.shape[1]]


def _inside(index: Indices) -> Indices:
    """Numbers below their count; those of an unfinished group stay in their place."""
    return np.where(index < index.size, index, np.arange(index.size))


def _apart(k: Indices) -> Indices:
    """Of every 16, a register's two halves taken to be 8 apart, and registers next to each other."""
    register, place = k % 16 // 8, k % 8
    return k - k % 16 + place // 2 * 2 + register + place % 2 * 8


def _paired_along_row(a: Floats, b: Floats) -> Floats:
    """A times B if the second of a pair along K is taken from the next column: behind the last one, nobody knows."""
    k, cols = np.arange(b.shape[0])[:, None], np.arange(b.shape[1])
    product: Floats = a @ b[k & ~1, np.minimum(cols + k % 2, cols.size - 1)]
    product[:, -1:] = UNKNOWN
    return product


def _times(a: Callable[[], Floats], b: Callable[[], Floats]) -> Floats:
    return a() @ b()


def _swizzled(matrix: Floats, chunks: int, rows: int, size: int) -> Floats:
    """Of each row, chunk c (of `size` values, `chunks` of them together) where chunk c XOR (row / rows) belongs."""
    tile = _whole(matrix, 1, chunks * size)
    row, chunk = np.arange(tile.shape[0])[:, None], np.arange(tile.shape[1] // size)
    moved: Floats = tile.reshape(len(tile), chunk.size, size)[row, chunk ^ row // rows % chunks]
    return moved.reshape(tile.shape)[:, : matrix.shape[1]]
