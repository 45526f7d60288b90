"""What is embedded in a page cannot leave the element it stands in."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.report.html.embedding import embedded_json, own, policy_of
from tests.report.html.hostile import HOSTILE


@pytest.mark.slow
@given(st.dictionaries(st.text(), st.recursive(st.text() | st.integers() | st.none(), st.lists)))
def test_json_reads_back_as_it_was(document: dict[str, object]) -> None:
    assert json.loads(embedded_json(document)) == document


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_in_json_is_an_element_a_comment_or_a_reference(text: str) -> None:
    assert not set("<>&") & set(embedded_json({text: [text]}))


def test_a_policy_is_the_hash_of_what_stands_in_the_page() -> None:
    style = own("grader.report.html", "base.css")
    assert policy_of(style).startswith("'sha256-") and policy_of(style) != policy_of(style + " ")
