"""Opens the course that a command works on and finds the exercises that were typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from grader.cli.failure import Failure

if TYPE_CHECKING:
    from pydantic import BaseModel

    from grader.course.catalog import Course, Exercise


def open_here(lang: str) -> Course:
    """The course around the current folder. Raises CourseError."""
    from grader.course.catalog import find_root, open_course

    return open_course(find_root(lang=lang), problem_cases(), lang)


def problem_cases() -> Mapping[str, type[BaseModel]]:
    """Each problem family's model of a case, by name."""
    from grader.problems import PROBLEMS

    return {name: problem.case_model for name, problem in PROBLEMS.items()}


def selected(course: Course, ids: Sequence[str]) -> list[Exercise]:
    """The exercises that the ids mean, each once, in the order typed. Raises Failure."""
    from grader.course.find import UnknownExercise

    found: dict[str, Exercise] = {}
    for text in ids:
        try:
            found |= {exercise.id: exercise for exercise in course.resolve(text)}
        except UnknownExercise as unknown:
            kind = "ambiguous_id" if unknown.ambiguous else "unknown_id"
            candidates = "\n".join(f"  {candidate}" for candidate in unknown.candidates)
            raise Failure(kind, f"cli.{kind}", text=text, candidates=candidates) from None
    return list(found.values())


def everything_or(course: Course, ids: Sequence[str] | None) -> list[Exercise]:
    """The exercises that the ids mean; without ids, those of the whole course."""
    return selected(course, ids) if ids else list(course.exercises)
