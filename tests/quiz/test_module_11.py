"""The quiz of module 11: every variant is valid, and its answers are those of a count by hand.

The checks read the numbers back from the English prompt, as a student does, and count without the models.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from math import gcd
from pathlib import Path
from typing import cast

import pytest

from grader.quiz.items import Level, Quiz
from grader.quiz.key import Blanks, Cells, Letters, Quantity, Sequence, Term
from grader.quiz.load import load_quiz
from grader.quiz.score import score_quiz
from grader.quiz.variants import DrawnItem, DrawnQuiz, draw

MODULE_11 = Path(__file__).parents[2] / "modules" / "11_bank_conflicts"
HANGUL = re.compile("[가-힣]")
LEFTOVER = re.compile(r"\{\{|\}\}|\{%|%\}|\bNone\b|Undefined")


@pytest.fixture(scope="module")
def quiz() -> Quiz:
    return load_quiz(MODULE_11 / "quiz.yaml")


@pytest.fixture(scope="module")
def drawn(quiz: Quiz) -> list[DrawnQuiz]:
    return [draw(quiz, seed) for seed in range(300)]


def wavefronts(words: Iterable[int]) -> int:
    on_bank = defaultdict(set)
    for word in words:
        on_bank[word % 32].add(word)
    return max(map(len, on_bank.values()))


def numbers(pattern: str, text: str) -> list[float]:
    found = re.search(pattern, text)
    assert found, (pattern, text)
    return [float(group.replace(",", "")) for group in found.groups()]


def right_texts(item: DrawnItem) -> list[str]:
    key = cast(Letters, item.key)
    return [option.text.en for option in item.options if option.letter in key.right]


def check_term(item: DrawnItem) -> None:
    accepted = cast(Term, item.key).accepted
    assert any(HANGUL.search(form) for form in accepted)
    assert not all(HANGUL.search(form) for form in accepted)


def check_stride_cost(item: DrawnItem) -> None:
    bytes_each, stride = map(int, numbers(r"\((\d+) bytes\)(?:.|\n)*lane \* (\d+)\]", item.prompt.en))
    words = bytes_each // 4
    lanes = 32 // words
    groups = [range(first, first + lanes) for first in range(0, 32, lanes)]
    cost = sum(wavefronts(i * stride * words + k for i in group for k in range(words)) for group in groups)
    assert cast(Quantity, item.key).value == cost == words * gcd(stride, lanes)


def check_free_accesses(item: DrawnItem) -> None:
    (width,) = map(int, numbers(r"tile\[32\]\[(\d+)\]", item.prompt.en))
    (k,) = map(int, numbers(r"k = (\d+)", item.prompt.en))
    for option in item.options:
        row, col = re.fullmatch(r"`tile\[(.+)\]\[(.+)\]`", option.text.en).groups()  # type: ignore[union-attr]
        names = [{"tx": tx, "ty": 0, "k": k} for tx in range(32)]
        places = [(eval(row.replace("/", "//"), at), eval(col.replace("/", "//"), at)) for at in names]
        assert all(0 <= c < width and 0 <= r < 32 for r, c in places)
        free = wavefronts(r * width + c for r, c in places) == 1
        assert (option.letter in cast(Letters, item.key).right) == free


def check_swizzle_table(item: DrawnItem) -> None:
    (col,) = map(int, numbers(r"column c = (\d+)", item.prompt.en))
    assert item.table is not None
    for label, cells in zip(item.table.rows, cast(Cells, item.key).rows, strict=True):
        (row,) = map(int, numbers(r"row (\d+)", label.en))
        assert cells == (32 * row + (col ^ row), col ^ row)


def check_reduction_step(item: DrawnItem) -> None:
    threads, d = map(int, numbers(r"block of (\d+) threads(?:.|\n)*with d = (\d+)", item.prompt.en))
    for name, cells in zip(("interleaved", "sequential"), cast(Cells, item.key).rows, strict=True):
        total = requests = 0
        for warp in range(threads // 32):
            lanes = range(32 * warp, 32 * warp + 32)
            if name == "interleaved":
                words = [2 * d * tid for tid in lanes if 2 * d * tid < threads]
            else:
                words = [tid for tid in lanes if tid < d]
            if words:
                requests += 3
                total += 2 * wavefronts(words) + wavefronts(word + d for word in words)
        assert cells == (total, total - requests)


def check_xor_fix(item: DrawnItem) -> None:
    (right,) = right_texts(item)
    assert right.startswith("`tile[lane][k ^ lane]`")
    costs = []
    for option in item.options:
        (mixed,) = re.match(r"`tile\[lane\]\[k \^ (.+?)\]`", option.text.en).groups()  # type: ignore[union-attr]
        words = [32 * lane + (5 ^ eval(mixed.replace("threadIdx.x / 32", "3"), {"lane": lane})) for lane in range(32)]
        costs.append(wavefronts(words))
    assert sorted(costs)[0] == 1 and sorted(costs)[1] > 1
    partial = [cost for cost in costs if 1 < cost < 32]
    assert f"leaves {partial[0]} ways" in item.explanation.en


def check_which_counter(item: DrawnItem) -> None:
    requests, actual, ideal = numbers(
        r"makes ([\d,]+) shared(?:.|\n)*fronts: ([\d,]+), ideal: ([\d,]+)", item.prompt.en
    )
    assert requests == ideal
    (right,) = right_texts(item)
    assert numbers(r"(\d+)-way conflict with an excess of ([\d,]+)\.", right) == [actual / requests, actual - ideal]
    assert "memory_l1_wavefronts_shared" in right


def check_quads(item: DrawnItem) -> None:
    (row,), forms = cast(Blanks, item.key).accepted
    quad = "quad" if row == "row" else "q"
    for form in forms:
        columns = [[eval(f"{quad} ^ {form}", {row: r, quad: q}) for q in range(8)] for r in range(32)]
        assert all(sorted(columns[r]) == list(range(8)) for r in range(32))
        for first in range(0, 32, 8):
            words = [32 * r + 4 * columns[r][3] + k for r in range(first, first + 8) for k in range(4)]
            assert wavefronts(words) == 1


def check_worth_it(item: DrawnItem) -> None:
    n, ways = map(int, numbers(r"transpose of ([\d,]+) ×(?:.|\n)*with (\d+)-way", item.prompt.en))
    sms, ghz, rate = numbers(r"GPU with (\d+) SMs at ([\d.]+) GHz whose own copy reaches ([\d,]+)", item.prompt.en)
    tiles = (n // 32) ** 2
    now, clean = (tiles * (32 + 32 * each) / sms / ghz / 1000 for each in (ways, 1))
    moved = 8 * n * n / rate / 1000
    shown = numbers(r"as it is \| ([\d,]+) \|\n.* \| ([\d,]+) \|\n\| bytes \| ([\d,]+) \|", item.prompt.en)
    assert shown == pytest.approx([now, clean, moved], abs=0.51)
    assert abs(shown[0] - shown[2]) >= 2, "the verdict must not hang on rounding"
    (right,) = right_texts(item)
    assert right.startswith("The conflict is worth" if now > moved else "Removing the conflict will gain next to")
    assert clean < moved


def check_diagnosis(item: DrawnItem) -> None:
    text = {option.letter: option.text.en for option in item.options}
    steps = [text[letter] for letter in cast(list[str], cast(Sequence, item.key).example)]
    wanted = ["global sectors", "lines with excess", "each lane", "all accesses", "count again", "Measure the time"]
    assert all(part in step for part, step in zip(wanted, steps, strict=True))


CHECKS: dict[str, Callable[[DrawnItem], None]] = {
    "term": check_term,
    "stride_cost": check_stride_cost,
    "free_accesses": check_free_accesses,
    "swizzle_table": check_swizzle_table,
    "reduction_step": check_reduction_step,
    "xor_fix": check_xor_fix,
    "which_counter": check_which_counter,
    "quads": check_quads,
    "worth_it": check_worth_it,
    "diagnosis": check_diagnosis,
}


def assert_valid(quiz: DrawnQuiz) -> None:
    for item in quiz.items:
        CHECKS[item.id](item)
        texts = [item.prompt, item.explanation, *(option.text for option in item.options)]
        for text in texts:
            assert text.ko.strip() and text.en.strip()
            assert not LEFTOVER.search(text.ko + text.en), (item.id, text)
        for text in texts[:2]:
            assert HANGUL.search(text.ko) and not HANGUL.search(text.en)
        for shown in ([o.text.ko for o in item.options], [o.text.en for o in item.options]):
            assert len(set(shown)) == len(shown)
    perfect = score_quiz(quiz, {item.id: item.key.example for item in quiz.items})
    assert perfect.score == perfect.max_score


def test_300_variants_are_valid(drawn: list[DrawnQuiz]) -> None:
    for quiz in drawn:
        assert_valid(quiz)


def test_ten_equal_items_on_every_level_and_of_every_kind(quiz: Quiz) -> None:
    assert [item.points for item in quiz.items] == [1] * 10
    assert {item.level for item in quiz.items} == set(Level)
    kinds = {item.kind for item in quiz.items}
    assert kinds == {"choice", "choices", "number", "text", "blanks", "order", "table"}


def test_a_retake_is_a_new_quiz(drawn: list[DrawnQuiz]) -> None:
    variants = [len({quiz.items[n].prompt.en for quiz in drawn}) for n in range(10)]
    assert sum(count >= 4 for count in variants) >= 8
    assert len({tuple(quiz.items[n].prompt.en for n in range(10)) for quiz in drawn}) >= 295


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
    lesson = (MODULE_11 / f"lesson.{lang}.md").read_text(encoding="utf-8")
    anchors = set(re.findall(r'<a id="([\w-]+)"', lesson))
    assert {item.section for quiz in drawn for item in quiz.items} <= anchors
