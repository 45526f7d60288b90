"""Every cheat that the course keeps is refused by the check it names, on the GPU too, and leaves the GPU in order."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.checks.grading import Devices
from grader.checks.selftest import Kind, examine, specimens
from grader.cli.opening import problem_cases
from grader.cli.submissions import grade_file
from grader.course.catalog import Course, Exercise, open_course
from grader.report.model import Report
from grader.sandbox import Session
from grader.sandbox.gpu_session import GpuSession

ROOT = Path(__file__).resolve().parents[2]
COURSE: Course = open_course(ROOT, problem_cases())
CHEATS = [s for e in COURSE.exercises for s in specimens(e) if s.kind is Kind.CHEAT]
DEVICES = Devices(Session, GpuSession)


def grade(exercise: Exercise, path: Path) -> Report:
    return grade_file(COURSE, exercise, path, DEVICES, "en").report


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda s: f"{s.exercise.name}-{s.path.stem}")
def test_a_cheat_is_refused_by_the_check_it_names(cheat: object) -> None:
    outcome = examine(cheat, grade)  # type: ignore[arg-type]
    assert outcome.error is None
    assert not outcome.beyond, "there is a GPU: everything can be judged"
    assert set(outcome.specimen.expected or ()) <= set(outcome.failed)


@pytest.mark.parametrize("exercise", COURSE.exercises, ids=lambda e: e.name)
def test_after_all_of_them_the_solution_passes_every_check(exercise: Exercise) -> None:
    report = grade(exercise, exercise.solution_path)
    assert {c.id: c.status for c in report.checks if c.status != "pass"} == {}
