"""The seal of an edition's quizzes under attack: what docs/quizzes.md says that it cannot do, and what it can."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from grader.classroom.handed_quizzes import quiz_of_student
from grader.classroom.quizzes import GradedAttempt, QuizGrading, gradings
from grader.classroom.trees import ArchiveTree
from grader.course.catalog import Course
from grader.quiz import sealed_key
from grader.quiz.drawing import WHOLE_CLASS, Drawer, open_quiz
from grader.quiz.sheet import revealed, sealed
from grader.quiz.variants import DrawnQuiz
from tests.bad_input.watching import REPOSITORY
from tests.release.conftest import copy_of_course

KEY = b"a key of the course"
QUIZ = REPOSITORY / "modules" / "00_first_kernel" / "quiz.yaml"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return copy_of_course(tmp_path_factory.mktemp("seal") / "course")


def drawn(student: str) -> DrawnQuiz:
    """The first graded questions of a student."""
    return Drawer(KEY, student).graded(open_quiz(QUIZ, "00"), 1)


def right(quiz: DrawnQuiz) -> dict[str, Any]:
    return {item.id: item.key.example for item in quiz.items}


def graded(course: Course, student: str, *, personal: bool = False, **attempt: Any) -> GradedAttempt:
    """What the instructor's grading makes of one attempt that a student hands in."""
    grading: QuizGrading = gradings(course.modules, KEY, "en", personal=personal)["00"]
    document = json.dumps({"module": "00", "attempt": 1, "handed_in": "now"} | attempt).encode()
    tree = ArchiveTree({"answers/00.json": (document, None), "x": (b"", None)}, 2)
    (found,) = grading.graded(student, quiz_of_student(tree, grading.module)).attempts
    return found


@pytest.mark.slow
def test_whoever_tries_every_option_finds_the_right_ones() -> None:
    opened = sealed(drawn("mina"), b"secret").drawn("00")
    for item, own in zip(opened.items, drawn("mina").items, strict=True):
        if not isinstance(item.key, sealed_key.Letters):
            continue
        sizes = [1] if item.key.single else range(1, len(item.key.offered) + 1)
        tries = [set(some) for size in sizes for some in itertools.combinations(item.key.offered, size)]
        assert len(tries) < 64
        assert [some for some in tries if item.key.matches(some)] == [own.key.right]  # type: ignore[union-attr]


def test_whoever_has_the_file_opens_answers_and_explanations() -> None:
    opened = sealed(drawn("mina"), b"secret").drawn("00")
    assert [revealed(item).key for item in opened.items] == [item.key for item in drawn("mina").items]


def test_a_copied_attempt_is_judged_by_the_copiers_own_questions(course: Course) -> None:
    answers = right(drawn("mina"))
    mine, copied = (graded(course, name, answers=answers) for name in ("mina", "omar"))
    assert mine.score == mine.max_score
    assert copied.score < 0.8 * copied.max_score
    honest = graded(course, "omar", answers=answers, owner=Drawer(KEY, "mina").owner)
    assert honest.is_refused


def test_a_copied_attempt_of_the_whole_class_counts_unless_questions_are_personal(course: Course) -> None:
    whole = {"answers": right(drawn(WHOLE_CLASS)), "owner": Drawer(KEY, WHOLE_CLASS).owner}
    copied = graded(course, "omar", **whole)
    assert copied.score == copied.max_score
    assert graded(course, "omar", personal=True, **whole).is_refused


def test_points_in_an_attempt_change_nothing(course: Course, tmp_path: Path) -> None:
    items = [{"id": name, "status": "pass", "points": 9, "max_points": 9} for name in right(drawn("mina"))]
    assert graded(course, "mina", answers={}, items=items, passed=True, score=99).score == 0
