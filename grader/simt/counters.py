"""Sums of the costs of memory instructions, per source line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from grader.dataclass import dataclass
from grader.launch import AccessLine


@dataclass(slots=True, eq=False)
class Sum:
    """Requests, wavefronts or sectors, ideal, an upper bound (None: unknown); the rest as of Contention."""

    requests: int = 0
    cost: int = 0
    ideal: int = 0
    upper: int | None = 0
    passes: int = 0
    most: int = 0
    sure: bool = True

    def add(self, requests: int, cost: int, ideal: int, upper: int | None) -> None:
        """Count executed warp instructions."""
        self.requests += requests
        self.cost += cost
        self.ideal += ideal
        self.upper = None if upper is None or self.upper is None else self.upper + upper

    def contend(self, passes: int, most: int, sure: bool) -> None:
        """Count what lanes at one address cost in these warp instructions."""
        self.passes += passes
        self.most = max(self.most, most)
        self.sure = self.sure and sure


@dataclass(slots=True, eq=False)
class Counter(Sum):
    """Sums for one source line, space, operation and width; exact if all summands are. site: of one machine instruction
    only, its address and one more; 0: of all.
    """

    line: int = 0
    space: str = ""
    operation: str = ""
    width: int = 0
    exact: bool = True
    site: int = 0


@dataclass(slots=True, eq=False)
class Entry(Sum):
    """A summand: the cost of one execution of a group of accesses."""

    counter: Counter = field(default_factory=Counter)


class Counters:
    """All counters of a launch."""

    def __init__(self) -> None:
        self._counters: dict[tuple[int, str, str, int, int], Counter] = {}
        self.lone: tuple[int, int] | None = None  # (batch, lane) that came first to accesses that are `for_one`

    def of(self, line: int | None, space: str, operation: str, width: int, exact: bool, site: int = 0) -> Counter:
        """The counter of a line, space, operation and width, and of a machine instruction, where that is known."""
        key = (line or 0, space, operation, width, site)
        counter = self._counters.get(key)
        if counter is None:
            counter = Counter(line=line or 0, space=space, operation=operation, width=width, site=site)
            self._counters[key] = counter
        counter.exact = counter.exact and exact
        return counter

    @property
    def counters(self) -> Iterator[Counter]:
        """All that counted something."""
        return (c for c in self._counters.values() if c.requests)

    def lines(self) -> tuple[AccessLine, ...]:
        """Every line that executed, in source order."""
        sums: dict[tuple[int, str, str, int], Counter] = {}
        for each in self.counters:
            key = (each.line, each.space, each.operation, each.width)
            whole = sums.setdefault(key, Counter(line=key[0], space=key[1], operation=key[2], width=key[3]))
            whole.add(each.requests, each.cost, each.ideal, each.cost if each.exact else each.upper)
            whole.contend(each.passes, each.most, each.sure)
            whole.exact = whole.exact and each.exact
        return tuple(
            AccessLine(*key, c.requests, c.cost, c.ideal, c.exact, c.cost if c.exact else c.upper,
                       c.passes, c.most, c.sure)
            for key, c in sorted(sums.items())
        )
