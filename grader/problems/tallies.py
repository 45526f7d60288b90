"""Counts that are added to what memory already holds: of positive numbers, and of the reds of a picture's pixels.

A pixel is 32 bits, red in the highest eight, then green, blue and alpha: each 0 .. 255. A histogram has 256 bins, one
for each red. In `histogram` a pixel counts 1 in the bin of its red, in `weighted_histogram` its alpha.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from grader.launch import Argument, Array
from grader.problems import coverage
from grader.problems.base import (
    Case,
    Floats,
    Geometry,
    Mistake,
    Possible,
    Prepared,
    Problem,
    Region,
    Role,
    at_scale,
    mistake,
)
from grader.problems.filling import grid_of, private, random_values
from grader.problems.judging import judge
from grader.problems.working import total
from grader.records import Limit

BINS = 256
_MOST_ELEMENTS = 2**28
_MOST_BEFORE = 10  # in a count before the launch
_COPIES = (2, 4, 8, 16, 32)  # times that every pixel may be counted

Words = NDArray[np.uint32]
Size = Annotated[int, Limit(strict=True, ge=0, le=_MOST_ELEMENTS)]
Slips = Iterator[tuple[Mistake, Floats]]  # a mistake, and the counts of this launch after it


class CountCase(Case):
    """n numbers."""

    DIMENSIONS: ClassVar[tuple[str, ...]] = ("n",)

    n: Size


class HistogramCase(CountCase):
    """n pixels. reds: any of 0 .. 255, or one and the same."""

    values: Literal["integers"] = "integers"
    reds: Literal["any", "one"] = "any"

    def defaults(self) -> dict[str, object]:
        """The default of each optional field."""
        return super().defaults() | {"reds": "any"}


def _prepared(
    content: Array, before: Array, added: Floats, name: str, slips: Callable[[], Slips],
    formula: Callable[[int], tuple[str, str]],
) -> Prepared:  # fmt: skip
    """A launch that adds `added` to the counts in `before`."""
    given = (Argument("in", content), Argument(name, before), Argument("n", np.int32(content.size)))
    buffers = (private(given[0], 0, Role.INPUT, None), private(given[1], 1, Role.IN_OUT, None))
    old = before.astype(np.float64)
    region = Region(
        1, grid_of(1, added.size, added.size), expected=(old + added)[None, None],
        mistakes=partial(_mistakes, old, added, slips), working=lambda _, row, i: formula(i),
    )  # fmt: skip
    return Prepared(given, buffers, (region,))


def _mistakes(old: Floats, added: Floats, slips: Callable[[], Slips], geometry: Geometry) -> Iterator[Possible]:
    for name, values in slips():
        yield name, partial(np.reshape, old + values, (1, 1, -1))
    yield mistake("old_counts_lost"), partial(np.reshape, added, (1, 1, -1))
    if geometry.grid[0] > 1:
        yield mistake("counted_by_every_block"), partial(np.reshape, old + geometry.grid[0] * added, (1, 1, -1))
    for times in _COPIES:
        yield mistake("counted_again", times=times), partial(np.reshape, old + times * added, (1, 1, -1))
    if added.size > 1:
        yield from coverage.of_vector((old + added)[None, None], geometry)


def _count(case: CountCase, rng: np.random.Generator) -> Prepared:
    content = random_values(rng, case.n, case.values)
    before = rng.integers(0, _MOST_BEFORE, 1, dtype=np.int32)
    positive, negative = int((content > 0).sum()), int((content < 0).sum())

    def slips() -> Slips:
        yield mistake("sign_reversed"), np.array([float(negative)])
        yield mistake("all_counted"), np.array([float(case.n)])

    def formula(_: int) -> tuple[str, str]:
        return f"count[0] = {before[0]} + number of positive elements", f"{before[0]} + {positive}"

    return _prepared(content, before, np.array([float(positive)]), "count", slips, formula)


def pixels(case: HistogramCase, rng: np.random.Generator) -> Words:
    """The pixels of a case; no byte is 0, so that a wrong one shows."""
    found = rng.integers(1, 256, (case.n, 4), dtype=np.uint8)  # alpha, blue, green, red
    found[:, 3] = rng.integers(0, 256) if case.reds == "one" else rng.integers(0, 256, case.n)
    words: Words = np.ascontiguousarray(found).view("<u4").ravel().astype(np.uint32)
    return words


def _histogram(weighted: bool, case: HistogramCase, rng: np.random.Generator) -> Prepared:
    content = pixels(case, rng)
    before = rng.integers(0, _MOST_BEFORE, BINS, dtype=np.uint32)
    byte = [_byte(content, shift) for shift in (0, 8, 16, 24)]
    weights = byte[0] if weighted else np.ones(case.n)
    added = binned(byte[3], weights)

    def slips() -> Slips:
        for name, which in (("alpha", 0), ("blue", 1), ("green", 2)):
            yield mistake("other_byte", name=name), binned(byte[which], weights)
        other = np.ones(case.n) if weighted else byte[0]
        yield mistake("counted" if weighted else "weighed"), binned(byte[3], other)
        yield mistake("last_term_missing"), binned(byte[3][:-1], weights[:-1])

    def formula(i: int) -> tuple[str, str]:
        own = np.flatnonzero(byte[3] == i)
        if not weighted:
            return f"hist[{i}] = {before[i]} + number of pixels of red {i}", f"{before[i]} + {own.size}"
        terms = total(own.size, lambda at: f"(in[{own[at]}] & 255)")
        return f"hist[{i}] = {before[i]} + {terms}", f"{before[i]} + " + total(
            own.size, lambda at: f"{byte[0][own[at]]:g}"
        )

    return _prepared(content, before, added, "hist", slips, formula)


def _byte(words: Words, shift: int) -> Floats:
    return (words >> np.uint32(shift) & np.uint32(255)).astype(np.float64)


def binned(keys: Floats, weights: Floats) -> Floats:
    """The sum of the weights of each key."""
    return np.bincount(keys.astype(np.int64), weights, BINS).astype(np.float64)


_COUNT_SIGNATURE = ("const float* in", "int* count", "int n")
_SIGNATURE = ("const unsigned* in", "unsigned* hist", "int n")

COUNT_POSITIVE = Problem("count_positive", CountCase, _COUNT_SIGNATURE, _count, judge)
HISTOGRAM = Problem("histogram", HistogramCase, _SIGNATURE, partial(_histogram, False), judge, at_scale("tallies_bulk"))
WEIGHTED_HISTOGRAM = Problem(
    "weighted_histogram", HistogramCase, _SIGNATURE, partial(_histogram, True), judge,
    at_scale("tallies_bulk", "weighted"),
)  # fmt: skip
