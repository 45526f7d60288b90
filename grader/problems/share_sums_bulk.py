"""Timed sums of shares: some are recomputed after each launch, and once all of them."""

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
    from grader.problems.share_sums import ShareSumsCase

_IN, _SUMS = 0, 1
_PIECE = 1 << 19  # elements drawn for a sample in all, and at a time
_WANTED, _INPUT_PIECES, _INPUT_PIECE = 64, 8, 4096
_VARIANCE = 1 / 3  # of a value uniform in [-1, 1)
_FAR = 0.003  # times the root of the number of terms: far beyond the errors of FP16


def bulk(case: ShareSumsCase) -> Bulk:
    """The timed launch of one case; it holds floats, whatever `values` says, because integers hide FP16."""
    arguments = (
        BulkBuffer("in", Role.INPUT, case.n),
        BulkBuffer("sums", Role.OUTPUT, case.blocks),
        Argument("n", np.int32(case.n)),
    )
    return Bulk(
        arguments, flops=case.n, bytes=4 * (case.n + case.blocks), library=None,
        spans=partial(_spans, case), verify=partial(_verify, case),
        whole=lambda _: (Span(_SUMS, 0, case.blocks),), verify_whole=partial(_verify_whole, case),
    )  # fmt: skip


def _spans(case: ShareSumsCase, rng: np.random.Generator) -> tuple[Span, ...]:
    """Some sums, the last one among them, and pieces of the input, which must be unchanged."""
    wanted = max(1, min(_WANTED, _PIECE // max(1, case.share)))
    sums = dict.fromkeys((*random_spans(rng, _SUMS, case.blocks, 1, wanted), Span(_SUMS, case.blocks - 1, 1)))
    return (*sums, *random_pieces(rng, _IN, case.n, _INPUT_PIECE, _INPUT_PIECES))


def _verify(case: ShareSumsCase, draw: Draw, fetched: Fetched, _: np.random.Generator) -> BulkMismatch | None:
    spans = [span for span in fetched if span.position == _SUMS]
    which = np.array([span.start for span in spans], np.int64)
    got = np.array([fetched[span][0] for span in spans], np.float32)
    return _compared(case, draw, which, got) or changed_input({_IN: ("in", None)}, draw, fetched)


def _verify_whole(case: ShareSumsCase, draw: Draw, fetched: Fetched, _: np.random.Generator) -> BulkMismatch | None:
    (got,) = fetched.values()
    return _compared(case, draw, np.arange(case.blocks, dtype=np.int64), got)


def _compared(case: ShareSumsCase, draw: Draw, which: Indices, got: Array) -> BulkMismatch | None:
    """The farthest of some sums, if they lack the precision of FP32."""
    error = random_sum_error(max(1, case.share), _VARIANCE)
    found = imprecise(_sums(case, draw, which), got, error, _FAR * float(np.sqrt(case.share)))
    return None if found is None else BulkMismatch("sums", Role.OUTPUT, None, int(which[found[0]]), *found[1:])


def _sums(case: ShareSumsCase, draw: Draw, which: Indices) -> Floats:
    """Some of the sums in float64, drawn piece by piece."""
    result = np.zeros(len(which))
    for place, block in enumerate(which):
        begin = min(int(block) * case.share, case.n)
        end = min(begin + case.share, case.n)
        for start in range(begin, end, _PIECE):
            result[place] += draw(_IN, np.arange(start, min(start + _PIECE, end))).astype(np.float64).sum()
    return result
