"""Every quiz: its variants are valid, its answers are those of a count by hand, and a retake is a new quiz."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from grader.quiz.items import Quiz
from grader.quiz.key import Letters
from grader.quiz.variants import DrawnItem, DrawnQuiz, draw
from tests.modules.lesson_tables import lesson_of
from tests.quiz.checking import assert_valid
from tests.quiz.quizzes import MODULES, ROOT, ByHand, by_hand, drawn_from, quiz_of

pytestmark = pytest.mark.share(3, guard="quizzes", by="module")

CHUNK = 1_250
NOBODYS_SECRET = ("__syncthreads();", "if(lane==0)", "count=0;", "if(beta!=0.0f)")


@pytest.fixture(scope="module", params=MODULES)
def module(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def known(module: str) -> ByHand:
    return by_hand(module)


@pytest.fixture(scope="module")
def quiz(module: str) -> Quiz:
    return quiz_of(module)


@pytest.fixture(scope="module")
def drawn(module: str) -> tuple[DrawnQuiz, ...]:
    return drawn_from(module, 300)


@pytest.fixture(scope="module")
def sixty(module: str) -> tuple[DrawnQuiz, ...]:
    return drawn_from(module, 60)


def test_every_item_has_a_check_by_hand_and_every_check_an_item(module: str, quiz: Quiz) -> None:
    assert list(by_hand(module).checks) == [item.id for item in quiz.items]


def test_every_file_of_checks_by_hand_has_a_quiz() -> None:
    files = {path.stem for path in (Path(__file__).parent / "by_hand").glob("module_*.py")}
    assert files <= {f"module_{module.partition('_')[0]}" for module in MODULES}


@pytest.mark.slow
def test_300_variants_are_valid(drawn: tuple[DrawnQuiz, ...], known: ByHand) -> None:
    for one in drawn:
        assert_valid(one, known.checks)


CHUNKS = [pytest.param(first, marks=pytest.mark.long) for first in range(1_000_000 + CHUNK, 1_010_000, CHUNK)]


@pytest.mark.parametrize("first", [pytest.param(1_000_000, marks=[pytest.mark.slow, pytest.mark.share(3)]), *CHUNKS])
def test_10_000_variants_are_valid(quiz: Quiz, known: ByHand, first: int) -> None:
    for seed in range(first, first + CHUNK):
        assert_valid(draw(quiz, seed), known.checks)


def test_items_are_equal_on_every_level_and_of_every_kind(quiz: Quiz, known: ByHand) -> None:
    assert [item.points for item in quiz.items] == [1] * known.expected.items
    assert {item.level for item in quiz.items} == known.expected.levels
    assert {item.kind for item in quiz.items} == known.expected.kinds


@pytest.mark.slow
def test_a_retake_is_a_new_quiz(drawn: tuple[DrawnQuiz, ...]) -> None:
    assert len({tuple(str(item.key) for item in one.items) for one in drawn}) == len(drawn)
    assert len({tuple(item.prompt.en for item in one.items) for one in drawn}) >= 295


def test_sixty_students_do_not_see_the_same_items(sixty: tuple[DrawnQuiz, ...], known: ByHand) -> None:
    columns = list(zip(*(one.items for one in sixty), strict=True))
    same_words = [column[0].id for column in columns if len({item.prompt.en for item in column}) < 4]
    assert len(same_words) <= known.expected.same_words, same_words
    assert {column[0].id for column in columns if len(set(map(shown, column))) < 4} == known.expected.few_forms


def shown(item: DrawnItem) -> str:
    """All that one sees of an item, whatever the order of its options."""
    labels = [row.en for row in item.table.rows] if item.table else []
    return repr((item.prompt.en, sorted(option.text.en for option in item.options), labels))


@pytest.mark.slow
def test_no_letter_is_right_more_often_than_chance_allows(drawn: tuple[DrawnQuiz, ...]) -> None:
    keys = [item.key for one in drawn for item in one.items]
    single = [key for key in keys if isinstance(key, Letters) and key.single]
    letters = Counter(letter for key in single for letter in key.right)
    assert set(letters) == {letter for key in single for letter in key.offered} >= set("abcd")
    assert max(letters.values()) < 0.35 * letters.total()


@pytest.mark.slow
def test_no_blank_of_an_exercise_is_given_away(module: str, drawn: tuple[DrawnQuiz, ...]) -> None:
    """Neither by its own module nor by another, in no language, and not by what is told afterwards."""
    lines, told = blank_lines(), set()
    assert {name for name, _ in lines} >= set(MODULES)
    for where, text in {(item.id, squeezed(text)) for one in drawn for item in one.items for text in texts(item)}:
        told |= {(where, name, line) for name, line in lines if line in text}
    assert not told


@cache
def blank_lines() -> frozenset[tuple[str, str]]:
    """What students write, line by line, with its module; a bare guard, barrier or zero is nobody's secret."""
    found = set()
    for path in (ROOT / "solutions").glob("*/*.cu"):
        for block in re.findall(r"// BEGIN SOLUTION\n(.*?)// END SOLUTION", path.read_text("utf-8"), flags=re.S):
            found |= {(path.parent.name, squeezed(line.partition("//")[0])) for line in block.splitlines()}
    return frozenset(one for one in found if len(one[1]) > len("if(i<n)") and one[1] not in NOBODYS_SECRET)


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", text)


def texts(item: DrawnItem) -> Iterator[str]:
    labels = (*item.table.columns, *item.table.rows) if item.table else ()
    for text in (item.prompt, item.explanation, *labels, *(option.text for option in item.options)):
        yield from (text.en, text.ko)


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_every_item_points_to_a_section_of_the_lesson(module: str, sixty: tuple[DrawnQuiz, ...], lang: str) -> None:
    anchors = set(re.findall(r'<a id="([\w-]+)"', lesson_of(module, lang)))
    assert {item.section for one in sixty for item in one.items} <= anchors
