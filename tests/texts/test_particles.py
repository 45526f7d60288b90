"""Particles fit what they follow, and what fills a message is never changed."""

from __future__ import annotations

import pytest

from grader.texts import say
from grader.texts.particles import particle


@pytest.mark.parametrize(
    ("before", "both", "one"),
    [
        ("커널", "은(는)", "은"),
        ("워프", "은(는)", "는"),
        ("`sum`", "을(를)", "을"),
        ("`x`", "을(를)", "를"),
        ("kernel.cu", "이(가)", "가"),
        ("32", "은(는)", "는"),
        ("1,023", "은(는)", "은"),
        ("파일(UTF-16)", "을(를)", "을"),  # what is in parentheses is passed over
        ("줄", "(으)로", "로"),
        ("8", "(으)로", "로"),
        ("3.5", "(으)로", "로"),
        ("10", "(으)로", "으로"),
        ("블록", "(으)로", "으로"),
        ("→", "을(를)", "을(를)"),  # nobody knows how it is read
        ("", "을(를)", "을(를)"),
        ("__", "을(를)", "을(를)"),
    ],
)
def test_the_form_follows_the_sound(before: str, both: str, one: str) -> None:
    assert particle(before, both) == one


def test_messages_take_the_form_that_fits_what_fills_them() -> None:
    assert "`vector_add`가 없고 `vector_sum`이 있습니다" in say(
        "checks.compiles.near_name", "ko", kernel="vector_add", near="vector_sum"
    )


def test_text_from_elsewhere_is_not_touched() -> None:
    assert "x을(를).cu를 " in say("cli.unreadable", "ko", path="x을(를).cu", reason="?")
