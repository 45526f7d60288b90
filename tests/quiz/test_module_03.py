"""The quiz of module 03: every variant is valid, and its answers are those of a count by hand.

The checks read the numbers back from the English prompt, as a student does, and count without the models.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from grader.quiz.items import Level, Quiz
from grader.quiz.key import Blanks, Cells, Letters, Quantity, Sequence, Term
from grader.quiz.load import load_quiz
from grader.quiz.score import score_quiz
from grader.quiz.variants import DrawnItem, DrawnQuiz, draw

MODULE = Path(__file__).parents[2] / "modules" / "03_matmul_and_roofline"
HANGUL = re.compile("[가-힣]")
LEFTOVER = re.compile(r"\{\{|\}\}|\{%|%\}|\bNone\b|Undefined")


def numbers(pattern: str, text: str) -> list[float]:
    found = re.search(pattern, text, flags=re.S)
    assert found, (pattern, text)
    return [float(group.replace(",", "")) for group in found.groups()]


def right_texts(item: DrawnItem) -> list[str]:
    key = cast(Letters, item.key)
    return [option.text.en for option in item.options if option.letter in key.right]


def square_intensity(n: float) -> float:
    return 2 * n**3 / (4 * 3 * n**2)


def check_term(item: DrawnItem) -> None:
    accepted = cast(Term, item.key).accepted
    assert any(HANGUL.search(form) for form in accepted)
    assert not all(HANGUL.search(form) for form in accepted)


def check_place_of_a_row(item: DrawnItem) -> None:
    found = re.search(r"with `(\w+)` floats.*column (\w+)\n", item.prompt.en, flags=re.S)
    assert found
    rows, lanes, places = cast(Blanks, item.key).accepted
    known = {"thread": 75, "threadIdx": type("ThreadIdx", (), {"x": 11}), "warpSize": 32, "WARP": 32}
    assert {eval(form.replace("/", "//"), dict(known)) for form in rows} == {2}
    assert {eval(form, dict(known)) for form in lanes} == {11}
    assert {eval(form, {"row": 7, found[1]: 50, found[2]: 31}) for form in places} == {381}


def check_work_and_bytes(item: DrawnItem) -> None:
    m, k, _, n = numbers(r"A is (\d+) x (\d+) and B is (\d+) x (\d+)", item.prompt.en)
    sgemm, vector = cast(Cells, item.key).rows
    moved = 4 * (m * k + k * n + m * n)
    assert sgemm == pytest.approx((2 * m * n * k / 1e6, moved / 1e6, 2 * m * n * k / moved))
    moved = 4 * (m * k + k + m)
    assert vector == pytest.approx((2 * m * k / 1e6, moved / 1e6, 2 * m * k / moved))


def check_balance_point(item: DrawnItem) -> None:
    sms, lanes, clock, bandwidth = numbers(
        r"(\d+) SMs with (\d+) FP32 lanes each, ([\d.]+) GHz, ([\d.]+) TB/s", item.prompt.en
    )
    key = cast(Quantity, item.key)
    assert key.value == pytest.approx(sms * lanes * 2 * clock * 1e9 / (bandwidth * 1e12))
    assert key.tolerance < key.value / 2, "an FMA counted as one operation must not pass"


def check_least_time(item: DrawnItem) -> None:
    m, n, bandwidth, top = numbers(
        r"A has (\d+) x (\d+) floats.*delivers ([\d.]+) TB/s.*at ([\d.]+) TFLOP", item.prompt.en
    )
    by_bytes, by_work = 4 * (m * n + m + n) / bandwidth / 1e6, 2 * m * n / top / 1e6
    assert cast(Quantity, item.key).value == pytest.approx(max(by_bytes, by_work))


def check_side_of_the_ridge(item: DrawnItem) -> None:
    (ridge,) = numbers(r"for FP32 is ([\d.]+) FLOP/byte", item.prompt.en)
    right = " ".join(right_texts(item))
    assert "vector addition" in right and "times a vector" in right
    for option in item.options:
        if "SGEMM" in option.text.en:
            (n,) = numbers(r"K = (\d+)", option.text.en)
            assert (option.text.en in right) == (square_intensity(n) < ridge)
            assert abs(square_intensity(n) - ridge) > 0.1, "too close to tell by the rounded balance point"


def check_one_request(item: DrawnItem) -> None:
    lda, row = (int(number) for number in numbers(r"lda = (\d+).*of row (\d+) in the first", item.prompt.en))
    together, apart = cast(Cells, item.key).rows
    assert lda >= 32, "a row in which 32 lanes stand side by side has at least 32 columns"
    assert together == (len({(row * lda + lane) // 8 for lane in range(32)}), 4)
    assert apart == (32, 1)


def check_above_the_roof(item: DrawnItem) -> None:
    bandwidth, allowed, timed = numbers(
        r"([\d.]+) TB/s from.*limit it to ([\d.]+) TFLOP/s.*timed at ([\d.]+) TFLOP/s", item.prompt.en
    )
    assert allowed == pytest.approx(0.25 * bandwidth, abs=0.005)
    assert timed > 2 * allowed, "counting an FMA as one operation must not explain it"
    (right,) = right_texts(item)
    assert "levels must not be multiplied" in right


def check_a_claim(item: DrawnItem) -> None:
    top, bandwidth, ms, flop, moved = numbers(
        r"peak ([\d.]+) TFLOP/s, ([\d.]+) TB/s.*took ([\d.]+) ms.*It is ([\d,]+) FLOP, and at least ([\d,]+) bytes",
        item.prompt.en,
    )
    least = max(flop / (top * 1e12), moved / (bandwidth * 1e12))
    (right,) = right_texts(item)
    assert ("cannot be true" in right) == (ms / 1e3 < least)
    assert not 0.9 < ms / 1e3 / least < 1.1, "too close to tell by rounded figures"


def check_largest_of_a_row(item: DrawnItem) -> None:
    key = cast(Sequence, item.key)
    by_letter = {option.letter: option.text.en for option in item.options}
    groups = [sorted(by_letter[letter] for letter in group) for group in key.groups]
    assert ["return" in text for text in groups[0]].count(True) == 1 and len(groups[0]) == 2
    wanted = ("k = lane", "A[row", "offset = 16", "__shfl_down_sync", "lane == 0")
    assert all(part in step for part, (step,) in zip(wanted, groups[1:], strict=True))


CHECKS: dict[str, Callable[[DrawnItem], None]] = {
    "term": check_term,
    "place_of_a_row": check_place_of_a_row,
    "work_and_bytes": check_work_and_bytes,
    "balance_point": check_balance_point,
    "least_time": check_least_time,
    "side_of_the_ridge": check_side_of_the_ridge,
    "one_request": check_one_request,
    "above_the_roof": check_above_the_roof,
    "a_claim": check_a_claim,
    "largest_of_a_row": check_largest_of_a_row,
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
def quiz_03() -> Quiz:
    return load_quiz(MODULE / "quiz.yaml")


@pytest.fixture(scope="module")
def drawn(quiz_03: Quiz) -> list[DrawnQuiz]:
    return [draw(quiz_03, seed) for seed in range(300)]


def test_300_variants_are_valid(drawn: list[DrawnQuiz]) -> None:
    for quiz in drawn:
        assert_valid(quiz)


@pytest.mark.slow
def test_10_000_variants_are_valid(quiz_03: Quiz) -> None:
    for seed in range(1_000_000, 1_010_000):
        assert_valid(draw(quiz_03, seed))


def test_answers_rounded_as_the_prompts_ask_are_right(drawn: list[DrawnQuiz]) -> None:
    digits = {"work_and_bytes": 1, "balance_point": 1, "least_time": 0}
    for quiz in drawn[:50]:
        answers: dict[str, object] = {}
        for item in quiz.items:
            if isinstance(item.key, Quantity):
                answers[item.id] = round(item.key.value, digits[item.id])
            elif isinstance(item.key, Cells) and item.id in digits:
                answers[item.id] = [[round(cell, digits[item.id]) for cell in row] for row in item.key.rows]
        scored = {result.id: result for result in score_quiz(quiz, answers).items}
        assert all(scored[name].points == 1 for name in digits)


def test_the_quiz_is_a_checkpoint_of_ten_equal_items_on_every_level(quiz_03: Quiz) -> None:
    assert [item.points for item in quiz_03.items] == [1] * 10
    assert {item.level for item in quiz_03.items} == set(Level)
    kinds = {item.kind for item in quiz_03.items}
    assert kinds == {"choice", "choices", "number", "text", "blanks", "order", "table"}


def test_a_retake_is_a_new_quiz(drawn: list[DrawnQuiz]) -> None:
    variants = [len({quiz.items[n].prompt.en for quiz in drawn}) for n in range(10)]
    assert sum(count >= 4 for count in variants) >= 8
    assert len({tuple(str(item.key) for item in quiz.items) for quiz in drawn}) > 0.95 * len(drawn)


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
    sections = {item.section for quiz in drawn for item in quiz.items}
    assert sections <= anchors
