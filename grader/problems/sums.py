"""Shared by families whose outputs are long sums: the region of the sums, and mistakes that drop terms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

import numpy as np

from grader.dataclass import dataclass
from grader.problems import coverage
from grader.problems.base import Floats, Geometry, Mistake, Possible, Region, all_zero, mistake
from grader.problems.filling import grid_of
from grader.problems.rounding import rounding_of_sums
from grader.problems.weights import chunks_of, term_weights

_WIDEST_CHUNK = 1024  # threads of the largest block

Sums = Iterable[tuple[Mistake, Callable[[], Floats]]]  # a mistake, and the sums (n,) that it leaves


@dataclass(frozen=True)
class SumsOf:
    """Sums of the rows of `terms` (n, K).

    magnitude: scale of each sum's rounding error (n,); None: the sums are exact. slips: the sums after mistakes of the
    family, in addition to those that drop terms. formula: a sum in symbols and in numbers.
    """

    terms: Floats
    magnitude: Floats | None
    slips: Callable[[], Sums]
    formula: Callable[[int], tuple[str, str]]

    def region(self, position: int) -> Region:
        """The region of the sums, which fill a vector."""
        n, length = self.terms.shape
        magnitude = None if self.magnitude is None else self._placed(self.magnitude)
        return Region(
            position=position,
            index=grid_of(1, n, n),
            expected=self._placed(self.terms.sum(axis=1)),
            rounding=rounding_of_sums(magnitude, length),
            mistakes=self._mistakes,
            working=lambda _, row, element: self.formula(element),
        )

    def _placed(self, sums: Floats) -> Floats:
        return sums[None, None, :]

    def _mistakes(self, geometry: Geometry) -> Iterator[Possible]:
        yield all_zero()
        right = self.terms.sum(axis=1)
        weights = term_weights(self.terms.shape[1], chunks_of(geometry))
        # "even_chunks_only" is the same as a part of larger chunks.
        kept = ((name, counted) for name, counted in weights if name.key != "even_chunks_only")
        weighted = ((name, partial(_weighted, self.terms, counted)) for name, counted in kept)
        for sums in (self.slips(), weighted, _parts_of_chunks(self.terms)):
            yield from ((name, partial(self._made, made)) for name, made in sums)
        for name, covered in coverage.of_vector(right[None, None], geometry):
            yield name, partial(self._made, partial(np.ravel, covered()))

    def _made(self, sums: Callable[[], Floats]) -> Floats:
        return self._placed(sums())


def _weighted(terms: Floats, counted: Floats) -> Floats:
    """Of one long sum, waking the threads of a matrix library would take longer than the product."""
    return (terms * counted).sum(axis=1) if len(terms) == 1 else terms @ counted


def _parts_of_chunks(terms: Floats) -> Sums:
    """Sums of the first `count` terms of each chunk, both powers of two: of one thread or warp, or of half a tree."""
    n, length = terms.shape
    # By place in the widest chunk, which determines the place in all others.
    chunks = -(-length // _WIDEST_CHUNK)
    by_place = np.pad(terms, [(0, 0), (0, -length % _WIDEST_CHUNK)]).reshape(n, chunks, _WIDEST_CHUNK).sum(axis=1)
    for chunk in (1 << power for power in range(1, _WIDEST_CHUNK.bit_length())):
        for count in (1 << power for power in range(chunk.bit_length() - 1)):
            name = mistake("part_of_chunks", count=count, chunk=chunk)
            yield name, partial(_first_of_chunks, by_place, count, chunk)


def _first_of_chunks(by_place: Floats, count: int, chunk: int) -> Floats:
    sums: Floats = by_place.reshape(len(by_place), -1, chunk)[:, :, :count].sum(axis=(1, 2))
    return sums
