"""What the quiz of module 02 has and no other: options that are prose, each of them."""

from __future__ import annotations

from tests.quiz.checking import HANGUL
from tests.quiz.quizzes import drawn_from


def test_every_option_is_said_in_korean() -> None:
    options = [
        option for one in drawn_from("02_source_to_machine_code", 60) for item in one.items for option in item.options
    ]
    assert all(HANGUL.search(option.text.ko) for option in options)
