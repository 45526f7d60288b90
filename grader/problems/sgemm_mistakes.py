"""C after the well-known mistakes in SGEMM, and the formula of one element."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from grader.dataclass import dataclass
from grader.problems import coverage
from grader.problems.base import UNKNOWN, Floats, Geometry, Indices, Mistake, Possible, all_zero, mistake
from grader.problems.filling import grid_of
from grader.problems.places import gathered, product, scattered
from grader.problems.warp_tile_mistakes import slips
from grader.problems.weights import term_weights
from grader.problems.working import total, value

if TYPE_CHECKING:
    from grader.problems.sgemm import SgemmCase

_CHUNKS = (16, 8, 32)  # tiles of K in course and textbooks
_TILES = (16, 32)  # square tiles in shared memory
_PIECES = (4, 8, 16)  # widths of the piece of C of one thread or block
_BLOCK = 128  # columns of sixteen threads, eight each: adjacent ones, or two groups of four
_TWO_GROUPS = np.array([n // 4 * 64 + tx * 4 + n % 4 for tx in range(16) for n in range(8)])
# What these say names A, B or their product, or a result whose rows and columns changed places: with K = 0 there is no
# product, and every element of C is scaled where it stands.
OF_A_PRODUCT = frozenset({
    "alpha_beta_ignored", "product_missing", "leading_dimensions_ignored", "operands_exchanged", "elementwise",
    "transposed", "operand_transposed", "operand_tile_transposed", "loads_exchanged", "tile_repeated", "tiles_repeated",
    "thread_x_for_row", "thread_y_for_col", "pieces_transposed", "columns_of_other_threads", "written_every_tile",
    "copied", "pieces_joined", "first_fragments_again", "first_fragments_kept",
})  # fmt: skip

Change = Callable[[Floats, Floats], Floats]  # of A and B, a product


@dataclass(frozen=True)
class Operands:
    """The private copies of the buffers (1-D), in float64. stored: those of A and B before their factors were rounded
    to the format in which they are multiplied.
    """

    case: SgemmCase
    flat_a: Floats
    flat_b: Floats
    flat_c: Floats
    stored: tuple[Floats, Floats]

    @cached_property
    def a(self) -> Floats:
        """A, (M, K)."""
        result: Floats = self.flat_a[self.index_a]
        return result

    @cached_property
    def b(self) -> Floats:
        """B, (K, N)."""
        result: Floats = self.flat_b[self.index_b]
        return result

    @property
    def unrounded(self) -> tuple[Floats, Floats]:
        """A and B as they are stored."""
        return self.stored[0][self.index_a], self.stored[1][self.index_b]

    @cached_property
    def index_a(self) -> Indices:
        """Element numbers of A, (M, K)."""
        index: Indices = grid_of(self.case.M, self.case.K, self.case.lda)[0]
        return index

    @cached_property
    def index_b(self) -> Indices:
        """Element numbers of B, (K, N)."""
        index: Indices = grid_of(self.case.K, self.case.N, self.case.ldb)[0]
        return index

    @cached_property
    def index_c(self) -> Indices:
        """Element numbers of C, (M, N)."""
        index: Indices = grid_of(self.case.M, self.case.N, self.case.ldc)[0]
        return index

    @cached_property
    def plain_c(self) -> Floats:
        """C before the launch, (M, N)."""
        return self.flat_c[self.index_c]

    @cached_property
    def old_c(self) -> Floats:
        """beta * C before the launch, (M, N); zeros when beta is 0, whatever C holds."""
        return self.case.beta * self.plain_c if self.case.beta else np.zeros((self.case.M, self.case.N))

    @cached_property
    def ab(self) -> Floats:
        """A times B, (M, N)."""
        return self.a @ self.b

    def result(self, ab: Floats) -> Floats:
        """C for a product (M, N), parts of which may be unknown."""
        return np.where(ab == UNKNOWN, UNKNOWN, self.case.alpha * ab + self.old_c)

    def working(self, _: int, row: int, col: int) -> tuple[str, str]:
        """C[row][col] in symbols, and in numbers."""
        case, a, b = self.case, self.a, self.b
        names = total(case.K, lambda k: f"A[{row}][{k}]*B[{k}][{col}]")
        numbers = total(case.K, lambda k: f"{value(a[row, k])}*{value(b[k, col])}")
        if case.alpha != 1:
            names, numbers = (f"{value(case.alpha)} * ({text})" for text in (names, numbers))
        if case.beta != 0:
            names = f"{names} + {value(case.beta)} * C[{row}][{col}]"
            numbers = f"{numbers} + {value(case.beta)} * {value(self.plain_c[row, col])}"
        return f"C[{row}][{col}] = {names}", numbers


def mistakes(of: Operands, geometry: Geometry) -> Iterator[Possible]:
    """All mistakes; of two that no case tells apart, the likelier one first."""
    yield all_zero()
    for part in (_factors(of), _addresses(of), _terms(of), _tiles(of), _pieces(of), _stores(of)):
        yield from ((name, partial(_as_stack, made)) for name, made in part)
    again = np.full(of.ab.shape, UNKNOWN) if of.case.beta else None
    yield from coverage.of_matrix(of.result(of.ab)[None], geometry, again)
    yield from ((name, partial(_as_stack, made)) for name, made in slips(of))


def _as_stack(made: Callable[[], Floats]) -> Floats:
    return made()[None]


def _factors(of: Operands) -> Iterator[Possible]:
    """alpha or beta ignored, exchanged or applied twice; C not scaled or not read."""
    alpha, beta = of.case.alpha, of.case.beta
    yield mistake("alpha_ignored"), lambda: of.ab + of.old_c
    yield mistake("beta_ignored"), lambda: alpha * of.ab
    yield mistake("alpha_beta_ignored"), lambda: of.ab
    yield mistake("product_missing"), lambda: of.old_c
    yield mistake("old_c_read"), lambda: alpha * of.ab + beta * of.plain_c
    yield mistake("accumulated"), lambda: alpha * of.ab + of.plain_c
    yield mistake("accumulated", if_beta=True), lambda: alpha * of.ab + (of.plain_c if beta else 0.0)
    yield mistake("alpha_twice"), lambda: alpha * alpha * of.ab + of.old_c
    yield mistake("alpha_ignored_without_beta"), lambda: of.result(of.ab) if beta else of.ab
    yield mistake("alpha_beta_exchanged"), lambda: beta * of.ab + alpha * of.plain_c
    yield mistake("alpha_for_everything"), lambda: alpha * (of.ab + of.old_c)
    yield mistake("applied_twice"), lambda: alpha * of.ab + beta * of.result(of.ab)
    for chunk in (1, *_CHUNKS):
        yield mistake("written_every_tile", chunk=chunk), partial(_every_tile, of, chunk)


def _every_tile(of: Operands, chunk: int) -> Floats:
    """C if it is updated after each tile of K with the sum so far: a tile is in all sums from its own on, and what an
    update has left is multiplied by beta in every later one.
    """
    beta, count = of.case.beta, -(-of.case.K // chunk)
    sums = np.cumsum(float(beta) ** np.arange(count))[::-1]  # 1 + beta + beta^2 ..., a term for each update of a tile
    ab = (of.a * np.repeat(sums, chunk)[: of.case.K]) @ of.b
    left: Floats = of.case.alpha * ab + (beta**count * of.plain_c if beta else 0.0)
    return left


def _addresses(of: Operands) -> Iterator[Possible]:
    """A or B transposed or read with a wrong leading dimension, B * A, or an input itself."""
    case = of.case
    i, j, k = np.arange(case.M)[:, None], np.arange(case.N)[None, :], np.arange(case.K)

    def a_at(where: Indices) -> Callable[[], Floats]:
        return lambda: of.result(product(gathered(of.flat_a, where), of.b))

    def b_at(where: Indices) -> Callable[[], Floats]:
        return lambda: of.result(product(of.a, gathered(of.flat_b, where)))

    yield mistake("operand_transposed", name="A"), a_at(i + k[None, :] * case.lda)
    yield mistake("operand_transposed", name="B"), b_at(k[:, None] + j * case.ldb)
    for taken in ("K", "M", "N", "ldb", "ldc"):
        name = mistake("leading_dimension", name="A", leading="lda", taken=taken)
        yield name, a_at(i * getattr(case, taken) + k[None, :])
    for taken in ("N", "K", "M", "lda", "ldc"):
        name = mistake("leading_dimension", name="B", leading="ldb", taken=taken)
        yield name, b_at(k[:, None] * getattr(case, taken) + j)
    packed = gathered(of.flat_a, i * case.K + k[None, :]), gathered(of.flat_b, k[:, None] * case.N + j)
    name = mistake("leading_dimensions_ignored")
    yield name, lambda: _written(of, i * case.N + j, case.alpha * product(*packed))
    if case.M == case.N == case.K:
        yield mistake("operands_exchanged"), lambda: of.result(of.b @ of.a)
        yield mistake("elementwise"), lambda: of.result(of.a * of.b)
        yield mistake("copied", name="A"), lambda: of.a
        yield mistake("copied", name="B"), lambda: of.b


def _terms(of: Operands) -> Iterator[Possible]:
    for name, weights in term_weights(of.case.K, (*_CHUNKS, 4)):
        yield name, partial(_weighted, of, weights)


def _weighted(of: Operands, weights: Floats) -> Floats:
    return of.result((of.a * weights) @ of.b)


def _tiles(of: Operands) -> Iterator[Possible]:
    """Tiles in shared memory filled from the wrong place or read with the wrong index."""
    for tile in _TILES:
        for name, change in _tile_changes(of.case.K, tile):
            yield name, partial(_tiled, of, tile, change)


def _tiled(of: Operands, tile: int, change: Change) -> Floats:
    return of.result(change(_whole(of.a, tile), _whole(of.b, tile))[: of.case.M, : of.case.N])


def _tile_changes(terms: int, tile: int) -> Iterator[tuple[Mistake, Change]]:
    """Products of A and B, padded with zeros to whole tiles."""
    steps = np.arange(-(-terms // tile) * tile)
    first, inside = steps % tile, 1.0 * (steps < terms)  # k of the first tile instead of the current one
    yield mistake("tile_repeated", name="A"), lambda a, b: a[:, first] @ b
    yield mistake("tile_repeated", name="B"), lambda a, b: a @ b[first]
    yield mistake("tiles_repeated", guarded=False), lambda a, b: a[:, first] @ b[first]
    yield mistake("tiles_repeated", guarded=True), lambda a, b: (a[:, first] * inside) @ b[first]
    yield mistake("loads_exchanged"), lambda a, b: _loads_exchanged(a, b, tile)
    yield mistake("thread_x_for_row"), lambda a, b: _within(a @ b, tile, rows_from="x", cols_from="x")
    yield mistake("thread_y_for_col"), lambda a, b: _within(a @ b, tile, rows_from="y", cols_from="y")
    yield mistake("operand_tile_transposed", name="A", tile=tile), lambda a, b: _turned(a, tile) @ b
    yield mistake("operand_tile_transposed", name="B", tile=tile), lambda a, b: a @ _turned(b, tile)


def _pieces(of: Operands) -> Iterator[Possible]:
    """Fragments of an outer product exchanged, and columns computed for one thread but written by another."""
    yield from ((mistake("pieces_transposed", tile=side), partial(_pieces_turned, of, side)) for side in _PIECES)
    yield mistake("columns_of_other_threads", read="groups"), partial(_regrouped, of, _TWO_GROUPS)
    yield mistake("columns_of_other_threads", read="neighbours"), partial(_regrouped, of, np.argsort(_TWO_GROUPS))


def _pieces_turned(of: Operands, side: int) -> Floats:
    return of.result(_turned(_whole(of.ab, side), side)[: of.case.M, : of.case.N])


def _regrouped(of: Operands, order: Indices) -> Floats:
    blocks = np.pad(of.ab, [(0, 0), (0, -of.case.N % _BLOCK)]).reshape(of.case.M, -1, _BLOCK)
    return of.result(blocks[:, :, order].reshape(of.case.M, -1)[:, : of.case.N])


def _stores(of: Operands) -> Iterator[Possible]:
    """The right sums stored to the wrong place of C."""
    case = of.case
    rows, cols = np.arange(case.M)[:, None], np.arange(case.N)[None, :]
    for taken in ("ldc", "M"):
        yield mistake("transposed", taken=taken), partial(_written, of, cols * getattr(case, taken) + rows)
    for taken in ("N", "M", "K", "lda", "ldb"):
        name = mistake("leading_dimension", name="C", leading="ldc", taken=taken)
        yield name, partial(_written, of, rows * getattr(case, taken) + cols)


def _written(of: Operands, where: Indices, scaled: Floats | None = None) -> Floats:
    """C after `alpha * A * B + beta * C[where]` was stored to `where`. scaled: replaces alpha * A * B."""
    old = of.case.beta * gathered(of.flat_c, where) if of.case.beta else 0.0
    return scattered(of.index_c, of.flat_c.size, where, (of.case.alpha * of.ab if scaled is None else scaled) + old)


def _whole(matrix: Floats, tile: int) -> Floats:
    """The matrix padded with zeros to whole tiles."""
    return np.pad(matrix, [(0, -size % tile) for size in matrix.shape])


def _turned(matrix: Floats, tile: int) -> Floats:
    """The matrix, of whole tiles, with each tile transposed in place."""
    rows, cols = matrix.shape
    tiles = matrix.reshape(rows // tile, tile, cols // tile, tile)
    return tiles.transpose(0, 3, 2, 1).reshape(rows, cols)


def _within(matrix: Floats, tile: int, rows_from: str, cols_from: str) -> Floats:
    """For each element, the one of its tile with its thread's x or y as row and column."""
    row, col = np.indices(matrix.shape)
    x, y = col % tile, row % tile
    result: Floats = matrix[row - y + (x if rows_from == "x" else y), col - x + (x if cols_from == "x" else y)]
    return result


def _loads_exchanged(a: Floats, b: Floats, tile: int) -> Floats:
    """The product if the tiles of A and B are loaded into each other's place."""
    (m, k), n = a.shape, b.shape[1]
    tiles_a = a.reshape(m // tile, tile, k // tile, tile)
    tiles_b = b.reshape(k // tile, tile, n // tile, tile)
    summed = np.tensordot(tiles_b, tiles_a, axes=((0, 3), (2, 1)))  # (y, column of blocks, row of blocks, x)
    return summed.transpose(2, 0, 1, 3).reshape(m, n)
