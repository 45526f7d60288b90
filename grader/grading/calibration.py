"""Freezes a solution's costs in its exercise file: absolute counts, with a margin for legitimate variants.

The file is edited as text, at the place of each number, so that comments and layout are kept.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from grader.checks.evaluate import CHECKS
from grader.course.check_specs import CountSpec
from grader.course.documents import Document
from grader.course.models import ExerciseSpec
from grader.dataclass import dataclass
from grader.launch import AccessLine
from grader.verdicts import CheckResult

Rows = Sequence[AccessLine]

AT_MOST, LOADS_AT_LEAST = "at_most", "loads_at_least"


@dataclass(frozen=True)
class Limit:
    """One number of an exercise file: `checks.<check>.<key>`. measured: the solution's count; after: the new limit."""

    check: str
    key: str
    measured: int
    before: int
    after: int


@dataclass(frozen=True)
class Frozen:
    """Frozen values of one exercise file: the solution's limits, and the skeleton's values by check id."""

    limits: tuple[Limit, ...]
    starter_before: Mapping[str, object]
    starter: Mapping[str, object]


def limits(
    spec: ExerciseSpec, results: Iterable[CheckResult], accesses: Mapping[int, Rows], margin: float
) -> Iterator[Limit]:
    """The limits derived from the solution's counts, in the order of the spec's checks.

    results: its verdicts. accesses: by case. margin: relative distance of upper and lower limits from the count. A
    count of 0 stays 0. Raises KeyError for a case that was not counted.
    """
    measured = {result.id: result.measured for result in results}
    for name, rule in frozen_checks(spec):
        cost = measured[name]
        if not isinstance(cost, int):
            raise KeyError(name)
        yield Limit(name, AT_MOST, cost, rule.at_most, math.floor(cost * (1 + margin)))
        before = getattr(rule, LOADS_AT_LEAST, None)
        if before is not None:
            loads = sum(row.requests for row in _rows(name, rule, accesses) if row.operation == "load")
            yield Limit(name, LOADS_AT_LEAST, loads, before, math.ceil(loads * (1 - margin)))


def inexact(spec: ExerciseSpec, accesses: Mapping[int, Rows]) -> Iterator[str]:
    """Checks whose count for the solution is not exact, and so must not be frozen."""
    return (name for name, rule in frozen_checks(spec) if not all(r.exact for r in _rows(name, rule, accesses)))


def frozen_checks(spec: ExerciseSpec) -> Iterator[tuple[str, CountSpec]]:
    """The checks of the exercise, by id, whose limits are counts of the solution."""
    return ((name, rule) for name, rule in spec.checks.items() if isinstance(rule, CountSpec))


def _rows(name: str, rule: CountSpec, accesses: Mapping[int, Rows]) -> Rows:
    """The accesses that a check counts; empty if it counts something else."""
    space = CHECKS[name].space
    return [row for row in accesses[rule.case] if row.space == space]


def rewritten(text: str, document: Document, changes: Sequence[Limit]) -> str:
    """The exercise file with each limit's number replaced in place. document: the same text, parsed.

    Raises ValueError if there is no plain number in that place (an alias, for example).
    """
    lines = text.splitlines(keepends=True)
    places = [(document.mark(("checks", limit.check, limit.key)), limit) for limit in changes]
    for mark, limit in sorted(places, key=lambda place: place[0], reverse=True):  # keeps earlier marks valid
        line = lines[mark.line - 1]
        number = re.compile(r"[+-]?\w+").match(line, mark.column - 1)
        if number is None or int(number[0], 0) != limit.before:
            raise ValueError(f"{document.path}:{mark.line}:{mark.column}: {limit.check}.{limit.key}")
        lines[mark.line - 1] = line[: number.start()] + str(limit.after) + line[number.end() :]
    return "".join(lines)
