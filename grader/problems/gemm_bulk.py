"""Timed matrix products: sampled rows and columns of the result are recomputed, and once all of it is verified."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from grader.dataclass import dataclass
from grader.launch import Argument, Array
from grader.problems.base import Floats, Indices, Role, place
from grader.problems.bulk import Bulk, BulkBuffer, BulkMismatch, Draw, Fetched, Float32, Halves, Span, unpacked
from grader.problems.rounding import farthest, imprecise

if TYPE_CHECKING:
    from grader.problems.sgemm import SgemmCase

_A, _B, _C = 0, 1, 2
_ROWS, _COLUMNS, _INPUT_ROWS = 24, 48, 4
_PANEL = 256  # rows of a matrix drawn at a time


@dataclass(frozen=True)
class Kind:
    """What products differ in. halves: how A and B are stored, None for floats.

    library: the vendor's routine. error: root mean square error of a sum of so many random products. far: a difference
    that no format of factors explains, relative to the root of the number of products. taken: the factors as they are
    multiplied.
    """

    halves: Halves | None
    library: str
    error: Callable[[int], float]
    far: float
    taken: Callable[[Float32], Float32] = lambda values: values


def product(kind: Kind, case: SgemmCase) -> Bulk:
    """The timed launch of one case; its matrices hold floats, rounded to the format of the factors, whatever `values`
    says, because integers hide what is rounded.
    """
    each = _numbers(kind)
    arguments: tuple[BulkBuffer | Argument, ...] = (
        BulkBuffer("A", Role.INPUT, -(-case.M * case.lda // each), halves=kind.halves),
        BulkBuffer("B", Role.INPUT, -(-case.K * case.ldb // each), halves=kind.halves),
        BulkBuffer("C", Role.IN_OUT, case.M * case.ldc),
        *(Argument(n, np.int32(getattr(case, n))) for n in ("M", "N", "K", "lda", "ldb", "ldc")),
        *(Argument(n, np.float32(getattr(case, n))) for n in ("alpha", "beta")),
    )
    results = case.M * case.N
    return Bulk(
        arguments, flops=2 * results * case.K, library=kind.library,
        bytes=4 * ((case.M * case.K + case.K * case.N) // each + results * (2 if case.beta else 1)),
        spans=partial(_spans, kind, case), verify=partial(_verify, kind, case),
        whole=lambda _: (Span(_C, 0, case.M * case.ldc),), verify_whole=partial(_verify_whole, kind, case),
    )  # fmt: skip


def _spans(kind: Kind, case: SgemmCase, rng: np.random.Generator) -> tuple[Span, ...]:
    """Some rows of C, and a few of A and B, which must be unchanged."""
    each = _numbers(kind)
    wanted = ((_C, case.M, case.ldc, _ROWS, 1), (_A, case.M, case.lda, _INPUT_ROWS, each),
              (_B, case.K, case.ldb, _INPUT_ROWS, each))  # fmt: skip
    return tuple(
        _row(position, int(row), leading, numbers)
        for position, rows, leading, most, numbers in wanted
        for row in sorted(rng.choice(rows, min(rows, most), replace=False))
    )


def _numbers(kind: Kind) -> int:
    """Numbers in an element of 4 bytes of A or B."""
    return 2 if kind.halves else 1


def _row(position: int, row: int, leading: int, each: int) -> Span:
    """The elements with the numbers of a row; where a row ends within an element, that one is left out."""
    start = -(-row * leading // each)
    return Span(position, start, (row + 1) * leading // each - start)


def _verify(
    kind: Kind, case: SgemmCase, draw: Draw, fetched: Fetched, rng: np.random.Generator
) -> BulkMismatch | None:  # fmt: skip
    """Verify the fetched rows of C at some columns, all padding between the rows, and A and B."""
    rows = [span for span in fetched if span.position == _C]
    row = np.array([span.start // case.ldc for span in rows], np.int64)
    column = np.sort(rng.choice(case.N, min(case.N, _COLUMNS), replace=False)).astype(np.int64)
    got = np.stack([fetched[span] for span in rows])
    a = _taken(kind, draw, _A, row[:, None] * case.lda + np.arange(case.K))
    b = _taken(kind, draw, _B, np.arange(case.K, dtype=np.int64)[:, None] * case.ldb + column)
    expected = case.alpha * (a @ b)
    if case.beta:
        expected += case.beta * draw(_C, row[:, None] * case.ldc + column)
    wrong = _compared(kind, case, row, column, expected, got[:, column]) or _padding(case, rows, draw, fetched)
    return wrong or _changed(kind, case, draw, fetched)


def _taken(kind: Kind, draw: Draw, position: int, index: Indices) -> Floats:
    return kind.taken(draw(position, index)).astype(np.float64)


def _compared(
    kind: Kind, case: SgemmCase, row: np.ndarray, column: np.ndarray, expected: Floats, got: np.ndarray
) -> BulkMismatch | None:
    found = imprecise(expected, got, _expected_error(kind, case), kind.far * np.sqrt(case.K))
    if found is None:
        return None
    r, c = divmod(found[0], len(column))
    return BulkMismatch("C", Role.IN_OUT, int(row[r]), int(column[c]), *found[1:])


def _expected_error(kind: Kind, case: SgemmCase) -> float:
    """Root mean square error of an element of C."""
    return abs(case.alpha) * kind.error(case.K) + abs(case.beta) * 2.0**-24


def _padding(case: SgemmCase, rows: list[Span], draw: Draw, fetched: Fetched) -> BulkMismatch | None:
    for span in rows if case.ldc > case.N else ():
        before, after = draw(_C, span.elements)[case.N :], fetched[span][case.N :]
        if changed := BulkMismatch.first("C", Role.OUTPUT, span.start + case.N, case.ldc, before, after):
            return changed
    return None


def _changed(kind: Kind, case: SgemmCase, draw: Draw, fetched: Fetched) -> BulkMismatch | None:
    """The first fetched number of A or B that was changed."""
    each = _numbers(kind)
    for span, elements in fetched.items():
        if span.position == _C:
            continue
        name, leading = ("A", case.lda) if span.position == _A else ("B", case.ldb)
        first = each * span.start
        before = draw(span.position, first + np.arange(each * span.count, dtype=np.int64))
        after = unpacked(elements, kind.halves)
        changed = before.view(np.uint32) != np.ascontiguousarray(after).view(np.uint32)
        if changed.any():
            at = int(np.argmax(changed))
            return BulkMismatch(name, Role.INPUT, *place(first + at, leading), float(before[at]), float(after[at]))
    return None


def _verify_whole(
    kind: Kind, case: SgemmCase, draw: Draw, fetched: Fetched, rng: np.random.Generator
) -> BulkMismatch | None:  # fmt: skip
    """Freivalds' check of all of C: C x against alpha A (B x) + beta C x for a random vector x of signs."""
    signs = (rng.integers(0, 2, case.N) * 2 - 1).astype(np.float64)
    (got,) = fetched.values()
    inner = _times(kind, draw, _B, case.K, case.ldb, case.N, signs)
    product = case.alpha * _times(kind, draw, _A, case.M, case.lda, case.K, inner)
    if case.beta:
        product += case.beta * _times(None, draw, _C, case.M, case.ldc, case.N, signs)
    with np.errstate(invalid="ignore", over="ignore"):
        result = got.reshape(case.M, case.ldc)[:, : case.N].astype(np.float64) @ signs
    found = imprecise(product, result, _expected_error(kind, case) * float(np.sqrt(case.N)), np.inf)
    return _worst_of_row(kind, case, found[0], draw, got) if found else None


