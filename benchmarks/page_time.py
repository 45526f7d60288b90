"""What the page adds to a check: `grader check` with and without `--html`, in turns, for the longest solutions.

    python benchmarks/page_time.py [--turns N] [--backend auto] [--out FILE]    (else benchmarks/results/page_time.json)

The starter of each exercise is graded once before, as a student's first page does; what that first page takes is
measured apart. `page` is what the writing of the page takes, `writing` goes on to the end of the process, which a check
without a page has, too: on a GPU the time of two checks differs by more than that.
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
from dataclasses import dataclass
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RESULT = ROOT / "benchmarks" / "results" / "page_time.json"
EXERCISES = ("06/sgemm_tiled", "07/sgemm_register_blocked", "08/sgemm_double_buffered")
COURSE = ("course.yaml", "exercises", "solutions", "modules")


# The command with two times on standard error: when the verdicts stood, and when the page did.
TELLING = """
import sys, time
from grader import cli
from grader.cli import page
write = page.write_page
def timed(*arguments):
    began = time.time()
    write(*arguments)
    print(began, time.time(), file=sys.stderr)
page.write_page = timed
cli.main()
"""


@dataclass(frozen=True)
class Run:
    """One command, in seconds: whole; within the writing of the page; from the verdicts to the end of the process."""

    whole: float
    page: float
    writing: float


def run(course: Path, *arguments: str) -> Run:
    """One check; without a page the last two are 0."""
    began = time.time()
    command = [sys.executable, "-c", TELLING, *arguments]
    done = subprocess.run(command, cwd=course, capture_output=True, text=True, check=False)
    ended = time.time()
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    if "--html" not in arguments:
        return Run(ended - began, 0.0, 0.0)
    verdicts, page = map(float, done.stderr.splitlines()[-1].split())
    return Run(ended - began, page - verdicts, ended - verdicts)


def measured(course: Path, exercise: str, turns: int, backend: str) -> dict[str, object]:
    """Medians in seconds, and the size of the page in bytes."""
    (solution,) = (course / "solutions").glob(f"{exercise.split('/')[0]}_*/{exercise.split('/')[1]}.cu")
    check = ("check", exercise, "--file", str(solution), "--backend", backend)
    page = course / "page.html"
    first = run(course, *check, "--html", str(page))
    pairs = [(run(course, *check), run(course, *check, "--html", str(page))) for _ in range(turns)]
    without = statistics.median(bare.whole for bare, _ in pairs)
    whole, inside, writing = (
        statistics.median(getattr(paged, part) for _, paged in pairs) for part in ("whole", "page", "writing")
    )
    found = {"first_page": first.whole, "check": without, "check_with_page": whole, "added": whole - without,
             "page": inside, "writing": writing}  # fmt: skip
    rounded = {name: round(value, 3) for name, value in found.items()}
    return {"exercise": exercise, **rounded, "page_bytes": page.stat().st_size}


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
