"""What the quiz of module 00 has and no other: a launch to choose, which is not always the same."""

from __future__ import annotations

from tests.quiz.by_hand.reading import right_texts
from tests.quiz.quizzes import drawn_from


def test_either_of_two_launches_is_the_best_one() -> None:
    items = [item for one in drawn_from("00_first_kernel", 60) for item in one.items if item.id == "which_launch"]
    assert len({right_texts(item)[0] for item in items}) == 2
