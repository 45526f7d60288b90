"""The quiz of module 08: every variant is valid, and its answers are those of a count by hand.

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

MODULE = Path(__file__).parents[2] / "modules" / "08_double_buffering"
HANGUL = re.compile("[가-힣]")
LEFTOVER = re.compile(r"\{\{|\}\}|\{%|%\}|\bNone\b|Undefined")


def numbers(pattern: str, text: str) -> list[int]:
    found = re.search(pattern, text, flags=re.S)
    assert found, (pattern, text)
    return [int(group.replace(",", "")) for group in found.groups()]


def right_texts(item: DrawnItem) -> list[str]:
    key = cast(Letters, item.key)
    return [option.text.en for option in item.options if option.letter in key.right]


def wavefronts(words: Iterable[int]) -> int:
    on_bank = defaultdict(set)
    for word in words:
        on_bank[word % 32].add(word)
    return max(map(len, on_bank.values()))


def check_term(item: DrawnItem) -> None:
    accepted = cast(Term, item.key).accepted
    assert accepted
    assert any(HANGUL.search(form) for form in accepted) or "LDGSTS" in accepted


def check_one_barrier(item: DrawnItem) -> None:
    """Runs the program order of one warp and looks at what stands between reading a tile and storing over it."""
    buffers, tile = numbers(r"buffer t mod (\d).*multiplying tile (\d+)", item.prompt.en)
    order = [step for t in range(tile + buffers + 1) for step in (("store", t), ("barrier", t), ("multiply", t))]
    later = next(t for kind, t in order if kind == "store" and t > tile and t % buffers == tile % buffers)
    between = order[order.index(("multiply", tile)) : order.index(("store", later))]
    barriers = sum(kind == "barrier" for kind, _ in between)
    (right,) = right_texts(item)
    assert f"is tile {later}. Before it, {'a barrier' if barriers == 1 else f'{barriers} barriers'}" in right
    assert f"{barriers} in all" in item.explanation.en


def check_rounds(item: DrawnItem) -> None:
    (depth,) = numbers(r"tiles (\d+) deep", item.prompt.en)
    assert item.table is not None
    for label, cells in zip(item.table.rows, cast(Cells, item.key).rows, strict=True):
        (k,) = numbers(r"K = (\d+)", label.en)
        now, barriers, sent = 0, 0, 0
        for k0 in range(0, k, depth):
            barriers += 1
            sent += k0 + depth < k
            last, now = now, now ^ 1
        assert cells == (barriers, sent, last)


def check_groups_left(item: DrawnItem) -> None:
    buffers, count = numbers(r"has (\d) buffers and (\d+) tiles", item.prompt.en)
    (tile,) = numbers(r"Waiting for tile (\d+)", item.prompt.en)
    groups = list(range(min(buffers - 1, count)))
    for behind in range(tile):
        if behind + buffers - 1 < count:
            groups.append(behind + buffers - 1)
    assert cast(Quantity, item.key).value == len(groups[groups.index(tile) + 1 :])


def check_ring_of_buffers(item: DrawnItem) -> None:
    (buffers,) = numbers(r"goes round (\d) buffers", item.prompt.en)
    left, barrier, buffer, tile = cast(Blanks, item.key).accepted
    assert {eval(form) for form in left} == {buffers - 2}
    assert "__syncthreads()" in barrier
    for name in ("t", "tile"):
        if f"int {name} =" in item.prompt.en:
            assert {eval(form, {name: 7}) % buffers for form in buffer} == {(7 + buffers - 1) % buffers}
            assert {eval(form, {name: 7}) for form in tile} == {7 + buffers - 1}


def check_lanes_that_share(item: DrawnItem) -> None:
    run, period = numbers(r"row\[i / (\d+) % (\d+) \* 4\]", item.prompt.en)
    first = [lane // run % period * 4 for lane in range(32)]
    shared = any(all(first[i] == first[i ^ partner] for i in range(32)) for partner in (1, 2))
    assert cast(Quantity, item.key).value == (2 if shared else 4)
    assert ("Neither" in item.explanation.en) == (not shared)


def check_two_rules_for_rows(item: DrawnItem) -> None:
    assert item.table is not None
    seen = set()
    for label, cells in zip(item.table.rows, cast(Cells, item.key).rows, strict=True):
        (width,) = numbers(r"W = (\d+)", label.en)
        store = wavefronts(lane % 2 * 4 * width + lane // 2 for lane in range(32))
        copy = wavefronts(lane // 16 * width + lane % 16 for lane in range(32))
        assert cells == (store, copy)
        seen.add(cells)
    assert len(seen) > 1


def check_broken_pipeline(item: DrawnItem) -> None:
    right = " ".join(right_texts(item))
    waits = "prior(0)` is deleted" in item.prompt.en or "prior(0)` becomes" in item.prompt.en
    early = "moves in front" in item.prompt.en
    assert ("started itself" in right) == waits
    assert ("another thread copies" in right) == (not early)
    assert ("a slow warp is still reading" in right) == (not waits)
    assert "A run may still get" in right
    assert "multiple of 16" not in right
    (claim,) = [option.text.en for option in item.options if "K =" in option.text.en]
    depth, times = numbers(r"K = (\d+), each thread passes a barrier (\d+) times", claim)
    assert (claim in right) == (times == len(range(0, depth, 16)))


def check_which_change(item: DrawnItem) -> None:
    (depth,) = numbers(r"K = (\d+)\)", item.prompt.en)
    now, now_excess = numbers(r"now \| ([\d,]+) \| ([\d,]+)", item.prompt.en)
    width, padded, padded_excess = numbers(r"rows of (\d+) words \| ([\d,]+) \| ([\d,]+)", item.prompt.en)
    stays, paired, paired_excess = numbers(r"stay at (\d+) words \| ([\d,]+) \| ([\d,]+)", item.prompt.en)
    rounds = depth // 8

    def by_hand(width: int, read_b: int) -> int:
        store = wavefronts(lane % 2 * 4 * width + lane // 2 for lane in range(32))
        return rounds * (4 * store + 4 + 16 * 2 + 16 * read_b)

    assert (now, padded, paired) == (by_hand(stays, 4), by_hand(width, 4), by_hand(stays, 2))
    assert (now_excess, padded_excess, paired_excess) == (4 * rounds, 0, 4 * rounds)
    (right,) = right_texts(item)
    assert right.startswith("Proposal 2. The pipe pays the total")


def check_pipelined_loop(item: DrawnItem) -> None:
    text = {option.letter: option.text.en for option in item.options}
    steps = [text[letter] for letter in cast(list[str], cast(Sequence, item.key).example)]
    wanted = ["load(0)", "k0 < K", "store(", "__syncthreads", "load(k0 + 8)", "multiply(", "^= 1", "`}`", "write_c"]
    assert all(part in step for part, step in zip(wanted, steps, strict=True))


CHECKS: dict[str, Callable[[DrawnItem], None]] = {
    "term": check_term,
    "one_barrier": check_one_barrier,
    "rounds": check_rounds,
    "groups_left": check_groups_left,
    "ring_of_buffers": check_ring_of_buffers,
    "lanes_that_share": check_lanes_that_share,
    "two_rules_for_rows": check_two_rules_for_rows,
    "broken_pipeline": check_broken_pipeline,
    "which_change": check_which_change,
    "pipelined_loop": check_pipelined_loop,
}


@pytest.fixture(scope="module")
def quiz() -> Quiz:
    return load_quiz(MODULE / "quiz.yaml")


@pytest.fixture(scope="module")
def drawn(quiz: Quiz) -> list[DrawnQuiz]:
    return [draw(quiz, seed) for seed in range(300)]


def test_300_variants_are_valid(drawn: list[DrawnQuiz]) -> None:
    for variant in drawn:
        for item in variant.items:
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
                assert len(set(shown)) == len(shown), item.id
        perfect = score_quiz(variant, {item.id: item.key.example for item in variant.items})
        assert perfect.score == perfect.max_score


def test_the_quiz_is_a_checkpoint_of_ten_equal_items_on_every_level(quiz: Quiz) -> None:
    assert [item.points for item in quiz.items] == [1] * 10
    assert {item.level for item in quiz.items} == set(Level)
    kinds = {item.kind for item in quiz.items}
    assert kinds == {"choice", "choices", "number", "text", "blanks", "order", "table"}


def test_a_retake_is_a_new_quiz(drawn: list[DrawnQuiz]) -> None:
    def seen(item: DrawnItem) -> str:
        rows = item.table.rows if item.table else ()
        return repr((item.prompt.en, sorted(option.text.en for option in item.options), [row.en for row in rows]))

    variants = [len({seen(variant.items[n]) for variant in drawn}) for n in range(10)]
    assert min(variants) >= 4
    assert len({tuple(str(item.key) for item in variant.items) for variant in drawn}) == len(drawn)


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
    anchors = set(re.findall(r'<a id="([\w-]+)"', (MODULE / f"lesson.{lang}.md").read_text(encoding="utf-8")))
    assert {item.section for variant in drawn for item in variant.items} <= anchors
