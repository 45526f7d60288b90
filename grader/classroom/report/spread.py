"""The distribution of shares of points over a class."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

from grader.dataclass import dataclass

BINS = 10  # tenths of the points; full points have a bin of their own, the last
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Spread:
    """Counts of shares. bins: (BINS + 1,), the last for shares of 1. mean, median: None without any share."""

    bins: tuple[int, ...]
    mean: float | None
    median: float | None

    @property
    def full(self) -> int:
        """How many shares are 1."""
        return self.bins[BINS]


def spread(shares: Sequence[float]) -> Spread:
    """The distribution of shares from 0 to 1: a bin includes its start, and only 1 is in the last."""
    bins = [0] * (BINS + 1)
    for share in shares:
        place = BINS if share >= 1 - _ROUNDING else math.floor(share * BINS + _ROUNDING)
        bins[max(0, place)] += 1
    if not shares:
        return Spread(tuple(bins), None, None)
    return Spread(tuple(bins), statistics.fmean(shares), statistics.median(shares))
