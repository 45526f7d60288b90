"""Reads prompts as a student does, and keys as the grader holds them."""

from __future__ import annotations

import re
from collections.abc import Sequence as Series
from functools import cache
from types import CodeType
from typing import cast

from grader.quiz.key import Cells, Letters, Sequence, Term
from grader.quiz.variants import DrawnItem
from tests.quiz.checking import HANGUL

NAMES = ("PTX", "LDGSTS")  # which no language translates


def parts(pattern: str, text: str) -> list[str]:
    """What the groups of a pattern find."""
    found = re.search(pattern, text)
    assert found, (pattern, text)
    return list(found.groups())


def numbers(pattern: str, text: str) -> list[int]:
    return [int(part.replace(",", "")) for part in parts(pattern, text)]


def decimals(pattern: str, text: str) -> list[float]:
    return [float(part.replace(",", "")) for part in parts(pattern, text)]


def value_of(expression: str, **names: object) -> int:
    """A C expression of integers, which Python reads alike but for the division."""
    return cast(int, eval(_compiled(expression), names))


@cache
def _compiled(expression: str) -> CodeType:
    return compile(expression.replace("/", "//"), "<quiz>", "eval")


def right_texts(item: DrawnItem) -> list[str]:
    key = cast(Letters, item.key)
    return [option.text.en for option in item.options if option.letter in key.right]


def option_with(part: str, item: DrawnItem) -> str:
    """The one option that says this."""
    (found,) = [option.text.en for option in item.options if part in option.text.en]
    return found


def assert_claims_differ(pattern: str, item: DrawnItem) -> None:
    """No number stands in two options, whatever they say around it."""
    claims = [numbers(pattern, option.text.en)[0] for option in item.options]
    assert len(set(claims)) == len(claims)


def right_steps(item: DrawnItem) -> list[str]:
    text = {option.letter: option.text.en for option in item.options}
    return [text[letter] for letter in cast(list[str], cast(Sequence, item.key).example)]


def assert_in_order(wanted: Series[str], steps: Series[str]) -> None:
    """Each step is the one that has the wanted part in it."""
    assert all(part in step for part, step in zip(wanted, steps, strict=True))


def rows(item: DrawnItem) -> list[tuple[str, tuple[float, ...]]]:
    """Label and right cells of every row of a table."""
    assert item.table is not None
    labels = [label.en for label in item.table.rows]
    return list(zip(labels, cast(Cells, item.key).rows, strict=True))


def check_term(item: DrawnItem) -> None:
    """A term is accepted in both languages, a name as it is."""
    accepted = cast(Term, item.key).accepted
    assert any(HANGUL.search(form) for form in accepted) or accepted[0] in NAMES
    assert not all(HANGUL.search(form) for form in accepted)
