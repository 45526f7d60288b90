"""How fast a kernel was on a GPU compared with everything comparable: a table, a ladder, a roofline."""

from __future__ import annotations

from collections.abc import Sequence

from grader.dataclass import dataclass
from grader.grading.history import Speed
from grader.report.page.translated import Translated, translated
from grader.report.plots import Point
from grader.verdicts import Timed

TERA, GIGA = 1e12, 1e9
_BASELINES = ("reference", "device_copy")


@dataclass(frozen=True)
class Step:
    """An exercise timed on the same work. speed: of its latest attempt on this GPU, None where there was none."""

    exercise: str
    title: Translated
    speed: Speed | None = None


@dataclass(frozen=True)
class Mark:
    """A kernel that was timed. role: "you", "baseline", "library" or "earlier". own_run: timed in a run of its own.

    number: in table and plot. share: percent of the speed of the vendor's routine (else of the baseline) in the same
    run. rate: operations per second, or bytes if there are no operations. of_limit: percent of the speed that the GPU's
    peaks allow, None where they are unknown.
    """

    number: int
    role: str
    name: Translated
    ms: float
    share: float
    rate: float
    of_limit: float | None
    own_run: bool = False


@dataclass(frozen=True)
class Rung:
    """A step of the ladder; mark: None if it was not timed. here: it is the exercise of the page."""

    title: Translated
    mark: Mark | None
    here: bool


@dataclass(frozen=True)
class Race:
    """marks: everything that was timed. ladder: the exercises on the same work, empty if there is only this one.

    compute_ms, memory_ms: time of the operations and of the bytes at the peaks; None where these are unknown.
    """

    timed: Timed
    marks: tuple[Mark, ...]
    ladder: tuple[Rung, ...]
    beside: Translated
    compute_ms: float | None
    memory_ms: float | None

    @property
    def limit_ms(self) -> float | None:
        """The minimum time of the work on this GPU."""
        if self.compute_ms is None or self.memory_ms is None:
            return None
        return max(self.compute_ms, self.memory_ms)

    @property
    def points(self) -> tuple[Point, ...]:
        """The marks on the roofline, all at the intensity of the work, which is the same for every kernel."""
        if not self.timed.flops:
            return ()
        intensity = self.timed.flops / self.timed.bytes
        return tuple(Point(str(mark.number), intensity, mark.rate / TERA, mark.role) for mark in self.marks)


def race(timed: Timed, last: Speed | None, starter: Speed | None, steps: Sequence[Step], exercise: str) -> Race:
    """last, starter, steps: timed in runs of their own; only those on the same work and GPU are compared."""
    compute_ms = 1000 * timed.flops / timed.peak_flops if timed.peak_flops else None
    memory_ms = 1000 * timed.bytes / timed.peak_bytes if timed.peak_bytes else None
    beside_ms = timed.library_ms or timed.baseline_ms
    marks: list[Mark] = []

    def mark(role: str, name: Translated, ms: float, beside: float, own_run: bool = False) -> Mark:
        of_limit = None
        if compute_ms is not None and memory_ms is not None:
            of_limit = 100 * max(compute_ms, memory_ms) / ms
        made = Mark(len(marks) + 1, role, name, ms, 100 * beside / ms, 1000 * (timed.flops or timed.bytes) / ms,
                    of_limit, own_run)  # fmt: skip
        marks.append(made)
        return made

    you = mark("you", translated("page.race_you"), timed.ms, beside_ms)
    mark("baseline", _baseline(timed), timed.baseline_ms, beside_ms)
    if timed.library is not None and timed.library_ms is not None:
        mark("library", translated(f"checks.speed.library_{timed.library}"), timed.library_ms, beside_ms)
    for key, speed in (("last", last), ("starter", starter)):
        if speed is not None and speed.compares_with(timed):
            mark("earlier", translated(f"page.race_{key}"), speed.ms, speed.beside_ms, own_run=True)
    ladder = []
    for step in steps:
        speed, here = step.speed, step.exercise == exercise
        done = you if here else None
        if not here and speed is not None and speed.compares_with(timed):
            done = mark("earlier", step.title, speed.ms, speed.beside_ms, own_run=True)
        ladder.append(Rung(step.title, done, here))
    beside = translated(f"checks.speed.library_{timed.library}") if timed.library_ms else _baseline(timed)
    rungs = tuple(ladder) if len(ladder) > 1 else ()
    return Race(timed, tuple(marks), rungs, beside, compute_ms, memory_ms)


def _baseline(timed: Timed) -> Translated:
    if timed.baseline in _BASELINES:
        return translated(f"page.race_{timed.baseline}")
    return translated("page.race_solution_of", exercise=timed.baseline)
