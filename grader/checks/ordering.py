"""The order in which cases are graded, smallest first, and which of several wrong ones is most telling."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from grader.checks.base import CaseRun

if TYPE_CHECKING:
    from grader.course.models import Case


def order_cases(cases: Sequence[Case], public: int | None = None) -> tuple[int, ...]:
    """Indices of the cases, smallest first; a stable sort.

    public: number of cases that students see. The others come last: what a kernel leaves behind there, or that it
    stops there, must not show in a case that students are told about.
    """
    seen = len(cases) if public is None else public
    return tuple(sorted(range(len(cases)), key=lambda index: (index >= seen, size_of(cases[index]))))


def in_order(runs: Sequence[CaseRun]) -> list[CaseRun]:
    """The runs in the order in which they are graded."""
    return sorted(runs, key=lambda run: (size_of(run.case), run.index))


def telling(case: Case) -> tuple[bool, bool, bool, int]:
    """Sort key that puts the case first that best shows a mistake.

    Sizes of 0 or 1 and squares hide patterns, integers are easy to follow, more elements show more.
    """
    sizes = list(case.dimensions().values())
    square = len(sizes) > 1 and sizes[0] == sizes[1]
    return min(sizes, default=0) <= 1, square, case.values != "integers", -size_of(case)


def size_of(case: Case) -> int:
    """The product of a case's dimensions, a measure of its work."""
    return math.prod(max(1, size) for size in case.dimensions().values())
