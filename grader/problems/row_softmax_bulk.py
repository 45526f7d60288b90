"""Timed softmax of rows: random rows are computed again, and once a large part of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from grader.launch import Argument
from grader.problems.base import Role
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
from grader.problems.row_softmax import softmax, tolerance

if TYPE_CHECKING:
    from grader.problems.row_softmax import RowSoftmaxCase

_IN, _OUT = 0, 1
_ROWS, _PART = 64, 1 << 22  # rows of a sample, and elements of the large part
_INPUT_PIECES, _PIECE = 8, 4096


def bulk(case: RowSoftmaxCase) -> Bulk:
    """The timed launch of one case, next to the device's own copy, which moves as many bytes."""
    count = case.rows * case.cols
    arguments = (
        BulkBuffer("in", Role.INPUT, count), BulkBuffer("out", Role.OUTPUT, count),
        Argument("rows", np.int32(case.rows)), Argument("cols", np.int32(case.cols)),
    )  # fmt: skip
    whole = max(1, min(case.rows, _PART // case.cols))
    return Bulk(
        arguments, flops=0, bytes=8 * count, library="device_copy",
        spans=partial(_spans, case), verify=partial(_verify, case),
        whole=lambda rng: random_spans(rng, _OUT, case.rows, case.cols, whole), verify_whole=partial(_verify, case),
    )  # fmt: skip


def _spans(case: RowSoftmaxCase, rng: np.random.Generator) -> tuple[Span, ...]:
    """Some rows, the last one, and pieces of the input, which must be unchanged."""
    rows = random_spans(rng, _OUT, case.rows, case.cols, _ROWS)
    last = Span(_OUT, (case.rows - 1) * case.cols, case.cols)
    return (*rows, last, *random_pieces(rng, _IN, case.rows * case.cols, _PIECE, _INPUT_PIECES))


def _verify(case: RowSoftmaxCase, draw: Draw, fetched: Fetched, _: np.random.Generator) -> BulkMismatch | None:
    for span, got in fetched.items():
        if span.position != _OUT:
            continue
        right = softmax(draw(_IN, span.elements).astype(np.float64)[None])[0]
        with np.errstate(invalid="ignore"):
            wrong = ~(np.abs(got.astype(np.float64) - right) <= tolerance(right[None])[0])
        if wrong.any():
            at = int(np.argmax(wrong))
            return BulkMismatch("out", Role.OUTPUT, span.start // case.cols, at, float(right[at]), float(got[at]))
    return changed_input({_IN: ("in", case.cols)}, draw, fetched)
