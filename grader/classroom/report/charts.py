"""The geometry of the charts, drawn as SVG by the templates. All lengths are in units of the drawing."""

from __future__ import annotations

from grader.classroom.report.spread import BINS, Spread
from grader.dataclass import dataclass

_STEP, _GAP = 35, 6
_TOP, _FLOOR = 16, 98  # above: the counts; below: the labels
_BAR = 100


@dataclass(frozen=True)
class Bar:
    """One bar: its upper left corner, its size, the count above it and the label below."""

    x: float
    y: float
    width: float
    height: float
    middle: float
    count: int
    label: str


def histogram(spread: Spread) -> tuple[Bar, ...]:
    """A bar for each bin; the highest fills the drawing, and bars of non-empty bins are always visible."""
    most = max(spread.bins)
    return tuple(_bar(place, count, most) for place, count in enumerate(spread.bins))


def bin_labels() -> tuple[str, ...]:
    """The start of each bin in percent; the last is 100."""
    return tuple(str(place * 100 // BINS) for place in range(BINS + 1))


def meter(share: float) -> float:
    """The length of a bar within a table, out of 100."""
    return round(_BAR * min(1.0, max(0.0, share)), 1)


def _bar(place: int, count: int, most: int) -> Bar:
    height = max(2.0, round((_FLOOR - _TOP) * count / most, 1)) if count else 0.0
    x = place * _STEP + _GAP / 2
    width = _STEP - _GAP
    return Bar(x, round(_FLOOR - height, 1), width, height, x + width / 2, count, bin_labels()[place])
