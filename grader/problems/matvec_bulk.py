"""Timed matrix times vector: samples of the results are recomputed, and once a large part."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from grader.launch import Argument, Array
from grader.problems.base import Floats, Indices, Role
from grader.problems.bulk import Bulk, BulkBuffer, BulkMismatch, Draw, Fetched, Span, changed_input, random_spans
from grader.problems.rounding import imprecise, random_sum_error

if TYPE_CHECKING:
    from grader.problems.matvec import MatvecCase

_A, _X, _Y = 0, 1, 2
_PIECE = 1 << 18  # elements of A drawn at a time
_SAMPLE, _PART = 1 << 19, 1 << 25  # elements of A drawn for a turn, and for the turn verified as a whole
_INPUT_ROWS = 4
_FAR = 0.002  # times the root of the number of products: far beyond the errors of FP16


def bulk(case: MatvecCase) -> Bulk:
    """The timed launch of one case; A and x hold floats, whatever `values` says, because integers hide TF32."""
    arguments: tuple[BulkBuffer | Argument, ...] = (
        BulkBuffer("A", Role.INPUT, case.M * case.lda),
        BulkBuffer("x", Role.INPUT, case.N),
        BulkBuffer("y", Role.OUTPUT, case.M),
        *(Argument(name, np.int32(getattr(case, name))) for name in ("M", "N", "lda")),
    )
    return Bulk(
        arguments, flops=2 * case.M * case.N, bytes=4 * (case.M * case.N + case.M + case.N), library="cublas_sgemv",
        spans=partial(_spans, case), verify=partial(_verify, case),
        whole=lambda _: (Span(_Y, 0, case.M),), verify_whole=partial(_verify_whole, case),
    )  # fmt: skip


def _spans(case: MatvecCase, rng: np.random.Generator) -> tuple[Span, ...]:
    """All of y and x, which are small, and a few rows of A, which must be unchanged."""
    return (Span(_Y, 0, case.M), Span(_X, 0, case.N), *random_spans(rng, _A, case.M, case.lda, _INPUT_ROWS))


def _verify(case: MatvecCase, draw: Draw, fetched: Fetched, rng: np.random.Generator) -> BulkMismatch | None:
    y = next(values for span, values in fetched.items() if span.position == _Y)
    wrong = _compared(case, draw, y, _rows(case, y, rng, _SAMPLE))
    return wrong or changed_input({_A: ("A", case.lda), _X: ("x", 1)}, draw, fetched)


def _verify_whole(case: MatvecCase, draw: Draw, fetched: Fetched, rng: np.random.Generator) -> BulkMismatch | None:
    """Verify all of y if A has at most 2^25 elements, which take a third of a second; else as many rows at random.

    A NaN or infinity in y is found wherever it is.
    """
    (y,) = fetched.values()
    return _compared(case, draw, y, _rows(case, y, rng, _PART))


def _rows(case: MatvecCase, y: Array, rng: np.random.Generator, most: int) -> Indices:
    """Random rows with at most `most` elements in all, and the first row whose y is not finite."""
    wanted = max(1, most // max(1, case.N))
    chosen = rng.choice(case.M, min(case.M, wanted), replace=False).astype(np.int64)
    return np.union1d(chosen, np.flatnonzero(~np.isfinite(y))[:1])


def _compared(case: MatvecCase, draw: Draw, y: Array, rows: Indices) -> BulkMismatch | None:
    """The farthest of some elements of y, if they lack the precision of FP32."""
    found = imprecise(_products(case, draw, rows), y[rows], random_sum_error(case.N), _FAR * np.sqrt(case.N))
    return BulkMismatch("y", Role.OUTPUT, None, int(rows[found[0]]), *found[1:]) if found else None


def _products(case: MatvecCase, draw: Draw, rows: Indices) -> Floats:
    """Some rows of A, drawn a few at a time, times x, in float64."""
    column = np.arange(case.N, dtype=np.int64)
    x = draw(_X, column).astype(np.float64)
    result = np.empty(len(rows))
    together = max(1, _PIECE // max(1, case.N))
    for first in range(0, len(rows), together):
        some = rows[first : first + together, None] * case.lda
        result[first : first + together] = draw(_A, some + column).astype(np.float64) @ x
    return result
