"""Practice does not ask what the graded quiz asks: of the questions of an attempt at most a third are the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course.catalog import Module, open_course
from grader.grading.opening import problem_cases
from grader.quiz.drawing import draw_practice, open_quiz
from grader.quiz.variants import draw, graded_seed

COURSE = open_course(Path(__file__).resolve().parents[3], problem_cases())
KEY = b"a key of a course that nobody has"


@pytest.mark.parametrize("module", [m for m in COURSE.modules if m.quiz_path.exists()], ids=lambda m: m.number)
def test_the_questions_of_the_practice_are_not_those_of_the_first_attempt(module: Module) -> None:
    file = open_quiz(module.quiz_path, module.number)
    practised = draw_practice(file, 1).items
    for student in ("mina", "omar", "ada", "bo", "s0001"):
        graded = draw(file.quiz, graded_seed(KEY, student, module.number, 1)).items
        assert [item.id for item in graded] == [item.id for item in practised]
        same = [one.id for one, other in zip(graded, practised, strict=True)
                if (one.prompt, one.options, one.table) == (other.prompt, other.options, other.table)]  # fmt: skip
        assert len(same) <= len(graded) / 3, same
