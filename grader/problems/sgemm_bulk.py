"""SGEMM at the size where it is timed: results verified by sampled rows and columns, and once as a whole."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from grader.launch import Argument
from grader.problems.base import Floats, Role
from grader.problems.bulk import (
    Bulk,
    BulkBuffer,
    BulkMismatch,
    Draw,
    Fetched,
    Fill,
    Span,
    changed_input,
    elements,
    random_spans,
)
from grader.problems.rounding import precise, random_sum_error

if TYPE_CHECKING:
    from grader.problems.sgemm import SgemmCase

_ROWS, _COLUMNS, _INPUT_ROWS = 24, 48, 4
_A, _B, _C = 0, 1, 2
_PANEL = 256  # rows of a matrix that are drawn at a time


def bulk(case: SgemmCase) -> Bulk:
    """The timed launch of one case; its matrices hold floats, whatever `values` says, because integers hide TF32."""
    arguments: tuple[BulkBuffer | Argument, ...] = (
        BulkBuffer("A", Role.INPUT, case.M * case.lda, Fill.FLOATS),
        BulkBuffer("B", Role.INPUT, case.K * case.ldb, Fill.FLOATS),
        BulkBuffer("C", Role.IN_OUT, case.M * case.ldc, Fill.FLOATS),
        *(Argument(n, np.int32(getattr(case, n))) for n in ("M", "N", "K", "lda", "ldb", "ldc")),
        *(Argument(n, np.float32(getattr(case, n))) for n in ("alpha", "beta")),
    )
    outputs = case.M * case.N
    return Bulk(
        arguments=arguments,
        flops=2 * outputs * case.K,
        bytes=4 * (case.M * case.K + case.K * case.N + outputs * (2 if case.beta else 1)),
        library="cublas_sgemm",
        spans=partial(_spans, case),
        verify=partial(_verify, case),
        whole=lambda _: (Span(_C, 0, case.M * case.ldc),),
        verify_whole=partial(_verify_whole, case),
    )


def _spans(case: SgemmCase, rng: np.random.Generator) -> tuple[Span, ...]:
    """Some rows of C, and a few of A and B, which must be as they were."""
    return (
        *random_spans(rng, _C, case.M, case.ldc, _ROWS),
        *random_spans(rng, _A, case.M, case.lda, _INPUT_ROWS),
        *random_spans(rng, _B, case.K, case.ldb, _INPUT_ROWS),
    )


def _verify(case: SgemmCase, draw: Draw, fetched: Fetched, rng: np.random.Generator) -> BulkMismatch | None:
    """The fetched rows of C at some columns, and all of what lies between the rows."""
    rows = [span for span in fetched if span.position == _C]
    row = np.array([span.start // case.ldc for span in rows], np.int64)
    column = np.sort(rng.choice(case.N, min(case.N, _COLUMNS), replace=False)).astype(np.int64)
    got = np.stack([fetched[span] for span in rows])
    a = draw(_A, row[:, None] * case.lda + np.arange(case.K)).astype(np.float64)
    b = draw(_B, np.arange(case.K, dtype=np.int64)[:, None] * case.ldb + column).astype(np.float64)
    expected = case.alpha * (a @ b)
    if case.beta:
        expected += case.beta * draw(_C, row[:, None] * case.ldc + column)
    mismatch = _compared(case, row, column, expected, got[:, column])
    return mismatch or _padding(case, rows, draw, fetched) or _inputs(case, draw, fetched)


def _compared(
    case: SgemmCase, row: np.ndarray, column: np.ndarray, expected: Floats, got: np.ndarray
) -> BulkMismatch | None:
    rms = abs(case.alpha) * random_sum_error(case.K) + abs(case.beta) * 2.0**-24
    with np.errstate(invalid="ignore", over="ignore"):
        errors = got.astype(np.float64) - expected
        if precise(errors, rms):
            return None
        size = np.where(np.isnan(errors), np.inf, np.abs(errors))
    r, c = (int(i) for i in np.unravel_index(int(np.argmax(size)), size.shape))
    far = not size[r, c] < 0.01 * np.sqrt(case.K)
    return BulkMismatch("C", Role.IN_OUT, int(row[r]), int(column[c]), float(expected[r, c]), float(got[r, c]), far)


def _padding(case: SgemmCase, rows: list[Span], draw: Draw, fetched: Fetched) -> BulkMismatch | None:
    for span in rows if case.ldc > case.N else ():
        before, after = draw(_C, elements(span))[case.N :], fetched[span][case.N :]
        wrong = before.view(np.uint32) != after.view(np.uint32)
        if wrong.any():
            at = int(np.argmax(wrong))
            row, column = span.start // case.ldc, case.N + at
            return BulkMismatch("C", Role.OUTPUT, row, column, float(before[at]), float(after[at]))
    return None


def _inputs(case: SgemmCase, draw: Draw, fetched: Fetched) -> BulkMismatch | None:
    return changed_input({_A: ("A", case.lda), _B: ("B", case.ldb)}, draw, fetched)


def _verify_whole(case: SgemmCase, draw: Draw, fetched: Fetched, rng: np.random.Generator) -> BulkMismatch | None:
    """Freivalds' check: C x against alpha A (B x) + beta C x for a random x of signs. All of C takes part."""
    signs = (rng.integers(0, 2, case.N) * 2 - 1).astype(np.float64)
    (got,) = fetched.values()
    product = case.alpha * _times(draw, _A, case.M, case.lda, case.K, _times(draw, _B, case.K, case.ldb, case.N, signs))
    if case.beta:
        product += case.beta * _times(draw, _C, case.M, case.ldc, case.N, signs)
    with np.errstate(invalid="ignore", over="ignore"):
        result = got.reshape(case.M, case.ldc)[:, : case.N].astype(np.float64) @ signs
        errors = result - product
        rms = (abs(case.alpha) * random_sum_error(case.K) + abs(case.beta) * 2.0**-24) * np.sqrt(case.N)
        if precise(errors, float(rms)):
            return None
        row = int(np.argmax(np.where(np.isnan(errors), np.inf, np.abs(errors))))
    return _worst_of_row(case, row, draw, got)


def _worst_of_row(case: SgemmCase, row: int, draw: Draw, got: np.ndarray) -> BulkMismatch:
    """The element of a wrong row that is farthest from what it should be."""
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
        errors = np.abs(found - expected)
    column = int(np.argmax(np.where(np.isnan(errors), np.inf, errors)))
    far = not errors[column] < 0.01 * np.sqrt(case.K)
    return BulkMismatch("C", Role.IN_OUT, row, column, float(expected[column]), float(found[column]), far)


def _times(draw: Draw, position: int, rows: int, leading: int, columns: int, vector: Floats) -> Floats:
    """A matrix that is drawn panel by panel, times a vector."""
    result = np.empty(rows)
    for first in range(0, rows, _PANEL):
        row = np.arange(first, min(first + _PANEL, rows), dtype=np.int64)
        panel = draw(position, row[:, None] * leading + np.arange(columns))
        result[first : first + len(row)] = panel.astype(np.float64) @ vector
    return result
