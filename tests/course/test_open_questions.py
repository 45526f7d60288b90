"""Files of questions that a person grades: what a good one says, and where a bad one is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course.documents import CourseError
from grader.course.open_questions import load_open_questions

GOOD = """\
items:
  - id: why_a_guard
    points: 5
    prompt: {ko: 왜 그렇습니까?, en: Why is that so?}
    rubric: {ko: "- 5점: 그래서.", en: "- 5 points: because."}
"""


def load(folder: Path, text: str, lang: str = "en") -> object:
    path = folder / "open_questions.yaml"
    path.write_text(text, "utf-8")
    return load_open_questions(path, lang)


def test_a_good_file_reads_as_written(tmp_path: Path) -> None:
    load(tmp_path, GOOD)
    (question,) = load_open_questions(tmp_path / "open_questions.yaml")
    assert (question.id, question.points) == ("why_a_guard", 5)
    assert question.prompt.in_language("ko") == "왜 그렇습니까?"


def test_a_module_may_have_none(tmp_path: Path) -> None:
    assert load_open_questions(tmp_path / "open_questions.yaml") == ()


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("points: 5", "points: 0", ":3:13:"),
        ("points: 5", "points: .nan", ":3:13:"),
        ("id: why_a_guard", "id: Why?", ":2:9:"),
        ("en: Why is that so?", "", ":4:13:"),
        ("    rubric:", "    rubrik:", ":5:5:"),
        (GOOD, "items: []\n", ":1:8:"),
        (GOOD, GOOD + GOOD.removeprefix("items:\n"), ":1:1:"),
    ],
)
def test_a_mistake_is_named_at_its_place(tmp_path: Path, old: str, new: str, place: str) -> None:
    with pytest.raises(CourseError) as caught:
        load(tmp_path, GOOD.replace(old, new))
    assert place in str(caught.value)
