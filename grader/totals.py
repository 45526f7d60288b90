"""A student's total, as every command and file shows it.

It sums the points of exercises that are graded, begun and not behind a closed gate. Quizzes are summed separately.
"""

from __future__ import annotations

from collections.abc import Iterable


def total(scores: Iterable[tuple[float | None, bool]]) -> float:
    """The sum of counting scores, rounded to two decimals as in reports.

    scores: for each exercise (or quiz) its points, None where there are none, and whether a closed gate withholds them.
    """
    return round(sum(round(score, 2) for score, withheld in scores if score is not None and not withheld), 2) + 0.0
