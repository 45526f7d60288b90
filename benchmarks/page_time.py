"""What the page adds to a check: `grader check` with and without `--html`, in turns, for the longest solutions.

    python benchmarks/page_time.py [--turns N] [--backend auto] [--out FILE]    (else benchmarks/results/page_time.json)

The starter of each exercise is graded once before, as a student's first page does; what that first page takes is
measured apart. `writing` is the part that comes after the verdicts, up to the end of the process: on a GPU the time of
two checks differs by more than that.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RESULT = ROOT / "benchmarks" / "results" / "page_time.json"
EXERCISES = ("06/sgemm_tiled", "07/sgemm_register_blocked", "08/sgemm_double_buffered")
COURSE = ("course.yaml", "exercises", "solutions", "modules")


TELLING = """
import sys, time
from grader import cli
from grader.cli import page
write = page.write_page
def timed(*arguments):
    print(time.time(), file=sys.stderr)
    write(*arguments)
page.write_page = timed
cli.main()
"""


def writing(course: Path, *arguments: str) -> float:
    """Seconds from the verdicts of one command to the end of its process, which writes a page in between."""
    command = [sys.executable, "-c", TELLING, *arguments]
    done = subprocess.run(command, cwd=course, capture_output=True, text=True, check=False)
    return time.time() - float(done.stderr.splitlines()[-1])


def seconds(course: Path, *arguments: str) -> float:
    """Wall time of one command."""
    began = time.perf_counter()
    done = subprocess.run([sys.executable, "-m", "grader", *arguments], cwd=course, capture_output=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr.decode())
    return time.perf_counter() - began


def measured(course: Path, exercise: str, turns: int, backend: str) -> dict[str, object]:
    """Medians in seconds, and the size of the page in bytes."""
    (solution,) = (course / "solutions").glob(f"{exercise.split('/')[0]}_*/{exercise.split('/')[1]}.cu")
    check = ("check", exercise, "--file", str(solution), "--backend", backend)
    page = course / "page.html"
    first = seconds(course, *check, "--html", str(page))
    without, with_page = [], []
    written = [writing(course, *check, "--html", str(page)) for _ in range(turns)]
    for _ in range(turns):
        without.append(seconds(course, *check))
        with_page.append(seconds(course, *check, "--html", str(page)))
    added = statistics.median(with_page) - statistics.median(without)
    found = {"first_page": first, "check": statistics.median(without), "check_with_page": statistics.median(with_page)}
    rounded = {name: round(value, 3) for name, value in found.items()}
    return {"exercise": exercise, **rounded, "added": round(added, 3),
            "writing": round(statistics.median(written), 3), "page_bytes": page.stat().st_size}  # fmt: skip


def main(turns: int, backend: str, out: Path) -> None:
    """Measure and write."""
    with tempfile.TemporaryDirectory() as folder:
        course = Path(folder)
        for part in COURSE:
            copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
            copy(ROOT / part, course / part)
        rows = [measured(course, exercise, turns, backend) for exercise in EXERCISES]
    machine = {"cores": len(os.sched_getaffinity(0)), "python": platform.python_version()}
    document = {"date": date.today().isoformat(), **machine, "backend": backend, "turns": turns, "exercises": rows}
    out.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    print(json.dumps(document, indent=1))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--turns", type=int, default=11)
    parser.add_argument("--backend", choices=("emulated", "auto", "cuda"), default="emulated")
    parser.add_argument("--out", type=Path, default=RESULT)
    chosen = parser.parse_args()
    main(chosen.turns, chosen.backend, chosen.out)
