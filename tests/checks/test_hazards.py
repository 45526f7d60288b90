"""Hazards fail by severity, on any case, with the lines and threads that take part."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader.checks.base import Observations
from grader.checks.evaluate import evaluate
from grader.course.catalog import Exercise, open_course
from grader.course.check_specs import HazardsSpec
from grader.course.skeleton import solution_lines
from grader.grading.opening import problem_cases
from grader.launch import Hazard
from grader.verdicts import CheckResult, Status
from tests.checks.specimens import exercise, observed, overrun, program, race, run

COURSE = open_course(Path(__file__).resolve().parents[2], problem_cases())


def writes_code(exercise: Exercise) -> bool:
    """Not so where constants or predictions are all that is to be written: the barriers are not the student's then."""
    lines = solution_lines(exercise.solution_path.read_text("utf-8"))
    return not all(line.strip().startswith(("//", "constexpr ")) for line in lines)


EXERCISES_WITH_BARRIERS = [
    exercise.id for exercise in COURSE.exercises
    if "__syncthreads()" in exercise.solution_path.read_text("utf-8") and writes_code(exercise)
]  # fmt: skip


def hazards(at: str = "error", lang: str = "en", **of_first: Any) -> CheckResult:
    spec = exercise({"correctness": {"points": 60}, "hazards": {"points": 40, "at": at}})
    return evaluate(spec, observed(spec, **of_first), lang)[2]


def test_none_found_passes() -> None:
    result = hazards()
    assert (result.status, result.measured, result.target, result.points) == (Status.PASS, 0, 0, 40)


def test_a_race_names_both_lines_both_threads_the_block_and_the_variable() -> None:
    result = hazards(hazards=(race(),))
    assert result.status is Status.FAIL
    for part in ("line 15 reads", "line 12 writes", "(1, 0, 0)", "(0, 1, 0)", "(5, 0, 0)", "tile_b", "480"):
        assert part in result.message
    assert [(note.line, note.message) for note in result.lines] == [
        (15, result.message),
        (12, "The other side of the hazard at line 15."),
    ]


@pytest.mark.parametrize(("lang", "said"), [("en", "asynchronous copy of line 12"), ("ko", "12번째 줄의 비동기 복사")])
def test_a_copy_that_was_not_waited_for_is_not_told_to_want_a_barrier(lang: str, said: str) -> None:
    found = race()
    result = hazards(lang=lang, hazards=(replace(found, example=found.example | {"under_way": True}),))
    assert said in result.message
    assert "__pipeline_wait_prior" in result.message
    assert "__syncthreads" not in result.message


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("text", ["__pipeline_memcpy_async(to, from, 16);", 'asm("cp.async.cg.shared.global ...");'])
def test_after_a_copy_the_wait_comes_first_and_then_the_barrier(text: str, lang: str) -> None:
    spec = exercise({"correctness": {"points": 60}, "hazards": {"points": 40}})
    seen = replace(observed(spec, hazards=(race(),)), compiled=program(source="\n" * 11 + text))
    message = evaluate(spec, seen, lang)[2].message
    assert message.index("__pipeline_wait_prior") < message.index("__syncthreads()")


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("severity", ["error", "warning"])
@pytest.mark.parametrize("kind", ["RAW", "WAR", "WAW", "barrier_divergence", "uninitialised_read"])
def test_every_kind_has_a_sentence(kind: str, severity: str, lang: str) -> None:
    result = hazards("warning", lang, hazards=(race(severity, kind, line_b=12),))
    assert result.status is Status.FAIL
    assert "in other words" not in result.message
    assert "{" not in result.message


def test_an_example_that_lacks_something_falls_back_to_the_plain_message() -> None:
    assert hazards(hazards=(replace(race(), example={}),)).message == "in other words"


def test_a_warning_fails_only_where_the_exercise_says_so() -> None:
    mild = hazards(hazards=(race("warning"),))
    assert mild.status is Status.PASS
    assert "__syncwarp()" in mild.message
    assert mild.lines
    assert hazards("warning", hazards=(race("warning"),)).status is Status.FAIL
    assert hazards("warning", hazards=(race("note"),)).status is Status.PASS


def test_one_pair_of_lines_is_one_hazard_over_all_cases() -> None:
    spec = exercise()
    runs = (run(spec, 0, hazards=(race(), race(kind="WAR"))), run(spec, 1, hazards=(race(),)))
    result = evaluate(spec, Observations(program(), runs), "en")[2]
    assert result.measured == 2
    assert result.message.startswith("2 hazards.")


