"""Where two kernels are the same: passages of the one, each with its passage of the other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from grader.classroom.similarity.fingerprints import LENGTH, fingerprints
from grader.classroom.similarity.tokens import Tokens
from grader.dataclass import dataclass

_PLACES = 16  # tried per fingerprint in the other kernel


@dataclass(frozen=True)
class Region:
    """A passage of a text, characters [start, end). number: the same for a matching pair."""

    number: int
    start: int
    end: int


def regions(left: Tokens, right: Tokens, discounted: NDArray[np.uint64]) -> tuple[list[Region], list[Region]]:
    """The passages that two kernels share, for each kernel in text order, without overlaps.

    discounted: sorted fingerprints to ignore.
    """
    ours, theirs = _own(left, discounted), _own(right, discounted)
    found = _tiles(ours, theirs)
    of_left = _spans([(number, a, length) for number, (a, _, length) in enumerate(found, start=1)], left)
    of_right = _spans([(number, b, length) for number, (_, b, length) in enumerate(found, start=1)], right)
    return of_left, of_right


def _own(tokens: Tokens, discounted: NDArray[np.uint64]) -> list[int | None]:
    prints = fingerprints(tokens)
    own = ~np.isin(prints, discounted)
    return [int(number) if mine else None for number, mine in zip(prints, own, strict=True)]


def _tiles(ours: Sequence[int | None], theirs: Sequence[int | None]) -> list[tuple[int, int, int]]:
    """(place here, place there, length) of runs of equal fingerprints: greedily from the top, the longest at each."""
    places: dict[int, list[int]] = {}
    for place, number in enumerate(theirs):
        if number is not None:
            places.setdefault(number, []).append(place)
    taken = [False] * len(theirs)
    found = []
    here = 0
    while here < len(ours):
        number = ours[here]
        tried = [p for p in places.get(number, ()) if not taken[p]][:_PLACES] if number is not None else []
        lengths = {there: _run(ours, theirs, taken, here, there) for there in tried}
        if not lengths:
            here += 1
            continue
        there = max(lengths, key=lambda place: lengths[place])
        found.append((here, there, lengths[there]))
        taken[there : there + lengths[there]] = [True] * lengths[there]
        here += lengths[there]
    return found


def _run(ours: Sequence[int | None], theirs: Sequence[int | None], taken: Sequence[bool], a: int, b: int) -> int:
    """The length of the run of equal fingerprints that begins at `a` and at `b`."""
    length = 0
    while (a + length < len(ours) and b + length < len(theirs) and not taken[b + length]
           and ours[a + length] is not None and ours[a + length] == theirs[b + length]):  # fmt: skip
        length += 1
    return length


def _spans(runs: Sequence[tuple[int, int, int]], tokens: Tokens) -> list[Region]:
    """Runs of fingerprints as passages; the first of two overlapping ones gets what is in both."""
    found: list[Region] = []
    end = 0
    for number, place, length in sorted(runs, key=lambda run: run[1]):
        start, stop = tokens.places[place][0], tokens.places[place + length - 1 + LENGTH - 1][1]
        if stop > end:
            found.append(Region(number, max(start, end), stop))
            end = stop
    return found
