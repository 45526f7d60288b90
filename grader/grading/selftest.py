"""The grader's self-test: the expected report for every kernel of the course.

The skeleton compiles, fails the check that its exercise names and measures the values frozen there, the solution passes
every check with a margin, a wrong kernel fails exactly the checks that its first line names, a cheat is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path

from grader.checks.evaluate import CHECKS, COMPILES
from grader.course.catalog import Exercise
from grader.course.composed import NotComposed
from grader.course.models import NEED_A_GPU
from grader.dataclass import dataclass
from grader.grading.starter_values import Stale, stale_values
from grader.launch import AccessLine
from grader.verdicts import CheckResult, Report, Status

Grade = Callable[["Specimen", bytes], Report]

_EXPECT = re.compile(r"//\s*expect:\s*(?P<checks>[\w]+(?:\s*,\s*[\w]+)*)\s*")
UNJUDGED = (Status.NOT_RUN, Status.INCONCLUSIVE)


class Kind(StrEnum):
    """The purpose of a kernel, which determines the expected report."""

    SKELETON = "skeleton"
    SOLUTION = "solution"
    WRONG = "wrong"
    CHEAT = "cheat"


@dataclass(frozen=True)
class Specimen:
    """One kernel of an exercise. expected: the checks that must fail (None: its first line does not say)."""

    exercise: Exercise
    kind: Kind
    path: Path
    expected: frozenset[str] | None

    def source(self) -> bytes:
        """The whole kernel. Raises NotComposed, OSError."""
        kept = self.kind in (Kind.WRONG, Kind.CHEAT)
        return self.exercise.kernel(self.path) if kept else self.path.read_bytes()


@dataclass(frozen=True)
class Outcome:
    """The result for one specimen.

    failed: checks that fail. unjudged: checks that this machine could have judged and did not. beyond: checks that
    should fail but need another machine (a GPU). tight: checks that the solution passes without a margin. stale: the
    skeleton's values that differ from those in the exercise file.
    """

    specimen: Specimen
    failed: tuple[str, ...]
    unjudged: tuple[str, ...]
    beyond: tuple[str, ...]
    tight: tuple[str, ...]
    stale: tuple[Stale, ...]
    error: str | None
    as_expected: bool


def specimens(exercise: Exercise) -> Iterator[Specimen]:
    """Every kernel the course keeps for an exercise, the skeleton first. Raises CourseError for a broken spec."""
    yield Specimen(exercise, Kind.SKELETON, exercise.source_path, frozenset({exercise.spec.starter_fails}))
    yield Specimen(exercise, Kind.SOLUTION, exercise.solution_path, frozenset())
    known = {COMPILES, *exercise.spec.checks}
    for kind, folder in ((Kind.WRONG, exercise.wrong_dir), (Kind.CHEAT, exercise.cheat_dir)):
        for path in sorted(folder.glob("*.cu")):
            yield Specimen(exercise, kind, path, expectation(path, known))


def expectation(path: Path, known: set[str]) -> frozenset[str] | None:
    """The checks on the first line `// expect: a, b` of a file; None without such a line or with unknown checks."""
    with path.open(encoding="utf-8", errors="replace") as file:
        match = _EXPECT.fullmatch(file.readline().strip().removeprefix("\ufeff"))
    checks = frozenset(re.split(r"\s*,\s*", match["checks"])) if match else frozenset()
    return checks if checks and checks <= known else None


def examine(specimen: Specimen, grade: Grade) -> Outcome:
    """Grade one specimen and compare its report with the expected one."""
    try:
        source = specimen.source()
    except (NotComposed, OSError) as broken:
        return Outcome(specimen, (), (), (), (), (), str(broken), False)
    report = grade(specimen, source)
    failed = tuple(check.id for check in report.checks if check.status is Status.FAIL)
    tight = tuple(_tight(report, specimen.exercise)) if specimen.kind is Kind.SOLUTION else ()
    error = report.error[1] if report.error else None
    stale: tuple[Stale, ...] = ()
    if specimen.kind is Kind.SKELETON and error is None:
        stale = tuple(stale_values(specimen.exercise.spec, report))
    unjudged = tuple(c.id for c in report.checks if c.status in UNJUDGED and c.judgeable_here)
    expected = specimen.expected or frozenset()
    beyond = tuple(c.id for c in report.checks if c.id in expected and not c.judgeable_here)
    right = error is None and not tight and not stale and specimen.expected is not None
    right = right and EXPECTED[specimen.kind](report, frozenset(failed), expected - set(beyond))
    return Outcome(specimen, failed, unjudged, beyond, tight, stale, error, right)


def _skeleton(report: Report, failed: frozenset[str], expected: frozenset[str]) -> bool:
    return expected <= failed and (COMPILES not in failed or COMPILES in expected)


def _solution(report: Report, failed: frozenset[str], expected: frozenset[str]) -> bool:
    return all(c.status is Status.PASS or not c.judgeable_here for c in report.checks)


def _wrong(report: Report, failed: frozenset[str], expected: frozenset[str]) -> bool:
    """Exactly those fail; a wrong kernel may also be slow, which without a GPU would not show."""
    return failed - NEED_A_GPU == expected - NEED_A_GPU and expected & NEED_A_GPU <= failed


def _cheat(report: Report, failed: frozenset[str], expected: frozenset[str]) -> bool:
    """The named checks fail; without a GPU, `expected` is empty for a cheat that only a GPU can refuse."""
    return expected <= failed


EXPECTED: dict[Kind, Callable[[Report, frozenset[str], frozenset[str]], bool]] = {
    Kind.SKELETON: _skeleton, Kind.SOLUTION: _solution, Kind.WRONG: _wrong, Kind.CHEAT: _cheat
}  # fmt: skip


def _tight(report: Report, exercise: Exercise) -> Iterator[str]:
    """Checks whose limit the solution meets exactly although its count is above the ideal.

    A variant with one more access would then fail. At the ideal no margin is needed.
    """
    for check in report.checks:
        limit = getattr(exercise.spec.checks.get(check.id), "at_most", None)
        if limit and check.status is Status.PASS and check.measured == limit and not _at_ideal(check, report):
            yield check.id


def _at_ideal(check: CheckResult, report: Report) -> bool:
    space = CHECKS[check.id].space
    rows = [row for row in report.accesses if isinstance(row, AccessLine) and row.space == space]
    return bool(rows) and all(row.cost == row.ideal for row in rows)
