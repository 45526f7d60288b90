"""A quiz file that is wrong is refused with file, line and column; a right one loads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.course.documents import CourseError
from grader.quiz.forms import normal_text
from grader.quiz.items import load_quiz
from tests.quiz.quizzes import MODULES, quiz_of

QuizFile = Callable[[str], Path]

WRONG = {
    "an unknown key": ("id: a\nkind: number\nanswer: {value: 1}\nhint: x", "quiz.yaml:5:5", "hint"),
    "a missing answer": ("id: a\nkind: number", "quiz.yaml:2:5", "answer"),
    "an unknown kind": ("id: a\nkind: essay", "quiz.yaml:2:5", "choice, choices, number"),
    "no kind": ("id: a", "quiz.yaml:2:5", "kind"),
    "an unknown level": (
        "id: a\nkind: number\nlevel: guess\nanswer: {value: 1}",
        "quiz.yaml:4:12",
        "remember",
    ),
    "no points": ("id: a\nkind: number\npoints: 0\nanswer: {value: 1}", "quiz.yaml:4:13", "0"),
    "one language": ("id: a\nkind: number\nprompt: {en: x}\nanswer: {value: 1}", "quiz.yaml:4:13", "ko"),
    "an id with spaces": ("id: a b\nkind: number\nanswer: {value: 1}", "quiz.yaml:2:9", "a b"),
    "one option only": ("id: a\nkind: choice\noptions: [{text: x, correct: true}]", "quiz.yaml:4:14", "2"),
    "nothing to draw from": (
        "id: a\nkind: number\nparameters:\n  n: []\nanswer: {value: n}",
        "quiz.yaml:5:10",
        "draw from",
    ),
    "a list for an expression": ("id: a\nkind: number\nanswer: {value: [1]}", "quiz.yaml:4:21", "expression"),
    "forms that are numbers": ("id: a\nkind: text\nanswer: [32]", "quiz.yaml:4:13", "quotes"),
    "a blank that is not asked": (
        "id: a\nkind: blanks\nprompt: ___(1)___\nanswer: [x, y]",
        "quiz.yaml:2:5",
        "(2)",
    ),
    "a ragged table": (
        "id: a\nkind: table\nanswer: {columns: [x, y], rows: [{label: r, cells: [1]}]}",
        "quiz.yaml:4:13",
        "1 cells for 2 columns",
    ),
    "a negative tolerance": (
        "id: a\nkind: number\nanswer: {value: 1, tolerance: -1}",
        "quiz.yaml:4:35",
        "-1",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_file_names_the_place_and_the_reason(case: str, quiz_file: QuizFile) -> None:
    item, place, reason = WRONG[case]
    with pytest.raises(CourseError) as caught:
        load_quiz(quiz_file(item))
    assert len(caught.value.problems) == 1, str(caught.value)
    assert place in str(caught.value)
    assert reason in str(caught.value)


def test_an_id_may_be_used_once(tmp_path: Path) -> None:
    texts = "prompt: p, explanation: e, section: s"
    item = f"{{id: same, kind: number, level: apply, points: 1, {texts}, answer: {{value: 1}}}}"
    path = tmp_path / "quiz.yaml"
    path.write_text(f"items:\n  - {item}\n  - {item}\n")
    with pytest.raises(CourseError, match="'same' is used 2 times"):
        load_quiz(path)


def test_one_string_stands_for_both_languages(quiz_file: QuizFile) -> None:
    (item,) = load_quiz(quiz_file("id: a\nkind: number\nprompt: N?\nanswer: {value: 1}")).items
    assert item.prompt.ko == item.prompt.en == "N?"


def accepted_terms() -> list[tuple[str, list[str]]]:
    """Every list of accepted terms, with the id of its module."""
    return [
        (module, term["accept"])
        for module in MODULES
        for item in quiz_of(module).items
        if item.kind == "text"
        for term in item.parameters["term"]
    ]


def test_a_term_is_accepted_in_the_same_forms_in_every_module_and_each_form_is_listed_once() -> None:
    known: dict[str, tuple[str, list[str]]] = {}
    for module, forms in accepted_terms():
        normal = [normal_text(form) for form in forms]
        assert len(set(normal)) == len(normal), (module, forms)
        other, same = known.setdefault(normal[0], (module, forms))
        assert forms == same, (module, other)
