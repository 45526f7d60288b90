"""The quiz of module 01: every variant is valid, and its answers are those of a count by hand.

The checks read the numbers back from the English prompt, as a student does, and walk over threads without the models.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from math import ceil
from pathlib import Path
from typing import cast

import pytest

from grader.quiz.items import Level, Quiz
from grader.quiz.key import Blanks, Cells, Letters, Quantity, Sequence, Term
from grader.quiz.load import load_quiz
from grader.quiz.score import score_quiz
from grader.quiz.variants import DrawnItem, DrawnQuiz, draw

MODULE = Path(__file__).parents[2] / "modules" / "01_gpu_architecture"
HANGUL = re.compile("[가-힣]")
LEFTOVER = re.compile(r"\{\{|\}\}|\{%|%\}|\bNone\b|Undefined")

Place = tuple[int, int, int]


def numbers(pattern: str, text: str) -> list[int]:
    found = re.search(pattern, text)
    assert found, (pattern, text)
    return [int(group.replace(",", "")) for group in found.groups()]


def right_texts(item: DrawnItem) -> list[str]:
    key = cast(Letters, item.key)
    return [option.text.en for option in item.options if option.letter in key.right]


def warps(x: int, y: int, z: int = 1) -> list[list[Place]]:
    """The places of a block's threads, warp by warp."""
    threads = [(tx, ty, tz) for tz in range(z) for ty in range(y) for tx in range(x)]
    return [threads[first : first + 32] for first in range(0, len(threads), 32)]


