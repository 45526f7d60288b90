"""Which column of a roster holds the id by which a platform finds a student."""

from __future__ import annotations

import pytest

from grader.gradebook.errors import ExportError, listed, named
from grader.gradebook.identity import IdField, required, values
from tests.gradebook.specimens import student

LOGIN = IdField("Login", ("account",))
EMAIL = IdField("Email address", is_email=True)


@pytest.mark.parametrize(
    ("other", "field", "found"),
    [
        ({}, LOGIN, "mina"),
        ({"name": "x"}, LOGIN, "mina"),
        ({"LOGIN ": "l"}, LOGIN, "l"),
        ({"login": "l", "Account": "a"}, LOGIN, "a"),
        ({"login": " "}, LOGIN, ""),
        ({}, EMAIL, "m@x.edu"),
        ({"Email Address": "own@x.edu"}, EMAIL, "own@x.edu"),
    ],
)
def test_the_platforms_own_heading_then_the_rosters_id(other: dict[str, str], field: IdField, found: str) -> None:
    one = student("mina", email="m@x.edu", other=other)
    assert values((one,), field) == {"mina": found}


def test_a_column_may_be_named() -> None:
    one = (student("mina", other={"id": "mina", "학번": "2025"}),)
    assert values(one, LOGIN, " 학번") == {"mina": "2025"}
    with pytest.raises(ExportError) as caught:
        values(one, LOGIN, "Nr")
    assert caught.value.details == {"column": "Nr", "known": "id, 학번"}


def test_nobody_is_without_a_value_and_no_two_share_one() -> None:
    people = (student("mina", "Kim Mina"), student("omar"))
    assert required(people, {"mina": "1", "omar": "2"}, "Login") == {"mina": "1", "omar": "2"}
    with pytest.raises(ExportError) as caught:
        required(people, {"mina": "", "omar": "2"}, "Login")
    assert (caught.value.key, caught.value.details["students"]) == ("no_value", "Kim Mina (mina)")
    with pytest.raises(ExportError, match="value_twice"):
        required(people, {"mina": "A", "omar": "a"}, "Login")


def test_a_great_many_are_counted() -> None:
    assert listed(map(str, range(32))).endswith(", 28, 29, ... (+2)")
    assert named([student("mina", "Kim"), student("bo")]) == "Kim (mina), bo"
