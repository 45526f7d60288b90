"""The total of a student, which every command and every file that shows one takes from here.

It adds up the points of exercises: those that are graded, are begun, and lie behind no closed gate. Quizzes are not in
it; where their points are summed, that is a number of its own.
"""

from __future__ import annotations

from collections.abc import Iterable


def total(scores: Iterable[tuple[float | None, bool]]) -> float:
    """The sum of scores that count, to two decimals, as reports round them.

    scores: of each exercise (or quiz) its points, None where there are none, and whether a closed gate withholds them.
    """
    return round(sum(round(score, 2) for score, withheld in scores if score is not None and not withheld), 2) + 0.0
