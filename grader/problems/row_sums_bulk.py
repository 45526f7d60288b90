"""Row and column sums at the size where they are timed: a sample of them is added up again, and once all of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from grader.launch import Argument, Array
from grader.problems.base import Floats, Indices, Role
from grader.problems.bulk import (
    Bulk,
    BulkBuffer,
    BulkMismatch,
    Draw,
    Fetched,
    Fill,
    Span,
    changed_input,
    random_pieces,
    random_spans,
)
from grader.problems.rounding import precise, random_sum_error

if TYPE_CHECKING:
    from grader.problems.row_sums import RowSumsCase

_IN, _OUT = 0, 1
_PIECE = 1 << 19  # elements that are drawn at a time, and of a sample together
_ROWS, _INPUT_SPANS, _INPUT_SPAN = 64, 8, 4096
# What one thread may add up by itself. Were it a whole long vector, so much rounding would be allowed that FP16 passed:
# its errors grow with the square root of the length, those of a chain with the length.
_LONGEST_CHAIN = 1 << 18
_VARIANCE = 1 / 3  # of a value uniform in [-1, 1)
_FAR = 0.003  # times the root of the number of terms: far beyond what FP16 does to the terms


def bulk(case: RowSumsCase) -> Bulk:
    """The timed launch of one case; the matrix holds floats, whatever `values` says, because integers hide FP16."""
    count = case.rows * case.cols
    arguments = (
        BulkBuffer("in", Role.INPUT, count, Fill.FLOATS),
        BulkBuffer("out", Role.OUTPUT, case.sums, Fill.POISON),
        Argument("rows", np.int32(case.rows)),
        Argument("cols", np.int32(case.cols)),
    )
    return Bulk(
        arguments=arguments,
        flops=count,
        bytes=4 * (count + case.sums),
        library=None if case.by_column else "cub_row_sums",
        spans=partial(_spans, case),
        verify=partial(_verify, case),
        whole=lambda _: (Span(_OUT, 0, case.sums),),
        verify_whole=partial(_verify_whole, case),
    )


def _spans(case: RowSumsCase, rng: np.random.Generator) -> tuple[Span, ...]:
    """Some sums, fewer where they are long, and pieces of the input, which must be as it was."""
    wanted = max(1, min(_ROWS, _PIECE // max(1, case.terms)))
    sums = random_spans(rng, _OUT, case.sums, 1, wanted)
    return (*sums, *random_pieces(rng, _IN, case.rows * case.cols, _INPUT_SPAN, _INPUT_SPANS))


def _verify(case: RowSumsCase, draw: Draw, fetched: Fetched, _: np.random.Generator) -> BulkMismatch | None:
    sums = [span for span in fetched if span.position == _OUT]
    which = np.array([span.start for span in sums], np.int64)
    got = np.array([fetched[span][0] for span in sums], np.float32)
    return _compared(case, draw, which, got) or changed_input({_IN: ("in", case.cols)}, draw, fetched)


def _verify_whole(case: RowSumsCase, draw: Draw, fetched: Fetched, _: np.random.Generator) -> BulkMismatch | None:
    (got,) = fetched.values()
    return _compared(case, draw, np.arange(case.sums, dtype=np.int64), got)


def _compared(case: RowSumsCase, draw: Draw, which: Indices, got: Array) -> BulkMismatch | None:
    """Some of the sums against what was found there: the farthest of them, if they are not those of FP32."""
    expected = _sums(case, draw, which)
    with np.errstate(invalid="ignore", over="ignore"):
        errors = got.astype(np.float64) - expected
        if precise(errors, _expected_error(case.terms)):
            return None
    size = np.where(np.isnan(errors), np.inf, np.abs(errors))
    at = int(np.argmax(size))
    far = not size[at] < _FAR * np.sqrt(case.terms)
    row, column = (0, int(which[at])) if case.by_column else (int(which[at]), 0)
    return BulkMismatch("out", Role.OUTPUT, row, column, float(expected[at]), float(got[at]), far)


def _sums(case: RowSumsCase, draw: Draw, which: Indices) -> Floats:
    """Some of the sums in float64, drawn piece by piece."""
    result = np.zeros(len(which))
    together = max(1, _PIECE // max(1, case.terms))
    apart, step = (1, case.cols) if case.by_column else (case.cols, 1)  # of sums, and of the terms of one
    for first in range(0, len(which), together):
        some = which[first : first + together, None] * apart
        for start in range(0, case.terms, _PIECE):
            terms = np.arange(start, min(start + _PIECE, case.terms), dtype=np.int64) * step
            result[first : first + together] += draw(_IN, some + terms).astype(np.float64).sum(axis=1)
    return result


def _expected_error(terms: int) -> float:
    """Root mean square error of chains that are as long as they may be, added up to one sum."""
    chain = max(1, min(terms, _LONGEST_CHAIN))
    return random_sum_error(chain, _VARIANCE) * float(np.sqrt(terms / chain))
