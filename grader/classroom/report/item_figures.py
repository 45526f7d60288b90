"""How well the questions of a quiz measure: how hard each is, and whether it tells the better from the weaker."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from grader.classroom.quizzes import GradedAttempt
from grader.classroom.report.gather import ClassData
from grader.classroom.report.spread import Spread, spread
from grader.classroom.summary import ModuleInfo

ENOUGH_STUDENTS = 20  # for a correlation: if there is none, its standard error is 1 / sqrt(20 - 1) = 0.23
_DIGITS = 9  # of a share: sums of points differ behind them


@dataclass(frozen=True)
class ItemFigures:
    """One question, over the first graded attempt of each student.

    difficulty: share of its points that was won. discrimination: its correlation with the rest of the quiz, None for
    fewer than ENOUGH_STUDENTS and where one of the two is the same for everybody. blank: no answer, or none that can
    be read as one.
    """

    id: str
    points: float
    students: int
    difficulty: float
    discrimination: float | None
    blank: int


@dataclass(frozen=True)
class QuizFigures:
    """One quiz. attempted, passed: students; attempts, refused: of all of them. best: shares of their best attempts."""

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
    return QuizFigures(
        module=module,
        attempted=sum(own.score is not None for own in standings),
        passed=sum(own.passed for own in standings),
        attempts=sum(own.attempts for own in standings),
        refused=sum(own.refused for own in standings),
        best=spread([own.score / most for own in standings if own.score is not None]),
        items=item_figures([min(own, key=lambda attempt: attempt.attempt) for own in graded if own]),
    )


def item_figures(attempts: Sequence[GradedAttempt]) -> tuple[ItemFigures, ...]:
    """How the questions of a quiz went. attempts: one of each student.

    Difficulty and discrimination as in Crocker and Algina, "Introduction to classical and modern test theory", 1986,
    chapter 14. The latter is Pearson's correlation of the share won of the question with the share won of all others;
    where a question is right or wrong, that is the point-biserial correlation. The question is not among the others,
    or it would correlate with itself (Henrysson, Psychometrika 28, 1963).
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
    return ItemFigures(
        id=name,
        points=rows[0].points,
        students=len(rows),
        difficulty=statistics.fmean(row.share for row in rows),
        discrimination=_correlation([(row.share, row.rest) for row in rows if row.rest is not None]),
        blank=sum(row.blank for row in rows),
    )


def _correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    if len(pairs) < ENOUGH_STUDENTS:
        return None
    try:
        return statistics.correlation([share for share, _ in pairs], [rest for _, rest in pairs])
    except statistics.StatisticsError:  # one of the two is the same for everybody
        return None
