"""The timed transpose: sampled rows of the result are compared bit for bit."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from grader.launch import Argument
from grader.problems.base import Role
from grader.problems.bulk import Bulk, BulkBuffer, BulkMismatch, Draw, Fetched, Span, changed_input, random_spans

if TYPE_CHECKING:
    from grader.problems.matrices import MatrixCase

_ROWS, _INPUT_ROWS = 32, 8
_PART = 1 << 24  # elements
_IN, _OUT = 0, 1


def bulk(case: MatrixCase) -> Bulk:
    """The timed launch of one case."""
    count = case.rows * case.cols
    arguments = (
        BulkBuffer("in", Role.INPUT, count),
        BulkBuffer("out", Role.OUTPUT, count),
        Argument("rows", np.int32(case.rows)),
        Argument("cols", np.int32(case.cols)),
    )
    return Bulk(
        arguments, flops=0, bytes=8 * count, library="device_copy", spans=partial(_spans, case),
        verify=partial(_verify, case), whole=partial(_part, case), verify_whole=partial(_verify_whole, case),
    )  # fmt: skip


def _spans(case: MatrixCase, rng: np.random.Generator) -> tuple[Span, ...]:
    outputs = random_spans(rng, _OUT, case.cols, case.rows, _ROWS)
    return (*outputs, *random_spans(rng, _IN, case.rows, case.cols, _INPUT_ROWS))


def _part(case: MatrixCase, rng: np.random.Generator) -> tuple[Span, ...]:
    """Adjacent rows, as many as can be fetched and compared in a tenth of a second."""
    rows = min(case.cols, max(1, _PART // max(1, case.rows)))
    first = int(rng.integers(0, case.cols - rows, endpoint=True))
    return (Span(_OUT, first * case.rows, rows * case.rows),)


def _verify(case: MatrixCase, draw: Draw, fetched: Fetched, _: np.random.Generator) -> BulkMismatch | None:
    for span, got in fetched.items():
        if span.position == _OUT and (wrong := _compared(case, draw, span.start // case.rows, got)):
            return wrong
    return changed_input({_IN: ("in", case.cols)}, draw, fetched)


def _verify_whole(case: MatrixCase, draw: Draw, fetched: Fetched, _: np.random.Generator) -> BulkMismatch | None:
    ((part, values),) = fetched.items()
    first = part.start // max(1, case.rows)
    for row, got in enumerate(values.reshape(-1, max(1, case.rows)), first):
        if wrong := _compared(case, draw, row, got):
            return wrong
    return None


def _compared(case: MatrixCase, draw: Draw, row: int, got: np.ndarray) -> BulkMismatch | None:
    """Row `row` of the result against column `row` of the input."""
    expected = draw(_IN, np.arange(case.rows, dtype=np.int64) * case.cols + row)
    return BulkMismatch.first("out", Role.OUTPUT, row * case.rows, case.rows, expected, got)
