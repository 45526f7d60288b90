"""Where `grader watch` sends a student: the same rule as plain `grader`, but never to the exercise on screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.cli.next_step import next_step, states_by
from grader.cli.selecting import progress_of
from grader.course.catalog import Exercise
from grader.dataclass import dataclass
from grader.files import shown_path
from grader.texts import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.course.catalog import Course, Module
    from grader.course.progress import Progress
    from grader.quiz.gate import ModuleState


@dataclass(frozen=True)
class Road:
    """Where a student looking at an exercise stands.

    step: what `grader` says is next, None when all is done. after: where `n` goes, the exercise itself if nothing else
    is open. quiz: the module whose quiz is next, else the exercise's own. failing: the exercise is done, but its
    current file fails. told: a sentence about damaged attempts.
    """

    done: int
    total: int
    step: Exercise | Module | None
    after: Exercise | Module
    quiz: Module
    failing: bool
    told: str


def road(course: Course, exercise: Exercise, lang: str) -> Road:
    """The current road from an exercise. Raises OSError if attempts cannot be read."""
    from grader.quiz.attempts import Attempts

    progress, attempts = progress_of(course), Attempts(course.root)
    found = states_by(course, attempts)
    step = next_step(found, progress)
    own = next(module for module in course.modules if exercise in module.exercises)
    damaged = (say("cli.attempt_damaged", lang, path=shown_path(path)) for path in attempts.set_aside)
    return Road(done=sum(map(progress.is_done, course.exercises)), total=len(course.exercises), step=step,
                after=_after(exercise, step, course, found, progress),
                quiz=own if step is None or isinstance(step, Exercise) else step, failing=progress.fails_now(exercise),
                told=" ".join(damaged))  # fmt: skip


def _after(
    exercise: Exercise, step: Exercise | Module | None, course: Course, found: Sequence[ModuleState], progress: Progress
) -> Exercise | Module:
    """The step that `grader` names; if that is this exercise, the next open one, or the quiz that opens more."""
    if not isinstance(step, Exercise):
        return step or next(iter(_others(exercise, course)), exercise)
    opened = {each.id for state in found if not state.locked_by for each in state.module.exercises}
    left = (other for other in _others(exercise, course) if other.id in opened and not progress.is_done(other))
    closed = (state.locked_by[0] for state in found if state.locked_by)
    return next(left, None) or next(closed, exercise)


def _others(exercise: Exercise, course: Course) -> list[Exercise]:
    """All other exercises, starting with the one after it."""
    place = course.exercises.index(exercise)
    return [*course.exercises[place + 1 :], *course.exercises[:place]]
