"""What keeping a kernel apart costs: `grader check` with each isolation, in turns.

    python benchmarks/sandbox_overhead.py [ROUNDS]     (default 15; writes benchmarks/results/sandbox_overhead.json)

A round is one check of `sgemm_tiled` with each isolation that works here, in an order drawn anew. The cost is the
median difference to `limits` within a round.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

from grader.sandbox import bubblewrap, landlock
from grader.sandbox.isolation import VARIABLE, Isolation

ROOT = Path(__file__).resolve().parents[1]
RESULT = ROOT / "benchmarks" / "results" / "sandbox_overhead.json"
COMMAND = [sys.executable, "-m", "grader", "check", "06/sgemm_tiled", "--solution", "--backend", "emulated"]


def seconds(isolation: Isolation) -> float:
    """Of one check, from the start of the command to its end."""
    began = time.perf_counter()
    done = subprocess.run(COMMAND, cwd=ROOT, capture_output=True, env=os.environ | {VARIABLE: isolation}, check=True)
    assert b"85 of 85" in done.stdout
    return time.perf_counter() - began


def main(rounds: int) -> None:
    """Measure, print and keep."""
    kinds = [Isolation.LIMITS]
    kinds += [Isolation.LANDLOCK] if landlock.version() else []
    kinds += [Isolation.BUBBLEWRAP] if bubblewrap.refusal() is None else []
    taken: dict[str, list[float]] = {kind: [] for kind in kinds}
    for _ in range(rounds):
        for kind in random.sample(kinds, len(kinds)):
            taken[kind].append(seconds(kind))
    plain = taken[Isolation.LIMITS]
    found = {
        "date": date.today().isoformat(),
        "rounds": rounds,
        "processors": os.cpu_count(),
        "median_seconds": {str(kind): round(statistics.median(times), 3) for kind, times in taken.items()},
        "cost_ms": {
            str(kind): round(1000 * statistics.median(b - a for a, b in zip(plain, times, strict=True)), 1)
            for kind, times in taken.items() if kind != Isolation.LIMITS
        },
        "seconds": {kind: [round(each, 3) for each in times] for kind, times in taken.items()},
    }  # fmt: skip
    print({name: value for name, value in found.items() if name != "seconds"})
    RESULT.write_text(json.dumps(found) + "\n", "utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
