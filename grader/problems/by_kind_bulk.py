"""Elements of four kinds at scale, as many of each: random pieces of the result are recomputed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from grader.launch import Argument
from grader.problems.base import Role
from grader.problems.bulk import Bulk, BulkBuffer, BulkMismatch, Draw, Fetched, Span, changed_input, random_pieces
from grader.problems.by_kind import TOLERANCE, kind_of, shade

if TYPE_CHECKING:
    from grader.problems.by_kind import ByKindCase

_IN, _OUT = 0, 1
_PIECES, _INPUT_PIECES, _PIECE = 16, 8, 4096
_PART = 1 << 20  # elements; recomputing them takes a second
_FLOPS = 2 * (48 * 2 + 64 + 96 * 1.5 + 128) / 4  # of an element, on average
_FAR = 1e-3  # what half precision never is off by


def bulk(case: ByKindCase) -> Bulk:
    """The timed launch of one case; the kinds come as they come, whatever `kinds` says."""
    buffers = BulkBuffer("in", Role.INPUT, case.n), BulkBuffer("out", Role.OUTPUT, case.n)
    return Bulk(
        (*buffers, Argument("n", np.int32(case.n))), flops=round(_FLOPS * case.n), bytes=8 * case.n, library=None,
        spans=partial(_spans, case), verify=_verify,
        whole=lambda rng: random_pieces(rng, _OUT, case.n, _PART, 1), verify_whole=_verify,
    )  # fmt: skip


def _spans(case: ByKindCase, rng: np.random.Generator) -> tuple[Span, ...]:
    """Random pieces, and the last one, where a block may not be full."""
    last = Span(_OUT, max(0, case.n - _PIECE), min(case.n, _PIECE))
    outputs = random_pieces(rng, _OUT, case.n, _PIECE, _PIECES)
    return (*outputs, last, *random_pieces(rng, _IN, case.n, _PIECE, _INPUT_PIECES))


def _verify(draw: Draw, fetched: Fetched, _: np.random.Generator) -> BulkMismatch | None:
    for span, got in fetched.items():
        if span.position == _OUT and span.count:
            x = draw(_IN, span.elements).astype(np.float64)
            expected = shade(kind_of(x), x)
            with np.errstate(invalid="ignore", over="ignore"):
                error = np.abs(got.astype(np.float64) - expected)
            wrong = ~(error <= TOLERANCE)
            if wrong.any():
                at = int(np.argmax(wrong))
                far = not error[at] < _FAR
                return BulkMismatch("out", Role.OUTPUT, None, span.start + at, expected[at], float(got[at]), far)
    return changed_input({_IN: ("in", None)}, draw, fetched)
