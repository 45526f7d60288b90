"""SGEMM: C = alpha * A * B + beta * C in single precision, row-major with leading dimensions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import Field, model_validator

from grader.launch import Argument
from grader.problems import sgemm_bulk
from grader.problems.base import (
    Case,
    Floats,
    Indices,
    Pattern,
    PatternKey,
    Prepared,
    Problem,
    Region,
    Role,
    Suspect,
)
from grader.problems.filling import LARGEST_INTEGER, grid_of, padded, poison, private, random_values
from grader.problems.judging import judge
from grader.problems.patterns import gathered, scattered
from grader.problems.rounding import LONGEST_FLOAT_SUM, sum_tolerance

Size = Annotated[int, Field(strict=True, ge=0, le=16_384)]
Leading = Annotated[int, Field(strict=True, ge=1, le=32_768)]
Factor = Annotated[float, Field(ge=-64, le=64, allow_inf_nan=False)]

_EXACT = 2**24
_TILES = (16, 32)  # widths of tile that course and textbooks use
_PIECES = (4, 8)  # widths of the piece of C that one thread computes
_BLOCK = 128  # columns that sixteen threads share, eight each: neighbours, or two groups of four
_TWO_GROUPS = np.array([n // 4 * 64 + tx * 4 + n % 4 for tx in range(16) for n in range(8)])


class SgemmCase(Case):
    """C (M x N, rows ldc apart) = alpha * A (M x K, lda) * B (K x N, ldb) + beta * C.

    Left out, a leading dimension is the number of columns. initial_c: what C holds before the launch; with
    "nan" a kernel that reads C although beta is 0 fails, as BLAS wants it.
    """

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("M", "N", "K")

    M: Size
    N: Size
    K: Size
    lda: Leading
    ldb: Leading
    ldc: Leading
    alpha: Factor = 1.0
    beta: Factor = 0.0
    initial_c: Literal["random", "nan"] = "random"

    @model_validator(mode="before")
    @classmethod
    def _fill_in(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        filled = dict(given)
        for name, columns in (("lda", "K"), ("ldb", "N"), ("ldc", "N")):
            if filled.get(name) is None and isinstance(filled.get(columns), int):
                filled[name] = max(1, filled[columns])
        return filled

    @model_validator(mode="after")
    def _consistent(self) -> SgemmCase:
        for name, columns in (("lda", "K"), ("ldb", "N"), ("ldc", "N")):
            if getattr(self, name) < getattr(self, columns):
                raise ValueError(f"{name} must be at least {columns} = {getattr(self, columns)}")
        if self.initial_c == "nan" and self.beta != 0:
            raise ValueError("initial_c: nan needs beta: 0")
        if self.values == "floats" and self.K > LONGEST_FLOAT_SUM:
            raise ValueError(f"values: floats needs K <= {LONGEST_FLOAT_SUM}; a larger K needs integers")
        if self.values == "integers" and not self._is_exact():
            raise ValueError("integers must stay exact in FP32: take alpha and beta like 1.5, or a smaller K")
        return self

    def _is_exact(self) -> bool:
        """Whether every intermediate of every evaluation order is a multiple of one unit below 2^24 units."""
        unit = 1.0
        while unit >= 2.0**-8 and any(f / unit != round(f / unit) for f in (self.alpha, self.beta)):
            unit /= 2
        largest = max(1.0, abs(self.alpha)) * self.K * LARGEST_INTEGER**2 + abs(self.beta) * LARGEST_INTEGER
        return unit >= 2.0**-8 and largest / unit < _EXACT

    def defaults(self) -> dict[str, object]:
        """What each optional field is when a case leaves it out."""
        leading: dict[str, object] = {"lda": max(1, self.K), "ldb": max(1, self.N), "ldc": max(1, self.N)}
        return super().defaults() | leading | {"alpha": 1.0, "beta": 0.0}


@dataclass(frozen=True)
class _Operands:
    """The private copies: buffers as the kernel sees them (1-D), in float64."""

    case: SgemmCase
    a: Floats
    b: Floats
    c: Floats

    def matrix_a(self) -> Floats:
        """A, (M, K)."""
        result: Floats = self.a[grid_of(self.case.M, self.case.K, self.case.lda)[0]]
        return result

    def matrix_b(self) -> Floats:
        """B, (K, N)."""
        result: Floats = self.b[grid_of(self.case.K, self.case.N, self.case.ldb)[0]]
        return result

    def index_c(self) -> Indices:
        """Element numbers of C, (M, N)."""
        index: Indices = grid_of(self.case.M, self.case.N, self.case.ldc)[0]
        return index

    def old_c(self) -> Floats:
        """beta * C before the launch, (M, N); zeros when beta is 0, whatever C holds."""
        if self.case.beta == 0:
            return np.zeros((self.case.M, self.case.N))
        result: Floats = self.case.beta * self.c[self.index_c()]
        return result


def arguments(case: SgemmCase, rng: np.random.Generator) -> Prepared:
    """Fresh A, B and C for one case, and C as it must be afterwards."""
    a = padded(random_values(rng, case.M * case.K, case.values), case.M, case.K, case.lda)
    b = padded(random_values(rng, case.K * case.N, case.values), case.K, case.N, case.ldb)
    old = random_values(rng, case.M * case.N, case.values)
    c = padded(poison(case.M * case.N) if case.initial_c == "nan" else old, case.M, case.N, case.ldc)
    pointers = (Argument("A", a), Argument("B", b), Argument("C", c))
    sizes = tuple(Argument(n, np.int32(getattr(case, n))) for n in ("M", "N", "K", "lda", "ldb", "ldc"))
    factors = (Argument("alpha", np.float32(case.alpha)), Argument("beta", np.float32(case.beta)))
    roles = zip(pointers, (Role.INPUT, Role.INPUT, Role.IN_OUT), (case.lda, case.ldb, case.ldc), strict=True)
    buffers = tuple(private(p, position, role, ld) for position, (p, role, ld) in enumerate(roles))
    with np.errstate(invalid="ignore"):
        operands = _Operands(case, *(np.asarray(b.original, np.float64) for b in buffers))
    return Prepared(pointers + sizes + factors, buffers, (_region(operands),))


def _region(operands: _Operands) -> Region:
    case = operands.case
    exact = case.values == "integers"
    a, b, old = operands.matrix_a(), operands.matrix_b(), operands.old_c()
    expected = (case.alpha * (a @ b) + old)[None]
    magnitude = (abs(case.alpha) * (np.abs(a) @ np.abs(b)) + np.abs(old))[None]
    return Region(
        position=2,
        index=operands.index_c()[None],
        expected=expected,
        tolerance=np.zeros((1, 1, 1)) if exact else sum_tolerance(magnitude, case.K),
        magnitude=np.zeros((1, 1, 1)) if exact else magnitude,
        suspects=partial(_suspects, operands),
        terms=partial(_terms, operands),
        poisoned_on_purpose=case.initial_c == "nan",
    )


def _terms(operands: _Operands, _: Indices, row: Indices, col: Indices) -> tuple[Floats, Floats]:
    products = operands.case.alpha * operands.matrix_a()[row] * operands.matrix_b()[:, col].T
    return products, operands.old_c()[row, col]


def _suspects(operands: _Operands) -> Iterator[Suspect]:
    yield from _factor_suspects(operands)
    yield from _operand_suspects(operands)
    yield from _tile_suspects(operands)
    yield from _piece_suspects(operands)
    yield from _layout_suspects(operands)


def _factor_suspects(operands: _Operands) -> Iterator[Suspect]:
    """alpha or beta left out or used twice, old C taken as it is."""
    alpha, beta = operands.case.alpha, operands.case.beta
    product, scaled_c = operands.matrix_a() @ operands.matrix_b(), operands.old_c()
    plain_c = operands.c[operands.index_c()]
    candidates = (
        (PatternKey.ALPHA_IGNORED, product + scaled_c),
        (PatternKey.BETA_IGNORED, alpha * product),
        (PatternKey.ALPHA_BETA_IGNORED, product),
        (PatternKey.PRODUCT_MISSING, scaled_c),
        (PatternKey.ACCUMULATED, alpha * product + plain_c),
        (PatternKey.APPLIED_TWICE, alpha * product + beta * (alpha * product + scaled_c)),
    )
    for key, matrix in candidates:
        yield Suspect(Pattern(key), matrix[None])


def _operand_suspects(operands: _Operands) -> Iterator[Suspect]:
    """A or B read with row and column exchanged, B * A, or one of the inputs itself."""
    case, old = operands.case, operands.old_c()
    a, b = operands.matrix_a(), operands.matrix_b()
    # Exchanged indices walk A[k * lda + row] and B[col * ldb + k]; beyond the buffer nothing is known.
    a_exchanged = gathered(operands.a, np.arange(case.M)[:, None] + np.arange(case.K)[None, :] * case.lda)
    b_exchanged = gathered(operands.b, np.arange(case.K)[:, None] + np.arange(case.N)[None, :] * case.ldb)
    for name, product in (("A", a_exchanged @ b), ("B", a @ b_exchanged)):
        pattern = Pattern(PatternKey.OPERAND_TRANSPOSED, {"name": name})
        yield Suspect(pattern, (case.alpha * product + old)[None])
    if case.M == case.N == case.K:
        yield Suspect(Pattern(PatternKey.OPERANDS_EXCHANGED), (case.alpha * (b @ a) + old)[None])
        yield Suspect(Pattern(PatternKey.ELEMENTWISE), (case.alpha * (a * b) + old)[None])
    for name, matrix in (("A", a), ("B", b)):
        if matrix.shape == old.shape:
            yield Suspect(Pattern(PatternKey.RESULT_IS_INPUT, {"name": name}), matrix[None])


def _tile_suspects(operands: _Operands) -> Iterator[Suspect]:
    """A tile in shared memory indexed [k][row] instead of [row][k], or [col][k] instead of [k][col]."""
    case, old = operands.case, operands.old_c()
    a, b = operands.matrix_a(), operands.matrix_b()
    for tile in _TILES:
        whole_a, whole_b = _whole_tiles(a, tile), _whole_tiles(b, tile)
        for name, product in (("A", _turned(whole_a, tile) @ whole_b), ("B", whole_a @ _turned(whole_b, tile))):
            pattern = Pattern(PatternKey.OPERAND_TILE_TRANSPOSED, {"name": name, "tile": tile})
            yield Suspect(pattern, (case.alpha * product[: case.M, : case.N] + old)[None])


def _piece_suspects(operands: _Operands) -> Iterator[Suspect]:
    """Fragments that changed places in an outer product, and columns read for one thread and written for another."""
    case, old = operands.case, operands.old_c()
    product = case.alpha * (operands.matrix_a() @ operands.matrix_b())
    for side in _PIECES:
        turned = _turned(_whole_tiles(product, side), side)[: case.M, : case.N]
        yield Suspect(Pattern(PatternKey.PIECES_TRANSPOSED, {"tile": side}), (turned + old)[None])
    blocks = np.pad(product, [(0, 0), (0, -case.N % _BLOCK)]).reshape(case.M, -1, _BLOCK)
    for order in (_TWO_GROUPS, np.argsort(_TWO_GROUPS)):
        elsewhere = blocks[:, :, order].reshape(case.M, -1)[:, : case.N]
        yield Suspect(Pattern(PatternKey.COLUMNS_OF_OTHER_THREADS), (elsewhere + old)[None])


def _whole_tiles(matrix: Floats, tile: int) -> Floats:
    """The matrix with zeros below and to the right, up to whole tiles."""
    return np.pad(matrix, [(0, -size % tile) for size in matrix.shape])


def _turned(matrix: Floats, tile: int) -> Floats:
    """Each tile of a matrix of whole tiles transposed, at its place."""
    rows, cols = matrix.shape
    tiles = matrix.reshape(rows // tile, tile, cols // tile, tile)
    return tiles.transpose(0, 3, 2, 1).reshape(rows, cols)


def _layout_suspects(operands: _Operands) -> Iterator[Suspect]:
    """The right numbers at the wrong place of C, or A, B, C walked with the wrong leading dimension."""
    case = operands.case
    a, b, index = operands.matrix_a(), operands.matrix_b(), operands.index_c()
    product = case.alpha * (a @ b)
    rows, cols = np.arange(case.M)[:, None], np.arange(case.N)[None, :]
    for leading in dict.fromkeys((case.ldc, case.M)):
        where = cols * leading + rows
        yield Suspect(Pattern(PatternKey.TRANSPOSED), _written(operands, where, product)[None])
    if case.lda != case.K:
        packed = gathered(operands.a, rows * case.K + np.arange(case.K)[None, :])
        result = case.alpha * (packed @ b) + operands.old_c()
        yield Suspect(Pattern(PatternKey.LEADING_DIMENSION, {"name": "A", "leading": "lda"}), result[None])
    if case.ldb != case.N:
        packed = gathered(operands.b, np.arange(case.K)[:, None] * case.N + cols)
        result = case.alpha * (a @ packed) + operands.old_c()
        yield Suspect(Pattern(PatternKey.LEADING_DIMENSION, {"name": "B", "leading": "ldb"}), result[None])
    if case.ldc != case.N:
        result = _written(operands, index // case.ldc * case.N + cols, product)
        yield Suspect(Pattern(PatternKey.LEADING_DIMENSION, {"name": "C", "leading": "ldc"}), result[None])


def _written(operands: _Operands, where: Indices, product: Floats) -> Floats:
    """C after `product + beta * C[where]` was stored to `where`."""
    beta = operands.case.beta
    stored = product + (beta * gathered(operands.c, where) if beta else 0.0)
    return scattered(operands.index_c(), operands.c.size, where, stored)


SGEMM: Problem[SgemmCase] = Problem(
    name="sgemm",
    case_model=SgemmCase,
    signature=(
        "const float* A",
        "const float* B",
        "float* C",
        "int M",
        "int N",
        "int K",
        "int lda",
        "int ldb",
        "int ldc",
        "float alpha",
        "float beta",
    ),
    arguments=arguments,
    judge=judge,
    bulk=sgemm_bulk.bulk,
)
