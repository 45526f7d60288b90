"""Tiny steps are quick to check, and few points of a module are theirs."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from grader.course.catalog import Exercise, open_course
from grader.grading.grade import Devices
from grader.grading.opening import problem_cases
from grader.grading.submissions import grade_file
from grader.sandbox.fork_server import warm_sessions

ROOT = Path(__file__).resolve().parents[2]
COURSE = open_course(ROOT, problem_cases())
TINY = [exercise for exercise in COURSE.exercises if exercise.spec.tiny]


def test_every_module_has_three_and_the_course_has_fifty_exercises() -> None:
    for module in COURSE.modules:
        assert sum(exercise.spec.tiny for exercise in module.exercises) >= 3, module.name
        assert {exercise.spec.kind for exercise in module.exercises} >= {"write", "predict"}, module.name
    assert len(COURSE.exercises) >= 50


@pytest.mark.slow
@pytest.mark.parametrize("exercise", TINY, ids=lambda e: e.id)
def test_the_verdict_of_a_tiny_step_takes_half_a_second_at_most(exercise: Exercise) -> None:
    """From the file to the report, with what takes the child to start already paid; the quickest of three."""
    devices, taken = Devices(warm_sessions()), []
    for _ in range(3):
        began = time.perf_counter()
        grade_file(COURSE, exercise, exercise.solution_path, devices, "en")
        taken.append(time.perf_counter() - began)
    assert min(taken) <= 0.5
