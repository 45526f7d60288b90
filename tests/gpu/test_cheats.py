"""Every cheat that the course keeps is refused by the check it names, on the GPU too."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course.catalog import Course, open_course
from grader.grading.grade import Devices
from grader.grading.opening import problem_cases
from grader.grading.selftest import Kind, Specimen, examine, specimens
from grader.grading.submissions import grade_data
from grader.sandbox.gpu_session import GpuSession
from grader.sandbox.session import Session
from grader.verdicts import Report, Status

ROOT = Path(__file__).resolve().parents[2]
COURSE: Course = open_course(ROOT, problem_cases())
CHEATS = [s for e in COURSE.exercises for s in specimens(e) if s.kind is Kind.CHEAT]
BESIDE = Devices(Session, GpuSession)
ALONE = Devices(Session, GpuSession, on_gpu_alone=True)


def grade(cheat: Specimen, source: bytes, devices: Devices = BESIDE) -> Report:
    return grade_data(COURSE, cheat.exercise, cheat.path.name, source, devices, "en").report


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda s: f"{s.exercise.name}-{s.path.stem}")
def test_a_cheat_is_refused_by_the_check_it_names(cheat: Specimen) -> None:
    outcome = examine(cheat, grade)
    assert outcome.error is None
    assert not outcome.beyond, "there is a GPU: everything can be judged"
    assert set(outcome.specimen.expected or ()) <= set(outcome.failed)


# Contests are the same with and without the emulator; what else a cheat runs into is not.
BEYOND_SPEED = [cheat for cheat in CHEATS if cheat.expected != {"speed"} or cheat.path.stem.startswith("asks_for")]


@pytest.mark.parametrize("cheat", BEYOND_SPEED, ids=lambda s: f"{s.exercise.name}-{s.path.stem}")
def test_a_cheat_is_refused_where_the_gpu_judges_alone(cheat: Specimen) -> None:
    report = grade(cheat, cheat.source(), ALONE)
    assert report.error is None
    found = {check.id: check for check in report.checks}
    for name in cheat.expected or ():
        unproven = found[name].status is Status.INCONCLUSIVE and "by which a kernel can tell" in found[name].message
        # What the emulator calls a hazard shows in results here: shared memory is overwritten before every launch.
        instead = found["correctness"].status is Status.FAIL
        assert found[name].status is Status.FAIL or unproven or instead, found[name].message
