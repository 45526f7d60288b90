"""`grader watch` goes where `grader` goes: open modules first, then the quiz that opens what follows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.cli.watch.next import road
from grader.course.catalog import open_course
from grader.grading.opening import problem_cases
from tests.cli.conftest import KEY, MODULE, Grader, right, written
from tests.cli.test_progress_map import NEXT, finish, two_modules
from tests.cli.watch.conftest import PASSES, SKELETON_FAILS, Watched, flat, kernel, solution

__all__ = ["two_modules"]
FIRST_TWO, LAST = ("transpose_tiled", "choose_padding"), "sgemm_tiled"


def pass_quiz(root: Path, grader: Grader) -> None:
    assert grader("quiz", "06", "--answers", written(root, right(root)), env=KEY).status == 0


def test_n_leads_to_what_is_open_and_left_and_then_to_the_quiz(two_modules: Path, grader: Grader) -> None:
    course = open_course(two_modules, problem_cases())
    first, second, third, later = course.exercises
    assert road(course, first, "en").after is second and road(course, third, "en").after is first
    finish(two_modules, second.name)
    assert road(course, first, "en").after is third and road(course, later, "en").after is first
    finish(two_modules, third.name)
    alone = road(course, first, "en")
    assert alone.step is first and alone.after is course.modules[0], "the only one left: what comes then is the quiz"
    finish(two_modules, first.name)
    gate = road(course, later, "en")
    assert gate.step is gate.after is gate.quiz is course.modules[0]
    pass_quiz(two_modules, grader)
    assert road(course, first, "en").after is later and road(course, later, "en").after is later
    finish(two_modules, later.name)
    end = road(course, first, "en")
    assert end.step is None and end.after is second and (end.done, end.total) == (4, 4)


def test_damaged_attempts_are_told_once(two_modules: Path) -> None:
    folder = two_modules / ".warplings" / "quiz" / "06"
    folder.mkdir(parents=True)
    (folder / "001.json").write_text("not json", "utf-8")
    course = open_course(two_modules, problem_cases())
    assert "001.damaged-1.json" in road(course, course.exercises[0], "en").told
    assert road(course, course.exercises[0], "en").told == ""


@pytest.mark.slow
def test_when_the_exercises_of_a_checkpoint_are_done_its_quiz_is_offered(
    two_modules: Path, watched: Callable[..., Watched], grader: Grader
) -> None:
    finish(two_modules, *FIRST_TWO)
    watch = watched("06/sgemm_tiled")
    watch.until(SKELETON_FAILS)
    kernel(two_modules).write_text(solution(two_modules), "utf-8")
    offered = flat(watch.until(lambda screen: PASSES in screen and "z starts it" in flat(screen)))
    assert "quiz of module 06" in offered and "z starts it" in offered and "n goes to" not in offered
    watch.press("n")
    shown = watch.read(0.5)
    assert shown.startswith(f"{MODULE}/sgemm_tiled") and "quiz of module 06" in flat(shown)
    watch.press("z")
    watch.until("Question 1 of")
    watch.child.sendintr()
    watch.until("Enter goes back")
    pass_quiz_of_second_attempt(two_modules, grader)
    watch.press("\r")
    watch.until("q quit")
    watch.press("n")
    watch.until(f"{NEXT}/later")


def pass_quiz_of_second_attempt(root: Path, grader: Grader) -> None:
    path = written(root, right(root, attempt=2), attempt=2)
    assert grader("quiz", "06", "--answers", path, env=KEY).status == 0


@pytest.mark.slow
def test_without_a_name_it_begins_where_grader_points(
    two_modules: Path, watched: Callable[..., Watched], grader: Grader
) -> None:
    for name in (*FIRST_TWO, LAST):
        kernel(two_modules, name).write_text(solution(two_modules, name), "utf-8")
    finish(two_modules, *FIRST_TWO, LAST)
    watch = watched()
    begun = flat(watch.until(lambda screen: PASSES in screen and "quiz of module 06" in flat(screen)))
    assert begun.startswith(f"{MODULE}/")
    watch.press("q")
    assert watch.end() == 0
    pass_quiz(two_modules, grader)
    watched().until(f"{NEXT}/later")


@pytest.mark.slow
def test_a_locked_exercise_that_was_asked_for_is_checked_and_z_is_the_quiz_that_opens_it(
    two_modules: Path, watched: Callable[..., Watched]
) -> None:
    finish(two_modules, *FIRST_TWO, LAST)
    watch = watched("07/later")
    watch.until(f"{NEXT}/later")
    watch.until("FAIL")
    watch.press("n")
    assert f"{NEXT}/later" in watch.until(lambda screen: "quiz of module 06" in flat(screen))
    watch.press("z")
    watch.until("Question 1 of")
