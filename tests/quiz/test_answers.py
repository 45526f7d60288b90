"""Answers files: YAML and JSON are read, anything else gets a place and a reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.course.documents import CourseError
from grader.quiz.answers import load_answers


def test_yaml_and_json_say_the_same(tmp_path: Path) -> None:
    answers = {"module": "06", "attempt": 3, "answers": {"banks": 32, "why": "b", "blank_1": ["ty", "tx"]}}
    as_json, as_yaml = tmp_path / "a.json", tmp_path / "a.yaml"
    as_json.write_text(json.dumps(answers, indent="\t"))
    as_yaml.write_text("module: 06\nattempt: 3\nanswers:\n  banks: 32\n  why: b\n  blank_1: [ty, tx]\n")
    assert load_answers(as_json).model_dump() == load_answers(as_yaml).model_dump() == answers


def test_a_file_may_leave_the_attempt_to_the_command(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("{module: '06', answers: {}}")
    assert load_answers(path).attempt is None


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("module: '06'\nattempt: 0\nanswers: {}", ":2:10"),
        ("module: '06'\nattempt: 9223372036854775807\nanswers: {}", ":2:10"),
        ("module: '06'\nanswers: [1]", ":2:10"),
        ("module: '06'", ":1:1"),
        ("module: '06'\nanswers: {}\nscore: 10", ":3:1"),
        ("module: '06'\nanswers: {a: 1, a: 2}", ":2:17"),
        ("module: '06'\nanswers: {", ":3:1"),
        ("", ":1:1"),
    ],
)
def test_a_broken_file_names_the_place(tmp_path: Path, text: str, place: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(text)
    with pytest.raises(CourseError) as caught:
        load_answers(path)
    assert f"{path}{place}:" in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match="nowhere"):
        load_answers(tmp_path / "nowhere.yaml")
