"""Only the cases whose accesses are judged or shown are counted; the others are launched for their results."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grader.course.catalog import Course, open_course
from grader.course.check_specs import CountSpec
from grader.course.models import ExerciseSpec
from grader.grading.cases import run_cases
from grader.grading.grade import Devices, Submission, grade
from grader.grading.opening import problem_cases
from grader.grading.submissions import grade_data
from grader.launch import LaunchRequest, LaunchResult
from grader.verdicts import Status
from tests.cli.conftest import InProcess

ROOT = Path(__file__).resolve().parents[2]
COURSE: Course = open_course(ROOT, problem_cases())
(SGEMM,) = COURSE.resolve("06/sgemm_tiled")
SOURCE = SGEMM.solution_path.read_text("utf-8")


class Recording(InProcess):
    """Keeps what was asked."""

    def __init__(self) -> None:
        self.asked: list[LaunchRequest] = []

    def launch(self, request: LaunchRequest) -> LaunchResult:
        self.asked.append(request)
        return super().launch(request)


def launches(spec: ExerciseSpec, **options: Any) -> dict[int, LaunchRequest]:
    """The launch of every case, without running any."""
    asked: list[LaunchRequest] = []

    def launch(request: LaunchRequest) -> LaunchResult:
        asked.append(request)
        untouched = {at: a.value for at, a in enumerate(request.arguments) if isinstance(a.value, np.ndarray)}
        return LaunchResult(untouched, (), (), (), 0, 0, 0)

    order = [run.index for run in run_cases(spec, launch, **options)]
    return dict(zip(order, asked, strict=True))


@pytest.mark.parametrize("counted", [set(), {0}, {1, 3}, set(range(99))])
def test_those_cases_are_counted_that_somebody_named(counted: set[int]) -> None:
    found = launches(SGEMM.spec, counted=counted)
    assert {index for index, request in found.items() if request.counted} == counted & set(found)


def test_every_case_is_counted_unless_somebody_names_some() -> None:
    found = launches(SGEMM.spec)
    assert len(found) == len(SGEMM.spec.cases) and all(request.counted for request in found.values())


def graded(spec: ExerciseSpec, **options: Any) -> list[LaunchRequest]:
    """What the solution was launched with to grade it."""
    box = Recording()
    submission = Submission("06_shared_memory_tiling/sgemm_tiled", spec, "mine.cu", "00" * 32, SOURCE)
    checks = grade(submission, Devices(lambda: box, **options), "en").report.checks
    assert {check.status for check in checks} <= {Status.PASS, Status.NOT_RUN}
    assert len(box.asked) == len(spec.cases)
    return box.asked


def cases_of(spec: ExerciseSpec, asked: Collection[LaunchRequest]) -> set[int]:
    """The cases that have the grids of these launches, which all differ."""
    grids = [spec.grid(case) for case in spec.cases]
    assert len(set(grids)) == len(grids)
    return {grids.index(request.grid) for request in asked}


def test_only_the_case_is_counted_that_the_checks_are_about() -> None:
    spec = SGEMM.spec
    assert cases_of(spec, [request for request in graded(spec) if request.counted]) == {0}


def test_the_case_of_every_check_that_counts_is_counted() -> None:
    rule = SGEMM.spec.checks["global_sectors"]
    assert isinstance(rule, CountSpec)
    spec = replace(SGEMM.spec, checks={**SGEMM.spec.checks, "global_sectors": replace(rule, case=3)})
    assert cases_of(spec, [request for request in graded(spec) if request.counted]) == {0, 3}


def test_without_a_check_that_counts_the_case_is_counted_that_is_shown() -> None:
    checks = {name: rule for name, rule in SGEMM.spec.checks.items() if name in ("correctness", "hazards")}
    spec = replace(SGEMM.spec, checks=checks)
    assert cases_of(spec, [request for request in graded(spec) if request.counted]) == {0}


def test_what_is_sampled_is_counted_and_nothing_is_listed_instruction_by_instruction() -> None:
    asked = graded(SGEMM.spec, sampled=True)
    assert [request.counted for request in asked if request.sampled] == [True]
    assert not any(request.executed for request in asked)


def test_a_private_case_with_a_limit_is_counted_too() -> None:
    box = Recording()
    grade_data(COURSE, SGEMM, "mine.cu", SOURCE.encode(), Devices(lambda: box), "en", private=True)
    public = [SGEMM.spec.grid(case) for case in SGEMM.spec.cases]
    counted = [request.grid for request in box.asked if request.counted]
    assert len(box.asked) == len(public) + 3 and len(counted) == 2
    assert public[0] in counted and (6, 5, 1) in counted
