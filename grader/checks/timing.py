"""The speed of a kernel as a ratio: student and baseline take turns on the same GPU, and every result is verified.

Each turn works on fresh random values. The ratio is the median over pairs of adjacent turns, so that a change of clocks
affects both.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import field
from typing import TYPE_CHECKING, Literal, Protocol

import numpy as np

from grader.checks.where_it_runs import AsksWhere
from grader.cuda.clocks import Clocks
from grader.cuda.timing import TimedBuffer, TimedLaunch, Turn
from grader.dataclass import dataclass
from grader.launch import Array, Fault
from grader.problems.bulk import Bulk, BulkBuffer, BulkMismatch, Draw, Span, buffer_seed, draw_of
from grader.toolchain.program import ToolchainError

if TYPE_CHECKING:
    from grader.course.models import Case, Launchable
    from grader.cuda.driver import GpuFacts

STUDENT, BASELINE, LIBRARY = "student", "baseline", "library"

_BUDGET_MS = 450.0  # of kernel time for all turns
_FEWEST, _MOST = 9, 21  # rounds; with short kernels the host's verification dominates
_LIBRARY_TURNS = 5
_HANG_SECONDS = 5.0
WIDEST = 0.02  # of the ratio: half the confidence interval of the median
_APART_MS, _APART = 0.5, 0.1  # how far the host's clock may be ahead of the events
_LEAD_MS, _LEAD_SPREADS = 0.005, 2.0  # how much the time before the launch may differ between student and baseline


class TimingBox(Protocol):
    """The part of `sandbox.gpu_session.GpuSession` that contests use."""

    def enter(self, name: str, launch: TimedLaunch, program: str = ..., routine: str = ...) -> None: ...
    def turn(self, name: str, seeds: Mapping[int, int], seconds: float = ...) -> Turn | Fault | None: ...
    def fetch(self, name: str, spans: Sequence[tuple[int, int, int]]) -> list[Array]: ...
    def clocks(self) -> Clocks | None: ...


@dataclass(frozen=True)
class Timing:
    """The result of a contest.

    times: milliseconds of each turn by contender. ratio: the student's speed over the baseline's; spread: half width of
    its 95 % confidence interval, relative. apart: events and host clock disagree. moved: the student's launches have a
    longer lead than the baseline's. problem: why the student's turns do not count. clocks: before and after. gpu: the
    GPU.
    """

    times: Mapping[str, tuple[float, ...]]
    ratio: float = 0.0
    spread: float = 0.0
    apart: bool = False
    moved: bool = False
    problem: BulkMismatch | Fault | AsksWhere | None = None
    clocks: tuple[Clocks | None, Clocks | None] = (None, None)
    gpu: GpuFacts | None = None

    @property
    def doubt(self) -> Literal["moved", "apart", "unsteady"] | None:
        """Why the ratio allows no verdict; None if it allows one."""
        if self.moved or self.apart:
            return "moved" if self.moved else "apart"
        return "unsteady" if self.spread > WIDEST else None

    def median(self, name: str) -> float | None:
        """Median time of a contender in milliseconds; None if it had no turn."""
        return statistics.median(self.times[name]) if self.times.get(name) else None


@dataclass
class _Contest:
    """A contest in progress. verified: contenders that solve the problem, rather than only copy.

    whole: number of the student's turn that is verified in full; in_full: the result, computed in `pool` beside the
    turns from number `busy` on: all cores work on it, and the host's clock tells of turns that they take longer.
    """

    box: TimingBox
    bulk: Bulk
    verified: Collection[str]
    whole: int
    busy: int
    pool: Executor
    kept: tuple[Draw, dict[Span, Array]] | None = None  # of the turn that is verified in full
    in_full: Future[BulkMismatch | None] | None = None
    rng: np.random.Generator = field(default_factory=np.random.default_rng)
    turns: dict[str, list[Turn]] = field(default_factory=dict)

    def turn(self, name: str) -> BulkMismatch | Fault | None:
        """One turn of a contender; returns what is wrong with it."""
        seed = int(self.rng.integers(0, 2**64, dtype=np.uint64))
        floats = (i for i, a in enumerate(self.bulk.arguments) if isinstance(a, BulkBuffer) and a.floats)
        turn = self.box.turn(name, {i: buffer_seed(seed, i) for i in floats}, _HANG_SECONDS)
        if turn is None:
            return Fault("no_forward_progress", None, None, None, f"still running after {_HANG_SECONDS:g} s")
        if isinstance(turn, Fault):
            return turn
        taken = self.turns.setdefault(name, [])
        taken.append(turn)
        if name not in self.verified:
            return None
        draw = draw_of(self.bulk, seed)
        if name == STUDENT and len(taken) == self.whole:
            self.kept = draw, self._fetched(name, self.bulk.whole(self.rng))
        if name == STUDENT and len(taken) == self.busy and self.kept:
            self.in_full = self.pool.submit(self.bulk.verify_whole, *self.kept, np.random.default_rng())
        return self.bulk.verify(draw, self._fetched(name, self.bulk.spans(self.rng)), self.rng)

    def _fetched(self, name: str, spans: Sequence[Span]) -> dict[Span, Array]:
        data = self.box.fetch(name, [(s.position, s.start, s.count) for s in spans])
        return dict(zip(spans, data, strict=True))

    def library_turn(self) -> None:
        """A turn of the vendor's routine, whose time is only shown. Raises ToolchainError if it fails."""
        if isinstance(fault := self.turn(LIBRARY), Fault):
            raise ToolchainError(f"the vendor's routine fails at the size that is timed: {fault.message}")

    def round(self, swapped: bool) -> BulkMismatch | Fault | None:
        """A turn of the baseline and one of the student, or vice versa; returns what is wrong with the student's."""
        problem = None
        for name in (STUDENT, BASELINE) if swapped else (BASELINE, STUDENT):
            found = self.turn(name)
            if name == BASELINE and found is not None:
                raise ToolchainError(f"the baseline itself fails at the size that is timed: {found}")
            problem = problem or found
            if problem:
                break
        return problem


