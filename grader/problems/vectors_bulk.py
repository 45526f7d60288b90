"""The timed copy: random pieces of the result are compared bit for bit."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from grader.launch import Argument
from grader.problems.base import Role
from grader.problems.bulk import Bulk, BulkBuffer, BulkMismatch, Draw, Fetched, Span, changed_input, random_pieces

if TYPE_CHECKING:
    from grader.problems.vectors import VectorCase

_IN, _OUT = 0, 1
_PIECES, _INPUT_PIECES, _PIECE = 64, 8, 4096
_PART = 1 << 24  # elements; fetching and comparing them takes a quarter of a second


def copy(case: VectorCase) -> Bulk:
    """The timed launch of one case."""
    buffers = BulkBuffer("in", Role.INPUT, case.n), BulkBuffer("out", Role.OUTPUT, case.n)
    return Bulk(
        (*buffers, Argument("n", np.int32(case.n))), flops=0, bytes=8 * case.n, library="device_copy",
        spans=partial(_spans, case), verify=_verify,
        whole=lambda rng: random_pieces(rng, _OUT, case.n, _PART, 1), verify_whole=_verify,
    )  # fmt: skip


def _spans(case: VectorCase, rng: np.random.Generator) -> tuple[Span, ...]:
    """Random pieces, and the last one, where a block may not be full."""
    last = Span(_OUT, max(0, case.n - _PIECE), min(case.n, _PIECE))
    outputs = random_pieces(rng, _OUT, case.n, _PIECE, _PIECES)
    return (*outputs, last, *random_pieces(rng, _IN, case.n, _PIECE, _INPUT_PIECES))


def _verify(draw: Draw, fetched: Fetched, _: np.random.Generator) -> BulkMismatch | None:
    for span, got in fetched.items():
        if span.position == _OUT:
            expected = draw(_IN, span.elements)
            if wrong := BulkMismatch.first("out", Role.OUTPUT, span.start, None, expected, got):
                return wrong
    return changed_input({_IN: ("in", None)}, draw, fetched)
