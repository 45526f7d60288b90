"""What must hold of every answer of the grader, whatever it was given: limits, manners, and the shape of its JSON."""

from __future__ import annotations

from typing import Any

from grader.simt.stopwatch import charged
from tests.bad_input.watching import Run

SECONDS = 10.0
BYTES = 1 << 30

REPORT = {
    "exercise", "source_sha256", "device", "toolchain", "checks", "score", "max_score", "max_score_here",
    "grader_version",
}  # fmt: skip
CHECK = {
    "id", "status", "backend", "points", "max_points", "measured", "target", "starter", "message", "lines",
}  # fmt: skip
PROFILE = {
    "kernel", "arch", "backend", "toolchain", "totals", "lines", "hazards", "faults", "resources",
}  # fmt: skip
STATUSES = {"pass", "fail", "not_run", "inconclusive"}


def assert_well_behaved(run: Run) -> None:
    """No traceback, no internal error, no escape sequence, no limit broken, nobody left behind.

    The seconds are those for which the grader charges: a busy machine breaks no limit.
    """
    assert_manners(run)
    assert charged(run.seconds, run.processor) < SECONDS


def assert_manners(run: Run, memory: int = BYTES) -> None:
    """The same, but for the clock, which does not stand still while a busy machine works for others. memory: bytes."""
    assert "Traceback" not in run.text
    assert "inside the grader broke" not in run.text
    assert "\x1b" not in run.text
    assert run.survivors == ()
    assert run.peak < memory


def assert_report(document: Any, source_lines: int | None = None) -> None:
    """The report JSON of one exercise. source_lines: how many lines the graded file has."""
    assert set(document) - {"error", "begun"} == REPORT
    for check in document["checks"]:
        assert set(check) - {"explained", "endless"} == CHECK
        assert check["status"] in STATUSES
        assert (check["points"] is None) == (check["status"] in ("not_run", "inconclusive"))
        assert check["message"] == check["message"].strip() != ""
        for note in check["lines"]:
            assert set(note) == {"line", "message"}
            assert note["line"] >= 1
            assert source_lines is None or note["line"] <= source_lines
    assert 0 <= document["score"] <= document["max_score_here"] <= document["max_score"]
    if "error" in document:
        assert_error(document["error"])


def assert_profile(document: Any) -> None:
    """The profile JSON of one device."""
    assert set(document) - {"error", "machine_code"} == PROFILE
    if document["totals"] is None:
        assert document["lines"] is document["hazards"] is document["faults"] is None
        assert_error(document["error"])


def assert_error(error: Any) -> None:
    """Kind and message, and nothing unforeseen."""
    assert set(error) == {"kind", "message"}
    assert error["kind"] != "internal_error"
    assert error["message"] == error["message"].strip() != ""