def timed_launch(bulk: Bulk, spec: Launchable, size: Case) -> TimedLaunch:
    """The launch of an exercise's kernel at the timed size."""
    arguments = tuple(
        TimedBuffer(a.count, a.floats, a.zeros, a.halves) if isinstance(a, BulkBuffer) else a for a in bulk.arguments
    )
    return TimedLaunch(spec.kernel, spec.grid(size), spec.block(size), spec.launch.shared, arguments, bulk.symbols)


def contest(box: TimingBox, bulk: Bulk, verified: Collection[str] = (STUDENT, BASELINE)) -> Timing:
    """Time the contenders that have entered `box`: STUDENT and BASELINE, and LIBRARY if the problem has one.

    Repeated once if the result is in doubt. Raises ToolchainError if a verified baseline is wrong.
    """
    with ThreadPoolExecutor(1) as pool:
        timing = _held(box, bulk, verified, pool)
        if timing.problem is None and timing.doubt:
            timing = _held(box, bulk, verified, pool)
    return timing


def _held(box: TimingBox, bulk: Bulk, verified: Collection[str], pool: Executor) -> Timing:
    before = box.clocks()
    warm = _Contest(box, bulk, verified, 0, 0, pool)
    if problem := warm.round(swapped=False):
        return _finished(warm, before, before, problem)
    rounds = _rounds(warm)
    busy = rounds * 2 // 3  # in fewer than half of the turns, so that no median tells of it
    whole = int(np.random.default_rng().integers(1, busy + 1))
    running = _Contest(box, bulk, verified, whole, busy, pool)
    if bulk.library is not None:
        running.library_turn()  # warms up
        running.turns.clear()
    for number in range(rounds):
        if problem := running.round(swapped=bool(number % 2)):
            after = None if isinstance(problem, Fault) else box.clocks()  # a fault ends the child
            return _finished(running, before, after, problem)
        if bulk.library is not None and number * _LIBRARY_TURNS % rounds < _LIBRARY_TURNS:
            running.library_turn()
    return _finished(running, before, box.clocks(), running.in_full.result() if running.in_full else None)


def _rounds(warm: _Contest) -> int:
    taken = sum(turns[-1].enclosing for turns in warm.turns.values())
    return int(min(_MOST, max(_FEWEST, _BUDGET_MS / max(taken, 1e-3))))


def _finished(
    done: _Contest, before: Clocks | None, after: Clocks | None, problem: BulkMismatch | Fault | None
) -> Timing:
    times = {name: tuple(turn.kernel for turn in turns) for name, turns in done.turns.items()}
    if problem is not None:
        return Timing(times, problem=problem, clocks=(before, after))
    ratios = [b / s for b, s in zip(times[BASELINE], times[STUDENT], strict=True)]
    ratio = statistics.median(ratios)
    apart = any(_apart(done.turns[name]) for name in (BASELINE, STUDENT))
    return Timing(times, ratio, spread_of(ratios) / ratio, apart, _moved(done.turns), None, (before, after))


def spread_of(values: Sequence[float]) -> float:
    """Half width of the distribution-free confidence interval, at least 95 %, of the median.

    The interval between the k-th smallest and the k-th largest value misses the true median with the probability that
    fewer than k or more than n - k of n coins show heads: Conover, Practical Nonparametric Statistics, section 3.2.
    """
    ordered, n = sorted(values), len(values)
    rank, below = 0, 0.0
    while (below := below + math.comb(n, rank) / 2**n) <= 0.025:
        rank += 1
    rank = max(1, rank)
    middle = statistics.median(ordered)
    return max(middle - ordered[rank - 1], ordered[n - rank] - middle)


def _moved(turns: Mapping[str, Sequence[Turn]]) -> bool:
    """Whether the student's launches have a longer lead than the baseline's, although the same work goes before them: a
    kernel that overwrites its start event moves its time there."""
    student, baseline = ([turn.enclosing - turn.kernel for turn in turns[name]] for name in (STUDENT, BASELINE))
    allowed = max(_LEAD_MS, _LEAD_SPREADS * (spread_of(student) + spread_of(baseline)))
    return statistics.median(student) - statistics.median(baseline) > allowed


def _apart(turns: Sequence[Turn]) -> bool:
    """Whether host clock and events disagree in most turns."""
    ahead = statistics.median(turn.wall - turn.enclosing for turn in turns)
    allowed = max(_APART_MS, _APART * statistics.median(turn.enclosing for turn in turns))
    return not -0.05 < ahead < allowed
