"""What is read of the results of a class, and what is told when it cannot be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grader.classroom.course_notes import CourseNotes, read_notes, write_notes
from grader.classroom.report.gather import gather
from grader.classroom.report.writing import write_pages
from grader.classroom.similarity.fingerprints import SCHEME
from grader.classroom.summary import NoClass
from tests.classroom.report.made_up import ONE, TWO, class_saying

RESULT = Path("results") / "s0" / f"{ONE}.json"
QUIZ = Path("quizzes") / "s1" / "01.json"


@pytest.fixture
def results(tmp_path: Path) -> Path:
    return class_saying(tmp_path, str)


def change(path: Path, **fields: Any) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), **fields}), "utf-8")


def test_everything_that_was_written_is_read(results: Path) -> None:
    data = gather(results)
    assert not data.unread and not data.stale
    assert len(data.results) == 6 and len(data.quizzes) == 3
    source = data.source("s0", ONE)
    assert source is not None and "blockIdx.x" in source and data.source("s0", TWO) is None


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"\xff\xfe", b"[]", b"null", b'{"student": "s0"}', b"[" * 100_000, b"0" * 100]
)
@pytest.mark.parametrize("path", [RESULT, QUIZ])
def test_a_damaged_file_is_told_and_the_rest_is_there(results: Path, path: Path, damage: bytes) -> None:
    (results / path).write_bytes(damage)
    data = gather(results)
    assert [doubt.path for doubt in data.unread] == [results / path]
    assert len(data.results) + len(data.quizzes) == 8
    written = write_pages(data, results / "report", "en")
    assert written.students == 3
    assert "cannot be read" in (results / "report" / "class.html").read_text("utf-8")


@pytest.mark.parametrize("path", [RESULT, QUIZ])
def test_a_file_that_is_gone_is_told(results: Path, path: Path) -> None:
    (results / path).unlink()
    assert [doubt.path for doubt in gather(results).unread] == [results / path]


@pytest.mark.parametrize(
    "report",
    [{}, {"checks": 1}, {"checks": [{}], "score": 0, "max_score": 1, "max_score_here": 1}, {"checks": [], "score": "x"},
     {"checks": [], "score": 0, "max_score": 1, "max_score_here": float("nan")},
     {"checks": [{"id": "a", "status": "perhaps"}], "score": 0, "max_score": 1, "max_score_here": 1}, [], None],
)  # fmt: skip
def test_a_report_of_another_form_is_damage(results: Path, report: object) -> None:
    change(results / RESULT, report=report)
    assert [doubt.student for doubt in gather(results).unread] == ["s0"]


def test_a_result_of_somebody_else_is_damage(results: Path) -> None:
    change(results / RESULT, student="s1")
    change(results / QUIZ, student="s0")
    assert [doubt.what for doubt in gather(results).unread] == ["01/add", "01/quiz"]


def test_a_result_that_is_newer_than_the_summary_is_told(results: Path) -> None:
    report = json.loads((results / RESULT).read_text("utf-8"))["report"]
    change(results / RESULT, report={**report, "score": 85})
    data = gather(results)
    assert [doubt.path for doubt in data.stale] == [results / RESULT] and not data.unread


def test_without_a_summary_there_is_no_report(tmp_path: Path) -> None:
    with pytest.raises(NoClass) as none:
        gather(tmp_path)
    assert none.value.key == "no_summary"


@pytest.mark.parametrize(
    "fields",
    [{"version": 2}, {"students": 1}, {"unheard_of": 1}, {"standings": []}, {"students": [{"id": "../../etc"}]},
     {"students": [{"id": "s0"}, {"id": "s1"}, {"id": "a/b"}]}],
)  # fmt: skip
def test_a_summary_of_another_form_is_told(results: Path, fields: dict[str, Any]) -> None:
    change(results / "class.json", **fields)
    with pytest.raises(NoClass) as none:
        gather(results)
    assert none.value.key == "summary_other"


def test_a_summary_of_before_there_were_gates_in_it_is_read(results: Path) -> None:
    document = json.loads((results / "class.json").read_text("utf-8"))
    for standing in document["standings"]:
        del standing["locked_by"], standing["undone"]
    for module in document["modules"]:
        del module["gate_share"]
    (results / "class.json").write_text(json.dumps(document), "utf-8")
    write_pages(gather(results), results / "report", "en")
    page = (results / "report" / "students" / "s0.html").read_text("utf-8")
    assert "Closed until then: 02 Two" in page


def test_notes_are_kept(tmp_path: Path) -> None:
    assert read_notes(tmp_path) is None
    notes = CourseNotes(scheme=SCHEME, read={}, known=(1, 2**64 - 1))
    write_notes(tmp_path, notes)
    assert read_notes(tmp_path) == notes and notes.prints is not None and notes.prints.tolist() == [1, 2**64 - 1]


def test_fingerprints_of_another_version_are_none(tmp_path: Path) -> None:
    assert CourseNotes(scheme=SCHEME + 1, read={}, known=(1,)).prints is None


@pytest.mark.parametrize("text", ["", "{", '{"scheme": 1, "read": {}, "known": [-1]}', '{"known": []}'])
def test_damaged_notes_are_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "course.json").write_text(text, "utf-8")
    assert read_notes(tmp_path) is None