def sectors(x: int, y: int, width: int) -> int:
    return sum(len({(ty * width + tx) // 8 for tx, ty, _ in warp}) for warp in warps(x, y))


def check_term(item: DrawnItem) -> None:
    accepted = cast(Term, item.key).accepted
    assert any(HANGUL.search(form) for form in accepted)
    assert not all(HANGUL.search(form) for form in accepted)


def check_nearest_first(item: DrawnItem) -> None:
    text = {option.letter: option.text.en for option in item.options}
    steps = [text[letter] for letter in cast(list[str], cast(Sequence, item.key).example)]
    if "farthest first" in item.prompt.en:
        steps.reverse()
    assert [step.split(" (")[0] for step in steps] in (
        ["registers", near, "L2 cache", "device memory"] for near in ("shared memory", "L1 cache")
    )


def check_who_is_in_the_warp(item: DrawnItem) -> None:
    x, y, warp = numbers(r"has (\d+) x (\d+) threads.*in warp (\d)", item.prompt.en)
    (right,) = right_texts(item)
    first, last = warps(x, y)[warp][0], warps(x, y)[warp][-1]
    assert numbers(r"\((\d+), (\d+)\) to \((\d+), (\d+)\)", right) == [*first[:2], *last[:2]]
    assert "x runs fastest" in right
    assert len({ty for _, ty, _ in warps(x, y)[warp]}) == numbers(r"among them is (\d+)", item.explanation.en)[0]


def check_number_warp_lane(item: DrawnItem) -> None:
    x, y, z = numbers(r"has (\d+) x (\d+) x (\d+) threads", item.prompt.en)
    assert item.table is not None
    for label, cells in zip(item.table.rows, cast(Cells, item.key).rows, strict=True):
        place = tuple(numbers(r"\((\d+), (\d+), (\d+)\)", label.en))
        found = [(w, lane) for w, warp in enumerate(warps(x, y, z)) for lane, at in enumerate(warp) if at == place]
        ((warp, lane),) = found
        assert cells == (32 * warp + lane, warp, lane)


def check_enough_warps(item: DrawnItem) -> None:
    work, wait = numbers(r"for (\d+) cycles, then waits (\d+) cycles", item.prompt.en)
    assert cast(Quantity, item.key).value == ceil((work + wait) / work)


def check_grid_stride(item: DrawnItem) -> None:
    (size,) = re.search(r"int (\w+)\)\n", item.prompt.en).groups()  # type: ignore[union-attr]
    accepted = cast(Blanks, item.key).accepted
    assert [forms[0] for forms in accepted] == ["gridDim.x", "blockIdx.x", "threadIdx.x", size, "step"]


def check_branch_by_row(item: DrawnItem) -> None:
    x, y = numbers(r"has (\d+) x (\d+) threads", item.prompt.en)
    split = sum(len({ty % 2 for _, ty, _ in warp}) == 2 for warp in warps(x, y))
    (right,) = right_texts(item)
    assert numbers(r"^(\d+)", right) == [split]
    wrong = [option.text.en for option in item.options if option.text.en != right]
    assert all(numbers(r"^(\d+)", text) != [split] for text in wrong)


def check_sectors_of_a_block(item: DrawnItem) -> None:
    x, y, width = numbers(r"has (\d+) x (\d+) threads.*in\[y \* (\d+)", item.prompt.en)
    assert cast(Quantity, item.key).value == sectors(x, y, width)


def check_true_statements(item: DrawnItem) -> None:
    blocks, x, y = numbers(r"launch (\d+) blocks of (\d+) x (\d+) threads", item.prompt.en)
    right = " ".join(right_texts(item))
    whole = blocks * len(warps(x, y))
    (claim,) = [option.text.en for option in item.options if "whole grid" in option.text.en]
    assert (claim in right) == (numbers(r": (\d+)\.", claim) == [whole])
    assert f"in the last warp of each block: {32 - len(warps(x, y)[-1])};" in right
    assert "same SM" in right
    for wrong in ("sooner", "before warp 1", "saves registers"):
        assert wrong not in right


def check_choose_the_block(item: DrawnItem) -> None:
    (width,) = numbers(r"of floats, (\d+) wide", item.prompt.en)
    x, y = numbers(r"32 x 8, (\d+) x (\d+) and", item.prompt.en)
    (right,) = right_texts(item)
    wanted = [sectors(32, 8, width), sectors(x, y, width), 64, 32]
    assert right.startswith("32 x 8. ")
    assert numbers(r"takes (\d+) sectors \((\d+) with.*and (\d+) warps fit on an SM \((\d+) with", right) == wanted


CHECKS: dict[str, Callable[[DrawnItem], None]] = {
    "term": check_term,
    "nearest_first": check_nearest_first,
    "who_is_in_the_warp": check_who_is_in_the_warp,
    "number_warp_lane": check_number_warp_lane,
    "enough_warps": check_enough_warps,
    "grid_stride": check_grid_stride,
    "branch_by_row": check_branch_by_row,
    "sectors_of_a_block": check_sectors_of_a_block,
    "true_statements": check_true_statements,
    "choose_the_block": check_choose_the_block,
}


def assert_valid(quiz: DrawnQuiz) -> None:
    for item in quiz.items:
        CHECKS[item.id](item)
        texts = [item.prompt, item.explanation, *(option.text for option in item.options)]
        for text in texts:
            assert text.ko.strip()
            assert text.en.strip()
            assert not LEFTOVER.search(text.ko + text.en), (item.id, text)
        for text in texts[:2]:
            assert HANGUL.search(text.ko)
            assert not HANGUL.search(text.en)
        for shown in ([option.text.ko for option in item.options], [option.text.en for option in item.options]):
            assert len(set(shown)) == len(shown)
    perfect = score_quiz(quiz, {item.id: item.key.example for item in quiz.items})
    assert perfect.score == perfect.max_score


@pytest.fixture(scope="module")
def quiz() -> Quiz:
    return load_quiz(MODULE / "quiz.yaml")


@pytest.fixture(scope="module")
def drawn(quiz: Quiz) -> list[DrawnQuiz]:
    return [draw(quiz, seed) for seed in range(200)]


def test_200_variants_are_valid(drawn: list[DrawnQuiz]) -> None:
    for variant in drawn:
        assert_valid(variant)


def test_the_quiz_is_a_checkpoint_of_ten_equal_items_from_remember_to_evaluate(quiz: Quiz) -> None:
    assert [item.points for item in quiz.items] == [1] * 10
    assert {item.level for item in quiz.items} >= set(Level) - {Level.CREATE}
    kinds = {item.kind for item in quiz.items}
    assert kinds == {"choice", "choices", "number", "text", "blanks", "order", "table"}


def test_a_retake_is_a_new_quiz(drawn: list[DrawnQuiz]) -> None:
    variants = [len({variant.items[n].prompt.en for variant in drawn}) for n in range(10)]
    assert sum(count >= 4 for count in variants) >= 8


def test_no_letter_is_right_more_often_than_chance_allows(drawn: list[DrawnQuiz]) -> None:
    letters = Counter(
        letter
        for variant in drawn
        for item in variant.items
        if isinstance(item.key, Letters) and item.key.single
        for letter in item.key.right
    )
    assert set(letters) == set("abcd")
    assert max(letters.values()) < 0.35 * letters.total()


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_every_item_points_to_a_section_of_the_lesson(drawn: list[DrawnQuiz], lang: str) -> None:
    lesson = (MODULE / f"lesson.{lang}.md").read_text(encoding="utf-8")
    anchors = set(re.findall(r'<a id="([\w-]+)"', lesson))
    assert {item.section for variant in drawn for item in variant.items} <= anchors
