"""Timed compactions of floats uniform in [-1, 1), of which about half are above 0.

Where a piece of the result comes from, nobody can tell without all elements before it. So after each launch the front
is compared, if the order is to be kept, and of other pieces, that their elements are above 0, and that nothing was
written behind the last one. Once everything is compared; where any order will do, by sums.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from grader.launch import Argument, Array
from grader.problems.base import Role
from grader.problems.bulk import Bulk, BulkBuffer, BulkMismatch, Draw, Fetched, Span, changed_input, random_pieces
from grader.problems.compaction import status_words

if TYPE_CHECKING:
    from grader.problems.compaction import CompactionCase

Float32 = NDArray[np.float32]

_IN, _OUT, _COUNT = 0, 1, 2
_PIECE = 1 << 19  # elements drawn at a time
_SPAN, _SPANS, _INPUT_SPANS = 4096, 32, 8


def stably(case: CompactionCase) -> Bulk:
    """The timed launch in order."""
    status = BulkBuffer("status", Role.IN_OUT, 2 * status_words(case.n), zeros=True)
    return _bulk(case, (status,), stable=True)


def any_order(case: CompactionCase) -> Bulk:
    """The timed launch in any order."""
    return _bulk(case, (), stable=False)


def _bulk(case: CompactionCase, more: tuple[BulkBuffer, ...], stable: bool) -> Bulk:
    arguments: tuple[BulkBuffer | Argument, ...] = (
        BulkBuffer("in", Role.INPUT, case.n), BulkBuffer("out", Role.OUTPUT, case.n),
        BulkBuffer("count", Role.IN_OUT, 1, zeros=True), *more, Argument("n", np.int32(case.n)),
    )  # fmt: skip
    count = Span(_COUNT, 0, 1)

    def spans(rng: np.random.Generator) -> tuple[Span, ...]:
        ends = (Span(_OUT, 0, min(case.n, _SPAN)),)
        outputs = random_pieces(rng, _OUT, case.n, _SPAN, _SPANS)
        inputs = random_pieces(rng, _IN, case.n, _SPAN, _INPUT_SPANS)
        return (count, *dict.fromkeys((*ends, *outputs)), *inputs)

    return Bulk(
        arguments, flops=0, bytes=6 * case.n, library="device_copy", spans=spans, verify=partial(_verify, stable),
        whole=lambda _: (count, Span(_OUT, 0, case.n)), verify_whole=partial(_verify_whole, case.n, stable),
    )  # fmt: skip


def _verify(stable: bool, draw: Draw, fetched: Fetched, _: np.random.Generator) -> BulkMismatch | None:
    """The front in order; of other pieces, that they hold elements above 0, and nothing behind the last one."""
    kept = _count(fetched)
    for span, got in fetched.items():
        if span.position != _OUT:
            continue
        inside = got[: max(0, kept - span.start)]
        if not (inside > 0).all():
            at = int(np.argmin(inside > 0))
            return BulkMismatch("out", Role.OUTPUT, None, span.start + at, 1.0, float(inside[at]))
        if stable and span.start == 0 and (wrong := _front(draw, inside)):
            return wrong
        behind = np.arange(inside.size, span.count, dtype=np.int64)
        before = draw(_OUT, span.start + behind)
        if wrong := BulkMismatch.first("out", Role.OUTPUT, span.start + inside.size, None, before, got[inside.size :]):
            return wrong
    return changed_input({_IN: ("in", None)}, draw, fetched)


def _count(fetched: Fetched) -> int:
    """What the launch says it has kept."""
    (words,) = (values for span, values in fetched.items() if span.position == _COUNT)
    return int(np.ascontiguousarray(words).view(np.int32)[0])


def _front(draw: Draw, got: Array) -> BulkMismatch | None:
    """The first kept elements; of 4 times as many elements at least as many are above 0."""
    x = draw(_IN, np.arange(4 * got.size, dtype=np.int64))
    expected = x[x > 0][: got.size]
    return BulkMismatch.first("out", Role.OUTPUT, 0, None, expected, got[: expected.size])


def _verify_whole(
    n: int, stable: bool, draw: Draw, fetched: Fetched, _: np.random.Generator
) -> BulkMismatch | None:  # fmt: skip
    kept = _count(fetched)
    (got,) = (values for span, values in fetched.items() if span.position == _OUT)
    found, sums, wanted = 0, np.zeros(2), np.zeros(2)
    for start in range(0, n, _PIECE):
        x = draw(_IN, np.arange(start, min(start + _PIECE, n), dtype=np.int64))
        expected = x[x > 0]
        own = got[found : found + expected.size]
        if stable and (wrong := BulkMismatch.first("out", Role.OUTPUT, found, None, expected, own)):
            return wrong
        sums, wanted = sums + _sums(own), wanted + _sums(expected)
        found += expected.size
    if kept != found:
        return BulkMismatch("count", Role.IN_OUT, None, 0, float(found), float(kept))
    if not stable and not np.array_equal(sums, wanted):
        return BulkMismatch("out", Role.OUTPUT, None, 0, float(wanted[0]), float(sums[0]))
    return None


def _sums(values: Float32) -> NDArray[np.float64]:
    """Of elements and of their squares, in steps of 2^-23 and exact: the same for every order."""
    steps = np.round(values.astype(np.float64) * 2.0**23)
    low = steps % 2.0**12
    return np.array([steps.sum(), (low * low).sum()])
