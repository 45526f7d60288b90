"""The figures of a class, and of each of its sections."""

from __future__ import annotations

from collections.abc import Sequence

from grader.classroom.report.exercise_figures import ExerciseFigures, exercise_figures
from grader.classroom.report.gather import ClassData
from grader.classroom.report.item_figures import QuizFigures, quiz_figures
from grader.classroom.report.spread import Spread, spread
from grader.classroom.summary import ClassSummary
from grader.dataclass import dataclass


@dataclass(frozen=True)
class Figures:
    """Some students of a class. points: the most that the grading machine could award; totals: each student's counting
    points as a share of those. locked: students with a module behind a closed gate.
    """

    students: int
    points: float
    totals: Spread
    locked: int
    exercises: tuple[ExerciseFigures, ...]
    quizzes: tuple[QuizFigures, ...]

    @property
    def handed_in(self) -> int:
        """Files of all exercises."""
        return sum(exercise.handed_in for exercise in self.exercises)


def figures(data: ClassData, students: Sequence[str]) -> Figures:
    """The figures of these students, in the order of the course."""
    summary = data.summary
    points = points_here(summary)
    standings = [data.standings[student] for student in students]
    with_quiz = [module for module in summary.modules if module.quiz_points is not None]
    return Figures(students=len(students), points=points,
                   totals=spread([standing.total / points for standing in standings] if points else []),
                   locked=sum(bool(standing.locked) for standing in standings),
                   exercises=tuple(exercise_figures(data, exercise, students) for exercise in summary.exercises),
                   quizzes=tuple(quiz_figures(data, module, students) for module in with_quiz))  # fmt: skip


def points_here(summary: ClassSummary) -> float:
    """The most points that the machine which graded the class could award: without a GPU, none for speed."""
    return sum(map(summary.points_here, summary.exercises))
