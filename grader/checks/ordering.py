"""The order in which cases are graded: smallest first, so that the first failure is the easiest to study."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from grader.checks.base import CaseRun

if TYPE_CHECKING:
    from grader.course.models import Case


def order_cases(cases: Sequence[Case]) -> tuple[int, ...]:
    """Indices of the cases, smallest first; cases of one size stay as they are."""
    return tuple(sorted(range(len(cases)), key=lambda index: size_of(cases[index])))


def in_order(runs: Sequence[CaseRun]) -> list[CaseRun]:
    """The runs in the order in which they are graded."""
    return sorted(runs, key=lambda run: (size_of(run.case), run.index))


def size_of(case: Case) -> int:
    """The product of its dimensions, to which the work of a case grows in proportion."""
    return math.prod(max(1, size) for size in case.dimensions().values())
