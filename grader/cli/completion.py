"""Shell completion: answers `_GRADER_COMPLETE` with the exercises, modules and instructions that a partial name may
become.

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
    """Answer a shell that requests completions and exit; else return."""
    if VARIABLE in os.environ:
        from typer._completion_classes import completion_init

        completion_init()
        command._main_shell_completion(settings, "grader", VARIABLE)


def ids(incomplete: str) -> list[str]:
    """Exercises: `06/sgemm_tiled`, full ids once `06_` is typed, names. Paths are completed by the shell itself."""
    return _of_course(_exercise_ids, incomplete)


def modules(incomplete: str) -> list[str]:
    """Modules: their numbers, and names once something is typed."""
    return _of_course(_module_names, incomplete)


def instructions(incomplete: str) -> list[str]:
    """Short names of the instructions that `grader explain` knows."""
    from grader.sass.matrix_instructions import known

    return [name for name in known() if name.startswith(incomplete)]


def _of_course(names: Any, incomplete: str) -> list[str]:
    from grader.course.catalog import find_root, open_course
    from grader.course.documents import CourseError

    try:
        return [name for name in names(open_course(find_root(), {}), incomplete) if name.startswith(incomplete)]
    except (CourseError, Failure, OSError):  # outside of a course there is nothing to complete
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