def _worst_of_row(kind: Kind, case: SgemmCase, row: int, draw: Draw, got: Array) -> BulkMismatch:
    """The farthest element of a wrong row."""
    index = np.arange(case.K, dtype=np.int64)
    a = _taken(kind, draw, _A, row * case.lda + index)
    expected = np.zeros(case.N)
    for first in range(0, case.K, _PANEL):
        k = index[first : first + _PANEL]
        expected += case.alpha * (a[k] @ _taken(kind, draw, _B, k[:, None] * case.ldb + np.arange(case.N)))
    if case.beta:
        expected += case.beta * draw(_C, row * case.ldc + np.arange(case.N, dtype=np.int64))
    found = got.reshape(case.M, case.ldc)[row, : case.N].astype(np.float64)
    with np.errstate(invalid="ignore"):
        errors = found - expected
    column = farthest(errors)
    far = not abs(errors[column]) < kind.far * np.sqrt(case.K)
    return BulkMismatch("C", Role.IN_OUT, row, column, float(expected[column]), float(found[column]), far)


def _times(
    kind: Kind | None, draw: Draw, position: int, rows: int, leading: int, columns: int, vector: Floats
) -> Floats:  # fmt: skip
    """A matrix, drawn panel by panel, times a vector. kind: None for C."""
    result = np.empty(rows)
    for first in range(0, rows, _PANEL):
        row = np.arange(first, min(first + _PANEL, rows), dtype=np.int64)
        index = row[:, None] * leading + np.arange(columns)
        panel = _taken(kind, draw, position, index) if kind else draw(position, index).astype(np.float64)
        result[first : first + len(row)] = panel @ vector
    return result
