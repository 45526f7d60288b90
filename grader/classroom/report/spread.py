"""How shares of points are spread over a class."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

BINS = 10  # tenths of the points; a bin of its own, the last, is for all of them
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Spread:
    """Counts of shares. bins: (BINS + 1,), the last one of shares that are 1. mean, median: None of nothing."""

    bins: tuple[int, ...]
    mean: float | None
    median: float | None

    @property
    def full(self) -> int:
        """How many shares are 1."""
        return self.bins[BINS]


def spread(shares: Sequence[float]) -> Spread:
    """How shares, from 0 to 1, are spread: 0.3 is in the bin that begins there, and only 1 in the last."""
    bins = [0] * (BINS + 1)
    for share in shares:
        place = BINS if share >= 1 - _ROUNDING else math.floor(share * BINS + _ROUNDING)
        bins[max(0, place)] += 1
    if not shares:
        return Spread(tuple(bins), None, None)
    return Spread(tuple(bins), statistics.fmean(shares), statistics.median(shares))
