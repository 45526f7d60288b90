"""What families share whose every output is one long sum: the region of the sums, and parts of sums told by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from grader.problems.base import Floats, Indices, Pattern, PatternKey, Region, Suspect
from grader.problems.filling import grid_of
from grader.problems.rounding import sum_tolerance

_LONGEST_RECOGNISED = 16_384  # terms; of longer sums all the beginnings would take too much memory
_WIDEST_CHUNK = 1024  # threads of the largest block

Sums = Iterable[tuple[Pattern, Floats]]  # a slip, and the sums (n,) that it leaves


@dataclass(frozen=True)
class SumsOf:
    """Sums of the rows of `terms` (n, K).

    magnitude: for each sum (n,) what its rounding error is in proportion to; None: the sums are exact. across: whether
    the results are one row of columns, as sums of columns are, and not one below the other. slips: what the sums are
    after mistakes of the family; parts of chunks, beginnings and ends are told anyway.
    """

    terms: Floats
    magnitude: Floats | None
    slips: Callable[[], Sums]
    across: bool = False

    def region(self, position: int) -> Region:
        """The region of the sums in a dense buffer of which they are all."""
        n, length = self.terms.shape
        exact = np.zeros((1, 1, 1))
        magnitude = None if self.magnitude is None else self._placed(self.magnitude)
        return Region(
            position=position,
            index=grid_of(1, n, n) if self.across else grid_of(n, 1, 1),
            expected=self._placed(self.terms.sum(axis=1)),
            tolerance=exact if magnitude is None else sum_tolerance(magnitude, length),
            magnitude=exact if magnitude is None else magnitude,
            suspects=self._suspects,
            terms=partial(_terms, self.terms) if length <= _LONGEST_RECOGNISED else None,
        )

    def _placed(self, sums: Floats) -> Floats:
        return sums[None, None, :] if self.across else sums[None, :, None]

    def _suspects(self) -> Iterator[Suspect]:
        for sums in (_parts_of_chunks(self.terms), self.slips()):
            yield from (Suspect(pattern, self._placed(values)) for pattern, values in sums)


def _terms(terms: Floats, _: Indices, row: Indices, column: Indices) -> tuple[Floats, Floats]:
    return terms[row + column], np.zeros(len(row))  # one of the two is 0


def _parts_of_chunks(terms: Floats) -> Iterator[tuple[Pattern, Floats]]:
    """What one thread or warp of a block adds up, or half of a tree: of each chunk the first few, powers of two."""
    n, length = terms.shape
    # By the place of a term in the widest chunk, which tells its place in all the others.
    by_place = np.pad(terms, [(0, 0), (0, -length % _WIDEST_CHUNK)]).reshape(n, -1, _WIDEST_CHUNK).sum(axis=1)
    chunk = 2
    while chunk < min(length, _WIDEST_CHUNK + 1):
        for count in (1 << power for power in range(chunk.bit_length() - 1)):
            pattern = Pattern(PatternKey.PART_OF_CHUNKS, {"count": count, "chunk": chunk})
            yield pattern, by_place.reshape(n, -1, chunk)[:, :, :count].sum(axis=(1, 2))
        chunk *= 2
