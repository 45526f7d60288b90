"""Thresholds of speed checks rest on what was measured, and both devices agree."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grader.cli.opening import problem_cases
from grader.course.catalog import Exercise, open_course
from grader.course.models import SpeedSpec

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "benchmarks" / "results"
TIMED = [e for e in open_course(ROOT, problem_cases()).exercises if "speed" in e.spec.checks]


def measured(exercise: Exercise) -> tuple[SpeedSpec, dict[str, Any]]:
    rule = exercise.spec.checks["speed"]
    assert isinstance(rule, SpeedSpec)
    data = json.loads((RESULTS / "nvidia_h200.json").read_text("utf-8"))
    return rule, data["exercises"][exercise.id]


@pytest.mark.parametrize("exercise", TIMED, ids=lambda e: e.name)
def test_the_solution_clears_full_points_by_five_percent_and_three_spreads(exercise: Exercise) -> None:
    rule, found = measured(exercise)
    ratios = [run["ratio"] for run in found["solution"]]
    assert len(ratios) >= 5
    spread = max(ratios) - min(ratios)
    assert min(ratios) >= 1.05 * rule.full
    assert min(ratios) >= rule.full + 3 * spread


@pytest.mark.parametrize("exercise", TIMED, ids=lambda e: e.name)
def test_the_slow_kernel_lands_below_half_of_the_points(exercise: Exercise) -> None:
    rule, found = measured(exercise)
    assert rule.slow is not None, "every speed check names a kernel that must not come near full points"
    assert found["slow_kernel"] == rule.slow
    assert found["size"] == rule.size.label()  # type: ignore[attr-defined]
    assert max(run["ratio"] for run in found["slow"]) < (rule.zero + rule.full) / 2


def test_a_speed_score_varies_by_less_than_two_points_over_twenty_runs() -> None:
    found = json.loads((RESULTS / "speed_spread_nvidia_h200.json").read_text("utf-8"))
    points = [run["points"] for run in found["runs"]]
    assert len(points) >= 20 and None not in points
    assert all(0 < p < run["max_points"] for p, run in zip(points, found["runs"], strict=True))
    assert max(points) - min(points) <= 2


def test_emulator_and_nsight_compute_agree_on_every_line_of_every_kernel_of_the_modules_measured() -> None:
    found = json.loads((RESULTS / "agreement_nvidia_h200.json").read_text("utf-8"))["kernels"]
    names = {kernel["kernel"] for kernel in found}
    modules = {next(part for part in Path(name).parts if part[:2].isdigit()) for name in names}
    kept = {
        path.relative_to(ROOT).as_posix()
        for module in modules
        for pattern in (f"solutions/{module}/*.cu", f"tests/submissions/{module}/*/*/*.cu")
        for path in ROOT.glob(pattern)
    }
    assert "06_shared_memory_tiling" in modules
    assert kept == names
    assert sum(kernel["equal"] for kernel in found) > 700
    assert [k["kernel"] for k in found if k["different"] or k["uncertain"]] == []
    unmeasured = [k["kernel"] for k in found if k["note"]]
    assert all("stops" in k["note"] or "compile" in k["note"] for k in found if k["note"]), unmeasured
