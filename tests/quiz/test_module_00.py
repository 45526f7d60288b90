"""The quiz of module 00: every variant is valid, and its answers are those of a count by hand.

The checks read the numbers back from the English prompt, as a student does, and count without the models.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from grader.quiz.items import Level, Quiz
from grader.quiz.key import Blanks, Cells, Letters, Quantity, Sequence, Term
from grader.quiz.load import load_quiz
from grader.quiz.score import score_quiz
from grader.quiz.variants import DrawnItem, DrawnQuiz, draw

MODULE = Path(__file__).parents[2] / "modules" / "00_first_kernel"
HANGUL = re.compile("[가-힣]")
LEFTOVER = re.compile(r"\{\{|\}\}|\{%|%\}|\bNone\b|Undefined")


def numbers(pattern: str, text: str) -> list[int]:
    found = re.search(pattern, text)
    assert found, (pattern, text)
    return [int(group.replace(",", "")) for group in found.groups()]


def right_texts(item: DrawnItem) -> list[str]:
    key = cast(Letters, item.key)
    return [option.text.en for option in item.options if option.letter in key.right]


def threads(blocks: int, size: int) -> list[tuple[int, int]]:
    """(block, thread) of every thread of a grid, in the order of their global indices."""
    return [(block, thread) for block in range(blocks) for thread in range(size)]


def sectors(order: list[tuple[int, int]], n: int) -> int:
    """Sectors of one access to element i by the i-th of these threads, for groups of 32 threads of a block."""
    place = {thread: i for i, thread in enumerate(order) if i < n}
    touched = {(block, thread // 32, i // 8) for (block, thread), i in place.items()}
    return len(touched)


def check_term(item: DrawnItem) -> None:
    accepted = cast(Term, item.key).accepted
    assert not all(HANGUL.search(form) for form in accepted)


def check_who_does_what(item: DrawnItem) -> None:
    blocks, size = numbers(r"<<<(\d+), (\d+)>>>", item.prompt.en)
    right = right_texts(item)
    (claim,) = [option.text.en for option in item.options if "The code of the kernel" in option.text.en]
    assert (claim in right) == (numbers(r"by (\d+) threads", claim) == [len(threads(blocks, size))])
    assert {text for text in right if text != claim} == {
        "`in` and `n` have the same values in all threads.",
        "An `int k` declared in the kernel exists once for each thread.",
    }


def check_global_index(item: DrawnItem) -> None:
    size, block, thread = numbers(r"= (\d+) threads.*`blockIdx.x` = (\d+) and `threadIdx.x` = (\d+)", item.prompt.en)
    assert thread < size
    assert cast(Quantity, item.key).value == threads(block + 1, size).index((block, thread))


def check_owners(item: DrawnItem) -> None:
    (size,) = numbers(r"have (\d+) threads", item.prompt.en)
    assert item.table is not None
    for label, cells in zip(item.table.rows, cast(Cells, item.key).rows, strict=True):
        (element,) = numbers(r"element (\d+)", label.en)
        assert cells == threads(element + 1, size)[element]


def check_blocks_needed(item: DrawnItem) -> None:
    size, n = numbers(r"of (\d+) threads process ([\d,]+)", item.prompt.en)
    (right,) = right_texts(item)
    (blocks,) = numbers(r"^(\d+):", right)
    assert (blocks - 1) * size < n <= blocks * size
    claims = [numbers(r"^([\d,]+)[.:]", option.text.en)[0] for option in item.options]
    assert len(set(claims)) == len(claims)


def check_guard_missing(item: DrawnItem) -> None:
    n, size = numbers(r"n = ([\d,]+), .* blocks of (\d+)", item.prompt.en)
    grid = threads(len(range(0, n, size)), size)
    outside = grid[n:]
    assert 0 < len(outside) < size
    assert cast(Cells, item.key).rows == ((len(outside), *outside[0]),)


def check_dealt_elements(item: DrawnItem) -> None:
    n, blocks, size, thread, block = numbers(
        r"through (\d+) (?:.|\n)*has (\d+) blocks of (\d+) (?:.|\n)*thread (\d+) of block (\d+)", item.prompt.en
    )
    grid = threads(blocks, size)
    own = [element for element in range(n) if grid[element % len(grid)] == (block, thread)]
    assert len(own) >= 2
    accepted = cast(Blanks, item.key).accepted
    assert accepted == tuple((str(number),) for number in (own[0], own[1], own[-1], len(own)))


def check_report(item: DrawnItem) -> None:
    wrong = "| correctness | FAIL |" in item.prompt.en
    assert wrong == ("| global_sectors | not run |" in item.prompt.en)
    (right,) = right_texts(item)
    assert right.startswith("Results are wrong." if wrong else "All results are right")


def check_which_launch(item: DrawnItem) -> None:
    (n,) = numbers(r"read ([\d,]+) elements", item.prompt.en)
    found = {}
    for name in "PQR":
        size, idle, told = numbers(rf"\| {name} \| (\d+) \|[^|]+\| (\d+) \| ([\d,]+) \|", item.prompt.en)
        blocks = len(range(0, n, size))
        order = threads(blocks, size) if name != "R" else [(b, t) for t in range(size) for b in range(blocks)]
        found[name] = sectors(order, n)
        assert (idle, told) == (blocks * size - n, found[name])
    (right,) = right_texts(item)
    assert [name for name in found if found[name] == min(found.values())] == [right[0]]
    assert right[0] in "PQ"


def check_assemble(item: DrawnItem) -> None:
    text = {option.letter: option.text.en for option in item.options}
    steps = [text[letter] for letter in cast(list[str], cast(Sequence, item.key).example)]
    wanted = [
        "__global__",
        "int ",
        "int ",
        "while (k < n)",
        "out[k] =",
        "k += total",
        "end of the loop",
        "end of the kernel",
    ]
    assert all(part in step for part, step in zip(wanted, steps, strict=True))


CHECKS: dict[str, Callable[[DrawnItem], None]] = {
    "term": check_term,
    "who_does_what": check_who_does_what,
    "global_index": check_global_index,
    "owners": check_owners,
    "blocks_needed": check_blocks_needed,
    "guard_missing": check_guard_missing,
    "dealt_elements": check_dealt_elements,
    "report": check_report,
    "which_launch": check_which_launch,
    "assemble": check_assemble,
}


@pytest.fixture(scope="module")
def quiz() -> Quiz:
    return load_quiz(MODULE / "quiz.yaml")


@pytest.fixture(scope="module")
def drawn(quiz: Quiz) -> list[DrawnQuiz]:
    return [draw(quiz, seed) for seed in range(300)]


def test_300_variants_are_valid(drawn: list[DrawnQuiz]) -> None:
    for one in drawn:
        for item in one.items:
            CHECKS[item.id](item)
            texts = [item.prompt, item.explanation, *(option.text for option in item.options)]
            assert all(text.ko.strip() and text.en.strip() for text in texts)
            assert not any(LEFTOVER.search(text.ko + text.en) for text in texts), item.id
            assert all(HANGUL.search(text.ko) and not HANGUL.search(text.en) for text in texts[:2])
        perfect = score_quiz(one, {item.id: item.key.example for item in one.items})
        assert perfect.score == perfect.max_score == 10


def test_no_blank_of_an_exercise_is_given_away(drawn: list[DrawnQuiz]) -> None:
    lines = [
        re.sub(r"\s", "", line)
        for source in (MODULE.parents[1] / "solutions" / MODULE.name).glob("*.cu")
        for block in re.findall(r"// BEGIN SOLUTION\n(.*?)// END SOLUTION", source.read_text("utf-8"), flags=re.S)
        for line in block.splitlines()
    ]
    lines = [line for line in lines if len(line) > len("if(i<n)")]
    assert lines
    for one in drawn:
        for item in one.items:
            told = re.sub(r"\s", "", item.prompt.en + "".join(option.text.en for option in item.options))
            assert not any(line in told for line in lines), item.id


def test_ten_equal_items_on_every_level(quiz: Quiz) -> None:
    assert [item.points for item in quiz.items] == [1] * 10
    assert {item.level for item in quiz.items} == set(Level)
    assert {item.kind for item in quiz.items} == {"choice", "choices", "number", "text", "blanks", "order", "table"}


def test_a_retake_is_a_new_quiz(drawn: list[DrawnQuiz]) -> None:
    variants = [len({one.items[n].prompt.en for one in drawn}) for n in range(10)]
    assert sum(count >= 4 for count in variants) >= 8
    assert len({right_texts(one.items[8])[0] for one in drawn}) == 2


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_every_item_points_to_a_section_of_the_lesson(drawn: list[DrawnQuiz], lang: str) -> None:
    anchors = set(re.findall(r'<a id="([\w-]+)"', (MODULE / f"lesson.{lang}.md").read_text(encoding="utf-8")))
    assert {item.section for one in drawn for item in one.items} <= anchors
