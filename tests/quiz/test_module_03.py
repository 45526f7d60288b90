"""What the quiz of module 03 has and no other: answers that its prompts ask to round."""

from __future__ import annotations

from grader.quiz.key import Cells, Quantity
from grader.quiz.score import score_quiz
from tests.quiz.quizzes import drawn_from


def test_answers_rounded_as_the_prompts_ask_are_right() -> None:
    digits = {"work_and_bytes": 1, "balance_point": 1, "least_time": 0}
    for quiz in drawn_from("03_matmul_and_roofline", 50):
        answers: dict[str, object] = {}
        for item in quiz.items:
            if isinstance(item.key, Quantity):
                answers[item.id] = round(item.key.value, digits[item.id])
            elif isinstance(item.key, Cells) and item.id in digits:
                answers[item.id] = [[round(cell, digits[item.id]) for cell in row] for row in item.key.rows]
        scored = {result.id: result for result in score_quiz(quiz, answers).items}
        assert all(scored[name].points == 1 for name in digits)
