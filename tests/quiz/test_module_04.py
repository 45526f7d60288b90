"""The quiz of module 04: every variant is valid, and its answers are those of a count by hand.

The checks read the numbers back from the English prompt, as a student does, and count without the models.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import cast

import pytest

from grader.quiz.items import Level, Quiz
from grader.quiz.key import Blanks, Cells, Letters, Quantity, Sequence, Term
from grader.quiz.load import load_quiz
from grader.quiz.score import score_quiz
from grader.quiz.variants import DrawnItem, DrawnQuiz, draw

MODULE_04 = Path(__file__).parents[2] / "modules" / "04_sgemm_naive"
HANGUL = re.compile("[가-힣]")
LEFTOVER = re.compile(r"\{\{|\}\}|\{%|%\}|\bNone\b|Undefined")


def threads(width: int, height: int) -> list[tuple[int, int]]:
    """(tx, ty) of every thread of a block, in the order of their numbers."""
    return [(tx, ty) for ty in range(height) for tx in range(width)]


def numbers(pattern: str, text: str) -> list[int]:
    found = re.search(pattern, text)
    assert found, (pattern, text)
    return [int(group.replace(",", "")) for group in found.groups()]


def right_texts(item: DrawnItem) -> list[str]:
    key = cast(Letters, item.key)
    return [option.text.en for option in item.options if option.letter in key.right]


def owned(width: int, height: int, x_on: str) -> list[tuple[int, int]]:
    """(row, column) of C of the lanes of the first warp."""
    warp = islice(threads(width, height), 32)
    return [(ty, tx) if x_on == "columns" else (tx, ty) for tx, ty in warp]


def check_term(item: DrawnItem) -> None:
    accepted = cast(Term, item.key).accepted
    assert any(HANGUL.search(form) for form in accepted)
    assert not all(HANGUL.search(form) for form in accepted)


def check_words_wanted(item: DrawnItem) -> None:
    width, height = numbers(r"has \((\d+), (\d+)\) threads", item.prompt.en)
    x_on = "columns" if "counts columns" in item.prompt.en else "rows"
    part = 0 if "`A[row" in item.prompt.en else 1
    words = {place[part] for place in owned(width, height, x_on)}
    sectors = len(words) if part == 0 else math.ceil(len(words) / 8)
    (right,) = right_texts(item)
    plural = "s" if sectors > 1 else ""
    assert right == f"{len(words)}, in {sectors} sector{plural}. {32 // len(words)} lanes share each word."
    claims = [numbers(r"^(\d+)\b", option.text.en)[0] for option in item.options]
    assert len(set(claims)) == len(claims)
    (false_reason,) = re.findall(r"comes from `threadIdx.(\w)`", " ".join(o.text.en for o in item.options))
    assert (false_reason == "x") == ((part == 0) == (x_on == "columns"))


def check_who_owns(item: DrawnItem) -> None:
    width, height, ldc = numbers(r"has \((\d+), (\d+)\) threads, and `ldc = (\d+)`", item.prompt.en)
    bx, by, warp = numbers(r"x = (\d+), y = (\d+)\), warp (\d+)", item.prompt.en)
    assert item.table is not None
    for label, cells in zip(item.table.rows, cast(Cells, item.key).rows, strict=True):
        (lane,) = numbers(r"lane (\d+)", label.en)
        tx, ty = threads(width, height)[warp * 32 + lane]
        row, col = by * height + ty, bx * width + tx
        assert cells == (row, col, row * ldc + col)
        assert col < ldc


def check_idle_threads(item: DrawnItem) -> None:
    m, n, width, height = numbers(r"M = (\d+) and N = (\d+).*\((\d+), (\d+)\) threads", item.prompt.en)
    across = len(range(0, n, width))
    down = len(range(0, m, height))
    covered = [(row, col) for row in range(down * height) for col in range(across * width)]
    assert cast(Quantity, item.key).value == sum(row >= m or col >= n for row, col in covered)


def check_transposed_operand(item: DrawnItem) -> None:
    (step,) = re.search(r"loop variable is `(\w)`", item.prompt.en).groups()  # type: ignore[union-attr]
    wanted = [step, "row", step, "col"] if "as `AT`" in item.prompt.en else ["row", step, "col", step]
    assert [forms[0] for forms in cast(Blanks, item.key).accepted] == wanted


def check_one_step(item: DrawnItem) -> None:
    width, height = numbers(r"has \((\d+), (\d+)\) threads", item.prompt.en)
    for x_on, cells in zip(("columns", "rows"), cast(Cells, item.key).rows, strict=True):
        places = owned(width, height, x_on)
        sectors_of_c = {(row, col // 8) for row, col in places}
        assert cells == (len({row for row, _ in places}), len({col // 8 for _, col in places}), len(sectors_of_c))


def check_epilogue_lines(item: DrawnItem) -> None:
    """Run each line as Python, on a C of NaN, and on one with a number in it."""
    found = re.search(r"alpha = ([\d.]+), beta = ([\d.]+)\.", item.prompt.en)
    assert found
    alpha, beta, total = float(found[1]), float(found[2]), 7.0

    def python(line: str) -> str:
        line = line.strip("`").replace("float old", "old").replace("0.0f", "0.0").replace("; ", "\n").rstrip(";")
        line = re.sub(r"if \((.*?)\) (.*)", r"if \1: \2", line)
        return re.sub(r"= (.*) \? (.*) : (.*)", r"= (\2) if \1 else (\3)", line)

    right = right_texts(item)
    for option in item.options:
        good = True
        for before in (math.nan, 3.0):
            names = {"c": before, "alpha": alpha, "beta": beta, "sum": total}
            exec(python(option.text.en), names)
            wanted = alpha * total + (beta * before if beta else 0.0)
            good &= names["c"] == wanted or (math.isnan(wanted) and math.isnan(names["c"]))
        assert (option.text.en in right) == good, option.text.en


def check_roof_verdict(item: DrawnItem) -> None:
    found = re.search(
        r"does ([\d.]+) TB/s, (?:.|\n)*measured at ([\d.]+) TFLOP/s(?:.|\n)*cannot pass ([\d.]+)", item.prompt.en
    )
    assert found
    bandwidth, speed, bound = map(float, found.groups())
    assert bound == pytest.approx(bandwidth / 4)
    assert speed > bound
    (right,) = right_texts(item)
    assert right.startswith("The 0.25 counts bytes that threads request")


def check_index_width(item: DrawnItem) -> None:
    """Multiply in the widths that C++ has for each expression."""
    (n,) = numbers(r"A is (\d+) ×", item.prompt.en)
    last = n * n - 1

    def signed(value: int) -> int:
        return (value + 2**31) % 2**32 - 2**31

    product = (n - 1) * n
    given = {
        "`row * lda + k`": signed(signed(product) + n - 1),
        "`(size_t)row * lda + k`": last,
        "`(size_t)(row * lda) + k`": signed(product) + n - 1,
        "`(unsigned)row * lda + k`": last % 2**32,
        "`row * (size_t)lda + k`": last,
    }
    right = right_texts(item)
    for option in item.options:
        assert (option.text.en in right) == (given[option.text.en] == last)


def check_assemble(item: DrawnItem) -> None:
    text = {option.letter: option.text.en for option in item.options}
    steps = [text[letter] for letter in cast(list[str], cast(Sequence, item.key).example)]
    wanted = ["blockIdx", "blockIdx", "if (row", "k < K", "+=", "`}`", "C[row"]
    assert all(part in step for part, step in zip(wanted, steps, strict=True))
    code = " ".join(steps)
    assert code.count("{") == code.count("}")


CHECKS: dict[str, Callable[[DrawnItem], None]] = {
    "term": check_term,
    "words_wanted": check_words_wanted,
    "who_owns": check_who_owns,
    "idle_threads": check_idle_threads,
    "transposed_operand": check_transposed_operand,
    "one_step": check_one_step,
    "epilogue_lines": check_epilogue_lines,
    "roof_verdict": check_roof_verdict,
    "index_width": check_index_width,
    "assemble": check_assemble,
}


@pytest.fixture(scope="module")
def quiz_04() -> Quiz:
    return load_quiz(MODULE_04 / "quiz.yaml")


@pytest.fixture(scope="module")
def drawn(quiz_04: Quiz) -> list[DrawnQuiz]:
    return [draw(quiz_04, seed) for seed in range(300)]


def test_300_variants_are_valid(drawn: list[DrawnQuiz]) -> None:
    for quiz in drawn:
        for item in quiz.items:
            CHECKS[item.id](item)
            options = [option.text for option in item.options]
            for text in (item.prompt, item.explanation, *options):
                assert text.ko.strip() and text.en.strip()
                assert not LEFTOVER.search(text.ko + text.en), (item.id, text)
            for text in (item.prompt, item.explanation):
                assert HANGUL.search(text.ko) and not HANGUL.search(text.en)
            for shown in ([text.ko for text in options], [text.en for text in options]):
                assert len(set(shown)) == len(shown)
        perfect = score_quiz(quiz, {item.id: item.key.example for item in quiz.items})
        assert perfect.score == perfect.max_score


def test_the_quiz_has_ten_equal_items_on_every_level_and_of_every_kind(quiz_04: Quiz) -> None:
    assert [item.points for item in quiz_04.items] == [1] * 10
    assert {item.level for item in quiz_04.items} == set(Level)
    assert {item.kind for item in quiz_04.items} == {"choice", "choices", "number", "text", "blanks", "order", "table"}


def test_a_retake_is_a_new_quiz(drawn: list[DrawnQuiz]) -> None:
    variants = [len({quiz.items[n].prompt.en for quiz in drawn}) for n in range(10)]
    assert sum(count >= 4 for count in variants) >= 8
    assert len({tuple(str(item.key) for item in quiz.items) for quiz in drawn}) == len(drawn)


def test_no_letter_is_right_more_often_than_chance_allows(drawn: list[DrawnQuiz]) -> None:
    keys = [item.key for quiz in drawn for item in quiz.items]
    letters = Counter(letter for key in keys if isinstance(key, Letters) and key.single for letter in key.right)
    assert set(letters) == set("abcd")
    assert max(letters.values()) < 0.35 * letters.total()


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_every_item_points_to_a_section_of_the_lesson(drawn: list[DrawnQuiz], lang: str) -> None:
    anchors = set(re.findall(r'<a id="([\w-]+)"', (MODULE_04 / f"lesson.{lang}.md").read_text(encoding="utf-8")))
    assert {item.section for quiz in drawn for item in quiz.items} <= anchors