def test_an_error_is_told_before_a_warning_on_the_same_lines() -> None:
    assert "__syncwarp" not in hazards(hazards=(race("warning"), race())).message


def test_a_hazard_in_a_launch_that_stopped_still_fails() -> None:
    assert hazards(hazards=(race(),), faults=(overrun(),)).status is Status.FAIL


def test_a_launch_that_stopped_proves_nothing() -> None:
    result = hazards(faults=(overrun(),))
    assert (result.status, result.points, result.depends_on_failed) == (Status.NOT_RUN, None, "correctness")


def test_wrong_results_leave_the_verdict_as_it_is() -> None:
    assert hazards(wrong=9).status is Status.PASS


def test_threads_at_two_barriers_are_told_from_threads_that_miss_one() -> None:
    two = hazards(hazards=(race(kind="barrier_divergence"),)).message
    one = hazards(hazards=(race(kind="barrier_divergence", line_b=12),)).message
    assert "others at that of line 15" in two
    assert "line 12 is reached by 16 of 256 threads" in one


def test_shared_memory_without_a_name_is_called_shared_memory() -> None:
    nameless = replace(race(), example=race().example | {"variable": ""})
    assert "from shared memory (byte 64)" in hazards(hazards=(nameless,)).message


def test_where_a_barrier_of_the_block_is_missing_none_of_the_warp_is_advised_beside_it() -> None:
    of_block, of_warp = race(kind="WAR", line_a=20, line_b=12), race("warning", "WAR", line_a=20, line_b=11)
    result = hazards("warning", hazards=(of_warp, of_block))
    assert result.measured == 1
    assert not any("__syncwarp" in note.message for note in result.lines)
    elsewhere = race("warning", "WAR", line_a=40, line_b=41)
    assert any("__syncwarp" in note.message for note in hazards(hazards=(elsewhere, of_block)).lines)


@pytest.mark.parametrize("kind", ["RAW", "WAR"])
@pytest.mark.parametrize(("stored", "read"), [((63, 74), (64, 77)), ((64, 74), (63, 77)), ((63, 77), (64, 74))])
def test_a_missing_barrier_of_the_block_speaks_for_the_tile_of_a_warp_that_it_would_order_too(
    kind: str, stored: tuple[int, int], read: tuple[int, int]
) -> None:
    """Both tiles are stored before the place of the barrier and read behind it, on lines of their own."""
    (a, b), (c, d) = (ends if kind == "RAW" else ends[::-1] for ends in (stored, read))
    of_warp, of_block = race("warning", kind, line_a=a, line_b=b), race(kind=kind, line_a=c, line_b=d)
    result = hazards("warning", hazards=(of_warp, of_block))
    assert result.measured == 1
    assert not any("__syncwarp" in note.message for note in result.lines)
    other = race(kind="WAR" if kind == "RAW" else "RAW", line_a=c, line_b=d)
    assert any("__syncwarp" in note.message for note in hazards("warning", hazards=(of_warp, other)).lines)


def returned_early() -> Hazard:
    """A barrier that 16 of 256 threads reach, the others having left the kernel."""
    return race("warning", "barrier_divergence", line_a=12, line_b=12)


@pytest.mark.parametrize(("lang", "said"), [("en", "an early `return`"), ("ko", "먼저 `return`")])
def test_a_barrier_after_an_early_return_says_why_it_works_here_and_is_wrong_all_the_same(lang: str, said: str) -> None:
    result = hazards(lang=lang, hazards=(returned_early(),))
    assert result.status is Status.PASS
    for part in (said, "CUDA C++", "16", "256"):
        assert part in result.message
    assert [note.line for note in result.lines] == [12]
    assert hazards("warning", hazards=(returned_early(),)).points == 0


@pytest.mark.parametrize("kind", ["WAW", "undefined_shuffle", "uninitialised_read"])
def test_a_note_is_told_on_a_pass_and_costs_nothing(kind: str) -> None:
    example = race().example | {"lane": 3, "source": 9}
    found = replace(race("note", kind, line_b=12), example=example)
    result = hazards("warning", hazards=(found,))
    assert (result.status, result.points) == (Status.PASS, 40)
    assert "12" in result.message and result.lines
    assert "luck" not in result.message  # the same value from every thread: nothing depends on it


@pytest.mark.parametrize("exercise_id", EXERCISES_WITH_BARRIERS)
def test_where_the_lesson_forbids_it_a_barrier_that_threads_miss_costs_the_points_of_hazards(exercise_id: str) -> None:
    spec = COURSE.resolve(exercise_id)[0].spec
    rule = spec.checks["hazards"]
    assert isinstance(rule, HazardsSpec) and rule.at == "warning"
