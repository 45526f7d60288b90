"""The report of one check run: what every view (terminal, JSON, HTML, JUnit, GitHub) shows."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum

from grader.dataclass import dataclass


class Status(StrEnum):
    """How a check ended. Only FAIL loses points; NOT_RUN and INCONCLUSIVE have none to lose or win."""

    PASS = "pass"
    FAIL = "fail"
    NOT_RUN = "not_run"
    INCONCLUSIVE = "inconclusive"


@dataclass(frozen=True)
class LineNote:
    """A sentence that belongs to one source line of the student's file (counted from 1)."""

    line: int
    message: str


@dataclass(frozen=True)
class ErrorMap:
    """Where a result of `rows` x `cols` elements is wrong: cells of `cell` = (rows, cols) elements each.

    wrong: for each row of cells, the share of wrong elements per cell; None beyond the end. A vector has one row and is
    wrapped into several rows of cells.
    """

    rows: int
    cols: int
    cell: tuple[int, int]
    wrong: tuple[tuple[float | None, ...], ...]


@dataclass(frozen=True)
class Explained:
    """The case that explains a wrong result.

    index: of the case in its exercise. case, result: as shown to people. mistake: key of the one mistake that explains
    every case, "" if none does. working: how the first wrong element is computed, line by line. map: of the matrix or
    vector that holds it.
    """

    index: int
    case: str
    result: str
    mistake: str
    working: tuple[str, ...]
    map: ErrorMap | None


@dataclass(frozen=True)
class CheckResult:
    """One verdict. points is None when nothing was judged (not_run, inconclusive) and for checks worth nothing.

    title: the check's docstring sentence in the report's language. measured, target, starter: JSON-able values in the
    check's own unit, None where there is none. depends_on_failed: the failed predecessor because of which this check
    was not judged. read: lesson section to read next. instructor: a note about private cases, for graders only; views
    do not show it. explained: for wrong results, the case to look at. endless: whether the kernel or its compilation
    was stopped because it did not terminate.
    """

    id: str
    status: Status
    backend: str
    max_points: float
    points: float | None = None
    measured: object = None
    target: object = None
    starter: object = None
    title: str = ""
    message: str = ""
    lines: tuple[LineNote, ...] = ()
    depends_on_failed: str | None = None
    judgeable_here: bool = True
    read: str | None = None
    instructor: str = ""
    explained: Explained | None = None
    endless: bool = False

    @property
    def cautions(self) -> bool:
        """Whether it passed with remarks on lines of the source."""
        return self.status is Status.PASS and bool(self.lines)


@dataclass(frozen=True)
class Timed:
    """The result of a timed comparison on a GPU whose spread allows a verdict.

    case: what is timed, as shown to people. flops, bytes: the minimum work. Times are medians of one run, in
    milliseconds. baseline: as the exercise names it; library: the vendor's routine, None where there is none.
    peak_flops, peak_bytes: of the GPU, per second; 0 where unknown.
    """

    gpu: str
    case: str
    flops: int
    bytes: int
    ms: float
    baseline: str
    baseline_ms: float
    library: str | None = None
    library_ms: float | None = None
    peak_flops: float = 0.0
    peak_bytes: float = 0.0


@dataclass(frozen=True)
class Report:
    """The verdicts on one submission of one exercise."""

    exercise: str
    source_sha256: str
    device: str
    toolchain: str
    checks: tuple[CheckResult, ...]
    grader_version: str
    error: tuple[str, str] | None = None  # kind, message: the grader itself failed
    source: str = ""
    accesses: tuple[object, ...] = field(default=())  # AccessLine rows of the structural case, for views
    printed: str = ""
    printed_case: str = ""  # the case that printed it, as shown to people
    private_cases: int = 0  # further cases that only the instructor's grading runs
    timed: Timed | None = None  # for views
    begun: bool = True  # whether the file is more than a skeleton, which earns nothing

    @property
    def first_failure(self) -> CheckResult | None:
        """The check to look at first: checks are in order of dependency."""
        return next((c for c in self.checks if c.status is Status.FAIL), None)

    @property
    def score(self) -> float:
        """Points won."""
        return sum(c.points or 0 for c in self.checks)

    @property
    def max_score(self) -> float:
        """Points of the whole exercise, on a machine that can judge everything."""
        return sum(c.max_points for c in self.checks)

    @property
    def max_score_here(self) -> float:
        """Points that this machine can judge, inconclusive checks included."""
        return sum(c.max_points for c in self.checks if c.judgeable_here)
