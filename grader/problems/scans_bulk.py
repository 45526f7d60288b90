"""Timed scans: pieces of them are compared after each launch, and once all of it, word for word and modulo 2^32.

The words of `in` are those of floats uniform in [-1, 1), taken for integers. Within a scan of everything only
differences can be recomputed without all that comes before; at the beginning, and once everywhere, the sums are.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from grader.launch import Argument, Array
from grader.problems.base import Indices, Role
from grader.problems.bulk import Bulk, BulkBuffer, BulkMismatch, Draw, Fetched, Span, changed_input, random_pieces
from grader.problems.whole_scan import COUNTERS, words_of

if TYPE_CHECKING:
    from grader.problems.scans import PieceScansCase
    from grader.problems.whole_scan import ScanCase

Words = NDArray[np.uint32]

_IN, _OUT, _STATUS, _COUNTERS, _TOTALS = 0, 1, 2, 3, 2
_PIECE = 1 << 19  # elements drawn at a time
_SPAN, _SPANS, _INPUT_SPANS = 1 << 14, 24, 8  # each of which has the ends of several tiles


def whole(case: ScanCase) -> Bulk:
    """The timed exclusive scan of everything."""
    words = 2 * words_of(case.n)
    arguments = (
        BulkBuffer("in", Role.INPUT, case.n), BulkBuffer("out", Role.OUTPUT, case.n),
        BulkBuffer("status", Role.IN_OUT, words, zeros=True),
        BulkBuffer("counters", Role.IN_OUT, COUNTERS, zeros=True), Argument("n", np.int32(case.n)),
    )  # fmt: skip
    left = Span(_STATUS, 0, words), Span(_COUNTERS, 0, COUNTERS)
    return Bulk(
        arguments, flops=case.n, bytes=8 * case.n, library="device_copy",
        spans=lambda rng: (*left, *_spans(case.n, rng)), verify=partial(_verify, 0, True),
        whole=lambda _: (Span(_OUT, 0, case.n),), verify_whole=partial(_verify_whole, 0, True),
    )  # fmt: skip


def inclusive(case: PieceScansCase) -> Bulk:
    """The timed inclusive scans of pieces."""
    return _pieces(case, exclusive=False, totals=False)


def exclusive(case: PieceScansCase) -> Bulk:
    """The timed exclusive scans of pieces."""
    return _pieces(case, exclusive=True, totals=False)


def with_totals(case: PieceScansCase) -> Bulk:
    """The same with the sums of the pieces."""
    return _pieces(case, exclusive=True, totals=True)


def _pieces(case: PieceScansCase, exclusive: bool, totals: bool) -> Bulk:
    outputs = [BulkBuffer("out", Role.OUTPUT, case.n)]
    if totals:
        outputs.append(BulkBuffer("totals", Role.OUTPUT, case.pieces))
    return Bulk(
        (BulkBuffer("in", Role.INPUT, case.n), *outputs, Argument("n", np.int32(case.n))), flops=case.n,
        bytes=8 * case.n + 4 * case.pieces * totals, library="device_copy",
        spans=partial(_spans, case.n), verify=partial(_verify, case.chunk, exclusive),
        whole=partial(_everything, case, totals), verify_whole=partial(_verify_whole, case.chunk, exclusive),
    )  # fmt: skip


def _everything(case: PieceScansCase, totals: bool, _: np.random.Generator) -> tuple[Span, ...]:
    sums = (Span(_TOTALS, 0, case.pieces),) if totals else ()
    return (Span(_OUT, 0, case.n), *sums)


def _spans(n: int, rng: np.random.Generator) -> tuple[Span, ...]:
    """The beginning, the end, and random pieces of the result; pieces of the input, which must be unchanged."""
    ends = dict.fromkeys((Span(_OUT, 0, min(n, _SPAN)), Span(_OUT, max(0, n - _SPAN), min(n, _SPAN))))
    outputs = random_pieces(rng, _OUT, n, _SPAN, _SPANS)
    return (*ends, *(span for span in outputs if span not in ends), *random_pieces(rng, _IN, n, _SPAN, _INPUT_SPANS))


def _verify(
    piece: int, exclusive: bool, draw: Draw, fetched: Fetched, _: np.random.Generator
) -> BulkMismatch | None:  # fmt: skip
    """piece: after so many elements a scan begins anew; 0: never."""
    for span, got in fetched.items():
        wrong = None
        if span.position == _OUT:
            wrong = _differences(piece, exclusive, draw, span, _words(got))
        elif span.position in (_STATUS, _COUNTERS):
            name = "status" if span.position == _STATUS else "counters"
            wrong = _first(name, Role.IN_OUT, span.start, np.zeros(span.count, np.uint32), _words(got))
        if wrong is not None:
            return wrong
    return changed_input({_IN: ("in", None)}, draw, fetched)


def _differences(piece: int, exclusive: bool, draw: Draw, span: Span, got: Words) -> BulkMismatch | None:
    """A span of the result, from its first element on; that must be right where a scan begins."""
    if not span.count:
        return None
    x = draw(_IN, span.elements).view(np.uint32)
    added = np.concatenate([[0], x[:-1]]).astype(np.uint32) if exclusive else x.copy()
    begins = span.elements % piece == 0 if piece else span.elements == 0
    sums = added.cumsum(dtype=np.uint32)
    first = np.maximum.accumulate(np.where(begins, np.arange(span.count), -1))
    # What comes before: since the scan began within the span, or up to its first element, which is taken for right.
    before = np.where(first >= 0, sums[first] - (np.uint32(0) if exclusive else x[first]), added[:1] - got[:1])
    return _first("out", Role.OUTPUT, span.start, (sums - before).astype(np.uint32), got)


def _verify_whole(
    piece: int, exclusive: bool, draw: Draw, fetched: Fetched, _: np.random.Generator
) -> BulkMismatch | None:  # fmt: skip
    for span, got in fetched.items():
        count = span.count
        if span.position == _OUT:
            x = np.concatenate([_drawn(draw, start, min(start + _PIECE, count)) for start in range(0, count, _PIECE)])
            expected = _scanned(x, piece or count, exclusive)
        else:
            n = max(other.count for other in fetched if other.position == _OUT)
            x = np.concatenate([_drawn(draw, start, min(start + _PIECE, n)) for start in range(0, n, _PIECE)])
            expected = np.pad(x, (0, count * piece - n)).reshape(count, piece).sum(axis=1, dtype=np.uint32)
        name = "out" if span.position == _OUT else "totals"
        if wrong := _first(name, Role.OUTPUT, span.start, expected, _words(got)):
            return wrong
    return None


def _scanned(x: Words, piece: int, exclusive: bool) -> Words:
    padded = np.pad(x, (0, -x.size % piece)).reshape(-1, piece)
    sums: Words = padded.cumsum(axis=1, dtype=np.uint32).ravel()[: x.size]
    return sums - x if exclusive else sums


def _drawn(draw: Draw, start: int, end: int) -> Words:
    words: Words = draw(_IN, np.arange(start, end, dtype=np.int64)).view(np.uint32)
    return words


def _first(name: str, role: Role, start: int, expected: Words, got: Words) -> BulkMismatch | None:
    wrong: Indices = np.flatnonzero(expected != got)
    if not wrong.size:
        return None
    at = int(wrong[0])
    return BulkMismatch(name, role, None, start + at, float(expected[at]), float(got[at]))


def _words(values: Array) -> Words:
    return np.ascontiguousarray(values).view(np.uint32)
