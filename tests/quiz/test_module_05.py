"""The quiz of module 05: every variant is valid, and its answers are those of a count by hand.

The checks read the numbers back from the English prompt, as a student does, and count without the models.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import cast

import pytest

from grader.quiz.items import Level, Quiz
from grader.quiz.key import Blanks, Cells, Letters, Quantity, Sequence, Term
from grader.quiz.load import load_quiz
from grader.quiz.score import score_quiz
from grader.quiz.variants import DrawnItem, DrawnQuiz, draw

MODULE = Path(__file__).parents[2] / "modules" / "05_memory_coalescing"
HANGUL = re.compile("[가-힣]")
LEFTOVER = re.compile(r"\{\{|\}\}|\{%|%\}|\bNone\b|Undefined")


def pieces(addresses: Iterable[int], size: int, width: int = 4) -> int:
    """Different pieces of `size` bytes that accesses of `width` bytes touch."""
    return len({byte // size for address in addresses for byte in range(address, address + width)})


def numbers(pattern: str, text: str) -> list[int]:
    found = re.search(pattern, text)
    assert found, (pattern, text)
    return [int(group.replace(",", "")) for group in found.groups()]


def right_texts(item: DrawnItem) -> list[str]:
    key = cast(Letters, item.key)
    return [option.text.en for option in item.options if option.letter in key.right]


def check_term(item: DrawnItem) -> None:
    accepted = cast(Term, item.key).accepted
    assert any(HANGUL.search(form) for form in accepted)
    assert not all(HANGUL.search(form) for form in accepted)


def check_machine_instruction(item: DrawnItem) -> None:
    kind, pointer = re.search(r"reads one `(\w+)`.*got as `(.*?)`", item.prompt.en).groups()  # type: ignore[union-attr]
    width = {"float": "", "float2": ".64", "float4": ".128"}[kind]
    assert right_texts(item) == [f"`LDG.E{width}{'.CONSTANT' if 'restrict' in pointer else ''}`"]


def check_what_costs_more(item: DrawnItem) -> None:
    (first,) = numbers(r"reads `in\[(\d+) \+ i\]`", item.prompt.en)
    now = pieces((4 * (first + i) for i in range(32)), 32)
    right = " ".join(right_texts(item))
    assert "shuffled" in right and "first sixteen" in right
    assert ("one element further" in right) == (pieces((4 * (first + 1 + i) for i in range(32)), 32) <= now)
    assert "left out" not in right and "apart" not in right


def check_strided_sectors(item: DrawnItem) -> None:
    (size,) = numbers(r"\((\d+) bytes\)", item.prompt.en)
    offset, stride = numbers(r"reads `in\[(\d+) \+ (\d+) \* i\]`", item.prompt.en)
    touched = pieces((size * (offset + stride * i) for i in range(32)), 32, size)
    assert cast(Quantity, item.key).value == touched
    assert f"moved {32 * touched:,}." in item.explanation.en


def check_shape_of_the_warp(item: DrawnItem) -> None:
    (width,) = numbers(r"row `t / (\d+)`", item.prompt.en)
    (k,) = numbers(r"k = (\d+)", item.prompt.en)
    a = [4 * (t // width * 1024 + k) for t in range(32)]
    b = [4 * (k * 1024 + t % width) for t in range(32)]
    rows = cast(Cells, item.key).rows
    assert rows == tuple((pieces(x, 32), pieces(x, 128)) for x in (a, b))


def check_neighbours_for_neighbours(item: DrawnItem) -> None:
    rows, cols = numbers(r"a tile (\d+) high and (\d+) wide", item.prompt.en)
    name = re.search(r"int (\w+) = threadIdx", item.prompt.en).group(1)  # type: ignore[union-attr]
    for row_form in cast(Blanks, item.key).accepted[0]:
        for col_form in cast(Blanks, item.key).accepted[1]:
            places = []
            for t in range(256):
                row, col = (
                    eval(form.replace("threadIdx.x", name).replace("/", "//"), {name: t})
                    for form in (row_form, col_form)
                )
                places.append(row * cols + col)
            assert places == list(range(rows * cols))


def check_rows_that_may(item: DrawnItem) -> None:
    leading, rows = numbers(r"dimension is (\d+)\. Of the (\d+) rows", item.prompt.en)
    assert cast(Quantity, item.key).value == sum(4 * leading * row % 16 == 0 for row in range(rows))


def check_field_of_a_particle(item: DrawnItem) -> None:
    (fields,) = numbers(r"has (\d+) floats", item.prompt.en)
    assert right_texts(item) == [f"{pieces((4 * fields * i for i in range(32)), 32)} and 4"]


def check_useful_bytes(item: DrawnItem) -> None:
    arrays = 3 if "two arrays" in item.prompt.en else 2
    count, time = numbers(r"each of ([\d,]+) floats(?:.|\n)*takes (\d+) µs", item.prompt.en)
    rate = arrays * 4 * count / (time * 1e-6) / 1e9
    assert cast(Quantity, item.key).value == pytest.approx(rate)
    assert 2 * rate < 4800, "more than the device memory can move"


def check_transposed_b(item: DrawnItem) -> None:
    x, _ = numbers(r"blocks of \((\d+), (\d+)\)", item.prompt.en)
    places = [(t // x, t % x) for t in range(32)]
    a = [4096 * row for row, _ in places]
    counts = []
    for b in ([[4096 * k + 4 * col for _, col in places] for k in range(4)], [[4096 * col for _, col in places]]):
        width = 4 if len(b) == 4 else 16
        sums = [pieces(a, size, 16) + sum(pieces(one, size, width) for one in b) for size in (32, 128)]
        counts.append([1 + len(b), *sums])
    assert numbers(r"plain B \| (\d+) \| (\d+) \| (\d+)", item.prompt.en) == counts[0]
    assert numbers(r"\| BT \| (\d+) \| (\d+) \| (\d+)", item.prompt.en) == counts[1]
    assert (counts[0][1] < counts[1][1]) == (counts[0][2] < counts[1][2]), "sectors and lines say the same"
    (right,) = right_texts(item)
    assert right.startswith("Keep plain B" if counts[0][2] < counts[1][2] else "Transpose. Not only")


def check_row_in_pieces(item: DrawnItem) -> None:
    text = {option.letter: option.text.en for option in item.options}
    steps = [text[letter] for letter in cast(list[str], cast(Sequence, item.key).example)]
    wanted = ["for (int p", "reinterpret_cast", "sum += v.x", "`}`", "for (int k", "out[row]"]
    assert all(part in step for part, step in zip(wanted, steps[4:], strict=True))
    starts = ("return", "A + row", "lda %", "sum = 0")
    assert all(sum(part in step for step in steps[:4]) == 1 for part in starts)


CHECKS: dict[str, Callable[[DrawnItem], None]] = {
    "term": check_term,
    "machine_instruction": check_machine_instruction,
    "what_costs_more": check_what_costs_more,
    "strided_sectors": check_strided_sectors,
    "shape_of_the_warp": check_shape_of_the_warp,
    "neighbours_for_neighbours": check_neighbours_for_neighbours,
    "rows_that_may": check_rows_that_may,
    "field_of_a_particle": check_field_of_a_particle,
    "useful_bytes": check_useful_bytes,
    "transposed_b": check_transposed_b,
    "row_in_pieces": check_row_in_pieces,
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
def quiz_05() -> Quiz:
    return load_quiz(MODULE / "quiz.yaml")


@pytest.fixture(scope="module")
def drawn(quiz_05: Quiz) -> list[DrawnQuiz]:
    return [draw(quiz_05, seed) for seed in range(300)]


def test_300_variants_are_valid(drawn: list[DrawnQuiz]) -> None:
    for quiz in drawn:
        assert_valid(quiz)


def test_items_are_equal_on_every_level_and_of_every_kind(quiz_05: Quiz) -> None:
    assert [item.points for item in quiz_05.items] == [1] * len(CHECKS)
    assert {item.level for item in quiz_05.items} == set(Level)
    kinds = {item.kind for item in quiz_05.items}
    assert kinds == {"choice", "choices", "number", "text", "blanks", "order", "table"}


def test_a_retake_is_a_new_quiz(drawn: list[DrawnQuiz]) -> None:
    variants = [len({quiz.items[n].prompt.en for quiz in drawn}) for n in range(len(CHECKS))]
    assert sum(count >= 4 for count in variants) >= 9
    assert len({tuple(str(item.key) for item in quiz.items) for quiz in drawn}) == len(drawn)


def test_either_verdict_on_the_transposed_b_is_drawn(drawn: list[DrawnQuiz]) -> None:
    verdicts = Counter(right_texts(item)[0][:9] for quiz in drawn for item in quiz.items if item.id == "transposed_b")
    assert set(verdicts) == {"Keep plai", "Transpose"}


def test_no_letter_is_right_more_often_than_chance_allows(drawn: list[DrawnQuiz]) -> None:
    letters = Counter(
        letter
        for quiz in drawn
        for item in quiz.items
        if isinstance(item.key, Letters) and item.key.single
        for letter in item.key.right
    )
    assert set(letters) == set("abcd")
    assert max(letters.values()) < 0.35 * letters.total()


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_every_item_points_to_a_section_of_the_lesson(drawn: list[DrawnQuiz], lang: str) -> None:
    lesson = (MODULE / f"lesson.{lang}.md").read_text(encoding="utf-8")
    anchors = set(re.findall(r'<a id="([\w-]+)"', lesson))
    assert {item.section for quiz in drawn for item in quiz.items} <= anchors
