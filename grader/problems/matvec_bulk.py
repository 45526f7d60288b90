"""Matrix times vector at the size where it is timed: sampled results are computed again, and once a large part."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from grader.launch import Argument, Array
from grader.problems.base import Floats, Indices, Role
from grader.problems.bulk import Bulk, BulkBuffer, BulkMismatch, Draw, Fetched, Fill, Span, changed_input, random_spans
from grader.problems.rounding import precise, random_sum_error

if TYPE_CHECKING:
    from grader.problems.matvec import MatvecCase

_A, _X, _Y = 0, 1, 2
_PIECE = 1 << 18  # elements of A that are drawn at a time
_SAMPLE, _PART = 1 << 19, 1 << 25  # elements of A that are drawn for a turn, and for the one judged as a whole
_INPUT_ROWS = 4
_FAR = 0.002  # times the root of the number of products: far beyond what FP16 does to them


def bulk(case: MatvecCase) -> Bulk:
    """The timed launch of one case; A and x hold floats, whatever `values` says, because integers hide TF32."""
    arguments: tuple[BulkBuffer | Argument, ...] = (
        BulkBuffer("A", Role.INPUT, case.M * case.lda, Fill.FLOATS),
        BulkBuffer("x", Role.INPUT, case.N, Fill.FLOATS),
        BulkBuffer("y", Role.OUTPUT, case.M, Fill.POISON),
        *(Argument(name, np.int32(getattr(case, name))) for name in ("M", "N", "lda")),
    )
    return Bulk(
        arguments=arguments,
        flops=2 * case.M * case.N,
        bytes=4 * (case.M * case.N + case.M + case.N),
        library="cublas_sgemv",
        spans=partial(_spans, case),
        verify=partial(_verify, case),
        whole=lambda _: (Span(_Y, 0, case.M),),
        verify_whole=partial(_verify_whole, case),
    )


def _spans(case: MatvecCase, rng: np.random.Generator) -> tuple[Span, ...]:
    """All of y and x, which are small, and a few rows of A, which must be as they were."""
    return (Span(_Y, 0, case.M), Span(_X, 0, case.N), *random_spans(rng, _A, case.M, case.lda, _INPUT_ROWS))


def _verify(case: MatvecCase, draw: Draw, fetched: Fetched, rng: np.random.Generator) -> BulkMismatch | None:
    y = next(values for span, values in fetched.items() if span.position == _Y)
    wrong = _compared(case, draw, y, _rows(case, y, rng, _SAMPLE))
    return wrong or changed_input({_A: ("A", case.lda), _X: ("x", 1)}, draw, fetched)


def _verify_whole(case: MatvecCase, draw: Draw, fetched: Fetched, rng: np.random.Generator) -> BulkMismatch | None:
    """All of y where A has at most 2^25 elements, which take a third of a second; else as many of its rows, at random.

    An element of y that is no number is found wherever it is.
    """
    (y,) = fetched.values()
    return _compared(case, draw, y, _rows(case, y, rng, _PART))


def _rows(case: MatvecCase, y: Array, rng: np.random.Generator, most: int) -> Indices:
    """Rows with at most `most` elements together: the first that holds no number, and others at random."""
    wanted = max(1, most // max(1, case.N))
    chosen = rng.choice(case.M, min(case.M, wanted), replace=False).astype(np.int64)
    rows: Indices = np.union1d(chosen, np.flatnonzero(~np.isfinite(y))[:1])
    return rows


def _compared(case: MatvecCase, draw: Draw, y: Array, rows: Indices) -> BulkMismatch | None:
    """Some elements of y against what they must be: the farthest of them, if they are not those of FP32."""
    expected = _products(case, draw, rows)
    with np.errstate(invalid="ignore", over="ignore"):
        errors = y[rows].astype(np.float64) - expected
        if precise(errors, random_sum_error(case.N)):
            return None
    size = np.where(np.isnan(errors), np.inf, np.abs(errors))
    at = int(np.argmax(size))
    far = not size[at] < _FAR * np.sqrt(case.N)
    return BulkMismatch("y", Role.OUTPUT, int(rows[at]), 0, float(expected[at]), float(y[rows[at]]), far)


def _products(case: MatvecCase, draw: Draw, rows: Indices) -> Floats:
    """Some rows of A, drawn a few at a time, times x in float64."""
    column = np.arange(case.N, dtype=np.int64)
    x = draw(_X, column).astype(np.float64)
    result = np.empty(len(rows))
    together = max(1, _PIECE // max(1, case.N))
    for first in range(0, len(rows), together):
        some = rows[first : first + together, None] * case.lda
        result[first : first + together] = draw(_A, some + column).astype(np.float64) @ x
    return result
