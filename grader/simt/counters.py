"""Sums of the costs of memory instructions, per source line."""

from __future__ import annotations

from dataclasses import field

from grader.dataclass import dataclass
from grader.launch import AccessLine


@dataclass(slots=True, eq=False)
class Sum:
    """Requests, wavefronts or sectors, ideal, and an upper bound (None: unknown)."""

    requests: int = 0
    cost: int = 0
    ideal: int = 0
    upper: int | None = 0

    def add(self, requests: int, cost: int, ideal: int, upper: int | None) -> None:
        """Count executed warp instructions."""
        self.requests += requests
        self.cost += cost
        self.ideal += ideal
        self.upper = None if upper is None or self.upper is None else self.upper + upper


@dataclass(slots=True, eq=False)
class Counter(Sum):
    """Sums for one source line, space, operation and width; exact if all summands are."""

    line: int = 0
    space: str = ""
    operation: str = ""
    width: int = 0
    exact: bool = True


@dataclass(slots=True, eq=False)
class Entry(Sum):
    """A summand: the cost of one execution of a group of accesses."""

    counter: Counter = field(default_factory=Counter)


class Counters:
    """All counters of a launch."""

    def __init__(self) -> None:
        self._counters: dict[tuple[int, str, str, int], Counter] = {}
        self.batches = 0
        self.lone: tuple[int, int] | None = None  # (batch, lane) that came first to accesses that are `for_one`

    def of(self, line: int | None, space: str, operation: str, width: int, exact: bool) -> Counter:
        """The counter of a line, space, operation and width."""
        key = (line or 0, space, operation, width)
        counter = self._counters.get(key)
        if counter is None:
            counter = Counter(line=line or 0, space=space, operation=operation, width=width)
            self._counters[key] = counter
        counter.exact = counter.exact and exact
        return counter

    def lines(self) -> tuple[AccessLine, ...]:
        """Every line that executed, in source order."""
        rows = sorted(self._counters.values(), key=lambda c: (c.line, c.space, c.operation, c.width))
        return tuple(
            AccessLine(c.line, c.space, c.operation, c.width, c.requests, c.cost, c.ideal, c.exact,
                       c.cost if c.exact else c.upper)
            for c in rows if c.requests
        )  # fmt: skip
