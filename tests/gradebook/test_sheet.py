"""Titles that tell columns apart, and points as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.gradebook.sheet import Item, cents, one_line, plain, shown, with_titles_apart
from tests.gradebook.specimens import texts


@given(st.lists(texts, max_size=6))
def test_no_two_items_share_a_title_and_each_goes_by_its_own(titles: list[str]) -> None:
    items = with_titles_apart([Item(f"m/{n}", title, 1.0) for n, title in enumerate(titles)])
    assert len({item.title for item in items}) == len(items)
    assert all(item.title == one_line(item.title) != "" for item in items)
    assert all(plain(item.title) in item.names for item in items)


def test_a_title_that_looks_like_one_told_apart_is_told_apart_too() -> None:
    items = [Item("a", "x", 1.0), Item("b", "x", 1.0), Item("c", "x [a]", 1.0), Item("A", "X", 1.0)]
    assert [item.title for item in with_titles_apart(items)] == ["x [a] [a]", "x [b]", "x [a] [c]", "X"]


@pytest.mark.parametrize(
    ("points", "said"), [(None, ""), (0.0, "0"), (100.0, "100"), (7.25, "7.25"), (7.5, "7.5"), (12345.67, "12345.67")]
)
def test_points_are_written_without_needless_digits(points: float | None, said: str) -> None:
    assert shown(points) == said


def test_points_have_two_decimals_and_no_negative_zero() -> None:
    assert (cents(1 / 3), str(cents(-0.001))) == (0.33, "0.0")


def test_names_are_compared_in_one_form() -> None:
    assert plain(" Tiled\n  SGEMM ") == plain("tiled sgemm") and plain("e\u0301") == plain("é")
