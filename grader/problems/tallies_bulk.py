"""Timed histograms: the sum over all bins is compared each time, and once every bin.

The words of `in` are those of floats uniform in [-1, 1), so that the highest byte, here called red, is 3F, BF, 3E or BE
in seven of eight: four bins are crowded, as in a dark picture.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from grader.launch import Argument, Array
from grader.problems.base import Role
from grader.problems.bulk import Bulk, BulkBuffer, BulkMismatch, Draw, Fetched, Span, changed_input, random_pieces

if TYPE_CHECKING:
    from grader.problems.tallies import HistogramCase

Words = NDArray[np.uint32]

_IN, _HIST = 0, 1
_BINS = 256
_PIECE = 1 << 19  # elements drawn at a time
_INPUT_SPANS, _INPUT_SPAN = 8, 4096


def bulk(case: HistogramCase, weigh: bool = False) -> Bulk:
    """The timed launch of one case, whatever `reds` says; weigh: every pixel counts its lowest byte, not 1."""
    arguments = (
        BulkBuffer("in", Role.INPUT, case.n), BulkBuffer("hist", Role.IN_OUT, _BINS), Argument("n", np.int32(case.n)),
    )  # fmt: skip
    bins = Span(_HIST, 0, _BINS)
    return Bulk(
        arguments, flops=0, bytes=4 * case.n, library=None,
        spans=lambda rng: (bins, *random_pieces(rng, _IN, case.n, _INPUT_SPAN, _INPUT_SPANS)),
        verify=partial(_verify, None if weigh else case.n),
        whole=lambda _: (bins,), verify_whole=partial(_verify_whole, case.n, weigh),
    )  # fmt: skip


def weighted(case: HistogramCase) -> Bulk:
    """The same with weights."""
    return bulk(case, weigh=True)


def _verify(count: int | None, draw: Draw, fetched: Fetched, _: np.random.Generator) -> BulkMismatch | None:
    """Whether the bins have `count` more than before, modulo 2^32 (None: not known), and inputs are unchanged."""
    (got,) = (values for span, values in fetched.items() if span.position == _HIST)
    added = _words(got) - _before(draw)  # modulo 2^32
    total = int(added.sum(dtype=np.uint32))
    if count is not None and total != count:
        return BulkMismatch("hist", Role.IN_OUT, None, _farthest(added, count), float(count), float(total))
    return changed_input({_IN: ("in", None)}, draw, fetched)


def _verify_whole(
    count: int, weigh: bool, draw: Draw, fetched: Fetched, _: np.random.Generator
) -> BulkMismatch | None:  # fmt: skip
    (got,) = fetched.values()
    expected = _before(draw)
    for start in range(0, count, _PIECE):
        words = draw(_IN, np.arange(start, min(start + _PIECE, count), dtype=np.int64)).view(np.uint32)
        weights = (words & np.uint32(255)).astype(np.float64) if weigh else None
        expected += np.bincount(words >> np.uint32(24), weights, _BINS).astype(np.uint32)
    wrong = np.flatnonzero(expected != _words(got))
    if not wrong.size:
        return None
    at = int(wrong[0])
    return BulkMismatch("hist", Role.IN_OUT, None, at, float(expected[at]), float(_words(got)[at]))


def _before(draw: Draw) -> Words:
    """The bins before the launch: the words of floats, too."""
    words: Words = draw(_HIST, np.arange(_BINS, dtype=np.int64)).view(np.uint32).copy()
    return words


def _words(values: Array) -> Words:
    return np.ascontiguousarray(values).view(np.uint32)


def _farthest(added: Words, count: int) -> int:
    """The bin with the largest number, as of a total that is wrong nobody knows which bin is."""
    return int(np.argmax(np.where(added > count, added - np.uint32(count), added)))
