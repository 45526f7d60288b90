"""Source lines as they are shown: numbered, caret in place, nothing that moves a cursor."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.checks.compiler_messages import diagnostics_text
from grader.listing import display_width, excerpt, printable, source_line
from grader.report.values import points_text, value_text
from grader.toolchain.program import Diagnostic
from grader.toolchain.sentences import sentence


@given(st.text())
def test_nothing_printable_controls_a_terminal(text: str) -> None:
    assert all(ord(c) >= 32 and not 127 <= ord(c) < 160 for c in printable(text))


@pytest.mark.parametrize("before", ["    ", "\t", "한글 ", "ｗ", "a\tb\t"])
def test_the_caret_stands_under_its_column_after_wide_characters_and_tabs(before: str) -> None:
    line, caret = excerpt(f"{before}X = 1;", 1, len(before) + 1)
    assert display_width(caret[: caret.index("^")]) == display_width(line[: line.index("X")])


def test_a_line_outside_the_source_is_nothing() -> None:
    assert excerpt("a\nb", 3) == []
    assert excerpt("a\nb", 0) == []
    assert source_line(["a"], 2) == ""
    assert source_line(["a"], 0) == ""


def test_of_a_long_line_the_part_around_the_caret_is_shown() -> None:
    line, caret = excerpt("a" * 200 + "X" + "b" * 50, 1, 201)
    assert caret.index("^") == line.index("X") < 80
    assert line.startswith("    1 | ... a")


def test_only_the_first_errors_are_shown_and_the_rest_counted() -> None:
    many = [Diagnostic("error", f"message {n}", "k.cu", n) for n in range(1, 9)]
    text = diagnostics_text(many, "x\n" * 9, "k.cu", "en")
    assert "message 5" in text
    assert "message 6" not in text
    assert "3 more errors" in text


def test_warnings_are_shown_only_when_there_is_no_error() -> None:
    warning, error = Diagnostic("warning", "unused", "k.cu", 1), Diagnostic("error", "broken", "k.cu", 1)
    assert "unused" not in diagnostics_text([warning, error], "x", "k.cu", "en")
    assert "warning: unused" in diagnostics_text([warning], "x", "k.cu", "en")


def test_a_header_is_named_without_a_line_of_the_students_file() -> None:
    text = diagnostics_text([Diagnostic("error", "broken", "cuda_fp16.h", 1)], "mine", "k.cu", "en")
    assert text == "cuda_fp16.h:1: error: broken"


def test_the_toolchains_own_messages_speak_the_readers_language() -> None:
    diagnostic = Diagnostic("error", sentence("host_main"), "k.cu", 1)
    assert "호스트 코드" in diagnostics_text([diagnostic], "int main() {}", "k.cu", "ko")


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
