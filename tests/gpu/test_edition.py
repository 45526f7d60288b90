"""Speed in a student edition: measured against machine code, it is what it is against the source."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from grader.course.catalog import Course, open_course
from grader.grading.grade import Devices
from grader.grading.opening import problem_cases
from grader.grading.submissions import grade_file
from grader.release.edition import Plan, make_edition
from grader.sandbox.gpu_session import GpuSession
from grader.sandbox.session import Session
from grader.verdicts import CheckResult

ROOT = Path(__file__).resolve().parents[2]
TIMED = ("06/sgemm_tiled", "06/transpose_tiled", "08/sgemm_double_buffered")


@pytest.fixture(scope="module")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Course:
    folder = tmp_path_factory.mktemp("edition")
    make_edition(Plan(open_course(ROOT, problem_cases()), b"key", (1, 1)), folder)
    return open_course(folder, problem_cases())


def speed(course: Course, exercise_id: str, path: Path) -> CheckResult:
    (exercise,) = course.resolve(exercise_id)
    report = grade_file(course, exercise, path, Devices(Session, GpuSession), "en").report
    return next(check for check in report.checks if check.id == "speed")


@pytest.mark.parametrize("exercise_id", TIMED)
def test_machine_code_is_as_good_a_baseline_as_its_source(edition: Course, exercise_id: str, tmp_path: Path) -> None:
    whole = open_course(ROOT, problem_cases())
    (exercise,) = whole.resolve(exercise_id)
    mine = Path(shutil.copy(exercise.solution_path, tmp_path))
    against_source, against_code = speed(whole, exercise_id, mine), speed(edition, exercise_id, mine)
    print(f"{exercise_id}: {against_source.message} | {against_code.message}")
    assert against_source.status == against_code.status == "pass"
    assert isinstance(against_code.measured, float) and against_code.measured == pytest.approx(1, abs=0.03)


def test_a_gpu_that_the_edition_has_no_code_for_is_told(edition: Course, tmp_path: Path) -> None:
    (exercise,) = edition.resolve("06/sgemm_tiled")
    assert exercise.kit is not None
    other = replace(exercise.kit, references={"sm_10": exercise.kit.references["sm_90"]})
    exercise.__dict__["kit"] = other
    (solution,) = open_course(ROOT, problem_cases()).resolve("06/sgemm_tiled")
    devices = Devices(Session, GpuSession)
    report = grade_file(edition, exercise, solution.solution_path, devices, "en").report
    check = next(check for check in report.checks if check.id == "speed")
    assert check.status == "not_run" and "sm_10" in check.message and not check.judgeable_here
