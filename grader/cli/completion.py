"""Completion in a shell: what `_GRADER_COMPLETE` asks for, and the exercises and modules that a half-typed id may be.

`eval "$(_GRADER_COMPLETE=source_bash grader)"` in a shell, or in its start-up file, switches it on (zsh: `source_zsh`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from grader.failure import Failure

if TYPE_CHECKING:
    from grader.course.catalog import Course

VARIABLE = "_GRADER_COMPLETE"


def answer_shell(command: Any, settings: dict[str, Any]) -> None:
    """Answer a shell that asks for completions, and leave; return where none does."""
    if VARIABLE in os.environ:
        from typer._completion_classes import completion_init

        completion_init()
        command._main_shell_completion(settings, "grader", VARIABLE)


def ids(incomplete: str) -> list[str]:
    """Exercises: `06/sgemm_tiled`, full ids once `06_` is typed, names. For paths the shell completes itself."""
    return [each for each in _of_course(_exercise_ids, incomplete) if each.startswith(incomplete)]


def modules(incomplete: str) -> list[str]:
    """Modules: their numbers, and names once more is typed."""
    return [each for each in _of_course(_module_names, incomplete) if each.startswith(incomplete)]


def _of_course(names: Any, incomplete: str) -> list[str]:
    from grader.course.catalog import find_root, open_course
    from grader.course.yaml_marks import CourseError

    try:
        return list(names(open_course(find_root(), {}), incomplete))
    except (CourseError, Failure, OSError):  # outside of a course there is nothing to name
        return []


def _exercise_ids(course: Course, incomplete: str) -> Iterator[str]:
    for exercise in course.exercises:
        yield f"{exercise.module.number}/{exercise.name}"
        if "_" in incomplete:
            yield exercise.id
        if incomplete:
            yield exercise.name


def _module_names(course: Course, incomplete: str) -> Iterator[str]:
    for module in course.modules:
        yield module.number
        if incomplete:
            yield module.name
