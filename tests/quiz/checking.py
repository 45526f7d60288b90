"""What is asked of every quiz: of each variant that is drawn from it, and of the quiz as a whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from markdown_it import MarkdownIt

from grader.course.values import LocalizedText as Text
from grader.quiz.items import KINDS, Level
from grader.quiz.key import Blanks, Cells, Letters, Sequence
from grader.quiz.score import score_quiz
from grader.quiz.variants import DrawnItem, DrawnQuiz

HANGUL = re.compile("[가-힣]")
LEFTOVER = re.compile(r"\{\{|\}\}|\{%|%\}|\bNone\b|Undefined")
_MARKDOWN = MarkdownIt()

Check = Callable[[DrawnItem], None]


@dataclass(frozen=True)
class Expected:
    """What a quiz as a whole is like; a module says so where its own is not.

    same_words: how many items at most have fewer than four prompts. few_forms: items that, with their options and
    labels, are still shown in fewer than four ways.
    """

    items: int = 10
    levels: frozenset[Level] = frozenset(Level)
    kinds: frozenset[str] = frozenset(KINDS)
    same_words: int = 2
    few_forms: frozenset[str] = frozenset()


def assert_valid(quiz: DrawnQuiz, checks: Mapping[str, Check]) -> None:
    """Every item is what its check by hand finds, readable in both languages, and can be won and lost."""
    for item in quiz.items:
        checks[item.id](item)
        _assert_readable(item)
        _assert_letters(item)
    perfect = score_quiz(quiz, {item.id: item.key.example for item in quiz.items})
    assert perfect.score == perfect.max_score == sum(item.max_points for item in quiz.items)
    assert score_quiz(quiz, {item.id: _left_empty(item) for item in quiz.items}).score == 0


def _assert_readable(item: DrawnItem) -> None:
    prose, options = (item.prompt, item.explanation), [option.text for option in item.options]
    for text in (*prose, *options, *_around_the_answer(item)):
        assert text.ko.strip() and text.en.strip(), (item.id, text)
        assert not LEFTOVER.search(text.ko) and not LEFTOVER.search(text.en), (item.id, text)
        assert not HANGUL.search(text.en), (item.id, text)
        assert not any(map(_emphasised_within_a_word, (text.ko, text.en))), (item.id, text)
        assert HANGUL.search(text.ko) or (text.ko == text.en and text not in prose), (item.id, text)
    for shown in ([text.ko for text in options], [text.en for text in options]):
        assert len(set(shown)) == len(shown), item.id


def _emphasised_within_a_word(text: str) -> bool:
    """Whether Markdown takes a `*` between two factors for emphasis and swallows it."""
    if "*" not in text:
        return False
    for block in _MARKDOWN.parse(text):
        before = ""
        for token in block.children or ():
            if token.type in ("em_open", "strong_open") and before[-1:].isalnum():
                return True
            before = token.content
    return False


def _around_the_answer(item: DrawnItem) -> list[Text]:
    """Headings of a table, and the unit of a number."""
    headings = [*item.table.columns, *item.table.rows] if item.table else []
    return headings + ([item.unit] if item.unit else [])


def _assert_letters(item: DrawnItem) -> None:
    """One option is right, or some and not all; of steps each has its place."""
    key, offered = item.key, {option.letter for option in item.options}
    if isinstance(key, Letters):
        assert set(key.offered) == offered, item.id
        assert key.single == (item.kind == "choice"), item.id
        assert 0 < len(key.right) <= (1 if key.single else len(offered) - 1), item.id
        assert key.right < offered, item.id
    if isinstance(key, Sequence):
        assert key.letters == offered, item.id


def _left_empty(item: DrawnItem) -> object:
    if isinstance(item.key, Blanks):
        return [""] * len(item.key.accepted)
    if isinstance(item.key, Cells):
        return [[""] * len(row) for row in item.key.rows]
    return ""
