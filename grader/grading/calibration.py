"""Freezes what a solution costs into its exercise file: absolute counts, with room for honest variants.

The file is edited as text, at the place of each number, so that comments and layout stay as the author wrote them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.course.models import ExerciseSpec
from grader.course.yaml_marks import Document
from grader.launch import AccessLine

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
    """What is frozen into one exercise file: the solution's limits, and the skeleton's values by check id."""

    limits: tuple[Limit, ...]
    starter_before: Mapping[str, object]
    starter: Mapping[str, object]


@dataclass(frozen=True)
class Counted:
    """What a check counts: a sum over the rows of one memory space."""

    space: str
    value: Callable[[Rows], int]


COUNTED: dict[str, Counted] = {
    "shared_excess": Counted("shared", lambda rows: sum(row.excess for row in rows)),
    "shared_wavefronts": Counted("shared", lambda rows: sum(row.cost for row in rows)),
    "global_sectors": Counted("global", lambda rows: sum(row.cost for row in rows)),
}


def limits(spec: ExerciseSpec, accesses: Mapping[int, Rows], margin: float) -> Iterator[Limit]:
    """The limits that the solution's accesses (by case) give, in the order of the spec's checks.

    margin: share of the count that an upper limit lies above it and a lower one below. A count of 0 stays 0.
    Raises KeyError for a case without accesses.
    """
    for name, rule in spec.checks.items():
        counted = COUNTED.get(name)
        if counted is None:
            continue
        rows = [row for row in accesses[rule.case] if row.space == counted.space]  # type: ignore[attr-defined]
        cost = counted.value(rows)
        yield Limit(name, AT_MOST, cost, rule.at_most, math.floor(cost * (1 + margin)))  # type: ignore[attr-defined]
        before = getattr(rule, LOADS_AT_LEAST, None)
        if before is not None:
            loads = sum(row.requests for row in rows if row.operation == "load")
            yield Limit(name, LOADS_AT_LEAST, loads, before, math.ceil(loads * (1 - margin)))


def inexact(spec: ExerciseSpec, accesses: Mapping[int, Rows]) -> Iterator[str]:
    """Checks whose count for the solution is not exact, and so must not be frozen."""
    for name, rule in spec.checks.items():
        counted = COUNTED.get(name)
        if counted is not None:
            rows = accesses[rule.case]  # type: ignore[attr-defined]
            if not all(row.exact for row in rows if row.space == counted.space):
                yield name


def rewritten(text: str, document: Document, changes: Sequence[Limit]) -> str:
    """The exercise file with each limit's number replaced where it stands. document: the same text, parsed.

    Raises ValueError where the file has no plain number at that place (an alias, for example).
    """
    lines = text.splitlines(keepends=True)
    places = [(document.mark(("checks", limit.check, limit.key)), limit) for limit in changes]
    for mark, limit in sorted(places, key=lambda place: place[0], reverse=True):  # so that earlier marks stay true
        line = lines[mark.line - 1]
        number = re.compile(r"[+-]?\w+").match(line, mark.column - 1)
        if number is None or int(number[0], 0) != limit.before:
            raise ValueError(f"{document.path}:{mark.line}:{mark.column}: {limit.check}.{limit.key}")
        lines[mark.line - 1] = line[: number.start()] + str(limit.after) + line[number.end() :]
    return "".join(lines)
