"""The quiz of module 06: every variant is valid, and its answers are those of a count by hand.

The checks read the numbers back from the English prompt, as a student does, and count without the models.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from itertools import islice
from typing import cast

import pytest

from grader.quiz.items import Level, Quiz
from grader.quiz.key import Blanks, Cells, Letters, Quantity, Sequence, Term
from grader.quiz.score import score_quiz
from grader.quiz.variants import DrawnItem, DrawnQuiz, draw
from tests.quiz.conftest import MODULE_06

HANGUL = re.compile("[가-힣]")
LEFTOVER = re.compile(r"\{\{|\}\}|\{%|%\}|\bNone\b|Undefined")


def wavefronts(words: Iterable[int]) -> int:
    on_bank = defaultdict(set)
    for word in words:
        on_bank[word % 32].add(word)
    return max(map(len, on_bank.values()))


def first_warp(width: int, height: int) -> list[tuple[int, int]]:
    """(tx, ty) of lanes 0 to 31."""
    return list(islice(((tx, ty) for ty in range(height) for tx in range(width)), 32))


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


def check_read_along_a_row(item: DrawnItem) -> None:
    x, y, width = numbers(r"has \((\d+), (\d+)\) threads.*tile\[32\]\[(\d+)\]", item.prompt.en)
    cost = wavefronts(ty * width + 3 for _, ty in first_warp(x, y))
    (right,) = right_texts(item)
    assert right.startswith(f"{cost}. ")
    claims = [numbers(r"^(\d+)\. ", option.text.en)[0] for option in item.options]
    assert len(set(claims)) == len(claims)


def check_missing_barrier(item: DrawnItem) -> None:
    (missing,) = numbers(r"deletes barrier (\d)", item.prompt.en)
    (tile,) = numbers(r"block (\d+)x", item.prompt.en)
    right = " ".join(right_texts(item))
    assert ("has not written yet" in right) == (missing == 1)
    assert ("is still reading" in right) == (missing == 2)
    assert "right" in right
    assert "race is on `tile_a`" not in right
    assert "edges" not in right
    (claim,) = [option.text.en for option in item.options if "K =" in option.text.en]
    depth, times = numbers(r"K = (\d+), each thread passes a barrier (\d+) times", claim)
    passed = sum(2 for _ in range(0, depth, tile))
    assert (claim in right) == (times == passed)


def check_column_walk(item: DrawnItem) -> None:
    width, k = numbers(r"tile\[32\]\[(\d+)\](?:.|\n)*k = (\d+)", item.prompt.en)
    assert cast(Quantity, item.key).value == wavefronts(lane * width + k for lane in range(32))


def check_guarded_load(item: DrawnItem) -> None:
    operand, name = re.search(r"of (A|B) into(?:.|\n)*tile is `(\w+)` wide", item.prompt.en).groups()  # type: ignore[union-attr]
    (step,) = re.search(r"tile number `(\w+)`", item.prompt.en).groups()  # type: ignore[union-attr]
    rows, columns, *positions = cast(Blanks, item.key).accepted
    assert (rows[0], columns[0]) == ("ty", "tx")
    for form in (form for forms in positions for form in forms):
        source = form.replace("threadIdx.x", "tx").replace("threadIdx.y", "ty")
        size = 16 if name == "16" else 24
        value = eval(source, {"tx": 3, "ty": 5, step: 7, name: size})
        assert value == 7 * size + (3 if operand == "A" else 5), form


def check_bank_table(item: DrawnItem) -> None:
    width, k = numbers(r"tile\[16\]\[(\d+)\](?:.|\n)*k = (\d+)", item.prompt.en)
    along = 0 if "`tile[tx][k]`" in item.prompt.en else 1
    assert item.table is not None
    for label, cells in zip(item.table.rows, cast(Cells, item.key).rows, strict=True):
        (lane,) = numbers(r"lane (\d+)", label.en)
        word = first_warp(16, 16)[lane][along] * width + k
        assert cells == (word, word % 32)


def check_tile_size(item: DrawnItem) -> None:
    """By the rules that the prompt states, and by nothing else."""
    registers, warps, blocks = numbers(r"takes (\d+) registers(?:.|\n)* (\d+) warps and (\d+) blocks", item.prompt.en)
    per_warp = -(-registers * 32 // 256) * 256
    for tile, cells in zip((16, 32), cast(Cells, item.key).rows, strict=True):
        warps_per_block = tile * tile // 32
        resident = min(warps // warps_per_block, 65536 // per_warp // warps_per_block, blocks)
        expected = (
            tile,
            2 * tile**3 / (2 * tile * tile * 4),
            resident,
            100 * resident * warps_per_block / warps,
        )
        assert cells == pytest.approx(expected)


def check_traffic(item: DrawnItem) -> None:
    _, tile = numbers(r"N = (\d+),(?:.|\n)*use (\d+)x", item.prompt.en)
    lanes, n = first_warp(tile, tile), 4096
    naive = tile * (len({ty * n // 8 for _, ty in lanes}) + len({tx // 8 for tx, _ in lanes}))
    tiled = 2 * len({(ty * n + tx) // 8 for tx, ty in lanes})
    (right,) = right_texts(item)
    assert f"requests fall {2 * tile // 2} times, sectors {naive // tiled} times" in right
    assert naive % tiled == 0
    assert "depends on the caches" in right


def check_padding_verdict(item: DrawnItem) -> None:
    plain, _ = numbers(r"no padding \| (\d+) \| (\d+)", item.prompt.en)
    padding, padded, _ = numbers(r"padding \+(\d+) \| (\d+) \| (\d+)", item.prompt.en)
    if "transpose" in item.prompt.en:
        assert (plain, padded) == (33, 1 + wavefronts(lane * (32 + padding) for lane in range(32)))
    else:
        assert (plain, padded) in ((26, 36), (50, 66))
    (right,) = right_texts(item)
    assert right.startswith("Do not pad. The cost is the total" if plain < padded else "Pad. The cost is the total")


def check_tile_loop(item: DrawnItem) -> None:
    text = {option.letter: option.text.en for option in item.options}
    steps = [text[letter] for letter in cast(list[str], cast(Sequence, item.key).example)]
    wanted = [
        "sum = 0",
        "k0 < K",
        "ty][tx] =",
        "ty][tx] =",
        "are full",
        "sum +=",
        "have been read",
        "`}`",
        "C[row",
    ]
    assert all(part in step for part, step in zip(wanted, steps, strict=True))
    assert sum("__syncthreads" in step for step in steps) == 2


CHECKS: dict[str, Callable[[DrawnItem], None]] = {
    "term": check_term,
    "read_along_a_row": check_read_along_a_row,
    "missing_barrier": check_missing_barrier,
    "column_walk": check_column_walk,
    "guarded_load": check_guarded_load,
    "bank_table": check_bank_table,
    "tile_size": check_tile_size,
    "traffic": check_traffic,
    "padding_verdict": check_padding_verdict,
    "tile_loop": check_tile_loop,
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
        for shown in (
            [option.text.ko for option in item.options],
            [option.text.en for option in item.options],
        ):
            assert len(set(shown)) == len(shown)
    perfect = score_quiz(quiz, {item.id: item.key.example for item in quiz.items})
    assert perfect.score == perfect.max_score


@pytest.fixture(scope="module")
def drawn(quiz_06: Quiz) -> list[DrawnQuiz]:
    return [draw(quiz_06, seed) for seed in range(300)]


def test_300_variants_are_valid(drawn: list[DrawnQuiz]) -> None:
    for quiz in drawn:
        assert_valid(quiz)


@pytest.mark.slow
def test_10_000_variants_are_valid(quiz_06: Quiz) -> None:
    for seed in range(1_000_000, 1_010_000):
        assert_valid(draw(quiz_06, seed))


def test_the_quiz_is_a_checkpoint_of_ten_equal_items_on_every_level(quiz_06: Quiz) -> None:
    assert [item.points for item in quiz_06.items] == [1] * 10
    assert {item.level for item in quiz_06.items} == set(Level)
    kinds = {item.kind for item in quiz_06.items}
    assert kinds == {"choice", "choices", "number", "text", "blanks", "order", "table"}


def test_a_retake_is_a_new_quiz(drawn: list[DrawnQuiz]) -> None:
    variants = [len({quiz.items[n].prompt.en for quiz in drawn}) for n in range(10)]
    assert sum(count >= 4 for count in variants) >= 8
    assert len({tuple(str(item.key) for item in quiz.items) for quiz in drawn}) == len(drawn)


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
    lesson = (MODULE_06 / f"lesson.{lang}.md").read_text(encoding="utf-8")
    anchors = set(re.findall(r'<a id="([\w-]+)"', lesson))
    sections = {item.section for quiz in drawn for item in quiz.items}
    assert sections <= anchors
