"""Opens a course with everything that this grader knows of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import BaseModel

    from grader.course.catalog import Course


def open_here(lang: str) -> Course:
    """The course around the current folder. Raises CourseError."""
    from grader.course.catalog import find_root, open_course

    return open_course(find_root(lang=lang), problem_cases(), lang)


def problem_cases() -> Mapping[str, type[BaseModel]]:
    """Each problem family's model of a case, by name."""
    from grader.problems import PROBLEMS

    return {name: problem.case_model for name, problem in PROBLEMS.items()}
