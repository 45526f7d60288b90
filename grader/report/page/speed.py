"""How fast a kernel was on a GPU, beside everything it can be compared with: a table, a ladder, a roofline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.grading.history import Speed
from grader.report.page.told import Told, told
from grader.report.plots import Point
from grader.verdicts import Timed

TERA, GIGA = 1e12, 1e9
_BASELINES = ("reference", "device_copy")


@dataclass(frozen=True)
class Step:
    """An exercise that is timed on the same work. speed: of its latest attempt on this GPU; None for the exercise of
    the page itself, and where there was none.
    """

    exercise: str
    title: Told
    speed: Speed | None = None


@dataclass(frozen=True)
class Mark:
    """A kernel that was timed. role: "you", "baseline", "library" or "earlier". own_run: not timed in that of the page.

    number: in table and plot. share: of the speed of the vendor's routine (of the baseline where there is none) in the
    same run, in percent. rate: operations a second, or bytes where there are no operations. of_limit: percent of the
    speed that the GPU's peaks allow; None where nobody knows them.
    """

    number: int
    role: str
    name: Told
    ms: float
    share: float
    rate: float
    of_limit: float | None
    own_run: bool = False


@dataclass(frozen=True)
class Rung:
    """A step of the ladder; mark: None while nobody timed it. here: it is the exercise of the page."""

    title: Told
    mark: Mark | None
    here: bool


@dataclass(frozen=True)
class Race:
    """marks: everything that was timed. ladder: those of exercises on the same work, none where there is only this.

    compute_ms, memory_ms: what the operations, and what the bytes, take at the peaks; None where nobody knows them.
    """

    timed: Timed
    marks: tuple[Mark, ...]
    ladder: tuple[Rung, ...]
    beside: Told
    compute_ms: float | None
    memory_ms: float | None

    @property
    def limit_ms(self) -> float | None:
        """The least time that the work takes on this GPU."""
        if self.compute_ms is None or self.memory_ms is None:
            return None
        return max(self.compute_ms, self.memory_ms)

    @property
    def points(self) -> tuple[Point, ...]:
        """For the roofline: all at the intensity of the work, which is the same for every kernel that does it."""
        if not self.timed.flops:
            return ()
        intensity = self.timed.flops / self.timed.bytes
        return tuple(Point(str(mark.number), intensity, mark.rate / TERA, mark.role) for mark in self.marks)


def race(timed: Timed, last: Speed | None, starter: Speed | None, steps: Sequence[Step], exercise: str) -> Race:
    """last, starter, steps: what was timed in runs of their own; only what was on the same work and GPU is compared."""
    compute_ms = 1000 * timed.flops / timed.peak_flops if timed.peak_flops else None
    memory_ms = 1000 * timed.bytes / timed.peak_bytes if timed.peak_bytes else None
    beside_ms = timed.library_ms or timed.baseline_ms
    marks: list[Mark] = []

    def mark(role: str, name: Told, ms: float, beside: float, own_run: bool = False) -> Mark:
        of_limit = None
        if compute_ms is not None and memory_ms is not None:
            of_limit = 100 * max(compute_ms, memory_ms) / ms
        made = Mark(len(marks) + 1, role, name, ms, 100 * beside / ms, 1000 * (timed.flops or timed.bytes) / ms,
                    of_limit, own_run)  # fmt: skip
        marks.append(made)
        return made

    you = mark("you", told("page.race_you"), timed.ms, beside_ms)
    mark("baseline", _baseline(timed), timed.baseline_ms, beside_ms)
    if timed.library is not None and timed.library_ms is not None:
        mark("library", told(f"checks.speed.library_{timed.library}"), timed.library_ms, beside_ms)
    for key, speed in (("last", last), ("starter", starter)):
        if speed is not None and speed.compares_with(timed):
            mark("earlier", told(f"page.race_{key}"), speed.ms, speed.beside_ms, own_run=True)
    ladder = []
    for step in steps:
        speed, here = step.speed, step.exercise == exercise
        done = you if here else None
        if not here and speed is not None and speed.compares_with(timed):
            done = mark("earlier", step.title, speed.ms, speed.beside_ms, own_run=True)
        ladder.append(Rung(step.title, done, here))
    beside = told(f"checks.speed.library_{timed.library}") if timed.library_ms else _baseline(timed)
    rungs = tuple(ladder) if len(ladder) > 1 else ()
    return Race(timed, tuple(marks), rungs, beside, compute_ms, memory_ms)


def _baseline(timed: Timed) -> Told:
    if timed.baseline in _BASELINES:
        return told(f"page.race_{timed.baseline}")
    return told("page.race_solution_of", exercise=timed.baseline)
