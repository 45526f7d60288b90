"""Every solution passes every check, on private cases too, beside the emulator and on the GPU alone.

Nothing else is on the GPU meanwhile.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course.catalog import Course, Exercise, open_course
from grader.grading.grade import Devices
from grader.grading.opening import problem_cases
from grader.grading.submissions import grade_file
from grader.sandbox.gpu_session import GpuSession
from grader.sandbox.session import Session

COURSE: Course = open_course(Path(__file__).resolve().parents[2], problem_cases())


@pytest.mark.parametrize("alone", [False, True], ids=["auto", "cuda"])
@pytest.mark.parametrize("exercise", COURSE.exercises, ids=lambda e: e.name)
def test_a_solution_passes_every_check(exercise: Exercise, alone: bool) -> None:
    devices = Devices(Session, GpuSession, on_gpu_alone=alone)
    report = grade_file(COURSE, exercise, exercise.solution_path, devices, "en", private=True).report
    assert {c.id: c.message for c in report.checks if c.status != "pass"} == {}
