"""How well the questions of a quiz measure: how hard each is, and whether it separates strong from weak students."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from grader.classroom.quizzes import GradedAttempt
from grader.classroom.report.gather import ClassData
from grader.classroom.report.spread import Spread, spread
from grader.classroom.summary import ModuleInfo
from grader.dataclass import dataclass

ENOUGH_STUDENTS = 20  # for a correlation: if there is none, its standard error is 1 / sqrt(20 - 1) = 0.23
_DIGITS = 9  # of a share: sums of points differ behind them


@dataclass(frozen=True)
class ItemFigures:
    """One question, over the first graded attempt of each student.

    difficulty: mean share of its points. discrimination: its correlation with the rest of the quiz, None for fewer than
    ENOUGH_STUDENTS or where either is constant. blank: students without a readable answer.
    """

    id: str
    points: float
    students: int
    difficulty: float
    discrimination: float | None
    blank: int


@dataclass(frozen=True)
class QuizFigures:
    """One quiz. attempted, passed: students; attempts, refused: over all students. best: shares of best attempts."""

    module: ModuleInfo
    attempted: int
    passed: int
    attempts: int
    refused: int
    best: Spread
    items: tuple[ItemFigures, ...]


def quiz_figures(data: ClassData, module: ModuleInfo, students: Sequence[str]) -> QuizFigures:
    """How these students did in the quiz of a module that has one."""
    standings = [own for s in students if (own := data.standings[s].quizzes.get(module.number)) is not None]
    records = [record for s in students if (record := data.quizzes.get((s, module.number))) is not None]
    most = module.quiz_points or 1.0
    graded = ([attempt for attempt in record.attempts if not attempt.is_refused] for record in records)
    first = [min(own, key=lambda attempt: attempt.attempt) for own in graded if own]
    return QuizFigures(module=module, attempted=sum(own.score is not None for own in standings),
                       passed=sum(own.passed for own in standings), attempts=sum(own.attempts for own in standings),
                       refused=sum(own.refused for own in standings),
                       best=spread([own.score / most for own in standings if own.score is not None]),
                       items=item_figures(first))  # fmt: skip


def item_figures(attempts: Sequence[GradedAttempt]) -> tuple[ItemFigures, ...]:
    """How the questions of a quiz went. attempts: one of each student.

    Difficulty and discrimination as in Crocker and Algina, "Introduction to classical and modern test theory", 1986,
    chapter 14. Discrimination is Pearson's correlation of the share won of the question with the share won of all the
    others (for a question that is right or wrong, the point-biserial correlation). The question itself is left out of
    the others, as it would correlate with itself (Henrysson, Psychometrika 28, 1963).
    """
    rows: dict[str, list[_Row]] = {}
    for attempt in attempts:
        won, most = sum(item.points for item in attempt.items), sum(item.max_points for item in attempt.items)
        for item in attempt.items:
            others = most - item.max_points
            rest = round((won - item.points) / others, _DIGITS) if others > 0 else None
            blank = item.status in ("unanswered", "invalid")
            row = _Row(round(item.points / item.max_points, _DIGITS), rest, item.max_points, blank)
            rows.setdefault(item.id, []).append(row)
    return tuple(_item(name, own) for name, own in rows.items())


@dataclass(frozen=True)
class _Row:
    """What one student won: of a question, and of the others of that attempt."""

    share: float
    rest: float | None
    points: float
    blank: bool


def _item(name: str, rows: Sequence[_Row]) -> ItemFigures:
    return ItemFigures(id=name, points=rows[0].points, students=len(rows),
                       difficulty=statistics.fmean(row.share for row in rows),
                       discrimination=_correlation([(row.share, row.rest) for row in rows if row.rest is not None]),
                       blank=sum(row.blank for row in rows))  # fmt: skip


def _correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    if len(pairs) < ENOUGH_STUDENTS:
        return None
    try:
        return statistics.correlation([share for share, _ in pairs], [rest for _, rest in pairs])
    except statistics.StatisticsError:  # one of the two is constant
        return None
