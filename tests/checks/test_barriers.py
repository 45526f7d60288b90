"""Barriers: how often warps come to one, against the limit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grader.checks.base import Reason, Seen
from grader.checks.evaluate import evaluate
from grader.grading.grade import cases_to_count
from grader.verdicts import CheckResult, Status
from tests.checks.specimens import exercise, observed

RULES = {"correctness": {"points": 50}, "barriers": {"points": 50, "at_most": 64}}


def judged(barriers: int | None, lang: str = "en") -> CheckResult:
    spec = exercise(RULES)
    seen = observed(spec)
    runs = tuple(replace(r, result=r.result and replace(r.result, barriers=barriers)) for r in seen.runs)
    return evaluate(spec, replace(seen, runs=runs), lang)[2]


@pytest.mark.parametrize(("count", "status"), [(0, Status.PASS), (64, Status.PASS), (65, Status.FAIL)])
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_no_more_barriers_than_allowed(count: int, status: Status, lang: str) -> None:
    result = judged(count, lang)
    assert (result.status, result.measured, result.target) == (status, count, 64)
    assert result.points == (50 if status is Status.PASS else 0)
    assert "64" in result.message


def test_what_no_device_counted_is_not_run() -> None:
    result = judged(None)
    assert (result.status, result.points, result.measured) == (Status.NOT_RUN, None, None)


def test_counts_that_are_missing_say_why() -> None:
    spec = exercise(RULES)
    counts = Seen("cuda", missing=Reason("gpu_failed", {"detail": "lost"}, doubtful=True))
    result = evaluate(spec, replace(observed(spec), counts=counts), "en")[2]
    assert (result.status, result.backend) == (Status.INCONCLUSIVE, "cuda")
    assert "lost" in result.message


def test_the_case_is_counted() -> None:
    assert cases_to_count(exercise(RULES | {"barriers": {"points": 50, "at_most": 64, "case": 1}})) == {1}
