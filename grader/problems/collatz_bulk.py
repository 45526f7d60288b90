"""Timed Collatz steps: random pieces are recomputed, and once a large one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from grader.launch import Argument
from grader.problems.base import Role
from grader.problems.bulk import Bulk, BulkBuffer, BulkMismatch, Draw, Fetched, Span, random_pieces
from grader.problems.collatz import steps_from

if TYPE_CHECKING:
    from grader.problems.collatz import CollatzCase

_STEPS = 0
_PIECES, _PIECE = 16, 1024
_PART = 1 << 18  # elements; recomputing them takes about a second


def bulk(case: CollatzCase) -> Bulk:
    """The timed launch of one case. Nothing is read; what is written are integers."""
    arguments = (
        BulkBuffer("steps", Role.OUTPUT, case.n),
        Argument("first", np.int32(case.first)),
        Argument("n", np.int32(case.n)),
    )
    verify = partial(_verify, case)
    return Bulk(
        arguments, flops=0, bytes=4 * case.n, library=None, spans=partial(_spans, case), verify=verify,
        whole=lambda rng: random_pieces(rng, _STEPS, case.n, _PART, 1), verify_whole=verify,
    )  # fmt: skip


def _spans(case: CollatzCase, rng: np.random.Generator) -> tuple[Span, ...]:
    """Random pieces, and the last one, where a batch may not be full."""
    last = Span(_STEPS, max(0, case.n - _PIECE), min(case.n, _PIECE))
    return (*random_pieces(rng, _STEPS, case.n, _PIECE, _PIECES), last)


def _verify(case: CollatzCase, _: Draw, fetched: Fetched, __: np.random.Generator) -> BulkMismatch | None:
    for span, values in fetched.items():
        expected = steps_from(case.first + span.elements)
        got = np.ascontiguousarray(values).view(np.int32)
        wrong = expected != got
        if wrong.any():
            at = int(np.argmax(wrong))
            return BulkMismatch("steps", Role.OUTPUT, None, span.start + at, float(expected[at]), float(got[at]))
    return None
