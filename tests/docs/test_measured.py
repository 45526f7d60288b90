"""Thresholds of speed checks rest on what was measured, and both devices agree."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from benchmarks.agreement import code_sha256
from grader.course.catalog import Exercise, open_course
from grader.course.models import SpeedSpec
from grader.grading.opening import problem_cases

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
    "async_copy_tiles/wrong/one_tile_ahead_too_many.cu": "copies of zero bytes beyond the last tile read no sector",
    "hgemm_pipelined/wrong/last_step_never_fetched.cu": "copies under a predicate, of which the hardware counts some",
    "atomic_max_float/wrong/no_warp_maximum.cu": "how often lanes try to swap hangs on who comes first",
    "/warp_aggregated_append": "an atomic hands out the places, so that who writes where is another each time",
    "last_block_sum/wrong/block_sum_by_atomics.cu": "float atomics in shared memory are loops of compare-and-swap",
    "last_block_sum/wrong/parts_in_order_of_tickets.cu": "parts lie where the tickets of blocks put them",
    "/sort_by_branch": "atomics hand out the places, so that who writes where is another each time",
    "reduce_grid/wrong/block_barrier_for_the_fence.cu": "its blocks race",
    "argmax/wrong/first_warp_to_arrive_writes.cu": "an atomic decides which warp writes",
    "/scan_single_pass": "which block draws how many tiles, and how often it looks back, hangs on who comes first",
    "/compact_warp": "an atomic hands out the places",
    "/compact_block": "an atomic hands out the places",
    "/compact_stable": "which block has which tile, and how often it looks back, hangs on who comes first",
    "/run_lengths": "which block has which tile, and how often it looks back, hangs on who comes first",
    "radix_split/wrong/places_by_atomics.cu": "atomics hand out the places",
    "radix_digit/wrong/ranks_by_atomics.cu": "atomics hand out the ranks",
}
# Nsight Compute counts the shared side of these kernels' asynchronous copies anew each time.
NOT_REPRODUCIBLE = {"async_copy_tiles/wrong/barrier_in_a_branch.cu", "async_copy_tiles/wrong/edges_not_zeroed.cu"}


def side_by_side() -> list[dict[str, Any]]:
    """Every kernel that was compared, on the GPU that it was compared on last."""
    files = [json.loads(path.read_text("utf-8")) for path in RESULTS.glob("agreement_*.json")]
    by_name = {k["kernel"]: k for data in sorted(files, key=lambda data: data["date"]) for k in data["kernels"]}
    return list(by_name.values())


def short(path: str) -> str:
    return "/".join(Path(path).parts[-3:])


def test_emulator_and_nsight_compute_agree_on_every_line_of_every_kernel() -> None:
    found = side_by_side()
    kept = {p.relative_to(ROOT).as_posix(): code_sha256(e.kernel(p)) for e in EXERCISES for p in kernels(e)}
    assert {kernel["kernel"] for kernel in found} == set(kept)
    changed = [k["kernel"] for k in found if k["sha256"] != kept[k["kernel"]]]
    assert changed == [], "lay them side by side again: benchmarks/agreement.py"
    assert sum(kernel["equal"] for kernel in found) > 2400
    different = {short(k["kernel"]) for k in found if k["different"]}
    assert different <= NOT_REPRODUCIBLE
    unsure = [k["kernel"] for k in found if k["uncertain"]]
    assert all(sum(name in kernel for name in UNCERTAIN) == 1 for kernel in unsure), unsure
    assert all(any(name in kernel for kernel in unsure) for name in UNCERTAIN)
    unmeasured = [k["kernel"] for k in found if k["note"]]
    counted = len(found) - len(unmeasured)
    assert f"{counted:,} kernels" in (ROOT / "README.md").read_text("utf-8")
    assert f"{counted:,}개" in (ROOT / "README.ko.md").read_text("utf-8")
    told = ("stops", "does not compile", "uncounted: TEX")  # Nsight Compute has no such counters of textures
    assert all(any(reason in k["note"] for reason in told) for k in found if k["note"]), unmeasured


def test_a_comment_is_no_change_of_a_kernel_and_a_token_is_one() -> None:
    kernel = b"// one\nint a = 1;    /* two */\n#define B 2\n"
    assert code_sha256(kernel) == code_sha256(b"int a=1;\n\n// other\n#define B   2\n")
    assert code_sha256(kernel) != code_sha256(kernel.replace(b"= 1", b"= 3"))
    assert code_sha256(kernel) != code_sha256(kernel.replace(b"B 2", b"B 3"))


def test_where_they_differ_nsight_compute_differs_from_itself_and_never_counts_more_than_the_emulator() -> None:
    """Twelve launches of one kernel, one after the other; the other lines, and the other kernels, are counted alike."""
    agreement = side_by_side()
    emulated = {k["kernel"]: [d["emulated"] for d in k["differences"]] for k in agreement}
    repeated = json.loads((RESULTS / "repeated_counts_nvidia_h200.json").read_text("utf-8"))
    assert {short(name) for name in repeated["counts"]} >= NOT_REPRODUCIBLE
    for name, lines in repeated["counts"].items():
        varying = {key: counts for key, counts in lines.items() if len(counts) > 1}
        if short(name) not in NOT_REPRODUCIBLE:
            assert not varying
            continue
        ((key, counts),) = varying.items()
        (ours,) = emulated[name]
        assert key == f"{ours['line']} shared async_copy {ours['width']}"
        assert sum(often for *_, often in counts) == repeated["times"] == 12
        assert all(requests == ours["requests"] and cost <= ours["cost"] for requests, cost, _, _ in counts)


def test_what_took_turns_is_what_the_groups_name() -> None:
    groups = yaml.safe_load((ROOT / "benchmarks" / "in_turns.yaml").read_text("utf-8"))
    found = json.loads((RESULTS / "in_turns_nvidia_h200.json").read_text("utf-8"))
    assert found.keys() == groups.keys()
    for name, group in groups.items():
        assert len(found[name]["sizes"]) == len(group["sizes"])
        for size in found[name]["sizes"].values():
            assert size["kernels"].keys() - {"cublas"} == group["kernels"].keys()
            assert all(entry.get("off_by", 0) < 1e-5 for entry in size["kernels"].values())
