"""Values and points as people read them."""

from __future__ import annotations

import pytest

from grader.report.values import points_text, value_text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "-"),
        (True, "-"),
        (17408, "17,408"),
        (0.9, "0.9"),
        ("LDS.128", "LDS.128"),
        (["LDS.128", "FFMA"], "LDS.128, FFMA"),
        ({"at_least": 0.9}, ">= 0.9"),
        ({"at_most": 1024, "at_least": None}, "<= 1,024"),
        ({"registers_at_most": 64}, "registers <= 64"),
        ({"registers": 40}, "registers 40"),
        ({}, "-"),
    ],
)
def test_values_read_like_words(value: object, text: str) -> None:
    assert value_text(value) == text


def test_points_have_no_needless_fraction() -> None:
    assert [points_text(p) for p in (None, 15.0, 7.5, 1 / 3)] == ["-", "15", "7.5", "0.33"]
