"""Timed filters of images: sampled rows are computed again, and once many more of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
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
    Span,
    changed_input,
    random_pieces,
    random_spans,
)
from grader.problems.filters_2d import passed_by_value, separable, square
from grader.problems.rounding import rounding_of_sums

if TYPE_CHECKING:
    from grader.problems.filters_2d import FilteredImageCase

_IN, _OUT = 0, 1
_ROWS, _PART = 16, 1 << 20  # rows of a sample, and elements of the large part
_INPUT_PIECES, _PIECE = 8, 4096
_SEED = 18  # of the filter, which is the same in all launches


def convolved(case: FilteredImageCase) -> Bulk:
    """The timed launch of a filter of weights that have nothing in common."""
    return _bulk(case, square)


def by_value(case: FilteredImageCase) -> Bulk:
    """The same with the filter as a parameter."""
    bulk = convolved(case)
    (symbol,) = bulk.symbols
    return replace(bulk, arguments=(*bulk.arguments, *passed_by_value(symbol)), symbols=())


def separated(case: FilteredImageCase) -> Bulk:
    """The timed launch of a filter that is the product of two."""
    return _bulk(case, separable)


_Made = Callable[["FilteredImageCase", np.random.Generator], tuple[Floats, tuple[Argument, ...]]]


def _bulk(case: FilteredImageCase, made: _Made) -> Bulk:
    """The image holds floats, whatever `values` says, and so does the filter, because integers hide FP16."""
    weights, symbols = made(replace(case, values="floats"), np.random.default_rng(_SEED))
    count = case.rows * case.cols
    arguments = (
        BulkBuffer("in", Role.INPUT, count), BulkBuffer("out", Role.OUTPUT, count),
        Argument("rows", np.int32(case.rows)), Argument("cols", np.int32(case.cols)),
    )  # fmt: skip
    many = max(1, min(case.rows, _PART // case.cols))
    return Bulk(
        arguments, flops=2 * weights.size * count, bytes=8 * count, library="device_copy",
        spans=partial(_spans, case), verify=partial(_verify, case, weights),
        whole=lambda rng: random_spans(rng, _OUT, case.rows, case.cols, many),
        verify_whole=partial(_verify, case, weights), symbols=symbols,
    )  # fmt: skip


def _spans(case: FilteredImageCase, rng: np.random.Generator) -> tuple[Span, ...]:
    """Some rows, the first and the last one, and pieces of the input, which must be unchanged."""
    rows = random_spans(rng, _OUT, case.rows, case.cols, _ROWS)
    ends = [Span(_OUT, row * case.cols, case.cols) for row in (0, case.rows - 1)]
    return (*{*rows, *ends}, *random_pieces(rng, _IN, case.rows * case.cols, _PIECE, _INPUT_PIECES))


def _verify(
    case: FilteredImageCase, weights: Floats, draw: Draw, fetched: Fetched, _: np.random.Generator
) -> BulkMismatch | None:  # fmt: skip
    for span, got in fetched.items():
        if span.position != _OUT:
            continue
        row = span.start // case.cols
        image = _around(case, draw, row)
        right, magnitude = _middle(image, weights), _middle(np.abs(image), np.abs(weights))
        allowed = rounding_of_sums(magnitude, weights.size).tolerance
        with np.errstate(invalid="ignore"):
            wrong = ~(np.abs(got.astype(np.float64) - right) <= allowed)
        if wrong.any():
            at = int(np.argmax(wrong))
            return BulkMismatch("out", Role.OUTPUT, row, at, float(right[at]), float(got[at]))
    return changed_input({_IN: ("in", case.cols)}, draw, fetched)


def _around(case: FilteredImageCase, draw: Draw, row: int) -> Floats:
    """The rows of the image that row `row` of the result needs; those beyond its edges are zeros."""
    image = np.zeros((2 * case.radius + 1, case.cols))
    for k in range(2 * case.radius + 1):
        there = row + k - case.radius
        if 0 <= there < case.rows:
            image[k] = draw(_IN, np.arange(there * case.cols, (there + 1) * case.cols, dtype=np.int64))
    return image


def _middle(image: Floats, weights: Floats) -> Floats:
    """The middle row of the result."""
    reach, cols = weights.shape[1] // 2, image.shape[1]
    around = np.pad(image, ((0, 0), (reach, reach)))
    result = np.zeros(cols)
    for (y, x), weight in np.ndenumerate(weights):
        result += weight * around[y, x : x + cols]
    return result
