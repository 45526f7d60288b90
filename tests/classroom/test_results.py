"""What is kept of a graded file."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader.classroom.results import Result, Results, State

KILLED = """
import os, sys
from pathlib import Path
from grader import files
files.os.replace = lambda *_: os._exit(9)
files.write_atomically(Path(sys.argv[1]), "half")
"""


def test_what_a_run_that_was_killed_was_writing_is_removed_by_the_next(tmp_path: Path) -> None:
    results, mine = Results(tmp_path), tmp_path / "mine" / ".notes.part"
    places = results.path("ada", "01_one/add"), results.quiz_path("ada", "01"), tmp_path / "scores.csv"
    for path in (*places, mine):
        assert subprocess.run([sys.executable, "-c", KILLED, str(path)]).returncode == 9
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 4
    results.tidy()
    (left,) = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert left.parent == mine.parent, "what is not the grader's own is left alone"


@pytest.mark.parametrize(
    ("data", "kept"),
    [
        ("// 합\n".encode(), "// 합\n"),
        ("// 합\n".encode("cp949"), "// 합\n"),
        ("\ufeffa\r\nb\rc".encode(), "a\nb\nc"),
        (b"a\x00b", "a\x00b"),
        (b"\xff\xfea\x00", "\ufffd\ufffda\x00"),
    ],
)
def test_the_source_is_kept_as_the_compiler_was_given_it(tmp_path: Path, data: bytes, kept: str) -> None:
    results = Results(tmp_path)
    results.keep(Result("ada", "01_one/add", State.GRADED, "", {"score": 0}), data)
    assert results.source_path("ada", "01_one/add").read_bytes().decode("utf-8") == kept


@pytest.mark.parametrize(
    "report",
    [
        [], "report", {}, {"checks": []}, {"score": 1, "max_score_here": 1, "checks": {"x": [1]}},
        {"score": float("inf"), "max_score_here": 1, "checks": []},
        {"score": 1, "max_score_here": "1", "checks": []},
        {"score": 1, "max_score_here": 1, "checks": [{"id": "x", "status": "pass", "points": 1, "max_points": 1}]},
    ],
)  # fmt: skip
def test_a_report_that_was_damaged_is_none(tmp_path: Path, report: object) -> None:
    results = Results(tmp_path)
    check = {"id": "x", "status": "pass", "points": None, "max_points": 1, "message": "fine"}
    whole = Result("ada", "01_one/add", State.GRADED, "", {"score": 0, "max_score_here": 1, "checks": [check]})
    results.keep(whole)
    assert results.read("ada", "01_one/add") == whole
    results.keep(replace(whole, report=report))  # type: ignore[arg-type]
    assert results.read("ada", "01_one/add") is None


CHECK = {"id": "a", "status": "pass", "points": 1, "max_points": 1, "message": ""}
REPORT = {"score": 1, "max_score": 1, "max_score_here": 1, "checks": [CHECK]}


@pytest.mark.parametrize(
    "changes",
    [
        {"checks": [None]}, {"checks": 3}, {"checks": [{}]}, {"checks": [{**CHECK, "points": {}}]},
        {"checks": [{**CHECK, "max_points": []}]}, {"checks": [{**CHECK, "id": ["a"]}]},
        {"checks": [{**CHECK, "message": None}]}, {"score": 10**400}, {"score": float("nan")}, {"score": "1"},
        {"max_score_here": None},
    ],
)  # fmt: skip
def test_a_result_whose_report_is_damaged_is_none(tmp_path: Path, changes: dict[str, Any]) -> None:
    results = Results(tmp_path)
    results.keep(Result("ada", "01_one/add", State.GRADED, "", REPORT))
    assert results.read("ada", "01_one/add") is not None
    path = results.path("ada", "01_one/add")
    whole = json.loads(path.read_bytes())
    path.write_text(json.dumps(whole | {"report": {**REPORT, **changes}}), "utf-8")
    assert results.read("ada", "01_one/add") is None


def test_a_result_whose_message_is_no_text_is_none(tmp_path: Path) -> None:
    results = Results(tmp_path)
    results.keep(Result("ada", "01_one/add", State.ERROR, ""))
    path = results.path("ada", "01_one/add")
    path.write_text(json.dumps(json.loads(path.read_bytes()) | {"message": ["why"]}), "utf-8")
    assert results.read("ada", "01_one/add") is None
