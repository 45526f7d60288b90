"""What comes next: the first unfinished exercise in an open module, or the quiz that opens the next one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from grader.cli.selecting import progress_of, tell_set_aside
from grader.course.state import FOLDER
from grader.failure import Failure

if TYPE_CHECKING:
    from grader.course.catalog import Course, Exercise, Module
    from grader.course.progress import Progress
    from grader.quiz.attempts import Attempts
    from grader.quiz.gate import ModuleState


def next_step(found: Sequence[ModuleState], progress: Progress) -> Exercise | Module | None:
    """The exercise to do, the module whose quiz to take, or None when all is done.

    Students who were placed are not sent back to earlier modules.
    """
    begin = max((place for place, state in enumerate(found, start=1) if state.placed), default=0)
    for state in found[begin:]:
        if state.locked_by:
            return state.locked_by[0]
        exercise = progress.current(state.module.exercises)
        if exercise is not None:
            return exercise
        if state.module.spec.checkpoint and not state.passed and state.module.gate.mode == "enforce":
            return state.module
    return next((s.module for s in found if s.module.spec.checkpoint and not s.passed), None)


def current_exercise(course: Course, lang: str) -> Exercise:
    """The exercise of a command that names none: the next one, or the last before the next quiz.

    Raises Failure in a course without exercises.
    """
    if not course.exercises:
        raise Failure("no_exercises", "cli.no_exercises")
    progress = progress_of(course)
    first = progress.current(course.exercises)
    if first is course.exercises[0] and not (course.root / FOLDER / "quiz").exists():  # as on the first day
        return first
    step = next_step(module_states(course, lang), progress)
    if step in course.exercises:
        return step
    names = [module.name for module in course.modules]
    until = len(names) if step is None else names.index(step.name) + 1
    return [exercise for module in course.modules[:until] for exercise in module.exercises][-1]


def module_states(course: Course, lang: str) -> tuple[ModuleState, ...]:
    """The student's standing with every module; damaged attempts are reported."""
    from grader.quiz.attempts import Attempts

    attempts = Attempts(course.root)
    try:
        return states_by(course, attempts)
    except OSError as error:
        path = error.filename or course.root
        raise Failure("unreadable_file", "cli.unreadable", path=path, reason=error.strerror or error) from None
    finally:
        tell_set_aside(attempts, lang)


def states_by(course: Course, attempts: Attempts) -> tuple[ModuleState, ...]:
    """The same for given attempts; the caller reports damaged ones. Raises OSError if they cannot be read."""
    from grader.quiz.gate import states

    return states(course, attempts.of, progress_of(course).is_done)
