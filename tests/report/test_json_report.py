"""The report's JSON keeps its contract: every key, no other, and only what JSON can hold."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np

from grader.report.json_report import report_json, reports_json
from grader.report.jsonable import jsonable
from grader.verdicts import Report
from tests.report.specimens import REPORT, check

REPORT_KEYS = [
    "exercise", "source_sha256", "device", "toolchain", "checks", "score", "max_score", "max_score_here",
    "grader_version",
]  # fmt: skip
CHECK_KEYS = [
    "id", "status", "backend", "points", "max_points", "measured", "target", "starter", "message", "lines",
]  # fmt: skip


def test_a_report_has_the_keys_of_the_contract_and_no_other() -> None:
    document = report_json(REPORT)
    assert list(document) == REPORT_KEYS
    assert all(list(c) == CHECK_KEYS for c in document["checks"])
    assert all(list(note) == ["line", "message"] for c in document["checks"] for note in c["lines"])


def test_an_error_is_there_only_when_the_grader_failed() -> None:
    assert "error" not in report_json(REPORT)
    failed = report_json(replace(REPORT, error=("toolchain", "gone")))
    assert failed["error"] == {"kind": "toolchain", "message": "gone"}


def test_scores_count_what_was_won_and_what_can_be_judged_here() -> None:
    document = report_json(REPORT)
    assert document["score"] == 40
    assert document["max_score"] == 100
    assert document["max_score_here"] == 85  # speed is out of reach here, the inconclusive check is not


def test_points_are_null_where_nothing_was_judged() -> None:
    points = {c["id"]: c["points"] for c in report_json(REPORT)["checks"]}
    assert points == {
        "compiles": None, "correctness": 40, "shared_wavefronts": 0, "global_sectors": None, "speed": None,
    }  # fmt: skip


def test_several_reports_stand_under_exercises_with_their_sums() -> None:
    document = reports_json([REPORT, REPORT])
    assert list(document) == ["exercises", "score", "max_score", "max_score_here", "total", "withheld"]
    assert (document["score"], document["max_score"], document["max_score_here"]) == (80, 200, 170)
    assert document["exercises"][0] == report_json(REPORT)


def test_a_grader_that_failed_at_one_of_several_says_so_for_all() -> None:
    failed = replace(REPORT, error=("toolchain", "gone"))
    assert reports_json([REPORT, failed])["error"] == {"kind": "toolchain", "message": "gone"}


def test_one_report_stands_alone() -> None:
    assert reports_json([REPORT]) == report_json(REPORT)


def test_any_measured_value_can_be_written_as_strict_json() -> None:
    odd = {"a": np.int64(3), "b": np.float32(0.5), "c": (1, 2), "d": float("nan"), "e": np.bool_(True), 6: None}
    report = replace(REPORT, checks=(check("resources", measured=odd, target=float("inf")),))
    text = json.dumps(report_json(report), allow_nan=False)
    assert json.loads(text)["checks"][0]["measured"] == {
        "a": 3, "b": 0.5, "c": [1, 2], "d": "nan", "e": True, "6": None,
    }  # fmt: skip


def test_numbers_text_and_nothing_stay_what_they_are() -> None:
    assert [jsonable(v) for v in (1, 1.5, "x", True, None)] == [1, 1.5, "x", True, None]


def test_a_report_of_nothing_has_every_key_too() -> None:
    document = report_json(Report("x", "", "", "", (), "0.1.0", error=("unknown_id", "?")))
    assert list(document) == [*REPORT_KEYS, "error"]
    assert document["source_sha256"] is None
