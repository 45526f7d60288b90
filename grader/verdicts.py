"""The report of one check run: what every view (terminal, JSON, HTML, JUnit, GitHub) shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


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

    wrong: row by row of cells, the share of its elements that is; None beyond the end. A vector has one row and is cut
    into several rows of cells.
    """

    rows: int
    cols: int
    cell: tuple[int, int]
    wrong: tuple[tuple[float | None, ...], ...]


@dataclass(frozen=True)
class Explained:
    """The case by which a wrong result is explained.

    index: of the case in its exercise. case, result: in a person's words. mistake: key of the one that explains every
    case, "" if none does. working: how the first wrong element comes about, line by line. map: of the matrix or vector
    in which that element lies.
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

    title: the check's docstring sentence in the report's language. measured, target, starter: JSON-able values
    in the check's own unit, None where there is none. depends_on_failed: the predecessor whose failure kept this
    check from being judged. read: lesson section to read next. instructor: what only whoever grades may read, because
    it tells of private cases; views do not show it. explained: of wrong results, the case to look at.
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

    @property
    def cautions(self) -> bool:
        """Whether it passed, and there is still something to say about lines of the source."""
        return self.status is Status.PASS and bool(self.lines)


@dataclass(frozen=True)
class Timed:
    """What a contest on a GPU came to, where its spread allows a verdict.

    case: what is timed, in a person's words. flops, bytes: the least work that it takes. Times are medians of one run,
    in milliseconds. baseline: as the exercise names it; library: the vendor's routine beside both, None where there is
    none. peak_flops, peak_bytes: of the GPU, a second; 0 where nobody knows.
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
    printed_case: str = ""  # the case that printed it, in a person's words
    private_cases: int = 0  # further ones that the instructor's grading runs
    timed: Timed | None = None  # for views
    begun: bool = True  # whether the file is more than a skeleton, which earns nothing

    @property
    def first_failure(self) -> CheckResult | None:
        """The check to look at first: checks are in the order in which they depend on each other."""
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
