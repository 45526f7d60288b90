"""Timed row and column sums: samples of them are recomputed, and once all of them."""

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
    Span,
    changed_input,
    random_pieces,
    random_spans,
)
from grader.problems.rounding import imprecise, random_sum_error

if TYPE_CHECKING:
    from grader.problems.row_sums import RowSumsCase

_IN, _OUT = 0, 1
_PIECE = 1 << 19  # elements drawn at a time, and for a sample in all
_ROWS, _INPUT_SPANS, _INPUT_SPAN = 64, 8, 4096
# What one thread may sum up by itself. Without this limit, rounding in long vectors would be allowed so much that FP16
# passed: its errors grow with the square root of the length, those of a chain with the length.
_LONGEST_CHAIN = 1 << 18
_VARIANCE = 1 / 3  # of a value uniform in [-1, 1)
_FAR = 0.003  # times the root of the number of terms: far beyond the errors of FP16


def bulk(case: RowSumsCase) -> Bulk:
    """The timed launch of one case; the matrix holds floats, whatever `values` says, because integers hide FP16."""
    count = case.rows * case.cols
    arguments = (
        BulkBuffer("in", Role.INPUT, count),
        BulkBuffer("out", Role.OUTPUT, case.sums),
        Argument("rows", np.int32(case.rows)),
        Argument("cols", np.int32(case.cols)),
    )
    return Bulk(
        arguments, count, bytes=4 * (count + case.sums), library=None if case.by_column else "cub_row_sums",
        spans=partial(_spans, case), verify=partial(_verify, case),
        whole=lambda _: (Span(_OUT, 0, case.sums),), verify_whole=partial(_verify_whole, case),
    )  # fmt: skip


def _spans(case: RowSumsCase, rng: np.random.Generator) -> tuple[Span, ...]:
    """Some sums, fewer if they are long, and pieces of the input, which must be unchanged."""
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
    """The farthest of some sums, if they lack the precision of FP32."""
    found = imprecise(_sums(case, draw, which), got, _expected_error(case.terms), _FAR * np.sqrt(case.terms))
    if found is None:
        return None
    number = int(which[found[0]])
    return BulkMismatch("out", Role.OUTPUT, None, number, *found[1:])


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
    """Root mean square error of a sum of chains of the longest allowed length."""
    chain = max(1, min(terms, _LONGEST_CHAIN))
    return random_sum_error(chain, _VARIANCE) * float(np.sqrt(terms / chain))
