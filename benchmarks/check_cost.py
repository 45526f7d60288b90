"""What a cold `grader check` costs: wall clock and processor time of parent and child, beside another checkout.

    python benchmarks/check_cost.py OTHER [--turns 15] [--isolation bubblewrap]     (writes results/check_cost.json)

OTHER: a checkout of the commit to compare with, installed in its own `.venv`, as this one is. The two take turns, on
the solutions of a heavy and of a light exercise, as a student's file. A first turn of each is not counted: files come
from the disk then, and what is kept of exercise files is written. Run it on a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import timeit
from datetime import date
from pathlib import Path

from benchmarks.processor import run

ROOT = Path(__file__).resolve().parent.parent
RESULT = ROOT / "benchmarks" / "results" / "check_cost.json"
EXERCISES = {
    "06/sgemm_tiled": "solutions/06_shared_memory_tiling/sgemm_tiled.cu",
    "00/vector_add": "solutions/00_first_kernel/vector_add.cu",
}


def turn(checkout: Path, exercise: str, isolation: str) -> tuple[float, float]:
    """One check: milliseconds on the clock, and of the processor."""
    command = [str(checkout / ".venv" / "bin" / "grader"), "check", exercise, "--file", EXERCISES[exercise]]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")} | {"WARPLINGS_SANDBOX": isolation}
    seconds, processor, status = run(command, checkout, environment)
    if status != 0:
        raise SystemExit(f"{' '.join(command)} ended with {status}")
    return 1000 * seconds, 1000 * processor


def summary(turns: list[tuple[float, float]]) -> dict[str, float]:
    """Means and medians of turns, in milliseconds."""
    wall, processor = zip(*turns, strict=True)
    return {
        "wall_median_ms": round(statistics.median(wall), 1), "wall_mean_ms": round(statistics.mean(wall), 1),
        "processor_mean_ms": round(statistics.mean(processor), 1),
        "processor_median_ms": round(statistics.median(processor), 1),
    }  # fmt: skip


def commit(checkout: Path) -> str:
    """The commit of a checkout."""
    found = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=checkout, capture_output=True, text=True)
    return found.stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("other", type=Path)
    parser.add_argument("--turns", type=int, default=15)
    parser.add_argument("--isolation", default="auto")
    asked = parser.parse_args()
    checkouts = {"before": asked.other.resolve(), "now": ROOT}
    found: dict[str, dict[str, list[tuple[float, float]]]] = {e: {name: [] for name in checkouts} for e in EXERCISES}
    for number in range(asked.turns + 1):
        for exercise, turns in found.items():
            for name, checkout in checkouts.items():
                one = turn(checkout, exercise, asked.isolation)
                if number:
                    turns[name].append(one)
    loop = min(timeit.repeat("sum(range(1000))", number=10_000, repeat=5)) / 10_000
    document = {
        "date": date.today().isoformat(), "processors": os.cpu_count(), "isolation": asked.isolation,
        "sum_range_1000_us": round(1e6 * loop, 1), "turns": asked.turns,
        "commits": {name: commit(checkout) for name, checkout in checkouts.items()},
        "checks": {e: {name: summary(one) for name, one in turns.items()} for e, turns in found.items()},
    }  # fmt: skip
    RESULT.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    json.dump(document["checks"], sys.stdout, indent=1)


if __name__ == "__main__":
    main()
