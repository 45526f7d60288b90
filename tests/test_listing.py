"""Source lines as they are shown: numbered, caret in place, nothing that moves a cursor."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.listing import display_width, excerpt, printable, source_line


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
