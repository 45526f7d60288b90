"""Every quiz: its variants are valid, its answers are those of a count by hand, and a retake is a new quiz."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from grader.quiz.items import Quiz
from grader.quiz.key import Letters
from grader.quiz.variants import DrawnItem, DrawnQuiz, draw
from tests.quiz.checking import assert_valid
from tests.quiz.quizzes import MODULES, ROOT, ByHand, by_hand, drawn_from, quiz_of

CHUNK = 2_500


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
    return drawn_from(module)


def test_every_item_has_a_check_by_hand_and_every_check_an_item(module: str, quiz: Quiz) -> None:
    assert list(by_hand(module).checks) == [item.id for item in quiz.items]


def test_every_file_of_checks_by_hand_has_a_quiz() -> None:
    files = {path.stem for path in (Path(__file__).parent / "by_hand").glob("module_*.py")}
    assert files <= {f"module_{module.partition('_')[0]}" for module in MODULES}


def test_300_variants_are_valid(drawn: tuple[DrawnQuiz, ...], known: ByHand) -> None:
    for one in drawn:
        assert_valid(one, known.checks, known.expected.all_right)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1_000_000, 1_010_000, CHUNK))
def test_10_000_variants_are_valid(quiz: Quiz, known: ByHand, first: int) -> None:
    for seed in range(first, first + CHUNK):
        assert_valid(draw(quiz, seed), known.checks, known.expected.all_right)


def test_items_are_equal_on_every_level_and_of_every_kind(quiz: Quiz, known: ByHand) -> None:
    assert [item.points for item in quiz.items] == [1] * known.expected.items
    assert {item.level for item in quiz.items} == known.expected.levels
    assert {item.kind for item in quiz.items} == known.expected.kinds


def test_a_retake_is_a_new_quiz(drawn: tuple[DrawnQuiz, ...]) -> None:
    assert len({tuple(str(item.key) for item in one.items) for one in drawn}) == len(drawn)
    assert len({tuple(item.prompt.en for item in one.items) for one in drawn}) >= 295


def test_sixty_students_do_not_see_the_same_items(drawn: tuple[DrawnQuiz, ...], known: ByHand) -> None:
    columns = list(zip(*(one.items for one in drawn[:60]), strict=True))
    same_words = [column[0].id for column in columns if len({item.prompt.en for item in column}) < 4]
    assert len(same_words) <= known.expected.same_words, same_words
    assert {column[0].id for column in columns if len(set(map(shown, column))) < 4} == known.expected.few_forms


def shown(item: DrawnItem) -> str:
    """All that one sees of an item, whatever the order of its options."""
    labels = [row.en for row in item.table.rows] if item.table else []
    return repr((item.prompt.en, sorted(option.text.en for option in item.options), labels))


def test_no_letter_is_right_more_often_than_chance_allows(drawn: tuple[DrawnQuiz, ...]) -> None:
    keys = [item.key for one in drawn for item in one.items]
    single = [key for key in keys if isinstance(key, Letters) and key.single]
    letters = Counter(letter for key in single for letter in key.right)
    assert set(letters) == {letter for key in single for letter in key.offered} >= set("abcd")
    assert max(letters.values()) < 0.35 * letters.total()


def test_every_option_is_right_only_where_that_is_meant(drawn: tuple[DrawnQuiz, ...], known: ByHand) -> None:
    items = [item for one in drawn for item in one.items if isinstance(item.key, Letters)]
    full = {item.id for item in items if isinstance(item.key, Letters) and item.key.right == set(item.key.offered)}
    assert full == known.expected.all_right


def test_no_blank_of_an_exercise_is_given_away(module: str, drawn: tuple[DrawnQuiz, ...], known: ByHand) -> None:
    lines = blank_lines(module)
    assert lines
    told = {item.id for one in drawn for item in one.items if any(line in squeezed(item) for line in lines)}
    assert told == known.expected.shows_blanks


def blank_lines(module: str) -> list[str]:
    """The lines that students of the module write, without white space; a bare guard or barrier is nobody's secret."""
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "solutions" / module).glob("*.cu")]
    inside = re.findall(r"// BEGIN SOLUTION\n(.*?)// END SOLUTION", "".join(sources), flags=re.S)
    lines = [re.sub(r"\s", "", line) for block in inside for line in block.splitlines()]
    return [line for line in lines if len(line) > len("if(i<n)") and line != "__syncthreads();"]


def squeezed(item: DrawnItem) -> str:
    return re.sub(r"\s", "", item.prompt.en + "".join(option.text.en for option in item.options))


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_every_item_points_to_a_section_of_the_lesson(module: str, drawn: tuple[DrawnQuiz, ...], lang: str) -> None:
    lesson = (ROOT / "modules" / module / f"lesson.{lang}.md").read_text(encoding="utf-8")
    anchors = set(re.findall(r'<a id="([\w-]+)"', lesson))
    assert {item.section for one in drawn for item in one.items} <= anchors
