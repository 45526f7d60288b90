"""Drawing variants: reproducible, unforeseeable without the key, and never ambiguous."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from grader.quiz.items import Quiz
from grader.quiz.key import Letters, Quantity
from grader.quiz.variants import QuizError, draw, draw_item, graded_seed, practice_seed

SmallQuiz = Callable[[str], Quiz]
# The first 16 bytes of HMAC-SHA256 over the canonical message: a regrade must draw what was answered.
FROZEN_SEED = 0x2F50FE1DBB3534B7D4CAF52D8459F791

COIN = """
    id: coin
    kind: choice
    parameters:
      n: [1, 2, 3, 4]
    options:
      - {text: "{{ n }}", correct: true}
      - {text: "2"}
    """


def test_a_seed_stands_for_one_variant(quiz_06: Quiz) -> None:
    assert draw(quiz_06, 7) == draw(quiz_06, 7)
    assert draw(quiz_06, 7) != draw(quiz_06, 8)


def test_an_item_keeps_its_variant_when_another_is_removed(quiz_06: Quiz) -> None:
    shorter = quiz_06.model_copy(update={"items": quiz_06.items[1:]})
    assert draw(shorter, 7).items == draw(quiz_06, 7).items[1:]


def test_graded_seeds_depend_on_every_part() -> None:
    parts = (b"key", "mina", "06", 1)
    seed = graded_seed(*parts)
    assert seed == FROZEN_SEED
    others = [
        (b"kez", "mina", "06", 1),
        (b"key", "minb", "06", 1),
        (b"key", "mina", "07", 1),
        (b"key", "mina", "06", 2),
    ]
    assert len({seed, *(graded_seed(*other) for other in others), practice_seed("06", 1)}) == 6


def test_parts_of_a_seed_do_not_run_together() -> None:
    assert graded_seed(b"key", 'mina","06', "1", 1) != graded_seed(b"key", "mina", '06","1', 1)


def test_a_draw_with_two_equal_options_is_drawn_again(small_quiz: SmallQuiz) -> None:
    (item,) = small_quiz(COIN).items
    shown = set()
    for seed in range(60):
        drawn = draw_item(item, random.Random(seed))
        texts = [option.text.en for option in drawn.options]
        assert len(set(texts)) == 2
        assert isinstance(drawn.key, Letters)
        (right,) = drawn.key.right
        shown.add(next(option.text.en for option in drawn.options if option.letter == right))
    assert shown == {"1", "3", "4"}


def test_options_that_claim_the_same_quantity_are_equal(small_quiz: SmallQuiz) -> None:
    quiz = small_quiz(
        """
        id: claim
        kind: choice
        parameters:
          n: [1, 2]
        options:
          - {text: "{{ value }} for one reason", value: n, correct: true}
          - {text: "{{ value }} for another", value: "2"}
        """
    )
    for seed in range(20):
        (item,) = draw(quiz, seed).items
        assert {option.text.en for option in item.options} == {"1 for one reason", "2 for another"}


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [("true", "true", "2 right"), ("false", "false", "0 right"), ('"1 > 0"', '"2 > 1"', "2 right")],
)
def test_a_choice_without_exactly_one_right_option_is_the_authors_fault(
    small_quiz: SmallQuiz, first: str, second: str, reason: str
) -> None:
    quiz = small_quiz(
        f"""
        id: bad
        kind: choice
        options:
          - {{text: x, correct: {first}}}
          - {{text: y, correct: {second}}}
        """
    )
    with pytest.raises(QuizError, match=f"'bad'.*{reason}"):
        draw(quiz, 0)


@pytest.mark.parametrize(
    "value",
    [
        '"1 +"',
        '"unknown"',
        '"unknown + 1"',
        '"1 / 0"',
        "'\"text\"'",
        "true",
        '"intensity(1)"',
        '"tiled_sgemm_step(16, 2)"',
    ],
)
def test_an_expression_that_gives_no_number_names_its_item(small_quiz: SmallQuiz, value: str) -> None:
    quiz = small_quiz(f"id: broken\nkind: number\nanswer: {{value: {value}}}")
    with pytest.raises(QuizError, match="'broken'"):
        draw(quiz, 0)


@pytest.mark.parametrize("prompt", ["{{ nowhere }}", "{% if %}", "{{ ''.__class__.__mro__ }}", "{{ 1 / 0 }}"])
def test_a_broken_template_names_its_item(small_quiz: SmallQuiz, prompt: str) -> None:
    quiz = small_quiz(f'id: broken\nkind: number\nprompt: "{prompt}"\nanswer: {{value: 1}}')
    with pytest.raises(QuizError, match="'broken'"):
        draw(quiz, 0)


def test_a_parameter_cannot_hide_a_model(small_quiz: SmallQuiz) -> None:
    with pytest.raises(QuizError, match="'banks' hides a model"):
        draw(small_quiz("id: a\nkind: number\nparameters:\n  banks: [1]\nanswer: {value: banks}"), 0)


def test_computed_parameters_see_those_before_them(small_quiz: SmallQuiz) -> None:
    quiz = small_quiz(
        """
        id: a
        kind: number
        parameters:
          s: [6]
          c: strided_wavefronts(s)
          d: "c * 10"
        answer: {value: d}
        """
    )
    assert draw(quiz, 0).items[0].key == Quantity(20, 0.0)


def test_steps_are_never_shown_in_a_right_order(small_quiz: SmallQuiz) -> None:
    quiz = small_quiz("id: a\nkind: order\nanswer: [one, [two, three]]")
    orders = set()
    for seed in range(100):
        (item,) = draw(quiz, seed).items
        shown = [option.text.en for option in item.options]
        assert shown[0] != "one"
        orders.add(tuple(shown))
    assert len(orders) == 4
