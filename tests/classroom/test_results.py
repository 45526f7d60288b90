"""What is kept of a graded file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader.classroom.results import Result, Results, State


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
