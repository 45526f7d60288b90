"""Timed rows minus their largest elements: random rows are compared bit for bit, and once many of them."""

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

if TYPE_CHECKING:
    from grader.problems.row_maxima import BelowRowMaxCase

_IN, _OUT = 0, 1
_SAMPLE, _PART = 1 << 19, 1 << 24  # elements looked at after each launch, and once
_INPUT_PIECES, _PIECE = 8, 4096


def bulk(case: BelowRowMaxCase) -> Bulk:
    """The timed launch of one case. It moves what a copy moves, so the device's copy stands beside it."""
    count = case.rows * case.cols
    arguments = (
        BulkBuffer("in", Role.INPUT, count),
        BulkBuffer("out", Role.OUTPUT, count),
        Argument("rows", np.int32(case.rows)),
        Argument("cols", np.int32(case.cols)),
    )
    return Bulk(
        arguments, flops=2 * count, bytes=8 * count, library="device_copy",
        spans=partial(_spans, case), verify=partial(_verify, case),
        whole=lambda rng: _rows(case, rng, _PART), verify_whole=partial(_verify, case),
    )  # fmt: skip


def _rows(case: BelowRowMaxCase, rng: np.random.Generator, elements: int) -> tuple[Span, ...]:
    return random_spans(rng, _OUT, case.rows, case.cols, max(1, elements // case.cols))


def _spans(case: BelowRowMaxCase, rng: np.random.Generator) -> tuple[Span, ...]:
    """Some rows, and pieces of the input, which must be unchanged."""
    pieces = random_pieces(rng, _IN, case.rows * case.cols, _PIECE, _INPUT_PIECES)
    return (*_rows(case, rng, _SAMPLE), *pieces)


def _verify(case: BelowRowMaxCase, draw: Draw, fetched: Fetched, _: np.random.Generator) -> BulkMismatch | None:
    for span, got in fetched.items():
        if span.position == _OUT:
            row = draw(_IN, span.elements)
            if wrong := BulkMismatch.first("out", Role.OUTPUT, span.start, case.cols, row - row.max(), got):
                return wrong
    return changed_input({_IN: ("in", case.cols)}, draw, fetched)
