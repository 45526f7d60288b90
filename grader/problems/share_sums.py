"""Sums of shares: n elements are cut into one share for each block, and sums[b] is the sum of the share of block b.

All shares but the last ones are equally long: the smallest multiple of 32 with which they cover all elements. Share b
begins at b times that, and ends there or at n; shares beyond n are empty, and their sums 0.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, ClassVar

import numpy as np

from grader.launch import Argument
from grader.problems.base import Case, Floats, Prepared, Problem, Role, at_scale, mistake
from grader.problems.filling import poison, private, random_terms
from grader.problems.judging import judge
from grader.problems.rounding import LONGEST_FLOAT_SUM
from grader.problems.sums import Sums, SumsOf
from grader.problems.working import total, value
from grader.records import Limit

LINE = 32  # floats: 128 bytes, so that every share begins at a cache line
_MOST_ELEMENTS = 2**30  # kernels number elements with an int
_EXACT = 2**22  # integers of at most 4 that FP32 adds up exactly


class ShareSumsCase(Case):
    """n elements for `blocks` blocks."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n", "blocks")

    n: Annotated[int, Limit(strict=True, ge=0, le=_MOST_ELEMENTS)]
    blocks: Annotated[int, Limit(strict=True, ge=1, le=2**20)]

    @property
    def share(self) -> int:
        """Elements of a whole share."""
        return -(-self.n // (self.blocks * LINE)) * LINE

    def _consistent(self) -> None:
        if self.values == "floats" and self.share > LONGEST_FLOAT_SUM:
            raise ValueError(f"values: floats needs shares of at most {LONGEST_FLOAT_SUM}; longer ones need integers")


def arguments(case: ShareSumsCase, rng: np.random.Generator) -> Prepared:
    """Fresh elements, poisoned sums, and the expected ones.

    Raises ValueError if integer sums are too long to be exact, as only timed sizes may be.
    """
    if case.values == "integers" and case.share > _EXACT:
        raise ValueError(f"shares of {case.share} integers are too long to be summed up exactly in FP32")
    given = (
        Argument("in", random_terms(rng, case.n, case.values)),
        Argument("sums", poison(case.blocks)),
        Argument("n", np.int32(case.n)),
    )
    buffers = (private(given[0], 0, Role.INPUT, None), private(given[1], 1, Role.OUTPUT, None))
    flat = buffers[0].original.astype(np.float64)
    terms = cut(flat, case.blocks, case.share)
    magnitude = None if case.values == "integers" else np.abs(terms).sum(axis=1)
    sums = SumsOf(terms, magnitude, partial(_slips, case, flat), partial(_formula, case, flat))
    return Prepared(given, buffers, (sums.region(1),))


def cut(flat: Floats, blocks: int, share: int) -> Floats:
    """(blocks, share): the elements of each share, zeros where it has fewer; what is left over is dropped."""
    padded = np.zeros(blocks * share)
    padded[: flat.size] = flat[: padded.size]
    return padded.reshape(blocks, share)


def _slips(case: ShareSumsCase, flat: Floats) -> Sums:
    """Shares of another length, and elements dealt out instead of cut."""
    n, blocks = case.n, case.blocks

    def of_length(share: int) -> Callable[[], Floats]:
        return lambda: cut(flat, blocks, share).sum(axis=1)

    yield mistake("share_rounded_down"), of_length(n // blocks)
    yield mistake("share_rounded_down", lines=True), of_length(n // blocks // LINE * LINE)
    yield mistake("share_not_whole_lines"), of_length(-(-n // blocks))
    yield mistake("share_one_line_more"), of_length((n // blocks // LINE + 1) * LINE)
    for threads in (64, 128, 256, 512, 1024):
        yield mistake("dealt_out", size=threads), partial(_dealt, flat, blocks, threads)
    yield mistake("whole_for_each"), lambda: np.full(blocks, flat.sum())


def _dealt(flat: Floats, blocks: int, threads: int) -> Floats:
    """The sums where block b takes every `blocks`-th piece of `threads` elements, as a grid-stride loop does."""
    owner = np.arange(flat.size) // threads % blocks
    return np.asarray(np.bincount(owner, weights=flat, minlength=blocks), np.float64)


def _formula(case: ShareSumsCase, flat: Floats, block: int) -> tuple[str, str]:
    begin = min(block * case.share, case.n)
    count = min(case.share, case.n - begin)
    names = total(count, lambda k: f"in[{begin + k}]")
    return f"sums[{block}] = {names}", total(count, lambda k: value(flat[begin + k]))


_SIGNATURE = ("const float* in", "float* sums", "int n")

SHARE_SUMS = Problem("share_sums", ShareSumsCase, _SIGNATURE, arguments, judge, at_scale("share_sums_bulk"))
