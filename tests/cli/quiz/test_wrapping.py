"""Whatever the width, a question, its options and its explanation lose no character, in either language."""

from __future__ import annotations

import io
from collections import Counter

import pytest
from rich.console import Console, RenderableType
from rich.text import Text

from grader.cli.quiz.prose import Prose, inline
from grader.cli.quiz.screen import question, right_answer
from grader.quiz.key import Quantity
from grader.quiz.score import Status, judge_item
from grader.quiz.variants import draw
from grader.texts import messages
from tests.quiz.quizzes import MODULES, quiz_of

RULES = "─"


def lines(view: RenderableType, width: int) -> list[str]:
    console = Console(width=width, file=io.StringIO(), color_system=None, highlight=False)
    console.print(view)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


def letters(view: RenderableType, width: int) -> str:
    return "".join("".join(lines(view, width)).replace(RULES, "").split())


def wrapped_without_loss(module: str, widths: range | tuple[int, ...]) -> None:
    for lang in ("en", "ko"):
        for item in draw(quiz_of(module), 1).items:
            one = question(item, 1, 10, lang)
            tables = item.table is not None or "|--" in item.prompt.in_language(lang).replace(" ", "")
            texts = [(Prose(item.explanation.in_language(lang).strip()), False), (one, tables)]
            texts += [(Prose(o.text.in_language(lang).strip(), an_option=True), False) for o in item.options]
            for view, has_table in texts:
                whole = letters(view, 4000)
                for width in widths:
                    found = letters(view, width)
                    same = Counter(found) == Counter(whole) if has_table else found == whole
                    assert same, (module, item.id, lang, width, "\n".join(lines(view, width)))
                    assert max(Text(line).cell_len for line in lines(view, width)) <= width


@pytest.mark.slow
@pytest.mark.parametrize("module", MODULES)
def test_no_character_is_lost_at_usual_widths(module: str) -> None:
    wrapped_without_loss(module, (64, 79, 80))


@pytest.mark.slow
@pytest.mark.share(3, guard="quizzes")
@pytest.mark.parametrize("module", MODULES)
def test_no_character_is_lost_at_any_width(module: str) -> None:
    wrapped_without_loss(module, range(30, 121))


@pytest.mark.parametrize("module", MODULES)
def test_a_question_fits_a_page_and_no_heading_shows_its_markup(module: str) -> None:
    for lang in ("en", "ko"):
        for item in draw(quiz_of(module), 2).items:
            shown = lines(question(item, 1, 10, lang, roomy=False), 80)
            assert len(shown) <= 24, (module, item.id, lang)
            if item.table is not None:
                assert "`" not in "".join(shown), (module, item.id, lang)


def test_an_option_that_begins_with_a_number_is_no_list_and_raised_digits_are_shown() -> None:
    assert lines(Prose("32. Each lane reads.", an_option=True), 60)[0].strip() == "32. Each lane reads."
    assert lines(Prose("1 GB = 10<sup>9</sup> bytes, `f<T>`, x<T>"), 60)[0].strip() == "1 GB = 10⁹ bytes, f<T>, x<T>"
    assert inline("`blockIdx.x` of n").plain == "blockIdx.x of n"


@pytest.mark.parametrize("module", MODULES)
def test_a_right_number_as_it_is_shown_is_right_when_it_is_typed(module: str) -> None:
    for item in draw(quiz_of(module), 3).items:
        if isinstance(item.key, Quantity):
            for lang in ("en", "ko"):
                assert judge_item(item, right_answer(item, lang)).status is Status.PASS, (item.id, lang)


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.parametrize("key", ["quiz.keys", "quiz.one_line_each", "quiz.more", "quiz.next_checkpoint",
                                 "quiz.practice_left", "quiz.no_text"])  # fmt: skip
def test_a_line_of_the_screen_is_no_longer_than_a_line(lang: str, key: str) -> None:
    assert Text(messages("quiz", lang)[key]).cell_len <= 80
