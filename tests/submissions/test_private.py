"""Private cases: sizes that no student has seen, and limits that are neither wider nor narrower than the exercise's."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader.course.catalog import Exercise, open_course
from grader.course.check_specs import CheckSpec
from grader.course.models import ExerciseSpec, PrivateSpec
from grader.grading.grade import Devices, Graded, Submission, cases_to_count, grade
from grader.grading.opening import problem_cases
from grader.grading.selftest import Kind, specimens
from grader.grading.submissions import grade_file
from grader.sandbox.fork_server import warm_sessions
from grader.verdicts import Report, Status

ROOT = Path(__file__).resolve().parents[2]
COURSE = open_course(ROOT, problem_cases())
SPACES = {"shared_wavefronts": "shared", "global_sectors": "global"}

# A prediction is of the case that everybody sees; the kernel is the course's own.
EXERCISES = [exercise for exercise in COURSE.exercises if exercise.spec.kind != "predict"]
each_exercise = pytest.mark.parametrize("exercise", EXERCISES, ids=lambda e: e.id)


def private(exercise: Exercise) -> PrivateSpec:
    assert exercise.private is not None, f"{exercise.id} has no private cases"
    return exercise.private


def private_alone(exercise: Exercise) -> ExerciseSpec:
    """The exercise as if it had its private cases only, and their limits."""
    limits = {
        name: replace(check, points=exercise.spec.checks[name].points)
        for name, check in private(exercise).checks.items()
    }
    checks = {**exercise.spec.checks, **limits}
    return replace(exercise.spec, cases=private(exercise).cases, checks=checks)


def graded(exercise: Exercise, path: Path, spec: ExerciseSpec) -> Graded:
    text = exercise.kernel(path).decode("utf-8-sig", "replace")
    return grade(Submission(exercise.id, spec, path.name, "", text), Devices(warm_sessions()), "en")


def failed(report: Report) -> set[str]:
    return {check.id for check in report.checks if check.status is Status.FAIL}


def counting(spec: ExerciseSpec) -> dict[str, Any]:
    """The checks that hold counts against limits."""
    return {name: check for name, check in spec.checks.items() if "counted" in check.wishes and name != "predictions"}
    """The checks that hold a count against a limit."""
    return {name: check for name, check in spec.checks.items() if "counted" in check.wishes}


@each_exercise
def test_no_size_is_one_that_students_have(exercise: Exercise) -> None:
    sizes = [case.dimensions() for case in private(exercise).cases]
    known = [case.dimensions() for case in exercise.spec.cases]
    assert len(sizes) >= 2 and all(sizes.count(size) == 1 and size not in known for size in sizes)


@each_exercise
def test_fractions_come_where_the_exercise_has_them(exercise: Exercise) -> None:
    known, unseen = ({c.values for c in cases} for cases in (exercise.spec.cases, private(exercise).cases))  # type: ignore[attr-defined]
    assert "floats" in unseen or "floats" not in known


def _bounds(check: CheckSpec) -> set[str]:
    """What a check bounds."""
    return {name for name, bound in check.items() if name not in ("points", "case") and bound not in (None, ())}


@each_exercise
def test_every_count_has_a_limit_on_the_first_private_case(exercise: Exercise) -> None:
    own, limits = counting(exercise.spec), counting(private_alone(exercise))
    assert private(exercise).checks.keys() - {"determinism"} == own.keys()
    for name, check in own.items():
        assert _bounds(check) == _bounds(limits[name])
    assert cases_to_count(private_alone(exercise)) <= {0}


@pytest.mark.slow
@pytest.mark.share(3)
@each_exercise
def test_the_solution_passes_and_the_skeleton_fails_on_private_cases(exercise: Exercise) -> None:
    solution = grade_file(COURSE, exercise, exercise.solution_path, Devices(warm_sessions()), "en", private=True).report
    assert {check.id for check in solution.checks if check.status is not Status.PASS} <= {"speed"}
    skeleton = failed(graded(exercise, exercise.source_path, private_alone(exercise)).report)
    assert exercise.spec.starter_fails in skeleton and "compiles" not in skeleton


@pytest.mark.slow
@pytest.mark.share(3)
@each_exercise
def test_a_limit_leaves_no_more_room_than_that_of_the_exercise(exercise: Exercise) -> None:
    own, alone = exercise.spec, private_alone(exercise)
    seen, unseen = (graded(exercise, exercise.solution_path, spec) for spec in (own, alone))
    for name in (name for name, check in counting(own).items() if hasattr(check, "at_most")):
        assert room(unseen, name) <= room(seen, name) + 0.02, name
        assert asked(unseen, alone, name) <= asked(seen, own, name) + 0.02, name


def room(solution: Graded, name: str) -> float:
    """Limit by count, the widest if there are several; a limit of 0 leaves none."""
    (check,) = [check for check in solution.report.checks if check.id == name]
    measured, target = check.measured, check.target
    if not isinstance(measured, dict) or not isinstance(target, dict):
        assert isinstance(measured, int) and isinstance(target, int) and measured <= target
        return target / measured if target else 1.0
    limits = {key.removesuffix("_at_most"): limit for key, limit in target.items() if key.endswith("_at_most")}
    assert all(measured[key] <= limit for key, limit in limits.items())
    return max([1.0, *(limit / measured[key] for key, limit in limits.items() if limit)])


def asked(solution: Graded, spec: ExerciseSpec, name: str) -> float:
    """The share of the solution's loads that nobody may do without."""
    rule = counting(spec)[name]
    at_least = getattr(rule, "loads_at_least", None)
    if at_least is None:
        return 0.0
    rows = [row for row in solution.accesses[rule.case] if row.space == SPACES[name] and row.operation == "load"]
    return float(at_least / sum(row.requests for row in rows))


@pytest.mark.slow
@pytest.mark.share(3)
@each_exercise
def test_who_breaks_a_limit_breaks_the_same_on_private_cases_alone(exercise: Exercise) -> None:
    limits = counting(exercise.spec)
    for specimen in specimens(exercise):
        if specimen.kind is Kind.WRONG and specimen.expected and specimen.expected & limits.keys():
            report = graded(exercise, specimen.path, private_alone(exercise)).report
            # Wide loads need an aligned case, and there need be none among the private ones.
            beside = {"speed", "machine_code"}
            assert failed(report) - beside == specimen.expected - beside, specimen.path.stem
