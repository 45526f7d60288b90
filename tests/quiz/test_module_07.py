"""The quiz of module 07: every variant is valid, and its answers are those of a count by hand.

The checks read the numbers back from the English prompt, as a student does, and count without the models.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import cast

import pytest

from grader.quiz.items import Level, Quiz
from grader.quiz.key import Blanks, Cells, Letters, Quantity, Sequence, Term
from grader.quiz.load import load_quiz
from grader.quiz.score import score_quiz
from grader.quiz.variants import DrawnItem, DrawnQuiz, draw

MODULE = Path(__file__).parents[2] / "modules" / "07_register_blocking"
HANGUL = re.compile("[가-힣]")
LEFTOVER = re.compile(r"\{\{|\}\}|\{%|%\}|\bNone\b|Undefined")


def numbers(pattern: str, text: str) -> list[int]:
    found = re.search(pattern, text)
    assert found, (pattern, text)
    return [int(group.replace(",", "")) for group in found.groups()]


def right_texts(item: DrawnItem) -> list[str]:
    key = cast(Letters, item.key)
    return [option.text.en for option in item.options if option.letter in key.right]


def busiest(words: Iterable[int]) -> int:
    on_bank = defaultdict(set)
    for word in words:
        on_bank[word % 32].add(word)
    return max(map(len, on_bank.values()))


def eight_lanes(apart: int) -> int:
    """Wavefronts of the first eight lanes, four words each."""
    return busiest(tx * apart + word for tx in range(8) for word in range(4))


def check_term(item: DrawnItem) -> None:
    accepted = cast(Term, item.key).accepted
    assert any(HANGUL.search(form) for form in accepted)
    assert not all(HANGUL.search(form) for form in accepted)


def check_fragment_of_a(item: DrawnItem) -> None:
    (right,) = right_texts(item)
    addresses = {lane // 16 for lane in range(32)}
    assert right.startswith(f"{len(addresses)}. ")


def check_shapes(item: DrawnItem) -> None:
    (sums,) = numbers(r"computes (\d+) sums", item.prompt.en)
    assert item.table is not None
    for label, cells in zip(item.table.rows, cast(Cells, item.key).rows, strict=True):
        tm, tn = numbers(r"(\d+) x (\d+)", label.en)
        assert tm * tn == sums
        assert cells == pytest.approx((tm + tn, 2 * sums / (4 * (tm + tn))))
    skewed, square = cast(Cells, item.key).rows
    assert square[0] < skewed[0] and square[1] > skewed[1]


def check_whole_blocks(item: DrawnItem) -> None:
    warps, threads = numbers(r"room for (\d+) warps(?:.|\n)*blocks of (\d+) threads", item.prompt.en)
    assert item.table is not None
    for label, cells in zip(item.table.rows, cast(Cells, item.key).rows, strict=True):
        (registers,) = numbers(r"(\d+) registers", label.en)
        per_warp = -(-registers * 32 // 256) * 256
        per_block = threads // 32
        blocks = min(65536 // per_warp // per_block, warps // per_block)
        assert cells == pytest.approx((per_warp, blocks, 100 * blocks * per_block / warps))


def check_launch_bounds(item: DrawnItem) -> None:
    threads, blocks = numbers(r"blocks of (\d+) threads.* (\d+) such blocks", item.prompt.en)
    most = min(255, 65536 // (threads * blocks) // 8 * 8)
    assert cast(Blanks, item.key).accepted == ((str(threads),), (str(blocks),), (str(most),))


def check_fragment_cost(item: DrawnItem) -> None:
    (apart,) = numbers(r"`tx \* (\d+)`", item.prompt.en)
    assert cast(Quantity, item.key).value == 4 * eight_lanes(apart)


def check_local_or_spill(item: DrawnItem) -> None:
    spilled = numbers(r"and (\d+) bytes of spills", item.prompt.en)[0] > 0
    right = " ".join(right_texts(item))
    assert ("does not know the index" in right) == (not spilled)
    assert ("With a higher cap" in right) == spilled
    assert ("Fully unrolled" in right) == (not spilled)
    assert "occupancy is higher" in right
    assert "as fast as registers" not in right and "Where nothing is spilled" not in right


def check_ownership(item: DrawnItem) -> None:
    clean = "bank conflicts" in item.prompt.en
    (threads,) = numbers(r"The (\d+) threads", item.prompt.en)
    right = set(right_texts(item))
    for option in item.options:
        formula = option.text.en.strip("`").replace("n / 4", "n // 4")
        columns = [[eval(formula, {"tx": tx, "n": n}) for n in range(8)] for tx in range(threads)]
        once = sorted(column for owned in columns for column in owned) == list(range(8 * threads))
        quiet = busiest(column for owned in columns[:8] for column in owned[:4]) == 1
        assert (option.text.en in right) == (once and (quiet or not clean)), option.text.en


def check_verdict(item: DrawnItem) -> None:
    many, ffma = numbers(r"\| tiled \d+ x \d+ \| (\d+) \| (\d+) \|", item.prompt.en)
    (few,) = numbers(r"\| register-blocked 8 x 8 \| (\d+) \| 512 \| 25 % \|", item.prompt.en)
    assert (many, ffma) in ((26, 16), (50, 32))
    assert few in (8 + 16 * 2 + 16 * 8, 8 + 16 * 2 + 16 * 4)
    (right,) = right_texts(item)
    shares = [100 * f / 4 / max(f / 4, w) for f, w in ((ffma, many), (512, few))]
    said = [float(share) for share in re.findall(r"([\d.]+) %", right)]
    assert said == pytest.approx(shares, abs=0.06)


def check_kernel_order(item: DrawnItem) -> None:
    text = {option.letter: option.text.en for option in item.options}
    steps = [text[letter] for letter in cast(list[str], cast(Sequence, item.key).example)]
    wanted = ["sum[TM][TN] =", "k0 < K", "fills", "are full", "k < ", "] = tile_", "] = tile_"]
    wanted += ["sum[m][n] +=", "loop over k", "have been read", "loop over tiles", "written to C"]
    assert all(part in step for part, step in zip(wanted, steps, strict=True))


CHECKS: dict[str, Callable[[DrawnItem], None]] = {
    "term": check_term,
    "fragment_of_a": check_fragment_of_a,
    "shapes": check_shapes,
    "whole_blocks": check_whole_blocks,
    "launch_bounds": check_launch_bounds,
    "fragment_cost": check_fragment_cost,
    "local_or_spill": check_local_or_spill,
    "ownership": check_ownership,
    "verdict": check_verdict,
    "kernel_order": check_kernel_order,
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
        for shown in ([o.text.ko for o in item.options], [o.text.en for o in item.options]):
            assert len(set(shown)) == len(shown)
    perfect = score_quiz(quiz, {item.id: item.key.example for item in quiz.items})
    assert perfect.score == perfect.max_score


@pytest.fixture(scope="module")
def quiz() -> Quiz:
    return load_quiz(MODULE / "quiz.yaml")


@pytest.fixture(scope="module")
def drawn(quiz: Quiz) -> list[DrawnQuiz]:
    return [draw(quiz, seed) for seed in range(150)]


def test_150_variants_are_valid(drawn: list[DrawnQuiz]) -> None:
    for variant in drawn:
        assert_valid(variant)


def test_ten_equal_items_on_every_level_and_of_every_kind(quiz: Quiz) -> None:
    assert [item.points for item in quiz.items] == [1] * 10
    assert {item.level for item in quiz.items} == set(Level)
    assert {item.kind for item in quiz.items} == {"choice", "choices", "number", "text", "blanks", "order", "table"}


def test_a_retake_is_a_new_quiz(drawn: list[DrawnQuiz]) -> None:
    variants = [len({quiz.items[n].prompt.en for quiz in drawn}) for n in range(10)]
    assert sum(count >= 4 for count in variants) >= 8


def test_no_letter_is_right_more_often_than_chance_allows(drawn: list[DrawnQuiz]) -> None:
    keys = [item.key for quiz in drawn for item in quiz.items if isinstance(item.key, Letters) and item.key.single]
    letters = Counter(letter for key in keys for letter in key.right)
    assert set(letters) == set("abcd")
    assert max(letters.values()) < 0.35 * letters.total()


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_every_item_points_to_a_section_of_the_lesson(drawn: list[DrawnQuiz], lang: str) -> None:
    lesson = (MODULE / f"lesson.{lang}.md").read_text(encoding="utf-8")
    anchors = set(re.findall(r'<a id="([\w-]+)"', lesson))
    assert {item.section for quiz in drawn for item in quiz.items} <= anchors
