"""A GPU that computes with NumPy, on which contests are held without one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from grader.checks.timing import BASELINE, LIBRARY, STUDENT, Timing, contest, timed_launch
from grader.cuda.clocks import Clocks
from grader.cuda.timing import TimedBuffer, TimedLaunch, Turn
from grader.launch import Argument, Array, Fault
from grader.problems import PROBLEMS
from grader.problems.bulk import Bulk, drawn
from grader.problems.filling import POISON_BITS
from tests.checks.specimens import exercise

SIZES = {"M": 64, "N": 48, "K": 80}
ROUNDS = 9  # of turns that are long
WARM = 1
FAULT = Fault("out_of_bounds", None, None, None, "illegal address", {"driver": "cudaErrorIllegalAddress"})

HANGS = object()
Compute = Callable[..., Any]  # works on the arguments of a launch; what it gives counts if it is a fault or HANGS


def product(a: Array, b: Array, c: Array, m: int, n: int, k: int, *rest: Any) -> Array:
    """What is asked for. Leading dimensions are the numbers of columns, alpha is 1 and beta 0."""
    c.reshape(m, n)[:] = a.reshape(m, k) @ b.reshape(k, n)
    return c


def transposition(given: Array, out: Array, rows: int, cols: int) -> None:
    out.reshape(cols, rows)[:] = given.reshape(rows, cols).T


def duplication(given: Array, out: Array, n: int) -> None:
    out[:n] = given


def sums(given: Array, out: Array, rows: int, cols: int) -> None:
    out[:] = given.reshape(rows, cols).sum(axis=1)


def idle(*arguments: Any) -> None:
    """Writes nothing, and comes to its end."""


def hangs(*arguments: Any) -> object:
    return HANGS


@dataclass
class FakeBox:
    """A GPU that computes with NumPy, and whose turns take as long as the test says.

    computes: by contender, `usual` where there is none. times: milliseconds of a contender's turn by its number and
    that of the turn among all. lead: what lies between the events before its launch. ahead: how far the host's clock is
    ahead of the events.
    """

    usual: Compute = product
    computes: dict[str, Compute] = field(default_factory=dict)
    times: Callable[[str, int, int], float] = lambda name, number, of_all: 30.0
    lead: Callable[[str], float] = lambda name: 1.0
    ahead: Callable[[int], float] = lambda of_all: 0.1
    order: list[str] = field(default_factory=list)
    seeds: list[tuple[str, int, int]] = field(default_factory=list)  # contender, position, seed
    entered: dict[str, TimedLaunch] = field(default_factory=dict)
    left: dict[str, list[Any]] = field(default_factory=dict)
    fetched: list[tuple[str, int, tuple[tuple[int, int, int], ...]]] = field(default_factory=list)
    readings: int = 0

    def enter(self, name: str, launch: TimedLaunch, program: str = "student", routine: str = "") -> None:
        self.entered[name] = launch

    def turn(self, name: str, seeds: Mapping[int, int], seconds: float = 5.0) -> Turn | Fault | None:
        number, of_all = self.order.count(name), len(self.order)
        self.order.append(name)
        self.seeds += [(name, position, seed) for position, seed in seeds.items()]
        self.left[name] = [_filled(a, seeds.get(i)) for i, a in enumerate(self.entered[name].arguments)]
        ended = self.computes.get(name, self.usual)(*self.left[name])
        if ended is HANGS:
            return None
        if isinstance(ended, Fault):
            return ended
        time = self.times(name, number, of_all)
        enclosing = time + self.lead(name)
        return Turn(time, enclosing, enclosing + self.ahead(of_all))

    def fetch(self, name: str, spans: Sequence[tuple[int, int, int]]) -> list[Array]:
        self.fetched.append((name, self.order.count(name) - 1, tuple(spans)))
        return [self.left[name][position][start : start + count].copy() for position, start, count in spans]

    def clocks(self) -> Clocks | None:
        self.readings += 1
        return Clocks(1980, 3201, 1980, 40 + self.readings, 300.0, ())

    def turns(self, name: str) -> int:
        return self.order.count(name)


def _filled(argument: TimedBuffer | Argument, seed: int | None) -> Any:
    if isinstance(argument, Argument):
        return argument.value
    if argument.floats:
        assert seed is not None
        return drawn(seed, np.arange(argument.count))
    return np.full(argument.count, POISON_BITS, np.uint32).view(np.float32)


def prepared(problem: str = "sgemm", **sizes: int) -> Bulk:
    prepare = PROBLEMS[problem].bulk
    assert prepare is not None
    return prepare(PROBLEMS[problem].case_model.model_validate(sizes or SIZES))


def held(box: FakeBox, bulk: Bulk | None = None, **options: Any) -> Timing:
    """A contest on `box` for which all have entered."""
    bulk = bulk or prepared()
    for name in (STUDENT, BASELINE, LIBRARY):
        box.enter(name, _launch(bulk))
    return contest(box, bulk, **options)


def _launch(bulk: Bulk) -> TimedLaunch:
    spec = exercise()
    return timed_launch(bulk, spec, PROBLEMS["sgemm"].case_model.model_validate(SIZES))


def student(compute: Compute, **options: Any) -> Timing:
    """A contest whose student computes like this, and whose baseline is right."""
    return held(FakeBox(computes={STUDENT: compute}), **options)
