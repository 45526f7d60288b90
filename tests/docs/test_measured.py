"""Thresholds of speed checks rest on what was measured, and both devices agree."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grader.cli.opening import problem_cases
from grader.course.catalog import Exercise, open_course
from grader.course.models import SpeedSpec
from grader.course.progress import source_sha256

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "benchmarks" / "results"
EXERCISES = open_course(ROOT, problem_cases()).exercises
TIMED = [e for e in EXERCISES if "speed" in e.spec.checks]


def kernels(exercise: Exercise) -> list[Path]:
    return [exercise.solution_path, *exercise.wrong_dir.glob("*.cu"), *exercise.cheat_dir.glob("*.cu")]


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


# Lines of which the emulator says that it cannot know their counts, and why.
UNCERTAIN = {
    "no_local_memory/cheat/writes_nan.cu": "whatever is added up is multiplied by NaN, so ptxas leaves the loads out",
}


def test_emulator_and_nsight_compute_agree_on_every_line_of_every_kernel_of_the_exercises_measured() -> None:
    found = json.loads((RESULTS / "agreement_nvidia_h200.json").read_text("utf-8"))["kernels"]
    names = {kernel["kernel"] for kernel in found}
    measured = [e for e in EXERCISES if any(f"/{e.name}/wrong/" in name for name in names)]
    assert len(measured) >= len(EXERCISES) - 1
    assert names == {path.relative_to(ROOT).as_posix() for e in measured for path in kernels(e)}
    changed = [k["kernel"] for k in found if k["sha256"] != source_sha256(ROOT / k["kernel"])]
    assert changed == [], "lay them side by side again: benchmarks/agreement.py"
    assert sum(kernel["equal"] for kernel in found) > 2400
    assert [k["kernel"] for k in found if k["different"]] == []
    assert {"/".join(Path(k["kernel"]).parts[-3:]) for k in found if k["uncertain"]} == UNCERTAIN.keys()
    unmeasured = [k["kernel"] for k in found if k["note"]]
    assert all("stops" in k["note"] or "compile" in k["note"] for k in found if k["note"]), unmeasured
