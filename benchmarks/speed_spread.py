"""How much a speed score varies from run to run: the same kernel graded again and again, each time from nothing.

    python benchmarks/speed_spread.py EXERCISE FILE.cu RUNS OUT.json        (needs a GPU and CuPy)

Every run is a `grader check` process of its own; the points of its speed check, its ratio and its duration are kept.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path


def main(exercise: str, file: str, runs: int, out: Path) -> None:
    """Grade so many times and write what the speed check said."""
    found = []
    for _ in range(runs):
        began = time.monotonic()
        command = [sys.executable, "-m", "grader", "check", exercise, "--file", file, "--json", "-"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        report = json.loads(done.stdout)
        check = next(c for c in report["checks"] if c["id"] == "speed")
        kept = {key: check[key] for key in ("status", "points", "max_points", "measured", "message")}
        found.append({"seconds": round(time.monotonic() - began, 2), "device": report["device"], **kept})
    points = [run["points"] for run in found if run["points"] is not None]
    summary = {"exercise": exercise, "file": file, "judged": len(points), "spread_of_points": max(points) - min(points)}
    out.write_text(json.dumps({**summary, "runs": found}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(summary, "seconds", min(run["seconds"] for run in found), max(run["seconds"] for run in found))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), Path(sys.argv[4]))
