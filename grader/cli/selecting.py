"""Finds the exercises named on a command line, and what a command may show of them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from grader.cli.output import complain
from grader.failure import Failure
from grader.files import shown_path
from grader.texts import say

if TYPE_CHECKING:
    from grader.course.catalog import Course, Exercise
    from grader.course.progress import Progress
    from grader.quiz.attempts import Attempts


def selected(course: Course, ids: Sequence[str]) -> list[Exercise]:
    """The exercises of the ids, each once, in the order typed. Raises Failure."""
    from grader.course.find import UnknownExercise

    found: dict[str, Exercise] = {}
    for text in ids:
        try:
            found |= {exercise.id: exercise for exercise in course.resolve(text)}
        except UnknownExercise as unknown:
            kind = "ambiguous_id" if unknown.ambiguous else "foreign_file" if os.path.isfile(text) else "unknown_id"
            candidates = "\n".join(f"  {candidate}" for candidate in unknown.candidates)
            raise Failure(kind, f"cli.{kind}", text=text, candidates=candidates) from None
    return list(found.values())


def everything_or(course: Course, ids: Sequence[str] | None) -> list[Exercise]:
    """The exercises of the ids; without ids, those of the whole course."""
    return selected(course, ids) if ids else list(course.exercises)


def progress_of(course: Course) -> Progress:
    """What the student has done so far."""
    from grader.course.progress import Progress

    return Progress(course.root)


def why_no_solution(course: Course, exercise: Exercise, lang: str) -> str:
    """Why the student may not see the course's own solution of an exercise; "" if they may."""
    if course.spec.solutions == "never":
        return say("cli.solution_never", lang)
    if not progress_of(course).is_done(exercise):
        return say("cli.solution_after_pass", lang, exercise=exercise.id)
    return ""


def one_of(course: Course, text: str | None, lang: str) -> Exercise:
    """The exercise named by a text, by default the current one. Raises Failure unless it is exactly one."""
    if text is None:
        from grader.cli.next_step import current_exercise

        return current_exercise(course, lang)
    found = selected(course, [text])
    if len(found) != 1:
        candidates = "\n".join(f"  {exercise.id}" for exercise in found)
        raise Failure("ambiguous_id", "cli.ambiguous_id", text=text, candidates=candidates)
    return found[0]


def tell_set_aside(attempts: Attempts, lang: str) -> None:
    """Report damaged attempts that were moved out of the way."""
    for path in attempts.set_aside:
        complain(say("cli.attempt_damaged", lang, path=shown_path(path)))
