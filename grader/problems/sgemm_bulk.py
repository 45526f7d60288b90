"""Timed SGEMM: sampled rows and columns of the result are recomputed, and once all of it is verified."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from grader.launch import Argument
from grader.problems.base import Floats, Role
from grader.problems.bulk import Bulk, BulkBuffer, BulkMismatch, Draw, Fetched, Span, changed_input, random_spans
from grader.problems.rounding import farthest, imprecise, random_sum_error

if TYPE_CHECKING:
    from grader.problems.sgemm import SgemmCase

_ROWS, _COLUMNS, _INPUT_ROWS = 24, 48, 4
_A, _B, _C = 0, 1, 2
_PANEL = 256  # rows of a matrix drawn at a time
_FAR = 0.01  # times the root of the number of products: far beyond the errors of TF32


def bulk(case: SgemmCase) -> Bulk:
    """The timed launch of one case; its matrices hold floats, whatever `values` says, because integers hide TF32."""
    arguments: tuple[BulkBuffer | Argument, ...] = (
        BulkBuffer("A", Role.INPUT, case.M * case.lda),
        BulkBuffer("B", Role.INPUT, case.K * case.ldb),
        BulkBuffer("C", Role.IN_OUT, case.M * case.ldc),
        *(Argument(n, np.int32(getattr(case, n))) for n in ("M", "N", "K", "lda", "ldb", "ldc")),
        *(Argument(n, np.float32(getattr(case, n))) for n in ("alpha", "beta")),
    )
    outputs = case.M * case.N
    return Bulk(
        arguments, flops=2 * outputs * case.K, library="cublas_sgemm",
        bytes=4 * (case.M * case.K + case.K * case.N + outputs * (2 if case.beta else 1)),
        spans=partial(_spans, case), verify=partial(_verify, case),
        whole=lambda _: (Span(_C, 0, case.M * case.ldc),), verify_whole=partial(_verify_whole, case),
    )  # fmt: skip


def _spans(case: SgemmCase, rng: np.random.Generator) -> tuple[Span, ...]:
    """Some rows of C, and a few of A and B, which must be unchanged."""
    return (
        *random_spans(rng, _C, case.M, case.ldc, _ROWS),
        *random_spans(rng, _A, case.M, case.lda, _INPUT_ROWS),
        *random_spans(rng, _B, case.K, case.ldb, _INPUT_ROWS),
    )


def _verify(case: SgemmCase, draw: Draw, fetched: Fetched, rng: np.random.Generator) -> BulkMismatch | None:
    """Verify the fetched rows of C at some columns, all padding between the rows, and A and B."""
    rows = [span for span in fetched if span.position == _C]
    row = np.array([span.start // case.ldc for span in rows], np.int64)
    column = np.sort(rng.choice(case.N, min(case.N, _COLUMNS), replace=False)).astype(np.int64)
    got = np.stack([fetched[span] for span in rows])
    a = draw(_A, row[:, None] * case.lda + np.arange(case.K)).astype(np.float64)
    b = draw(_B, np.arange(case.K, dtype=np.int64)[:, None] * case.ldb + column).astype(np.float64)
    expected = case.alpha * (a @ b)
    if case.beta:
        expected += case.beta * draw(_C, row[:, None] * case.ldc + column)
    wrong = _compared(case, row, column, expected, got[:, column]) or _padding(case, rows, draw, fetched)
    return wrong or changed_input({_A: ("A", case.lda), _B: ("B", case.ldb)}, draw, fetched)


def _compared(
    case: SgemmCase, row: np.ndarray, column: np.ndarray, expected: Floats, got: np.ndarray
) -> BulkMismatch | None:
    found = imprecise(expected, got, _expected_error(case), _FAR * np.sqrt(case.K))
    if found is None:
        return None
    r, c = divmod(found[0], len(column))
    return BulkMismatch("C", Role.IN_OUT, int(row[r]), int(column[c]), *found[1:])


def _expected_error(case: SgemmCase) -> float:
    """Root mean square error of an element of C."""
    return abs(case.alpha) * random_sum_error(case.K) + abs(case.beta) * 2.0**-24


def _padding(case: SgemmCase, rows: list[Span], draw: Draw, fetched: Fetched) -> BulkMismatch | None:
    for span in rows if case.ldc > case.N else ():
        before, after = draw(_C, span.elements)[case.N :], fetched[span][case.N :]
        if changed := BulkMismatch.first("C", Role.OUTPUT, span.start + case.N, case.ldc, before, after):
            return changed
    return None


def _verify_whole(case: SgemmCase, draw: Draw, fetched: Fetched, rng: np.random.Generator) -> BulkMismatch | None:
    """Freivalds' check of all of C: C x against alpha A (B x) + beta C x for a random vector x of signs."""
    signs = (rng.integers(0, 2, case.N) * 2 - 1).astype(np.float64)
    (got,) = fetched.values()
    product = case.alpha * _times(draw, _A, case.M, case.lda, case.K, _times(draw, _B, case.K, case.ldb, case.N, signs))
    if case.beta:
        product += case.beta * _times(draw, _C, case.M, case.ldc, case.N, signs)
    with np.errstate(invalid="ignore", over="ignore"):
        result = got.reshape(case.M, case.ldc)[:, : case.N].astype(np.float64) @ signs
    found = imprecise(product, result, _expected_error(case) * float(np.sqrt(case.N)), np.inf)
    return _worst_of_row(case, found[0], draw, got) if found else None


def _worst_of_row(case: SgemmCase, row: int, draw: Draw, got: np.ndarray) -> BulkMismatch:
    """The farthest element of a wrong row."""
    index = np.arange(case.K, dtype=np.int64)
    a = draw(_A, row * case.lda + index).astype(np.float64)
    expected = np.zeros(case.N)
    for first in range(0, case.K, _PANEL):
        k = index[first : first + _PANEL]
        expected += case.alpha * (a[k] @ draw(_B, k[:, None] * case.ldb + np.arange(case.N)).astype(np.float64))
    if case.beta:
        expected += case.beta * draw(_C, row * case.ldc + np.arange(case.N, dtype=np.int64))
    found = got.reshape(case.M, case.ldc)[row, : case.N].astype(np.float64)
    with np.errstate(invalid="ignore"):
        errors = found - expected
    column = farthest(errors)
    far = not abs(errors[column]) < _FAR * np.sqrt(case.K)
    return BulkMismatch("C", Role.IN_OUT, row, column, float(expected[column]), float(found[column]), far)


def _times(draw: Draw, position: int, rows: int, leading: int, columns: int, vector: Floats) -> Floats:
    """A matrix, drawn panel by panel, times a vector."""
    result = np.empty(rows)
    for first in range(0, rows, _PANEL):
        row = np.arange(first, min(first + _PANEL, rows), dtype=np.int64)
        panel = draw(position, row[:, None] * leading + np.arange(columns))
        result[first : first + len(row)] = panel.astype(np.float64) @ vector
    return result
