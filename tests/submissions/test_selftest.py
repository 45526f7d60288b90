"""How the grader is graded: every kernel that the course keeps is judged as its first line says.

The same as `grader selftest`, an exercise a test, on the emulator.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course.catalog import Exercise, open_course
from grader.course.scaffold import unfinished
from grader.course.skeleton import solution_lines
from grader.grading.grade import Devices
from grader.grading.opening import problem_cases
from grader.grading.selftest import Kind, Specimen, examine, specimens
from grader.grading.submissions import grade_data
from grader.sandbox.fork_server import warm_sessions
from grader.verdicts import Report
from tests.skeletons import skeletons

ROOT = Path(__file__).resolve().parents[2]
COURSE = open_course(ROOT, problem_cases())
EXERCISES = COURSE.exercises
OWN = (Kind.SKELETON, Kind.SOLUTION)


def judged_wrongly(exercise: Exercise, *kinds: Kind) -> dict[str, object]:
    """Kernels of the exercise whose report is not what it has to be, and what it says."""
    devices = Devices(warm_sessions())

    def grade(specimen: Specimen, source: bytes) -> Report:
        private = specimen.kind is Kind.SOLUTION
        return grade_data(COURSE, exercise, specimen.path.name, source, devices, "en", private=private).report

    outcomes = [examine(specimen, grade) for specimen in specimens(exercise) if specimen.kind in kinds]
    assert outcomes
    return {
        f"{o.specimen.kind}/{o.specimen.path.name}": (o.failed, o.unjudged, o.tight, o.stale, o.error)
        for o in outcomes if not o.as_expected
    }  # fmt: skip


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda e: e.id)
def test_the_skeleton_fails_as_named_and_the_solution_passes(exercise: Exercise) -> None:
    assert judged_wrongly(exercise, *OWN) == {}


@pytest.mark.slow
@pytest.mark.share(3, guard="exercises")
@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda e: e.id)
def test_every_wrong_kernel_fails_exactly_what_it_names_and_every_cheat_is_refused(exercise: Exercise) -> None:
    assert judged_wrongly(exercise, Kind.WRONG, Kind.CHEAT) == {}


def only_constants(exercise: Exercise) -> bool:
    """Whether the student writes nothing but constants."""
    lines = [line.strip() for line in solution_lines(exercise.solution_path.read_text("utf-8"))]
    return all(line.startswith(("//", "constexpr ", "#define ")) for line in lines)


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda e: e.id)
def test_every_exercise_keeps_wrong_kernels_enough_and_is_finished(exercise: Exercise) -> None:
    enough = 4 if exercise.spec.kind == "predict" or only_constants(exercise) else 8
    assert len(list(exercise.wrong_dir.glob("*.cu"))) >= enough
    assert list(unfinished(exercise)) == []


def test_skeletons_are_those_of_their_solutions() -> None:
    kept = {path: path.read_bytes().decode() for path in (ROOT / "exercises").glob("*/*.cu")}
    assert kept == skeletons(ROOT)
