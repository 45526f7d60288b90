"""The result of an exercise's skeleton, which is graded once and then kept."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import TYPE_CHECKING

from grader.failure import Failure

if TYPE_CHECKING:
    from grader.course.catalog import Course, Exercise
    from grader.grading.grade import Devices
    from grader.grading.history import Attempt
    from grader.verdicts import Report, Timed


def kept_starter(course: Course, exercise: Exercise) -> Attempt | None:
    """The kept result. Raises Failure if the skeleton is unknown."""
    from grader.course.restart import pristine
    from grader.grading import history

    sha256 = hashlib.sha256(pristine(exercise, "en").encode()).hexdigest()
    return history.starter(course.root, exercise.id, sha256)


def starter_of(course: Course, exercise: Exercise, graded_on: Devices, timed: Timed | None = None) -> Attempt | None:
    """The skeleton's result; None if the skeleton is unknown.

    It is graded in the emulator. timed: a contest to compare with; then it is timed on the GPU too, if it is correct.
    """
    from grader.grading.grade import Devices

    try:
        known = kept_starter(course, exercise)
        works = exercise.spec.starter_fails not in ("compiles", "correctness")
        race = timed if works and graded_on.open_gpu is not None else None
        if known is not None and (race is None or (known.speed is not None and known.speed.compares_with(race))):
            return known
        devices = Devices(graded_on.open_emulator, graded_on.open_gpu if race is not None else None)
        return keep(course, graded_starter(course, exercise, devices))
    except Failure:
        return None


def graded_starter(course: Course, exercise: Exercise, graded_on: Devices) -> Report:
    """Grade the skeleton. Raises Failure if it is unknown."""
    from grader.grading.submissions import grade_skeleton

    return grade_skeleton(course, exercise, graded_on, "en").report


def keep(course: Course, report: Report) -> Attempt:
    """Keep the skeleton's result."""
    from grader.grading import history

    with suppress(OSError):  # it is then graded again next time
        history.keep_starter(course.root, report)
    return history.attempt_of(report)
