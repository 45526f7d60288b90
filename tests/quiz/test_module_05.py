"""What the quiz of module 05 has and no other: a transposed matrix that is worth it or is not."""

from __future__ import annotations

from tests.quiz.by_hand.reading import right_texts
from tests.quiz.quizzes import drawn_from


def test_either_verdict_on_the_transposed_b_is_drawn() -> None:
    items = [item for one in drawn_from("05_memory_coalescing", 60) for item in one.items if item.id == "transposed_b"]
    assert {right_texts(item)[0][:9] for item in items} == {"Keep plai", "Transpose"}
